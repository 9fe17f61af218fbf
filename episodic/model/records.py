"""Stored records (a JSON value with separate columns for search) and the changes of one commit."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, TypeVar

from pydantic import TypeAdapter

from episodic.model.ids import digest_of

T = TypeVar("T")


class Kind(StrEnum):
    """Kinds of records.

    The first five are inputs, whose retired versions are kept as history; the others are derived from them.
    """

    EPISODE = "episode"
    READING = "reading"
    JUDGEMENT = "judgement"
    ACT = "act"
    SETTING = "setting"
    PASSAGE = "passage"
    ENTITY = "entity"
    MENTION = "mention"
    STATEMENT = "statement"
    MOMENT = "moment"
    FACT = "fact"
    ISSUE = "issue"
    REDIRECT = "redirect"

    __hash__ = str.__hash__
    """A fast hash, because the hash of Enum is slow and every record is looked up by its kind."""


ASSERTED = frozenset({Kind.EPISODE, Kind.READING, Kind.JUDGEMENT, Kind.ACT, Kind.SETTING})
SEARCHED = frozenset({Kind.PASSAGE, Kind.ENTITY, Kind.FACT})
"""The kinds of records that are indexed for full text and vectors."""


class Link(StrEnum):
    """The role of an id that a record refers to."""

    EPISODE = "episode"
    ENTITY = "entity"
    SUBJECT = "subject"
    OBJECT = "object"
    PARTICIPANT = "participant"
    PASSAGE = "passage"
    FACT = "fact"
    TARGET = "target"


@dataclass(frozen=True, slots=True)
class Record:
    """One stored value with its search columns.

    `value` is the canonical JSON; `text` is the text for the full-text index and the embedder (searched kinds only);
    `keys` are exact name keys (entities only); `links` are ids of other records; `told`, `lo`, `hi` are order keys of
    episodes (see Fact; None is open); `vector` is float32 little-endian bytes, or None if the record is not embedded or
    the vector was not fetched.
    """

    kind: Kind
    uuid: str
    value: str
    text: str | None = None
    keys: tuple[str, ...] = ()
    links: tuple[tuple[Link, str], ...] = ()
    told: int = 0
    lo: int | None = None
    hi: int | None = None
    vector: bytes | None = None
    _digest: str | None = field(default=None, init=False, repr=False, compare=False)
    """A cache of `digest`, which is used often. The cache stays valid because a record is frozen."""

    @property
    def digest(self) -> str:
        """The digest of all fields except the vector, which follows from the text."""
        known = self._digest
        if known is None:
            parts = (self.value, self.text, self.keys, self.links, self.told, self.lo, self.hi)
            known = digest_of(repr(parts))
            object.__setattr__(self, "_digest", known)
        return known

    def with_vector(self, vector: bytes | None) -> Record:
        """Returns a copy with this vector."""
        made = replace(self, vector=vector)
        object.__setattr__(made, "_digest", self._digest)
        return made

    def linked(self, link: Link) -> str | None:
        """Returns the first id with the role *link*, or None."""
        return next((target for name, target in self.links if name is link), None)


RecordKey = tuple[Kind, str]


@dataclass(frozen=True, slots=True)
class Changes:
    """All changes that one commit makes to one work; all changes are saved in one transaction.

    `base_revision` is the revision that the changes are based on (0: the work is new). `commit_id` identifies the
    commit, so that the commit can be retried safely after a lost connection. `embedder` and `dimension` are stored with
    the work's first vectors.
    """

    group_id: str
    base_revision: int
    commit_id: str
    at: str
    action: str
    put: tuple[Record, ...] = ()
    retire: tuple[RecordKey, ...] = ()
    embedder: str | None = None
    dimension: int | None = None

    @property
    def empty(self) -> bool:
        """Whether there is nothing to save."""
        return not self.put and not self.retire


@dataclass(frozen=True, slots=True)
class Work:
    """A work as listed by a store; `readable_from` is the first revision whose history is complete."""

    group_id: str
    revision: int
    embedder: str | None
    dimension: int | None
    created_at: str
    changed_at: str
    readable_from: int = 1


@dataclass(frozen=True, slots=True)
class Commit:
    """One commit of a work: its revision, its time and the action that created the commit."""

    revision: int
    commit_id: str
    at: str
    action: str


_ADAPTERS: dict[type[Any], TypeAdapter[Any]] = {}
"""One pydantic adapter per class: building an adapter takes milliseconds, using an adapter takes microseconds."""


def _adapter(kind: type[Any]) -> TypeAdapter[Any]:
    if kind not in _ADAPTERS:
        _ADAPTERS[kind] = TypeAdapter(kind)
    return _ADAPTERS[kind]


def to_json(value: object) -> str:
    """Returns the canonical JSON of a model value: fields in order, no spaces, no escapes for non-ASCII characters."""
    raw: bytes = _adapter(type(value)).dump_json(value)
    return raw.decode("utf-8")


def from_json(kind: type[T], raw: str) -> T:
    """Parses JSON that `to_json` wrote as a value of class *kind*.

    Raises pydantic.ValidationError if the JSON does not fit the class.
    """
    value: T = _adapter(kind).validate_json(raw)
    return value
