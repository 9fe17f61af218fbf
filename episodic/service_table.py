"""Tables of the program's own data, such as jobs, in any store. If two processes change an entry at the same time,
neither change is lost.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from episodic.errors import StaleRevisionError
from episodic.model.records import SERVICE_PREFIX, Changes, Kind, Record, from_json, to_json
from episodic.ports import GraphStore

T = TypeVar("T")

TRIES = 200
"""The maximum number of attempts to change an entry; an attempt fails if another process changed the table meanwhile.
"""


class ServiceTable(Generic[T]):
    """A table of values of one class, by id. The table is stored under a group id like a work, but is not listed as a
    work.
    """

    def __init__(self, store: GraphStore, name: str, kind: type[T], *, clock: Callable[[], str]) -> None:
        self._store = store
        self._group = f"{SERVICE_PREFIX}{name}"
        self._kind = kind
        self._clock = clock

    async def get(self, key: str) -> T | None:
        """Return the value of *key*, or None if the table has no such key. Raises StoreError."""
        found = await self._store.fetch(self._group, Kind.SERVICE, ids=[key])
        return None if not found else from_json(self._kind, found[0].value)

    async def all(self) -> Sequence[T]:
        """Return all values of the table, ordered by key. Raises StoreError."""
        return [from_json(self._kind, one.value) for one in await self._store.fetch(self._group, Kind.SERVICE)]

    async def change(self, key: str, edit: Callable[[T | None], T | None]) -> T | None:
        """Replace the value of *key* by the result of *edit*, and return the result.

        *edit* gets the stored value, or None if the table has no value for *key*; if *edit* returns None, the value is
        deleted. *edit* may be called several times, because it is called again if another process changed the table in
        the meantime. An error that *edit* raises is raised again, and nothing is changed. Raises StoreError.
        """
        for left in reversed(range(TRIES)):
            work = await self._store.work(self._group)
            before = await self.get(key)
            after = edit(before)
            if after == before:
                return after
            changes = Changes(
                group_id=self._group,
                base_revision=0 if work is None else work.revision,
                commit_id=uuid.uuid4().hex,
                at=self._clock(),
                action="change",
                put=() if after is None else (Record(Kind.SERVICE, key, to_json(after)),),
                retire=((Kind.SERVICE, key),) if after is None else (),
            )
            try:
                await self._store.commit(changes)
            except StaleRevisionError:
                if not left:
                    raise
            else:
                return after
        raise AssertionError("the last try returns or raises")

    async def delete(self) -> None:
        """Delete the whole table. Raises StoreError."""
        await self._store.delete(self._group)
