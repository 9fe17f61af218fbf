"""The table of the stored digests of a work.

The digest table says which facts and entities each digest shows. For each digest, the digest table also contains a hash
of the data from which the digest was made.

The digest table contains ids and hashes only, so that no text of a work remains in it after an edit. The digest table
is no part of the work. Storing digests makes no revision of the work, and an export contains no digests.
"""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from episodic.model.records import SERVICE_PREFIX, Changes, Kind, Record, Work, from_json, to_json
from episodic.ports import GraphStore
from episodic.search.digest_hits import DigestKind

_HEADER = "table"


@dataclass(frozen=True, slots=True)
class StoredDigest:
    """The digest of a chapter, a volume or a community as a store keeps it. `key` is a hash of everything from which
    the digest was made.

    `facts` are the ids of the digest's facts in the order in which they are shown. `chapters` are the ids of the
    chapters that the digest of a chapter or volume covers. `depth` is the level of a volume's heading, from 1 for the
    highest level, and 0 for a chapter or a community. `members` are the ids of the entities of a community, and `rank`
    is the community's place in the list of communities.
    """

    uuid: str
    kind: DigestKind
    key: str
    facts: tuple[str, ...]
    chapters: tuple[str, ...] = ()
    depth: int = 0
    members: tuple[str, ...] = ()
    rank: int = 0


@dataclass(frozen=True, slots=True)
class DigestHeader:
    """The state of the work from which a digest table was made. The state consists of the work's revision, the time of
    its first commit, and a hash of all its facts.
    """

    revision: int
    created_at: str
    facts: str


@dataclass(frozen=True, slots=True)
class DigestTable:
    """The stored digests of a work by id, with the header of the digest table. `header` says from which state of the
    work the digests were made, and is None if no digests were stored. `revision` is the number of commits of the digest
    table, not of the work.
    """

    header: DigestHeader | None
    digests: Mapping[str, StoredDigest]
    revision: int = 0

    def of_kind(self, kind: DigestKind) -> list[StoredDigest]:
        return sorted((one for one in self.digests.values() if one.kind is kind), key=lambda one: (one.rank, one.uuid))


def digest_table_name(group_id: str) -> str:
    """Return the name under which a store keeps the digests of a work.

    The returned name contains a hash of the work's name, and not the work's name itself. The work's name may already
    have the greatest allowed length.
    """
    return f"{SERVICE_PREFIX}digests:{hashlib.sha256(group_id.encode()).hexdigest()}"


class StoredDigests:
    """The table of the digests of one work in a store."""

    def __init__(self, store: GraphStore, group_id: str) -> None:
        self._store = store
        self._work = group_id
        self._group = digest_table_name(group_id)

    async def work(self) -> Work | None:
        """Return what the store's list of works says of the work, such as its revision, or None if the store has no
        such work. Raises StoreError.
        """
        return await self._store.work(self._work)

    async def current(self) -> DigestTable | None:
        """Return the digest table if it was made from the work's present revision, and otherwise None. Raises
        StoreError.
        """
        header = await self._header()
        work = await self.work() if header is not None else None
        if header is None or work is None or (header.revision, header.created_at) != (work.revision, work.created_at):
            return None
        return await self.load()

    async def load(self) -> DigestTable:
        """Return the stored digest table, even one made from an earlier revision of the work, or an empty table if none
        is stored. Raises StoreError.
        """
        # The table's revision is read before its records, so that `save` does not overwrite a change that another
        # process makes in between.
        table = await self._store.work(self._group)
        records = await self._store.fetch(self._group, Kind.SERVICE)
        digests = [from_json(StoredDigest, one.value) for one in records if one.uuid != _HEADER]
        headers = [from_json(DigestHeader, one.value) for one in records if one.uuid == _HEADER]
        return DigestTable(
            next(iter(headers), None), {one.uuid: one for one in digests}, 0 if table is None else table.revision
        )

    async def save(
        self, header: DigestHeader, digests: Sequence[StoredDigest], *, before: DigestTable, clock: Callable[[], str]
    ) -> None:
        """Save *header* and *digests* in one transaction in place of the stored table, which the caller loaded as
        *before*. Only digests that are new, changed or removed are written, and *header* only if it has changed. If
        nothing has changed, nothing is written.

        Raises StaleRevisionError if another process has changed the table since *before* was loaded, and StoreError.
        """
        fresh = {one.uuid: one for one in digests}
        put = [Record(Kind.SERVICE, one.uuid, to_json(one)) for one in digests if before.digests.get(one.uuid) != one]
        if header != before.header:
            put.append(Record(Kind.SERVICE, _HEADER, to_json(header)))
        retire = tuple((Kind.SERVICE, one) for one in before.digests if one not in fresh)
        if put or retire:
            commit = uuid.uuid4().hex
            await self._store.commit(
                Changes(self._group, before.revision, commit, clock(), "digests", put=tuple(put), retire=retire)
            )

    async def delete(self) -> None:
        """Delete the table. Raises StoreError."""
        await self._store.delete(self._group)

    async def _header(self) -> DigestHeader | None:
        found = await self._store.fetch(self._group, Kind.SERVICE, ids=[_HEADER])
        return from_json(DigestHeader, found[0].value) if found else None
