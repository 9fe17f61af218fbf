"""The graph model of the Neo4j store: labels, relationship types and unique keys for each kind of record.

Every node of a work has the label `Stored` besides the label of its kind. Nodes without the label `Stored` belong to
other programs and are never changed. Each node, and each relationship that stores a record, has a unique `record_key`.
Indexes tell works apart by the property `group_token`.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence

from episodic.model.ids import identify
from episodic.model.records import ENDS, Kind, Link, RecordKey
from episodic.stores.validation import is_storable

Links = Sequence[tuple[Link, str]]

TYPES = {Kind.FACT: "RELATES_TO", Kind.MENTION: "MENTIONS"}
"""The relationship type for each kind of record that is stored as a relationship."""
LABELS = {kind: kind.value.capitalize() for kind in Kind if kind not in TYPES} | {Kind.EPISODE: "Episodic"}
"""The node label for each kind of record that is stored as a node."""

NODE = "Stored"
"""The label of all nodes of the store."""
PARTICIPATION = "TAKES_PART"
"""The type of a relationship from a further entity of a fact (neither start nor end of the fact's own relationship) to
the start node of the fact's own relationship.
"""
START_KEY, END_KEY = "start_key", "end_key"
"""The properties of a fact's relationship with the keys of its start and end node. A PARTICIPATION has a start key."""
NAMING = "NAMED"
"""The type of the relationship from an entity to the node of each of its name keys (normalised names)."""
CONTAINMENT = {Kind.PASSAGE: "HAS_PASSAGE", Kind.STATEMENT: "STATES"}
"""The type of the relationship from an episode to a passage, and from a passage to a statement."""

NAME = "name"
"""The `kind` of a node that stands for a name key (the normalised name of one or more entities)."""

_PARENTS = {Kind.PASSAGE: (Link.EPISODE, Kind.EPISODE), Kind.STATEMENT: (Link.PASSAGE, Kind.PASSAGE)}
_LINKS = {link.value: link for link in Link}


def token_of(group_id: str) -> str:
    """Return the token that stands for a work in indexes: one word of letters and digits."""
    return "w" + identify("work", group_id).replace("-", "")


def owner_properties(group_id: str) -> dict[str, object]:
    """Return the properties by which a node or relationship belongs to a work."""
    return {"group_id": group_id, "group_token": token_of(group_id)}


def key_of(group_id: str, kind: str, uuid: str, *more: str | int) -> str:
    """Return the `record_key` of an item of a work: a UUID, so that it is short even for long ids."""
    return identify("stored", group_id, kind, uuid, *more)


def work_key(group_id: str) -> str:
    """Return the `record_key` of the node that stands for a work."""
    return key_of(group_id, "work", group_id)


def keys_of(group_id: str, kind: Kind, ids: Iterable[str]) -> list[str]:
    """Return the `record_key`s of records of *kind*, each once. An id that cannot be stored is left out."""
    return [key_of(group_id, kind, uuid) for uuid in dict.fromkeys(ids) if is_storable(uuid)]


def asked_for(group_id: str, ids: Mapping[Kind, Collection[str]], **more: object) -> list[dict[str, object]]:
    """Return the records with these ids as a query parameter: their keys and their relationship type (NODE for nodes),
    by kind. *more* is added to each item.
    """
    return [
        {"place": TYPES.get(kind, NODE), "keys": keys_of(group_id, kind, of_kind), **more}
        for kind, of_kind in ids.items()
        if of_kind
    ]


def parent_of(kind: Kind, links: Links) -> RecordKey | None:
    """Return the key of a passage's episode or of a statement's passage, or None for other kinds or without a link."""
    if kind not in _PARENTS:
        return None
    role, of = _PARENTS[kind]
    target = _target(links, role)
    return None if target is None else (of, target)


def ends_of(kind: Kind, links: Links) -> tuple[RecordKey, RecordKey]:
    """Return the start node and the end node of the relationship that stores a fact or mention with these links.

    A fact with only a subject or only an object is a loop, whose start and end are the same node. If the links name no
    node, the id of the node is empty.
    """
    if kind is Kind.MENTION:
        return (Kind.EPISODE, _target(links, Link.EPISODE) or ""), (Kind.ENTITY, _target(links, Link.ENTITY) or "")
    subject, object_ = _target(links, Link.SUBJECT), _target(links, Link.OBJECT)
    start = subject or object_ or ""
    return (Kind.ENTITY, start), (Kind.ENTITY, object_ or start)


def end_keys(group_id: str, links: Links) -> dict[str, object]:
    """Return the properties with the keys of the two end nodes of a fact's relationship."""
    start, end = (key_of(group_id, kind, uuid) for kind, uuid in ends_of(Kind.FACT, links))
    return {START_KEY: start, END_KEY: end}


def participations(group_id: str, uuid: str, links: Links) -> dict[str, str]:
    """Return the entities of a fact that are neither the start nor the end of its relationship, in the order of the
    links. The returned dict maps the `record_key` of the PARTICIPATION relationship that leads from such an entity to
    the id of the entity.
    """
    connected = {target for _, target in ends_of(Kind.FACT, links)}
    others = dict.fromkeys(target for link, target in links if link in ENDS and target not in connected)
    return {key_of(group_id, "part", uuid, entity): entity for entity in others}


def flat(links: Links) -> list[str]:
    """Return the links as one flat list (role, id, role, id, ...), because Neo4j properties cannot contain pairs."""
    return [part for link, target in links for part in (link.value, target)]


def links_of(parts: Sequence[str] | None) -> tuple[tuple[Link, str], ...]:
    """Return the links, pairs of a role and an id, of a list that `flat` returned; no links for null."""
    parts = parts or ()
    return tuple([(_LINKS[name], target) for name, target in zip(parts[::2], parts[1::2], strict=True)])


def _target(links: Links, role: Link) -> str | None:
    return next((target for link, target in links if link is role), None)
