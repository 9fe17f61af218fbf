"""Wrappers around the user's model, embedder, reranker and retrievers; the wrappers check results and translate
exceptions.

Each wrapper lets the errors of one class pass, for example the ModelErrors of a model. A wrapper replaces every other
exception by an error of this class, with the original exception as its `__cause__`. The error message contains the
class name of the original exception, but not its text. Error messages are stored, and the text may contain an API key.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager

import numpy as np

from episodic.errors import (
    EmbedderFailedError,
    EmbeddingDimensionError,
    EmbeddingError,
    EpisodicError,
    ModelError,
    ModelFailedError,
    RerankerError,
    RetrieverError,
)
from episodic.ports import Embedder, ForeignHit, ForeignRetriever, LanguageModel, Reply, Reranker, Vector
from episodic.prompts import Prompt
from episodic.telemetry import operation


@contextmanager
def translated(own: type[EpisodicError], translate: Callable[[str], EpisodicError]) -> Generator[None]:
    """Raise errors of the class *own* unchanged, and replace every other `Exception` by an error that *translate*
    returns. The cancellation of a task is raised unchanged, because CancelledError is not an `Exception`.

    *translate* is called with the class name of the original exception.
    """
    try:
        yield
    except own:
        raise
    except Exception as error:
        raise translate(type(error).__name__) from error


class GuardedModel:
    """A wrapped language model that raises only ModelErrors and returns only replies of the prompt's reply class."""

    def __init__(self, model: LanguageModel) -> None:
        self._model = model

    @property
    def name(self) -> str:
        return self._model.name

    async def ask(self, prompt: Prompt[Reply]) -> Reply:
        """Return the reply of the wrapped model. Raises ModelError if the model fails, or if its reply is not of the
        reply class of the prompt.
        """
        with (
            operation("model.ask", question=f"{prompt.stage}/{prompt.name}", model=self.name),
            translated(ModelError, lambda raised: ModelFailedError(prompt.name, raised)),
        ):
            reply: object = await self._model.ask(prompt)
            if not isinstance(reply, prompt.reply):
                raise TypeError(f"expected a {prompt.reply.__name__}, got a {type(reply).__name__}")
            return reply


class GuardedEmbedder:
    """A wrapped embedder that raises only EmbeddingErrors and returns one finite vector of the right dimension for each
    text.
    """

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    @classmethod
    def of(cls, embedder: Embedder) -> GuardedEmbedder:
        """Return the embedder in a wrapper, or unchanged if it already has a wrapper."""
        return embedder if isinstance(embedder, GuardedEmbedder) else cls(embedder)

    @property
    def name(self) -> str:
        return self._embedder.name

    @property
    def dimension(self) -> int:
        return self._embedder.dimension

    async def embed(self, texts: Sequence[str]) -> Vector:
        """Return the vectors of the wrapped embedder. Raises EmbeddingError."""
        with (
            operation("embed", embedder=self.name, texts=len(texts)),
            translated(EmbeddingError, lambda raised: EmbedderFailedError(f"it raised {raised}")),
        ):
            rows = np.asarray(await self._embedder.embed(texts), dtype=np.float32)
            if rows.ndim != 2 or len(rows) != len(texts):
                raise EmbedderFailedError(f"expected {len(texts)} rows, got an array of the shape {rows.shape}")
            if rows.shape[1] != self.dimension:
                raise EmbeddingDimensionError(self.dimension, rows.shape[1])
            if not np.isfinite(rows).all():
                raise EmbedderFailedError("a vector contains NaN or infinity")
            return rows


class GuardedReranker:
    """A wrapped reranker that raises only EpisodicErrors and returns one finite score for each text.

    Every EpisodicError passes unchanged, because a reranker that calls a model may raise a ModelError.
    """

    def __init__(self, reranker: Reranker) -> None:
        self._reranker = reranker

    async def score(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        """Return the scores of the wrapped reranker. Raises EpisodicError."""
        with (
            operation("rerank", reranker=type(self._reranker).__name__, texts=len(texts)),
            translated(EpisodicError, lambda raised: RerankerError(f"it raised {raised}")),
        ):
            scores = [float(score) for score in await self._reranker.score(query, texts)]
            if len(scores) != len(texts) or not all(map(math.isfinite, scores)):
                raise RerankerError(f"expected {len(texts)} finite scores, got {len(scores)}")
            return scores


class GuardedRetriever:
    """A wrapped retriever of the user that raises only EpisodicErrors, and returns at most *limit* ForeignHits with
    finite scores.
    """

    def __init__(self, retriever: ForeignRetriever) -> None:
        self._retriever = retriever

    async def retrieve(self, query: str, *, limit: int) -> Sequence[ForeignHit]:
        """Return the first *limit* results of the wrapped retriever. Raises EpisodicError."""
        name = self._retriever.name
        with (
            operation("retrieve", retriever=name, limit=limit),
            translated(EpisodicError, lambda raised: RetrieverError(name, f"it raised {raised}")),
        ):
            hits: list[object] = list(await self._retriever.retrieve(query, limit=limit))
            kept = [one for one in hits if isinstance(one, ForeignHit) and math.isfinite(one.score)]
            if len(kept) != len(hits):
                raise RetrieverError(name, "it returned something other than hits with finite scores")
            return kept[:limit]
