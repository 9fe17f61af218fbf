"""A sentence-transformers model on this machine; the package comes with the extra `local`."""

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
    """What is used of the library's model class."""

    def encode(self, sentences: list[str], *, batch_size: int, show_progress_bar: bool) -> NDArray[np.float32]: ...


class _Library(Protocol):
    """What is used of the library; it is hundreds of megabytes large and need not be installed, so it is not imported."""

    def SentenceTransformer(self, name: str, *, device: str | None) -> _SentenceTransformer: ...  # noqa: N802


class LocalEmbedder:
    """Embeds with a model that the sentence-transformers library loads (and may download) when this value is made."""

    def __init__(self, model: str, *, device: str | None = None, batch: int = 32) -> None:
        """Raises ConfigurationError if the library is not installed or cannot load *model* (a name or a folder)."""
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
        """Model and dimension."""
        return f"{self._name}/{self._dimension}"

    @property
    def dimension(self) -> int:
        """How many numbers a vector has, as the model was found to make them."""
        return self._dimension

    async def embed(self, texts: Sequence[str]) -> Vector:
        """One row a text, in order; zeros for a text of spaces only. Raises EmbeddingError if the model fails."""
        rows = np.zeros((len(texts), self._dimension), dtype=np.float32)
        told = [position for position, text in enumerate(texts) if text.strip()]
        if not told:
            return rows
        made = await asyncio.to_thread(self._encoded, [texts[position] for position in told])
        if made.shape != (len(told), self._dimension):
            raise EmbeddingDimensionError(self._dimension, int(made.shape[-1]))
        lengths = np.linalg.norm(made, axis=1, keepdims=True)
        np.divide(made, lengths, out=made, where=lengths > 0)
        rows[told] = made
        return rows

    def _encoded(self, texts: list[str]) -> Vector:
        try:
            made = self._model.encode(texts, batch_size=self._batch, show_progress_bar=False)
        except (RuntimeError, ValueError) as error:
            raise EmbeddingError(f"The local embedding model {self._name!r} failed.") from error
        return np.array(made, dtype=np.float32)
