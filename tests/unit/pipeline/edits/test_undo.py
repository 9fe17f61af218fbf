"""Tests of undo and redo: each makes a new revision with the earlier graph; an edit clears the redo list."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from episodic.app import StoryGraph
from episodic.errors import HistoryCompactedError, NothingToUndoError, UnknownRevisionError
from episodic.model.episodes import Chapter
from episodic.model.records import Commit
from episodic.pipeline.edits.undo import EditHistory, edit_history
from episodic.search.scope import Scope
from episodic.stores.sqlite import SQLiteStore
from tests.story import canonical

CHAPTERS = (
    Chapter("Marsh Weller lives in Harrow Ferry.\n", title="One", key="one"),
    Chapter("Marsh Weller lives in Port Sable.\n", title="Two", key="two"),
)


@pytest.fixture
async def graph() -> AsyncIterator[StoryGraph]:
    """Two chapters read by rules."""
    async with StoryGraph(SQLiteStore(":memory:"), group_id="history") as made:
        await made.add_manuscript(CHAPTERS)
        yield made


def commit(revision: int, action: str) -> Commit:
    """One line of a work's record axis."""
    return Commit(revision, f"c{revision}", "", action)


async def test_undo_gives_back_the_graph_before_the_edit_and_redo_the_one_after(graph: StoryGraph) -> None:
    """Each in a revision of its own."""
    before = await canonical(graph)
    await graph.replace_episode("two", "Marsh Weller walked home.\n")
    after = await canonical(graph)

    undone = await graph.undo()
    back = await canonical(graph)
    redone = await graph.redo()

    assert back == before
    assert await canonical(graph) == after
    assert (undone.revision, redone.revision) == (4, 5)
    assert undone.action == redone.action == "replace two"
    assert [one.object_name for one in undone.diff.added] == ["Port Sable"]


async def test_several_edits_are_undone_one_after_the_other(graph: StoryGraph) -> None:
    """The last one first; what came and went is not in the answer."""
    before = await canonical(graph)
    await graph.remove_episode("one")
    await graph.replace_episode("two", "Marsh Weller walked home.\n")

    undone = await graph.undo(2)

    assert await canonical(graph) == before
    assert sorted(str(one.object_name) for one in undone.diff.added) == ["Harrow Ferry", "Port Sable"]


async def test_an_edit_ends_what_could_be_made_again(graph: StoryGraph) -> None:
    """Redo follows an undo only."""
    await graph.remove_episode("two")
    await graph.undo()

    await graph.replace_episode("one", "Marsh Weller slept.\n")

    with pytest.raises(NothingToUndoError, match="redo"):
        await graph.redo()


async def test_an_undo_of_nothing_is_a_named_error(graph: StoryGraph) -> None:
    """When every chapter is taken back, nothing is left to undo."""
    await graph.undo(2)

    assert await graph.chapters() == ()
    with pytest.raises(NothingToUndoError, match="undo"):
        await graph.undo()


async def test_the_authors_decisions_are_undone_too(graph: StoryGraph) -> None:
    """A merge, for one."""
    before = await canonical(graph)
    await graph.merge_entities("Harrow Ferry", "Port Sable")

    await graph.undo()

    assert await canonical(graph) == before
    assert await graph.acts() == ()


async def test_an_earlier_revision_is_read_as_it_was(graph: StoryGraph) -> None:
    """Also through undo and redo; one that never was is an error."""
    await graph.remove_episode("two")

    then = await graph.chapters(scope=Scope(at_revision=2))

    assert [one.chapter.title for one in then] == ["One", "Two"]
    with pytest.raises(UnknownRevisionError, match="9"):
        await graph.chapters(scope=Scope(at_revision=9))


def test_what_can_be_undone_and_made_again_follows_from_the_commits() -> None:
    """Undo takes from one stack to the other; commits that no author made are passed over."""
    told = [commit(1, "add a"), commit(2, "spread order keys"), commit(3, "add b"), commit(4, "undo 3")]

    once = edit_history(told)
    again = edit_history([*told, commit(5, "redo 3")])
    ended = edit_history([*told, commit(5, "add c")])

    assert [one.revision for one in once.done] == [1]
    assert [one.revision for one in once.undone] == [3]
    assert [one.revision for one in again.done] == [1, 3]
    assert [one.revision for one in ended.done] == [1, 5]
    assert ended.undone == ()


def test_a_chapter_called_like_an_undo_is_an_edit() -> None:
    """Only the undo of the last edit is one."""
    told = [commit(1, "add a"), commit(2, "undo 7")]

    assert [one.revision for one in edit_history(told).done] == [1, 2]


@pytest.mark.parametrize("asked", [3, 5, 9])
async def test_edits_behind_compacted_history_are_not_counted_as_edits_to_undo(graph: StoryGraph, asked: int) -> None:
    """However many are asked for, the number that is named can be undone."""
    for title in ("Uno", "Eins", "Un"):
        await graph.rename_episode("one", title)
    await graph.compact(keep_revisions=3)

    with pytest.raises(HistoryCompactedError, match="in reach: 2; nothing was changed") as refused:
        await graph.undo(asked)

    assert (refused.value.in_reach, refused.value.readable_from) == (2, 3)
    await graph.undo(2)
    with pytest.raises(HistoryCompactedError, match="in reach: 0"):
        await graph.undo()


async def test_an_undone_edit_behind_compacted_history_is_not_counted_as_one_to_redo(graph: StoryGraph) -> None:
    """What the work was after it is gone."""
    await graph.rename_episode("one", "Uno")
    await graph.undo()
    await graph.compact(keep_revisions=1)

    with pytest.raises(HistoryCompactedError, match="in reach: 0"):
        await graph.redo()


async def test_the_steps_of_a_compacted_work_are_those_that_can_be_made(graph: StoryGraph) -> None:
    """What is listed as undoable can be undone."""
    for title in ("Uno", "Eins"):
        await graph.rename_episode("one", title)
    await graph.compact(keep_revisions=2)

    listed = await graph.steps()

    assert [one.revision for one in listed.done] == [4]


def test_history_that_begins_with_the_first_revision_reaches_the_empty_work() -> None:
    """The first edit can be undone; with a later beginning it cannot."""
    told = edit_history([commit(1, "add a"), commit(2, "add b"), commit(3, "undo 2")])

    assert told.reaching(1) == told
    assert told.reaching(2) == EditHistory((), told.undone)
    assert told.reaching(3) == EditHistory((), ())


async def test_one_edit_is_not_called_edits(graph: StoryGraph) -> None:
    """The message states the right numbers."""
    await graph.undo()

    with pytest.raises(NothingToUndoError, match="is only 1 edit to undo"):
        await graph.undo(2)
