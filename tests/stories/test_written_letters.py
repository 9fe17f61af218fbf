"""Tests of letters that are written in the scene in which the text quotes them, in Chinese and in English."""

from __future__ import annotations

import pytest

from episodic.app import StoryGraph
from episodic.model.moments import TimeBasis
from episodic.search import order_of
from episodic.search.fact_listing import FactQuery
from episodic.search.story_order import StoryOrder
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
WRITTEN_BEFORE: Words = ("第1章此处之前所写（信）", "written before this point in chapter 1 (letter)")


def _story(
    wrote: Words,
    *,
    between: Words | None = None,
    by: str = "wu",
    chapters: int = 1,
    placing: str = "now",
    scope: str = "claim",
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
            (WELL, [quoted(by, "located_in", "inn", scope=scope, holder=by)]),
            (LEFT, [quoted("wu", "went_to", "capital")]),
        ),
        ((WELL, "letter!"),),
    )


async def _order_to(graph: StoryGraph, predicate: str) -> StoryOrder:
    """Return the order of what the letter says to the first fact with the predicate."""
    (claim,) = [one for one in (await graph.get_facts(FactQuery(predicate="located_in"))).facts if one.fact.holder]
    other = (await graph.get_facts(FactQuery(predicate=predicate))).facts[0]
    return order_of(claim.fact, other.fact)


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


@pytest.mark.parametrize(
    ("wrote", "chapters"),
    [
        (WROTE, 1),
        (WROTE, 2),
        (("吴海先遣人以书遗林河", "Wu wrote to Lin first"), 1),
        (("吴海又与林河书曰", "Wu then writes to Lin"), 1),
    ],
)
async def test_a_letter_that_is_written_now_is_said_now(
    new_graph: NewGraph, language: str, wrote: Words, chapters: int
) -> None:
    story = await read(new_graph, _story(wrote, chapters=chapters), language)

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


async def test_a_letter_read_after_the_scene_told_its_writing_is_written_before_its_reading(
    new_graph: NewGraph, language: str
) -> None:
    """Wu writes, Ben comes, and the letter is read: it has no order to what the scene told before the reading."""
    told = _story(WROTE, between=("白安来见吴海", "Ben came to Wu"))
    story = await read(new_graph, told, language)

    words, order = await _said(story.graph)

    assert words == WRITTEN_NOW[language == "en"]
    assert order == [False, True]
    assert await _order_to(story.graph, "met") is StoryOrder.UNKNOWN
    assert await _order_to(story.graph, "went_to") is StoryOrder.BEFORE


async def test_a_plan_in_a_letter_read_after_the_scene_told_its_writing_is_of_no_order_to_the_scene(
    new_graph: NewGraph, language: str
) -> None:
    told = _story(WROTE, between=("白安来见吴海", "Ben came to Wu"), scope="plan")
    story = await read(new_graph, told, language)

    assert await _order_to(story.graph, "met") is StoryOrder.UNKNOWN


async def test_a_letter_that_the_writer_wrote_earlier_is_written_before(new_graph: NewGraph, language: str) -> None:
    wrote = ("吴海早先修书与林河", "Wu had earlier begun to write to Lin")
    story = await read(new_graph, _story(wrote, placing="back"), language)

    words, _ = await _said(story.graph)

    assert words == WRITTEN_BEFORE[language == "en"]


async def test_a_decree_that_is_issued_now_is_said_now(new_graph: NewGraph, language: str) -> None:
    issued = ("吴海乃降封林河诏", "Wu issued a decree to Lin")
    story = await read(new_graph, _story(issued), language)

    words, order = await _said(story.graph)

    assert words == WRITTEN_NOW[language == "en"]
    assert order == [True, True]


DOUBTED: Words = ("林河览毕生疑，乃降封吴海诏", "Lin read it and feared Wu. Lin issued a decree to Wu")
PRAISED: Words = (
    "我素重你，知你忠勇无双，屡立大功，天下皆知",
    "I have praised you, for your deeds are great and known to all in this land",
)
NAMED: Words = ("其以吴海守京城", "Wu is to lead Capital")


