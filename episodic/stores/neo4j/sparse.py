"""Vectors as they are stored: one that is mostly zeros as a bitmap of its places and the numbers there, any other as it is.

A sentence has a number at 75 of the 384 places of the offline embedder: it takes 352 bytes instead of 1,536.
"""

from collections import defaultdict
from collections.abc import Sequence
from struct import Struct

import numpy as np

from episodic.stores.neo4j.columns import raw_or_none

_NUMBER_BYTES = 4
_HEAD = Struct("<xI")
"""One byte more than whole numbers take, so that the length says which form it is; then how many numbers there are."""


def packed(vectors: Sequence[bytes | None]) -> list[bytes | None]:
    """These float32 vectors, bit for bit, in the shorter form."""
    stored = list(vectors)
    places: defaultdict[int, list[int]] = defaultdict(list)
    for place, vector in enumerate(vectors):
        if vector and len(vector) % _NUMBER_BYTES == 0:
            places[len(vector) // _NUMBER_BYTES].append(place)
    for count, found in places.items():
        for place, short in zip(found, _sparse([vectors[place] or b"" for place in found], count), strict=True):
            if len(short) < count * _NUMBER_BYTES:
                stored[place] = short
    return stored


def unpacked(value: object) -> bytes | None:
    """The vector that was `packed` so, from what the server answers; None where there is none."""
    stored = raw_or_none(value)
    if stored is None or len(stored) % _NUMBER_BYTES != _HEAD.size % _NUMBER_BYTES:
        return stored
    (count,) = _HEAD.unpack_from(stored)
    begin = _HEAD.size + _bitmap_size(count)
    bitmap = np.frombuffer(stored, np.uint8, begin - _HEAD.size, _HEAD.size)
    numbers = np.zeros(count, "<u4")
    numbers[np.unpackbits(bitmap, count=count).view(np.bool_)] = np.frombuffer(stored, "<u4", offset=begin)
    return numbers.tobytes()


def _sparse(vectors: Sequence[bytes], count: int) -> list[bytes]:
    # As bits, so that a negative zero is kept.
    numbers = np.frombuffer(b"".join(vectors), "<u4").reshape(len(vectors), count)
    there = numbers != 0
    padded = np.zeros((len(vectors), _bitmap_size(count)), np.uint8)
    bitmaps = np.packbits(there, axis=1)
    padded[:, : bitmaps.shape[1]] = bitmaps
    ends = (there.sum(axis=1).cumsum() * _NUMBER_BYTES).tolist()
    kept, head = numbers[there].tobytes(), _HEAD.pack(count)
    return [
        head + bitmap.tobytes() + kept[begin:end] for bitmap, begin, end in zip(padded, [0, *ends], ends, strict=False)
    ]


def _bitmap_size(count: int) -> int:
    """Bytes of a bitmap, filled up to whole numbers."""
    return -(-count // (8 * _NUMBER_BYTES)) * _NUMBER_BYTES
