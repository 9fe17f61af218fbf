"""Tests of the embedding cache."""

from __future__ import annotations

import stat
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from episodic.cache_folders import forget_group
from episodic.embeddings.caching import CACHED_VECTORS, CachingEmbedder
from episodic.embeddings.hashed import HashedEmbedder
from episodic.errors import EmbeddingError, EmbeddingUnavailableError
from episodic.ports import Vector


class RecordingEmbedder:
    """An offline embedder that records the texts it is asked for."""

    def __init__(self, dimension: int = 32, *, broken: bool = False) -> None:
        self._inner = HashedEmbedder(dimension)
        self._broken = broken
        self.asked: list[str] = []

    @property
    def name(self) -> str:
        return self._inner.name

    @property
    def dimension(self) -> int:
        return self._inner.dimension

    async def embed(self, texts: Sequence[str]) -> Vector:
        self.asked += texts
        if self._broken:
            raise EmbeddingUnavailableError("status 503")
        return await self._inner.embed(texts)


def vector_files(folder: Path) -> list[Path]:
    """Return the cache files with vectors."""
    return sorted(folder.rglob("*.f32"))


async def test_a_text_is_embedded_once(tmp_path: Path) -> None:
    """A text is embedded once, also if it occurs twice in a batch or if another cache object uses the same folder."""
    first, second = RecordingEmbedder(), RecordingEmbedder()
    texts = ["潮屋", "铜尺", "潮屋"]

    rows = await CachingEmbedder(first, folder=tmp_path, group_id="novel").embed(texts)
    again = await CachingEmbedder(second, folder=tmp_path, group_id="novel").embed(texts)

    assert first.asked == ["潮屋", "铜尺"]
    assert second.asked == []
    assert np.array_equal(rows, await HashedEmbedder(32).embed(texts))
    assert np.array_equal(again, rows)


async def test_without_a_folder_vectors_are_cached_in_memory() -> None:
    """The cache in memory drops the vectors that were not used for the longest time."""
    inner = RecordingEmbedder()
    embedder = CachingEmbedder(inner, remembered=2)

    for text in ("潮屋", "铜尺", "潮屋", "海燕", "潮屋", "铜尺"):
        await embedder.embed([text])

    assert inner.asked == ["潮屋", "铜尺", "海燕", "铜尺"]


@pytest.mark.parametrize("damage", [b"", b"short", bytes(132)])
async def test_a_damaged_file_is_ignored(tmp_path: Path, damage: bytes) -> None:
    """A cache file with a wrong checksum or length is ignored."""
    inner = RecordingEmbedder()
    await CachingEmbedder(inner, folder=tmp_path, group_id="novel").embed(["潮屋"])
    (file,) = vector_files(tmp_path)
    file.write_bytes(damage)

    rows = await CachingEmbedder(inner, folder=tmp_path, group_id="novel").embed(["潮屋"])

    assert inner.asked == ["潮屋", "潮屋"]
    assert np.array_equal(rows, await HashedEmbedder(32).embed(["潮屋"]))


async def test_embedders_do_not_share_vectors(tmp_path: Path) -> None:
    """The dimension is part of the embedder's name, so another dimension uses other files."""
    await CachingEmbedder(RecordingEmbedder(), folder=tmp_path).embed(["潮屋"])
    other = RecordingEmbedder(64)

    rows = await CachingEmbedder(other, folder=tmp_path).embed(["潮屋"])

    assert rows.shape == (1, 64)
    assert other.asked == ["潮屋"]


async def test_a_folder_that_is_not_writable_is_skipped(tmp_path: Path) -> None:
    """The cache is skipped, because vectors can be computed again."""
    blocked = tmp_path / "file"
    blocked.write_text("in the way")

    rows = await CachingEmbedder(RecordingEmbedder(), folder=blocked).embed(["潮屋"])

    assert rows.shape == (1, 32)


async def test_a_failure_is_not_cached(tmp_path: Path) -> None:
    """The error is raised, and the next call asks the embedder again."""
    broken = CachingEmbedder(RecordingEmbedder(broken=True), folder=tmp_path)

    with pytest.raises(EmbeddingError):
        await broken.embed(["潮屋"])

    assert vector_files(tmp_path) == []


async def test_forgetting_a_work_deletes_its_vectors(tmp_path: Path) -> None:
    """Vectors of other works are kept. Only the owner can read the files."""
    for group in ("novel", "other"):
        await CachingEmbedder(RecordingEmbedder(), folder=tmp_path, group_id=group).embed(["潮屋", "铜尺"])

    count = forget_group(tmp_path, "novel", files=CACHED_VECTORS)

    left = vector_files(tmp_path)
    assert (count, len(left)) == (2, 2)
    assert {stat.S_IMODE(file.stat().st_mode) for file in left} == {0o600}


async def test_an_empty_list_of_texts_gives_no_rows(tmp_path: Path) -> None:
    """The inner embedder is not called for an empty list."""
    inner = RecordingEmbedder()

    rows = await CachingEmbedder(inner, folder=tmp_path).embed([])

    assert rows.shape == (0, 32)
    assert inner.asked == []
