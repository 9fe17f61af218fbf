"""The statements of a commit: one that takes the lock and looks, one that writes; so that few answers are waited for.

What they take is one parameter, a map: the server plans a statement anew for lists of another size, but not for what is in a map.
For the same reason a plan is never made anew because the database has grown, so each lookup names its index: one that was planned
while there was next to nothing in the database went through the whole of an index ever after.
Labels and types that come with a row are those of `shape`, never a caller's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from episodic.model.records import Kind
from episodic.stores.neo4j.packing import REVISION, TEXT, TEXT_OR_NONE, TEXTS, WHOLE, Shape, Stage
from episodic.stores.neo4j.shape import ABSENT, EDGES, KEY_LENGTH, LABELS, NAME

T = TypeVar("T")

_SAME_PLAN = "CYPHER replan=skip"
BATCH = 4_000
"""What the rows of one statement weigh at most; more of them are put in several."""
_LONG = 1_000
"""So many characters weigh as much as a row."""

NODES = "nodes"
"""The part of the question that holds nodes; those of relationships are called by their kind."""

FactRow = dict[str, object]


def _node(one: str, key: str) -> str:
    """Finds a node by its key."""
    return f"MATCH ({one}:Stored {{record_key: {key}}}) USING INDEX SEEK {one}:Stored(record_key)"


def _edge(one: str, edge: str, key: str) -> str:
    """Finds a relationship by its key."""
    return f"MATCH ()-[{one}:{edge} {{record_key: {key}}}]->() USING INDEX SEEK {one}:{edge}(record_key)"


def _chapters(one: str) -> str:
    """Finds chapters of the work by their place; a condition on `told` has to follow."""
    return f"""MATCH ({one}:Stored {{group_token: $c.token, kind: 'episode'}})
    USING INDEX SEEK {one}:Stored(group_token, kind, told)"""


_STATE = f"""CALL () {{
  {_node("w", "$c.work")}
  RETURN [w.revision, w.dimension, w.indexed, w.passages, w.entities, w.facts] AS state
}}
CALL () {{
  UNWIND $c.commits AS key {_node("c", "key")}
  RETURN collect([c.uuid, c.told]) AS made
}}"""


def asked(key: str, *, digest: str = "") -> str:
    """A row of the question; the vector of what is there is answered too where it has this *digest*."""
    return key + digest


def question(batch: Mapping[str, list[str]]) -> dict[str, object]:
    """What is sent to ask for these rows: keys and digests have no comma in them."""
    return {stage: ",".join(rows) for stage, rows in batch.items()}


def _asked(stage: str) -> str:
    return f"""UNWIND split($c.{stage}, ',') AS asked
  WITH left(asked, {KEY_LENGTH}) AS key, substring(asked, {KEY_LENGTH}) AS digest"""


def _stored(one: str) -> str:
    """What a commit has to know of a record."""
    fields = ", ".join(f"{one}.{name}" for name in ("kind", "digest", "told", "text", "keys", "links", "layer"))
    return f"[key, {fields}, CASE WHEN {one}.digest = digest THEN {one}.vector END]"


def _look(kind: Kind) -> str:
    return f"""CALL () {{
  {_asked(kind)} {_edge("r", EDGES[kind], "key")}
  RETURN collect({_stored("r")}) AS {kind}
}}"""


_LOOK = f"""CALL () {{
  {_asked(NODES)} {_node("n", "key")}
  RETURN collect({_stored("n")}) AS nodes
}}
{_look(Kind.FACT)}
{_look(Kind.MENTION)}"""

# Written before anything is read: whoever wrote it first holds its lock, and everybody else reads what that one leaves.
LOCK_AND_LOOK = f"""{_SAME_PLAN}
MERGE (w:Stored {{record_key: $c.work}})
ON CREATE SET w:Work, w.group_id = $c.group_id, w.group_token = $c.token, w.kind = 'work', w.told = 0, w.revision = 0,
  w.uuid = $c.group_id, w.birth = randomUUID()
