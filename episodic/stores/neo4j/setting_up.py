"""Prepares a database: checks the server, runs the migrations that it lacks, makes vector indexes when a length is known."""

import re

from episodic.errors import StoreRefusedError, StoreVersionError
from episodic.model.records import SEARCHED
from episodic.stores.neo4j import schema
from episodic.stores.neo4j.columns import texts
from episodic.stores.neo4j.connection import Connection
from episodic.stores.neo4j.rows import is_indexed

_NUMBERS = re.compile(r"(\d+)\.(\d+)")


class Setup:
    """What was found or made, so that it is asked for once."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._is_ready = False
        self._filters = False
        self._lengths: set[int] = set()

    @property
    def filters(self) -> bool:
        """Whether the server can filter inside its vector indexes."""
        return self._filters

    async def ready(self) -> None:
        """Raises StoreVersionError for a server or a database of another age."""
        if self._is_ready:
            return
        await self._check_server()
        done = await self._done()
        unknown = sorted(done - set(schema.MIGRATIONS))
        if unknown:
            raise StoreVersionError(
                f"The database at {self._connection.address} was written by a newer version ({', '.join(unknown)}).",
                hint="Update this program.",
            )
        missing = [name for name in schema.MIGRATIONS if name not in done]
        for name in missing:
            for statement in schema.MIGRATIONS[name]:
                await self._connection.run_alone(statement)
            await self._connection.run_alone(schema.MIGRATION_DONE, name=name)
        if missing:
            await self._connection.run_alone(schema.AWAIT_INDEXES)
        self._is_ready = True

    async def vector_indexes(self, dimension: int) -> None:
        """Makes the indexes over vectors of this length, where the server can have them."""
        if dimension in self._lengths or not is_indexed(dimension):
            return
        for kind in sorted(SEARCHED):
            await self._connection.run_alone(schema.new_vector_index(kind, dimension, filters=self._filters))
        self._lengths.add(dimension)

    async def _check_server(self) -> None:
        rows = await self._connection.run_alone(schema.VERSIONS)
        components = {str(name): texts(versions) for name, versions in rows}
        found = next(iter(components.get("Neo4j Kernel", ())), "")
        numbers = _NUMBERS.match(found)
        if numbers is None or (int(numbers[1]), int(numbers[2])) < schema.OLDEST:
            oldest = ".".join(map(str, schema.OLDEST))
            raise StoreVersionError(
                f"The server {self._connection.address} is Neo4j {found or 'of an unknown version'}.",
                hint=f"Neo4j {oldest} or later is needed.",
            )
        self._filters = "25" in components.get("Cypher", ()) and await self._understands(schema.CAN_FILTER)

    async def _understands(self, text: str) -> bool:
        try:
            await self._connection.run_alone(text)
        except StoreRefusedError:
            return False
        return True

    async def _done(self) -> set[str]:
        rows = await self._connection.run_alone(schema.MIGRATIONS_DONE)
        return set(texts(rows[0][0])) if rows else set()
