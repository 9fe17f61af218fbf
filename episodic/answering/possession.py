"""Answers questions such as "who has the key" and "whose is the key": who has the thing at the moment of the scope."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from episodic.answering.present_states import Present, present
from episodic.model.graph import Fact
from episodic.search.fact_listing import FactQuery, VisibleFact, query_facts
from episodic.search.view import View
from episodic.search.word_overlap import QueryTerms, fact_terms


def is_possession(view: View, fact: Fact) -> bool:
    """Return whether the fact says who has a thing."""
    predicate = view.vocabulary.known_predicate(fact.predicate)
    return predicate is not None and predicate.is_possession


async def things_of(view: View, entities: Iterable[str]) -> list[str]:
    """Return the ids of those entities with the given ids that somebody can have. Raises StoreError."""
    possessions = [one for one in view.vocabulary.table.all() if one.is_possession]
    type_of = view.vocabulary.type
    excluded = [frozenset(map(type_of, one.excluded_objects or ())) for one in possessions]
    found = await view.named_entities(list(entities))
    return [one.uuid for one in found if any(type_of(one.type) not in types for types in excluded)]


async def facts_of_things(view: View, things: Collection[str]) -> list[VisibleFact]:
    """Return the visible facts whose object is one of the entities with the ids *things*. Raises StoreError."""
    return [one for thing in sorted(things) for one in await query_facts(view, FactQuery(object=thing))]


def holders(view: View, facts: Iterable[VisibleFact], terms: QueryTerms) -> Present:
    """Return who has each thing at present (see `present`), by those of *facts* that say who has a thing and have all
    words of *terms*.
    """
    by_thing: dict[str, list[VisibleFact]] = {}
    for one in facts:
        if is_possession(view, one.fact) and all(terms.matches(fact_terms(one.fact))):
            by_thing.setdefault(one.fact.object or one.fact.target, []).append(one)
    return sum((present(view, told, exclusive=True) for told in by_thing.values()), Present())
