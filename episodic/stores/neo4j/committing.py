"""The statements of a commit: one that takes the lock and looks, one that writes; so that few answers are waited for.

What they take is one parameter, a map: the server plans a statement anew for lists of another size, but not for what is in a map.
For the same reason a plan is never made anew because the database has grown: every lookup is by a key that has an index.
Labels and types that come with a row are those of `shape`, never a caller's.
"""

from collections.abc import Iterator, Mapping

from episodic.model.records import Kind
from episodic.stores.neo4j.shape import EDGES

_SAME_PLAN = "CYPHER replan=skip"

NODES = "nodes"
"""The part of the question that holds nodes; those of relationships are called by their kind."""

FactRow = dict[str, object]

_STATE = """CALL () {
  MATCH (w:Stored {record_key: $c.work})
  OPTIONAL MATCH (c:Stored {record_key: $c.commit})
  RETURN [w.revision, w.dimension, c.told, w.indexed, w.passages, w.entities, w.facts] AS state
}"""


def _stored(one: str) -> str:
    """What a commit has to know of a record; `vectored` asks for the vector too, where the record is the same."""
    fields = ", ".join(f"{one}.{name}" for name in ("kind", "digest", "told", "text", "keys", "links", "layer"))
    return f"[row.key, {fields}, CASE WHEN row.vectored AND {one}.digest = row.digest THEN {one}.vector END]"


def _look(kind: Kind) -> str:
    return f"""CALL () {{
  UNWIND $c.{kind} AS row MATCH ()-[r:{EDGES[kind]} {{record_key: row.key}}]->()
  RETURN collect({_stored("r")}) AS {kind}
}}"""


_LOOK = f"""CALL () {{
  UNWIND $c.nodes AS row MATCH (n:Stored {{record_key: row.key}})
  RETURN collect({_stored("n")}) AS nodes
}}
{_look(Kind.FACT)}
{_look(Kind.MENTION)}"""

# Written before anything is read: whoever wrote it first holds its lock, and everybody else reads what that one leaves.
LOCK_AND_LOOK = f"""{_SAME_PLAN}
MERGE (w:Stored {{record_key: $c.work}})
ON CREATE SET w:Work, w.group_id = $c.group_id, w.group_token = $c.token, w.kind = 'work', w.told = 0, w.revision = 0,
  w.created_at = $c.at, w.uuid = $c.group_id, w.birth = randomUUID()
SET w.writer = $c.commit_id
WITH w
{_STATE}
{_LOOK}
RETURN state, nodes + {Kind.FACT} + {Kind.MENTION}"""
LOOK = f"{_SAME_PLAN}\n{_LOOK}\nRETURN nodes + {Kind.FACT} + {Kind.MENTION}"


def _set_edges(kind: Kind) -> str:
    return f"UNWIND $c.set_{kind} AS row MATCH ()-[r:{EDGES[kind]} {{record_key: row.key}}]->() SET r += row.fields"


# In the order in which they are written; each takes a list of rows that may be missing.
_STEPS = (
    # Nobody else can make them meanwhile, as the work is locked.
    "UNWIND $c.made AS row CREATE (n:Stored:$(row.label)) SET n = row.fields",
    """UNWIND $c.changed AS row MATCH (n:Stored {record_key: row.key})
  SET n += row.fields SET n:$(row.label) REMOVE n:Absent""",
    "UNWIND $c.unnamed AS row MATCH (:Stored {record_key: row.key})-[r:NAMED]->() DELETE r",
    """UNWIND $c.named AS row MATCH (e:Stored {record_key: row.key})
  MERGE (n:Stored {record_key: row.name_key})
  ON CREATE SET n:Name, n.group_id = $c.group_id, n.group_token = $c.token, n.kind = 'name', n.told = 0, n.name = row.name
  CREATE (e)-[:NAMED]->(n)""",
    """UNWIND $c.held AS row MATCH (n:Stored {record_key: row.key}) MATCH (p:Stored {record_key: row.parent})
  CREATE (p)-[:$(row.type)]->(n)""",
    """UNWIND $c.joined AS row MATCH (a:Stored {record_key: row.start}) MATCH (b:Stored {record_key: row.end})
  CREATE (a)-[r:$(row.type)]->(b) SET r = row.fields""",
    _set_edges(Kind.FACT),
    _set_edges(Kind.MENTION),
    """UNWIND $c.places AS place
  CALL (place) {
    MATCH (e:Stored {group_token: $c.token, kind: 'episode'})
    WHERE e.told <= place.told AND e.layer = place.layer AND (e.told < place.told OR e.uuid <= place.uuid)
    RETURN e ORDER BY e.told DESC, e.uuid DESC LIMIT 2
  }
  WITH DISTINCT e
  CALL (e) {
    MATCH (after:Stored {group_token: $c.token, kind: 'episode'})
    WHERE after.told >= e.told AND after.layer = e.layer AND (after.told > e.told OR after.uuid > e.uuid)
    RETURN after ORDER BY after.told, after.uuid LIMIT 1
  }
  WITH collect([e, after]) AS pairs UNWIND pairs AS pair
  WITH pair[0] AS e, pair[1] AS after
  CALL (e) { MATCH (e)-[r:NEXT_EPISODE]->() DELETE r }
  CALL (after) { MATCH (after)<-[r:NEXT_EPISODE]-() DELETE r }
  CREATE (e)-[:NEXT_EPISODE]->(after)""",
    """UNWIND $c.moves AS row MATCH (w:Stored {record_key: row.work})
  SET w += row.fields, w.embedder = coalesce(w.embedder, row.embedder) REMOVE w.writer
  CREATE (c:Stored:Commit) SET c = row.commit""",
)
WRITE = "\n".join([_SAME_PLAN, *(f"CALL () {{\n  {step}\n}}" for step in _STEPS), "FINISH"])


def batches(stages: Mapping[str, list[FactRow]], size: int) -> Iterator[dict[str, list[FactRow]]]:
    """All rows in parts of at most *size*, in the order of the stages."""
    batch: dict[str, list[FactRow]] = {}
    room = size
    for stage, rows in stages.items():
        start = 0
        while start < len(rows):
            batch[stage] = rows[start : start + room]
            start += room
            room -= len(batch[stage])
            if not room:
                yield batch
                batch, room = {}, size
    if batch:
        yield batch
