"""All Cypher statements of the Neo4j store, as named constants.

A statement never contains text from a caller, because values are query parameters. Only the dimension of embeddings is
no parameter: it is part of the names of properties and indexes.
"""

from collections.abc import Iterable
from functools import cache

from episodic.model.records import SEARCHED, Kind
from episodic.stores.neo4j.graph_model import END_KEY, LABELS, NAMING, NODE, PARTICIPATION, START_KEY, TYPES
from episodic.stores.neo4j.rows import embedding_property
from episodic.text.listing_rows import LISTED

_EDGES = (*TYPES.values(), PARTICIPATION)


def _all(kind: Kind) -> str:
    """Return the Cypher clause that matches, as x, all live (not retired) records of one kind in one work.

    A record without `told` is left out, because another client is deleting it. Without the index hint, the server may
    read the records of all works.
    """
    if kind in TYPES:
        edge = TYPES[kind]
        return f"""MATCH ()-[x:{edge} {{group_token: $token}}]->() USING INDEX SEEK x:{edge}(group_token, told)
WHERE x.told IS NOT NULL"""
    return f"""MATCH (x:Stored {{group_token: $token, kind: '{kind}'}}) USING INDEX SEEK x:Stored(group_token, kind, told)
WHERE x.told IS NOT NULL"""


def _by_key(place: str, key: str = "key") -> str:
    """Return the Cypher clause that matches, as x, the node or relationship with the record key *key*. If *place* is
    NODE, the clause matches a node. If *place* is a type of relationship, the clause matches a relationship of this
    type. The clause has an index hint, because the server may otherwise plan a full scan while the database is nearly
    empty. The server would use the slow plan of a full scan until its statistics change.
    """
    x = f"x:{place} {{record_key: {key}}}"
    return f"MATCH {f'({x})' if place == NODE else f'()-[{x}]->()'} USING INDEX SEEK x:{place}(record_key)"


def _pattern(kind: Kind) -> str:
    """Return the Cypher pattern for the nodes or relationships of one kind of record, which the pattern calls x."""
    return f"()-[x:{TYPES[kind]}]->()" if kind in TYPES else f"(x:{LABELS[kind]})"


def _entity(kind: Kind) -> str:
    return "Relationship" if kind in TYPES else "Node"


def _union(parts: Iterable[str]) -> str:
    body = "\nUNION ALL\n".join(parts)
    return f"CALL () {{\n{body}\n}}"


def _of_keys(values: str) -> str:
    """Return the Cypher statement that returns the expression *values* for each record in the parameter `asked`."""
    parts = [
        f"""UNWIND [one IN $asked WHERE one.place = '{place}'] AS asked UNWIND asked.keys AS key
{_by_key(place)} RETURN collect({values}) AS found"""
        for place in (NODE, *TYPES.values())
    ]
    return f"{_union(parts)}\nRETURN found"


# --- schema

SERVER_VERSION = "CALL dbms.components() YIELD name, versions WHERE name = 'Neo4j Kernel' RETURN versions[0]"
SCHEMA_STATE = "MATCH (s:EpisodicSchema {record_key: 'schema'}) RETURN s.migrations, s.derived"
SET_SCHEMA_STATE = "MERGE (s:EpisodicSchema {record_key: 'schema'}) SET s.migrations = $names, s.derived = $derived"
AWAIT_INDEXES = "CALL db.awaitIndexes(300)"

KEY_CONSTRAINTS = (
    "CREATE CONSTRAINT schema_key IF NOT EXISTS FOR (n:EpisodicSchema) REQUIRE n.record_key IS UNIQUE",
    "CREATE CONSTRAINT stored_key IF NOT EXISTS FOR (n:Stored) REQUIRE n.record_key IS UNIQUE",
    *(
        f"CREATE CONSTRAINT stored_{edge.lower()}_key IF NOT EXISTS FOR ()-[r:{edge}]-() REQUIRE r.record_key IS UNIQUE"
        for edge in _EDGES
    ),
)
RANGE_INDEXES = (
    "CREATE INDEX stored_place IF NOT EXISTS FOR (n:Stored) ON (n.group_token, n.kind, n.told)",
    *(
        f"CREATE INDEX stored_{edge.lower()}_place IF NOT EXISTS FOR ()-[r:{edge}]-() ON (r.group_token, r.told)"
        for edge in TYPES.values()
    ),
)


