"""Every question and change that is put to the server, as named text. Values are always parameters.

Labels, types and property names come from the fixed lists of `shape` and `rows`, never from a caller.
"""

from string import Template

from episodic.model.records import SEARCHED, Kind
from episodic.stores.neo4j.shape import EDGES, LABELS

_EDGE_ROW = "r.uuid, r.told, r.lo, r.hi, r.value, r.text, r.keys, r.links"
_NODE_ROW = _EDGE_ROW.replace("r.", "n.")
_LABELS = ":".join(LABELS.values())

# --- works and commits

_WORK = """w.group_id, w.revision, w.embedder, w.dimension, w.created_at, w.changed_at, coalesce(w.readable_from, 1)"""
WORKS = f"MATCH (w:Work:Stored) WHERE w.group_token IS NOT NULL RETURN {_WORK}"
WORK = f"MATCH (w:Stored {{record_key: $work}}) RETURN {_WORK}"
COMMITS = """MATCH (c:Stored {group_token: $token, kind: 'commit'}) WHERE c.told >= 0
RETURN c.told, c.uuid, c.at, c.action ORDER BY c.told"""

HOLD = "MATCH (w:Stored {record_key: $work}) SET w.writer = 'index' REMOVE w.writer"
NOTE_INDEXED = """MATCH (w:Stored {record_key: $work})
SET w.indexed = CASE WHEN $kind IN coalesce(w.indexed, []) THEN w.indexed ELSE coalesce(w.indexed, []) + $kind END"""
UNLOCK = "MATCH (w:Stored {record_key: $work}) REMOVE w.writer"

# --- changing nodes

KEEP_HISTORY = """UNWIND $rows AS row MATCH (n:Stored {record_key: row.key})
CREATE (h:Stored:Retired)
SET h = n {.*, record_key: row.as, was: n.kind, kind: 'retired', retired_revision: row.revision}"""
RETIRE_NODES = f"""UNWIND $keys AS key MATCH (n:Stored {{record_key: key}})
CALL (n) {{
  OPTIONAL MATCH (n)-[named:NAMED|NEXT_EPISODE]->() DELETE named
}}
CALL (n) {{
  OPTIONAL MATCH (n)<-[held:HAS_PASSAGE|STATES|NEXT_EPISODE]-() DELETE held
}}
WITH n, properties(n) AS was
SET n = {{record_key: was.record_key, group_id: was.group_id, group_token: was.group_token, uuid: was.uuid,
  kind: 'absent', told: 0}}
REMOVE n:{_LABELS} SET n:Absent"""
DROP_LOOSE = """MATCH (n:Stored {group_token: $token, kind: 'absent'}) WHERE n.told >= 0 AND NOT (n)--() DELETE n"""

# --- names, and what stands in what

DROP_LOOSE_NAMES = """UNWIND $keys AS key MATCH (n:Stored {record_key: key}) WHERE NOT (n)--() DELETE n"""
DROP_PARENTS = """UNWIND $keys AS key MATCH (:Stored {record_key: key})<-[r:HAS_PASSAGE|STATES]-() DELETE r"""

# --- facts and mentions

RETIRE_EDGES = {
    kind: f"UNWIND $keys AS key MATCH ()-[r:{edge} {{record_key: key}}]->() DELETE r" for kind, edge in EDGES.items()
}
# A relationship cannot be moved: one like it is made between the new ends.
MOVE_EDGES = {
    kind: f"""UNWIND $rows AS row MATCH ()-[old:{edge} {{record_key: row.key}}]->()
MATCH (a:Stored {{record_key: row.start}}) MATCH (b:Stored {{record_key: row.end}})
WITH row, old, properties(old) AS kept, a, b DELETE old
CREATE (a)-[r:{edge}]->(b) SET r = kept SET r += row.fields"""
    for kind, edge in EDGES.items()
}
DROP_PARTS = "UNWIND $keys AS key MATCH ()-[r:TAKES_PART {record_key: key}]->() DELETE r"

# --- the row of chapters

