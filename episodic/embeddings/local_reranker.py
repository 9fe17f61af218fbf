"""Reranker that runs a cross-encoder of sentence-transformers on the user's machine.

The optional extra `local` installs the library sentence-transformers.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import numpy as np

from episodic.embeddings.sentence_transformers import CrossEncoder, loaded
from episodic.errors import RerankerError


class LocalReranker:
    """A reranker that scores each text together with the query by a cross-encoder, which the constructor loads and may
    download.
    """

    def __init__(self, model: str, *, device: str | None = None, batch: int = 32) -> None:
        """Load *model*, which is the name of a cross-encoder or a folder.

        Raise ConfigurationError if the library is not installed or cannot load the model.
        """
        self._model: CrossEncoder = loaded(
            lambda library: library.CrossEncoder(model, device=device), what=f"local reranker {model!r}"
        )
        self._name, self._batch = model, batch

    async def score(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        """Return one score for each text, in the order of the texts; a greater score is better. Raise RerankerError if
        the model fails.
        """
        if not texts:
            return []
        return await asyncio.to_thread(self._scores, [(query, text) for text in texts])

    def _scores(self, pairs: list[tuple[str, str]]) -> list[float]:
        try:
            scores = self._model.predict(pairs, batch_size=self._batch, show_progress_bar=False)
        except (RuntimeError, ValueError) as error:
            raise RerankerError(f"the local reranker {self._name!r} failed") from error
        return [float(one) for one in np.asarray(scores, dtype=np.float64).reshape(len(pairs), -1)[:, 0]]
