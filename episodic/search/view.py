"""A work as one read sees it: decides which of its records are visible within the scope of the read.

The methods of a view that read records also return records that are not visible in the view.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol, TypeVar

from episodic.errors import InvalidFilterError
from episodic.model.episodes import Passage
from episodic.model.facets import Facet, facet
from episodic.model.graph import Alias, Entity, Fact, Issue, IssueKind
from episodic.model.holding import Holding
from episodic.model.readings import StatementScope
from episodic.model.records import Kind, Work, from_json, stored_value
from episodic.ports import Bounds, Embedder, RecordSource
from episodic.search.chapter_refs import ChapterRef
from episodic.search.fact_order import FactOrders
from episodic.search.filter_facets import FacetSets, facet_sets, facets_decide
from episodic.search.filter_fields import Filterable, HitKind
from episodic.search.filters import FilterMatcher
from episodic.search.recorded_times import RecordedTimes
from episodic.search.scope import Scope
from episodic.search.vocabulary import SHIPPED, WorkVocabulary
from episodic.text.listing_rows import Listed
from episodic.text.scoring_rows import ScoringRow

Value = TypeVar("Value", Fact, Entity, Passage)

WHOLE_CANON = Scope()
"""The default scope of a read: the whole canon without filters, point of view or moment, and without ended facts."""
HoldingOf = Callable[[Fact], Holding]
OrdersUnknown = Callable[[Collection[str]], Sequence[Issue]]
"""A function that returns, for given fact ids, the issues which say that the order of one of these facts is unknown."""
EntitiesWithoutSummaries = Callable[[Sequence[str]], Sequence[Entity]]
"""A function that returns the entities with given ids; their summaries are empty."""
FactsOfPredicate = Callable[[str], Sequence[Fact]]
"""A function that returns the facts with a given predicate (its canonical name), and possibly others."""
IssuesNear = Callable[[Collection[str], Collection[str]], Sequence[Issue]]
"""A function that returns issues for given fact ids and chapter ids. The function returns at least the issues that are
about the given facts or have quotes in the given chapters.
"""


class FactReader(Protocol):
    """Reads facts without the names and types of their entities, which take longer to find than the facts."""

    def latest(self, entities: Sequence[str], *, limit: int, facets: FacetSets) -> Sequence[Fact]:
        """Return the same facts as `RecordSource.neighbours`, but in any order, and without the names of their
        entities.
        """
        ...

    def named(self, fact: Fact) -> Fact:
        """Return a fact that `latest` returned, with the names and types of its entities."""
        ...


@dataclass(frozen=True, slots=True)
class View:
    """The part of one work that a read can see.

    `holding` is a function that returns whether a fact holds, possibly holds or does not hold at `scope.as_of`. `at` is
    the order key of the chapter that `as_of` names, or None. A search in the store leaves out facts that cannot hold at
    the end of this chapter. `knows` is a function that returns whether the entity `scope.pov` knows or believes a fact,
    or knows a passage. Raises InvalidFilterError if the scope has `as_of` and `holding` is None, or if the scope has
    `pov` and `knows` is None.

    A view does not apply `told_by` and `at_revision`: its store already ends at that chapter or revision. If
    `known_chapters` is given, the store of the view shows only what the entity `scope.pov` knows. With
    `known_chapters`, the store names entities only by names that `scope.pov` has heard. `known_chapters` are the ids of
    the chapters of which `scope.pov` knows something; None means all chapters.

    Without an `embedder`, there is no vector search. `chapters` are the chapters of the work by episode id. `chapters`
    can include chapters outside the view, but no canon chapter after the one that `told_by` names. `work` is the record
    of the work in the store's list of works, or None if it has not been read. `index_names` is false if the names and
    types of entities can differ between the view and the store's search index. `read_names` are the names of entities
    in chapters of the view, by entity id. `read_names` is not None if the store also contains chapters outside the
    view, such as canon for a view that shows only drafts. An entity's first mention by a name may lie outside a view of
    drafts, although chapters of the view use the name too. `orders_unknown`, `issues_near` and `entities_named` return
    issues and entities without deriving all issues and summaries of the work. If `orders_unknown`, `issues_near` or
    `entities_named` is None, the issues or entities are read from the store instead. `fact_reader` reads the facts that
    `latest_facts` returns. The facts from `fact_reader` do not contain the names of entities, which the method `named`
    adds. If `fact_reader` is None, the store is read instead. `facts_of_predicate` returns the facts with a predicate,
    and possibly others, without deriving all facts of the work. If it is None, all facts are read.

    Setups are facts that say what the reader waits for, and not what happens. A setup has the scope "setup". A setup is
    visible only if `setups` is true, or if the filters name the scope "setup" or a predicate of setups.
    """

    group_id: str
    store: RecordSource
    embedder: Embedder | None
    chapters: Mapping[str, ChapterRef]
    scope: Scope = WHOLE_CANON
    holding: HoldingOf | None = None
    knows: Callable[[Fact | Passage], bool] | None = None
    known_chapters: frozenset[str] | None = None
    vocabulary: WorkVocabulary = SHIPPED
    at: int | None = None
    work: Work | None = None
    index_names: bool = True
    read_names: Mapping[str, tuple[Alias, ...]] | None = None
    orders_unknown: OrdersUnknown | None = None
    issues_near: IssuesNear | None = None
    entities_named: EntitiesWithoutSummaries | None = None
    fact_reader: FactReader | None = None
    facts_of_predicate: FactsOfPredicate | None = None
    fact_orders: FactOrders | None = None
    times: RecordedTimes | None = None
    setups: bool = False
    _filter_matcher: FilterMatcher = field(init=False, repr=False, compare=False)
    read: set[str] = field(default_factory=set[str], init=False, repr=False, compare=False)
    """A cache: ids of chapters that `reads_chapters` has found to belong to the view."""

    def __post_init__(self) -> None:
        if self.scope.as_of is not None and self.holding is None:
            raise InvalidFilterError("as_of is not supported by this view: it has no chronology.")
        if self.scope.pov is not None and self.knows is None:
            raise InvalidFilterError("pov is not supported by this view: it has no knowledge of entities.")
        matcher = FilterMatcher(self.scope.filters, self.chapters, self.vocabulary, times=self.times)
        object.__setattr__(self, "_filter_matcher", matcher)

    @property
    def is_unfiltered(self) -> bool:
        return self._filter_matcher.empty

    @property
    def shows_setups(self) -> bool:
        return self.setups or self.scope.filters.names_setups()

    @property
    def shows_every_fact(self) -> bool:
        """Return whether the view shows all facts of its layers, apart from ended facts and setups."""
        restricted = self.holding is not None or self.knows is not None or self.known_chapters is not None
        return not restricted and self.is_unfiltered

    @property
    def scores_rows(self) -> bool:
        """Return whether the view can tell which records are visible without decoding a record. The result is true if
        scoring rows (stored short forms of records) and the facets of the filters suffice.
        """
        restricted = self.holding is not None or self.knows is not None or self.known_chapters is not None
        return not restricted and facets_decide(self.scope.filters, self.chapters, self.vocabulary)

    def sees_row(self, row: ScoringRow) -> bool:
        """Return whether the view may show a fact or passage. Only what its scoring row (a stored short form) says of
        its layer, end and statement scope is checked. The chapters of the scoring row and the filters of the view are
        not checked.
        """
        if row.layer not in self.scope.layers or (row.ended and not self.scope.include_ended):
            return False
        return row.scope != StatementScope.SETUP or self.shows_setups

    def lists(self, fact: Listed) -> bool:
        """Return whether the view may show a fact with this layer. A fact that has ended, or that is a setup, is shown
        only if the view shows ended facts or setups.
        """
        if fact.layer not in self.scope.layers or (fact.ended and not self.scope.include_ended):
            return False
        return not fact.setup or self.shows_setups

    def passes_filters(self, item: Filterable) -> bool:
        return self._filter_matcher.passes(item)

    def bounds(self, kind: HitKind) -> Bounds | None:
        """Return the restrictions that the store applies in its search index for this kind of record, or None if the
        filters exclude the kind.
        """
        filters = self.scope.filters
        sets: FacetSets | None = ()
        # For an entity, the search index has the chapters in which the names of the entity first occur in the store.
        # The chapters of first occurrence may be outside the view.
        if not self.is_unfiltered and (self.read_names is None or kind is not HitKind.ENTITY):
            sets = facet_sets(
                filters,
                kind,
                chapters=self.chapters,
                vocabulary=self.vocabulary,
                named=self.index_names,
                times=self.times,
            )
        return None if sets is None else Bounds(at=self.at if kind is HitKind.FACT else None, facets=sets)

    @property
    def passage_bounds(self) -> Bounds | None:
        """The bounds with which the store counts exactly the visible passages, or None if the store cannot decide which
        passages are visible.
        """
        if not self.shows_every_fact or len(self.scope.layers) != 1:
            return None
        (layer,) = self.scope.layers
        return Bounds(facets=(frozenset({facet(Facet.LAYER, layer.value)}),))

    def may_see(self, value: str) -> bool:
        """Return False if the JSON of a record shows that it cannot pass the filters, and otherwise True."""
        return self._filter_matcher.may_pass(value)

    def visibility_of(self, fact: Fact) -> Visibility:
        """Return whether the fact is visible, and whether it holds at `scope.as_of`."""
        if fact.layer not in self.scope.layers or not self._filter_matcher.passes(fact):
            return UNSEEN
        if fact.scope is StatementScope.SETUP and not self.shows_setups:
            return UNSEEN
        if self.knows is not None and not self.knows(fact):
            return UNSEEN
        if self.holding is not None:
            holding = self.holding(fact)
            return Visibility(holding is not Holding.NO, holding)
        return SEEN if self.scope.include_ended or not has_ended(fact) else UNSEEN

    def sees_passage(self, passage: Passage) -> bool:
        if passage.layer not in self.scope.layers or not self._filter_matcher.passes(passage):
            return False
        return self.knows is None or self.knows(passage)

    def sees_entity(self, entity: Entity) -> bool:
        """Return whether the entity is visible in the view. A chapter of the view must contain a name of the entity.
        The entity must also pass the filters with what the view shows of it.
        """
        return self.reads_entity(entity) and self._filter_matcher.passes(self.entity_as_seen(entity))

    def reads_entity(self, entity: Entity) -> bool:
        """Return whether a chapter of the view contains a name of the entity, whatever the filters are."""
        if self.read_names is not None:
            return entity.uuid in self.read_names
        if self.reads_chapter(entity.first.episode):
            return True
        return any(self.reads_chapter(one.first.episode) for one in entity.aliases)

    def reads_chapter(self, episode: str) -> bool:
        """Return whether a chapter belongs to the view: it is in a layer of the scope and, if `known_chapters` is
        given, in this set.
        """
        if self.known_chapters is not None and episode not in self.known_chapters:
            return False
        chapter = self.chapters.get(episode)
        return chapter is not None and chapter.layer in self.scope.layers

    def reads_chapters(self, chapters: Collection[str]) -> bool:
        if self.read.issuperset(chapters):
            return True
        every = all(map(self.reads_chapter, chapters))
        if every:
            self.read.update(chapters)
        return every

    def entity_as_seen(self, entity: Entity) -> Entity:
        """Return the entity with only those of its names that are first mentioned in chapters of the view. An entity
        without a name from chapters of the view keeps all names.

        The summary becomes empty if it might tell something that the scope hides.
        """
        if self.scope.as_of is not None or (self.scope.pov is not None and self.known_chapters is None):
            entity = replace(entity, summary="")
        if self.read_names is None:
            aliases = tuple(alias for alias in entity.aliases if self.reads_chapter(alias.first.episode))
        else:
            aliases = self.read_names.get(entity.uuid, ())
        if aliases == entity.aliases or not aliases:
            return entity
        name = entity.name if any(alias.text == entity.name for alias in aliases) else aliases[0].text
        first = min((alias.first for alias in aliases), key=lambda mention: mention.told)
        uses = entity.mentions if self.read_names is None else sum(alias.count for alias in aliases)
        return replace(entity, name=name, aliases=aliases, mentions=uses, first=first, summary="")

    def wider(self) -> View:
        """Return the same view, but with ended facts visible."""
        return self if self.scope.include_ended else replace(self, scope=replace(self.scope, include_ended=True))

    def with_setups(self) -> View:
        return self if self.setups else replace(self, setups=True)

    def without_filters(self) -> View:
        return replace(self, scope=replace(self.scope, filters=WHOLE_CANON.filters))

    async def facts(self, ids: Sequence[str] | None = None) -> list[Fact]:
        """Return the facts with the given ids, or all facts if *ids* is None. The facts are in the narrative order of
        the chapters of their first quotes, and within a chapter in the order of their ids. Facts that are not visible
        in the view are returned as well.
        """
        return await self._read(Fact, Kind.FACT, ids)

    async def facts_with(self, predicate: str) -> list[Fact]:
        """Return the facts with the predicate *predicate*, which is a canonical name, and possibly others, in the order
        of `facts`. Facts that are not visible in the view are returned as well.
        """
        return await self.facts() if self.facts_of_predicate is None else list(self.facts_of_predicate(predicate))

    async def entities(self, ids: Sequence[str] | None = None) -> list[Entity]:
        """Return the entities with the given ids, or all entities if *ids* is None. The entities are in the narrative
        order of the chapters of their first mentions, and within a chapter in the order of their ids. Entities that are
        not visible in the view are returned as well.
        """
        return await self._read(Entity, Kind.ENTITY, ids)

    async def named_entities(self, ids: Sequence[str]) -> list[Entity]:
        """Return the entities with the given ids, visible or not; their summaries may be empty, which saves time."""
        return await self.entities(ids) if self.entities_named is None else list(self.entities_named(ids))

    async def passages(self, ids: Sequence[str] | None = None) -> list[Passage]:
        """Return the passages with the given ids, or all passages if *ids* is None. The passages are in the narrative
        order of their chapters, and within a chapter in the order of their ids. Passages that are not visible in the
        view are returned as well.
        """
        return await self._read(Passage, Kind.PASSAGE, ids)

    async def latest_facts(
        self, entities: Sequence[str], *, limit: int, facets: FacetSets, order: int | None
    ) -> list[Fact]:
        """Return, for each entity, the *limit* facts told last, of those with at least one facet of every set in
        *facets*. If *order* is given, a found fact is left out unless its first quote is in the chapter with this order
        key. The facts are in any order. Facts that are not visible in the view are returned as well.

        In a view without filters, the names and types of the facts' entities may be missing. The method `named` adds
        missing names and types of entities to a fact.
        """
        if self.fact_reader is not None and self.is_unfiltered:
            facts = self.fact_reader.latest(entities, limit=limit, facets=facets)
            return [one for one in facts if order is None or one.told_at.order == order]
        records = await self.store.neighbours(self.group_id, entities, limit=limit, facets=facets)
        return [stored_value(Fact, one.value) for one in records if order is None or one.told == order]

    def named(self, fact: Fact) -> Fact:
        """Return a fact that `latest_facts` returned, with the names and types of its entities."""
        return fact if self.fact_reader is None else self.fact_reader.named(fact)

    async def _read(self, kind: type[Value], of: Kind, ids: Sequence[str] | None) -> list[Value]:
        if ids is not None and not ids:
            return []
        read = from_json if ids is None else stored_value
        return [read(kind, one.value) for one in await self.store.fetch(self.group_id, of, ids=ids)]

    async def unknown_orders(self, facts: Collection[str]) -> list[Issue]:
        """Return the issues which say that the order of two facts is unknown. All issues about one of *facts* are
        included, and possibly issues about other facts.
        """
        if self.orders_unknown is not None:
            return list(self.orders_unknown(facts))
        found = [from_json(Issue, one.value) for one in await self.store.fetch(self.group_id, Kind.ISSUE)]
        return [one for one in found if one.kind is IssueKind.ORDER_UNKNOWN]


@dataclass(frozen=True, slots=True)
class Visibility:
    """Whether a fact is visible in a view (`seen`), and whether it holds at the moment `as_of` of the scope
    (`holding`).

    `holding` is None if the scope has no `as_of`.
    """

    seen: bool
    holding: Holding | None = None


SEEN = Visibility(seen=True)
UNSEEN = Visibility(seen=False)


def has_ended(fact: Fact) -> bool:
    """Return whether the fact has ended in the chapters of the view, which is false for every event."""
    return fact.ended
