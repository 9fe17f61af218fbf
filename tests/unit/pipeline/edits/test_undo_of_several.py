"""Tests of the undo and redo of several edits, which make one revision."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from episodic.app import StoryGraph
from episodic.errors import (
    InvalidOverrideError,
    StoreUnavailableError,
    TransactionTooLargeError,
)
from episodic.model.episodes import Chapter, Layer
from episodic.model.records import Changes
from episodic.stores.sqlite import SQLiteStore
from tests.story import canonical

CHAPTERS = (
    Chapter("Marsh Weller lives in Harrow Ferry.\n", title="One", key="one"),
    Chapter("Marsh Weller lives in Port Sable.\n", title="Two", key="two"),
)

MANY = tuple(
    Chapter(f"Marsh Weller lives in Port {name}.\n", title=f"{number}", key=f"{number}")
    for number, name in enumerate(("Ash", "Elm", "Oak", "Fir", "Yew"), start=1)
)


class Failing(SQLiteStore):
    """A store in memory that is unavailable for a commit if `fails` is true, and that has no memory for a commit of more
    than `most` records.
    """

    fails = False
    most = 1000

    async def commit(self, changes: Changes, *more: Changes) -> int:
        if self.fails:
            raise StoreUnavailableError("The process ended before the commit.")
        if len(changes.put) + len(changes.retire) > self.most:
            raise TransactionTooLargeError("The server ran out of memory.")
        return await super().commit(changes, *more)


@pytest.fixture
async def graph() -> AsyncIterator[StoryGraph]:
    """Return a graph of two chapters that are read by rules."""
    async with StoryGraph(SQLiteStore(":memory:"), group_id="history") as made:
        await made.add_manuscript(CHAPTERS)
        yield made


async def test_several_edits_are_undone_in_one_revision_and_redone_in_one(graph: StoryGraph) -> None:
    """The list of revisions shows which edits the revision undoes or redoes."""
    await graph.rename_episode("one", "Uno")
    await graph.replace_episode("two", "Marsh Weller walked home.\n")
    after = await canonical(graph)

    undone = await graph.undo(3)
    partly = await canonical(graph)
    redone = await graph.redo(3)

    assert [one.action for one in (await graph.commits())[4:]] == ["undo 2-4", "redo 2-4"]
    assert (undone.revision, redone.revision) == (5, 6)
    assert "Port Sable" not in "".join(partly)
    assert await canonical(graph) == after
    assert [one.revision for one in (await graph.steps()).done] == [1, 2, 3, 4]


async def test_edits_that_were_undone_together_can_be_redone_one_by_one(graph: StoryGraph) -> None:
    states = [await canonical(graph)]
    for title in ("Uno", "Eins"):
        await graph.rename_episode("one", title)
        states.append(await canonical(graph))
    await graph.undo(2)

    found = [await canonical(graph)]
    for _ in range(2):
        await graph.redo()
        found.append(await canonical(graph))

    assert found == states


async def test_edits_that_cancel_each_other_can_be_undone_together(graph: StoryGraph) -> None:
    """The revision changes nothing, but the edits count as undone."""
    before = await canonical(graph)
    await graph.rename_episode("one", "Uno")
    await graph.rename_episode("one", "One")

    undone = await graph.undo(2)
    steps = await graph.steps()
    await graph.redo(2)

    assert undone.revision == 5
    assert ([one.revision for one in steps.done], [one.revision for one in steps.undone]) == ([1, 2], [4, 3])
    assert [one.revision for one in (await graph.steps()).done] == [1, 2, 3, 4]
    assert await canonical(graph) == before


async def test_an_ingestion_that_replaced_inserted_and_removed_chapters_is_undone_and_redone(graph: StoryGraph) -> None:
    """An override and a draft from before the ingestion stay."""
    await graph.add_manuscript(CHAPTERS, named="book")
    await graph.merge_entities("Harrow Ferry", "Port Sable")
    await graph.add_manuscript([Chapter("Odile Reed lives in Port Oak.\n", title="Three", key="d")], layer=Layer.DRAFT)
    before = await canonical(graph)
    chapters = [
        Chapter("Odile Reed lives in Port Ash.\n", title="Zero", key="zero"),
        replace(CHAPTERS[1], text="Marsh Weller lives in Port Elm.\n"),
        Chapter("Odile Reed lives in Port Elm.\n", title="Four", key="four"),
    ]
    await graph.add_manuscript(chapters, named="book", removing=True)
    after = await canonical(graph)

    undone = await graph.undo(ingestion=True)
    back = await canonical(graph)
    await graph.redo(undone.action.count(";") + 1)

    assert back == before
    assert await canonical(graph) == after
    assert [one.chapter.title for one in await graph.chapters()] == ["Zero", "Two", "Four"]


async def test_several_edits_are_undone_together_or_not_at_all() -> None:
    """The store fails before the commit."""
    store = Failing(":memory:")
    graph = StoryGraph(store, group_id="history")
    await graph.add_manuscript(CHAPTERS)
    before = await canonical(graph)
    store.fails = True

    with pytest.raises(StoreUnavailableError):
        await graph.undo(2)

    assert await canonical(graph) == before
    assert len((await graph.steps()).done) == 2
    await store.close()


@pytest.mark.parametrize(("most", "undone"), [(100, ["undo 1-5"]), (45, ["undo 4-5", "undo 1-3"])])
async def test_a_server_with_too_little_memory_undoes_in_several_revisions(most: int, undone: list[str]) -> None:
    store = Failing(":memory:")
    graph = StoryGraph(store, group_id="history")
    await graph.add_manuscript(MANY)
    after = await canonical(graph)
    store.most = most

    undo = await graph.undo(5)
    chapters = await graph.chapters()
    redo = await graph.redo(5)

    made = [one.action for one in (await graph.commits())[5:]]
    assert made[: len(undone)] == undone
    assert len(made) == 2 * len(undone)
    assert undo.action == "add 5; add 4; add 3; add 2; add 1"
    assert redo.action == "add 1; add 2; add 3; add 4; add 5"
    assert len(undo.diff.retired) == len(redo.diff.added) == 5
    assert chapters == ()
    assert await canonical(graph) == after
    await store.close()


async def test_an_edit_that_is_too_large_for_the_memory_is_not_undone() -> None:
    store = Failing(":memory:")
    graph = StoryGraph(store, group_id="history")
    await graph.add_manuscript(MANY)
    before = await canonical(graph)
    store.most = 1

    with pytest.raises(TransactionTooLargeError):
        await graph.undo(5)

    assert await canonical(graph) == before
    await store.close()


async def test_an_edit_of_another_process_stops_an_undo_in_several_revisions() -> None:
    """The other process renames a chapter after the first of the revisions."""
    store = Failing(":memory:")
    graph, other = StoryGraph(store, group_id="history"), StoryGraph(store, group_id="history")
    await graph.add_manuscript(MANY)
    store.most, commit = 45, store.commit

    async def overtaken(changes: Changes, *more: Changes) -> int:
        revision = await commit(changes, *more)
        if changes.action == "undo 4-5":
            await other.rename_episode("1", "Uno")
        return revision

    store.commit = overtaken  # type: ignore[method-assign]

    with pytest.raises(InvalidOverrideError, match="stopped before 'add 3'"):
        await graph.undo(5)

    assert [one.chapter.title for one in await graph.chapters()] == ["Uno", "2", "3"]
    await store.close()
