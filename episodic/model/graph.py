"""The derived graph: entities, mentions, statements, facts and issues.

The derived graph can be rebuilt from the inputs at any time.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar

from episodic.model.episodes import Layer
from episodic.model.flat_json import OMITTED_AT_DEFAULT, FlatJson, embedded
from episodic.model.moments import TimePoint
from episodic.model.predicates import PredicateKind
from episodic.model.readings import USUAL_SALIENCE, Salience, StatementCore, StatementScope
from episodic.model.spans import Evidence, NarrativePosition, Span


@dataclass(frozen=True, slots=True)
class Alias:
    """A name of an entity, as written, with the number of uses and the first occurrence in the text."""

    text: str
    key: str
    count: int
    first: Evidence


@dataclass(frozen=True, slots=True)
class Entity:
    """A person, place, item or anything else that the story names.

    `aliases` contains all names including the main name, the most used name first. `summary` is composed by rule from
    the facts that hold at the end of the chapters so far.
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
    """All mentions of one entity in one episode, as (surface form, span), in text order."""

    uuid: str
    group_id: str
    episode: str
    entity: str
    places: tuple[tuple[str, Span], ...]
    order: int


@dataclass(frozen=True, slots=True)
class Role:
    """A further entity of a fact and the role of that entity."""

    entity: str
    name: str
    role: str


@dataclass(frozen=True, slots=True)
class Statement(FlatJson):
    """The content of one quote, with resolved entities.

    A statement is added or retired, never edited; `predicate` is the predicate's name in the predicate table.
    """

    uuid: str
    group_id: str
    layer: Layer
    passage: str
    evidence: Evidence
    core: StatementCore = field(metadata=embedded(names={"predicate": "written_predicate"}, without={"placing"}))
    subject: str
    predicate: str
    object: str | None
    participants: tuple[Role, ...]
    holder: str | None
    tellers: tuple[str, ...]
    fact: str | None
    """The id of the fact that the statement supports or ends."""

    JSON_ORDER: ClassVar[tuple[str, ...]] = (
        "uuid", "group_id", "layer", "passage", "evidence", "text", "subject", "predicate", "written_predicate", "object",
        "value", "participants", "phase", "scope", "holder", "tellers", "time", "fact",
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Fact(FlatJson):
    """An edge that combines statements of the same content, with a validity.

    The edge leads from subject to object, or is a loop with a value. `evidence` are the quotes of the statements in
    narrative order; `ends` are quotes that say that the fact ends. `ended_by` contains the ids of the facts that
    exclude this fact from `invalid_at` on, or the fact's own id if the text states the end. `told_at` is the position
    where the fact is first narrated; `lo` and `hi` are order keys of episodes between which the fact may hold on the
    main line (coarse bounds). `salience` is the highest salience of the statements; `qualifier`, `condition` and
    `duration` are the first of a statement. `habit` and `derived` say that every statement of the fact is a habit, or
    follows from an event.
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
    told_at: NarrativePosition
    evidence: tuple[Evidence, ...]
    ends: tuple[Evidence, ...]
    lo: int | None
    hi: int | None
    locked: bool = False
    salience: Salience = field(default=USUAL_SALIENCE, metadata=OMITTED_AT_DEFAULT)
    qualifier: str | None = field(default=None, metadata=OMITTED_AT_DEFAULT)
    habit: bool = field(default=False, metadata=OMITTED_AT_DEFAULT)
    condition: str | None = field(default=None, metadata=OMITTED_AT_DEFAULT)
    duration: str | None = field(default=None, metadata=OMITTED_AT_DEFAULT)
    derived: bool = field(default=False, metadata=OMITTED_AT_DEFAULT)


class IssueKind(StrEnum):
    """Kinds of problems and open points in a story."""

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
    """A problem for the author to check, with the quotes that show the problem; `rank` 0 is the most urgent."""

    uuid: str
    group_id: str
    kind: IssueKind
    text: str
    rank: int
    evidence: tuple[Evidence, ...]
    facts: tuple[str, ...]
    waived: str | None = None
