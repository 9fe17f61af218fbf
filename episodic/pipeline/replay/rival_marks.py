"""The marks by which a rival question shows that a statement is a claim, a denial, or about another time."""

from __future__ import annotations

from episodic.languages.messages import message_text
from episodic.model.episodes import Language
from episodic.model.readings import Phase, Placement, StatementCore, StatementScope


def marks_of(core: StatementCore, language: Language) -> tuple[str, ...]:
    """Return the marks of a statement in *language*. A statement of the world that holds now has no marks."""
    found: list[str] = []
    if core.scope is not StatementScope.WORLD:
        found.append(message_text(f"prompts.mark_{core.scope.value}", language))
    if core.phase is Phase.DENIED:
        found.append(message_text("prompts.mark_denied", language))
    if core.placing is not Placement.NOW:
        found.append(message_text(f"prompts.mark_{core.placing.value}", language))
    return tuple(found)
