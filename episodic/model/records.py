"""Records, which are stored values in JSON with columns for search, and commits, which are changes of records."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import Any, TypeVar, cast

from pydantic import TypeAdapter

from episodic.model.deferred import Deferred
from episodic.model.ids import digest_of

T = TypeVar("T")


class Kind(StrEnum):
    """The kinds of records.

    Records of the first five kinds in the enumeration are inputs, and their retired versions are kept as history.
    Records of all kinds from PASSAGE on, except SERVICE, are derived from the inputs.
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
    SERVICE = "service"
    """Data of the program itself, such as jobs. Only a `group_id` that begins with SERVICE_PREFIX has service records.
    """
    REPLAYED = "replayed"
    CHECKPOINT = "checkpoint"
    """A part of a checkpoint, the state from which a process continues without a replay."""

    __hash__ = str.__hash__
    """Kinds are used as dictionary keys very often, and the hash of a string is faster than the hash of an Enum."""


ASSERTED = frozenset({Kind.EPISODE, Kind.READING, Kind.JUDGEMENT, Kind.ACT, Kind.SETTING})
SEARCHED = frozenset({Kind.PASSAGE, Kind.ENTITY, Kind.FACT})
"""The kinds of records that are indexed for full text and vectors."""


LONG = frozenset({Kind.EPISODE, Kind.READING, Kind.REPLAYED, Kind.CHECKPOINT, Kind.SERVICE})
"""The kinds of records whose values can have hundreds of thousands of characters."""


def page_of(kind: Kind) -> int:
    """Return how many records of a kind to read at a time if all are to be read with little memory. Fewer records are
    read at a time if the values of their kind can be long.
    """
    return 20 if kind in LONG else 500


class Link(StrEnum):
    """The role of an id among a record's `links`: how the record refers to another record or entity."""

    EPISODE = "episode"
    ENTITY = "entity"
    SUBJECT = "subject"
    OBJECT = "object"
    PARTICIPANT = "participant"
    PASSAGE = "passage"
    FACT = "fact"
    TARGET = "target"


ENDS = frozenset({Link.SUBJECT, Link.OBJECT, Link.PARTICIPANT})
"""The roles of the entities of a fact: subject, object, and participant, which means any other entity, such as the
holder.
"""


@dataclass(frozen=True, slots=True)
class Record(Deferred):
    """One stored value with the columns for search.

    `value` is the canonical JSON of the record. `text` is the text for the full-text index and the embedder, and is set
    only for kinds in SEARCHED. `keys` contains the name keys of all names of an entity (the names in the form in which
    names are compared). `keys` is empty for other kinds of records. `links` contains ids of other records. `told`, `lo`
    and `hi` are order keys of episodes. `told` belongs to the chapter that first tells what the record contains. `lo`
    and `hi` are set only for facts: a fact holds in no chapter of the main line before `lo` or after `hi`. None means
    that the bound is unknown. `vector` contains little-endian bytes of float32 numbers, or is None if the record has no
    embedding or the embedding was not fetched.
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

    @property
    def digest(self) -> str:
        """A hash of all fields of the record except its kind, its id and its vector. The digest does not include the
        vector, because the vector is computed from the text.
        """
        known = self._digest
        if known is None:
            parts = (self.value, self.text, self.keys, self.links, self.told, self.lo, self.hi)
            known = digest_of(repr(parts))
            object.__setattr__(self, "_digest", known)
        return known

    def with_vector(self, vector: bytes | None) -> Record:
        """Return a copy of the record with the given vector."""
        made = Record(
            *(self.kind, self.uuid, self.value, self.text, self.keys, self.links, self.told, self.lo, self.hi, vector)
        )
        object.__setattr__(made, "_digest", self._digest)
        return made

    def linked(self, link: Link) -> str | None:
        """Return the record's first id with the role *link*, or None if it has no id with this role."""
        for name, target in self.links:
            if name is link:
                return target
        return None


RecordKey = tuple[Kind, str]

SERVICE_PREFIX = "episodic:"
"""The beginning of each `group_id` that names no work: its records contain data of the program itself, such as jobs.
Stores do not list such a `group_id` as a work.
"""


