"""Embedder that runs a sentence-transformers model on the user's machine.

The optional extra `local` installs the library sentence-transformers.
"""

from __future__ import annotations

import asyncio
import importlib
import importlib.util
from collections.abc import Sequence
from typing import Protocol, cast

import numpy as np
from numpy.typing import NDArray

from episodic.errors import ConfigurationError, EmbeddingDimensionError, EmbeddingError
from episodic.ports import Vector

_PACKAGE = "sentence_transformers"


class _SentenceTransformer(Protocol):
    """The part of the sentence-transformers model class that the local embedder uses."""

    def encode(self, sentences: list[str], *, batch_size: int, show_progress_bar: bool) -> NDArray[np.float32]: ...


class _Library(Protocol):
    """The part of the sentence-transformers library that the local embedder uses.

    The optional library is large, so it is imported only when a LocalEmbedder is created.
    """

    def SentenceTransformer(self, name: str, *, device: str | None) -> _SentenceTransformer: ...  # noqa: N802


class LocalEmbedder:
    """An embedder that runs a sentence-transformers model, which the constructor loads and may download."""

    def __init__(self, model: str, *, device: str | None = None, batch: int = 32) -> None:
        """Load *model*, which is the name of a model or a folder.

        Raise ConfigurationError if the library is not installed or cannot load the model.
        """
        if importlib.util.find_spec(_PACKAGE) is None:
            raise ConfigurationError(
                "A local embedding model needs the package sentence-transformers.",
                hint="Install the extra: pip install 'episodic-graph[local]'.",
            )
        library = cast("_Library", importlib.import_module(_PACKAGE))
        try:
            self._model = library.SentenceTransformer(model, device=device)
        except (OSError, ValueError, RuntimeError) as error:
            raise ConfigurationError(f"The local embedding model {model!r} cannot be loaded.") from error
        self._name = model
        self._batch = batch
        self._dimension = int(self._encoded(["?"]).shape[1])

    @property
    def name(self) -> str:
        """The model's name and the dimension of its vectors."""
        return f"{self._name}/{self._dimension}"

    @property
    def dimension(self) -> int:
        """The number of components of a vector, measured when the model was loaded."""
        return self._dimension

    async def embed(self, texts: Sequence[str]) -> Vector:
        """Return one vector per text, as the rows of a matrix. A blank text gives a row of zeros.

        Raise EmbeddingError if the model fails.
        """
        rows = np.zeros((len(texts), self._dimension), dtype=np.float32)
        not_blank = [position for position, text in enumerate(texts) if text.strip()]
        if not not_blank:
            return rows
        vectors = await asyncio.to_thread(self._encoded, [texts[position] for position in not_blank])
        if vectors.shape != (len(not_blank), self._dimension):
            raise EmbeddingDimensionError(self._dimension, int(vectors.shape[-1]))
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        np.divide(vectors, lengths, out=vectors, where=lengths > 0)
        rows[not_blank] = vectors
        return rows

    def _encoded(self, texts: list[str]) -> Vector:
        try:
            vectors = self._model.encode(texts, batch_size=self._batch, show_progress_bar=False)
        except (RuntimeError, ValueError) as error:
            raise EmbeddingError(f"The local embedding model {self._name!r} failed.") from error
        return np.array(vectors, dtype=np.float32)