SET w.writer = $c.commit_id
WITH w
{_STATE}
{_LOOK}
RETURN state, made, nodes + {Kind.FACT} + {Kind.MENTION}"""
LOOK = f"{_SAME_PLAN}\n{_LOOK}\nRETURN nodes + {Kind.FACT} + {Kind.MENTION}"


Columns = Mapping[str, Shape]

_RECORD: Columns = {
    "uuid": TEXT,
    "kind": TEXT,
    "told": WHOLE,
    "lo": WHOLE,
    "hi": WHOLE,
    "value": TEXT,
    "text": TEXT_OR_NONE,
    "keys": TEXTS,
    "links": TEXTS,
    "digest": TEXT,
    "name": TEXT_OR_NONE,
}
# Last, as the rest of a row may be made before its revision is known.
_SAVED: Columns = {"revision": REVISION}
_NODE: Columns = {**_RECORD, "entity_type": TEXT_OR_NONE, "layer": TEXT_OR_NONE, **_SAVED}
_EDGE: Columns = {
    **_RECORD,
    "fact": TEXT_OR_NONE,
    "valid_at": TEXT_OR_NONE,
    "invalid_at": TEXT_OR_NONE,
    **_SAVED,
}
_KEYED: Columns = {"record_key": TEXT}
_ENDS: Columns = {"start": TEXT, "end": TEXT}
_PART: Columns = {**_KEYED, "uuid": TEXT, "told": WHOLE}
_COMMIT: Columns = {**_KEYED, "told": WHOLE, "uuid": TEXT, "at": TEXT, "action": TEXT, "gone": TEXTS}

_MADE = Stage("made", {**_KEYED, "label": TEXT, **_NODE}, vectors=True)
_MISSING = Stage("absent", {**_KEYED, "uuid": TEXT})
_CHANGED = Stage("changed", {"key": TEXT, "label": TEXT, **_NODE})
_VECTORED = Stage("vectored", {"key": TEXT, "revision": WHOLE}, vectors=True)
_UNNAMED = Stage("unnamed", {"key": TEXT})
_NAMED = Stage("named", {"key": TEXT, "name_key": TEXT, "name": TEXT})
_HELD = Stage("held", {"key": TEXT, "parent": TEXT, "type": TEXT})
_JOINED = Stage("joined", {**_ENDS, "type": TEXT, **_KEYED, **_EDGE}, vectors=True)
_PARTS = Stage("parts", {**_ENDS, **_PART})
_COMMITS = Stage("commits", _COMMIT)


def lines_of(rows: Sequence[tuple[Kind, Mapping[str, object]]]) -> list[str | None]:
    """What is sent of new nodes and relationships, of which each has a kind and columns, but for their revision.

    None for each that cannot be said by itself.
    """
    nodes = iter(_MADE.lines([{"label": LABELS[kind], **row} for kind, row in rows if kind in LABELS]))
    edges = iter(_JOINED.lines([{"type": EDGES[kind], **row} for kind, row in rows if kind in EDGES]))
    return [next(edges if kind in EDGES else nodes) for kind, _ in rows]


def edge_stage(stage: str, kind: Kind) -> str:
    """The name of a stage of which there is one for each kind of relationships."""
    return f"{stage}_{kind}"


_CHANGED_EDGES = {kind: Stage(edge_stage("changed", kind), {"key": TEXT, **_EDGE}) for kind in EDGES}
_VECTORED_EDGES = {
    kind: Stage(edge_stage("vectored", kind), {"key": TEXT, "revision": WHOLE}, vectors=True) for kind in EDGES
}
_PACKED = {
    stage.name: stage
    for stage in (
        *(_MADE, _MISSING, _CHANGED, _VECTORED, _UNNAMED, _NAMED, _HELD, _JOINED, _PARTS, _COMMITS),
        *_CHANGED_EDGES.values(),
        *_VECTORED_EDGES.values(),
    )
}
"""Stages of many rows; what is sent for the others is few maps."""
_MOVES = "moves"

_WHOSE = {"group_id": "$c.group_id", "group_token": "$c.token"}


def _vector(one: str, stage: Stage) -> str:
    return f"SET {one} += $c.unindexed SET {one}.vector = vector, {one}.revision = {stage['revision']}"


def _set_edges(kind: Kind) -> tuple[str, str]:
    changed, vectored = _CHANGED_EDGES[kind], _VECTORED_EDGES[kind]
    edge = EDGES[kind]
    return (
        _counted(
            changed.name,
            f"{changed.rows} {_edge('r', edge, changed['key'])} SET r += {changed.fields(_EDGE)}",
        ),
        _counted(
            vectored.name,
            f"{vectored.rows} {_edge('r', edge, vectored['key'])} {_vector('r', vectored)}",
        ),
    )


def _joining(stage: Stage) -> str:
    return f"{stage.rows} {_node('a', stage['start'])} {_node('b', stage['end'])}"


def _counted(stage: str, step: str) -> str:
    """A step of which each row has to find what it is written to."""
    return f"{step}\n  RETURN count(*) AS {stage}"


# In the order in which they are written; each takes rows that may be missing.
_STEPS = (
    # Nobody else can make them meanwhile, as the work is locked.
    f"""{_MADE.rows}
  CREATE (n:Stored:$({_MADE["label"]}) {_MADE.fields({**_KEYED, **_NODE}, vector="vector", **_WHOSE)})""",
    f"""{_MISSING.rows}
  CREATE (n:Stored:Absent {_MISSING.fields(_MISSING.columns, kind=f"'{ABSENT}'", told="0", **_WHOSE)})""",
    _counted(
        _CHANGED.name,
        f"""{_CHANGED.rows} {_node("n", _CHANGED["key"])}
  SET n += {_CHANGED.fields(_NODE, **_WHOSE)} SET n:$({_CHANGED["label"]}) REMOVE n:Absent""",
    ),
    _counted(
        _VECTORED.name,
        f"{_VECTORED.rows} {_node('n', _VECTORED['key'])} {_vector('n', _VECTORED)}",
    ),
    f"{_UNNAMED.rows} {_node('n', _UNNAMED['key'])} MATCH (n)-[r:NAMED]->() DELETE r",
    _counted(
        _NAMED.name,
        f"""{_NAMED.rows} {_node("e", _NAMED["key"])}
  MERGE (n:Stored {{record_key: {_NAMED["name_key"]}}})
  ON CREATE SET n:Name, n.group_id = $c.group_id, n.group_token = $c.token, n.kind = '{NAME}', n.told = 0,
    n.name = {_NAMED["name"]}
  CREATE (e)-[:NAMED]->(n)""",
    ),
    _counted(
        _HELD.name,
        f"""{_HELD.rows} {_node("n", _HELD["key"])} {_node("p", _HELD["parent"])}
  CREATE (p)-[:$({_HELD["type"]})]->(n)""",
    ),
    _counted(
        _JOINED.name,
        f"""{_joining(_JOINED)}
  CREATE (a)-[r:$({_JOINED["type"]}) {_JOINED.fields({**_KEYED, **_EDGE}, vector="vector", **_WHOSE)}]->(b)""",
    ),
    _counted(_PARTS.name, f"{_joining(_PARTS)} CREATE (a)-[:TAKES_PART {_PARTS.fields(_PART, **_WHOSE)}]->(b)"),
    *_set_edges(Kind.FACT),
    *_set_edges(Kind.MENTION),
    f"""UNWIND $c.places AS place
  CALL (place) {{
    {_chapters("e")}
    WHERE e.told <= place.told AND e.layer = place.layer AND (e.told < place.told OR e.uuid <= place.uuid)
    RETURN e ORDER BY e.told DESC, e.uuid DESC LIMIT 2
  }}
  WITH DISTINCT e
  CALL (e) {{
    {_chapters("after")}
    WHERE after.told >= e.told AND after.layer = e.layer AND (after.told > e.told OR after.uuid > e.uuid)
    RETURN after ORDER BY after.told, after.uuid LIMIT 1
  }}
  WITH collect([e, after]) AS pairs UNWIND pairs AS pair
  WITH pair[0] AS e, pair[1] AS after
  CALL (e) {{ MATCH (e)-[r:NEXT_EPISODE]->() DELETE r }}
  CALL (after) {{ MATCH (after)<-[r:NEXT_EPISODE]-() DELETE r }}
  CREATE (e)-[:NEXT_EPISODE]->(after)""",
    _counted(
        _MOVES,
        f"""UNWIND $c.moves AS row {_node("w", "row.work")}
  SET w += row.fields, w.embedder = coalesce(w.embedder, row.embedder) REMOVE w.writer""",
    ),
    f"""{_COMMITS.rows} CREATE (c:Stored:Commit {_COMMITS.fields(_COMMIT, kind="'commit'", **_WHOSE)})""",
)
_SEEKING = (_CHANGED, _VECTORED, _NAMED, _HELD, _JOINED, _PARTS, *_CHANGED_EDGES.values(), *_VECTORED_EDGES.values())
_FOUND = (*(stage.name for stage in _SEEKING), _MOVES)
WRITE = "\n".join([_SAME_PLAN, *(f"CALL () {{\n  {step}\n}}" for step in _STEPS), f"RETURN {', '.join(_FOUND)}"])
"""Answers how many rows of each of these stages found what they are written to."""


@dataclass(frozen=True, slots=True)
class Written:
    """One statement's rows: how many there are of each stage, and what is sent for them."""

    rows: Mapping[str, int]
    sent: Mapping[str, object]

    def lost(self, counts: Sequence[object]) -> str | None:
        """What of it the server has not written, by its answer to `WRITE`, in words; None if there is nothing."""
        pairs = zip(_FOUND, [self.rows.get(stage, 0) for stage in _FOUND], counts, strict=True)
        return ", ".join(f"{done} of {all_} {stage}" for stage, all_, done in pairs if done != all_) or None


def written(batch: Mapping[str, Sequence[FactRow]]) -> Written:
    """What is sent to write these rows."""
    sent = {stage: _PACKED[stage].packed(rows) if stage in _PACKED else rows for stage, rows in batch.items() if rows}
    return Written({stage: len(rows) for stage, rows in batch.items()}, sent)


def weight_of(row: FactRow) -> int:
    """What a row counts for in a batch: a long text as much as many rows, as a server has to hold several copies of it at once."""
    value = row.get("value")
    return 1 + len(value) // _LONG if isinstance(value, str) else 1


def batches(
    stages: Mapping[str, Sequence[T]], size: int, weigh: Callable[[T], int] = lambda _: 1
) -> Iterator[dict[str, list[T]]]:
    """All rows in parts that weigh at most *size* (or are one row), in the order of the stages."""
    batch: dict[str, list[T]] = {}
    room = size
    for stage, rows in stages.items():
        for row in rows:
            weight = weigh(row)
            if weight > room and batch:
                yield batch
                batch, room = {}, size
            batch.setdefault(stage, []).append(row)
            room -= weight
    if batch:
        yield batch
