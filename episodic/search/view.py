"""What one read sees of a work: a store, and the scope it is read in."""

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
from episodic.search.chapters import ChapterRef
from episodic.search.filters import Sieve
from episodic.search.scope import Scope
from episodic.search.vocabulary import SHIPPED, Vocabulary
from episodic.temporal.asof import Holding

WHOLE_CANON = Scope()
HoldingOf = Callable[[Fact], Holding]


@dataclass(frozen=True, slots=True)
class View:
    """One work as one read sees it.

    `holding` decides how a fact stands at `scope.as_of`, `at` is an order key of an episode that bounds the index where `as_of` is
    a chapter; `knows` decides whether `scope.pov` knows or believes a fact, or was there in a passage. A scope that asks for a
    decider that is not there is refused with InvalidFilterError, never read without it. `told_by` and `at_revision` are properties
    of the store that is given; so is `pov` where `known_chapters` says which chapters that person has any words from: the store
    then holds nothing but what they know, under the names that they heard.
    Without an embedder nothing is searched by vector. `chapters` are all chapters of the work by episode id.
    """

    group_id: str
    store: GraphStore
    embedder: Embedder | None
    chapters: Mapping[str, ChapterRef]
    scope: Scope = WHOLE_CANON
    holding: HoldingOf | None = None
    knows: Callable[[Fact | Passage], bool] | None = None
    known_chapters: frozenset[str] | None = None
    vocabulary: Vocabulary = SHIPPED
    at: int | None = None
    _sieve: Sieve = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.scope.as_of is not None and self.holding is None:
            raise InvalidFilterError("as_of cannot be answered here: nothing tells what holds at a moment.")
        if self.scope.pov is not None and self.knows is None:
            raise InvalidFilterError("pov cannot be answered here: nothing tells who knows what.")
        object.__setattr__(self, "_sieve", Sieve(self.scope.filters, self.chapters, self.vocabulary))

    @property
    def bounds(self) -> Bounds:
        """What the index of facts can be asked to leave out."""
        return Bounds(at=self.at)

    def standing(self, fact: Fact) -> Standing:
        """Whether the fact is seen, and how it stands at `as_of`."""
        if fact.layer not in self.scope.layers or not self._sieve.passes(fact):
            return UNSEEN
        if self.knows is not None and not self.knows(fact):
            return UNSEEN
        if self.holding is not None:
            holding = self.holding(fact)
            return Standing(holding is not Holding.NO, holding)
        return SEEN if self.scope.include_ended or not has_ended(fact) else UNSEEN

    def sees_passage(self, passage: Passage) -> bool:
        """Whether the passage is seen."""
        if passage.layer not in self.scope.layers or not self._sieve.passes(passage):
            return False
        return self.knows is None or self.knows(passage)

    def sees_entity(self, entity: Entity) -> bool:
        """Whether the entity is seen: first named in a layer that is read, and wanted by the filters."""
        return self.reads_entity(entity) and self._sieve.passes(entity)

    def reads_entity(self, entity: Entity) -> bool:
        """Whether the entity is named in a layer that is read, whatever the filters ask for."""
        if self.reads_chapter(entity.first.episode):
            return True
        return any(self.reads_chapter(one.first.episode) for one in entity.aliases)

    def reads_chapter(self, episode: str) -> bool:
        """Whether the chapter is there and of a layer that is read, and `scope.pov` has any words from it."""
        if self.known_chapters is not None and episode not in self.known_chapters:
            return False
        chapter = self.chapters.get(episode)
        return chapter is not None and chapter.layer in self.scope.layers

    def entity_as_seen(self, entity: Entity) -> Entity:
        """The entity with the names that the chapters read give it.

        Its summary is left out where it would tell what holds at another moment, or what others know.
        """
        if self.scope.as_of is not None or (self.scope.pov is not None and self.known_chapters is None):
            entity = replace(entity, summary="")
        read = tuple(one for one in entity.aliases if self.reads_chapter(one.first.episode))
        if len(read) == len(entity.aliases) or not read:
            return entity
        name = entity.name if any(one.text == entity.name for one in read) else read[0].text
        first = min((one.first for one in read), key=lambda one: one.told)
        return replace(entity, name=name, aliases=read, first=first, summary="")

    def wider(self) -> View:
        """The same view that shows facts that have ended, too."""
        return self if self.scope.include_ended else replace(self, scope=replace(self.scope, include_ended=True))

    def without_filters(self) -> View:
        """The same view without its filters."""
        return replace(self, scope=replace(self.scope, filters=WHOLE_CANON.filters))

    async def facts(self, ids: Sequence[str] | None = None) -> list[Fact]:
        """The stored facts (all, or those of *ids*), seen or not, in telling order."""
        if ids is not None and not ids:
            return []
        return [from_json(Fact, one.value) for one in await self.store.fetch(self.group_id, Kind.FACT, ids=ids)]

    async def entities(self, ids: Sequence[str] | None = None) -> list[Entity]:
        """The stored entities (all, or those of *ids*), seen or not, in telling order."""
        if ids is not None and not ids:
            return []
        return [from_json(Entity, one.value) for one in await self.store.fetch(self.group_id, Kind.ENTITY, ids=ids)]

    async def passages(self, ids: Sequence[str] | None = None) -> list[Passage]:
        """The stored passages (all, or those of *ids*), seen or not, in telling order."""
        if ids is not None and not ids:
            return []
        return [from_json(Passage, one.value) for one in await self.store.fetch(self.group_id, Kind.PASSAGE, ids=ids)]


@dataclass(frozen=True, slots=True)
class Standing:
    """Whether a fact is seen, and how it stands at the moment that was asked for (None: none was)."""

    seen: bool
    holding: Holding | None = None


SEEN = Standing(seen=True)
UNSEEN = Standing(seen=False)


def has_ended(fact: Fact) -> bool:
    """Whether the fact holds no longer at the end of what was told; an event has one moment and never ends."""
    if fact.kind is PredicateKind.EVENT:
        return False
    return fact.invalid_at is not None or bool(fact.ended_by)


def known_days(point: TimePoint | None) -> tuple[int, ...]:
    """The bounds of a point in story time that are known."""
    return () if point is None else tuple(day for day in (point.earliest, point.latest) if day is not None)
