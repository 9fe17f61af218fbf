"""Changes that commits make to the graph, computed from the new records and the stored records with the same keys."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from episodic.errors import EmbeddingDimensionError
from episodic.model.records import ASSERTED, SEARCHED, Changes, Kind, Link, Record, RecordKey
from episodic.stores.neo4j.graph_model import (
    ABSENT,
    CONTAINMENT,
    LABELS,
    NAME,
    NAMING,
    PARTICIPATION,
    TYPES,
    ends_of,
    flat,
    key_of,
    owner_properties,
    parent_of,
    participants_of,
)
from episodic.stores.neo4j.rows import Properties, derived_properties, embedding_of, embedding_property, properties_of
from episodic.stores.neo4j.values import integer, optional_text, texts

COUNTED = {Kind.PASSAGE: "passages", Kind.ENTITY: "entities", Kind.FACT: "facts"}
"""The properties of a work's node that count the searchable records of each kind."""

Row = dict[str, object]

_NUMBER_BYTES = 4


@dataclass(frozen=True, slots=True)
class Existing:
    """The fields of a stored record that a commit needs to replace or retire the record."""

    digest: str
    told: int
    text: str | None
    keys: tuple[str, ...]
    links: tuple[str, ...]

    def record(self, key: RecordKey) -> Record:
        """Return a record that has the stored links and name keys, but an empty value."""
        kind, uuid = key
        pairs = zip(self.links[::2], self.links[1::2], strict=True)
        return Record(kind, uuid, "", keys=self.keys, links=tuple((Link(name), target) for name, target in pairs))


def existing_of(row: Sequence[object]) -> tuple[str, Existing]:
    """Return the key and the stored record in a result row of `FIND_NODES` or `FIND_RELATIONSHIPS`."""
    key, digest, told, text, keys, links = row
    found = Existing(optional_text(digest) or "", integer(told), optional_text(text), texts(keys), texts(links))
    return str(key), found


def _rows() -> defaultdict[Kind, list[Row]]:
    return defaultdict(list)


def _keys() -> defaultdict[str, list[str]]:
    return defaultdict(list)


