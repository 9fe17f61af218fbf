"""The graph model of the Neo4j store: labels, relationship types and unique keys for each kind of record.

Every node of this store has the label `Stored` in addition to the label of its kind, so that the store never changes
nodes of other programs in the same database. Each node, and each relationship that stores a record, has a unique
`record_key`, which is computed from the work's name and the record's id. The property `group_token` identifies the work
in indexes.
"""

from collections.abc import Iterable, Sequence

from episodic.model.ids import identify
from episodic.model.records import Kind, Link, Record, RecordKey

LABELS = {
    Kind.EPISODE: "Episodic",
    Kind.READING: "Reading",
    Kind.JUDGEMENT: "Judgement",
    Kind.ACT: "Act",
    Kind.SETTING: "Setting",
    Kind.PASSAGE: "Passage",
    Kind.ENTITY: "Entity",
    Kind.STATEMENT: "Statement",
    Kind.MOMENT: "Moment",
    Kind.ISSUE: "Issue",
    Kind.REDIRECT: "Redirect",
    Kind.SERVICE: "Service",
    Kind.REPLAYED: "Replayed",
    Kind.CHECKPOINT: "Checkpoint",
}
"""The node label for each kind of record that is stored as a node."""

TYPES = {Kind.FACT: "RELATES_TO", Kind.MENTION: "MENTIONS"}
"""The relationship type for each kind of record that is stored as a relationship."""

PARTICIPATION = "TAKES_PART"
"""The type of the relationship from an entity that takes part in a fact, but is not its subject or object, to the
subject.
"""
NAMING = "NAMED"
"""The type of the relationship from an entity to the node of each of its exact name keys."""
CONTAINMENT = {Kind.PASSAGE: "HAS_PASSAGE", Kind.STATEMENT: "STATES"}
"""The types of the relationships from an episode to its passages, and from a passage to its statements."""

ABSENT = "absent"
"""The `kind` of a placeholder node, which stands for a record that other records link to but that is not stored."""
RETIRED = "retired"
"""The `kind` of a node that contains an earlier version of a record."""
NAME = "name"
"""The `kind` of a node that represents an exact name key."""

_PARENTS = {Kind.PASSAGE: (Link.EPISODE, Kind.EPISODE), Kind.STATEMENT: (Link.PASSAGE, Kind.PASSAGE)}
_ENDS = frozenset({Link.SUBJECT, Link.OBJECT, Link.PARTICIPANT})


def token_of(group_id: str) -> str:
    """Return the token that identifies a work in indexes: a single word of letters and digits."""
    return "w" + identify("work", group_id).replace("-", "")


def owner_properties(group_id: str) -> dict[str, object]:
    """Return the properties that show to which work a node or relationship belongs."""
    return {"group_id": group_id, "group_token": token_of(group_id)}


def key_of(group_id: str, kind: str, uuid: str, *more: str | int) -> str:
    """Return the `record_key` of one item of a work, as a UUID, so that long ids do not make long keys."""
    return identify("stored", group_id, kind, uuid, *more)


def work_key(group_id: str) -> str:
    """Return the `record_key` of the node that represents the work itself."""
    return key_of(group_id, "work", group_id)


def keys_of(group_id: str, keys: Iterable[RecordKey]) -> list[str]:
    """Return the `record_key` of each of the records."""
    return [key_of(group_id, kind, uuid) for kind, uuid in keys]


def parent_of(record: Record) -> RecordKey | None:
    """Return the episode of a passage, or the passage of a statement; return None for other kinds of record."""
    if record.kind not in _PARENTS:
        return None
    link, kind = _PARENTS[record.kind]
    target = record.linked(link)
    return None if target is None else (kind, target)


def ends_of(record: Record) -> tuple[RecordKey, RecordKey]:
    """Return the start node and end node of the relationship that stores a fact or mention.

    The relationship of a fact without an object is a loop at its subject. A record that links to no entity is attached
    to a placeholder with an empty id.
    """
    if record.kind is Kind.MENTION:
        return (Kind.EPISODE, record.linked(Link.EPISODE) or ""), (Kind.ENTITY, record.linked(Link.ENTITY) or "")
    subject, object_ = record.linked(Link.SUBJECT), record.linked(Link.OBJECT)
    start = subject or object_ or ""
    return (Kind.ENTITY, start), (Kind.ENTITY, object_ or start)


def participants_of(record: Record) -> tuple[str, ...]:
    """Return the ids of the entities in a fact that are neither start nor end of the fact's relationship, in link
    order.
    """
    connected = {target for _, target in ends_of(record)}
    named = (target for link, target in record.links if link in _ENDS)
    return tuple(dict.fromkeys(target for target in named if target not in connected))


def flat(links: Sequence[tuple[Link, str]]) -> list[str]:
    """Return the links as one flat list of strings (role, id, role, id, ...): Neo4j properties cannot contain pairs."""
    return [part for link, target in links for part in (link.value, target)]
