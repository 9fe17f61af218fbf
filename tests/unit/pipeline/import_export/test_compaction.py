"""Tests of compaction: which revisions can still be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from episodic.app import StoryGraph
from episodic.errors import HistoryCompactedError, InputError, UnknownRevisionError
from episodic.model.records import Kind
from episodic.pipeline.import_export.compaction import Compacted, compact, purge
from episodic.pipeline.inputs import load_at
from episodic.search.scope import Scope
from episodic.stores.sqlite import SQLiteStore
from tests.story import CHAPTERS, VARIANTS, canonical, fresh_export, memory_graph, session_on


async def edited(graph: StoryGraph) -> None:
    """Ingest four chapters and replace two of them, which gives six revisions."""
    for chapter in CHAPTERS:
        await graph.add_episode(chapter)
    await graph.replace_episode(1, VARIANTS[0])
    await graph.replace_episode(2, VARIANTS[1])


def bytes_in(folder: Path) -> bytes:
    """Return the content of all files in the folder."""
    return b"".join(one.read_bytes() for one in folder.iterdir())


async def test_only_the_kept_revisions_can_be_read() -> None:
    """If two of six revisions are kept, the fifth and sixth can be read.

    The fifth revision replaced the text and the reading of the first chapter. The names known from the first chapter
    changed, so that the fifth revision also replaced the readings of the next three chapters.
    """
    async with memory_graph() as graph:
        await edited(graph)

        done = await compact(graph.store, "story", keep_revisions=2)

        assert done == Compacted(revision=6, readable_from=5, dropped=2 + 3)
        assert (await load_at(graph.store, "story", 5)).revision == 5
        with pytest.raises(HistoryCompactedError) as raised:
            await load_at(graph.store, "story", 4)
        assert raised.value.readable_from == 5
        assert "revision 5" in raised.value.hint


async def test_a_read_before_the_first_readable_revision_is_an_error() -> None:
    """A read of a deleted revision is an error, because only a part of its records is left."""
    async with memory_graph() as graph:
        await edited(graph)
        whole = await graph.chapters(scope=Scope(at_revision=5))

        await compact(graph.store, "story", before=5)

        assert await graph.chapters(scope=Scope(at_revision=5)) == whole
        with pytest.raises(HistoryCompactedError):
            await graph.chapters(scope=Scope(at_revision=4))
        with pytest.raises(HistoryCompactedError):
            await load_at(graph.store, "story", 0)


async def test_only_edits_in_the_kept_history_can_be_undone() -> None:
    """Undo of an earlier edit raises the same error and changes nothing."""
    async with memory_graph() as graph:
        await edited(graph)
        await compact(graph.store, "story", keep_revisions=2)

        undone = await graph.undo()
        before = await canonical(graph)
        with pytest.raises(HistoryCompactedError):
            await graph.undo()

        assert undone.revision == 7
        assert await canonical(graph) == before
        assert await compact(graph.store, "story", before=5) == Compacted(7, 5, 0)


@pytest.mark.parametrize("purged", [False, True])
async def test_compaction_does_not_change_the_graph(purged: bool) -> None:
    """The canonical export is unchanged, and the work can be edited further."""
    async with memory_graph() as graph, memory_graph() as calm:
        await edited(graph)
        before = await canonical(graph)

        await (purge(graph.store, "story") if purged else compact(graph.store, "story", before=6))

        assert await canonical(graph) == before
        await graph.replace_episode(3, VARIANTS[2])
        await edited(calm)
        await calm.replace_episode(3, VARIANTS[2])
        assert await canonical(graph) == await canonical(calm)


async def test_a_purge_leaves_no_text_of_a_replaced_chapter(tmp_path: Path) -> None:
    """The text is gone from the history, derived records, cached answers, the store file and its log."""
    path = tmp_path / "story.db"
    async with StoryGraph(SQLiteStore(path), group_id="story") as graph:
        for chapter in CHAPTERS:
            await graph.add_episode(chapter)
        await graph.replace_episode(4, VARIANTS[1])
        secret = "林远娶苏氏为妻".encode()
        before = secret in bytes_in(tmp_path)

        done = await purge(graph.store, "story")

        after = bytes_in(tmp_path)
        assert before
        assert secret not in after
        assert "苏氏".encode() not in after
        assert done == Compacted(revision=5, readable_from=5, dropped=2)


async def test_a_purge_deletes_the_checkpoint_of_an_undone_ingestion() -> None:
    """The checkpoint contains the undone chapters, from which a redo would restore them. The work can be edited
    further.
    """
    store = SQLiteStore(":memory:")
    graph = session_on(store)
    await graph.add_manuscript(CHAPTERS)
    await graph.undo(ingestion=True)
    before = await store.digests("story", Kind.CHECKPOINT)

    await graph.purge()

    assert before
    assert await store.digests("story", Kind.CHECKPOINT) == {}
    await graph.add_manuscript(CHAPTERS)
    assert await canonical(graph) == await canonical(session_on(store)) == await fresh_export(CHAPTERS)
    assert await store.digests("story", Kind.CHECKPOINT)
    await store.close()


async def test_invalid_arguments_are_refused_and_change_nothing() -> None:
    """Missing or contradictory options, an unknown revision and an unknown work are refused."""
    async with memory_graph() as graph:
        await edited(graph)
        work = await graph.store.work("story")

        for before, keep in ((None, None), (3, 3), (None, 0), (None, -1)):
            with pytest.raises(InputError):
                await compact(graph.store, "story", before=before, keep_revisions=keep)
        for before in (0, -1, 7):
            with pytest.raises(UnknownRevisionError):
                await compact(graph.store, "story", before=before)
        for name in ("another", "story "):
            with pytest.raises(InputError):
                await purge(graph.store, name)

        assert await graph.store.work("story") == work


async def test_keeping_more_revisions_than_there_are_keeps_all() -> None:
    """Nothing is deleted, and the result says so."""
    async with memory_graph() as graph:
        await edited(graph)

        assert await compact(graph.store, "story", keep_revisions=100) == Compacted(6, 1, 0)
        assert (await load_at(graph.store, "story", 0)).chapters == ()
