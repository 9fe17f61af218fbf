"""Keeps the story order of all facts of a work at its last revision, so that a page of facts can be read without all
others.
"""

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
from episodic.search.story_order import LineKey, line_key, sorted_in_story_order


class FactEntry(NamedTuple):
    """A fact in the story order of a work, with the fields that decide whether a listing shows it."""

    uuid: str
    layer: Layer
    predicate: str
    ended: bool
    scope: StatementScope = StatementScope.WORLD


@dataclass(frozen=True, slots=True)
class _LinePlace:
    told: NarrativePosition
    turn: TimelineTurn = TimelineTurn.ON


@dataclass(frozen=True, slots=True)
class _Days:
    earliest: int | None = None
    latest: int | None = None


@dataclass(frozen=True, slots=True)
class _Slim:
    """The fields of a stored fact on which its place in story order depends. Decoding all fields of a fact would take
    four times as long.
    """

    uuid: str
    layer: Layer
    predicate: str
    kind: PredicateKind
    scope: StatementScope
    told_at: NarrativePosition
    ended_by: tuple[str, ...]
    valid_at: _Days | None = None
    invalid_at: _Days | None = None
    position: int = 0
    places: tuple[_LinePlace, ...] = ()

    @property
    def days(self) -> tuple[int, ...]:
        """The first and the last possible day on which the fact starts, as far as they are known."""
        point = self.valid_at
        return () if point is None else tuple(day for day in (point.earliest, point.latest) if day is not None)

    @property
    def line_key(self) -> LineKey:
        """The sort key of the fact by its places on the lines of the story (sequences of moments in story order)."""
        before = (one.told for one in self.places if one.turn is TimelineTurn.BACK)
        return line_key((self.told_at, self.position, self.uuid), before, dated=bool(self.days))

    @property
    def entry(self) -> FactEntry:
        """The fields of the fact that decide whether a listing shows it. An event counts as never ended."""
        ended = self.kind is not PredicateKind.EVENT and (self.invalid_at is not None or bool(self.ended_by))
        return FactEntry(self.uuid, self.layer, self.predicate, ended, self.scope)


_SLIM = TypeAdapter(_Slim)


@dataclass(slots=True)
class FactOrders:
    """The story order of a work's facts at the last revision that was asked for."""

    _revision: int = -1
    _entries: tuple[FactEntry, ...] = field(default=())

    async def at(self, store: RecordSource, group_id: str, revision: int) -> Sequence[FactEntry]:
        """Return all facts of the work at the given revision, in story order. Raises StoreError."""
        if revision != self._revision:
            records = await store.fetch(group_id, Kind.FACT)
            with paused_collector():
                found = [_SLIM.validate_json(one.value) for one in records]
                ordered = sorted_in_story_order(found, place=lambda one: one.line_key, days=lambda one: one.days)
                self._revision, self._entries = revision, tuple(one.entry for one in ordered)
        return self._entries