EPISODES = """MATCH (e:Stored {group_token: $token, kind: 'episode'}) WHERE e.told IS NOT NULL
RETURN e.layer, e.told, e.uuid, e.record_key"""
UNCHAIN = """UNWIND $keys AS key MATCH (e:Stored {record_key: key})
CALL (e) { MATCH (e)-[r:NEXT_EPISODE]->() DELETE r }
CALL (e) { MATCH (e)<-[r:NEXT_EPISODE]-() DELETE r }"""
RECHAIN = """UNWIND $pairs AS pair MATCH (a:Stored {record_key: pair[0]}) MATCH (b:Stored {record_key: pair[1]})
CALL (a) { MATCH (a)-[r:NEXT_EPISODE]->() DELETE r }
CALL (b) { MATCH (b)<-[r:NEXT_EPISODE]-() DELETE r }
CREATE (a)-[:NEXT_EPISODE]->(b)"""

# --- reading records

_ALL_NODES = "MATCH (n:Stored {group_token: $token, kind: $kind})"
_SOME_NODES = "UNWIND $keys AS key MATCH (n:Stored {record_key: key}) WHERE n.kind = $kind"
_PAGE = """WHERE ${one}.told >= $$told AND (${one}.told > $$told OR ${one}.uuid > $$uuid)
WITH ${one} ORDER BY ${one}.told, ${one}.uuid LIMIT $$limit"""


def _fetches(head: str, row: str) -> tuple[str, str]:
    """Without and with vectors. All rows in one list: taking rows in one by one costs the driver four times as much."""
    one = row[0]
    return f"{head} RETURN collect([{row}, NULL])", f"{head} RETURN collect([{row}, {one}.vector])"


def _page(one: str) -> str:
    return Template(_PAGE).substitute(one=one)


FETCH_SOME: dict[Kind, tuple[str, str]] = {
    **dict.fromkeys(LABELS, _fetches(_SOME_NODES, _NODE_ROW)),
    **{
        kind: _fetches(f"UNWIND $keys AS key MATCH ()-[r:{edge} {{record_key: key}}]->()", _EDGE_ROW)
        for kind, edge in EDGES.items()
    },
}
FETCH_PAGE: dict[Kind, tuple[str, str]] = {
    **dict.fromkeys(LABELS, _fetches(f"{_ALL_NODES} {_page('n')}", _NODE_ROW)),
    **{
        kind: _fetches(f"MATCH ()-[r:{edge} {{group_token: $token}}]->() {_page('r')}", _EDGE_ROW)
        for kind, edge in EDGES.items()
    },
}
LIVE_HISTORY = f"{_ALL_NODES} WHERE n.told IS NOT NULL RETURN {_NODE_ROW}, NULL AS vector, n.revision, NULL AS until"
EDGE_HISTORY = {
    kind: f"MATCH ()-[r:{edge} {{group_token: $token}}]->() WHERE r.told IS NOT NULL RETURN {_EDGE_ROW}, NULL AS vector, r.revision"
    for kind, edge in EDGES.items()
}
RETIRED_HISTORY = f"""MATCH (n:Stored {{group_token: $token, kind: 'retired'}}) WHERE n.told IS NOT NULL AND n.was = $kind
RETURN {_NODE_ROW}, NULL AS vector, n.revision, n.retired_revision"""

# Two lists are collected side by side, so what is being taken away must be in neither.
_DIGESTS = """WITH x.kind AS kind, x.uuid AS uuid, x.digest AS digest
WHERE kind IS NOT NULL AND uuid IS NOT NULL AND digest IS NOT NULL RETURN kind, collect(uuid), collect(digest)"""
DIGESTS = f"MATCH (x:Stored {{group_token: $token}}) WHERE x.kind IN $kinds AND x.told IS NOT NULL {_DIGESTS}"
EDGE_DIGESTS = {
    kind: f"MATCH ()-[x:{edge} {{group_token: $token}}]->() WHERE x.told IS NOT NULL {_DIGESTS}"
    for kind, edge in EDGES.items()
}
COUNTS = (
    """MATCH (n:Stored {group_token: $token}) WHERE n.kind IN $kinds AND n.told IS NOT NULL RETURN n.kind, count(*)"""
)
EDGE_COUNTS = {
    kind: f"MATCH ()-[r:{edge} {{group_token: $token}}]->() WHERE r.told IS NOT NULL RETURN '{kind}', count(*)"
    for kind, edge in EDGES.items()
}