# An index contains the facts of each entity in narrative order, so that a search reads only the last facts of an entity.
_LINK_ENDS = ((TYPES[Kind.FACT], START_KEY), (TYPES[Kind.FACT], END_KEY), (PARTICIPATION, START_KEY))
LINK_INDEXES = tuple(
    f"CREATE INDEX stored_{edge.lower()}_{end} IF NOT EXISTS FOR ()-[r:{edge}]-() ON (r.{end}, r.told, r.uuid)"
    for edge, end in _LINK_ENDS
)
# The full-text indexes are eventually consistent, because updating them takes longer than the rest of a commit. A
# search first waits until they are up to date.
TEXT_INDEX = {kind: f"stored_{kind}_words_and_facets" for kind in SEARCHED}
TEXT_INDEXES = tuple(
    f"""CREATE FULLTEXT INDEX {TEXT_INDEX[kind]} IF NOT EXISTS FOR {_pattern(kind)} ON EACH [x.text, x.group_token, x.facets]
OPTIONS {{indexConfig: {{`fulltext.analyzer`: 'cjk', `fulltext.eventually_consistent`: true}}}}"""
    for kind in sorted(SEARCHED)
)

# A server without Cypher 25 or without filters in vector indexes refuses this statement. EXPLAIN does not run it.
EXPLAIN_FILTERED_INDEX = """CYPHER 25 EXPLAIN CREATE VECTOR INDEX episodic_probe IF NOT EXISTS
FOR (n:EpisodicSchema) ON n.probe WITH [n.group_token]"""
VECTOR_INDEX_ONLINE = "SHOW VECTOR INDEXES YIELD name, state WHERE name = $name AND state = 'ONLINE' RETURN state"


def vector_index(kind: Kind, dimension: int, *, filters: bool) -> str:
    """Return the name of the vector index for one kind of record and one dimension of embeddings."""
    return f"stored_{kind}_vector_{int(dimension)}{'_filtered' if filters else ''}"


def create_vector_index(kind: Kind, dimension: int, *, filters: bool) -> str:
    """Return the Cypher statement that creates a vector index. With *filters*, a search can filter inside the index.

    Quantisation, the default of Neo4j, is off: at 100,000 vectors, recall@20 was .49 with it, and .998 to 1 without it.
    """
    inside = "WITH [x.group_token, x.told, x.lo, x.hi] " if filters else ""
    return f"""{"CYPHER 25 " if filters else ""}CREATE VECTOR INDEX {vector_index(kind, dimension, filters=filters)} IF NOT EXISTS
FOR {_pattern(kind)} ON x.{embedding_property(dimension)} {inside}OPTIONS {{indexConfig: {{
  `vector.dimensions`: {int(dimension)}, `vector.similarity_function`: 'cosine', `vector.quantization.enabled`: false,
  `vector.hnsw.m`: 32, `vector.hnsw.ef_construction`: 200
}}}}"""


# --- commits: lock, read

# LOCK_WORK writes a constant to the work's node, which locks the node until the transaction ends, before it reads the
# revision. If a writer read the revision before locking, it could overwrite the changes of a concurrent writer.
_STATE = "w.revision, w.dimension, w.birth, w.passages, w.entities, w.facts"
LOCK_WORK = f"""MERGE (w:Stored {{record_key: $work}})
ON CREATE SET w:Work, w += $created, w.told = 0, w.revision = 0, w.birth = randomUUID()
SET w.kind = 'work'
WITH w
OPTIONAL MATCH (c:Stored) WHERE c.record_key IN $commit_keys
RETURN [{_STATE}], w.staged_from, w.staged_parts, collect([c.uuid, c.told])"""

# A placeholder (a node in place of a record that is not stored) has no digest of a record.
EXISTING = _of_keys("[x.kind, x.uuid, x.digest, x.text, x.keys, x.links]")

