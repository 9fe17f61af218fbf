"""What of a commit can be written before the commit is asked for: records that will likely be new."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from uuid import uuid4

from episodic.errors import EpisodicError, StaleRevisionError
from episodic.model.records import ASSERTED, Changes, Kind, Record, RecordKey
from episodic.ports import Coming
from episodic.stores.neo4j import committing
from episodic.stores.neo4j.columns import items, whole
from episodic.stores.neo4j.committing import BATCH, Written, batches, weight_of, written
from episodic.stores.neo4j.connection import Asking, Connection
from episodic.stores.neo4j.drafts import Drafts
from episodic.stores.neo4j.faults import LostWriteError
from episodic.stores.neo4j.planning import Plan, edges_of, rows_of, runs_of
from episodic.stores.neo4j.shape import EDGES, key_of, token_of

PATIENCE = 1.0
"""Seconds in which the commit has to be asked for. Whoever else writes to the work waits as long, and a model that takes longer to
answer makes all that is gained here a trifle."""
_LONGEST = 60.0
"""Seconds after which the server ends it where this program does not: when it was stopped, or the machine sleeps."""

Saved = tuple[int, Sequence[Kind]]
"""The revision that a commit makes, and the kinds that outgrow exact search by it."""


@dataclass(frozen=True, slots=True)
class Ahead:
    """Records that are new and of one revision.

    `ids` are those of the very records, in which there is nothing that cannot be kept. `ends` are the stored keys of what they point
    at, `absent` of those the ones that were not there, so that they are made, and stay, as nodes of no kind. `parts` are what is
    sent for those of them that came last.
    """

    group_id: str
    base: int
    revision: int
    records: Mapping[RecordKey, Record]
    ids: frozenset[int]
    ends: frozenset[str]
    absent: frozenset[str]
    parts: tuple[Written, ...]

    def is_among(self, records: Sequence[Record]) -> bool:
        """Whether it was made of some of these very records."""
        return self.ids.issubset(map(id, records))

    def comes_before(self, coming: Coming) -> bool:
        """Whether it is of an earlier commit."""
        return self.revision < coming.revision

    def fits(self, row: Sequence[Changes]) -> bool:
        """Whether the last of these commits puts all of it, in its revision, and none takes away what it points at.

        No two of them may touch one record: all of them are written together then.
        """
        first, last = row[0], row[-1]
        if (first.group_id, first.base_revision, last.base_revision + 1) != (self.group_id, self.base, self.revision):
            return False
        put = {(record.kind, record.uuid): record for record in last.put}
        if any(put.get(key) is not one for key, one in self.records.items()) or len(list(runs_of(row))) > 1:
            return False
        retired = {key_of(self.group_id, *key) for changes in row for key in changes.retire if key not in put}
        return self.ends.isdisjoint(retired)


@dataclass(frozen=True, slots=True)
class Locked:
    """What has been written ahead of a commit, and the work as it was before."""

    ahead: Ahead
    state: Sequence[object]


Finish = Callable[[Asking, Locked], Awaitable[Saved]]


def ahead_of(
    drafts: Drafts, foreseen: Sequence[Record], coming: Coming, *, before: Ahead | None = None
) -> Ahead | None:
    """What of *foreseen* can be written before the commit is asked for, with what has been *before*; None where nothing is new.

    What is asserted is left out: of several commits at once each asserts its own, and what is derived is the last one's.
    """
    known: Mapping[RecordKey, Record] = {} if before is None else before.records
    records = {
        key: one
        for one in foreseen
        if one.kind not in ASSERTED and (key := (one.kind, one.uuid)) not in coming.there and key not in known
    }
    if not records:
        return None
    absent = frozenset[str]() if before is None else before.absent
    others = frozenset[str]() if before is None else before.ends
    revisions = dict.fromkeys(records, coming.revision)
    there = absent | {drafts.of(one).key for one in known.values()}
    plan = Plan(drafts, None, there, revisions=revisions, put=[(one, None) for one in records.values()])
    ends = {stored: key for one in records.values() for stored, key in drafts.of(one).targets.items()}
    missing = {stored: key[1] for stored, key in ends.items() if key not in coming.there}
    rows = rows_of(plan, {kind: edges_of(plan, kind) for kind in EDGES}, ends=missing)
    every = {**known, **records}
    return Ahead(
        group_id=drafts.group_id,
        base=coming.base_revision,
        revision=coming.revision,
        records=every,
        ids=frozenset(map(id, every.values())),
        ends=others | frozenset(ends),
        absent=absent | {str(row["record_key"]) for row in rows["absent"]},
        parts=tuple(written(part) for part in batches(rows, BATCH, weight_of)),
    )


async def lock(ask: Asking, ahead: Ahead) -> Sequence[object]:
    """Takes the work's lock; the state that it is in. Raises StaleRevisionError where that is not as it was thought to be."""
    ((found, _, _),) = await ask(
        committing.LOCK_AND_LOOK, c={**names_of(ahead.group_id), "commits": [], "commit_id": uuid4().hex}
    )
    state = items(found)
    current = whole(state[0] or 0)
    if current != ahead.base:
        raise StaleRevisionError(ahead.group_id, base=ahead.base, current=current)
    return state


def names_of(group_id: str) -> dict[str, object]:
    """What each statement of a commit to this work is told of it."""
    return {"group_id": group_id, "token": token_of(group_id), "work": key_of(group_id, "work", group_id)}


async def put(ask: Asking, part: Written, names: Mapping[str, object]) -> None:
    """Writes *part*. Raises LostWriteError."""
    (counts,) = await ask(committing.WRITE, c={**names, **part.sent})
    missing = part.lost(counts)
    if missing is not None:
        raise LostWriteError(missing)


class Begun:
    """A commit that has begun before anybody asks for it: its transaction is open, and what is ahead is being written in it.

    Nothing of it is seen or saved until it is finished. It is taken back where that does not happen soon, and where what is ahead
    is there already.
    """

    def __init__(self, connection: Connection, ahead: Ahead) -> None:
        self.ahead = ahead
        self._coming: asyncio.Queue[Ahead | Finish] = asyncio.Queue()
        self._coming.put_nowait(ahead)
        self._task = asyncio.create_task(self._run(connection))

    @property
    def is_over(self) -> bool:
        """Whether it has been taken back, or saved."""
        return self._task.done()

    def add(self, ahead: Ahead) -> None:
        """Write more: *ahead* goes on from what was written last."""
        self.ahead = ahead
        self._coming.put_nowait(ahead)

    async def finish(self, rest: Finish) -> Saved | None:
        """What *rest*, which writes the rest, answers once everything is saved; None where nothing is: then all is still to be done.

        What went wrong is not said: it goes wrong again where it is more than a chance.
        """
        self._coming.put_nowait(rest)
        return await self._task

    async def give_up(self) -> None:
        """Take it back."""
        self._task.cancel()
        await asyncio.wait((self._task,))

    async def _run(self, connection: Connection) -> Saved | None:
        with suppress(EpisodicError, TimeoutError):
            return await connection.attempt(self._commit, seconds=_LONGEST)
        return None

    async def _commit(self, ask: Asking) -> Saved:
        """Write what comes, until the rest is to be written."""
        state = await lock(ask, self.ahead)
        while True:
            async with asyncio.timeout(PATIENCE):
                one = await self._coming.get()
            if not isinstance(one, Ahead):
                return await one(ask, Locked(self.ahead, state))
            for part in one.parts:
                await put(ask, part, {**names_of(one.group_id), "unindexed": {}, "revision": one.revision})
