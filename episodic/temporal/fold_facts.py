"""What the fold makes of statements: facts, the course each takes through story time, and what ended it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from episodic.model.episodes import Layer
from episodic.model.graph import Issue, Role
from episodic.model.moments import TimePoint
from episodic.model.predicates import Predicate, PredicateKind
from episodic.model.readings import StatementScope
from episodic.model.spans import Evidence, Told
from episodic.temporal.chronology_line import Place


@dataclass(frozen=True, slots=True)
class End:
    """A place at which a fact has certainly ended, and the fact that ends it (itself where the text says so).

    `sharp`: it ends right there; else it ended somewhere after its own last statement and before. `doubted`: dated evidence of
    the fact may stand after it, so that the fact stays possible.
    """

    place: Place
    by: str
    sharp: bool = True
    doubted: bool = False


@dataclass(frozen=True, slots=True)
class Course:
    """How a fact goes through story time.

    `starts`: it holds from the earliest of these on (none: its start is unknown); `stands` are all places where a statement says
    that it holds; `doubts` are stated ends of unknown order, which make it merely possible from where they may stand.
    """

    kind: PredicateKind
    starts: tuple[Place, ...]
    stands: tuple[Place, ...]
    ends: tuple[End, ...] = ()
    doubts: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class FoldedFact:
    """A fact as folded: everything of `episodic.model.graph.Fact` but names and types, and its course.

    `uuid` is the id of its earliest-told statement; `statements` are those it rests on and `closing` those that end it, in
    telling order; `rivals` are the courses of facts that exclude it and that no order keeps apart from it.
    """

    uuid: str
    layer: Layer
    subject: str
    predicate: Predicate
    object: str | None
    value: str | None
    participants: tuple[Role, ...]
    text: str
    denied: bool
    scope: StatementScope
    holder: str | None
    tellers: tuple[str, ...]
    valid_at: TimePoint | None
    invalid_at: TimePoint | None
    ended_by: tuple[str, ...]
    told_at: Told
    evidence: tuple[Evidence, ...]
    ends: tuple[Evidence, ...]
    lo: int | None
    hi: int | None
    statements: tuple[str, ...]
    closing: tuple[str, ...]
    course: Course
    rivals: tuple[Course, ...] = ()
    locked: bool = False
    """One of its statements is locked by the author: it never ends by itself (R12)."""


@dataclass(frozen=True, slots=True)
class Folded:
    """What a fold answers: facts in telling order, issues by rank, and the fact of every statement."""

    facts: tuple[FoldedFact, ...]
    issues: tuple[Issue, ...]
    fact_of: Mapping[str, str]