@dataclass(slots=True)
class Plan:
    """The rows that each Cypher statement of a commit writes or deletes. The keys in the rows are `record_key`s."""

    group_id: str
    dimension: int | None
    owner: Mapping[str, object] = field(init=False)

    history: list[Row] = field(default_factory=list[Row])
    """Versions of input records that the commit replaces or retires, and that are copied to the history."""
    retired_nodes: list[str] = field(default_factory=list[str])
    dropped: defaultdict[str, list[str]] = field(default_factory=_keys)
    """Keys of the relationships to delete, by relationship type."""
    detached: list[str] = field(default_factory=list[str])
    """Keys of passages and statements whose parent changes."""
    unnamed: list[str] = field(default_factory=list[str])
    """Keys of entities whose name keys change."""

    nodes: list[Row] = field(default_factory=list[Row])
    missing: dict[str, Row] = field(default_factory=dict[str, Row])
    """Nodes that are created if they do not exist: nodes of name keys, and placeholders for nodes that records link
    to.
    """
    relationships: list[Row] = field(default_factory=list[Row])
    updated: defaultdict[Kind, list[Row]] = field(default_factory=_rows)
    moved: defaultdict[Kind, list[Row]] = field(default_factory=_rows)
    """Facts and mentions whose relationship gets another start node or end node."""
    embedded: defaultdict[Kind, list[Row]] = field(default_factory=_rows)
    """Unchanged records for which only the embedding is stored."""

    gone: defaultdict[int, list[str]] = field(default_factory=lambda: defaultdict(list))
    """Keys of retired searchable records by revision. Clients remove the retired records from their vector matrices."""
    counts: defaultdict[Kind, int] = field(default_factory=lambda: defaultdict(int))
    """The change in the number of searchable records of each kind."""
    loose_names: list[str] = field(default_factory=list[str])
    """Keys of the nodes of name keys that may have lost their last entity."""
    may_loosen: bool = False
    """Whether placeholders may lose their last relationship in this commit."""
    moves_episodes: bool = False

    def __post_init__(self) -> None:
        self.owner = owner_properties(self.group_id)

    def key(self, kind: str, uuid: str, *more: str) -> str:
        """Return the `record_key` of an item of the plan's work."""
        return key_of(self.group_id, kind, uuid, *more)

    def put(self, record: Record, old: Existing | None, *, revision: int) -> None:
        """Plan to store *record* in place of the stored record *old*, or as a new record if *old* is None."""
        if old is not None and old.digest == record.digest:
            self._embed(record, revision=revision)
            return
        if old is None and record.kind in COUNTED:
            self.counts[record.kind] += 1
        if old is not None and record.kind in ASSERTED:
            self._keep(record.kind, record.uuid, revision=revision)
        if old is not None and old.links != tuple(flat(record.links)):
            self.may_loosen = True
        properties = {
            **self.owner,
            "record_key": self.key(record.kind, record.uuid),
            **properties_of(record),
            "revision": revision,
            **self._embedding(record, old),
        }
        if record.kind in LABELS:
            self._put_node(record, old, properties)
        else:
            self._put_relationship(record, old, properties)

    def retire(self, key: RecordKey, old: Existing, *, revision: int) -> None:
        """Plan to retire a stored record."""
        kind, uuid = key
        if kind in ASSERTED:
            self._keep(kind, uuid, revision=revision)
        if kind in COUNTED:
            self.counts[kind] -= 1
        if kind in SEARCHED:
            self.gone[revision].append(f"{kind}:{uuid}")
        if kind in TYPES:
            self.dropped[TYPES[kind]].append(self.key(kind, uuid))
            self._drop_participation(key, old)
        else:
            self.retired_nodes.append(self.key(kind, uuid))
        self.loose_names += [self.key(NAME, name) for name in old.keys]
        self.moves_episodes |= kind is Kind.EPISODE
        self.may_loosen = True

    def _put_node(self, record: Record, old: Existing | None, properties: Properties) -> None:
        key = self.key(record.kind, record.uuid)
        self.nodes.append({"key": key, "label": LABELS[record.kind], "properties": properties})
        self.moves_episodes |= record.kind is Kind.EPISODE
        if record.kind in CONTAINMENT and (old is None or old.links != tuple(flat(record.links))):
            if old is not None:
                self.detached.append(key)
            parent = parent_of(record)
            if parent is not None:
                self._link(self._target(parent), key, CONTAINMENT[record.kind])
        if record.kind is Kind.ENTITY and (old is None or old.keys != record.keys):
            if old is not None:
                self.unnamed.append(key)
                self.loose_names += [self.key(NAME, name) for name in old.keys]
            for name in dict.fromkeys(record.keys):
                self._link(key, self._name(name), NAMING)

    def _put_relationship(self, record: Record, old: Existing | None, properties: Properties) -> None:
        kind, key = record.kind, self.key(record.kind, record.uuid)
        ends = ends_of(record)
        start, end = map(self._target, ends)
        row: Row = {"key": key, "start": start, "end": end, "type": TYPES[kind], "properties": properties}
        if old is None:
            self.relationships.append(row)
        elif ends_of(old.record((kind, record.uuid))) != ends:
            self.moved[kind].append(row)
        else:
            self.updated[kind].append({"key": key, "properties": properties})
        if kind is Kind.FACT and (old is None or (old.told, old.links) != (record.told, tuple(flat(record.links)))):
            if old is not None:
                self._drop_participation((kind, record.uuid), old)
            for entity in participants_of(record):
                part_key = self.key("part", record.uuid, entity)
                part = {**self.owner, "record_key": part_key, "uuid": record.uuid, "told": record.told}
                part["facets"] = derived_properties(record.kind, record.value)["facets"]
                participant = self._target((Kind.ENTITY, entity))
                self.relationships.append(
                    {"start": participant, "end": start, "type": PARTICIPATION, "properties": part}
                )

    def _drop_participation(self, key: RecordKey, old: Existing) -> None:
        kind, uuid = key
        if kind is Kind.FACT:
            entities = participants_of(old.record(key))
            self.dropped[PARTICIPATION] += [self.key("part", uuid, entity) for entity in entities]

    def _keep(self, kind: Kind, uuid: str, *, revision: int) -> None:
        copy_key = key_of(self.group_id, "retired", kind, uuid, revision)
        self.history.append({"key": self.key(kind, uuid), "copy_key": copy_key, "revision": revision})

    def _embed(self, record: Record, *, revision: int) -> None:
        """Plan to store the vector of an otherwise unchanged record.

        The stored vector is not compared with the new vector.
        """
        if record.vector is None or self.dimension is None:
            return
        properties = {embedding_property(self.dimension): embedding_of(record.vector)}
        # Other clients reload the vectors of searchable records whose revision has changed. For other kinds of record,
        # the revision must not change, because the revision is part of the history.
        extra = {"revision": revision} if record.kind in SEARCHED else {}
        self.embedded[record.kind].append(
            {"key": self.key(record.kind, record.uuid), "properties": {**properties, **extra}}
        )

    def _embedding(self, record: Record, old: Existing | None) -> Properties:
        """Return the property that sets or removes the record's embedding, or an empty dictionary to keep the stored
        embedding.

        A new vector replaces the stored embedding. If the record has no new vector, the stored embedding is removed if
        the record's text has changed, and kept otherwise.
        """
        if self.dimension is None:
            return {}
        if record.vector is not None:
            return {embedding_property(self.dimension): embedding_of(record.vector)}
        if old is not None and old.text != record.text:
            return {embedding_property(self.dimension): None}
        return {}

    def _link(self, start: str, end: str, type_: str) -> None:
        self.relationships.append({"start": start, "end": end, "type": type_, "properties": {}})

    def _target(self, target: RecordKey) -> str:
        """Return the key of a node that a relationship needs, and plan a placeholder if the node does not exist."""
        return self._needed(self.key(*target), "Absent", {"kind": ABSENT, "uuid": target[1]})

    def _name(self, name: str) -> str:
        return self._needed(self.key(NAME, name), "Name", {"kind": NAME, "name": name})

    def _needed(self, key: str, label: str, properties: Properties) -> str:
        if key not in self.missing:
            self.missing[key] = {"key": key, "label": label, "properties": {**self.owner, "told": 0, **properties}}
        return key


