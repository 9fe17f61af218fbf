"""Works out what a commit changes in the graph, from what is put and what is there."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from episodic.errors import EmbeddingDimensionError
from episodic.model.records import Changes, Kind, Link, Record, RecordKey
from episodic.stores.neo4j.rows import Value, row_of, vector_of
from episodic.stores.neo4j.shape import EDGES, ends_of, flat, key_of, others_of, parent_of

_NUMBER_BYTES = 4

FactRow = dict[str, object]


@dataclass(frozen=True, slots=True)
class Stored:
    """What is there under a key before the commit."""

    digest: str
    told: int
    text: str | None
    keys: tuple[str, ...]
    links: tuple[str, ...]
    layer: str
    vector: bytes | None


@dataclass(slots=True)
class Plan:
    """What is to be written. `put` holds new and changed records with what was there, `retired` what goes."""

    changes: Changes
    dimension: int | None
    put: list[tuple[Record, Stored | None]] = field(default_factory=list[tuple[Record, Stored | None]])
    embedded: list[Record] = field(default_factory=list[Record])
    retired: list[tuple[RecordKey, Stored]] = field(default_factory=list[tuple[RecordKey, Stored]])

    def key(self, key: RecordKey) -> str:
        """The stored key of a record of this work."""
        return key_of(self.changes.group_id, *key)

    def of(self, kind: Kind) -> Iterable[tuple[Record, Stored | None]]:
        """What is put of one kind."""
        return ((record, old) for record, old in self.put if record.kind is kind)

    def fields(self, record: Record, old: Stored | None, *, revision: int) -> dict[str, Value]:
        """All properties that *record* gets."""
        fields = row_of(record, revision=revision)
        if self.dimension is not None and (record.vector is not None or (old is not None and old.text != record.text)):
            fields |= vector_of(record.vector, dimension=self.dimension)
        return fields


def dimension_of(changes: Changes, stored: int | None) -> int | None:
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


def plan_of(changes: Changes, stored: dict[RecordKey, Stored], *, dimension: int | None) -> Plan:
    """What changes. A key that is both put and retired is put; of two records under one key the last one counts."""
    plan = Plan(changes, dimension)
    put = {(record.kind, record.uuid): record for record in changes.put}
    for key, record in put.items():
        old = stored.get(key)
        if old is None or old.digest != record.digest:
            plan.put.append((record, old))
        elif record.vector is not None and record.vector != old.vector:
            plan.embedded.append(record)
    plan.retired = [(key, stored[key]) for key in dict.fromkeys(changes.retire) if key not in put and key in stored]
    return plan


def old_record(key: RecordKey, old: Stored) -> Record:
    """As much of what was there as tells where it pointed."""
    kind, uuid = key
    pairs = zip(old.links[::2], old.links[1::2], strict=True)
    return Record(kind, uuid, "", links=tuple((Link(name), target) for name, target in pairs), keys=old.keys)


@dataclass(slots=True)
class Edges:
    """The relationships of one kind that are added, set where they are, or made anew between other ends."""

    added: list[FactRow] = field(default_factory=list[FactRow])
    kept: list[FactRow] = field(default_factory=list[FactRow])
    moved: list[FactRow] = field(default_factory=list[FactRow])


def edges_of(plan: Plan, kind: Kind, *, revision: int) -> Edges:
    """What happens to the facts, or to the mentions."""
    edges = Edges()
    for record, old in plan.of(kind):
        start, end = ends_of(record)
        row: FactRow = {
            "key": plan.key((kind, record.uuid)),
            "start": plan.key(start),
            "end": plan.key(end),
            "fields": plan.fields(record, old, revision=revision),
        }
        if old is None:
            edges.added.append(row)
        elif ends_of(old_record((kind, record.uuid), old)) == (start, end):
            edges.kept.append(row)
        else:
            edges.moved.append(row)
    edges.kept += [_embedding_row(plan, record) for record in plan.embedded if record.kind is kind]
    return edges


def nodes_of(plan: Plan, kind: Kind, *, revision: int) -> list[FactRow]:
    """The nodes of one kind that are put or embedded."""
    put: list[FactRow] = [
        {"key": plan.key((kind, record.uuid)), "fields": plan.fields(record, old, revision=revision)}
        for record, old in plan.of(kind)
    ]
    return put + [_embedding_row(plan, record) for record in plan.embedded if record.kind is kind]


def _embedding_row(plan: Plan, record: Record) -> FactRow:
    fields: dict[str, Value] = {"revision": plan.changes.base_revision + 1}
    if plan.dimension is not None:
        fields |= vector_of(record.vector, dimension=plan.dimension)
    return {"key": plan.key((record.kind, record.uuid)), "fields": fields}


def is_rewired(record: Record, old: Stored) -> bool:
    """Whether it points elsewhere than it did, or stands elsewhere in the telling."""
    return (old.told, old.links) != (record.told, tuple(flat(record.links)))


def pointed_at(plan: Plan) -> dict[str, str]:
    """Every node that something put points at, by key: its id."""
    ends: dict[str, str] = {}
    for record, _ in plan.put:
        targets: list[RecordKey] = []
        if record.kind in EDGES:
            targets += ends_of(record)
        if record.kind is Kind.FACT:
            targets += [(Kind.ENTITY, other) for other in others_of(record)]
        parent = parent_of(record)
        if parent is not None:
            targets.append(parent)
        ends |= {plan.key(target): target[1] for target in targets}
    return ends


def part_keys(plan: Plan, record: Record) -> list[str]:
    """The keys of the relationships from a fact's other entities to its subject."""
    return [key_of(plan.changes.group_id, "part", record.uuid, other) for other in others_of(record)]


def part_rows(plan: Plan, records: Sequence[Record]) -> list[FactRow]:
    """Those relationships."""
    return [
        {
            "key": key_of(plan.changes.group_id, "part", record.uuid, other),
            "start": plan.key((Kind.ENTITY, other)),
            "end": plan.key(ends_of(record)[0]),
            "uuid": record.uuid,
            "told": record.told,
        }
        for record in records
        for other in others_of(record)
    ]


def name_key(plan: Plan, name: str) -> str:
    """The key of the node of one name."""
    return key_of(plan.changes.group_id, "name", name)
