"""Answers questions such as "where is Ann": the last place, movement or death of the entity in the order of the text,
and who has it.
"""

from __future__ import annotations

from collections.abc import Collection

from episodic.answering.possession import is_possession
from episodic.answering.present_states import Present, present
from episodic.model.predicates import LifeState, PredicateKind
from episodic.model.readings import StatementScope
from episodic.search.fact_listing import FactQuery, VisibleFact, query_facts
from episodic.search.view import View


async def whereabouts(view: View, entities: Collection[str]) -> Present:
    """Return where each of the entities with the ids *entities* was last (see `present`). A thing is also where the
    person is who has it. The other places that the text tells, such as places of a flashback, are returned as `others`.

    Nothing is known of an entity of which the text tells no such place, movement, death, claim or belief. Raises
    StoreError.
    """
    found = Present()
    for entity in sorted(entities):
        own = await query_facts(view, FactQuery(subject=entity))
        places = [one for one in own if _tells_place(one, view)]
        held = [one for one in await query_facts(view, FactQuery(object=entity)) if is_possession(view, one.fact)]
        found += present(view, [*places, *held])
    return found


def _tells_place(visible: VisibleFact, view: View) -> bool:
    fact = visible.fact
    predicate = view.vocabulary.known_predicate(fact.predicate)
    if predicate is None:
        return False
    dead = predicate.life is LifeState.DEAD and predicate.kind is PredicateKind.STATE
    moves = fact.kind is PredicateKind.EVENT and view.vocabulary.table.leaves_every_place(predicate)
    return predicate.is_whereabouts or moves or (dead and fact.scope is StatementScope.WORLD)