def is_service_group(group_id: str) -> bool:
    """Return whether the records of *group_id* are data of the program itself, and not of a work."""
    return group_id.startswith(SERVICE_PREFIX)


@dataclass(frozen=True, slots=True)
class Changes:
    """All changes that one commit makes to one work, which are saved in one transaction.

    `base_revision` is the revision on which the changes are based, or 0 for a new work. `commit_id` identifies the
    commit, so that the commit can be repeated safely after a lost connection. `embedder` is the name of the embedder,
    and `dimension` is the length of its vectors. `embedder` and `dimension` are stored with the first vectors of a
    work. If `replaces_vectors` is true, the commit removes all earlier vectors of the work, also those of other
    records. The vectors of the commit then count as the first vectors of the work.
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
    replaces_vectors: bool = False

    @property
    def empty(self) -> bool:
        """True if the commit would add, change or remove no records."""
        return not self.put and not self.retire


@dataclass(frozen=True, slots=True)
class Work:
    """An entry for one work in a store's list of works. `readable_from` is the earliest revision that can still be read
    (1 if no history was deleted).
    """

    group_id: str
    revision: int
    embedder: str | None
    dimension: int | None
    created_at: str
    changed_at: str
    readable_from: int = 1


@dataclass(frozen=True, slots=True)
class Staged:
    """A work that is being saved part by part, and that no read sees until it is published.

    `source` identifies what is being saved, so that an interrupted import of the same file is continued. `parts` is the
    number of parts of the work that the store has already saved.
    """

    source: str
    parts: int = 0


CALL_SEPARATOR = "."
"""The separator in a commit id, between the id of the call (such as an ingestion) that made the commit and the number
of the commit within the call.
"""


@dataclass(frozen=True, slots=True)
class Commit:
    """One commit of a work, with the number of its revision, its time and the action that caused the commit."""

    revision: int
    commit_id: str
    at: str
    action: str

    @property
    def call(self) -> str:
        """Return the id of the call that made the commit. One call, such as an ingestion, can make several commits."""
        return self.commit_id.partition(CALL_SEPARATOR)[0]


_ADAPTERS: dict[type[Any], TypeAdapter[Any]] = {}
"""The pydantic adapter of each class is kept, because creating an adapter takes milliseconds."""


def _adapter(kind: type[Any]) -> TypeAdapter[Any]:
    if kind not in _ADAPTERS:
        _ADAPTERS[kind] = TypeAdapter(kind)
    return _ADAPTERS[kind]


@dataclass(frozen=True, slots=True)
class Redirect:
    """A redirect: an id that is no longer used, with the id that replaced it."""

    uuid: str
    group_id: str
    kind: Kind
    target: str


def to_json(value: object) -> str:
    """Return the canonical JSON of a value of `episodic.model`. The fields are in the fixed order of the class or of
    its `JSON_ORDER`, without spaces between tokens, and non-ASCII characters are not escaped.
    """
    raw: bytes = _adapter(type(value)).dump_json(value)
    return raw.decode("utf-8")


def from_json(kind: type[T], raw: str) -> T:
    """Convert JSON that `to_json` wrote to a value of the class *kind*.

    Raise pydantic.ValidationError if the JSON does not fit the class.
    """
    value: T = _adapter(kind).validate_json(raw)
    return value


def from_fields(kind: type[T], fields: object) -> T:
    """Convert JSON that `to_json` wrote and that is already parsed to a value of the class *kind*.

    Raise pydantic.ValidationError if the JSON does not fit the class.
    """
    value: T = _adapter(kind).validate_python(fields)
    return value


def stored_value(kind: type[T], raw: str) -> T:
    """Return what `from_json` returns for *kind* and *raw*, from a cache if the value was converted before."""
    # The type checker mypy does not see that a class is hashable.
    return cast("T", _cached_value(kind, raw))  # type: ignore[arg-type]


@lru_cache(maxsize=1 << 13)
def _cached_value(kind: type[Any], raw: str) -> object:
    return _adapter(kind).validate_json(raw)
