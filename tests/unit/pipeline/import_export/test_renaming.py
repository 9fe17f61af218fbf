"""Tests of works under another name: everything but the ids stays, and the old ids of entities and facts resolve."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from episodic.app import StoryGraph
from episodic.embeddings.hashed import HashedEmbedder
from episodic.errors import InputError, InvalidNameError, StaleRevisionError
from episodic.model.records import Changes, Kind
from episodic.pipeline.import_export.importing import parse_export
from episodic.pipeline.import_export.renaming import rename_work, under_name
from episodic.ports import Vector
from episodic.stores.sqlite import SQLiteStore
from tests.story import CHAPTERS, VARIANTS, canonical


class CountingEmbedder(HashedEmbedder):
    """An embedder that counts the texts it embeds."""

    def __init__(self) -> None:
        super().__init__()
        self.embedded_texts = 0

    async def embed(self, texts: Sequence[str]) -> Vector:
        self.embedded_texts += len(texts)
        return await super().embed(texts)


def graph_of(store: SQLiteStore, name: str = "story", embedder: HashedEmbedder | None = None) -> StoryGraph:
    return StoryGraph(store, group_id=name, embedder=embedder, clock=lambda: "2026-01-01T00:00:00+00:00")


async def told(store: SQLiteStore, name: str = "story") -> StoryGraph:
    """Return a story with an edit, a merge and a locked fact."""
    graph = graph_of(store, name)
    await graph.add_manuscript(CHAPTERS)
    await graph.replace_episode(2, VARIANTS[1])
    await graph.merge_entities("沈度", "赵虎", told_from=4)
    page = await graph.get_facts()
    await graph.lock(page.facts[0].uuid)
    return graph


async def test_a_renamed_work_equals_the_work_read_under_its_new_name() -> None:
    """The canonical exports are equal, also after a further edit."""
    store, other = SQLiteStore(":memory:"), SQLiteStore(":memory:")
    graph, wanted = await told(store), await told(other, "novel")

    revision = await graph.rename_work("novel")

    assert [one.group_id for one in await store.works()] == ["novel"]
    assert (graph.group_id, revision) == ("novel", (await wanted.works())[0].revision)
    assert await canonical(graph) == await canonical(wanted)
    for one in (graph, wanted):
        await one.replace_episode(1, VARIANTS[0])
    assert await canonical(graph) == await canonical(wanted)
    assert set(await store.digests("novel")) >= {
        key for key in await other.digests("novel") if key[0] is not Kind.REDIRECT
    }


async def test_the_next_edit_of_a_renamed_work_changes_only_what_the_edit_changes() -> None:
    graph = await told(SQLiteStore(":memory:"))
    await graph.rename_work("novel")

    edited = await graph.rename_episode(1, "潮声")

    assert edited.diff.empty
    assert (await graph.add_manuscript(CHAPTERS[2:])).diff.empty


async def test_old_ids_of_entities_and_facts_resolve() -> None:
    graph = await told(SQLiteStore(":memory:"))
    fact = (await graph.get_facts()).facts[0]
    entity = await graph.get_entity("林远")

    await graph.rename_work("novel")

    assert (await graph.get_entity(entity.entity.uuid)).name == entity.name
    assert (await graph.read_passages([fact.uuid]))[0].text
    assert (await graph.get_entity("林远")).entity.uuid != entity.entity.uuid


async def test_the_history_and_what_can_be_undone_stay() -> None:
    graph = await told(SQLiteStore(":memory:"))
    before = await graph.commits()

    await graph.rename_work("novel")

    assert await graph.commits() == before
    await graph.undo(3)
    assert "沈度投奔林远" in (await graph.find_episode(2)).text


async def test_a_rename_embeds_nothing() -> None:
    store, embedder = SQLiteStore(":memory:"), CountingEmbedder()
    graph = graph_of(store, embedder=embedder)
    await graph.add_manuscript(CHAPTERS)
    embedder.embedded_texts = 0

    await graph.rename_work("novel")

    assert embedder.embedded_texts == 0
    assert all(one.vector is not None for one in await store.fetch("novel", Kind.FACT, vectors=True))


async def test_a_work_is_imported_beside_itself_under_another_name() -> None:
    store = SQLiteStore(":memory:")
    graph = await told(store)
    lines = [line async for line in graph.export()]
    copy = graph_of(store, "copy")

    await copy.import_(lines, renamed=True)

    assert [one.group_id for one in await store.works()] == ["copy", "story"]
    assert await canonical(copy) == await canonical(await told(SQLiteStore(":memory:"), "copy"))
    async for line in copy.export():
        assert '"group_id":"story"' not in line


@pytest.mark.parametrize(("old", "new", "error"), [
    ("story", "other", InputError), ("none", "novel", InputError), ("story", " ", InvalidNameError)
])  # fmt: skip
async def test_a_name_that_is_taken_or_unknown_or_empty_is_refused(old: str, new: str, error: type[Exception]) -> None:
    store = SQLiteStore(":memory:")
    graph = await told(store)
    await graph_of(store, "other").add_manuscript(CHAPTERS[:1])
    before = await canonical(graph)

    with pytest.raises(error):
        await graph_of(store, old).rename_work(new)

    assert await canonical(graph) == before
    assert [one.group_id for one in await store.works()] == ["other", "story"]


async def test_a_rename_that_was_interrupted_is_completed() -> None:
    """The process ended after the work was saved under its new name."""
    store = SQLiteStore(":memory:")
    graph = await told(store)
    lines = [line async for line in graph.export()]
    await graph_of(store, "novel").import_(lines, renamed=True)

    await graph.rename_work("novel")

    assert [one.group_id for one in await store.works()] == ["novel"]


class ChangingStore(SQLiteStore):
    """A store in which another process edits the work while it is saved under its new name."""

    async def publish(self, group_id: str, *, readable_from: int = 1) -> int:
        revision = await super().publish(group_id, readable_from=readable_from)
        await self.commit(Changes("story", revision, "other.1", "2026-01-02T00:00:00+00:00", "edit"))
        return revision


async def test_a_work_that_changes_meanwhile_keeps_its_name() -> None:
    store = ChangingStore(":memory:")
    graph = await told(store)

    with pytest.raises(StaleRevisionError):
        await rename_work(store, "story", "novel", embedder=graph.embedder, vectors_of=graph.session.tools.vectors_of)

    assert [one.group_id for one in await store.works()] == ["story"]


async def test_a_chapter_that_is_added_while_a_work_is_renamed_is_not_lost() -> None:
    store = SQLiteStore(":memory:")
    graph, other = await told(store), graph_of(store)

    async def follow() -> None:
        await other.replace_episode(1, VARIANTS[0])

    async def rename() -> None:
        await rename_work(
            store, "story", "novel", embedder=graph.embedder, vectors_of=graph.session.tools.vectors_of, follow=follow
        )

    with pytest.raises(StaleRevisionError):
        await rename()
    await rename()

    assert [one.group_id for one in await store.works()] == ["novel"]
    assert (await graph_of(store, "novel").last_episodes(9))[0].text == VARIANTS[0]


async def test_the_same_name_changes_nothing() -> None:
    graph = await told(SQLiteStore(":memory:"))
    found = parse_export([line async for line in graph.export()])

    assert under_name(found, "story", vectors_of=graph.session.tools.vectors_of) is found
    assert await graph.rename_work("story") == (await graph.works())[0].revision
