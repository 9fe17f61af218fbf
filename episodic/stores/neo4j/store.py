"""Neo4jStore, which saves works in a Neo4j database."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import TypeVar

from episodic.model.name_keys import check_name
from episodic.model.records import (
    ASSERTED,
    Changes,
    Commit,
    Kind,
    Record,
    RecordKey,
    Staged,
    Work,
    is_service_group,
    page_of,
)
from episodic.ports import Bounds, CandidateSearch, IndexHits, IndexSearch, LinkSearch, SearchSteps
from episodic.stores.neo4j import commit, cypher
from episodic.stores.neo4j.address import server_of
from episodic.stores.neo4j.connection import Connection, Rows, RunCypher, complete, run_for_keys, run_in_pages
from episodic.stores.neo4j.graph_model import keys_of, token_of, work_key
from episodic.stores.neo4j.rows import bounds_parameters, embedding_property, record_of, records_of, works_of
from episodic.stores.neo4j.schema import prepare
from episodic.stores.neo4j.search import Neo4jIndex
from episodic.stores.neo4j.vector_search import VectorSearch
from episodic.stores.validation import KEY_LIMIT, check_commits, check_kept, check_searched, check_staged, clamped

T = TypeVar("T")
_NOTHING = ""
"""A group name that no work has. Reads of a work that is not visible use it, so that they find nothing."""
_ANYWHERE = Bounds()
_BATCH = 5_000


class Neo4jStore:
    """A GraphStore in a Neo4j database, version 5.26 or later, any edition. A store object belongs to one event loop.

    The address has the form `bolt://user@host:7687/database`, and keyword arguments replace its parts. With a password
    but without a user, the user is `neo4j`. Without user and password, the driver sends no credentials.

    If a work has more than `exact_rows` records of a kind, vector search uses the server's vector index. If a work has
    at most `exact_rows` records of a kind, vector search compares the query with every vector of the kind. Every vector
    is compared, too, if the search has facets, or if the vectors have more than 4,096 dimensions. Every vector is also
    compared if the index is still being filled, or finds too few records of the work. By default, `exact_rows` is 5,000
    if the server's vector indexes can filter by properties, and else 100,000.

    The methods are documented in the protocol `GraphStore`. Methods raise InvalidNameError for an invalid group name,
    and StoreRefusedError if any other text that should be saved has a lone surrogate. The constructor raises
    ConfigurationError for an invalid address.
    """

    def __init__(
        self,
        address: str,
        *,
        user: str | None = None,
        password: str | None = None,
        database: str | None = None,
        exact_rows: int | None = None,
    ) -> None:
        server = server_of(address, user=user, password=password, database=database)
        self._connection = Connection(server)
        self._is_ready = False
        self._vectors = VectorSearch(self._read, self._connection.auto_commit, exact_rows=exact_rows)
        self._index = Neo4jIndex(self._read, self._vectors)
        # The group names of works that this client has seen as visible. Others may be staged works, which an import is
        # still saving, and whose records no read may see.
        self._visible: set[str] = set()

    @property
    def address(self) -> str:
        """The server's address without credentials."""
        return self._connection.address

    async def setup(self) -> None:
        """Create missing constraints and indexes, and run missing migrations. The other methods call `setup` before the
        first access to the database. Raise StoreVersionError if the server is older than 5.26. StoreVersionError is
        also raised if a newer version of this package, or an early development version, has written the database.
        """
        if not self._is_ready:
            self._vectors.filters = await prepare(self._connection)
            self._is_ready = True

    async def close(self) -> None:
        """Close the driver and its connections."""
        await self._connection.close()

    async def works(self) -> Sequence[Work]:
        found = [work for work in works_of(await self._read(cypher.WORKS)) if not is_service_group(work.group_id)]
        return sorted(found, key=lambda work: work.group_id)

    async def work(self, group_id: str) -> Work | None:
        check_name(group_id, "group name")
        found = works_of(await self._read(cypher.WORK, work=work_key(group_id)))
        (self._visible.add if found else self._visible.discard)(group_id)
        return found[0] if found else None

    async def staged(self, group_id: str) -> Staged | None:
        check_name(group_id, "group name")
        rows = await self._read(cypher.STAGED, work=work_key(group_id))
        return Staged(*rows[0]) if rows else None

    async def commits(self, group_id: str) -> Sequence[Commit]:
        rows = await self._read_of(group_id, cypher.COMMITS)
        return [Commit(*row) for row in complete(rows, 4)]

    async def fetch(
        self, group_id: str, kind: Kind, *, ids: Sequence[str] | None = None, vectors: bool = False
    ) -> Sequence[Record]:
        if ids is None:
            return [record async for record in self._all(group_id, kind, vectors=vectors, limit=_BATCH)]
        keys = keys_of(await self._shown(group_id), kind, ids)
        embedding = await self._embedding(group_id) if vectors and keys else None
        rows = await run_for_keys(self._read, cypher.FETCH_BY_KEY[kind], keys, embedding=embedding)
        return records_of(kind, chain.from_iterable(part for (part,) in rows))

    def stream(self, group_id: str, kind: Kind, *, vectors: bool = False) -> AsyncIterator[Record]:
        """Yield all live records of *kind*, which are read page by page. A change that is committed during the reading
        may be seen or not.
        """
        return self._all(group_id, kind, vectors=vectors, limit=page_of(kind))

    async def history(
        self, group_id: str, kind: Kind, *, ids: Sequence[str] | None = None
    ) -> Sequence[tuple[Record, int, int | None]]:
        rows = await self._versions(group_id, cypher.HISTORY, kind, ids=None if ids is None else list(ids))
        versions = [(record_of(kind, record), put, retired) for put, *record, retired in complete(rows, 6)]
        return sorted(versions, key=lambda version: (version[0].told, version[0].uuid, version[1]))

    async def history_ids(self, group_id: str, kind: Kind) -> Sequence[str]:
        rows = await self._versions(group_id, cypher.HISTORY_IDS, kind)
        return [uuid for _, uuid in sorted(complete(rows, 2))]

    async def digests(self, group_id: str, kind: Kind | None = None) -> Mapping[RecordKey, str]:
        rows = await self._read_of(group_id, cypher.DIGESTS, kinds=[*Kind] if kind is None else [kind])
        return {(Kind(kind), uuid): digest for kind, found in rows for uuid, digest in complete(found, 2)}

    async def counts(self, group_id: str) -> Mapping[Kind, int]:
        rows = await self._read_of(group_id, cypher.COUNTS, kinds=[*Kind])
        return {Kind(kind): number for kind, number in rows}

    async def counts_by_position(self, group_id: str, kind: Kind, *, bounds: Bounds = _ANYWHERE) -> Mapping[int, int]:
        check_searched(kind)
        rows = await self._read_of(group_id, cypher.COUNTS_BY_POSITION[kind], **bounds_parameters(clamped(bounds)))
        return {int(told): number for told, number in complete(rows, 1)}

    async def listing(self, group_id: str, kind: Kind) -> Sequence[str]:
        check_name(group_id, "group name")
        rows = await self._read_of(group_id, cypher.LISTING[kind]) if kind in cypher.LISTING else []
        return sorted(chain.from_iterable(part for (part,) in rows))

    async def named(self, group_id: str, keys: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
        _, found = await self._index.find(await self._shown(group_id), CandidateSearch(names=keys))
        return found.names

    async def search(self, group_id: str, searches: Sequence[IndexSearch]) -> Sequence[IndexHits]:
        """Return the hits of each of several index searches.

        Scores by text count the terms of all works of the database, and full-text search ignores the most common
        English words. Cosine similarities are rounded to six digits. Raise EmbeddingDimensionError if a query vector
        has another dimension than the work's vectors, and StoreRefusedError for a kind that is not searched.
        """
        for one in searches:
            check_searched(one.kind)
        return await self._index.search(await self._shown(group_id), searches)

    async def retrieve(self, group_id: str, steps: SearchSteps[T]) -> T:
        """Run the steps of a search, each of which sees what was committed before it, and return the result."""
        group = await self._shown(group_id)
        try:
            asked = next(steps)
            while True:
                asked = steps.send(await self._index.candidates(group, asked))
        except StopIteration as end:
            result: T = end.value
            return result

    async def neighbours(
        self, group_id: str, entities: Sequence[str], *, limit: int, facets: tuple[frozenset[str], ...] = ()
    ) -> Sequence[Record]:
        asked = CandidateSearch(links=[LinkSearch(entities, limit, facets)])
        _, found = await self._index.find(await self._shown(group_id), asked)
        return await self.fetch(group_id, Kind.FACT, ids=found.links[0])

    async def commit(self, changes: Changes, *more: Changes) -> int:
        commits = (changes, *more)
        check_commits(commits)
        made = await self._write(lambda run: commit.commit(run, commits))
        await self._vectors.create_indexes(made)
        return made.revision

    async def keep(self, group_id: str, *, put: Sequence[Record] = (), remove: Sequence[str] = ()) -> None:
        check_name(group_id, "group name")
        check_kept(put)
        await self._write(lambda run: commit.keep(run, group_id, put=put, remove=remove))

    async def stage(self, part: Staged, changes: Changes, *more: Changes) -> None:
        commits = (changes, *more)
        check_staged(commits)
        await self._vectors.create_indexes(await self._write(lambda run: commit.stage(run, part, commits)))

    async def publish(self, group_id: str, *, readable_from: int = 1) -> int:
        check_name(group_id, "group name")
        return await self._write(lambda run: commit.publish(run, group_id, readable_from=readable_from))

    async def delete(self, group_id: str) -> bool:
        """Delete the whole work with its history, in batches that fit into the server's memory, and return whether the
        work existed. The work's own node is deleted last, so that an interrupted deletion can be repeated.
        """
        check_name(group_id, "group name")
        await self.setup()
        self._visible.discard(group_id)
        for statement in cypher.DELETE_RECORDS:
            await self._connection.auto_commit(statement, token=token_of(group_id))
        ((number,),) = await self._connection.auto_commit(cypher.DELETE_WORK, work=work_key(group_id))
        return bool(number)

    async def compact(self, group_id: str, *, keep: int) -> int:
        check_name(group_id, "group name")
        parameters = {"work": work_key(group_id), "token": token_of(group_id), "keep": keep}
        ((number,),) = await self._write(lambda run: run(cypher.COMPACT, **parameters))
        return int(number)

    async def purge(self, group_id: str) -> int:
        """Delete all history of a work, and return the number of deleted versions. The server's transaction logs still
        contain the deleted text.
        """
        return await self.compact(group_id, keep=KEY_LIMIT)

    async def copy_to(self, path: Path) -> bool:
        """Return False, because a database on a server is not a file. The works of a Neo4j store can be copied by
        exporting them.
        """
        del path
        return False

    async def _shown(self, group_id: str) -> str:
        """Return the group name, or a name that no work has if the work is not visible. Raise InvalidNameError."""
        check_name(group_id, "group name")
        return group_id if group_id in self._visible or await self.work(group_id) is not None else _NOTHING

    async def _read_of(self, group_id: str, statement: str, **parameters: object) -> Rows:
        """Return the rows of a statement about a work, of which there are none if the work is not visible."""
        return await self._read(statement, token=token_of(await self._shown(group_id)), **parameters)

    async def _versions(self, group_id: str, statement: str, kind: Kind, **parameters: object) -> Rows:
        check_name(group_id, "group name")
        return await self._read_of(group_id, statement, kind=kind, **parameters) if kind in ASSERTED else []

    async def _embedding(self, group_id: str) -> str | None:
        """Return the name of the property with the work's embeddings, or None if the work has no embeddings."""
        work = await self.work(group_id)
        return None if work is None or work.dimension is None else embedding_property(work.dimension)

    async def _all(self, group_id: str, kind: Kind, *, vectors: bool, limit: int) -> AsyncIterator[Record]:
        """Yield all live records of *kind*, ordered by narrative position and id, and read at most *limit* at a time."""
        token = token_of(await self._shown(group_id))
        embedding = await self._embedding(group_id) if vectors else None
        statement = cypher.FETCH_PAGE[kind]
        async for page in run_in_pages(self._read, statement, limit=limit, token=token, embedding=embedding):
            for record in records_of(kind, page):
                yield record

    async def _read(self, statement: str, /, **parameters: object) -> Rows:
        await self.setup()
        return await self._connection.read(statement, **parameters)

    async def _write(self, job: Callable[[RunCypher], Awaitable[T]]) -> T:
        await self.setup()
        return await self._connection.write(job)
