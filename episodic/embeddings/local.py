"""Embedder that runs a sentence-transformers model on the user's machine.

The optional extra `local` installs the library sentence-transformers.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import numpy as np

from episodic.embeddings.sentence_transformers import SentenceTransformer, loaded
from episodic.errors import EmbeddingDimensionError, EmbeddingError
from episodic.ports import Vector


class LocalEmbedder:
    """An embedder that runs a sentence-transformers model, which the constructor loads and may download."""

    def __init__(self, model: str, *, device: str | None = None, batch: int = 32) -> None:
        """Load *model*, which is the name of a model or a folder.

        Raise ConfigurationError if the library is not installed or cannot load the model, and EmbeddingError if a first
        test of the model fails.
        """
        self._model: SentenceTransformer = loaded(
            lambda library: library.SentenceTransformer(model, device=device), what=f"local embedding model {model!r}"
        )
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