def _answered_story() -> Story:
    """Wu writes a letter; Lin reads it, and issues a decree which appoints Wu; Wu leaves."""
    told = (
        (f"{MET[0]}。{WROTE[0]}。", f"{MET[1]}. {WROTE[1]}."),
        (f"“{WELL[0]}。”", f'"{WELL[1]}."'),
        (f"{DOUBTED[0]}曰：“{PRAISED[0]}。{NAMED[0]}。”", f'{DOUBTED[1]}: "{PRAISED[1]}. {NAMED[1]}."'),
        (f"{LEFT[0]}。", f"{LEFT[1]}."),
    )
    return Story(
        (told,),
        (
            (MET, [quoted("wu", "met", "ben")]),
            (WROTE, [quoted("wu", "wrote", "lin")]),
            (WELL, [quoted("wu", "located_in", "inn", scope="claim", holder="wu")]),
            (DOUBTED, [quoted("lin", "fears", "wu", phase="begins")]),
            (PRAISED, [quoted("lin", "loves", "wu", scope="claim", holder="lin")]),
            (NAMED, [quoted("lin", "appointed", "wu")]),
            (LEFT, [quoted("wu", "went_to", "capital")]),
        ),
        ((WELL, "letter!"), (DOUBTED, "letter!")),
    )


async def test_a_letter_that_narration_after_another_letter_introduces_is_written_then(
    new_graph: NewGraph, language: str
) -> None:
    """The decree is issued after the letter was read. What it orders is of this scene, and not before or after it."""
    story = await read(new_graph, _answered_story(), language)

    (doubts,), (appoints,), (leaves,) = [await story.facts(name) for name in ("fears", "appointed", "went_to")]

    assert order_of(doubts, appoints) is StoryOrder.BEFORE
    assert order_of(appoints, leaves) is StoryOrder.BEFORE
    assert appoints.valid_at is not None
    assert appoints.valid_at.basis is TimeBasis.EVENT


ANSWERED: Words = ("林河览毕，乃具回书", "Lin read it and wrote to Wu")
ELSEWHERE: Words = ("我在京城", "I am at Capital")


@pytest.mark.parametrize("frame", ["letter!", "letter"], ids=["two runs", "one run"])
async def test_an_answer_is_written_after_the_letter_that_it_answers(
    new_graph: NewGraph, language: str, frame: str
) -> None:
    """The two letters have two writers. The reader may have taken them for one."""
    told = (
        (f"{MET[0]}。{WROTE[0]}。", f"{MET[1]}. {WROTE[1]}."),
        (f"“{WELL[0]}。”", f'"{WELL[1]}."'),
        (f"{ANSWERED[0]}曰：“{ELSEWHERE[0]}。”", f'{ANSWERED[1]}: "{ELSEWHERE[1]}."'),
        (f"{LEFT[0]}。", f"{LEFT[1]}."),
    )
    story = Story(
        (told,),
        (
            (MET, [quoted("wu", "met", "ben")]),
            (WROTE, [quoted("wu", "wrote", "lin")]),
            (WELL, [quoted("wu", "located_in", "inn", scope="claim", holder="wu")]),
            (ANSWERED, [quoted("lin", "wrote", "wu")]),
            (ELSEWHERE, [quoted("lin", "located_in", "capital", scope="claim", holder="lin")]),
            (LEFT, [quoted("wu", "went_to", "capital")]),
        ),
        ((WELL, "letter!"), (ANSWERED, frame)),
    )
    told_by = await read(new_graph, story, language)

    written = [one for one in await told_by.facts("wrote") if one.subject_name in ("吴海", "Wu")]
    (met,), (leaves,) = [await told_by.facts(name) for name in ("met", "went_to")]
    (answer,) = [one for one in await told_by.facts("located_in") if one.holder_name in ("林河", "Lin")]

    for before in (met, *written):
        assert order_of(before, answer, said=True) is StoryOrder.BEFORE, before.text
    assert order_of(answer, leaves, said=True) is StoryOrder.BEFORE
