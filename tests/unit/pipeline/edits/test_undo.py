"""Tests of undo and redo: each makes a new revision with the earlier graph. An edit clears the redo list."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from episodic.app import StoryGraph
from episodic.errors import (
    HistoryCompactedError,
    InputError,
    NothingToUndoError,
    UnknownRevisionError,
)
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
    """Return a graph of two chapters that are read by rules."""
    async with StoryGraph(SQLiteStore(":memory:"), group_id="history") as made:
        await made.add_manuscript(CHAPTERS)
        yield made


def commit(revision: int, action: str) -> Commit:
    """Return a commit with this action."""
    return Commit(revision, f"c{revision}", "", action)


async def test_undo_restores_the_earlier_graph_and_redo_the_later_one(graph: StoryGraph) -> None:
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


async def test_several_edits_are_undone_in_reverse_order(graph: StoryGraph) -> None:
    """The last edit is undone first. The result leaves out what was both added and removed."""
    before = await canonical(graph)
    await graph.remove_episode("one")
    await graph.replace_episode("two", "Marsh Weller walked home.\n")

    undone = await graph.undo(2)

    assert await canonical(graph) == before
    assert sorted(str(one.object_name) for one in undone.diff.added) == ["Harrow Ferry", "Port Sable"]


async def test_an_edit_clears_the_redo_list(graph: StoryGraph) -> None:
    """Redo is possible only directly after an undo."""
    await graph.remove_episode("two")
    await graph.undo()

    await graph.replace_episode("one", "Marsh Weller slept.\n")

    with pytest.raises(NothingToUndoError, match="redo"):
        await graph.redo()


async def test_undo_without_an_edit_is_an_error(graph: StoryGraph) -> None:
    """After all chapters are undone, no edit is left."""
    await graph.undo(2)

    assert await graph.chapters() == ()
    with pytest.raises(NothingToUndoError, match="undo"):
        await graph.undo()


@pytest.mark.parametrize("count", [0, -1])
async def test_fewer_than_one_edit_cannot_be_undone_or_redone(graph: StoryGraph, count: int) -> None:
    before = len(await graph.commits())

    with pytest.raises(InputError, match="number of edits"):
        await graph.undo(count)
    with pytest.raises(InputError, match="number of edits"):
        await graph.redo(count)

    assert len(await graph.commits()) == before


async def test_a_whole_ingestion_is_undone_in_one_call(graph: StoryGraph) -> None:
    """The chapters of an earlier ingestion stay."""
    before = await canonical(graph)
    await graph.add_manuscript(
        [Chapter(f"Odile Reed lives in Port {name}.\n", title=name, key=name) for name in ("Ash", "Elm", "Oak")]
    )

    undone = await graph.undo(ingestion=True)

    assert await canonical(graph) == before
    assert undone.action == "add Oak; add Elm; add Ash"


async def test_the_rest_of_a_partly_undone_ingestion_is_known(graph: StoryGraph) -> None:
    await graph.undo()

    partly = await graph.steps()
    await graph.undo(ingestion=True)
    whole = await graph.steps()

    assert [one.action for one in partly.rest_of_ingestion] == ["add one"]
    assert whole.rest_of_ingestion == ()
    assert await graph.chapters() == ()


async def test_a_whole_undone_ingestion_is_redone_in_one_call(graph: StoryGraph) -> None:
    """An edit that was undone before the ingestion stays undone."""
    after = await canonical(graph)
    await graph.rename_episode("one", "Uno")
    await graph.undo()
    await graph.undo(ingestion=True)

    redone = await graph.redo(ingestion=True)
    steps = await graph.steps()

    assert await canonical(graph) == after
    assert redone.action == "add one; add two"
    assert [one.action for one in steps.undone] == ["rename one"]


async def test_the_rest_of_a_partly_redone_ingestion_is_known(graph: StoryGraph) -> None:
    await graph.undo(ingestion=True)
    nothing_yet = await graph.steps()
    await graph.redo()

    partly = await graph.steps()
    await graph.redo(ingestion=True)
    whole = await graph.steps()

    assert nothing_yet.rest_to_redo == ()
    assert [one.action for one in partly.rest_to_redo] == ["add two"]
    assert whole.rest_to_redo == ()
    assert [one.chapter.title for one in await graph.chapters()] == ["One", "Two"]


async def test_an_edit_of_another_kind_is_not_redone_as_an_ingestion(graph: StoryGraph) -> None:
    await graph.rename_episode("one", "Uno")
    await graph.undo()

    with pytest.raises(InputError, match=r"rename one.* was not made by an ingestion"):
        await graph.redo(ingestion=True)
    await graph.redo()
    with pytest.raises(NothingToUndoError, match="redo"):
        await graph.redo(ingestion=True)

    assert (await graph.chapters())[0].chapter.title == "Uno"


async def test_chapters_added_one_by_one_are_separate_ingestions(graph: StoryGraph) -> None:
    await graph.add_episode("Odile Reed lives in Port Ash.\n", name="three")
    await graph.add_episode("Odile Reed lives in Port Elm.\n", name="four")

    await graph.undo(ingestion=True)

    assert [one.chapter.title for one in await graph.chapters()] == ["One", "Two", "three"]


async def test_an_edit_of_another_kind_is_not_undone_as_an_ingestion(graph: StoryGraph) -> None:
    await graph.rename_episode("one", "Uno")

    with pytest.raises(InputError, match=r"rename one.* was not made by an ingestion"):
        await graph.undo(ingestion=True)

    assert (await graph.chapters())[0].chapter.title == "Uno"


async def test_overrides_can_be_undone(graph: StoryGraph) -> None:
    before = await canonical(graph)
    await graph.merge_entities("Harrow Ferry", "Port Sable")

    await graph.undo()

    assert await canonical(graph) == before
    assert await graph.acts() == ()


async def test_an_earlier_revision_can_be_read(graph: StoryGraph) -> None:
    """Revisions before an undo or redo can be read too, and an unknown revision is an error."""
    await graph.remove_episode("two")

    then = await graph.chapters(scope=Scope(at_revision=2))

    assert [one.chapter.title for one in then] == ["One", "Two"]
    with pytest.raises(UnknownRevisionError, match="9"):
        await graph.chapters(scope=Scope(at_revision=9))


def test_the_undo_and_redo_stacks_follow_from_the_commits() -> None:
    """Undo moves an edit to the redo stack. Commits without an edit are skipped."""
    told = [commit(1, "add a"), commit(2, "describe chapters"), commit(3, "add b"), commit(4, "undo 3")]

    once = edit_history(told)
    again = edit_history([*told, commit(5, "redo 3")])
    ended = edit_history([*told, commit(5, "add c")])

    assert [one.revision for one in once.done] == [1]
    assert [one.revision for one in once.undone] == [3]
    assert [one.revision for one in again.done] == [1, 3]
    assert [one.revision for one in ended.done] == [1, 5]
    assert ended.undone == ()


def test_one_commit_undoes_or_redoes_several_edits() -> None:
    """The commit names the first and the last of these edits. Edits that were undone before are not counted."""
    told = [*(commit(number, f"add {number}") for number in range(1, 4)), commit(4, "undo 3"), commit(5, "add b")]
    undone = [*told, commit(6, "undo 2-5")]

    assert [one.revision for one in edit_history(told).done] == [1, 2, 5]
    assert edit_history(undone) == EditHistory((told[0],), (told[4], told[1]))
    assert edit_history([*undone, commit(7, "redo 2")]) == EditHistory((told[0], told[1]), (told[4],))
    assert edit_history([*undone, commit(7, "redo 2-5")]) == EditHistory((told[0], told[1], told[4]), ())


@pytest.mark.parametrize("action", ["undo 3-5", "undo 1-2", "redo 1-3", "undo 3-3-3"])
def test_a_commit_that_names_other_edits_undoes_none(action: str) -> None:
    told = [commit(1, "add a"), commit(2, "add b"), commit(3, "add c"), commit(4, action)]

    assert edit_history(told).done == tuple(told)


def test_a_chapter_called_like_an_undo_is_an_edit() -> None:
    """A chapter whose title looks like the action of an undo is an ordinary edit."""
    told = [commit(1, "add a"), commit(2, "undo 7")]

    assert [one.revision for one in edit_history(told).done] == [1, 2]


@pytest.mark.parametrize("asked", [3, 5, 9])
async def test_edits_in_compacted_history_cannot_be_undone(graph: StoryGraph, asked: int) -> None:
    """The number in the message is the number of edits that can be undone."""
    for title in ("Uno", "Eins", "Un"):
        await graph.rename_episode("one", title)
    await graph.compact(keep_revisions=3)

    with pytest.raises(HistoryCompactedError, match="in reach: 2; nothing was changed") as refused:
        await graph.undo(asked)

    assert (refused.value.in_reach, refused.value.readable_from) == (2, 3)
    await graph.undo(2)
    with pytest.raises(HistoryCompactedError, match="in reach: 0"):
        await graph.undo()


async def test_an_undone_edit_in_compacted_history_cannot_be_redone(graph: StoryGraph) -> None:
    """The revision after the undone edit is not stored any more."""
    await graph.rename_episode("one", "Uno")
    await graph.undo()
    await graph.compact(keep_revisions=1)

    with pytest.raises(HistoryCompactedError, match="in reach: 0"):
        await graph.redo()


async def test_every_listed_step_of_a_compacted_work_can_be_undone(graph: StoryGraph) -> None:
    for title in ("Uno", "Eins"):
        await graph.rename_episode("one", title)
    await graph.compact(keep_revisions=2)

    listed = await graph.steps()

    assert [one.revision for one in listed.done] == [4]


def test_a_complete_history_can_be_undone_to_the_empty_work() -> None:
    """The first edit can be undone only if the history begins with revision 1."""
    told = edit_history([commit(1, "add a"), commit(2, "add b"), commit(3, "undo 2")])

    assert told.reaching(1) == told
    assert told.reaching(2) == EditHistory((), told.undone)
    assert told.reaching(3) == EditHistory((), ())


async def test_the_message_about_one_edit_is_in_the_singular(graph: StoryGraph) -> None:
    await graph.undo()

    with pytest.raises(NothingToUndoError, match="is only 1 edit to undo"):
        await graph.undo(2)
