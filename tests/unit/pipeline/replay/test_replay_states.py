"""Chapters after an edit keep their results if the edit leaves the state on which the chapters depend unchanged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from episodic.app import StoryGraph
from episodic.model.episodes import Chapter
from episodic.pipeline.checkpoint.tables import kept_values
from episodic.pipeline.replay.replay import Replay
from episodic.pipeline.replay.replay_states import continued
from episodic.stores.sqlite import SQLiteStore
from tests.stories.script import Says, Script
from tests.story import CHAPTERS, memory_graph

LATER = Chapter("林远住在海门城。沈度曾任云州的军师。王铁持铁剑。\n", title="第五章 后来")
STORY = (*CHAPTERS, LATER)
COUNTS = ("._statement_numbers._seen", "._passage_numbers._seen", ".decisions.authored.counts")


async def steps_of(graph: StoryGraph, chapters: Sequence[Chapter]) -> list[Replay]:
    """Return a replay after each of the chapters."""
    await graph.add_manuscript(chapters)
    session = graph.session
    inputs = (await session.state()).inputs
    replay = session.bench.empty_replay(inputs, inputs.settings, session.answers)
    steps: list[Replay] = []
    for one in inputs.in_narrative_order():
        replay.add(one)
        steps.append(replay.copy())
    return steps


def with_text(number: int, text: str) -> list[Chapter]:
    """Return the story with another text of the chapter with this index."""
    return [replace(one, text=text) if place == number else one for place, one in enumerate(STORY)]


@pytest.mark.parametrize("number", range(len(STORY) - 1))
@pytest.mark.parametrize("before", [True, False])
async def test_narration_without_names_keeps_the_results_of_later_chapters(number: int, *, before: bool) -> None:
    """The result is the replay of the edited text from the first chapter."""
    said, text = "夜里很静，谁也没有说话。", STORY[number].text
    edited = with_text(number, f"{said}\n\n{text}" if before else f"{text}\n{said}\n")
    async with memory_graph() as graph, memory_graph() as other:
        known, fresh = await steps_of(graph, STORY), await steps_of(other, edited)

        found = continued(fresh[number], known[number], known[-1])

        assert found is not None
        assert len(found.chapters) == len(found.completed) == len(STORY)
        assert all(one.equals(two) for one, two in zip(found.chapters, fresh[-1].chapters, strict=True))
        values, whole = kept_values(found), kept_values(fresh[-1])
        assert {path: values[path] for path in COUNTS} == {path: whole[path] for path in COUNTS}


async def test_narration_before_a_lasting_state_keeps_the_results_of_later_chapters() -> None:
    """Where a chapter tells a state matters only to the statements of the same chapter."""
    lame = Says("Ann", "health", value="lame", text="Ann is lame.")
    danced = Says("Ann", "went_to", "Mill", text="Ann danced.")
    model = Script({"Ann": "Person", "Mill": "Place"}, {"Ann limped": [lame], "Ann danced": [danced]}).model()
    story = [Chapter("Ann limped.", key="1"), Chapter("In the Mill Ann danced.", key="2")]
    edited = [replace(story[0], text=f"The night was quiet.\n\n{story[0].text}"), story[1]]
    async with StoryGraph(SQLiteStore(":memory:"), model=model) as graph:
        known = await steps_of(graph, story)
    async with StoryGraph(SQLiteStore(":memory:"), model=model) as graph:
        fresh = await steps_of(graph, edited)

    found = continued(fresh[0], known[0], known[-1])

    assert kept_values(known[0])["._states._by_subject"]
    assert found is not None
    assert all(one.equals(two) for one, two in zip(found.chapters, fresh[-1].chapters, strict=True))


async def test_another_name_or_statement_changes_the_state() -> None:
    """A later chapter may depend on a new name, on a further mention, and on a statement."""
    for text in ("苏氏住在云州。", "林远在此。", "王铁把铁剑交给沈度。"):
        async with memory_graph() as graph, memory_graph() as other:
            known = await steps_of(graph, STORY)
            fresh = await steps_of(other, with_text(1, f"{STORY[1].text}\n{text}\n"))

            assert continued(fresh[1], known[1], known[-1]) is None, text


async def test_a_sentence_that_a_later_chapter_repeats_changes_the_state() -> None:
    """The id of the later passage contains the number of equal passages before it."""
    said = "夜里很静，谁也没有说话。" * 20
    story = [*STORY[:-1], replace(LATER, text=f"{said}\n\n* * *\n\n{LATER.text}")]
    edited = [
        replace(one, text=f"{said}\n\n* * *\n\n{one.text}") if place == 0 else one for place, one in enumerate(story)
    ]
    async with memory_graph() as graph, memory_graph() as other:
        known, fresh = await steps_of(graph, story), await steps_of(other, edited)

        assert fresh[-1].chapters[-1].passages[0].value.uuid != known[-1].chapters[-1].passages[0].value.uuid
        assert continued(fresh[0], known[0], known[-1]) is None
