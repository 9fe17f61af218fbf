"""Tests of undo and redo in a work with a checkpoint, which contains the states after the last edits."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from episodic.app import StoryGraph
from episodic.errors import StoreUnavailableError
from episodic.model.decisions import Correction
from episodic.model.episodes import Chapter, Layer
from episodic.model.records import Changes, Kind, RecordKey
from episodic.pipeline.projection.projector import Projector
from episodic.pipeline.replay.replay import Replay
from episodic.pipeline.session import work_checkpoint
from episodic.pipeline.session.services import CHECKPOINT_FROM
from episodic.ports import GraphStore
from episodic.stores.sqlite import SQLiteStore
from tests import story
from tests.memory_stores import filled_store
from tests.story import VARIANTS, canonical, fresh_export, session_on

STORY = (*story.CHAPTERS, Chapter("王铁搬到云州。沈度曾任云州的军师。\n", title="第五章 旧剑"))
LAST = Chapter("林远住在海门城。林远见到了王铁。\n", title="第六章 后来")
Act = Callable[[StoryGraph], Awaitable[object]]
EDITS: dict[str, Act] = {
    "added": lambda graph: graph.add_episode(LAST),
    "added with new people": lambda graph: graph.add_episode(Chapter("赵虎，字伯威，徐州人。\n", title="尾声")),
    "replaced": lambda graph: graph.replace_episode(STORY[1].title, VARIANTS[0]),
    "narration": lambda graph: graph.replace_episode(STORY[1].title, f"{STORY[1].text}\n夜里很静。\n"),
    "inserted": lambda graph: graph.insert_episode(Chapter("赵虎住在青州。\n", title="楔子"), before=STORY[1].title),
    "removed": lambda graph: graph.remove_episode(STORY[1].title),
    "removed at the end": lambda graph: graph.remove_episode(STORY[-1].title),
    "moved": lambda graph: graph.move_episode(STORY[2].title, before=STORY[0].title),
    "renamed chapter": lambda graph: graph.rename_episode(STORY[1].title, "第二章 入云州"),
    "merged": lambda graph: graph.merge_entities("王铁", "沈度"),
    "split": lambda graph: graph.split_entity("林远", from_chapter=STORY[1].title),
    "renamed entity": lambda graph: graph.correct_entity("王铁", Correction.NAME, "王大锤"),
    "draft": lambda graph: graph.add_episode(Chapter("王铁住在青州。\n", title="草稿"), layer=Layer.DRAFT),
}


async def ingested_one_by_one(store: GraphStore) -> None:
    """Ingest each chapter of the story by a process of its own."""
    for one in STORY:
        await session_on(store).add_episode(one)


async def digests(store: GraphStore) -> dict[RecordKey, str]:
    """Return the digests of all records except those of the checkpoint, and redirects, which an undo adds and keeps."""
    others = {Kind.CHECKPOINT, Kind.REDIRECT}
    return {key: one for key, one in (await store.digests("story")).items() if key[0] not in others}


def forbid_derivation(patched: pytest.MonkeyPatch) -> None:
    """Let the replay of a chapter and the derivation of a graph fail."""

    def forbidden(*_: object) -> None:
        raise AssertionError("a chapter was replayed, or a graph was derived")

    patched.setattr(Replay, "add", forbidden)
    patched.setattr(Projector, "derive", forbidden)


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS.keys())
@pytest.mark.parametrize("restart", [True, False], ids=["new process", "same process"])
async def test_with_a_checkpoint_undo_and_redo_derive_nothing(
    edit: Act, restart: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The records are those before and after the edit, and the next chapter is added as to a work read from the
    beginning.
    """
    store = await filled_store("undone story", ingested_one_by_one) if restart else SQLiteStore(":memory:")
    graph = session_on(store)
    for one in () if restart else STORY:
        await graph.add_episode(one)
    before = await digests(store)
    await edit(graph)
    after = await digests(store)
    found: list[dict[RecordKey, str]] = []

    with monkeypatch.context() as patched:
        forbid_derivation(patched)
        for act in (StoryGraph.undo, StoryGraph.redo, StoryGraph.undo):
            graph = session_on(store) if restart else graph
            await act(graph)
            found.append(await digests(store))
    graph = session_on(store) if restart else graph
    await graph.add_episode(LAST)

    assert found == [before, after, before]
    assert await canonical(graph) == await fresh_export((*STORY, LAST))
    assert await canonical(session_on(store)) == await fresh_export((*STORY, LAST))
    await store.close()


