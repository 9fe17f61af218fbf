"""Tests of the length of a chapter's prompts."""

from __future__ import annotations

from math import ceil

import pytest
from pydantic import BaseModel

from episodic.dedup.llm_judge import SHOWN_LIMIT as IDENTITY_LIMIT
from episodic.dedup.llm_judge import SamePrompt
from episodic.extraction.llm_based.prompts import entities_prompt, facts_prompt
from episodic.languages.en import ENGLISH
from episodic.languages.zh import CHINESE
from episodic.model.episodes import Language
from episodic.model.predicates import PredicateTable, shipped_predicates
from episodic.model.readings import NodeReading, Surface, Window
from episodic.model.settings import DEFAULT_ENTITY_TYPES, Attribute, EntityType, WorkSettings
from episodic.model.spans import Span
from episodic.prompts import Messages, Prompt
from episodic.temporal.llm_judge import PREDICATES_LIMIT, PredicatesPrompt, RivalsPrompt
from episodic.temporal.llm_judge import SHOWN_LIMIT as RIVALS_LIMIT
from episodic.temporal.llm_time_expressions import SHOWN_LIMIT as WHEN_LIMIT
from episodic.temporal.llm_time_expressions import WhenPrompt
from episodic.text.windows import WINDOW_LENGTH

TABLE = PredicateTable(shipped_predicates())
LANGUAGES = [CHINESE, ENGLISH]
PASSAGE = {CHINESE: 175, ENGLISH: 500}
TYPED = WorkSettings(
    entity_types=(
        *DEFAULT_ENTITY_TYPES,
        *(
            EntityType(
                f"Type{n}",
                "a kind of its own",
                attributes=tuple(Attribute(f"attribute{m}", "what it is") for m in range(8)),
            )
            for n in range(6)
        ),
    )
)


def window_of_length(length: int, language: Language, *, first: bool) -> Window:
    """Return a window of the given length with passages of the usual length."""
    step = PASSAGE[language]
    spans = tuple(Span(start, min(length, start + step)) for start in range(0, length, step))
    return Window(0 if first else length, "字" * length, "" if first else "前" * 300, spans, language)


def nodes(count: int, language: Language) -> tuple[NodeReading, ...]:
    """Return the given number of people, with two names and a title each."""
    names = (
        ("司马长风", "长风", "那位长老") if language == CHINESE else ("Alexander Merrick", "Merrick", "the old captain")
    )
    made: list[NodeReading] = []
    for letter in map(chr, range(ord("A"), ord("A") + count)):
        own = [f"{name}{letter}" for name in names]
        made.append(NodeReading(own[0], "Person", tuple(Surface(name, (Span(0, 1),)) for name in own)))
    return tuple(made)


def size(prompt: Prompt[BaseModel]) -> int:
    """Return the number of characters of a prompt as it is sent."""
    sent: Messages = prompt.messages()
    return len(sent.system) + len(sent.user)


def reading_size(length: int, language: Language, settings: WorkSettings) -> int:
    """Return the number of characters of the prompts that read a chapter of this length, with 25 entities in each
    window.
    """
    windows = ceil(length / WINDOW_LENGTH)
    total = 0
    for number in range(windows):
        window = window_of_length(length // windows, language, first=number == 0)
        total += size(entities_prompt(window, settings))
        total += size(facts_prompt(window, nodes(25, language), settings=settings, table=TABLE))
    return total


def questions_size(language: Language) -> int:
    """Return the number of characters of one full prompt of each kind of question."""
    identity = size(SamePrompt(language, known="", asked="")) + IDENTITY_LIMIT
    kinds = (
        PredicatesPrompt(language, asked="", table=", ".join(one.name for one in TABLE.offered())).messages().user
        + "x" * PREDICATES_LIMIT
    )
    rivals = size(RivalsPrompt(language, pairs="", predicates=kinds)) + RIVALS_LIMIT
    when = size(WhenPrompt(language, words="", calendars="x" * 300)) + WHEN_LIMIT
    return identity + rivals + when


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_chapter_of_12000_characters_is_asked_about_in_six_times_its_text(language: Language) -> None:
    """The chapter has two windows, and every question prompt is full."""
    total = reading_size(12_000, language, WorkSettings()) + questions_size(language)

    assert total <= 6 * 12_000


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_chapter_of_3000_characters_is_asked_about_in_twelve_times_its_text(language: Language) -> None:
    """The chapter has one window, and every question prompt is full."""
    total = reading_size(3_000, language, WorkSettings()) + questions_size(language)

    assert total <= 12 * 3_000


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_chapter_with_typed_attributes_is_asked_about_in_fifteen_times_its_text(language: Language) -> None:
    """Attributes are read together with the facts, not entity by entity."""
    total = reading_size(15_000, language, TYPED) + questions_size(language)

    assert total <= 15 * 15_000


@pytest.mark.parametrize("language", LANGUAGES)
def test_instructions_are_no_longer_than_a_window(language: Language) -> None:
    """The constant part of a prompt is shorter than the longest text that it is sent with."""
    window = window_of_length(1, language, first=True)

    entities = size(entities_prompt(window, WorkSettings()))
    facts = size(facts_prompt(window, (), settings=WorkSettings(), table=TABLE))

    assert max(entities, facts) < WINDOW_LENGTH
