"""A bounded cache of values that were derived from objects, by the identity of the objects."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class IdentityCache(Generic[K, V]):
    """A cache of values derived from at most *most* immutable objects.

    `stored_value` returns the same object for equal records, so that an object is looked up without comparing its
    fields. The cache refers to the objects, so that an identity is not used again while it is cached. When the cache is
    full, the half of the values that was derived first is removed.
    """

    def __init__(self, derive: Callable[[K], V], *, most: int) -> None:
        self._derive, self._most = derive, most
        self._known: dict[int, tuple[K, V]] = {}

    def __len__(self) -> int:
        return len(self._known)

    def of(self, key: K) -> V:
        """Return the value derived from *key*."""
        known = self._known.get(id(key))
        if known is None:
            known = self._known[id(key)] = (key, self._derive(key))
            if len(self._known) > self._most:
                # The copy of the keys is one operation, so that other threads may add values at the same time.
                for old in list(self._known)[: self._most // 2]:
                    self._known.pop(old, None)
        return known[1]
