"""Preparation of a Neo4j database: the server's version is checked, and migrations and vector indexes are created."""

import re

from episodic.errors import StoreRefusedError, StoreVersionError
from episodic.model.records import Kind
from episodic.stores.neo4j import cypher
from episodic.stores.neo4j.connection import Connection
from episodic.stores.neo4j.migrations import MIGRATIONS
from episodic.stores.neo4j.rows import can_be_indexed
from episodic.stores.neo4j.values import texts

OLDEST = (5, 26)
"""The oldest supported Neo4j version: the first with dynamic labels and relationship types (`$(row.label)`)."""

_VERSION = re.compile(r"(\d+)\.(\d+)")


class Schema:
    """The schema of the database and the properties of the server, each looked up once."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._is_ready = False
        self._filters = False
        self._created: set[tuple[Kind, int]] = set()

    @property
    def filters(self) -> bool:
        """Whether a vector search of this server can filter by properties inside the index."""
        return self._filters

    async def ensure(self) -> None:
        """Create or migrate the schema.

        Raise StoreVersionError if the server is too old, or if a newer version of this package wrote the database.
        """
        if self._is_ready:
            return
        await self._check_server()
        rows = await self._connection.auto_commit(cypher.MIGRATIONS_DONE)
        done = set(texts(rows[0][0])) if rows else set[str]()
        unknown = sorted(done - set(MIGRATIONS))
        if unknown:
            raise StoreVersionError(
                f"The database at {self._connection.address} was written by a newer version ({', '.join(unknown)}).",
                hint="Update this program.",
            )
        missing = [name for name in MIGRATIONS if name not in done]
        for name in missing:
            await MIGRATIONS[name](self._connection)
            await self._connection.auto_commit(cypher.MIGRATION_DONE, name=name)
        if missing:
            await self._connection.auto_commit(cypher.AWAIT_INDEXES)
        self._is_ready = True

    async def ensure_vector_index(self, kind: Kind, dimension: int) -> None:
        """Create the vector index for embeddings of this dimension and kind of record.

        The method returns before the server has filled the index.
        """
        if (kind, dimension) in self._created or not can_be_indexed(dimension):
            return
        await self._connection.auto_commit(cypher.create_vector_index(kind, dimension, filters=self._filters))
        self._created.add((kind, dimension))

    async def _check_server(self) -> None:
        rows = await self._connection.auto_commit(cypher.VERSIONS)
        components = {str(name): texts(versions) for name, versions in rows}
        found = next(iter(components.get("Neo4j Kernel", ())), "")
        version = _VERSION.match(found)
        if version is None or (int(version[1]), int(version[2])) < OLDEST:
            oldest = ".".join(map(str, OLDEST))
            raise StoreVersionError(
                f"The server {self._connection.address} is Neo4j {found or 'of an unknown version'}.",
                hint=f"Neo4j {oldest} or later is needed.",
            )
        self._filters = "25" in components.get("Cypher", ()) and await self._accepts(cypher.EXPLAIN_FILTERED_INDEX)

    async def _accepts(self, query: str) -> bool:
        try:
            await self._connection.auto_commit(query)
        except StoreRefusedError:
            return False
        return True