# --- commits: copy to history, delete. COPY_TO_HISTORY returns how many of its rows it wrote. The statements that delete
# return nothing: if a key matches nothing, nothing is left to delete.

COPY_TO_HISTORY = """UNWIND $rows AS row MATCH (n:Stored {record_key: row.key})
CREATE (h:Stored:Retired)
SET h = n {.*, record_key: row.copy_key, was: n.kind, kind: 'retired', retired_revision: row.revision} RETURN count(*)"""
DELETE_RELATIONSHIPS = {type_: f"UNWIND $keys AS key {_by_key(type_)} DELETE x" for type_ in _EDGES}
# DETACH_NODES deletes the relationships of a record that belong to the record itself. The deleted relationships connect
# a passage or statement with its parent, an entity with its names, and an episode with its neighbours.
DETACH_NODES = """UNWIND $keys AS key MATCH (n:Stored {record_key: key}) USING INDEX SEEK n:Stored(record_key)
CALL (n) {
  MATCH (n)-[r:NAMED|NEXT_EPISODE]->() RETURN r UNION MATCH (n)<-[r:HAS_PASSAGE|STATES|NEXT_EPISODE]-() RETURN r
} DELETE r"""
# A retired node is not deleted but becomes a placeholder, because other records may still be connected to it.
RETIRE_NODES = f"""UNWIND $keys AS key MATCH (n:Stored {{record_key: key}})
SET n = n {{.record_key, .group_id, .group_token, .uuid, kind: 'absent', told: 0}}
REMOVE n:{":".join(LABELS.values())} SET n:Absent"""
DELETE_LOOSE_NAMES = "UNWIND $keys AS key MATCH (n:Stored {record_key: key}) WHERE NOT (n)--() DELETE n"
DELETE_LOOSE_PLACEHOLDERS = """MATCH (n:Stored {group_token: $token, kind: 'absent'})
WHERE n.told >= 0 AND NOT (n)--() DELETE n"""

# --- commits: write. The statements return how many of their rows they wrote.

# UPSERT_NODES uses MERGE, because the node may exist already, as an earlier version of the record or as a placeholder.
UPSERT_NODES = """UNWIND $rows AS row
MERGE (n:Stored {record_key: row.key})
SET n:$(row.label), n += row.properties REMOVE n:Absent RETURN count(*)"""
CREATE_MISSING_NODES = """UNWIND $rows AS row
MERGE (n:Stored {record_key: row.key})
ON CREATE SET n:$(row.label), n += row.properties RETURN count(*)"""
CREATE_RELATIONSHIPS = """UNWIND $rows AS row
MATCH (a:Stored {record_key: row.start}) MATCH (b:Stored {record_key: row.end})
CREATE (a)-[r:$(row.type)]->(b) SET r = row.properties RETURN count(*)"""
UPDATE = {
    place: f"UNWIND $rows AS row {_by_key(place, 'row.key')} SET x += row.properties RETURN count(*)"
    for place in (NODE, *_EDGES)
}
# MOVE_RELATIONSHIPS creates new relationships, because Neo4j cannot change the ends of one.
MOVE_RELATIONSHIPS = {
    type_: f"""UNWIND $rows AS row {_by_key(type_, "row.key")}
MATCH (a:Stored {{record_key: row.start}}) MATCH (b:Stored {{record_key: row.end}})
WITH row, x, properties(x) AS kept, a, b DELETE x
CREATE (a)-[r:{type_}]->(b) SET r = kept SET r += row.properties RETURN count(*)"""
    for type_ in TYPES.values()
}
# The statements of a commit, in the order in which they run. Before them, COPY_TO_HISTORY runs.
DELETIONS = (*DELETE_RELATIONSHIPS.values(), DETACH_NODES, RETIRE_NODES)
WRITES = (UPSERT_NODES, CREATE_MISSING_NODES, CREATE_RELATIONSHIPS, *UPDATE.values(), *MOVE_RELATIONSHIPS.values())
# LINK_EPISODES connects each episode with the next one of its layer, and deletes other NEXT_EPISODE relationships.
LINK_EPISODES = """MATCH (e:Stored {group_token: $token, kind: 'episode'}) WHERE e.told IS NOT NULL
WITH e ORDER BY e.told, e.uuid
WITH e.layer AS layer, collect(e) AS episodes
UNWIND range(0, size(episodes) - 1) AS i
WITH episodes[i] AS e, episodes[i + 1] AS after
OPTIONAL MATCH (e)-[old:NEXT_EPISODE]->(linked)
WITH e, after, old, linked WHERE coalesce(linked.record_key, '') <> coalesce(after.record_key, '')
DELETE old
WITH e, after WHERE after IS NOT NULL
CREATE (e)-[:NEXT_EPISODE]->(after)"""
# UPDATE_WORK uses MERGE, because several parts of an import may belong to one commit.
UPDATE_WORK = """MATCH (w:Stored {record_key: $work}) SET w += $properties
WITH w UNWIND $rows AS row MERGE (c:Stored {record_key: row.record_key}) SET c:Commit, c += row"""
REMOVE_VECTORS = {kind: f"{_all(kind)} SET x.revision = $revision REMOVE x[$embedding]" for kind in SEARCHED}

