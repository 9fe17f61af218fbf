"""The two questions about a window. Both begin with the window, so that a provider's prefix cache serves the second one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from episodic.extraction.prompted.replies import EntitiesReply, FactsReply
from episodic.extraction.prompted.wording import (
    attributes_in_words,
    entities_in_words,
    notes_in_words,
    predicates_in_words,
    types_in_words,
)
from episodic.model.episodes import Language
from episodic.model.predicates import PredicateKind, PredicateTable
from episodic.model.readings import NodeReading, Window
from episodic.model.settings import WorkSettings
from episodic.prompts import Prompt, fenced

_MARKS: Final = ("¶", "⁋", "§", "※", "¶¶", "⁋⁋", "§§", "※※")
_TEXT: Final = {Language.CHINESE: "正文", Language.ENGLISH: "text"}
_BEFORE: Final = {Language.CHINESE: "前文", Language.ENGLISH: "before"}


@dataclass(frozen=True)
class EntitiesPrompt(Prompt[EntitiesReply]):
    """Who and what does this window name, and how do its passages stand to the main line?"""

    stage: ClassVar[str] = "extraction"
    name: ClassVar[str] = "entities"
    version: ClassVar[int] = 1
    reply: ClassVar[type[EntitiesReply]] = EntitiesReply

    window: str
    mark: str
    types: str
    notes: str


@dataclass(frozen=True)
class FactsPrompt(Prompt[FactsReply]):
    """What does this window say of the entities that were found in it?"""

    stage: ClassVar[str] = "extraction"
    name: ClassVar[str] = "facts"
    version: ClassVar[int] = 1
    reply: ClassVar[type[FactsReply]] = FactsReply

    window: str
    mark: str
    entities: str
    states: str
    events: str
    attributes: str
    notes: str


def entities_prompt(window: Window, settings: WorkSettings) -> EntitiesPrompt:
    """The first question about *window*."""
    mark = passage_mark(window)
    return EntitiesPrompt(
        window.language,
        window=shown(window, mark),
        mark=mark,
        types=types_in_words(settings, window.language),
        notes=notes_in_words(settings, window.language),
    )


def facts_prompt(
    window: Window, nodes: Sequence[NodeReading], *, settings: WorkSettings, table: PredicateTable
) -> FactsPrompt:
    """The second question about *window*; *nodes* are numbered from 1 in the order given."""
    language, mark = window.language, passage_mark(window)
    return FactsPrompt(
        language,
        window=shown(window, mark),
        mark=mark,
        entities=entities_in_words(nodes, settings, language),
        states=predicates_in_words(table, (PredicateKind.FIXED, PredicateKind.STATE), language),
        events=predicates_in_words(table, (PredicateKind.EVENT,), language),
        attributes=attributes_in_words(settings, language),
        notes=notes_in_words(settings, language),
    )


def passage_mark(window: Window) -> str:
    """A mark for passage numbers that the author did not use."""
    text = window.context + window.text
    return next((mark for mark in _MARKS if mark not in text), _MARKS[0] * (text.count(_MARKS[0]) + 1))


def shown(window: Window, mark: str) -> str:
    """The window as quoted material with its passages numbered, behind the words before it."""
    numbered = "".join(f"{mark}{number} {span.of(window.text)}" for number, span in enumerate(window.passages, 1))
    text = fenced(numbered, _TEXT[window.language])
    if not window.context.strip():
        return text
    return f"{fenced(window.context, _BEFORE[window.language])}\n\n{text}"
