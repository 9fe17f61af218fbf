"""The local embedder, with a small replacement for the sentence-transformers library."""

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

    def encode(self, sentences, batch_size, show_progress_bar):
        if "boom" in sentences:
            raise RuntimeError("out of memory")
        return np.array([[len(one), 3.0, 4.0] for one in sentences], dtype=np.float32)
"""


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The library's one class, as far as it is used."""
    (tmp_path / "sentence_transformers.py").write_text(STAND_IN, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "sentence_transformers", raising=False)
    yield
    sys.modules.pop("sentence_transformers", None)


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """The package is large and not part of the installation; where it is installed, it is hidden here."""
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)

    with pytest.raises(ConfigurationError, match=r"episodic-graph\[local\]"):
        LocalEmbedder("any")


@pytest.mark.usefixtures("library")
async def test_rows_are_of_length_one_and_in_order() -> None:
    """Texts of spaces only get zeros; the dimension is the one that the model makes."""
    embedder = LocalEmbedder("tiny")

    rows = await embedder.embed(["ab", " ", "abcdef"])

    assert embedder.name == "tiny/3"
    assert np.allclose(rows[0] * np.linalg.norm([2, 3, 4]), [2, 3, 4])
    assert not rows[1].any()
    assert np.allclose(np.linalg.norm(rows[[0, 2]], axis=1), 1.0)


@pytest.mark.usefixtures("library")
def test_a_model_that_cannot_be_loaded_is_a_wrong_setting() -> None:
    """The error names it."""

    with pytest.raises(ConfigurationError, match="missing"):
        LocalEmbedder("missing")


@pytest.mark.usefixtures("library")
async def test_a_model_that_fails_is_an_embedding_error() -> None:
    """Not one of the library's own."""

    with pytest.raises(EmbeddingError):
        await LocalEmbedder("tiny").embed(["boom"])