NAMED = """UNWIND $rows AS row MATCH (n:Stored {record_key: row.key})<-[:NAMED]-(e:Entity)
RETURN row.name, e.uuid, e.told"""
LATEST_AROUND = """UNWIND $keys AS key MATCH (n:Stored {record_key: key})
CALL (n) {
  MATCH (n)-[r:RELATES_TO|TAKES_PART]-()
  WITH DISTINCT r.told AS told, r.uuid AS uuid ORDER BY told DESC, uuid DESC LIMIT $limit
  RETURN uuid
}
RETURN DISTINCT uuid"""

# --- searching

_INSIDE = "${one}.told <= $$told_by AND ${one}.lo <= $$from AND ${one}.hi > $$until"
_FULL_TEXT = Template(
    """CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()
CALL db.index.fulltext.query${things}('${index}', $$question, {limit: $$fetch}) YIELD ${thing} AS one, score
WITH one, score WHERE score > 0
WITH count(*) AS seen, min(score) AS least,
  collect(CASE WHEN ${inside} THEN [one.uuid, score] END) AS found
RETURN seen, least, found"""
)
TEXT_INDEX = {kind: f"stored_{kind}_words" for kind in SEARCHED}


def _full_text(kind: Kind) -> str:
    thing = "relationship" if kind in EDGES else "node"
    inside = Template(_INSIDE).substitute(one="one")
    return _FULL_TEXT.substitute(things=f"{thing.capitalize()}s", thing=thing, index=TEXT_INDEX[kind], inside=inside)


SEARCH_TEXT = {kind: _full_text(kind) for kind in SEARCHED}

VECTOR_STATE = "MATCH (w:Stored {record_key: $work}) RETURN w.revision, w.dimension, w.birth, w.indexed"
_VECTOR_ROW = "n.uuid, n.told, n.lo, n.hi, n.vector"
_VECTOR_HEAD = {
    kind: (
        f"MATCH ()-[n:{EDGES[kind]} {{group_token: $token}}]->() WHERE n.told IS NOT NULL"
        if kind in EDGES
        else f"{_ALL_NODES} WHERE n.told IS NOT NULL"
    )
    for kind in SEARCHED
}
VECTORS = {
    kind: f"{head} AND n.vector IS NOT NULL RETURN collect([{_VECTOR_ROW}])" for kind, head in _VECTOR_HEAD.items()
}
VECTORS_SINCE = {
    kind: f"{head} AND n.revision > $seen RETURN collect([{_VECTOR_ROW}])" for kind, head in _VECTOR_HEAD.items()
}
GONE_SINCE = (
    """MATCH (c:Stored {group_token: $token, kind: 'commit'}) WHERE c.told > $seen UNWIND c.gone AS one RETURN one"""
)

# --- letting go of history; the work is written first, as in LOCK

READABLE_FROM = """MATCH (w:Stored {record_key: $work}) SET w.writer = 'compact' REMOVE w.writer
WITH w, coalesce(w.readable_from, 1) AS before, CASE WHEN $keep < w.revision THEN $keep ELSE w.revision END AS wanted
SET w.readable_from = CASE WHEN wanted > before THEN wanted ELSE before END
RETURN w.readable_from"""
DROP_HISTORY = """MATCH (n:Stored {group_token: $token, kind: 'retired'}) WHERE n.told IS NOT NULL AND n.retired_revision <= $keep
DETACH DELETE n RETURN count(*)"""

# --- taking a work away

DELETE_EDGES = tuple(
    f"""MATCH ()-[r:{edge} {{group_token: $token}}]->() WHERE r.told IS NOT NULL
CALL (r) {{ DELETE r }} IN TRANSACTIONS OF 5000 ROWS"""
    for edge in EDGES.values()
)
DELETE_NODES = """MATCH (n:Stored {group_token: $token}) WHERE n.kind <> 'work' AND n.told IS NOT NULL
CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 2000 ROWS"""
DELETE_WORK = "MATCH (w:Stored {record_key: $work}) DETACH DELETE w RETURN count(*)"
