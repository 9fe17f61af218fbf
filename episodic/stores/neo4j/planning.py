"""Plans what commits change in the graph, given the records of the commits and the stored versions of these records."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from episodic.model.records import ASSERTED, SEARCHED, Changes, Kind, Link, Record, RecordKey
from episodic.stores.neo4j.graph_model import (
    ABSENT,
    CONTAINMENT,
    LABELS,
    NAME,
    NAMING,
    PARTICIPATION,
    START_KEY,
    TYPES,
    end_keys,
    ends_of,
    key_of,
    owner_properties,
    parent_of,
    participations,
)
from episodic.stores.neo4j.rows import COUNTED, Properties, embedding_of, embedding_property, properties_of
from episodic.stores.validation import dimension_of

Row = dict[str, object]


@dataclass(frozen=True, slots=True)
class Existing:
    """What a commit needs to know about a stored record that it replaces or retires."""

    digest: str
    text: str | None
    keys: tuple[str, ...]
    links: tuple[tuple[Link, str], ...]


def _lists() -> defaultdict[str, list[str]]:
    return defaultdict(list)


@dataclass(slots=True)
class Plan:
    """What a commit writes and deletes: the rows for each of its Cypher statements. The keys in the rows of a plan are
    `record_key`s of nodes and relationships.
    """

    group_id: str
    dimension: int | None

    history: list[Row] = field(default_factory=list[Row])
    """Versions of records that the commit replaces or retires, and that are copied to the history."""
    dropped: defaultdict[str, list[str]] = field(default_factory=_lists)
    """Keys of the relationships to delete, by relationship type."""
    detached: list[str] = field(default_factory=list[str])
    """Keys of changed or retired nodes that lose the relationships from their parent and to their names."""
    retired_nodes: list[str] = field(default_factory=list[str])

    nodes: list[Row] = field(default_factory=list[Row])
    missing: dict[str, Row] = field(default_factory=dict[str, Row])
    """Nodes that are created if they do not exist: for name keys (normalised names), and placeholders for records to
    which other records link.
    """
    relationships: list[Row] = field(default_factory=list[Row])
    updated: defaultdict[Kind, list[Row]] = field(default_factory=lambda: defaultdict(list))
    moved: defaultdict[Kind, list[Row]] = field(default_factory=lambda: defaultdict(list))
    """The facts and mentions whose relationships get another start or end node."""

    gone: defaultdict[int, list[str]] = field(default_factory=lambda: defaultdict(list))
    """The searchable records that each revision retires, by revision. Other clients read the lists of retired records
    from the commits, and remove the records from their vector matrices.
    """
    counts: defaultdict[Kind, int] = field(default_factory=lambda: defaultdict(int))
    """How many searchable records the commit adds, less those that it removes, by kind."""
    loose_names: list[str] = field(default_factory=list[str])
    """Keys of the nodes of names to which perhaps no entity is connected after the commit."""
    moves_episodes: bool = False

    @property
    def may_loosen(self) -> bool:
        """True if the commit may leave a placeholder (a node in place of a record that is not stored) that is connected
        to no record.
        """
        return bool(self.detached or any(self.dropped.values()) or any(self.moved.values()))

    def key(self, kind: str, uuid: str) -> str:
        """Return the `record_key` of an item of the work that the plan is for."""
        return key_of(self.group_id, kind, uuid)

    def put(self, record: Record, old: Existing | None, *, revision: int) -> None:
        """Plan to store *record* in place of the stored one *old*, or as a new record if *old* is None. If *record* and
        *old* have the same digest, only the vector of *record* is stored.
        """
        if old is not None and old.digest == record.digest:
            self._embed(record, revision=revision)
            return
        if old is None and record.kind in COUNTED:
            self.counts[record.kind] += 1
        if old is not None and record.kind in ASSERTED:
            self._keep(record.kind, record.uuid, revision=revision)
        properties = {
            **owner_properties(self.group_id),
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
        """Plan to retire the stored record with this kind and id."""
        kind, uuid = key
        if kind in ASSERTED:
            self._keep(kind, uuid, revision=revision)
        if kind in COUNTED:
            self.counts[kind] -= 1
            self.gone[revision].append(f"{kind}:{uuid}")
        if kind in TYPES:
            self.dropped[TYPES[kind]].append(self.key(kind, uuid))
        else:
            self.detached.append(self.key(kind, uuid))
            self.retired_nodes.append(self.key(kind, uuid))
        if kind is Kind.FACT:
            self.dropped[PARTICIPATION] += participations(self.group_id, uuid, old.links)
        self.loose_names += [self.key(NAME, name) for name in old.keys]
        self.moves_episodes |= kind is Kind.EPISODE

    def _put_node(self, record: Record, old: Existing | None, properties: Properties) -> None:
        kind, key = record.kind, self.key(record.kind, record.uuid)
        self.nodes.append({"key": key, "label": LABELS[kind], "properties": properties})
        self.moves_episodes |= kind is Kind.EPISODE
        moves = kind in CONTAINMENT and (old is None or old.links != record.links)
        renamed = kind is Kind.ENTITY and (old is None or old.keys != record.keys)
        if old is not None and (moves or renamed):
            self.detached.append(key)
        if moves:
            parent = parent_of(kind, record.links)
            if parent is not None:
                self._link(self._target(parent), key, CONTAINMENT[kind])
        if renamed:
            self.loose_names += [self.key(NAME, name) for name in (() if old is None else old.keys)]
            for name in dict.fromkeys(record.keys):
                self._link(key, self._needed(NAME, name, "Name", {"name": name}), NAMING)

    def _put_relationship(self, record: Record, old: Existing | None, properties: Properties) -> None:
        kind, key = record.kind, self.key(record.kind, record.uuid)
        ends = ends_of(kind, record.links)
        start, end = map(self._target, ends)
        if kind is Kind.FACT:
            properties |= end_keys(self.group_id, record.links)
        row: Row = {"key": key, "start": start, "end": end, "type": TYPES[kind], "properties": properties}
        if old is None:
            self.relationships.append(row)
        elif ends_of(kind, old.links) != ends:
            self.moved[kind].append(row)
        else:
            self.updated[kind].append({"key": key, "properties": properties})
        if kind is Kind.FACT:
            if old is not None:
                self.dropped[PARTICIPATION] += participations(self.group_id, record.uuid, old.links)
            part = {
                **owner_properties(self.group_id),
                "uuid": record.uuid,
                "told": record.told,
                "facets": properties["facets"],
                "predicate": properties["predicate"],
            }
            for part_key, entity in participations(self.group_id, record.uuid, record.links).items():
                participant = self._target((Kind.ENTITY, entity))
                self._link(participant, start, PARTICIPATION, {**part, "record_key": part_key, START_KEY: participant})

    def _keep(self, kind: Kind, uuid: str, *, revision: int) -> None:
        copy_key = key_of(self.group_id, "retired", kind, uuid, revision)
        self.history.append({"key": self.key(kind, uuid), "copy_key": copy_key, "revision": revision})

    def _embed(self, record: Record, *, revision: int) -> None:
        """Plan to store the vector of a record that is otherwise unchanged, if the record has a vector.

        The new vector is stored without comparing it with the old one.
        """
        if record.vector is None or self.dimension is None:
            return
        properties: Row = {embedding_property(self.dimension): embedding_of(record.vector)}
        # Other clients read the vector of a searchable record again if its revision has changed. If only the vector of
        # a record that is not searchable changes, the record keeps its revision. Reads of earlier revisions of the work
        # need the revision of a record, because it says since which commit the record has its value.
        if record.kind in SEARCHED:
            properties["revision"] = revision
        key = self.key(record.kind, record.uuid)
        if record.kind in TYPES:
            self.updated[record.kind].append({"key": key, "properties": properties})
        else:
            self.nodes.append({"key": key, "label": LABELS[record.kind], "properties": properties})

    def _embedding(self, record: Record, old: Existing | None) -> Properties:
        """Return the property with the record's new embedding, the property with None to remove the stored embedding,
        or an empty dict to keep the stored embedding.

        The stored embedding is removed if the text of the record has changed and the record has no new vector.
        """
        if self.dimension is None:
            return {}
        if record.vector is not None:
            return {embedding_property(self.dimension): embedding_of(record.vector)}
        if old is not None and old.text != record.text:
            return {embedding_property(self.dimension): None}
        return {}

    def _link(self, start: str, end: str, type_: str, properties: Properties | None = None) -> None:
        self.relationships.append({"start": start, "end": end, "type": type_, "properties": properties or {}})

    def _target(self, target: RecordKey) -> str:
        """Return the `record_key` of a node that a relationship needs, and plan a placeholder in case the node does not
        exist.
        """
        kind, uuid = target
        return self._needed(kind, uuid, "Absent", {"kind": ABSENT, "uuid": uuid})

    def _needed(self, kind: str, name: str, label: str, properties: Properties) -> str:
        key = self.key(kind, name)
        if key not in self.missing:
            fixed = {**owner_properties(self.group_id), "kind": kind, "told": 0}
            self.missing[key] = {"key": key, "label": label, "properties": {**fixed, **properties}}
        return key


def plan_of(part: Sequence[Changes], existing: Mapping[RecordKey, Existing], *, dimension: int | None) -> Plan:
    """Return the plan for several commits, of which no two change the same record.

    A record that one commit both puts and retires is stored. If a commit has two records with the same kind and id, the
    last is stored.
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
    """Yield the commits in as few groups of consecutive commits as possible, so that no two commits of a group change
    the same record.

    Because no two commits of a group change the same record, all records of a group can be read and written together,
    which takes fewer Cypher statements than one commit after the other.
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
    embedder.

    The embedder's name is returned only if the commits contain embeddings and the work had none before, or loses its
    earlier embeddings in the same commit. If the commits contain no embeddings, or the work keeps its earlier
    embeddings, None is returned in place of the embedder's name. Raise EmbeddingDimensionError if an embedding differs
    in dimension from other embeddings of the commits or the work, or from the dimension that its commit states.
    """
    dimension, embedder = None if commits[0].replaces_vectors else stored, None
    for changes in commits:
        found = dimension_of(changes, dimension)
        if dimension is None and found is not None:
            dimension, embedder = found, changes.embedder
    return dimension, embedder
