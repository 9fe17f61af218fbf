"""Prepares a Neo4j database: checks the server's version, and creates or upgrades the constraints, indexes and records."""

import re
from contextlib import suppress
from functools import partial

from episodic.errors import StoreRefusedError, StoreVersionError
from episodic.model.records import SEARCHED, Kind
from episodic.stores.migrations import DERIVED_VERSION, Migration, missing
from episodic.stores.neo4j import cypher
from episodic.stores.neo4j import graph_model as model
from episodic.stores.neo4j.connection import Connection, Rows, RunCypher, run_in_pages
from episodic.stores.neo4j.graph_model import NODE, PARTICIPATION, START_KEY, TYPES
from episodic.stores.neo4j.rows import Row, derived_properties, records_of

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
"""The migration that must have run in a database that can be upgraded. A database without it may have vectors in
another form.
"""

_VERSION = re.compile(r"(\d+)\.(\d+)")
_BATCH = 1_000


async def prepare(connection: Connection) -> bool:
    """Create or upgrade the schema of the database. Return whether the server's vector search can filter by properties
    inside the index. Raise StoreVersionError.
    """
    await _check_version(connection)
    rows = await connection.auto_commit(cypher.SCHEMA_STATE)
    applied, derived = rows[0] if rows else ((), None)
    place = f"The database at {connection.address}"
    steps = missing(MIGRATIONS, applied, place=place)
    if applied and OLDEST_UPGRADED not in applied:
        raise StoreVersionError(
            f"{place} was written by a version before 0.1 that cannot be upgraded.",
            hint="Export the works with that version, and import the exports into an empty database.",
        )
    for step in steps:
        for statement in step.statements:
            await connection.auto_commit(statement)
    if steps or derived != DERIVED_VERSION:
        await _upgrade_records(connection)
        names = [one.name for one in MIGRATIONS]
        await connection.auto_commit(cypher.SET_SCHEMA_STATE, names=names, derived=DERIVED_VERSION)
        await connection.auto_commit(cypher.AWAIT_INDEXES)
    with suppress(StoreRefusedError):
        await connection.auto_commit(cypher.EXPLAIN_FILTERED_INDEX)
        return True
    return False


async def _check_version(connection: Connection) -> None:
    ((found,),) = await connection.auto_commit(cypher.SERVER_VERSION)
    version = _VERSION.match(found)
    if version is None or (int(version[1]), int(version[2])) < OLDEST:
        hint = f"Neo4j {OLDEST[0]}.{OLDEST[1]} or later is needed."
        raise StoreVersionError(f"The server {connection.address} is Neo4j {found}.", hint=hint)


async def _upgrade_records(connection: Connection) -> None:
    """Compute the derived properties of all searched records and participations again, page by page."""
    for group_id, *_ in await connection.read(cypher.WORKS):
        for kind in SEARCHED:
            parameters = {"token": model.token_of(group_id), "embedding": None}
            async for page in run_in_pages(connection.read, cypher.FETCH_PAGE[kind], limit=_BATCH, **parameters):
                await connection.write(partial(_upgrade_page, group_id=group_id, kind=kind, page=page))


async def _upgrade_page(run: RunCypher, *, group_id: str, kind: Kind, page: Rows) -> None:
    rows: list[Row] = []
    parts: list[Row] = []
    for record in records_of(kind, page):
        properties = derived_properties(kind, record.value)
        rows.append({"key": model.key_of(group_id, kind, record.uuid), "properties": properties})
        if kind is Kind.FACT:
            copied = {"facets": properties["facets"], "predicate": properties["predicate"]}
            properties |= model.end_keys(group_id, record.links)
            for part, entity in model.participations(group_id, record.uuid, record.links).items():
                start = model.key_of(group_id, Kind.ENTITY, entity)
                parts.append({"key": part, "properties": {**copied, START_KEY: start}})
    await run(cypher.UPDATE[TYPES.get(kind, NODE)], rows=rows)
    await run(cypher.UPDATE[PARTICIPATION], rows=parts)