async def test_several_edits_with_a_checkpoint_are_undone_without_derivation(monkeypatch: pytest.MonkeyPatch) -> None:
    store = await filled_store("undone story", ingested_one_by_one)
    before = await canonical(session_on(store))
    await session_on(store).add_episode(LAST)
    await session_on(store).merge_entities("王铁", "沈度")
    await session_on(store).replace_episode(STORY[0].title, VARIANTS[1])

    with monkeypatch.context() as patched:
        forbid_derivation(patched)
        await session_on(store).undo(2)
        await session_on(store).undo()

    assert await canonical(session_on(store)) == before
    await store.close()


@pytest.mark.parametrize("restart", [True, False], ids=["new process", "same process"])
async def test_an_undone_ingestion_is_redone_from_the_checkpoint(
    restart: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The work keeps its checkpoint after all chapters were removed, also if it has too few statements for a new one."""
    store = SQLiteStore(":memory:")
    graph = session_on(store)
    await graph.add_manuscript(STORY)
    after = await digests(store)

    graph = session_on(store) if restart else graph
    graph.session.tools = replace(graph.session.tools, checkpoint_from=CHECKPOINT_FROM)
    with monkeypatch.context() as patched:
        patched.setattr(Replay, "add", None)
        await graph.undo(ingestion=True)
        assert await graph.chapters() == ()
        graph = session_on(store) if restart else graph
        patched.setattr(Projector, "derive", None)
        await graph.redo(len(STORY))

    assert await digests(store) == after
    graph = session_on(store) if restart else graph
    await graph.add_episode(LAST)
    assert await canonical(graph) == await canonical(session_on(store)) == await fresh_export((*STORY, LAST))
    await store.close()


async def test_a_checkpoint_that_was_written_anew_does_not_contain_earlier_states(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The undo replays the chapters then."""
    store = SQLiteStore(":memory:")
    for one in STORY[:2]:
        await session_on(store).add_episode(one)
    before = await canonical(session_on(store))
    monkeypatch.setattr(work_checkpoint, "_LEAST_REWRITTEN", 0)
    monkeypatch.setattr(work_checkpoint, "_GROWTH", 0)
    await session_on(store).add_episode(STORY[2])

    await session_on(store).undo()

    assert await canonical(session_on(store)) == before
    await store.close()


class Failing(SQLiteStore):
    """A store in memory that is unavailable for the next commit if `fails` is true."""

    fails = False

    async def commit(self, changes: Changes, *more: Changes) -> int:
        if self.fails:
            self.fails = False
            raise StoreUnavailableError("The process ended before the commit.")
        return await super().commit(changes, *more)


async def test_an_undo_that_is_not_saved_leaves_the_state_before_it() -> None:
    """The session and a new process can undo the edit later."""
    store = Failing(":memory:")
    graph = session_on(store)
    for one in STORY:
        await graph.add_episode(one)
    before = await canonical(graph)
    await graph.add_episode(LAST)
    after = await canonical(graph)
    store.fails = True

    with pytest.raises(StoreUnavailableError):
        await graph.undo()

    assert await canonical(graph) == await canonical(session_on(store)) == after
    await graph.undo()
    assert await canonical(graph) == await canonical(session_on(store)) == before
    await store.close()


async def test_an_undo_of_a_process_that_was_overtaken_is_made_again() -> None:
    """Another process renames a chapter before the undo, so that the last edit is another one."""
    store = SQLiteStore(":memory:")
    for one in STORY:
        await session_on(store).add_episode(one)
    graph = session_on(store)
    before = await canonical(graph)
    await session_on(store).rename_episode(STORY[0].title, "海门")

    undone = await graph.undo()

    assert undone.action == f"rename {STORY[0].title}"
    assert await canonical(graph) == before
    await store.close()


@pytest.mark.parametrize("restart", [True, False], ids=["new process", "same process"])
async def test_the_removal_of_chapters_added_last_derives_nothing(
    restart: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The chapters are removed one by one, the last one first."""
    store = SQLiteStore(":memory:")
    graph = session_on(store)
    found: list[dict[RecordKey, str]] = []
    for one in STORY:
        await graph.add_episode(one)
        found.append(await digests(store))

    with monkeypatch.context() as patched:
        forbid_derivation(patched)
        for count in (4, 3, 2):
            graph = session_on(store) if restart else graph
            await graph.remove_episode(STORY[count].title)
            assert await digests(store) == found[count - 1], count
    await graph.undo()

    assert await canonical(graph) == await canonical(session_on(store)) == await fresh_export(STORY[:3])
    await store.close()


async def test_the_removal_of_the_last_chapter_keeps_later_edits() -> None:
    store = SQLiteStore(":memory:")
    for one in STORY:
        await session_on(store).add_episode(one)
    await session_on(store).replace_episode(STORY[0].title, VARIANTS[0])

    await session_on(store).remove_episode(STORY[-1].title)

    changed = (replace(STORY[0], text=VARIANTS[0]), *STORY[1:-1])
    assert await canonical(session_on(store)) == await fresh_export(changed)
    await store.close()
