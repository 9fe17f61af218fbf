"""Cache of embedding vectors by text, in memory and optionally on disk."""

from __future__ import annotations

import asyncio
import hashlib
import zlib
from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from episodic.atomic_write import write_atomically
from episodic.cache_folders import group_folder
from episodic.ports import Embedder, Vector

CACHED_VECTORS = "*/*.f32"
"""The glob pattern of the cached vectors in the cache folder of a work."""


class CachingEmbedder:
    """An embedder that asks the wrapped embedder only for texts whose vectors are not in the cache.

    The cache in memory contains at most `remembered` vectors and drops the least recently used vectors. On disk, each
    work has its own cache folder, with one file for each vector. The name of a cache file is a hash of the embedder's
    name and the text. A cache file that is damaged, or whose vector has another length, counts as missing. Write errors
    are ignored, because a vector can be computed again.
    """

    def __init__(
        self, inner: Embedder, *, folder: Path | None = None, group_id: str = "", remembered: int = 20_000
    ) -> None:
        self._inner = inner
        self._folder = None if folder is None else group_folder(folder, group_id)
        self._remembered = remembered
        self._vectors: OrderedDict[str, Vector] = OrderedDict()

    @property
    def name(self) -> str:
        """The name of the wrapped embedder."""
        return self._inner.name

    @property
    def dimension(self) -> int:
        """The wrapped embedder's dimension."""
        return self._inner.dimension

    async def embed(self, texts: Sequence[str]) -> Vector:
        """Return one vector per text, as the rows of a matrix.

        If the wrapped embedder raises an error, no vector of the failed call is cached.
        """
        keys = [self._key(text) for text in texts]
        wanted = dict(zip(keys, texts, strict=True))
        known = {key: self._vectors[key] for key in wanted if key in self._vectors}
        if self._folder is not None:
            missing = [key for key in wanted if key not in known]
            known |= await asyncio.to_thread(self._read, self._folder, missing)
        new = [key for key in wanted if key not in known]
        if new:
            rows = await self._inner.embed([wanted[key] for key in new])
            made = dict(zip(new, rows, strict=True))
            if self._folder is not None:
                await asyncio.to_thread(_write, self._folder, made)
            known |= made
        self._remember(known)
        return np.stack([known[key] for key in keys]) if keys else np.zeros((0, self.dimension), dtype=np.float32)

    def _key(self, text: str) -> str:
        return hashlib.sha256(f"{self.name}\n{text}".encode("utf-8", "surrogatepass")).hexdigest()

    def _remember(self, vectors: dict[str, Vector]) -> None:
        for key, vector in vectors.items():
            self._vectors[key] = vector
            self._vectors.move_to_end(key)
        while len(self._vectors) > self._remembered:
            self._vectors.popitem(last=False)

    def _read(self, folder: Path, keys: Sequence[str]) -> dict[str, Vector]:
        found: dict[str, Vector] = {}
        for key in keys:
            try:
                content = _file(folder, key).read_bytes()
            except OSError:
                # A file that is missing or cannot be read is no error, because the vector is then computed again.
                continue
            numbers, check = content[:-4], content[-4:]
            if len(numbers) == 4 * self.dimension and zlib.crc32(numbers).to_bytes(4, "little") == check:
                found[key] = np.frombuffer(numbers, dtype="<f4").astype(np.float32)
        return found


def _file(folder: Path, key: str) -> Path:
    return folder / key[:2] / f"{key}.f32"


def _write(folder: Path, vectors: dict[str, Vector]) -> None:
    for key, vector in vectors.items():
        numbers = vector.astype("<f4").tobytes()
        try:
            write_atomically(_file(folder, key), numbers + zlib.crc32(numbers).to_bytes(4, "little"), flushed=False)
        except OSError:
            # If one file cannot be written, the disk is probably full, and the other files are not tried.
            return
