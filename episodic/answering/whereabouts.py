"""Answers questions such as "where is Ann": the last place, movement or death of the entity in the order of the text."""

from __future__ import annotations

from collections.abc import Collection

from episodic.answering.look_ups import shows_fact
from episodic.model.predicates import LifeState, PredicateKind
from episodic.model.readings import StatementScope
from episodic.search.fact_listing import FactQuery, VisibleFact, query_facts
from episodic.search.fact_views import FactView, fact_view_of
from episodic.search.view import View

_MOST_CLAIMS = 2


async def whereabouts(view: View, entities: Collection[str]) -> list[FactView]:
    """Return where each of the entities with the ids *entities* was last. Only places, movements and deaths that the
    text tells outside flashbacks, dreams and tales count. In the returned list, the last place, movement or death of an
    entity is followed by at most two claims or beliefs. Only claims and beliefs count that come later in the text and
    say where the entity is.

    The list has nothing about an entity of which the text tells no such place, movement, death, claim or belief. Raises
    StoreError.
    """
    found: list[FactView] = []
    for entity in sorted(entities):
        visible = await query_facts(view, FactQuery(subject=entity))
        told = [one for one in visible if _tells_place(one, view)]
        told.sort(key=lambda one: one.fact.narrative_key, reverse=True)
        claims = [one for one in told if one.fact.scope is not StatementScope.WORLD]
        places = [one for one in told if one.fact.scope is StatementScope.WORLD]
        last = places[:1]
        later = [one for one in claims if not last or one.fact.told_at > last[0].fact.told_at]
        found.extend(fact_view_of(view, one.fact, one.holding) for one in (*last, *later[:_MOST_CLAIMS]))
    return found


def _tells_place(visible: VisibleFact, view: View) -> bool:
    fact = visible.fact
    if fact.denied or fact.invalid_at is not None or not shows_fact(view, fact, visible.holding):
        return False
    if not fact.on_main_line or fact.scope in (StatementScope.PLAN, StatementScope.WISH, StatementScope.DREAM):
        return False
    predicate = view.vocabulary.known_predicate(fact.predicate)
    if predicate is None:
        return False
    dead = predicate.life is LifeState.DEAD and predicate.kind is PredicateKind.STATE
    moves = fact.kind is PredicateKind.EVENT and view.vocabulary.table.leaves_every_place(predicate)
    return predicate.is_whereabouts or moves or (dead and fact.scope is StatementScope.WORLD)
