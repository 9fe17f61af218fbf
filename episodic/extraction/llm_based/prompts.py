"""The two prompts about a window (part of a chapter): the first prompt asks for entities, and the second prompt asks
for facts.

Each prompt begins with the text of the window, so that the model provider can reuse its prefix cache for the second
prompt.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from episodic.extraction.llm_based.prompt_text import (
    attributes_in_words,
    density_in_words,
    entities_in_words,
    events_in_words,
    frames_in_words,
    notes_in_words,
    predicates_in_words,
    types_in_words,
)
from episodic.extraction.llm_based.replies import EntitiesReply, FactsReply
from episodic.languages.messages import message_text
from episodic.model.predicates import PredicateKind, PredicateTable
from episodic.model.readings import FrameReading, NodeReading, Window
from episodic.model.settings import WorkSettings
from episodic.prompts import Prompt, fenced

_MARKS: Final = ("¶", "⁋", "§", "※", "¶¶", "⁋⁋", "§§", "※※")


@dataclass(frozen=True)
class EntitiesPrompt(Prompt[EntitiesReply]):
    """The prompt that asks for the entities and named events of a window, and for the frame of each passage."""

    stage: ClassVar[str] = "extraction"
    name: ClassVar[str] = "entities"
    version: ClassVar[int] = 5
    reply_class: ClassVar[type[EntitiesReply]] = EntitiesReply

    window: str
    mark: str
    types: str
    notes: str


@dataclass(frozen=True)
class FactsPrompt(Prompt[FactsReply]):
    """The prompt that asks for the statements of a window about the entities that the first prompt found."""

    stage: ClassVar[str] = "extraction"
    name: ClassVar[str] = "facts"
    version: ClassVar[int] = 12
    reply_class: ClassVar[type[FactsReply]] = FactsReply

    window: str
    mark: str
    entities: str
    events_known: str
    frames: str
    density: str
    states: str
    events: str
    attributes: str
    notes: str


def entities_prompt(window: Window, settings: WorkSettings) -> EntitiesPrompt:
    """Return the prompt that asks for the entities and frames of *window*."""
    mark = passage_mark(window)
    return EntitiesPrompt(
        window.language,
        window=shown(window, mark),
        mark=mark,
        types=types_in_words(settings, window.language),
        notes=notes_in_words(settings, window.language),
    )


def facts_prompt(
    window: Window,
    nodes: Sequence[NodeReading],
    *,
    settings: WorkSettings,
    table: PredicateTable,
    named_events: Sequence[str] = (),
    frames: Sequence[FrameReading] = (),
) -> FactsPrompt:
    """Return the prompt that asks for the statements of *window*.

    In the prompt, the *nodes* are numbered from 1 in the given order, and so are the *named_events*.
    """
    language, mark = window.language, passage_mark(window)
    return FactsPrompt(
        language,
        window=shown(window, mark),
        mark=mark,
        entities=entities_in_words(nodes, window, settings),
        events_known=events_in_words(named_events, language),
        frames=frames_in_words(frames, language),
        density=density_in_words(settings.density, window.text, language),
        states=predicates_in_words(table, (PredicateKind.FIXED, PredicateKind.STATE), language),
        events=predicates_in_words(table, (PredicateKind.EVENT,), language),
        attributes=attributes_in_words(settings, language),
        notes=notes_in_words(settings, language),
    )


def passage_mark(window: Window) -> str:
    """Return the mark that precedes passage numbers in the prompts for *window*, a sign that the window's text does not
    contain.
    """
    text = window.context + window.text
    return next((mark for mark in _MARKS if mark not in text), _MARKS[0] * (text.count(_MARKS[0]) + 1))


def shown(window: Window, mark: str) -> str:
    """Return the text before the window (if there is one) and the text of the window, each between fences. The mark
    *mark* and a number from 1 precede each passage of the window.
    """
    numbered = "".join(f"{mark}{number} {span.of(window.text)}" for number, span in enumerate(window.passages, 1))
    text = fenced(numbered, message_text("prompts.text", window.language))
    if not window.context.strip():
        return text
    before = fenced(window.context, message_text("prompts.before", window.language))
    return f"{before}\n\n{text}"
