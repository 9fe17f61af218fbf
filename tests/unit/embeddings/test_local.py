"""Tests of the local embedder, with a small replacement for the sentence-transformers library."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from episodic.embeddings.local import LocalEmbedder
from episodic.errors import ConfigurationError, EmbeddingError

STAND_IN = """
import numpy as np

class SentenceTransformer:
    def __init__(self, name, device=None):
        if name == "missing":
            raise OSError("no such model")

        self.name = name

    def encode(self, sentences, batch_size, show_progress_bar):
        if self.name == "broken" or "boom" in sentences:
            raise RuntimeError("out of memory")
        return np.array([[len(one), 3.0, 4.0] for one in sentences], dtype=np.float32)
"""


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Create a replacement for the one class of the library that the embedder uses."""
    (tmp_path / "sentence_transformers.py").write_text(STAND_IN, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "sentence_transformers", raising=False)
    yield
    sys.modules.pop("sentence_transformers", None)


def test_a_missing_extra_is_an_error_with_an_install_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library is hidden from the import system, in case it is installed."""
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)

    with pytest.raises(ConfigurationError, match=r"episodic-graph\[local\]"):
        LocalEmbedder("any")


@pytest.mark.usefixtures("library")
async def test_vectors_have_length_one_and_are_in_order() -> None:
    """Texts of only spaces have zero vectors. The dimension comes from the model."""
    embedder = LocalEmbedder("tiny")

    rows = await embedder.embed(["ab", " ", "abcdef"])

    assert embedder.name == "tiny/3"
    assert np.allclose(rows[0] * np.linalg.norm([2, 3, 4]), [2, 3, 4])
    assert not rows[1].any()
    assert np.allclose(np.linalg.norm(rows[[0, 2]], axis=1), 1.0)


@pytest.mark.usefixtures("library")
def test_a_model_that_cannot_be_loaded_is_a_settings_error() -> None:
    """A model whose files are there may still fail when it is run for the first time."""
    for model in ("missing", "broken"):
        with pytest.raises(ConfigurationError, match=model):
            LocalEmbedder(model)


@pytest.mark.usefixtures("library")
async def test_a_model_that_fails_is_an_embedding_error() -> None:
    with pytest.raises(EmbeddingError):
        await LocalEmbedder("tiny").embed(["boom"])
