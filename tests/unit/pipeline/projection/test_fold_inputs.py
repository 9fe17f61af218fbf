"""Tests of the story time of passages, which comes from the time expressions that open the passages."""

from __future__ import annotations

import pytest

from episodic.app import StoryGraph
from episodic.model.episodes import Chapter
from episodic.search.scope import Scope
from tests.replies import Stated
from tests.story import memory_graph
from tests.unit.pipeline.replay.told_facts import facts_told

BOOKS = (
    ("林远，字子安。林远住在海门城。\n", "近日，城中无事，人人自安。\n", "林远住在云州。\n", "云州"),
    (
        "Hester Vane lived in Pellworth.\n",
        "Once, there was a fair on the green, and all the folk came.\n",
        "Wat Miller, the blacksmith, nodded. Wat Miller sat down.\n",
        "blacksmith",
    ),
)


async def values_at_the_end(graph: StoryGraph, chapter: str) -> set[str | None]:
    """Return the values of all facts that certainly hold at the end of a chapter."""
    page = await graph.get_facts(scope=Scope(as_of=chapter))
    return {one.fact.value or one.fact.object_name for one in page.facts if one.holding == "holds"}


@pytest.mark.parametrize(("first", "between", "last", "value"), BOOKS)
async def test_references_to_the_past_do_not_move_the_main_line(
    first: str, between: str, last: str, value: str
) -> None:
    """A passage that refers to the past does not move the time of later chapters."""
    async with memory_graph() as graph:
        await graph.add_manuscript([Chapter(text, key=f"ch{n}") for n, text in enumerate((first, between, last), 1)])

        at_first, at_last = await values_at_the_end(graph, "ch1"), await values_at_the_end(graph, "ch3")

    assert value not in at_first
    assert value in at_last


async def test_a_date_does_not_reach_into_a_strand_that_the_narrator_opens() -> None:
    """The day on which they leave is not shown as that of the arrival, of which another paragraph tells."""
    text = "五月初三日，众人下山。林河离开海港。\n却说吴海到了海港。\n"
    goes = Stated(quote="林河离开海港", subject=1, predicate="left", object=3, text="林河离开海港。")
    comes = Stated(quote="吴海到了海港", subject=2, predicate="arrived_at", object=3, text="吴海到了海港。")

    facts = await facts_told(
        text, ["人物|林河", "人物|吴海", "地点|海港"], [goes, comes], passages=["1|main|time:五月初三日"]
    )

    shown = {one.subject_name: one.valid_at and one.valid_at.text for one in facts}
    assert (shown["林河"], shown["吴海"]) == ("五月初三日", None)


@pytest.mark.parametrize(
    ("text", "names", "facts", "words"),
    [
        (
            "The day before the wedding Ann had a note from Bo. This alarmed Ann when she came to Harbor.\n",
            ["Person|Ann", "Person|Bo", "Place|Harbor"],
            [
                Stated(quote="Ann had a note from Bo", subject=2, predicate="told", object=1, text="Bo wrote to Ann."),
                Stated(
                    quote="she came to Harbor", subject=1, predicate="arrived_at", object=3, text="Ann came to Harbor."
                ),
            ],
            "The day before the wedding",
        ),
        (
            "大婚前一日，吴海寄来一信。林河心中不安，到了海港。\n",
            ["人物|林河", "人物|吴海", "地点|海港"],
            [
                Stated(quote="吴海寄来一信", subject=2, predicate="told", object=1, text="吴海寄信给林河。"),
                Stated(quote="到了海港", subject=1, predicate="arrived_at", object=3, text="林河到了海港。"),
            ],
            "大婚前一日",
        ),
    ],
)
async def test_the_day_before_an_event_reaches_no_further_than_its_sentence(
    text: str, names: list[str], facts: list[Stated], words: str
) -> None:
    """The next sentence may tell of the day of the event."""
    found = await facts_told(text, names, facts, passages=[f"1|main|time:{words}"])

    shown = {one.predicate: one.valid_at and one.valid_at.text for one in found}
    assert (shown["told"], shown["arrived_at"]) == (words, None)


@pytest.mark.parametrize(
    ("text", "names", "asked", "answered", "words"),
    [
        (
            "收军之时，林河问道：“如之奈何？”吴海说：“不如求和。”周山道：“此言最善。”\n",
            ["人物|林河", "人物|吴海", "人物|周山"],
            "林河问道",
            "此言最善",
            "收军之时",
        ),
        (
            "When the war began, Lin called his men and asked, “What now?” “Make peace,” said Wu, and Zhou agreed.\n",
            ["Person|Lin", "Person|Wu", "Person|Zhou"],
            "Lin called his men",
            "Zhou agreed",
            "When the war began",
        ),
    ],
)
async def test_the_moment_of_an_act_reaches_no_further_than_the_speech_in_its_sentence(
    text: str, names: list[str], asked: str, answered: str, words: str
) -> None:
    """What others answer may be told of a later moment."""
    facts = [
        Stated(quote=asked, subject=1, predicate="met", object=2, text=asked),
        Stated(quote=answered, subject=3, predicate="helped", object=2, text=answered),
    ]

    found = await facts_told(text, names, facts, passages=[f"1|main|time:{words}"])

    shown = {one.predicate: one.valid_at and one.valid_at.text for one in found}
    assert (shown["met"], shown["helped"]) == (words, None)


@pytest.mark.parametrize(
    ("text", "names", "first", "second", "words"),
    [
        (
            "林河死之后，吴海继位。吴海死，周山继位。\n",
            ["人物|林河", "人物|吴海", "人物|周山"],
            "吴海继位",
            "周山继位",
            "林河死之后",
        ),
        (
            "After the death of Lin Wu ruled. When Wu was dead Zhou ruled.\n",
            ["Person|Lin", "Person|Wu", "Person|Zhou"],
            "Wu ruled",
            "Zhou ruled",
            "After the death of Lin",
        ),
    ],
)
async def test_the_time_after_an_event_is_not_shown_for_the_next_sentence_of_a_look_back(
    text: str, names: list[str], first: str, second: str, words: str
) -> None:
    """The look back goes on to another event."""
    facts = [
        Stated(quote=first, subject=2, predicate="met", object=1, text=first),
        Stated(quote=second, subject=3, predicate="helped", object=2, text=second),
    ]

    found = await facts_told(text, names, facts, passages=[f"1|flashback|starts|time:{words}"])

    shown = {one.predicate: one.valid_at and one.valid_at.text for one in found}
    assert (shown["met"], shown["helped"]) == (words, None)
