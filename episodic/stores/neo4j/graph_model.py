"""The graph model: labels, relationship types and unique keys of each kind of record.

Every node of this store has the label `Stored` in addition to the label of its kind, so that nodes of other programs in
the same database are never changed. Nodes and record relationships have `record_key`, which is unique and computed from
the work and the record's id, and `group_token`, which identifies the work in indexes.
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
}
"""The node label of each kind of record that is stored as a node."""

TYPES = {Kind.FACT: "RELATES_TO", Kind.MENTION: "MENTIONS"}
"""The relationship type of each kind of record that is stored as a relationship."""

PARTICIPATION = "TAKES_PART"
"""The type of the relationship from a further participant of a fact (neither subject nor object) to the subject."""
NAMING = "NAMED"
"""The type of the relationship from an entity to the node of each of its exact name keys."""
CONTAINMENT = {Kind.PASSAGE: "HAS_PASSAGE", Kind.STATEMENT: "STATES"}
"""The types of the relationships from an episode to its passages, and from a passage to its statements."""

ABSENT = "absent"
"""The `kind` of a placeholder node (label Absent): other records refer to the node's id, but no such record is stored.
"""
RETIRED = "retired"
"""The `kind` of a node that contains an earlier version of an asserted record."""
NAME = "name"
"""The `kind` of the node of a name key."""

_PARENTS = {Kind.PASSAGE: (Link.EPISODE, Kind.EPISODE), Kind.STATEMENT: (Link.PASSAGE, Kind.PASSAGE)}
_ENDS = frozenset({Link.SUBJECT, Link.OBJECT, Link.PARTICIPANT})


def token_of(group_id: str) -> str:
    """Returns the token that identifies a work in indexes: one word of letters and digits, for any work name."""
    return "w" + identify("work", group_id).replace("-", "")


def owner_properties(group_id: str) -> dict[str, object]:
    """Returns the properties that say to which work a node or relationship belongs."""
    return {"group_id": group_id, "group_token": token_of(group_id)}


def key_of(group_id: str, kind: str, uuid: str, *more: str | int) -> str:
    """Returns the `record_key` of one item of one work: a UUID, whose length does not depend on the length of
    the ids.
    """
    return identify("stored", group_id, kind, uuid, *more)


def work_key(group_id: str) -> str:
    """Returns the `record_key` of the work's own node."""
    return key_of(group_id, "work", group_id)


def keys_of(group_id: str, keys: Iterable[RecordKey]) -> list[str]:
    """Returns the `record_key` of each of the records."""
    return [key_of(group_id, kind, uuid) for kind, uuid in keys]


def parent_of(record: Record) -> RecordKey | None:
    """Returns the episode of a passage or the passage of a statement; None for other kinds."""
    if record.kind not in _PARENTS:
        return None
    link, kind = _PARENTS[record.kind]
    target = record.linked(link)
    return None if target is None else (kind, target)


def ends_of(record: Record) -> tuple[RecordKey, RecordKey]:
    """Returns the start and end of a fact's or mention's relationship.

    A fact without an object is a loop at its subject. A record that links to no entity is attached to a placeholder
    with an empty id.
    """
    if record.kind is Kind.MENTION:
        return (Kind.EPISODE, record.linked(Link.EPISODE) or ""), (Kind.ENTITY, record.linked(Link.ENTITY) or "")
    subject = record.linked(Link.SUBJECT) or record.linked(Link.OBJECT) or ""
    return (Kind.ENTITY, subject), (Kind.ENTITY, record.linked(Link.OBJECT) or subject)


def participants_of(record: Record) -> tuple[str, ...]:
    """Returns the ids of a fact's entities that the fact's own relationship does not connect, in order."""
    connected = {target for _, target in ends_of(record)}
    named = (target for link, target in record.links if link in _ENDS)
    return tuple(dict.fromkeys(target for target in named if target not in connected))


def flat(links: Sequence[tuple[Link, str]]) -> list[str]:
    """Returns the links as one list of strings (name, target, name, target), because properties cannot contain
    pairs.
    """
    return [part for link, target in links for part in (link.value, target)]
