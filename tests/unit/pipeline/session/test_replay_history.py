"""The states of a replay that a checkpoint keeps are the states of a replay of the first chapters."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sized
from dataclasses import replace
from typing import cast

import pytest

from episodic.app import StoryGraph
from episodic.model.episodes import Chapter
from episodic.pipeline.checkpoint.tables import kept_values
from episodic.pipeline.inputs import ChapterInput
from episodic.pipeline.replay.questions.open_questions import OpenQuestions
from episodic.pipeline.replay.replay import Replay
from episodic.pipeline.replay.replay_states import continued
from episodic.ports import GraphStore
from episodic.stores.sqlite import SQLiteStore
from tests.memory_stores import filled_store
from tests.story import CHAPTERS, canonical, session_on

STORY = (
    *CHAPTERS,
    Chapter("林远住在海门城。沈度曾任云州的军师。\n", title="第五章 后来"),
    Chapter("王铁搬到云州。林远见到了王铁。\n", title="第六章 旧剑"),
)
COUNTS = ("._statement_numbers._seen", "._passage_numbers._seen", ".decisions.authored.counts")
NARRATED = f"{STORY[1].text}\n夜里很静，谁也没有说话。\n"

Act = Callable[[StoryGraph], Awaitable[object]]
EDITS: dict[str, Act] = {
    "narration": lambda graph: graph.replace_episode(STORY[1].title, NARRATED),
    "narration in the first chapter": lambda graph: graph.replace_episode(
        STORY[0].title, f"天色未明。\n\n{STORY[0].text}"
    ),
    "another name": lambda graph: graph.replace_episode(STORY[2].title, f"{STORY[2].text}\n苏氏住在云州。\n"),
    "the last chapter": lambda graph: graph.replace_episode(STORY[-1].title, "王铁住在青州。\n"),
    "removed": lambda graph: graph.remove_episode(STORY[3].title),
    "removed at the end": lambda graph: graph.remove_episode(STORY[-1].title),
    "inserted": lambda graph: graph.insert_episode(Chapter("赵虎住在青州。\n", title="楔子"), before=STORY[1].title),
    "merged": lambda graph: graph.merge_entities("王铁", "沈度"),
    "added": lambda graph: graph.add_episode(Chapter("赵虎住在青州。\n", title="尾声")),
}


async def ingested_together(store: GraphStore) -> None:
    """Ingest the story as one manuscript."""
    await session_on(store).add_manuscript(STORY)


async def ingested_one_by_one(store: GraphStore) -> None:
    """Ingest each chapter of the story by a process of its own."""
    for one in STORY:
        await session_on(store).add_episode(one)


async def assert_kept_states_are_fresh(store: GraphStore) -> None:
    """Assert that each kept replay has the state and the results of a replay of the same chapters from the first one,
    also if only its changes since the kept replay before it are loaded.
    """
    session = session_on(store).session
    state = await session.state()
    assert session.from_checkpoint
    fresh = session.bench.empty_replay(state.inputs, state.inputs.settings, session.answers)
    compared, before = 0, fresh.copy()
    for count, chapter in enumerate(state.inputs.in_narrative_order(), 1):
        fresh.add(chapter)
        kept = session.stored_replays.get(count)
        if kept is not None:
            assert_equal(kept.restore(), fresh)
            assert kept.before == len(before.chapters)
            if before.chapters:
                assert_equal(kept.continued(before), fresh)
            compared, before = compared + 1, fresh.copy()
    assert compared, "a state is kept"


def assert_equal(kept: Replay, fresh: Replay) -> None:
    """Assert that two replays have the same state and the same results."""
    one, other = kept_values(kept), kept_values(fresh)
    # The lengths are compared first, because a table that was read whole knows its length anew.
    assert [len(cast("Sized", one[path])) for path in COUNTS] == [len(cast("Sized", other[path])) for path in COUNTS]
    assert {path: one[path] for path in COUNTS} == {path: other[path] for path in COUNTS}
    assert all(first.equals(second) for first, second in zip(kept.chapters, fresh.chapters, strict=True))
    assert continued(fresh, kept, kept) is not None


@pytest.mark.parametrize("together", [True, False])
@pytest.mark.parametrize("what", EDITS)
async def test_after_an_edit_all_kept_states_are_those_of_the_edited_text(what: str, *, together: bool) -> None:
    """The chapters are ingested together, or each by a process of its own. The edit is then undone."""
    store = await filled_store((STORY, together), ingested_together if together else ingested_one_by_one)
    acts: list[Act] = [EDITS[what], lambda graph: graph.undo(), EDITS[what], EDITS["added"]]

    for act in acts:
        await act(session_on(store))

        await assert_kept_states_are_fresh(store)


async def test_edits_in_new_processes_give_the_graph_of_the_edited_text() -> None:
    """Each edit starts from a kept state."""
    store, whole = await filled_store((STORY, False), ingested_one_by_one), SQLiteStore(":memory:")
    for what in ("narration", "another name", "the last chapter"):
        await EDITS[what](session_on(store))
    texts = {
        STORY[1].title: NARRATED,
        STORY[2].title: f"{STORY[2].text}\n苏氏住在云州。\n",
        STORY[-1].title: "王铁住在青州。\n",
    }
    await session_on(whole).add_manuscript([replace(one, text=texts.get(one.title, one.text)) for one in STORY])

    assert await canonical(session_on(store)) == await canonical(session_on(whole))
    await whole.close()


async def test_an_edit_without_effect_keeps_the_states_of_later_chapters() -> None:
    """Only the state after the edited chapter is written again."""
    graph = session_on(await filled_store((STORY, False), ingested_one_by_one))
    await EDITS["narration"](graph)

    assert list(graph.session.stored_replays) == list(range(1, len(STORY) + 1))


LONG = (*STORY, *(Chapter(f"林远住在第{n}城。王铁到了第{n}城。\n", title=f"第{n}回 路") for n in range(10, 18)))


async def long_ingested(store: GraphStore) -> None:
    """Ingest the long story as one manuscript."""
    await session_on(store).add_manuscript(LONG)


@pytest.mark.parametrize("numbers", [[4], [8], [9, 9], [5, 10, 5], [6, 12], [13, 12]])
async def test_an_edit_between_two_kept_states_corrects_the_next_one(numbers: list[int]) -> None:
    """The process that ingested the story edits it, and compares its states after each chapter, of which few are kept."""
    store = SQLiteStore(":memory:")
    graph = session_on(store)
    await graph.add_manuscript(LONG)
    kept = list(graph.session.stored_replays)

    for times, number in enumerate(numbers):
        said = "夜里很静，谁也没有说话。\n" * (times + 1)
        await graph.replace_episode(LONG[number].title, f"{LONG[number].text}\n{said}")

        assert list(graph.session.stored_replays) == kept
        await assert_kept_states_are_fresh(store)
    await store.close()


@pytest.mark.parametrize("numbers", [[4], [9, 9], [5, 10, 6], [13, 12], [6, 0, 3]])
async def test_new_processes_edit_between_kept_states(numbers: list[int]) -> None:
    store = await filled_store((LONG, True), long_ingested)

    for times, number in enumerate(numbers):
        said = "夜里很静，谁也没有说话。\n" * (times + 1)
        await session_on(store).replace_episode(LONG[number].title, f"{LONG[number].text}\n{said}")

        await assert_kept_states_are_fresh(store)


@pytest.mark.parametrize("number", [4, 9])
async def test_an_edit_that_adds_passages_counts_them_in_all_later_states(number: int) -> None:
    """A kept state contains how many different passages the chapters up to it have."""
    store = SQLiteStore(":memory:")
    graph = session_on(store)
    await graph.add_manuscript(LONG)
    scenes = "".join(f"\n\n* * *\n\n{f'第{n}夜很静，谁也没有说话。' * 30}\n" for n in range(3))

    await graph.replace_episode(LONG[number].title, LONG[number].text + scenes)

    await assert_kept_states_are_fresh(store)
    await store.close()


async def test_an_edit_replays_no_chapter_after_the_edited_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """An edit begins at the kept state before the edited chapter, and is compared with the kept state after it."""
    store = await filled_store((LONG, True), long_ingested)
    graph, added = session_on(store), list[str]()
    add = Replay.add

    def noted(replay: Replay, chapter: ChapterInput, identified: Replay | None = None) -> OpenQuestions:
        added.append(chapter.episode.title)
        return add(replay, chapter, identified)

    monkeypatch.setattr(Replay, "add", noted)

    for count in (1, 2):
        added.clear()
        await graph.replace_episode(LONG[9].title, LONG[9].text + "\n夜里很静，谁也没有说话。\n" * count)

        assert added == [LONG[9].title]
