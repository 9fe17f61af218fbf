"""Plans what commits change in the graph, given the records of the commits and the stored versions of these records."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from episodic.model.records import ASSERTED, SEARCHED, Changes, Kind, Link, Record, RecordKey
from episodic.stores.neo4j import cypher
from episodic.stores.neo4j import graph_model as model
from episodic.stores.neo4j.graph_model import CONTAINMENT, LABELS, NAME, NAMING, PARTICIPATION, START_KEY, TYPES
from episodic.stores.neo4j.rows import Row, embedding_of, embedding_property, properties_of
from episodic.stores.validation import dimension_of


@dataclass(frozen=True, slots=True)
class Existing:
    """What a commit needs to know about a stored record that it replaces or retires."""

    digest: str
    text: str | None
    keys: tuple[str, ...]
    links: tuple[tuple[Link, str], ...]


@dataclass(slots=True)
class Plan:
    """What the Cypher statements of a commit get: rows to write, and `record_key`s of what to delete."""

    group_id: str
    dimension: int | None

    rows: defaultdict[str, list[Row]] = field(default_factory=lambda: defaultdict(list))
    """The rows by the statement that writes them."""
    keys: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    """The keys of nodes and relationships by the statement that deletes or detaches them."""
    missing: dict[str, Row] = field(default_factory=dict[str, Row])
    """Nodes that are created if they do not exist, by key: names, and placeholders for the targets of links."""
    gone: defaultdict[int, list[str]] = field(default_factory=lambda: defaultdict(list))
    """The searched records that each revision retires. Other clients remove them from their vector matrices."""
    counts: defaultdict[Kind, int] = field(default_factory=lambda: defaultdict(int))
    """How many records the commit adds, less those that it retires, by kind."""
    moves_episodes: bool = False

    def key(self, kind: str, uuid: str) -> str:
        """Return the `record_key` of an item of the plan's work."""
        return model.key_of(self.group_id, kind, uuid)

    def put(self, record: Record, old: Existing | None, *, revision: int) -> None:
        """Plan to store *record* in place of *old*. Of an unchanged record, only the vector is stored."""
        kind, key, embedding = record.kind, self.key(record.kind, record.uuid), self._embedding(record, old)
        if old is not None and old.digest == record.digest:
            # The revision of a record is that of its value. Only of searched records it is also that of the vector, so
            # that other clients notice that their cached vector is out of date.
            if embedding:
                self._update(kind, key, embedding | ({"revision": revision} if kind in SEARCHED else {}))
            return
        if old is None:
            self.counts[kind] += 1
        else:
            self._keep(kind, record.uuid, revision=revision)
        owner = model.owner_properties(self.group_id)
        properties = {**owner, "record_key": key, **properties_of(record), "revision": revision, **embedding}
        if kind in LABELS:
            self._put_node(record, old, properties)
        else:
            self._put_relationship(record, old, properties)

    def retire(self, key: RecordKey, old: Existing, *, revision: int) -> None:
        """Plan to retire the stored record with this kind and id."""
        kind, uuid = key
        self.counts[kind] -= 1
        self._keep(kind, uuid, revision=revision)
        if kind in SEARCHED:
            self.gone[revision].append(f"{kind}:{uuid}")
        if kind in TYPES:
            self._delete(TYPES[kind], [self.key(kind, uuid)])
        else:
            self._detach(self.key(kind, uuid), old)
            self.keys[cypher.RETIRE_NODES].append(self.key(kind, uuid))
        if kind is Kind.FACT:
            self._delete(PARTICIPATION, model.participations(self.group_id, uuid, old.links))
        self.moves_episodes |= kind is Kind.EPISODE

    def _put_node(self, record: Record, old: Existing | None, properties: Row) -> None:
        kind, key = record.kind, self.key(record.kind, record.uuid)
        self._update(kind, key, properties)
        self.moves_episodes |= kind is Kind.EPISODE
        if old is not None:
            if (old.links, old.keys) == (record.links, record.keys):
                return
            self._detach(key, old)
        parent = model.parent_of(kind, record.links)
        if parent is not None:
            self._link(self._target(parent), key, CONTAINMENT[kind])
        for name in dict.fromkeys(record.keys):
            self._link(key, self._needed(NAME, name, "Name", {"name": name}), NAMING)

    def _put_relationship(self, record: Record, old: Existing | None, properties: Row) -> None:
        kind, key = record.kind, self.key(record.kind, record.uuid)
        ends = model.ends_of(kind, record.links)
        start, end = map(self._target, ends)
        if kind is Kind.FACT:
            properties |= model.end_keys(self.group_id, record.links)
            self._put_participations(record, old, start, properties)
        if old is None:
            self._link(start, end, TYPES[kind], properties)
        elif model.ends_of(kind, old.links) != ends:
            row: Row = {"key": key, "start": start, "end": end, "properties": properties}
            self.rows[cypher.MOVE_RELATIONSHIPS[TYPES[kind]]].append(row)
        else:
            self._update(kind, key, properties)

    def _put_participations(self, fact: Record, old: Existing | None, start: str, properties: Row) -> None:
        if old is not None:
            self._delete(PARTICIPATION, model.participations(self.group_id, fact.uuid, old.links))
        copied = ("group_id", "group_token", "uuid", "told", "facets", "predicate")
        part = {name: properties[name] for name in copied}
        for part_key, entity in model.participations(self.group_id, fact.uuid, fact.links).items():
            participant = self._target((Kind.ENTITY, entity))
            self._link(participant, start, PARTICIPATION, {**part, "record_key": part_key, START_KEY: participant})

    def _detach(self, key: str, old: Existing) -> None:
        """Plan to delete the relationships of a node from its parent and to its names, and those names that no other
        entity has.
        """
        self.keys[cypher.DETACH_NODES].append(key)
        self.keys[cypher.DELETE_LOOSE_NAMES] += [self.key(NAME, name) for name in old.keys]

    def _delete(self, type_: str, keys: Iterable[str]) -> None:
        self.keys[cypher.DELETE_RELATIONSHIPS[type_]] += keys

    def _update(self, kind: Kind, key: str, properties: Row) -> None:
        if kind in TYPES:
            self.rows[cypher.UPDATE[TYPES[kind]]].append({"key": key, "properties": properties})
        else:
            self.rows[cypher.UPSERT_NODES].append({"key": key, "label": LABELS[kind], "properties": properties})

    def _keep(self, kind: Kind, uuid: str, *, revision: int) -> None:
        """Plan to copy a stored record to the history, if the store keeps a history of records of *kind*."""
        if kind in ASSERTED:
            copy_key = model.key_of(self.group_id, "retired", kind, uuid, revision)
            row: Row = {"key": self.key(kind, uuid), "copy_key": copy_key, "revision": revision}
            self.rows[cypher.COPY_TO_HISTORY].append(row)

    def _embedding(self, record: Record, old: Existing | None) -> Row:
        """Return the property with the record's new embedding. If the stored embedding belongs to another text and must
        be removed, return the property with None. To keep the stored embedding, return an empty dict.
        """
        if self.dimension is None:
            return {}
        if record.vector is not None:
            return {embedding_property(self.dimension): embedding_of(record.vector)}
        return {embedding_property(self.dimension): None} if old is not None and old.text != record.text else {}

    def _link(self, start: str, end: str, type_: str, properties: Row | None = None) -> None:
        row: Row = {"start": start, "end": end, "type": type_, "properties": properties or {}}
        self.rows[cypher.CREATE_RELATIONSHIPS].append(row)

    def _target(self, target: RecordKey) -> str:
        """Return the key of a node that a relationship needs, and plan a placeholder in case the node is not stored."""
        kind, uuid = target
        return self._needed(kind, uuid, "Absent", {"kind": "absent", "uuid": uuid})

    def _needed(self, kind: str, name: str, label: str, properties: Row) -> str:
        key = self.key(kind, name)
        if key not in self.missing:
            fixed = {**model.owner_properties(self.group_id), "kind": kind, "told": 0}
            self.missing[key] = {"key": key, "label": label, "properties": {**fixed, **properties}}
        return key