# --- staged works (saved part by part, without `created_at`) and checkpoints (saved without a commit)

STAGED = "MATCH (w:Stored {record_key: $work}) WHERE w.staged_from IS NOT NULL RETURN w.staged_from, w.staged_parts"
PUBLISH = """MATCH (w:Stored {record_key: $work}) SET w.kind = 'work'
WITH w WHERE w.staged_from IS NOT NULL
MATCH (c:Stored {group_token: $token, kind: 'commit'}) WHERE c.told >= 0
WITH w, c ORDER BY c.told WITH w, collect(c.at) AS times
SET w.created_at = head(times), w.changed_at = last(times), w.readable_from = $readable_from
REMOVE w.staged_from, w.staged_parts RETURN count(*)"""
DELETE_KEPT = "UNWIND $keys AS key MATCH (n:Stored {record_key: key}) WHERE n.kind = 'checkpoint' DETACH DELETE n"

# --- reading works and records

_WORK = "w.group_id, w.revision, w.created_at, w.changed_at, w.embedder, w.dimension, coalesce(w.readable_from, 1)"
WORKS = f"MATCH (w:Work:Stored) WHERE w.group_token IS NOT NULL RETURN {_WORK}"
WORK = f"MATCH (w:Stored {{record_key: $work}}) RETURN {_WORK}"
COMMITS = """MATCH (c:Stored {group_token: $token, kind: 'commit'}) WHERE c.told >= 0
RETURN c.told, c.uuid, c.at, c.action ORDER BY c.told"""

_RECORD = "x.uuid, x.told, x.lo, x.hi, x.value, x.text, x.keys, x.links"
# $embedding is the name of a property, or null if vectors are not wanted. All records come in one list, because the
# driver takes four times as long to read one row for each record.
_FOUND = f"RETURN collect([{_RECORD}, x[$embedding]])"
FETCH_BY_KEY = {kind: f"UNWIND $keys AS key {_by_key(TYPES.get(kind, NODE))} {_FOUND}" for kind in Kind}
_PAGE = """AND x.told >= $told AND (x.told <> $told OR x.uuid > $uuid) WITH x ORDER BY x.told, x.uuid LIMIT $limit"""
FETCH_PAGE = {kind: f"{_all(kind)} {_PAGE} {_FOUND}" for kind in Kind}
# HISTORY and HISTORY_IDS read the live and the retired versions of the records of a kind that is stored as nodes.
_VERSIONS = """CALL () {
MATCH (x:Stored {group_token: $token, kind: $kind}) WHERE x.told IS NOT NULL RETURN x UNION ALL
MATCH (x:Stored {group_token: $token, kind: 'retired'}) WHERE x.told IS NOT NULL AND x.was = $kind RETURN x
}"""
HISTORY = f"""{_VERSIONS} WITH x WHERE $ids IS NULL OR x.uuid IN $ids
RETURN x.revision, {_RECORD}, NULL AS embedding, x.retired_revision"""
HISTORY_IDS = f"{_VERSIONS} RETURN min(x.told), x.uuid"

