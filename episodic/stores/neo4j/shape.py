"""How records lie in the graph: which label or relationship type a kind has, and the key of each thing."""

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
"""Kinds that are nodes. Each of their nodes also has the label Stored."""

EDGES = {Kind.FACT: "RELATES_TO", Kind.MENTION: "MENTIONS"}
"""Kinds that are relationships."""

HELD = {Kind.PASSAGE: "HAS_PASSAGE", Kind.STATEMENT: "STATES"}
"""The relationships from what a node of these kinds stands in."""

ABSENT = "absent"
"""What a node is that something points at, and that is not there itself (yet, or any more)."""
RETIRED = "retired"
NAME = "name"

_PARENTS = {Kind.PASSAGE: (Link.EPISODE, Kind.EPISODE), Kind.STATEMENT: (Link.PASSAGE, Kind.PASSAGE)}
_ENDS = frozenset({Link.SUBJECT, Link.OBJECT, Link.PARTICIPANT})


KEY_LENGTH = 36
"""Characters of a key."""


def token_of(group_id: str) -> str:
    """Stands for a work in indexes: one word of letters and digits, whatever the work's name is."""
    return "w" + identify("work", group_id).replace("-", "")


def key_of(group_id: str, kind: str, uuid: str, *more: str | int) -> str:
    """The key of one thing of one work: short whatever its id is, and never that of another thing."""
    return identify("stored", group_id, kind, uuid, *more)


def keys_of(group_id: str, keys: Iterable[RecordKey]) -> list[str]:
    """The keys of these records."""
    return [key_of(group_id, kind, uuid) for kind, uuid in keys]


def parent_of(record: Record) -> RecordKey | None:
    """What a passage or a statement stands in."""
    if record.kind not in _PARENTS:
        return None
    link, kind = _PARENTS[record.kind]
    target = record.linked(link)
    return None if target is None else (kind, target)


def ends_of(record: Record) -> tuple[RecordKey, RecordKey]:
    """Where a fact's or mention's relationship starts and ends; what has no object is a loop.

    One that names no end at all hangs on a node of an empty id, which is never there.
    """
    if record.kind is Kind.MENTION:
        return (Kind.EPISODE, record.linked(Link.EPISODE) or ""), (Kind.ENTITY, record.linked(Link.ENTITY) or "")
    subject = record.linked(Link.SUBJECT) or record.linked(Link.OBJECT) or ""
    return (Kind.ENTITY, subject), (Kind.ENTITY, record.linked(Link.OBJECT) or subject)


def others_of(record: Record) -> tuple[str, ...]:
    """The ids of the entities that a fact names and its relationship does not touch, in order."""
    touched = {target for _, target in ends_of(record)}
    named = (target for link, target in record.links if link in _ENDS)
    return tuple(dict.fromkeys(target for target in named if target not in touched))


def flat(links: Sequence[tuple[Link, str]]) -> list[str]:
    """The links as one list of text: name, target, name, target."""
    return [part for link, target in links for part in (link.value, target)]
