"""Decides whether the narration says that an event, or the making of a plan, was earlier than its scene."""

from __future__ import annotations

from collections.abc import Callable

from episodic.languages import lexicon
from episodic.model.predicates import Predicate, PredicateKind
from episodic.model.readings import Phase, Placement, StatementReading, StatementScope


def is_told_as_earlier(reading: StatementReading, quote: str, find: Callable[[str], Predicate | None]) -> bool:
    """Return whether the narration *quote* says that what a statement tells is earlier than the scene in which the
    reader placed it. The statement can be an event of the story's world ("by then she had already gone") or a plan that
    was made before ("I had resolved to go"). For a statement that has a time expression of its own, the result is
    always False.

    *find* returns the predicate with a given name.
    """
    core = reading.core
    if core.placing is not Placement.NOW or core.time is not None:
        return False
    if core.scope is StatementScope.PLAN:
        words = " ".join(quote.split())
        found = lexicon.pattern("earlier_intentions").search(words)
        return found is not None and lexicon.pattern("intentions").search(words, found.end()) is None
    return _is_single_event(reading, find) and lexicon.pattern("finished_by_then").match(quote) is not None


def _is_single_event(reading: StatementReading, find: Callable[[str], Predicate | None]) -> bool:
    core, known = reading.core, find(reading.core.predicate)
    kind = reading.coined_kind if known is None else known.kind
    happens = core.phase in (Phase.HOLDS, Phase.BEGINS) and not core.habit
    return core.scope is StatementScope.WORLD and happens and kind is PredicateKind.EVENT