_OF_KINDS = (
    "UNWIND $kinds AS kind MATCH (x:Stored {group_token: $token, kind: kind}) WHERE x.told IS NOT NULL",
    *(f"UNWIND [one IN $kinds WHERE one = '{kind}'] AS kind {_all(kind)}" for kind in TYPES),
)
DIGESTS = " UNION ALL ".join(f"{matched} RETURN kind, collect([x.uuid, x.digest]) AS found" for matched in _OF_KINDS)
COUNTS = " UNION ALL ".join(f"{matched} RETURN kind, count(*) AS number" for matched in _OF_KINDS)

LISTING = {kind: f"{_all(kind)} RETURN collect(x.listing)" for kind in LISTED}

# --- searching

_WITHIN_BOUNDS = "x.told <= $told_by AND x.lo <= $from AND x.hi > $until"
# Because of the list [{item}.facets], the property is read once for each set of facets, and not once for each facet.
_HAS_FACETS = "all(each IN {facets} WHERE any(own IN [{item}.facets] WHERE any(one IN each WHERE own CONTAINS one)))"

COUNTS_BY_POSITION = {
    kind: f"{_all(kind)} AND {_WITHIN_BOUNDS} AND {_HAS_FACETS.format(item='x', facets='$facets')} RETURN x.told, count(*)"
    for kind in SEARCHED
}


def _find_text(kind: Kind) -> str:
    # The bounds of hits are read only if the search has bounds, and the ids only of those that may be among the best.
    return f"""UNWIND [one IN $texts WHERE one.kind = '{kind}'] AS asked
CALL (asked) {{
  CALL db.index.fulltext.query{_entity(kind)}s('{TEXT_INDEX[kind]}', asked.query, {{limit: asked.fetch}})
  YIELD {_entity(kind).lower()} AS x, score
  WITH x, score WHERE score > 0
  WITH x, score ORDER BY score DESC
  RETURN collect([x, score]) AS hits
}}
WITH asked, hits, CASE WHEN asked.bounded THEN [hit IN hits WHERE
  hit[0].told <= asked.told_by AND hit[0].lo <= asked.`from` AND hit[0].hi > asked.until] ELSE hits END AS inside
RETURN [asked.place, size(hits), hits[-1][1], [hit IN inside
  WHERE hit[1] >= coalesce(inside[asked.limit - 1][1], 0.0) - 0.00001 | [hit[0].uuid, hit[1]]]] AS found"""


def _find_linked(place: int) -> str:
    asked = f"$links[{place}]"
    facets = _HAS_FACETS.format(item="r", facets=f"{asked}.facets")
    # An index has the facts of each entity in the required order, so that the server stops reading at the limit.
    ends = "\n  UNION\n".join(
        f"""  MATCH ()-[r:{edge} {{{end}: key}}]->() USING INDEX SEEK r:{edge}({end}, told, uuid)
  WHERE r.uuid IS NOT NULL AND ({asked}.predicates IS NULL OR r.predicate IN {asked}.predicates)
    AND r.told IS NOT NULL AND {facets}
  RETURN r.told AS told, r.uuid AS uuid ORDER BY r.{end} DESC, r.told DESC, r.uuid DESC LIMIT {asked}.limit"""
        for edge, end in _LINK_ENDS
    )
    return f"""UNWIND {asked}.keys AS key
CALL (key) {{
  CALL (key) {{
{ends}
  }}
  RETURN uuid ORDER BY told DESC, uuid DESC LIMIT {asked}.limit
}}
RETURN [{place}, collect(DISTINCT uuid)] AS found"""


