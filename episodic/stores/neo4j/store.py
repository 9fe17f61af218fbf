"""Neo4jStore, which saves works in a Neo4j database."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from episodic.model.name_keys import check_name
from episodic.model.records import Changes, Kind, Record, Staged
from episodic.ports import CandidateSearch, IndexHits, IndexSearch, LinkSearch, SearchSteps
from episodic.stores.neo4j import commit, cypher, staging
from episodic.stores.neo4j.address import server_of
from episodic.stores.neo4j.connection import Connection, Rows, RunCypher
from episodic.stores.neo4j.graph_model import token_of, work_key
from episodic.stores.neo4j.reading import Neo4jReader
from episodic.stores.neo4j.rows import WorkNode
from episodic.stores.neo4j.schema import Schema
from episodic.stores.neo4j.search import Neo4jIndex
from episodic.stores.neo4j.vector_search import VectorSearch
from episodic.stores.validation import KEY_LIMIT, check_commits, check_kept, check_searched, check_staged

T = TypeVar("T")


class Neo4jStore(Neo4jReader):
    """A GraphStore in a Neo4j database, version 5.26 or later, any edition. A store object belongs to one event loop.

    The address has the form `bolt://user@host:7687/database`, and keyword arguments replace its parts. With a password
    but without a user, the user is `neo4j`. Without user and password, the driver sends no credentials.

    If a work has at most `exact_rows` records of a kind, vector search compares the query with every vector of the
    kind, and else it uses the server's vector index, except for a search with facets, for more than 4,096 dimensions,
    if the index is still being filled, or if it finds too few records of the work. By default, `exact_rows` is 5,000 if
    the server's vector indexes can filter by properties, and else 100,000.

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
        self._schema = Schema(self._connection)
        self._vectors = VectorSearch(self._read, self._schema, exact_rows=exact_rows)
        self._index = Neo4jIndex(self._read, self._vectors)
        super().__init__(self._read)

    @property
    def address(self) -> str:
        """The server's address without credentials."""
        return self._connection.address

    async def setup(self) -> None:
        """Create missing constraints and indexes, and run missing migrations, which every method does before its first
        access to the database. Raise StoreVersionError if the server is older than 5.26, or if the database was written
        by a newer version of this package or by an early development version.
        """
        await self._schema.ensure()

    async def close(self) -> None:
        """Close the driver and its connections."""
        await self._connection.close()

    async def commit(self, changes: Changes, *more: Changes) -> int:
        commits = (changes, *more)
        check_commits(commits)
        made = await self._write(lambda run: commit.commit(run, commits))
        await self._index_vectors(made)
        return made.revision

    async def keep(self, group_id: str, *, put: Sequence[Record] = (), remove: Sequence[str] = ()) -> None:
        check_name(group_id, "group name")
        check_kept(put)
        await self._write(lambda run: staging.keep(run, group_id, put=put, remove=remove))

    async def stage(self, part: Staged, changes: Changes, *more: Changes) -> None:
        commits = (changes, *more)
        check_staged(commits)
        await self._index_vectors(await self._write(lambda run: staging.stage(run, part, commits)))

    async def publish(self, group_id: str, *, readable_from: int = 1) -> int:
        check_name(group_id, "group name")
        return await self._write(lambda run: staging.publish(run, group_id, readable_from=readable_from))

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

    async def delete(self, group_id: str) -> bool:
        """Delete the whole work with its history, in batches that fit into the server's memory, and return whether the
        work existed. The work's own node is deleted last, so that an interrupted deletion can be repeated.
        """
        check_name(group_id, "group name")
        await self._schema.ensure()
        self._visible.discard(group_id)
        for statement in (*cypher.DELETE_ALL_RELATIONSHIPS, cypher.DELETE_ALL_NODES):
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
        """Return False, because a database on a server is not a file. Its works can be copied by exporting them."""
        del path
        return False

    async def _index_vectors(self, made: WorkNode) -> None:
        """Create the vector indexes for the kinds of which the work has more than `exact_rows` records."""
        for kind, count in made.counts.items():
            if made.dimension is not None and count > self._vectors.exact_rows:
                await self._schema.ensure_vector_index(kind, made.dimension)

    async def _read(self, statement: str, /, **parameters: object) -> Rows:
        await self._schema.ensure()
        return await self._connection.read(statement, **parameters)

    async def _write(self, job: Callable[[RunCypher], Awaitable[T]]) -> T:
        await self._schema.ensure()
        return await self._connection.write(job)
