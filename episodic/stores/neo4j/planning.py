"""Works out what commits change in the graph, from what is put and what is there."""

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from episodic.errors import EmbeddingDimensionError
from episodic.model.records import Changes, Kind, Link, Record, RecordKey
from episodic.stores.neo4j.columns import text_or_none, texts, whole
from episodic.stores.neo4j.committing import FactRow, edge_stage
from episodic.stores.neo4j.drafts import Draft, Drafts
from episodic.stores.neo4j.packing import FIELDS, LINE
from episodic.stores.neo4j.rows import readable
from episodic.stores.neo4j.shape import EDGES, HELD, LABELS, ends_of, flat, key_of, others_of
from episodic.stores.neo4j.sparse import unpacked

_NUMBER_BYTES = 4


@dataclass(frozen=True, slots=True)
class Stored:
    """What is there under a stored key before the commit; its kind is that of no record if it is only pointed at."""

    key: str
    kind: str
    digest: str
    told: int
    text: str | None
    keys: tuple[str, ...]
    links: tuple[str, ...]
    layer: str
    vector: bytes | None


def stored_of(answer: Sequence[object]) -> Stored:
    """What the server answers of a record that is looked for."""
    key, kind, digest, told, text, keys, links, layer, vector = answer
    return Stored(
        key=str(key),
        kind=str(kind),
        digest=text_or_none(digest) or "",
        told=whole(told),
        text=text_or_none(text),
        keys=texts(keys),
        links=texts(links),
        layer=text_or_none(layer) or "",
        vector=unpacked(vector),
    )


@dataclass(slots=True)
class Looked:
    """What a commit looks for: the records' own keys by stored key, and the rows of each part of the question.

    `ends` are the nodes that what is put points at, by stored key: their ids.
    """

    keys: dict[str, RecordKey] = field(default_factory=dict[str, RecordKey])
    ends: dict[str, str] = field(default_factory=dict[str, str])
    rows: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))


@dataclass(slots=True)
class Plan:
    """What is to be written. `put` holds new and changed records with what was there, `retired` what goes.

    `there` are the keys of all nodes at hand that are there already, be it only because something points at them; `revisions`
    says in which revision each record is put or retired.
    """

    drafts: Drafts
    dimension: int | None
    there: frozenset[str] = frozenset()
    revisions: dict[RecordKey, int] = field(default_factory=dict[RecordKey, int])
    put: list[tuple[Record, Stored | None]] = field(default_factory=list[tuple[Record, Stored | None]])
    written: frozenset[int] = frozenset()
    """Those of the records put that are written already, by `id`."""
    embedded: list[Record] = field(default_factory=list[Record])
    retired: list[tuple[RecordKey, Stored]] = field(default_factory=list[tuple[RecordKey, Stored]])

    @property
    def group_id(self) -> str:
        """The work's group."""
        return self.drafts.group_id

    def key(self, key: RecordKey) -> str:
        """The stored key of a record of this work."""
        return key_of(self.group_id, *key)

    def revision(self, record: Record) -> int:
        """The revision in which *record* is put."""
        return self.revisions[record.kind, record.uuid]

    def of(self, kind: Kind) -> Iterable[tuple[Record, Stored | None]]:
        """What is put of one kind."""
        return ((record, old) for record, old in self.put if record.kind is kind)

    def left(self, kinds: Container[Kind]) -> list[tuple[Record, Stored | None]]:
        """What is put of these kinds but for what is written already."""
        return [one for one in self.put if one[0].kind in kinds and id(one[0]) not in self.written]

    def fields(self, record: Record) -> FactRow:
        """All properties that *record* gets but for its vector."""
        return {**self.drafts.of(record).fields, "revision": self.revision(record)}

    def is_vectored(self, record: Record, old: Stored) -> bool:
        """Whether what was there gets another vector, or loses the one that it has."""
        return self.dimension is not None and (record.vector is not None or old.text != record.text)


def runs_of(row: Sequence[Changes]) -> Iterator[Sequence[Changes]]:
    """The commits of *row* in as few parts as can be in which none puts or retires what another one does."""
    run: list[Changes] = []
    seen: set[RecordKey] = set()
    for changes in row:
        keys = {*((record.kind, record.uuid) for record in changes.put), *changes.retire}
        if not seen.isdisjoint(keys):
            yield run
            run, seen = [], set()
        run.append(changes)
        seen |= keys
    yield run