def plan_of(part: Sequence[Changes], existing: Mapping[RecordKey, Existing], *, dimension: int | None) -> Plan:
    """Return the plan for several commits, of which no two change the same record.

    A record that one commit both puts and retires is stored. Of two records with the same kind and id in one commit,
    the last is stored.
    """
    plan = Plan(part[0].group_id, dimension)
    for changes in part:
        revision = changes.base_revision + 1
        put = {(record.kind, record.uuid): record for record in changes.put}
        for key, record in put.items():
            plan.put(record, existing.get(key), revision=revision)
        for key in dict.fromkeys(changes.retire):
            if key not in put and key in existing:
                plan.retire(key, existing[key], revision=revision)
    written = {row["key"] for row in plan.rows[cypher.UPSERT_NODES]}
    plan.rows[cypher.CREATE_MISSING_NODES] = [row for key, row in plan.missing.items() if key not in written]
    return plan


def disjoint_parts(commits: Sequence[Changes]) -> Iterator[Sequence[Changes]]:
    """Yield the commits in as few groups of consecutive commits as possible, so that no two commits of a group change
    the same record. The records of a group can be read and written together.
    """
    part: list[Changes] = []
    seen: set[RecordKey] = set()
    for changes in commits:
        keys = {*((record.kind, record.uuid) for record in changes.put), *changes.retire}
        if not seen.isdisjoint(keys):
            yield part
            part, seen = [], set()
        part.append(changes)
        seen |= keys
    yield part


def embedding_dimension(commits: Sequence[Changes], stored: int | None) -> tuple[int | None, str | None]:
    """Return the dimension of the work's embeddings after these commits (None without embeddings), and the name of the
    embedder. The name is returned only if the commits bring the first embeddings of the work or replace all of them.

    Raise EmbeddingDimensionError if an embedding differs in dimension from others or from what its commit states.
    """
    dimension, embedder = None if commits[0].replaces_vectors else stored, None
    for changes in commits:
        found = dimension_of(changes, dimension)
        if dimension is None and found is not None:
            dimension, embedder = found, changes.embedder
    return dimension, embedder
