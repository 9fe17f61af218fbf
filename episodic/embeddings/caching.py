"""Keeps vectors by their text, in memory and, where a folder is given, on disk."""

from __future__ import annotations

import asyncio
import hashlib
import shutil
import zlib
from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from episodic.ports import Embedder, Vector
from episodic.private_files import write_whole


class CachingEmbedder:
    """Asks the inner embedder only for texts that it has not embedded before, each once.

    `remembered` vectors are held in memory, the longest unused ones are let go. On disk, a vector lies in the folder of its work,
    under the embedder's name and the text's hash; a file that is damaged, or of another length, counts as not there. A folder
    that cannot be written is passed over: a vector can be made again.
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
        """The inner embedder's."""
        return self._inner.name

    @property
    def dimension(self) -> int:
        """The inner embedder's."""
        return self._inner.dimension

    async def embed(self, texts: Sequence[str]) -> Vector:
        """One row a text, in order. EmbeddingErrors of the inner embedder pass; then nothing of this call is kept."""
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
                continue
            numbers, check = content[:-4], content[-4:]
            if len(numbers) == 4 * self.dimension and zlib.crc32(numbers).to_bytes(4, "little") == check:
                found[key] = np.frombuffer(numbers, dtype="<f4").astype(np.float32)
        return found


def group_folder(folder: Path, group_id: str) -> Path:
    """Where the vectors of a work are kept under *folder*; the work's name is not readable from it."""
    return folder / hashlib.sha256(group_id.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def forget_group(folder: Path, group_id: str) -> int:
    """Takes every kept vector of a work away, of all embedders; how many there were. Raises OSError if one cannot be removed."""
    kept = group_folder(folder, group_id)
    if not kept.is_dir():
        return 0
    count = sum(1 for _ in kept.glob("*/*.f32"))
    shutil.rmtree(kept)
    return count


def _file(folder: Path, key: str) -> Path:
    return folder / key[:2] / f"{key}.f32"


def _write(folder: Path, vectors: dict[str, Vector]) -> None:
    for key, vector in vectors.items():
        numbers = vector.astype("<f4").tobytes()
        try:
            write_whole(_file(folder, key), numbers + zlib.crc32(numbers).to_bytes(4, "little"), flushed=False)
        except OSError:
            # What cannot be kept now cannot be kept for the next vector either.
            return
