"""Reranker that runs a cross-encoder of sentence-transformers on the user's machine.

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

from episodic.errors import ConfigurationError, RerankerError

_PACKAGE = "sentence_transformers"


class _CrossEncoder(Protocol):
    """The part of the cross-encoder class that the reranker uses."""

    def predict(
        self, sentences: list[tuple[str, str]], *, batch_size: int, show_progress_bar: bool
    ) -> NDArray[np.float32]: ...


class _Library(Protocol):
    """The part of the sentence-transformers library that the reranker uses."""

    def CrossEncoder(self, name: str, *, device: str | None) -> _CrossEncoder: ...  # noqa: N802


class LocalReranker:
    """A reranker that scores each text together with the query by a cross-encoder, which the constructor loads and may
    download.
    """

    def __init__(self, model: str, *, device: str | None = None, batch: int = 32) -> None:
        """Load *model*, which is the name of a cross-encoder or a folder.

        Raise ConfigurationError if the library is not installed or cannot load the model.
        """
        if importlib.util.find_spec(_PACKAGE) is None:
            raise ConfigurationError(
                "A local reranker needs the package sentence-transformers.",
                hint="Install the extra: pip install 'episodic-graph[local]'.",
            )
        library = cast("_Library", importlib.import_module(_PACKAGE))
        try:
            self._model = library.CrossEncoder(model, device=device)
        except (OSError, ValueError, RuntimeError) as error:
            raise ConfigurationError(f"The local reranker {model!r} cannot be loaded.") from error
        self._name, self._batch = model, batch

    async def score(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        """Return one score for each text, in the order of the texts. Raise RerankerError if the model fails."""
        if not texts:
            return []
        return await asyncio.to_thread(self._scores, [(query, text) for text in texts])

    def _scores(self, pairs: list[tuple[str, str]]) -> list[float]:
        try:
            scores = self._model.predict(pairs, batch_size=self._batch, show_progress_bar=False)
        except (RuntimeError, ValueError) as error:
            raise RerankerError(f"the local reranker {self._name!r} failed") from error
        return [float(one) for one in np.asarray(scores, dtype=np.float64).reshape(len(pairs), -1)[:, 0]]
