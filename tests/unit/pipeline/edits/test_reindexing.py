"""Tests of reindexing: all texts of a work get vectors of the configured embedder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from episodic.app import StoryGraph
from episodic.embeddings.hashed import HashedEmbedder
from episodic.errors import EmbedderMismatchError, InputError
from episodic.model.episodes import Chapter
from episodic.model.records import SEARCHED
from episodic.pipeline.edits.reindexing import plan_reindexing, reindex
from episodic.ports import Vector
from episodic.stores.sqlite import SQLiteStore
from tests.story import canonical

CHAPTERS = (
    Chapter("Marsh Weller lives in Harrow Ferry.\n", title="One"),
    Chapter("林晚住在苇港。\n", title="Two"),
)


class CountingEmbedder:
    """An embedder of another dimension that records its texts."""

    def __init__(self) -> None:
        self._inner = HashedEmbedder(128)
        self.name = self._inner.name
        self.dimension = self._inner.dimension
        self.texts: list[str] = []

    async def embed(self, texts: Sequence[str]) -> Vector:
        self.texts += texts
        return await self._inner.embed(texts)


@pytest.fixture
async def store(tmp_path: Path) -> Path:
    """Return the file of a work that the offline embedder has embedded."""
    file = tmp_path / "story.db"
    async with StoryGraph(SQLiteStore(file)) as graph:
        await graph.add_manuscript(CHAPTERS)
    return file


async def texts_of(graph: StoryGraph) -> list[str]:
    """Return the texts of all searched records."""
    return [record.text or "" for kind in SEARCHED for record in await graph.store.fetch(graph.group_id, kind)]


async def test_a_reindexed_work_is_searched_and_edited_with_the_new_embedder(store: Path) -> None:
    async with StoryGraph(SQLiteStore(store), embedder=HashedEmbedder(128)) as graph:
        before = await canonical(graph)
        with pytest.raises(EmbedderMismatchError):
            await graph.search("Harrow Ferry")

        await graph.reindex()

        assert "vector" in (await graph.search("Marsh Weller lives in Harrow Ferry")).facts[0].sources
        assert await canonical(graph) == before
        await graph.remove_episode("One")


async def test_the_preview_counts_the_texts_and_embeds_nothing(store: Path) -> None:
    embedder = CountingEmbedder()
    async with StoryGraph(SQLiteStore(store), embedder=embedder) as graph:
        texts = await texts_of(graph)

        plan = await graph.plan_reindexing()

        assert (plan.texts, plan.characters) == (len(texts), sum(map(len, texts)))
        assert (plan.stored, plan.configured) == (HashedEmbedder().name, embedder.name)
        assert embedder.texts == []


async def test_an_interrupted_reindexing_continues_where_it_stopped(store: Path) -> None:
    """Two records are embedded per commit, and the first run stops after its second commit."""
    embedder = CountingEmbedder()
    async with StoryGraph(SQLiteStore(store), embedder=embedder) as graph:
        texts = await texts_of(graph)

        def stop(done: int) -> None:
            if done == 4:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            await reindex(
                *(graph.store, graph.group_id),
                embedder=embedder,
                clock=lambda: "2031-05-04T12:00:00Z",
                on_progress=stop,
                texts_per_commit=2,
            )
        left = await graph.plan_reindexing()
        embedder.texts.clear()
        rest = await graph.reindex()

        assert left.texts == rest.texts == len(texts) - 4
        assert 0 < len(embedder.texts) <= rest.texts
        assert (await graph.plan_reindexing()).texts == 0


async def test_a_work_that_has_all_vectors_is_not_changed(store: Path) -> None:
    async with StoryGraph(SQLiteStore(store)) as graph:
        revision = len(await graph.commits())

        done = await graph.reindex()

        assert (done.texts, done.revision) == (0, revision)


async def test_a_reindexing_is_not_an_edit(store: Path) -> None:
    """After a reindexing, undo takes back the last edit."""
    async with StoryGraph(SQLiteStore(store), embedder=HashedEmbedder(128)) as graph:
        await graph.reindex()

        await graph.undo()

        assert [one.chapter.title for one in await graph.chapters()] == ["One"]


async def test_an_unknown_work_cannot_be_reindexed() -> None:
    async with StoryGraph(SQLiteStore(":memory:"), group_id="nowhere") as graph:
        with pytest.raises(InputError, match="nowhere"):
            await plan_reindexing(graph.store, graph.group_id, embedder=graph.embedder)
