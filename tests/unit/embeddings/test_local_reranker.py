"""Tests of the local reranker, with a small replacement for the sentence-transformers library."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from episodic.embeddings.local_reranker import LocalReranker
from episodic.errors import ConfigurationError, RerankerError
from episodic.search.filter_fields import HitKind
from episodic.search.hybrid_search import search
from episodic.search.ranking import Ranking
from tests.unit.search.story_builder import harbor

STAND_IN = """
import numpy as np

class CrossEncoder:
    def __init__(self, name, device=None):
        if name == "missing":
            raise OSError("no such model")

    def predict(self, sentences, batch_size, show_progress_bar):
        if any(text == "boom" for _, text in sentences):
            raise RuntimeError("out of memory")
        return np.array([-len(text) for _, text in sentences], dtype=np.float32)
"""


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Create a replacement for the one class of the library that the reranker uses: it prefers short texts."""
    (tmp_path / "sentence_transformers.py").write_text(STAND_IN, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "sentence_transformers", raising=False)
    yield
    sys.modules.pop("sentence_transformers", None)


def test_a_missing_extra_is_an_error_with_an_install_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)

    with pytest.raises(ConfigurationError, match=r"episodic-graph\[local\]"):
        LocalReranker("any")


@pytest.mark.usefixtures("library")
async def test_texts_are_scored_in_their_order() -> None:
    reranker = LocalReranker("tiny")

    assert await reranker.score("who", ["abc", "a", "ab"]) == [-3.0, -1.0, -2.0]
    assert await reranker.score("who", []) == []


@pytest.mark.usefixtures("library")
async def test_a_search_is_ordered_by_the_scores() -> None:
    found = await search(
        await harbor().view(), "Chen", kinds=[HitKind.FACT], ranking=Ranking(reranker=LocalReranker("tiny"))
    )

    lengths = [len(one.text) for one in found.facts]
    assert len(lengths) > 1
    assert found.searched.degraded == ()


@pytest.mark.usefixtures("library")
async def test_failures_are_named() -> None:
    with pytest.raises(ConfigurationError, match="missing"):
        LocalReranker("missing")
    with pytest.raises(RerankerError):
        await LocalReranker("tiny").score("who", ["boom"])
