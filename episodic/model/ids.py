"""Ids made from the author's words, so that the same manuscript has the same ids on every store.

An id is the first 128 bits of the SHA-256 of its parts, written as a UUID (version 8 of RFC 9562: vendor-specific).
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Hashable
from functools import lru_cache

_VARIANTS = "89ab"
"""What the digit may be that begins with the two bits of the variant of RFC 9562."""


@lru_cache(maxsize=1 << 15)
def identify(kind: str, *parts: str | int | None) -> str:
    """The UUID text of *kind* and *parts*; None and the empty string differ, and parts never run into each other."""
    pieces: list[bytes] = []
    for part in (kind, *parts):
        raw = b"\x00" if part is None else str(part).encode("utf-8", "surrogatepass")
        pieces += (len(raw).to_bytes(8, "big"), b"n" if part is None else b"s", raw)
    digits = hashlib.sha256(b"".join(pieces)).hexdigest()
    variant = _VARIANTS[int(digits[16], 16) % len(_VARIANTS)]
    return f"{digits[:8]}-{digits[8:12]}-8{digits[13:16]}-{variant}{digits[17:20]}-{digits[20:32]}"


def digest_of(text: str | bytes) -> str:
    """32 hexadecimal digits that stand for a text's exact content."""
    raw = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    return hashlib.sha256(raw).hexdigest()[:32]


class Numbering:
    """Counts equal things in the order they come: the first is 0, the next equal one 1."""

    def __init__(self) -> None:
        self._seen: Counter[Hashable] = Counter()

    def copy(self) -> Numbering:
        """An independent copy."""
        other = Numbering()
        other._seen = self._seen.copy()
        return other

    def next_of(self, thing: Hashable) -> int:
        """The number of this one among those equal to it."""
        number = self._seen[thing]
        self._seen[thing] += 1
        return number


def mentions_id(group_id: str, episode: str, entity: str) -> str:
    """The id of all places of one chapter that mean one entity, so that they are found without a search."""
    return identify("mentions", group_id, episode, entity)
