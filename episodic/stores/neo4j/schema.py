"""What the database needs before it can hold works: constraints and indexes, made by migrations that it remembers by name."""

from collections.abc import Mapping
from types import MappingProxyType

from episodic.model.records import SEARCHED, Kind
from episodic.stores.neo4j.cypher import TEXT_INDEX
from episodic.stores.neo4j.rows import embedding
from episodic.stores.neo4j.shape import EDGES, LABELS

OLDEST = (5, 26)
"""The oldest server that has what the queries use."""

VERSIONS = "CALL dbms.components() YIELD name, versions RETURN name, versions"
MIGRATIONS_DONE = "MATCH (s:EpisodicSchema {record_key: 'schema'}) RETURN s.migrations"
MIGRATION_DONE = """MERGE (s:EpisodicSchema {record_key: 'schema'})
WITH s, coalesce(s.migrations, []) AS done
SET s.migrations = CASE WHEN $name IN done THEN done ELSE done + $name END"""
AWAIT_INDEXES = "CALL db.awaitIndexes(300)"
VECTOR_INDEX_STATE = "SHOW VECTOR INDEXES YIELD name, state WHERE name = $name AND state = 'ONLINE' RETURN state"


def _pattern(kind: Kind) -> str:
    return f"()-[n:{EDGES[kind]}]-()" if kind in EDGES else f"(n:{LABELS[kind]})"


def _text_index(kind: Kind) -> str:
    """A commit does not wait for it, as that costs more than all else of it; a search waits for what was committed before."""
    return f"""CREATE FULLTEXT INDEX {TEXT_INDEX[kind]} IF NOT EXISTS FOR {_pattern(kind)} ON EACH [n.text, n.group_token]
OPTIONS {{indexConfig: {{`fulltext.analyzer`: 'cjk', `fulltext.eventually_consistent`: true}}}}"""


MIGRATIONS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "0001 keys": (
            "CREATE CONSTRAINT schema_key IF NOT EXISTS FOR (n:EpisodicSchema) REQUIRE n.record_key IS UNIQUE",
            "CREATE CONSTRAINT stored_key IF NOT EXISTS FOR (n:Stored) REQUIRE n.record_key IS UNIQUE",
            *(
                f"CREATE CONSTRAINT stored_{edge.lower()}_key IF NOT EXISTS FOR ()-[r:{edge}]-() REQUIRE r.record_key IS UNIQUE"
                for edge in (*EDGES.values(), "TAKES_PART")
            ),
        ),
        "0002 places": (
            "CREATE INDEX stored_place IF NOT EXISTS FOR (n:Stored) ON (n.group_token, n.kind, n.told)",
            *(
                f"CREATE INDEX stored_{edge.lower()}_place IF NOT EXISTS FOR ()-[r:{edge}]-() ON (r.group_token, r.told)"
                for edge in EDGES.values()
            ),
        ),
        "0003 full text": (),
        "0004 full text that commits do not wait for": (
            *(f"DROP INDEX stored_{kind}_text IF EXISTS" for kind in sorted(SEARCHED)),
            *(_text_index(kind) for kind in sorted(SEARCHED)),
        ),
        # New vectors are written so; a program that does not know the form must not read them.
        "0005 sparse vectors": (),
    }
)
"""Each is a row of statements that do nothing where they have been done before."""


CAN_FILTER = """CYPHER 25 EXPLAIN CREATE VECTOR INDEX episodic_probe IF NOT EXISTS
FOR (n:EpisodicSchema) ON n.probe WITH [n.group_token]"""
"""Only planned, never made: a server that cannot filter inside a vector index does not understand it."""


def vector_index(kind: Kind, dimension: int, *, filters: bool) -> str:
    """The name of the index over vectors of this length."""
    return f"stored_{kind}_vector_{dimension}{'_filtered' if filters else ''}"


def new_vector_index(kind: Kind, dimension: int, *, filters: bool) -> str:
    """Makes that index, where it is not there; *filters*: with the properties that a search may filter by inside it.

    Its numbers are kept whole: quantised to bits, recall@20 was .49 at 100,000 vectors, and whole .998 to 1.
    """
    inside = "WITH [n.group_token, n.told, n.lo, n.hi] " if filters else ""
    return f"""{"CYPHER 25 " if filters else ""}CREATE VECTOR INDEX {vector_index(kind, dimension, filters=filters)} IF NOT EXISTS
FOR {_pattern(kind)} ON n.{embedding(dimension)} {inside}OPTIONS {{indexConfig: {{
  `vector.dimensions`: {dimension}, `vector.similarity_function`: 'cosine', `vector.quantization.enabled`: false,
  `vector.hnsw.m`: 32, `vector.hnsw.ef_construction`: 200
}}}}"""


def nearest(kind: Kind, dimension: int, *, filters: bool) -> str:
    """Asks that index; *filters*: work and bounds hold inside it, else they are applied to what it found."""
    one = "()-[n:" + EDGES[kind] + "]->()" if kind in EDGES else f"(n:{LABELS[kind]})"
    index = vector_index(kind, dimension, filters=filters)
    if filters:
        return f"""CYPHER 25 MATCH {one} SEARCH n IN (VECTOR INDEX {index} FOR $vector
  WHERE n.group_token = $token AND n.told <= $told_by AND n.lo <= $from AND n.hi > $until LIMIT $fetch) SCORE AS score
RETURN n.uuid, score, true"""
    thing = "relationship" if kind in EDGES else "node"
    return f"""CALL db.index.vector.query{thing.capitalize()}s('{index}', $fetch, $vector) YIELD {thing} AS n, score
RETURN n.uuid, score, n.group_token = $token AND n.told <= $told_by AND n.lo <= $from AND n.hi > $until"""


def set_numbers(kind: Kind, dimension: int) -> str:
    """Gives records the numbers that the index takes."""
    one = f"()-[n:{EDGES[kind]} {{record_key: row.key}}]->()" if kind in EDGES else "(n:Stored {record_key: row.key})"
    return f"UNWIND $rows AS row MATCH {one} SET n.{embedding(dimension)} = toFloatList(split(row.numbers, ','))"


def without_numbers(kind: Kind, dimension: int) -> str:
    """The next records, by id, that have a vector and are not in the index."""
    one = (
        f"()-[n:{EDGES[kind]} {{group_token: $token}}]->()"
        if kind in EDGES
        else f"(n:Stored {{group_token: $token, kind: '{kind}'}})"
    )
    return f"""MATCH {one} WHERE n.told IS NOT NULL AND n.vector IS NOT NULL AND n.{embedding(dimension)} IS NULL
AND n.uuid > $after WITH n ORDER BY n.uuid LIMIT $limit RETURN n.record_key, n.uuid, n.vector"""
