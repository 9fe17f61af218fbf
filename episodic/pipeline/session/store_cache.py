"""A cache of recently used values that have in-memory stores, which closes the stores of dropped values later."""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable
from typing import Generic, Protocol, TypeVar

GRACE = 300.0
"""After the cache has dropped a value, the value's store stays open for at least this number of seconds. A store is
closed earlier if more than MOST_DROPPED stores would stay open. During this time, a read that got the value before may
still use its store.
"""
MOST_DROPPED = 32
"""The maximum number of stores that stay open although the cache has dropped their values."""


class Closable(Protocol):
    """A store, or a value that closes its store."""

    async def close(self) -> None: ...


Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value", bound=Closable)


class StoreCache(Generic[Key, Value]):
    """A cache of the most recently used values, each of which has an in-memory store. If the cache drops a value, it
    closes the value's store only after a while (see GRACE). Another read of this process may still use the store.
    """

    def __init__(self, *, kept: int, now: Callable[[], float] = time.monotonic) -> None:
        self._kept, self._now = kept, now
        self._values: OrderedDict[Key, Value] = OrderedDict()
        self._dropped: deque[tuple[float, Closable]] = deque()

    def get(self, key: Key) -> Value | None:
        if key not in self._values:
            return None
        self._values.move_to_end(key)
        return self._values[key]

    async def put(self, key: Key, value: Value) -> Value:
        """If another read has put a value for *key* meanwhile, return that value and close the store of the new value.
        If the cache has no value for *key*, add *value* and return it.
        """
        known = self.get(key)
        if known is not None:
            await value.close()
            return known
        self._values[key] = value
        while len(self._values) > self._kept:
            _, oldest = self._values.popitem(last=False)
            self._dropped.append((self._now(), oldest))
        while self._dropped and (len(self._dropped) > MOST_DROPPED or self._dropped[0][0] + GRACE < self._now()):
            await self._dropped.popleft()[1].close()
        return value

    async def close(self) -> None:
        """Drop all values, and close all stores."""
        while self._values:
            _, value = self._values.popitem()
            await value.close()
        while self._dropped:
            await self._dropped.popleft()[1].close()
