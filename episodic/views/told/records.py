"""The records of the facts, entities and mentions of a work up to a given chapter, which are derived one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from episodic.model.facets import facets_of
from episodic.model.graph import Fact
from episodic.model.paused_collector import paused_collector
from episodic.model.records import Kind, Record
from episodic.pipeline.projection.record_encoding import Derived, record_of
from episodic.ports import Bounds
from episodic.views.told.row_facets import FacetSets
from episodic.views.told.work import ToldWork


class LatestFacts(Protocol):
    """A function that returns the last facts of an entity, as `EntityFacts.latest` does. The facts may lack the names
    of their entities.
    """

    def __call__(
        self, entity: str, limit: int, *, passes: Callable[[Fact], bool], facets: FacetSets = ()
    ) -> list[Fact]: ...


class DerivedRecords:
    """A cache of the records of derived values, so that each value is encoded only once. The last facts of single
    entities are cached, too, but are not encoded as records. The garbage collector is paused while values are derived:
    because the values are cached, the garbage collector would find nothing to free.
    """

    def __init__(self, latest_facts: LatestFacts) -> None:
        self._latest_facts = latest_facts
        self._made: dict[tuple[Kind, str], Record] = {}
        self._facets: dict[str, frozenset[str]] = {}
        self._latest: dict[tuple[str, int, FacetSets], list[Fact]] = {}

    @paused_collector()
    def latest_facts_of(self, entity: str, limit: int, facets: FacetSets) -> list[Record]:
        """Return the records of the last *limit* facts of an entity: those of the last chapter first, and by descending
        id within a chapter. Only facts with at least one facet of every set in *facets* count.
        """
        facts = map(self.named, self._latest_of(entity, limit, facets))
        return [self._record(Kind.FACT, one.uuid, one) for one in facts]

    @paused_collector()
    def latest(self, entities: Sequence[str], *, limit: int, facets: FacetSets) -> list[Fact]:
        """Return the last *limit* facts of each entity, with or without the names of the entities in the facts. Only
        facts with at least one facet of every set in *facets* count.
        """
        return [fact for one in dict.fromkeys(entities) for fact in self._latest_of(one, limit, facets)]

    def named(self, fact: Fact) -> Fact:
        """Return a fact that `latest` returned, with the names of its entities."""
        return fact

    def _latest_of(self, entity: str, limit: int, facets: FacetSets) -> list[Fact]:
        def passes(fact: Fact) -> bool:
            return not facets or self.has_facets(self._record(Kind.FACT, fact.uuid, fact), facets)

        known = self._latest.get((entity, limit, facets))
        if known is None:
            known = self._latest_facts(entity, limit, passes=passes, facets=facets)
            self._latest[entity, limit, facets] = known
        return known

    def has_facets(self, record: Record, facets: FacetSets) -> bool:
        """Return whether a record has at least one facet of every set in *facets*."""
        if not facets:
            return True
        own = self._facets.get(record.uuid)
        if own is None:
            own = self._facets[record.uuid] = frozenset(facets_of(record))
        return not any(own.isdisjoint(one) for one in facets)

    def _record(self, kind: Kind, uuid: str, value: Derived) -> Record:
        known = self._made.get((kind, uuid))
        if known is None:
            known = self._made[kind, uuid] = record_of(value)
        return known


class ToldRecords(DerivedRecords):
    """The records of the work *told*, which ends with a given chapter. Lists of records, except that of
    `latest_facts_of`, are sorted by the order keys of their chapters, then by id.
    """

    def __init__(self, told: ToldWork) -> None:
        super().__init__(told.latest_facts_of)
        self._told = told

    @paused_collector()
    def every(self, kind: Kind) -> list[Record]:
        if kind is Kind.FACT:
            return sorted((self._record(kind, one.uuid, one) for one in self._told.facts()), key=place_of)
        return self.some(kind, list(self._told.entities))

    @paused_collector()
    def some(self, kind: Kind, ids: Iterable[str]) -> list[Record]:
        """Return the records with the ids *ids*. Ids for which the work up to the given chapter has no record are
        ignored.
        """
        found = (self._one(kind, uuid) for uuid in dict.fromkeys(ids))
        return sorted((one for one in found if one is not None), key=place_of)

    def mentions(self, ids: Sequence[str] | None) -> list[Record]:
        """Return the records of the mentions with the ids *ids*, or of all mentions if *ids* is None."""
        entities = self._told.entities
        found = entities.all_mentions() if ids is None else map(entities.mentions, ids)
        return sorted((record_of(one) for one in found if one is not None), key=place_of)

    def within(self, record: Record, bounds: Bounds) -> bool:
        """Return whether a record may be a result of an index search with the restrictions *bounds*."""
        after = bounds.told_by is not None and record.told > bounds.told_by
        early = bounds.at is not None and record.lo is not None and record.lo > bounds.at
        late = bounds.at is not None and record.hi is not None and record.hi <= bounds.at
        return not (after or early or late) and self.has_facets(record, bounds.facets)

    def _one(self, kind: Kind, uuid: str) -> Record | None:
        known = self._made.get((kind, uuid))
        if known is None:
            value = self._told.fact(uuid) if kind is Kind.FACT else self._told.entity(uuid)
            known = None if value is None else self._record(kind, uuid, value)
        return known


def place_of(record: Record) -> tuple[int, str]:
    """Return the key by which lists of records are sorted: the order key of the record's chapter, then its id."""
    return record.told, record.uuid
