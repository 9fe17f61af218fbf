"""A view of a work: a store and a scope that decide which facts, entities, passages and chapters a read can see."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from episodic.errors import InvalidFilterError
from episodic.model.episodes import Passage
from episodic.model.graph import Entity, Fact
from episodic.model.moments import TimePoint
from episodic.model.predicates import PredicateKind
from episodic.model.records import Kind, from_json
from episodic.ports import Bounds, Embedder, GraphStore
from episodic.search.chapter_refs import ChapterRef
from episodic.search.filters import FilterMatcher
from episodic.search.scope import Scope
from episodic.search.vocabulary import SHIPPED, WorkVocabulary
from episodic.temporal.as_of import Holding

WHOLE_CANON = Scope()
HoldingOf = Callable[[Fact], Holding]


@dataclass(frozen=True, slots=True)
class View:
    """The part of one work that a read can see.

    `holding` decides whether a fact holds at `scope.as_of`. `at` is an episode's order key that bounds the fact index,
    if `as_of` is a chapter. `knows` decides whether the entity `scope.pov` knows or believes a fact, or is present in a
    passage. Raises InvalidFilterError if the scope has `as_of` without `holding`, or `pov` without `knows`.

    `told_by` and `at_revision` are not evaluated here: the given store contains the work up to that chapter or at that
    revision. The same is true of `pov` if `known_chapters` is given: the store then contains only what that entity
    knows, under the names that the entity has heard, and `known_chapters` are the chapters from which the entity knows
    something.

    Without an embedder, vector search is not possible. `chapters` are all chapters of the work by episode id.
    """

    group_id: str
    store: GraphStore
    embedder: Embedder | None
    chapters: Mapping[str, ChapterRef]
    scope: Scope = WHOLE_CANON
    holding: HoldingOf | None = None
    knows: Callable[[Fact | Passage], bool] | None = None
    known_chapters: frozenset[str] | None = None
    vocabulary: WorkVocabulary = SHIPPED
    at: int | None = None
    _filter_matcher: FilterMatcher = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.scope.as_of is not None and self.holding is None:
            raise InvalidFilterError("as_of is not supported by this view: it has no chronology.")
        if self.scope.pov is not None and self.knows is None:
            raise InvalidFilterError("pov is not supported by this view: it has no knowledge of entities.")
        object.__setattr__(self, "_filter_matcher", FilterMatcher(self.scope.filters, self.chapters, self.vocabulary))

    @property
    def bounds(self) -> Bounds:
        """The bounds that the store's fact index can apply."""
        return Bounds(at=self.at)

    def visibility_of(self, fact: Fact) -> Visibility:
        """Returns whether the fact is visible, and whether the fact holds at `as_of`."""
        if fact.layer not in self.scope.layers or not self._filter_matcher.passes(fact):
            return UNSEEN
        if self.knows is not None and not self.knows(fact):
            return UNSEEN
        if self.holding is not None:
            holding = self.holding(fact)
            return Visibility(holding is not Holding.NO, holding)
        return SEEN if self.scope.include_ended or not has_ended(fact) else UNSEEN

    def sees_passage(self, passage: Passage) -> bool:
        """Whether the passage is visible."""
        if passage.layer not in self.scope.layers or not self._filter_matcher.passes(passage):
            return False
        return self.knows is None or self.knows(passage)

    def sees_entity(self, entity: Entity) -> bool:
        """Whether the entity is visible: named in a chapter of the view and accepted by the filters."""
        return self.reads_entity(entity) and self._filter_matcher.passes(entity)

    def reads_entity(self, entity: Entity) -> bool:
        """Whether the entity is named in a chapter of the view; the filters do not apply."""
        if self.reads_chapter(entity.first.episode):
            return True
        return any(self.reads_chapter(one.first.episode) for one in entity.aliases)

    def reads_chapter(self, episode: str) -> bool:
        """Whether the chapter belongs to the view.

        The chapter must be in one of the scope's layers, and in `known_chapters` if `known_chapters` is given.
        """
        if self.known_chapters is not None and episode not in self.known_chapters:
            return False
        chapter = self.chapters.get(episode)
        return chapter is not None and chapter.layer in self.scope.layers

    def entity_as_seen(self, entity: Entity) -> Entity:
        """Returns the entity with only the names that occur in chapters of the view.

        The summary is removed if the summary may state what holds at another moment than `as_of`, what `pov` does not
        know, or what other chapters say.
        """
        if self.scope.as_of is not None or (self.scope.pov is not None and self.known_chapters is None):
            entity = replace(entity, summary="")
        aliases = tuple(alias for alias in entity.aliases if self.reads_chapter(alias.first.episode))
        if len(aliases) == len(entity.aliases) or not aliases:
            return entity
        name = entity.name if any(alias.text == entity.name for alias in aliases) else aliases[0].text
        first = min((alias.first for alias in aliases), key=lambda mention: mention.told)
        return replace(entity, name=name, aliases=aliases, first=first, summary="")

    def wider(self) -> View:
        """Returns the same view with ended facts visible."""
        return self if self.scope.include_ended else replace(self, scope=replace(self.scope, include_ended=True))

    def without_filters(self) -> View:
        """Returns the same view without filters."""
        return replace(self, scope=replace(self.scope, filters=WHOLE_CANON.filters))

    async def facts(self, ids: Sequence[str] | None = None) -> list[Fact]:
        """Reads the stored facts (all, or those of *ids*), visible or not, in narrative order."""
        if ids is not None and not ids:
            return []
        return [from_json(Fact, one.value) for one in await self.store.fetch(self.group_id, Kind.FACT, ids=ids)]

    async def entities(self, ids: Sequence[str] | None = None) -> list[Entity]:
        """Reads the stored entities (all, or those of *ids*), visible or not, in narrative order."""
        if ids is not None and not ids:
            return []
        return [from_json(Entity, one.value) for one in await self.store.fetch(self.group_id, Kind.ENTITY, ids=ids)]

    async def passages(self, ids: Sequence[str] | None = None) -> list[Passage]:
        """Reads the stored passages (all, or those of *ids*), visible or not, in narrative order."""
        if ids is not None and not ids:
            return []
        return [from_json(Passage, one.value) for one in await self.store.fetch(self.group_id, Kind.PASSAGE, ids=ids)]


@dataclass(frozen=True, slots=True)
class Visibility:
    """Whether a fact is visible; `holding` says whether the fact holds at `as_of` (None: the scope has no `as_of`)."""

    seen: bool
    holding: Holding | None = None


SEEN = Visibility(seen=True)
UNSEEN = Visibility(seen=False)


def has_ended(fact: Fact) -> bool:
    """Whether the fact has ended by the last chapter of the view.

    An event takes place at one moment and does not end.
    """
    if fact.kind is PredicateKind.EVENT:
        return False
    return fact.invalid_at is not None or bool(fact.ended_by)


def known_days(point: TimePoint | None) -> tuple[int, ...]:
    """Returns the known day bounds of a point in story time."""
    return () if point is None else tuple(day for day in (point.earliest, point.latest) if day is not None)
