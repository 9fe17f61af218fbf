"""Reads facts about the cast of a chapter from the store's search index: what holds now, lasting facts between two
entities, plans, and what was told last.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from episodic.context.setup_payoffs import entities_of
from episodic.model.facets import Facet, facet
from episodic.model.graph import Fact
from episodic.model.predicates import Argument, LifeState, Predicate, PredicateKind, predicate_key
from episodic.model.readings import PAYS_OFF, StatementScope
from episodic.search.view import View, has_ended

_MOST_LASTING = 200
"""The number of current facts, and the number of relations (lasting facts between two entities), that are read for a
cast (the entities of a context pack). Each entity of the cast gets an equal share of the 200 current facts and of the
200 relations. More facts are not needed, because a context pack has room for only about 150 lines.
"""
_MOST_THREADS = 40
"""The maximum number of facts of one entity that are read because they may open a thread. A thread is a plan, a
promise, a secret or another matter that later chapters may resolve.
"""
_MOST_RECENT, _MOST_RECENT_OF_CAST = 150, 1_200
"""The maximum numbers of the last facts in narrative order that are read for one entity, and for a cast."""
_MOST_DEATHS = 5
"""The maximum number of facts about a death that are read for one entity, of which some may be denied."""
_RANKS = frozenset({"title", "rank", "leads", "member_of", "serves"})
_STATES = frozenset({"health", "dead", "alive", "destroyed", "imprisoned_in"})
_POSSESSION = "holds"
_ADDRESS = "addresses"
_BONDS = frozenset({"serves", "leads", "loves", "hates"})
"""Predicates that count as relations between two entities, although a fact may have a value in place of the object."""


@dataclass(frozen=True, slots=True)
class PredicateRoles:
    """Names of predicates, grouped by what a fact with the predicate says about an entity. For example, one group of
    predicates says where the entity is, and another what it has. Other groups say that the entity goes away, or what
    its state, its rank or its relation to another entity is.
    """

    places: frozenset[str]
    moves: frozenset[str]
    possession: frozenset[str]
    states: frozenset[str]
    ranks: frozenset[str]
    relations: frozenset[str]

    @staticmethod
    def of(view: View) -> PredicateRoles:
        table = view.vocabulary.table
        lasting = [one for one in table.all() if one.kind is not PredicateKind.EVENT]
        places = frozenset(one.name for one in lasting if one.is_whereabouts)
        return PredicateRoles(
            places=places,
            moves=frozenset(one.name for one in table.all() if table.leaves_every_place(one)),
            possession=frozenset({_POSSESSION}),
            states=_STATES,
            ranks=_RANKS,
            relations=frozenset(one.name for one in lasting if _relates(one)),
        )

    @property
    def current(self) -> frozenset[str]:
        """Return the names of the predicates that say where an entity is, what it has, and its state and rank."""
        return self.places | self.possession | self.states | self.ranks


@dataclass(frozen=True, slots=True)
class CastFacts:
    """The visible facts of a cast. In each field, the last told fact comes first, but in `threads` the payoffs of
    setups come after all other facts.

    `current` are facts that describe the entities now, and `relations` are lasting facts (no events) between two
    entities. `threads` are facts that may open a thread, such as a plan, a promise or an open question. After these
    facts, `threads` has the facts that answer the open questions among them. `recent` are the facts that the story told
    last, whatever they say.
    """

    current: tuple[Fact, ...] = ()
    relations: tuple[Fact, ...] = ()
    threads: tuple[Fact, ...] = ()
    recent: tuple[Fact, ...] = ()

    def all(self) -> tuple[Fact, ...]:
        """Return the facts of `current`, `relations`, `threads` and `recent`, each fact once. The fact that the text
        tells last comes first.
        """
        return _last_first((*self.current, *self.relations, *self.threads, *self.recent))


async def cast_facts(view: View, cast: Sequence[str], *, thread_facets: frozenset[str]) -> CastFacts:
    """Return those facts of the entities with the ids *cast* which are visible in the view. The returned facts may lack
    the names of their subjects and objects, which `View.named` adds.

    *thread_facets* are the search facets (predicates and scopes) of the facts that may open a thread, such as plans and
    promises.
    """
    if not cast:
        return CastFacts()
    roles = PredicateRoles.of(view)
    true = (frozenset({facet(Facet.ENDED, "no")}), frozenset({facet(Facet.SCOPE, StatementScope.WORLD)}))
    most = math.ceil(_MOST_LASTING / len(cast))
    # A store checks the sets of facets (tokens such as a fact's predicate) in the given order. The set of predicates
    # comes first, because few facts have one of these predicates, so that few facts must be checked further.
    current, relations = [
        await _read(view, cast, (_named(names), *true, _layers(view)), limit=most)
        for names in (roles.current, roles.relations)
    ]
    threads = await _read(view.with_setups(), cast, (thread_facets, _layers(view)), limit=_MOST_THREADS)
    return CastFacts(
        current=current,
        relations=relations,
        threads=(*threads, *await payoffs(view, threads)),
        recent=await _read(view, cast, (), limit=min(_MOST_RECENT, math.ceil(_MOST_RECENT_OF_CAST / len(cast)))),
    )


async def facts_that_describe(view: View, cast: Sequence[str]) -> tuple[Fact, ...]:
    """Return what the entities with the ids *cast* are like: the visible facts of fixed predicates, such as a birth, and
    of traits, such as an ability. The fact that the text tells last comes first.
    """
    if not cast:
        return ()
    table = view.vocabulary.table.all()
    lasting = [one.name for one in table if one.trait or one.kind is PredicateKind.FIXED]
    most = math.ceil(_MOST_LASTING / len(cast))
    return await _read(view, cast, (_named(lasting), _layers(view)), limit=most)


async def facts_first_told_in(view: View, cast: Sequence[str], order: int, *, limit: int) -> tuple[Fact, ...]:
    """Read the facts told last of each entity in *cast*, at most *limit* of each. Return those of the facts that are
    visible and have their first quote in the chapter with the order key *order*. The fact that is told last comes
    first.
    """
    return tuple(map(view.named, await _read(view, cast, (), limit=limit, order=order)))


async def in_play(view: View, relations: Iterable[Fact]) -> list[Fact]:
    """Return the relations without those that end with their object, and whose object is dead in the view. Kinship and
    marriage do not end so, and neither does any other predicate without the flags `mental`, `volatile` and `mutual`.
    """
    every, table = list(relations), view.vocabulary.table
    fading = [one for one in every if (known := table.find(one.predicate)) and _needs_living_object(known)]
    dead = await _dead_among(view, sorted({one.object for one in fading if one.object is not None}))
    over = {one.uuid for one in fading if one.object in dead}
    return [one for one in every if one.uuid not in over]


async def _dead_among(view: View, entities: Sequence[str]) -> set[str]:
    """Return the ids of those entities of which a visible fact says that they are dead."""
    deaths = [one.name for one in view.vocabulary.table.all() if one.life is LifeState.DEAD]
    if not entities:
        return set()
    facts = await _read(view, entities, (_named(deaths), _layers(view)), limit=_MOST_DEATHS)
    return {one.subject for one in facts if in_world(one) and not has_ended(one) and not one.denied}


async def payoffs(view: View, threads: Iterable[Fact]) -> tuple[Fact, ...]:
    """Return the payoffs of the setups in *threads*. The subject of a payoff can be any entity of its setup, even one
    that is not in the cast.
    """
    about = dict.fromkeys(one for fact in threads if fact.scope is StatementScope.SETUP for one in entities_of(fact))
    return await _read(view.with_setups(), [*about], (_named([PAYS_OFF]),), limit=_MOST_THREADS) if about else ()


async def _read(
    view: View,
    cast: Sequence[str],
    facets: tuple[frozenset[str], ...],
    *,
    limit: int,
    order: int | None = None,
) -> tuple[Fact, ...]:
    facts = await view.latest_facts(cast, limit=limit, facets=facets, order=order)
    return _last_first(one for one in facts if view.visibility_of(one).seen)


def _last_first(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    unique = {one.uuid: one for one in facts}
    return tuple(sorted(unique.values(), key=lambda one: one.narrative_key, reverse=True))


def _layers(view: View) -> frozenset[str]:
    return frozenset(facet(Facet.LAYER, one.value) for one in view.scope.layers)


def _named(names: Iterable[str]) -> frozenset[str]:
    return frozenset(facet(Facet.PREDICATE, predicate_key(name)) for name in names)


def _relates(predicate: Predicate) -> bool:
    if predicate.name in _BONDS:
        return True
    if predicate.place or predicate.within or predicate.naming or predicate.name == _ADDRESS:
        return False
    return predicate.takes is Argument.ENTITY


def _needs_living_object(predicate: Predicate) -> bool:
    return bool(predicate.mental or predicate.volatile or predicate.mutual)


def in_world(fact: Fact) -> bool:
    """Return whether the fact is true in the story's world, and not only in a claim, belief, plan, wish or dream."""
    return fact.scope is StatementScope.WORLD
