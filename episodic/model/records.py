"""How values are kept: one JSON value a record, beside the columns that are searched. And what one commit changes."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, TypeVar

from pydantic import TypeAdapter

from episodic.model.ids import digest_of

T = TypeVar("T")


class Kind(StrEnum):
    """Kinds of records. The first five are asserted, and their retired rows are kept; the others are derived from them."""

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
    """An enum's own hash is slow, and every record is looked up by its kind."""


ASSERTED = frozenset({Kind.EPISODE, Kind.READING, Kind.JUDGEMENT, Kind.ACT, Kind.SETTING})
SEARCHED = frozenset({Kind.PASSAGE, Kind.ENTITY, Kind.FACT})
"""Kinds that have full text and a vector."""


class Link(StrEnum):
    """What a record points at."""

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
    """One stored thing.

    `value` is its canonical JSON; `text` what full text and the embedder see (searched kinds only); `keys` its exact name keys
    (entities only); `links` what it points at; `told`, `lo`, `hi` order keys of episodes (see Fact; None is open);
    `vector` float32 little-endian bytes, None until embedded or where not asked for.
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
    """Made when it is first asked for: it is asked for often, and nothing that it stands for can change."""

    @property
    def digest(self) -> str:
        """Stands for everything but the vector, which follows from the text."""
        known = self._digest
        if known is None:
            parts = (self.value, self.text, self.keys, self.links, self.told, self.lo, self.hi)
            known = digest_of(repr(parts))
            object.__setattr__(self, "_digest", known)
        return known

    def with_vector(self, vector: bytes | None) -> Record:
        """The same with another vector."""
        made = replace(self, vector=vector)
        object.__setattr__(made, "_digest", self._digest)
        return made

    def linked(self, link: Link) -> str | None:
        """The first id under *link*, or None."""
        return next((target for name, target in self.links if name is link), None)


RecordKey = tuple[Kind, str]


@dataclass(frozen=True, slots=True)
class Changes:
    """Everything one commit does to one work, saved in one transaction.

    `base_revision` is the revision it was made from (0: the work is new); `commit_id` makes a commit whose answer was lost
    recognisable; `embedder` and `dimension` are remembered with the work's first vectors.
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
    """What a store knows of one work without opening it; `readable_from` is the first revision whose history is whole."""

    group_id: str
    revision: int
    embedder: str | None
    dimension: int | None
    created_at: str
    changed_at: str
    readable_from: int = 1


@dataclass(frozen=True, slots=True)
class Commit:
    """One line of a work's record axis: what was done when."""

    revision: int
    commit_id: str
    at: str
    action: str


_ADAPTERS: dict[type[Any], TypeAdapter[Any]] = {}
"""Built once a class: building one takes milliseconds, using it microseconds."""


def _adapter(kind: type[Any]) -> TypeAdapter[Any]:
    if kind not in _ADAPTERS:
        _ADAPTERS[kind] = TypeAdapter(kind)
    return _ADAPTERS[kind]


def to_json(value: object) -> str:
    """The canonical JSON of a model value: its fields in order, no spaces, characters as they are."""
    raw: bytes = _adapter(type(value)).dump_json(value)
    return raw.decode("utf-8")


def from_json(kind: type[T], raw: str) -> T:
    """The value of class *kind* that `to_json` wrote. Raises pydantic.ValidationError where it is another."""
    value: T = _adapter(kind).validate_json(raw)
    return value
