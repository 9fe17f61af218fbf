"""The story order of all facts of a work, read once for each revision, so that one page needs no other facts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pydantic import TypeAdapter

from episodic.model.episodes import Layer
from episodic.model.graph import TimelineTurn
from episodic.model.paused_collector import paused_collector
from episodic.model.predicates import PredicateKind
from episodic.model.readings import StatementScope
from episodic.model.records import Kind
from episodic.model.spans import NarrativePosition
from episodic.ports import RecordSource
from episodic.search.effects import causes_of_effects
from episodic.search.story_order import LineKey, line_key, sorted_in_story_order


class FactEntry(NamedTuple):
    """A fact in the story order of a work, with only the fields that decide whether a listing shows the fact. `cause` is
    the id of the fact whose effect it is in a list of all facts.
    """

    uuid: str
    layer: Layer
    predicate: str
    ended: bool
    scope: StatementScope = StatementScope.WORLD
    cause: str | None = None


@dataclass(frozen=True, slots=True)
class _LinePlace:
    told: NarrativePosition
    turn: TimelineTurn = TimelineTurn.ON


@dataclass(frozen=True, slots=True)
class _Days:
    earliest: int | None = None
    latest: int | None = None


@dataclass(frozen=True, slots=True)
class _Quote:
    episode: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Party:
    entity: str


@dataclass(frozen=True, slots=True)
class _Slim:
    """The fields of a stored fact that its place in a list of all facts depends on. Reading all fields takes three times
    as long.
    """

    uuid: str
    layer: Layer
    predicate: str
    kind: PredicateKind
    scope: StatementScope
    subject: str
    object: str | None
    holder: str | None
    participants: tuple[_Party, ...]
    evidence: tuple[_Quote, ...]
    told_at: NarrativePosition
    ended_by: tuple[str, ...]
    valid_at: _Days | None = None
    invalid_at: _Days | None = None
    position: int = 0
    derived: bool = False
    places: tuple[_LinePlace, ...] = ()

    @property
    def days(self) -> tuple[int, ...]:
        """The known bounds of the day on which the fact starts."""
        point = self.valid_at
        return () if point is None else tuple(day for day in (point.earliest, point.latest) if day is not None)

    @property
    def line_key(self) -> LineKey:
        """The sort key of the fact by the lines of the story (sequences of moments in story order)."""
        before = (one.told for one in self.places if one.turn is TimelineTurn.BACK)
        return line_key((self.told_at, self.position, self.uuid), before, dated=bool(self.days))

    def entry(self, cause: str | None) -> FactEntry:
        """Return the fact as a FactEntry. An event takes place at one moment and therefore never ends."""
        ended = self.kind is not PredicateKind.EVENT and (self.invalid_at is not None or bool(self.ended_by))
        return FactEntry(self.uuid, self.layer, self.predicate, ended, self.scope, cause)


_SLIM = TypeAdapter(_Slim)


@dataclass(slots=True)
class FactOrders:
    """A cache of the story order of a work's facts at its last revision."""

    _revision: int = -1
    _entries: tuple[FactEntry, ...] = field(default=())

    async def at(self, store: RecordSource, group_id: str, revision: int) -> Sequence[FactEntry]:
        """Return all facts of a work in story order. Raises StoreError."""
        if revision != self._revision:
            records = await store.fetch(group_id, Kind.FACT)
            with paused_collector():
                found = [_SLIM.validate_json(one.value) for one in records]
                ordered = sorted_in_story_order(found, place=lambda one: one.line_key, days=lambda one: one.days)
                causes = causes_of_effects(ordered, complete=True)
                self._entries = tuple(one.entry(causes.get(one.uuid)) for one in ordered)
                self._revision = revision
        return self._entries
