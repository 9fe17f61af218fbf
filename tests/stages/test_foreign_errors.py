"""Tests of exceptions in a user's own model, embedder or reranker: each becomes an EpisodicError with the exception as
its cause.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from episodic.app import StoryGraph
from episodic.embeddings.hashed import HashedEmbedder
from episodic.errors import (
    EmbedderFailedError,
    EmbeddingDimensionError,
    EmbeddingError,
    EmbeddingUnavailableError,
    EmptyTextError,
    ModelError,
    ModelFailedError,
)
from episodic.model.episodes import Chapter
from episodic.pipeline.reports import Outcome
from episodic.ports import Reply, Vector
from episodic.prompts import Prompt
from episodic.search.ranking import Ranking
from episodic.stores.sqlite import SQLiteStore

SECRET = "key-that-nobody-may-see"
TIDE = "林晚住在苇港。林晚的师父是沈三更。“潮水来了。”沈三更说。"
MARSH = "沈三更死在那一夜的潮水里。林晚说：“我不走。”"
DIMENSION = 384


class Model:
    """A user's model that finds no entity, and fails for chapters with the word *broken*."""

    name = "own"

    def __init__(self, error: Exception, *, broken: str = MARSH) -> None:
        self._error = error
        self._broken = broken

    async def ask(self, prompt: Prompt[Reply]) -> Reply:
        if self._broken in prompt.messages().user:
            raise self._error
        return prompt.reply.model_validate({"entities": []})


class WrongReply(Model):
    """A user's model that returns the text of a reply in place of a reply object."""

    async def ask(self, prompt: Prompt[Reply]) -> Reply:
        # A program without type checks may return a value of the wrong type.
        return "{}"  # type: ignore[return-value]


class Embedder:
    """A user's embedder that works until a test replaces its behaviour."""

    name = "own"
    dimension = DIMENSION

    def __init__(self) -> None:
        self.instead: Callable[[Vector], Vector] | None = None

    async def embed(self, texts: Sequence[str]) -> Vector:
        rows = await HashedEmbedder().embed(texts)
        return rows if self.instead is None else self.instead(rows)


class Reranker:
    """A user's reranker that fails."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    async def score(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        raise self._error


def raising(error: Exception) -> Callable[[Vector], Vector]:
    def instead(_: Vector) -> Vector:
        raise error

    return instead


def chapters() -> list[Chapter]:
    return [Chapter(TIDE, title="一"), Chapter(MARSH, title="二"), Chapter(TIDE + "天亮了。", title="三")]


FOREIGN = [ValueError(SECRET), TimeoutError(SECRET), ExceptionGroup(SECRET, [OSError(SECRET)]), EmptyTextError(SECRET)]


@pytest.mark.parametrize("error", FOREIGN, ids=lambda one: type(one).__name__)
async def test_add_manuscript_lists_the_chapter_as_failed_and_goes_on(error: Exception) -> None:
    async with StoryGraph(SQLiteStore(":memory:"), model=Model(error)) as graph:
        report = await graph.add_manuscript(chapters())
        entries = await graph.chapters()

    assert [one.outcome for one in report.chapters] == [Outcome.ADDED, Outcome.FAILED, Outcome.ADDED]
    (failed,) = report.failed
    assert isinstance(failed.error, ModelFailedError)
    assert failed.error.__cause__ is error
    assert type(error).__name__ in str(failed.error)
    assert [one.failure for one in entries] == [None, str(failed.error), None]
    assert SECRET not in str(failed.error)


@pytest.mark.parametrize("error", FOREIGN, ids=lambda one: type(one).__name__)
async def test_add_episode_raises_a_model_error(error: Exception) -> None:
    async with StoryGraph(SQLiteStore(":memory:"), model=Model(error)) as graph:
        with pytest.raises(ModelError) as raised:
            await graph.add_episode(MARSH, name="二")

    assert raised.value.__cause__ is error


async def test_a_reply_of_another_class_is_a_model_error() -> None:
    async with StoryGraph(SQLiteStore(":memory:"), model=WrongReply(ValueError())) as graph:
        with pytest.raises(ModelFailedError) as raised:
            await graph.add_episode(TIDE, name="一")

    assert isinstance(raised.value.__cause__, TypeError)


@pytest.mark.parametrize("error", FOREIGN, ids=lambda one: type(one).__name__)
async def test_an_embedder_that_fails_while_a_chapter_is_added_writes_nothing(error: Exception) -> None:
    embedder = Embedder()
    embedder.instead = raising(error)

    async with StoryGraph(SQLiteStore(":memory:"), embedder=embedder) as graph:
        with pytest.raises(EmbeddingError) as one:
            await graph.add_episode(TIDE, name="一")
        with pytest.raises(EmbeddingError) as several:
            await graph.add_manuscript(chapters())
        entries = await graph.chapters()

    assert one.value.__cause__ is several.value.__cause__ is error
    assert SECRET not in str(one.value)
    assert entries == ()


@pytest.mark.parametrize("error", FOREIGN, ids=lambda one: type(one).__name__)
async def test_search_raises_an_embedding_error(error: Exception) -> None:
    embedder = Embedder()

    async with StoryGraph(SQLiteStore(":memory:"), embedder=embedder) as graph:
        await graph.add_episode(TIDE, name="一")
        embedder.instead = raising(error)
        with pytest.raises(EmbedderFailedError) as raised:
            await graph.search("潮水")

    assert raised.value.__cause__ is error


@pytest.mark.parametrize(
    ("rows", "error"),
    [
        (np.ones((0, DIMENSION), np.float32), EmbedderFailedError),
        (np.ones((2, DIMENSION), np.float32), EmbedderFailedError),
        (np.ones(DIMENSION, np.float32), EmbedderFailedError),
        (np.full((1, DIMENSION), np.nan, np.float32), EmbedderFailedError),
        (np.ones((1, 7), np.float32), EmbeddingDimensionError),
    ],
    ids=["no rows", "too many", "one dimension", "NaN", "short"],
)
async def test_rows_that_are_not_as_asked_are_an_embedding_error(rows: Vector, error: type[EmbeddingError]) -> None:
    embedder = Embedder()

    async with StoryGraph(SQLiteStore(":memory:"), embedder=embedder) as graph:
        await graph.add_episode(TIDE, name="一")
        embedder.instead = lambda _: rows
        with pytest.raises(error):
            await graph.search("潮水")


async def test_an_embedder_that_is_away_only_leaves_its_way_of_searching_out() -> None:
    """If the embedder fails, the search uses the other retrievers, and its result contains the embedder's own error."""
    embedder = Embedder()

    async with StoryGraph(SQLiteStore(":memory:"), embedder=embedder) as graph:
        await graph.add_episode(TIDE, name="一")
        embedder.instead = raising(EmbeddingUnavailableError("status 503"))
        found = await graph.search("潮水")

    assert found.hits
    assert found.searched.degraded == ("not searched by vector: status 503",)


@pytest.mark.parametrize("error", [*FOREIGN[:-1], KeyError()], ids=lambda one: type(one).__name__)
async def test_a_reranker_that_fails_leaves_the_order_and_is_named(error: Exception) -> None:
    async with StoryGraph(SQLiteStore(":memory:")) as graph:
        await graph.add_episode(TIDE, name="一")
        plain = await graph.search("潮水")
        found = await graph.search("潮水", ranking=Ranking(reranker=Reranker(error)))

    assert found.hits == plain.hits
    (said,) = found.searched.degraded
    assert said == f"not reranked: The reranker failed: it raised {type(error).__name__}."
