"""The graph model of the Neo4j store: labels, relationship types and unique keys for each kind of record.

Every node of this store has the label `Stored` in addition to the label of its kind, so that the store never changes
nodes of other programs in the same database. Each node, and each relationship that stores a record, has a unique
`record_key`, which is computed from the work's name and the record's id. The property `group_token` identifies the work
in indexes.
"""

from collections.abc import Iterable, Sequence

from episodic.model.ids import identify
from episodic.model.records import ENDS, Kind, Link, RecordKey

Links = Sequence[tuple[Link, str]]

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
NAME = "name"
"""The `kind` of a node that represents an exact name key."""

_PARENTS = {Kind.PASSAGE: (Link.EPISODE, Kind.EPISODE), Kind.STATEMENT: (Link.PASSAGE, Kind.PASSAGE)}
_LINKS = {link.value: link for link in Link}


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


def parent_of(kind: Kind, links: Links) -> RecordKey | None:
    """Return the episode of a passage, or the passage of a statement; return None for other kinds of record."""
    if kind not in _PARENTS:
        return None
    role, of = _PARENTS[kind]
    target = _target(links, role)
    return None if target is None else (of, target)


def ends_of(kind: Kind, links: Links) -> tuple[RecordKey, RecordKey]:
    """Return the start node and end node of the relationship that stores a fact or mention with these links.

    The relationship of a fact without an object is a loop at its subject. A record that links to no entity is attached
    to a placeholder with an empty id.
    """
    if kind is Kind.MENTION:
        return (Kind.EPISODE, _target(links, Link.EPISODE) or ""), (Kind.ENTITY, _target(links, Link.ENTITY) or "")
    subject, object_ = _target(links, Link.SUBJECT), _target(links, Link.OBJECT)
    start = subject or object_ or ""
    return (Kind.ENTITY, start), (Kind.ENTITY, object_ or start)


def participations(group_id: str, uuid: str, links: Links) -> dict[str, str]:
    """Return the entities in a fact that are neither start nor end of the fact's relationship, in link order, by the
    `record_key` of their relationship to the fact's subject.
    """
    connected = {target for _, target in ends_of(Kind.FACT, links)}
    others = dict.fromkeys(target for link, target in links if link in ENDS and target not in connected)
    return {key_of(group_id, "part", uuid, entity): entity for entity in others}


def flat(links: Links) -> list[str]:
    """Return the links as one flat list of strings (role, id, role, id, ...): Neo4j properties cannot contain pairs."""
    return [part for link, target in links for part in (link.value, target)]


def links_of(parts: Sequence[str]) -> tuple[tuple[Link, str], ...]:
    """Return the links that `flat` returned as one list."""
    return tuple([(_LINKS[name], target) for name, target in zip(parts[::2], parts[1::2], strict=True)])


def _target(links: Links, role: Link) -> str | None:
    return next((target for link, target in links if link is role), None)
