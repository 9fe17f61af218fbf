"""Prepares a Neo4j database: checks the server's version, upgrades the database, and creates vector indexes."""

import re
from contextlib import suppress
from functools import partial

from episodic.errors import StoreRefusedError, StoreVersionError
from episodic.model.records import SEARCHED, Kind
from episodic.stores.migrations import DERIVED_VERSION, Migration, missing
from episodic.stores.neo4j import cypher
from episodic.stores.neo4j import graph_model as model
from episodic.stores.neo4j.connection import Connection, RunCypher
from episodic.stores.neo4j.graph_model import PARTICIPATION, START_KEY, TYPES
from episodic.stores.neo4j.rows import Row, derived_properties

OLDEST = (5, 26)
"""The oldest supported version of Neo4j, the first with dynamic labels and relationship types (`$(row.label)`)."""

MIGRATIONS = (
    Migration("0001 keys", cypher.KEY_CONSTRAINTS),
    Migration("0002 places", cypher.RANGE_INDEXES),
    Migration("0003 full text"),
    Migration("0004 full text that commits do not wait for"),
    Migration("0005 sparse vectors"),
    Migration("0006 embeddings as lists of floats"),
    Migration("0007 facets", cypher.TEXT_INDEXES),
    Migration("0008 staged works"),
    Migration("0009 scoring rows"),
    Migration("0010 listing rows"),
    Migration("0011 facets of changed participants"),
    Migration("0012 ends of facts", cypher.LINK_INDEXES),
    Migration("0013 predicates of facts"),
)
"""All migrations, in order. Several clients may run the same one, so a second run must change nothing."""
OLDEST_UPGRADED = "0007 facets"
"""The migration that must have run in a database that can be upgraded. Older ones may have vectors in another form."""

MOST_DIMENSIONS = 4_096
"""The greatest dimension for which Neo4j can create a vector index."""

_VERSION = re.compile(r"(\d+)\.(\d+)")
_BATCH = 1_000


class Schema:
    """Sets up the schema of the database once, and finds out what the server can do."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._is_ready = False
        self.filters = False
        """Whether this server's vector search can filter by properties inside the index."""
        self._created: set[tuple[Kind, int]] = set()

    async def ensure(self) -> None:
        """Create or upgrade the schema of the database, once for this object. Raise StoreVersionError."""
        if self._is_ready:
            return
        await self._check_server()
        rows = await self._connection.auto_commit(cypher.SCHEMA_STATE)
        applied, derived = rows[0] if rows else ((), None)
        place = f"The database at {self._connection.address}"
        steps = missing(MIGRATIONS, applied, place=place)
        if applied and OLDEST_UPGRADED not in applied:
            raise StoreVersionError(
                f"{place} was written by a version before 0.1 that cannot be upgraded.",
                hint="Export the works with that version, and import the exports into an empty database.",
            )
        for step in steps:
            for statement in step.statements:
                await self._connection.auto_commit(statement)
        if steps or derived != DERIVED_VERSION:
            await upgrade_records(self._connection)
            state = {"names": [one.name for one in MIGRATIONS], "derived": DERIVED_VERSION}
            await self._connection.auto_commit(cypher.SET_SCHEMA_STATE, **state)
            await self._connection.auto_commit(cypher.AWAIT_INDEXES)
        self._is_ready = True

    async def ensure_vector_index(self, kind: Kind, dimension: int) -> None:
        """Create the vector index for one kind and dimension, which the server fills later, unless it exists or Neo4j
        does not support the dimension.
        """
        if (kind, dimension) not in self._created and dimension <= MOST_DIMENSIONS:
            await self._connection.auto_commit(cypher.create_vector_index(kind, dimension, filters=self.filters))
            self._created.add((kind, dimension))

    async def _check_server(self) -> None:
        ((found,),) = await self._connection.auto_commit(cypher.SERVER_VERSION)
        version = _VERSION.match(found)
        if version is None or (int(version[1]), int(version[2])) < OLDEST:
            oldest = ".".join(map(str, OLDEST))
            raise StoreVersionError(
                f"The server {self._connection.address} is Neo4j {found}.",
                hint=f"Neo4j {oldest} or later is needed.",
            )
        with suppress(StoreRefusedError):
            await self._connection.auto_commit(cypher.EXPLAIN_FILTERED_INDEX)
            self.filters = True


async def upgrade_records(connection: Connection) -> None:
    """Compute the derived properties of all searched records and participations again, batch by batch."""
    for kind in sorted(SEARCHED):
        last: str | None = ""
        while last is not None:
            last = await connection.write(partial(_upgrade_batch, kind=kind, after=last))


async def _upgrade_batch(run: RunCypher, *, kind: Kind, after: str) -> str | None:
    """Compute the derived properties of the batch of records whose keys follow *after*. Return the last key of the
    batch, or None if no record follows.
    """
    rows: list[Row] = []
    parts: list[Row] = []
    found = await run(cypher.STORED_PAGE[kind], after=after, limit=_BATCH)
    for key, group_id, uuid, value, stored_links in found:
        properties = derived_properties(kind, value)
        rows.append({"key": key, "properties": properties})
        if kind is Kind.FACT:
            links = model.links_of(stored_links)
            copied = {"facets": properties["facets"], "predicate": properties["predicate"]}
            properties |= model.end_keys(group_id, links)
            for part, entity in model.participations(group_id, uuid, links).items():
                start = model.key_of(group_id, Kind.ENTITY, entity)
                parts.append({"key": part, "properties": {**copied, START_KEY: start}})
    await run(cypher.UPDATE_RELATIONSHIPS[TYPES[kind]] if kind in TYPES else cypher.UPDATE_NODES, rows=rows)
    await run(cypher.UPDATE_RELATIONSHIPS[PARTICIPATION], rows=parts)
    return found[-1][0] if found else None