def vectors_of(row: Sequence[Changes], stored: int | None) -> tuple[int | None, str | None]:
    """The length of the work's vectors after *row*, and who made the first of them if they are in it.

    Raises EmbeddingDimensionError where two lengths differ.
    """
    dimension, embedder = stored, None
    for changes in row:
        found = _dimension_of(changes, dimension)
        if dimension is None and found is not None:
            dimension, embedder = found, changes.embedder
    return dimension, embedder


def _dimension_of(changes: Changes, stored: int | None) -> int | None:
    """The length of this commit's vectors, None if it has none. Raises EmbeddingDimensionError where two differ."""
    expected, found = stored, None
    if changes.dimension is not None:
        expected = _agreed(expected, changes.dimension)
    for record in changes.put:
        if record.vector is not None:
            expected = found = _agreed(expected, -(-len(record.vector) // _NUMBER_BYTES))
    return found


def _agreed(expected: int | None, length: int) -> int:
    if length == 0 or (expected is not None and length != expected):
        raise EmbeddingDimensionError(expected or 1, length)
    return length


def plan_of(
    run: Sequence[Changes],
    stored: Mapping[RecordKey, Stored],
    *,
    drafts: Drafts,
    there: frozenset[str],
    dimension: int | None,
) -> Plan:
    """What changes. A key that is both put and retired is put; of two records under one key the last one counts.

    No two commits of the *run* put or retire the same key.
    """
    plan = Plan(drafts, dimension, there)
    for changes in run:
        put = {(record.kind, record.uuid): record for record in changes.put}
        plan.revisions |= dict.fromkeys((*changes.retire, *put), changes.base_revision + 1)
        for key, record in put.items():
            old = stored.get(key)
            if old is None or old.digest != record.digest:
                plan.put.append((record, old))
            elif record.vector is not None and record.vector != old.vector:
                plan.embedded.append(record)
        plan.retired += [
            (key, stored[key]) for key in dict.fromkeys(changes.retire) if key not in put and key in stored
        ]
    return plan


def old_record(key: RecordKey, old: Stored) -> Record:
    """As much of what was there as tells where it pointed."""
    kind, uuid = key
    pairs = zip(old.links[::2], old.links[1::2], strict=True)
    return Record(kind, uuid, "", links=tuple((Link(name), target) for name, target in pairs), keys=old.keys)


@dataclass(slots=True)
class Rows:
    """Nodes, or relationships: those that are made, changed where they are, put between other ends, get another vector."""

    made: list[FactRow] = field(default_factory=list[FactRow])
    changed: list[FactRow] = field(default_factory=list[FactRow])
    moved: list[FactRow] = field(default_factory=list[FactRow])
    vectored: list[FactRow] = field(default_factory=list[FactRow])


def edges_of(plan: Plan, kind: Kind) -> Rows:
    """What happens to the facts, or to the mentions."""
    rows = Rows()
    for record, old in plan.left((kind,)):
        draft = plan.drafts.of(record)
        ends: FactRow = {"start": draft.start, "end": draft.end}
        if old is None:
            rows.made.append({**_new(plan, record, draft), "type": EDGES[kind], **ends})
            continue
        fields = plan.fields(record)
        if ends_of(old_record((kind, record.uuid), old)) == ends_of(record):
            rows.changed.append({"key": draft.key, **fields})
        else:
            rows.moved.append({"key": draft.key, **ends, "fields": fields})
        if plan.is_vectored(record, old):
            rows.vectored.append(_vector_row(plan, record))
    rows.made.sort(key=_is_without_vector)
    rows.vectored += [_vector_row(plan, record) for record in plan.embedded if record.kind is kind]
    return rows


def nodes_of(plan: Plan) -> Rows:
    """The nodes that are put or get a vector."""
    rows = Rows()
    for record, old in plan.left(LABELS):
        draft, label = plan.drafts.of(record), LABELS[record.kind]
        if draft.key not in plan.there:
            rows.made.append({**_new(plan, record, draft), "label": label})
            continue
        rows.changed.append({"key": draft.key, "label": label, **plan.fields(record)})
        if record.vector is not None or (old is not None and plan.is_vectored(record, old)):
            rows.vectored.append(_vector_row(plan, record))
    rows.made.sort(key=_is_without_vector)
    rows.vectored += [_vector_row(plan, record) for record in plan.embedded if record.kind in LABELS]
    return rows


def absent_of(plan: Plan, ends: Mapping[str, str]) -> list[FactRow]:
    """Those of *ends* that are not there."""
    known = plan.there | {plan.drafts.of(record).key for record, _ in plan.put if record.kind in LABELS}
    return [{"record_key": key, "uuid": uuid} for key, uuid in ends.items() if key not in known]


def _new(plan: Plan, record: Record, draft: Draft) -> FactRow:
    """A row of something new: its line, if there is one, and all that it is made of where there is none."""
    return {
        "record_key": draft.key,
        "revision": plan.revision(record),
        "vector": record.vector,
        "value": record.value,
        LINE: draft.line,
        FIELDS: draft.fields,
    }


def _vector_row(plan: Plan, record: Record) -> FactRow:
    key = plan.key((record.kind, record.uuid))
    return {"key": key, "revision": plan.revision(record), "vector": record.vector}


def _is_without_vector(row: FactRow) -> bool:
    return row["vector"] is None


def is_rewired(record: Record, old: Stored) -> bool:
    """Whether it points elsewhere than it did, or stands elsewhere in the telling."""
    return (old.told, old.links) != (record.told, tuple(flat(record.links)))


def part_keys(plan: Plan, record: Record) -> list[str]:
    """The keys of the relationships from a fact's other entities to its subject."""
    return [key_of(plan.group_id, "part", record.uuid, other) for other in others_of(record)]


def part_rows(plan: Plan, records: Sequence[Record]) -> list[FactRow]:
    """Those relationships."""
    return [
        {"start": other, "end": draft.start, "record_key": key, "uuid": record.uuid, "told": record.told}
        for record in records
        for draft in (plan.drafts.of(record),)
        for other, key in draft.parts
    ]


def name_key(plan: Plan, name: str) -> str:
    """The key of the node of one name."""
    return key_of(plan.group_id, "name", name)


def name_rows(plan: Plan, entities: Sequence[Record]) -> list[FactRow]:
    """These entities with each of their exact names."""
    return [
        {"key": plan.key((Kind.ENTITY, record.uuid)), "name_key": name_key(plan, name), "name": name}
        for record in entities
        for name in dict.fromkeys(record.keys)
    ]


def parent_rows(plan: Plan) -> list[FactRow]:
    """What stands in what, where that is new."""
    return [
        {"key": draft.key, "parent": draft.parent, "type": edge}
        for kind, edge in HELD.items()
        for record, old in plan.left((kind,))
        if old is None or is_rewired(record, old)
        for draft in (plan.drafts.of(record),)
        if draft.parent is not None
    ]


def renamed(plan: Plan) -> list[tuple[Record, Stored | None]]:
    """Entities that are new or have other exact names than they had, with what was there."""
    return [(record, old) for record, old in plan.left((Kind.ENTITY,)) if old is None or old.keys != record.keys]


def rows_of(plan: Plan, edges: Mapping[Kind, Rows], *, ends: Mapping[str, str]) -> dict[str, list[FactRow]]:
    """What is written of nodes, and of relationships that do not move, by stage; *ends* are all nodes that are pointed at."""
    nodes = nodes_of(plan)
    facts = [record for record, old in plan.left((Kind.FACT,)) if old is None or is_rewired(record, old)]
    named = renamed(plan)
    return {
        "made": nodes.made,
        "absent": absent_of(plan, ends),
        "changed": nodes.changed,
        "vectored": nodes.vectored,
        "unnamed": [{"key": plan.key((Kind.ENTITY, one.uuid))} for one, old in named if old is not None],
        "named": name_rows(plan, [record for record, _ in named]),
        "held": parent_rows(plan),
        "joined": [row for kind in EDGES for row in edges[kind].made],
        "parts": part_rows(plan, facts),
        **{edge_stage("changed", kind): edges[kind].changed for kind in EDGES},
        **{edge_stage("vectored", kind): edges[kind].vectored for kind in EDGES},
    }


def places_of(plan: Plan) -> tuple[list[FactRow], list[str]]:
    """The places of the telling that chapters came to or left, and the keys of the chapters that were moved."""
    places: list[FactRow] = []
    moved: list[str] = []
    for record, old in plan.of(Kind.EPISODE):
        layer = readable(record)["layer"]
        if old is not None and (old.told, old.layer) == (record.told, layer):
            continue
        places.append({"told": record.told, "uuid": record.uuid, "layer": layer})
        if old is not None:
            moved.append(plan.key((Kind.EPISODE, record.uuid)))
            places.append({"told": old.told, "uuid": record.uuid, "layer": old.layer})
    for (kind, uuid), old in plan.retired:
        if kind is Kind.EPISODE:
            places.append({"told": old.told, "uuid": uuid, "layer": old.layer})
    return places, moved
