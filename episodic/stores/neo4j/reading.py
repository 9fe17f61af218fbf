"""The methods of the Neo4j store that read works, commits, records and their history."""

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from itertools import chain

from episodic.model.name_keys import check_name
from episodic.model.records import (
    ASSERTED,
    Commit,
    Kind,
    Record,
    RecordKey,
    Staged,
    Work,
    is_service_group,
    page_of,
)
from episodic.ports import Bounds
from episodic.stores.neo4j import cypher
from episodic.stores.neo4j.connection import ResultRow, Rows, RunCypher, complete, run_for_keys, run_in_pages
from episodic.stores.neo4j.graph_model import keys_of, token_of, work_key
from episodic.stores.neo4j.rows import bounds_parameters, embedding_property, record_of
from episodic.stores.validation import ANYWHERE, check_searched, clamped

_NOTHING = ""
"""A group name that no work has. Reads of a work that is not visible use it, so that they find nothing."""
_ALL_KINDS = [kind.value for kind in Kind]
_BATCH = 5_000


class Neo4jReader:
    """The methods of a GraphStore that read works and their records. *run* runs one statement that only reads."""

    def __init__(self, run: RunCypher) -> None:
        self._run = run
        self._visible: set[str] = set()
        """The group names of works that this client has seen as visible. Others may be staged works, which an import is
        still saving, and whose records no read may see.
        """

    async def works(self) -> Sequence[Work]:
        found = [work for work in works_of(await self._run(cypher.WORKS)) if not is_service_group(work.group_id)]
        return sorted(found, key=lambda work: work.group_id)

    async def work(self, group_id: str) -> Work | None:
        check_name(group_id, "group name")
        found = works_of(await self._run(cypher.WORK, work=work_key(group_id)))
        (self._visible.add if found else self._visible.discard)(group_id)
        return found[0] if found else None

    async def staged(self, group_id: str) -> Staged | None:
        check_name(group_id, "group name")
        rows = await self._run(cypher.STAGED, work=work_key(group_id))
        return Staged(*rows[0]) if rows else None

    async def commits(self, group_id: str) -> Sequence[Commit]:
        rows = await self._run(cypher.COMMITS, token=await self._token(group_id))
        return [Commit(*row) for row in complete(rows, 4)]

    async def fetch(
        self, group_id: str, kind: Kind, *, ids: Sequence[str] | None = None, vectors: bool = False
    ) -> Sequence[Record]:
        if ids is None:
            pages = self._pages(group_id, kind, vectors=vectors, limit=_BATCH)
            return [record async for page in pages for record in page]
        keys = keys_of(await self._shown(group_id), kind, ids)
        embedding = await self._embedding(group_id) if vectors and keys else None
        rows = await run_for_keys(self._run, cypher.FETCH_BY_KEY[kind], keys, embedding=embedding)
        return _records(kind, chain.from_iterable(part for (part,) in rows))

    async def stream(self, group_id: str, kind: Kind, *, vectors: bool = False) -> AsyncIterator[Record]:
        """Yield all live records of *kind*, which are read page by page. A change that is committed meanwhile may be
        seen or not.
        """
        async for page in self._pages(group_id, kind, vectors=vectors, limit=page_of(kind)):
            for record in page:
                yield record

    async def history(
        self, group_id: str, kind: Kind, *, ids: Sequence[str] | None = None
    ) -> Sequence[tuple[Record, int, int | None]]:
        token, wanted = await self._token(group_id), None if ids is None else list(ids)
        if kind not in ASSERTED:
            return []
        rows = await self._run(cypher.HISTORY, token=token, kind=kind.value, ids=wanted)
        versions = [(record_of(kind, record), put, retired) for put, *record, retired in complete(rows, 6)]
        return sorted(versions, key=lambda version: (*_position(version[0]), version[1]))

    async def history_ids(self, group_id: str, kind: Kind) -> Sequence[str]:
        token = await self._token(group_id)
        if kind not in ASSERTED:
            return []
        rows = await self._run(cypher.HISTORY_IDS, token=token, kind=kind.value)
        return [uuid for _, uuid in sorted(complete(rows, 2))]

    async def digests(self, group_id: str, kind: Kind | None = None) -> Mapping[RecordKey, str]:
        kinds = _ALL_KINDS if kind is None else [kind.value]
        rows = await self._run(cypher.DIGESTS, token=await self._token(group_id), kinds=kinds)
        return {
            (Kind(kind), uuid): digest
            for kind, uuids, digests in rows
            for uuid, digest in zip(uuids, digests, strict=True)
        }

    async def counts(self, group_id: str) -> Mapping[Kind, int]:
        rows = await self._run(cypher.COUNTS, token=await self._token(group_id), kinds=_ALL_KINDS)
        return {Kind(kind): number for kind, number in rows}

    async def counts_by_position(self, group_id: str, kind: Kind, *, bounds: Bounds = ANYWHERE) -> Mapping[int, int]:
        check_searched(kind)
        token, parameters = await self._token(group_id), bounds_parameters(clamped(bounds))
        rows = await self._run(cypher.COUNTS_BY_POSITION[kind], token=token, **parameters)
        return {int(told): number for told, number in complete(rows, 1)}

    async def listing(self, group_id: str, kind: Kind) -> Sequence[str]:
        token = await self._token(group_id)
        rows = await self._run(cypher.LISTING[kind], token=token) if kind in cypher.LISTING else []
        return sorted(chain.from_iterable(part for (part,) in rows))

    async def _shown(self, group_id: str) -> str:
        """Return the group name, or a name that no work has if the work is not visible. Raise InvalidNameError."""
        check_name(group_id, "group name")
        return group_id if group_id in self._visible or await self.work(group_id) is not None else _NOTHING

    async def _token(self, group_id: str) -> str:
        """Return the token of the work, or one that no work has if the work is not visible. Raise InvalidNameError."""
        return token_of(await self._shown(group_id))

    async def _embedding(self, group_id: str) -> str | None:
        """Return the name of the property with the work's embeddings, or None if the work has no embeddings."""
        work = await self.work(group_id)
        return None if work is None or work.dimension is None else embedding_property(work.dimension)

    async def _pages(self, group_id: str, kind: Kind, *, vectors: bool, limit: int) -> AsyncIterator[list[Record]]:
        """Yield all live records of *kind*, ordered by narrative position and id, in pages of at most *limit*."""
        token = await self._token(group_id)
        embedding = await self._embedding(group_id) if vectors else None
        statement = cypher.FETCH_PAGE[kind]
        async for page in run_in_pages(self._run, statement, limit=limit, token=token, embedding=embedding):
            yield _records(kind, page)


def works_of(rows: Rows) -> list[Work]:
    """Return the visible works that the result rows of `WORK` or `WORKS` contain."""
    return [
        Work(group_id, revision, embedder, dimension, created_at, changed_at, readable_from)
        for group_id, revision, created_at, changed_at, embedder, dimension, readable_from in complete(rows, 4)
    ]


def _records(kind: Kind, rows: Iterable[ResultRow]) -> list[Record]:
    """Return the records in a list of result rows, sorted, because Cypher's collect() does not guarantee an order."""
    return sorted((record_of(kind, row) for row in complete(rows, 5)), key=_position)


def _position(record: Record) -> tuple[int, str]:
    return record.told, record.uuid