def plan_of(part: Sequence[Changes], existing: Mapping[RecordKey, Existing], *, dimension: int | None) -> Plan:
    """Return the plan for commits of which no two change the same record.

    If one commit both puts and retires a record, the record is stored. If a commit contains two records with the same
    key, the last record is stored.
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
    written = {row["key"] for row in plan.nodes}
    plan.missing = {key: row for key, row in plan.missing.items() if key not in written}
    return plan


def disjoint_parts(commits: Sequence[Changes]) -> Iterator[Sequence[Changes]]:
    """Split the commits into as few consecutive parts as possible. No two commits of one part change the same record.

    All commits of a part are read and written with the same statements.
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
    """Return the dimension of the work's embeddings after these commits, and the name of the embedder.

    The embedder is None unless these commits contain the work's first embeddings. Raise EmbeddingDimensionError if two
    embeddings have different dimensions.
    """
    dimension, embedder = None if commits[0].replaces_vectors else stored, None
    for changes in commits:
        found = _dimension_of(changes, dimension)
        if dimension is None and found is not None:
            dimension, embedder = found, changes.embedder
    return dimension, embedder


def _dimension_of(changes: Changes, stored: int | None) -> int | None:
    """Return the dimension of the vectors in this commit, or None if the commit has no vectors."""
    expected, found = stored, None
    if changes.dimension is not None:
        expected = _agreed(expected, changes.dimension)
    for record in changes.put:
        if record.vector is not None:
            expected = found = _agreed(expected, -(-len(record.vector) // _NUMBER_BYTES))
    return found


def _agreed(expected: int | None, found: int) -> int:
    if found == 0 or (expected is not None and found != expected):
        raise EmbeddingDimensionError(expected or 1, found)
    return found