@cache
def find(links: int) -> str:
    """Return the Cypher statement that finds a work (`work`), entities by name (`names`), records by text (`texts`),
    and facts by their entities (`links`). The statement has a part for each of *links* searches for facts, because a
    LIMIT cannot differ from row to row.

    The statement returns one row with four lists (works, names, texts, links), because the driver takes long to read a
    row. The result of a search by text contains the number of hits that the index returned, their lowest score, and the
    best hits. Each result of a search by text or by entity begins with the number of the search.
    """
    # The full-text indexes are brought up to date before they are searched.
    return f"""CALL () {{
WITH 1 AS row WHERE size($texts) > 0
CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh() RETURN count(*) AS refreshed
}}
CALL () {{ MATCH (w:Stored {{record_key: $work}}) RETURN collect([{_STATE}]) AS works }}
CALL () {{
UNWIND $names AS row
MATCH (k:Stored {{record_key: row.key}})<-[:{NAMING}]-(e:Entity) USING INDEX SEEK k:Stored(record_key)
RETURN collect([row.name, e.told, e.uuid, e.value]) AS names
}}
CALL () {{ {_union(map(_find_text, sorted(SEARCHED)))} RETURN collect(found) AS texts }}
CALL () {{ {_union(["UNWIND [] AS found RETURN found", *map(_find_linked, range(links))])} RETURN collect(found) AS links }}
RETURN works, names, texts, links"""


# READ returns the kind and id of each record, and its scoring row, or its value if the row is missing or not asked for.
READ = _of_keys("""[x.kind, x.uuid, CASE WHEN asked.scored THEN x.row END,
  CASE WHEN NOT asked.scored OR x.row IS NULL THEN x.value END]""")


def search_vector(kind: Kind, dimension: int, *, filters: bool) -> str:
    """Return the Cypher statement that searches a vector index. The statement returns one list with the id and score of
    those hits in the work and within the bounds that may be among the best `$limit`. With *filters*, the index itself
    leaves out records of other works or outside the bounds. The facets of the bounds are not checked.
    """
    index, inside = vector_index(kind, dimension, filters=filters), f"x.group_token = $token AND {_WITHIN_BOUNDS}"
    if filters:
        searched = f"""CYPHER 25 MATCH {_pattern(kind)} SEARCH x IN (VECTOR INDEX {index} FOR $vector
  WHERE {inside} LIMIT $fetch) SCORE AS score"""
    else:
        searched = f"""CALL db.index.vector.query{_entity(kind)}s('{index}', $fetch, $vector)
YIELD {_entity(kind).lower()} AS x, score WHERE {inside}"""
    # The ids are read only of the hits that may be among the best, which are a small part of the fetched hits.
    return f"""{searched} WITH x, score ORDER BY score DESC WITH collect([x, score]) AS hits
RETURN [hit IN hits WHERE hit[1] >= coalesce(hits[$limit - 1][1], 0.0) - 0.000001 | [hit[0].uuid, hit[1]]]"""


_VECTOR = "x.uuid, x.told, x.lo, x.hi, x[$embedding], x.facets"
VECTORS_SINCE = {kind: f"{_all(kind)} AND x.revision > $seen {_PAGE} RETURN collect([{_VECTOR}])" for kind in SEARCHED}
RETIRED_SINCE = """MATCH (c:Stored {group_token: $token, kind: 'commit'}) WHERE c.told > $seen
UNWIND c.gone AS retired WITH retired WHERE retired STARTS WITH $prefix
RETURN collect(substring(retired, size($prefix)))"""

# --- compacting and deleting

# COMPACT first writes to the work's node, which locks the node until the transaction ends.
COMPACT = """MATCH (w:Stored {record_key: $work}) SET w.kind = 'work'
WITH w, coalesce(w.readable_from, 1) AS before, CASE WHEN $keep < w.revision THEN $keep ELSE w.revision END AS wanted
SET w.readable_from = CASE WHEN wanted > before THEN wanted ELSE before END
WITH w.readable_from AS first
MATCH (n:Stored {group_token: $token, kind: 'retired'}) WHERE n.told IS NOT NULL AND n.retired_revision <= first
DETACH DELETE n RETURN count(*)"""
# A work is deleted in several transactions, because deleting 100,000 facts in one needs more than 1 GB of heap.
DELETE_RECORDS = (
    *(f"{_all(kind)} CALL (x) {{ DELETE x }} IN TRANSACTIONS OF 5000 ROWS" for kind in TYPES),
    """MATCH (n:Stored {group_token: $token}) WHERE n.kind <> 'work' AND n.told IS NOT NULL
CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 2000 ROWS""",
)
DELETE_WORK = "MATCH (w:Stored {record_key: $work}) DETACH DELETE w RETURN count(*)"
