"""Tests of letters that are written in the scene in which the text quotes them, in Chinese and in English."""

from __future__ import annotations

import pytest

from episodic.app import StoryGraph
from episodic.search.fact_listing import FactQuery
from tests.stories.conftest import NewGraph
from tests.stories.lines import Story, Words, quoted
from tests.stories.scenario_stories import LANGUAGES
from tests.stories.story_reading import read

pytestmark = pytest.mark.parametrize("language", LANGUAGES)

MET: Words = ("吴海见到白安", "Wu met Ben")
WROTE: Words = ("吴海遂修书与林河", "Wu sat down and wrote to Lin")
WELL: Words = ("我在客栈", "I am at the Inn")
LEFT: Words = ("吴海去了京城", "Wu went to Capital")
WRITTEN_NOW: Words = ("第1章所说（指当时）（信）", "said in chapter 1 of that time (letter)")
WRITTEN_BEFORE: Words = ("第1章此场之前所写（信）", "written before this scene of chapter 1 (letter)")


def _story(
    wrote: Words, *, between: Words | None = None, by: str = "wu", chapters: int = 1, placing: str = "now"
) -> Story:
    """Wu meets Ben; Wu does *wrote*, perhaps Ben does *between*; a letter of *by* is quoted; Wu leaves, perhaps in
    another of the *chapters*.
    """
    acts = [(wrote, [quoted("wu", "wrote", "lin", placing=placing)])]
    acts += [] if between is None else [(between, [quoted("ben", "met", "wu")])]
    text = tuple("".join(f"{one[side]}{mark}" for one, _ in acts) for side, mark in ((0, "。"), (1, ". ")))
    told = (
        (f"{MET[0]}。", f"{MET[1]}."),
        (text[0], text[1].strip()),
        (f"“{WELL[0]}。”", f'"{WELL[1]}."'),
        (f"{LEFT[0]}。", f"{LEFT[1]}."),
    )
    return Story(
        (told,) if chapters == 1 else (told[:3], told[3:]),
        (
            (MET, [quoted("wu", "met", "ben")]),
            *acts,
            (WELL, [quoted(by, "located_in", "inn", scope="claim", holder=by)]),
            (LEFT, [quoted("wu", "went_to", "capital")]),
        ),
        ((WELL, "letter!"),),
    )


async def _said(graph: StoryGraph) -> tuple[str, list[bool]]:
    """Return how the claim of the letter is described, and whether it is said after Wu's meeting and before he leaves."""
    (claim,) = [one for one in (await graph.get_facts(FactQuery(predicate="located_in"))).facts if one.fact.holder]
    chronology = (await graph.session.state()).graph.chronology
    assert chronology is not None
    met, left = [
        chronology.position_of(one.fact.uuid)
        for predicate in ("met", "went_to")
        for one in (await graph.get_facts(FactQuery(predicate=predicate))).facts[:1]
    ]
    said = chronology.said_of(claim.fact.uuid)
    return claim.validity.words, [chronology.precedes(met, said), chronology.precedes(said, left)]


@pytest.mark.parametrize("chapters", [1, 2])
async def test_a_letter_that_is_written_now_is_said_now(new_graph: NewGraph, language: str, chapters: int) -> None:
    story = await read(new_graph, _story(WROTE, chapters=chapters), language)

    words, order = await _said(story.graph)

    assert words == WRITTEN_NOW[language == "en"]
    assert order == [True, True]


async def test_a_letter_that_the_writer_only_gives_is_written_before(new_graph: NewGraph, language: str) -> None:
    gave = ("吴海把信交给林河", "Wu gave Lin the letter that he wrote")
    story = await read(new_graph, _story(gave), language)

    words, order = await _said(story.graph)

    assert words == WRITTEN_BEFORE[language == "en"]
    assert order == [False, True]


async def test_a_letter_that_another_person_reads_is_written_before(new_graph: NewGraph, language: str) -> None:
    """Lin writes an answer after he has read the letter of Wu."""
    story = await read(new_graph, _story(WROTE, by="ben"), language)

    words, _ = await _said(story.graph)

    assert words == WRITTEN_BEFORE[language == "en"]


async def test_a_letter_after_another_act_is_written_before(new_graph: NewGraph, language: str) -> None:
    story = await read(new_graph, _story(WROTE, between=("白安来见吴海", "Ben came to Wu")), language)

    words, _ = await _said(story.graph)

    assert words == WRITTEN_BEFORE[language == "en"]


async def test_a_letter_that_the_writer_wrote_earlier_is_written_before(new_graph: NewGraph, language: str) -> None:
    wrote = ("吴海早先修书与林河", "Wu had earlier begun to write to Lin")
    story = await read(new_graph, _story(wrote, placing="back"), language)

    words, _ = await _said(story.graph)

    assert words == WRITTEN_BEFORE[language == "en"]
