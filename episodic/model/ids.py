"""Deterministic ids and digests, computed from content: one manuscript has the same ids in every store.

An id is the first 128 bits of the SHA-256 hash of its parts, written as a UUID (version 8 of RFC 9562:
vendor-specific).
"""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Mapping, MutableMapping
from functools import lru_cache
from typing import ClassVar

from episodic.model.changed_values import differing_keys
from episodic.model.shared_dict import SharedDict

_VARIANTS = "89ab"
"""The hexadecimal digits that begin with the bits 10, the variant bits of RFC 9562."""


@lru_cache(maxsize=1 << 15)
def identify(kind: str, *parts: str | int | None) -> str:
    """Return a UUID that is computed from *kind* and *parts*, as text.

    The parts of an id are hashed with their lengths, so that ("ab", "c") and ("a", "bc") give different ids. An id with
    None as a part differs from the id that has the empty string in place of None.
    """
    pieces: list[bytes] = []
    for part in (kind, *parts):
        raw = b"\x00" if part is None else str(part).encode("utf-8", "surrogatepass")
        pieces += (len(raw).to_bytes(8, "big"), b"n" if part is None else b"s", raw)
    digits = hashlib.sha256(b"".join(pieces)).hexdigest()
    variant = _VARIANTS[int(digits[16], 16) % len(_VARIANTS)]
    return f"{digits[:8]}-{digits[8:12]}-8{digits[13:16]}-{variant}{digits[17:20]}-{digits[20:32]}"


def digest_of(text: str | bytes) -> str:
    """Return the first 128 bits of the SHA-256 hash of a text, as 32 hexadecimal digits."""
    raw = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    return hashlib.sha256(raw).hexdigest()[:32]


class OccurrenceCounter:
    """Numbers the occurrences of equal keys: the first occurrence of a key is 0, the second occurrence is 1."""

    KEPT: ClassVar[tuple[str, ...]] = ("_seen",)
    KEPT_UNORDERED: ClassVar[frozenset[str]] = frozenset({"_seen"})
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ()

    def __init__(self) -> None:
        self._seen = SharedDict[str, int]()

    def copy(self) -> OccurrenceCounter:
        other = OccurrenceCounter()
        other._seen = self._seen.copy()
        return other

    def next_of(self, thing: Hashable) -> int:
        """Count an occurrence of *thing*, and return how many occurrences of *thing* were counted before."""
        digest = digest_of(repr(thing))
        number = self._seen.get(digest, 0)
        self._seen[digest] = number + 1
        return number

    def begin_otherwise(self, before: OccurrenceCounter, after: OccurrenceCounter) -> None:
        """Add the counts of the counter *after* to the counts of this counter, and subtract the counts of the counter
        *before*. The method is used when the things counted in *before* were replaced by the things counted in *after*.
        """
        replace_counts(self._seen, before._seen, after._seen)


def replace_counts(counts: MutableMapping[str, int], before: Mapping[str, int], after: Mapping[str, int]) -> None:
    """Add the counts *after* to *counts* and subtract the counts *before*. Keys whose count becomes 0 are removed from
    *counts*.
    """
    for key in sorted(differing_keys(before, after)):
        counts[key] = counts.get(key, 0) + after.get(key, 0) - before.get(key, 0)
        if not counts[key]:
            del counts[key]


def mentions_id(group_id: str, episode: str, entity: str) -> str:
    """Return the id of the record that contains all mentions of one entity in one chapter.

    Because the id is computed from the arguments, the record can be found without a search.
    """
    return identify("mentions", group_id, episode, entity)


def passage_id(group_id: str, layer: str, text: str, number: int) -> str:
    """Return the id of the passage with the text *text*, computed from the arguments alone. *number* is the number of
    earlier passages in the layer that have the same text, so that each passage has its own id.
    """
    return identify("passage", group_id, layer, text, number)
