"""Deterministic ids and digests, computed from content, so that the same manuscript has the same ids in every store.

An id is the first 128 bits of the SHA-256 of its parts, written as a UUID (version 8 of RFC 9562: vendor-specific).
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Hashable
from functools import lru_cache

_VARIANTS = "89ab"
"""The hexadecimal digits that begin with the variant bits of RFC 9562."""


@lru_cache(maxsize=1 << 15)
def identify(kind: str, *parts: str | int | None) -> str:
    """Returns the UUID of *kind* and *parts* as text.

    Each part is hashed with its length, and None differs from the empty string.
    """
    pieces: list[bytes] = []
    for part in (kind, *parts):
        raw = b"\x00" if part is None else str(part).encode("utf-8", "surrogatepass")
        pieces += (len(raw).to_bytes(8, "big"), b"n" if part is None else b"s", raw)
    digits = hashlib.sha256(b"".join(pieces)).hexdigest()
    variant = _VARIANTS[int(digits[16], 16) % len(_VARIANTS)]
    return f"{digits[:8]}-{digits[8:12]}-8{digits[13:16]}-{variant}{digits[17:20]}-{digits[20:32]}"


def digest_of(text: str | bytes) -> str:
    """Returns the first 128 bits of the SHA-256 of a text, as 32 hexadecimal digits."""
    raw = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    return hashlib.sha256(raw).hexdigest()[:32]


class OccurrenceCounter:
    """Numbers the occurrences of equal keys: the first occurrence of a key is 0, the second is 1."""

    def __init__(self) -> None:
        self._seen: Counter[Hashable] = Counter()

    def copy(self) -> OccurrenceCounter:
        """Returns an independent copy."""
        other = OccurrenceCounter()
        other._seen = self._seen.copy()
        return other

    def next_of(self, thing: Hashable) -> int:
        """Counts an occurrence of *thing* and returns the number of this occurrence."""
        number = self._seen[thing]
        self._seen[thing] += 1
        return number


def mentions_id(group_id: str, episode: str, entity: str) -> str:
    """Returns the id of the record with all mentions of one entity in one chapter.

    The id is computed from the arguments, so no search is needed.
    """
    return identify("mentions", group_id, episode, entity)
