"""The derived graph: entities, mentions, statements in their place, facts and issues. Rebuilt from what is asserted at any time."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from episodic.model.episodes import Layer
from episodic.model.moments import TimePoint
from episodic.model.predicates import PredicateKind
from episodic.model.readings import Phase, StatementScope
from episodic.model.spans import Evidence, Span, Told


@dataclass(frozen=True, slots=True)
class Alias:
    """A name that somebody bears: as written, how often, and where first."""

    text: str
    key: str
    count: int
    first: Evidence


@dataclass(frozen=True, slots=True)
class Entity:
    """Who or what the story names: all mentions that are one.

    `aliases` holds every name borne, the main name included, most used first; `summary` is composed by rule from facts that hold
    at the end of what was told.
    """

    uuid: str
    group_id: str
    name: str
    type: str
    aliases: tuple[Alias, ...]
    summary: str
    mentions: int
    first: Evidence


@dataclass(frozen=True, slots=True)
class Mentions:
    """All places of one episode that mean one entity, as (surface, span), in text order."""

    uuid: str
    group_id: str
    episode: str
    entity: str
    places: tuple[tuple[str, Span], ...]
    order: int


@dataclass(frozen=True, slots=True)
class Role:
    """A third party of a fact and its part in it."""

    entity: str
    name: str
    role: str


@dataclass(frozen=True, slots=True)
class Statement:
    """What one quote says, with its people known: asserted or retired, never edited."""

    uuid: str
    group_id: str
    layer: Layer
    passage: str
    evidence: Evidence
    text: str
    subject: str
    predicate: str
    written_predicate: str
    object: str | None
    value: str | None
    participants: tuple[Role, ...]
    phase: Phase
    scope: StatementScope
    holder: str | None
    tellers: tuple[str, ...]
    time: str | None
    fact: str | None
    """The fact that it is evidence for, or that it ends."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that is true for a while, folded from statements; an edge from subject to object, or a loop with a value.

    `evidence` are its statements' quotes in telling order; `ends` the quotes that end it in so many words; `ended_by` the ids of
    the facts that exclude it from `invalid_at` on, or of itself where the text states the end. `told`, `lo` and `hi` are order keys
    of episodes: first told, and the coarse bounds between which it may hold on the main line.
    """

    uuid: str
    group_id: str
    layer: Layer
    subject: str
    subject_name: str
    subject_type: str
    predicate: str
    kind: PredicateKind
    object: str | None
    object_name: str | None
    object_type: str | None
    value: str | None
    participants: tuple[Role, ...]
    text: str
    denied: bool
    scope: StatementScope
    holder: str | None
    holder_name: str | None
    tellers: tuple[str, ...]
    valid_at: TimePoint | None
    invalid_at: TimePoint | None
    ended_by: tuple[str, ...]
    told_at: Told
    evidence: tuple[Evidence, ...]
    ends: tuple[Evidence, ...]
    lo: int | None
    hi: int | None
    locked: bool = False


class IssueKind(StrEnum):
    """What can be wrong, or left open, in a story."""

    CONTRADICTION = "contradiction"
    ORDER_UNKNOWN = "order_unknown"
    TIMELINE_CONFLICT = "timeline_conflict"
    DEAD_ACTS = "dead_acts"
    TWO_PLACES_AT_ONCE = "two_places_at_once"
    KNOWLEDGE_BEFORE_LEARNING = "knowledge_before_learning"
    IDENTITY_SUSPECTED = "identity_suspected"
    JUDGEMENT_CONFLICT = "judgement_conflict"
    QUOTE_REJECTED = "quote_rejected"


@dataclass(frozen=True, slots=True)
class Issue:
    """Something the author should look at, with the words that show it; `rank` 0 is the most pressing."""

    uuid: str
    group_id: str
    kind: IssueKind
    text: str
    rank: int
    evidence: tuple[Evidence, ...]
    facts: tuple[str, ...]
    waived: str | None = None
