"""Encodes vectors as text for checkpoints, because text is read from a checkpoint without conversion. Most numbers of a
vector are zeros, and the encoded text leaves the zeros out.
"""

from __future__ import annotations

from base64 import b64encode
from binascii import a2b_base64
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

_PLACE = np.dtype("<u2")
_NUMBER = np.dtype("<f4")


class PackedVector(NamedTuple):
    """A vector as its length and two Base64 texts: the indexes of its numbers that are not zero, and these numbers.
    `places`, the text of the indexes, is empty if no number of the vector is zero.
    """

    length: int
    places: str
    numbers: str


def packed_vector(vector: NDArray[np.float32]) -> PackedVector:
    """Return a vector in packed form."""
    places = np.flatnonzero(vector)
    shown = b"" if len(places) == len(vector) else places.astype(_PLACE).tobytes()
    numbers = vector[places].astype(_NUMBER).tobytes()
    return PackedVector(len(vector), b64encode(shown).decode("ascii"), b64encode(numbers).decode("ascii"))


def matrix_of(vectors: Sequence[PackedVector]) -> NDArray[np.float32]:
    """Return a matrix whose rows are the given vectors, which have the same length."""
    length = vectors[0].length if vectors else 0
    every = np.arange(length, dtype=_PLACE).tobytes()
    numbers = [a2b_base64(one.numbers) for one in vectors]
    places = [
        a2b_base64(one.places) if one.places or not found else every
        for one, found in zip(vectors, numbers, strict=True)
    ]
    rows = np.repeat(np.arange(len(vectors)), [len(one) // _NUMBER.itemsize for one in numbers])
    matrix: NDArray[np.float32] = np.zeros((len(vectors), length), dtype=np.float32)
    matrix[rows, np.frombuffer(b"".join(places), _PLACE)] = np.frombuffer(b"".join(numbers), _NUMBER)
    return matrix
