"""Answers questions whether a state holds that excludes another, such as "is Ann alive": by the newest of these states."""

from __future__ import annotations

from collections.abc import Collection

from episodic.answering.fitting_facts import Bearers
from episodic.answering.present_states import Present, present
from episodic.answering.questions import Question
from episodic.model.episodes import FrameKind
from episodic.model.facets import Facet, facet
from episodic.model.holding import Holding
from episodic.model.predicates import Cardinality, LifeState, Predicate, PredicateKind, predicate_key
from episodic.model.readings import StatementScope
from episodic.search.asked_predicates import asked_facets
from episodic.search.fact_listing import FactQuery, VisibleFact, query_facts
from episodic.search.fact_views import fact_view_of
from episodic.search.view import View
from episodic.search.vocabulary import WorkVocabulary
from episodic.search.word_overlap import QueryTerms

_IMAGINED = (FrameKind.DREAM, FrameKind.TALE)


async def state_answer(view: View, asked: Question, bearers: Bearers) -> Present | None:
    """Return what answers whether one person or thing is in a state such as being alive, if the question has no other
    words. The newest such state answers, also if it is the opposite of the asked one. What somebody only claims or
    believes is no answer, but is among the other facts. Return None for any other question, and if nothing is told.

    Raises StoreError.
    """
    if not asked.whether or asked.past or len(bearers) != 1:
        return None
    families = _asked_families(asked, view.vocabulary)
    found = Present()
    for entity in sorted({uuid for ids in bearers.values() for uuid in ids}) if families else ():
        told = await query_facts(view, FactQuery(subject=entity))
        known = view.vocabulary.known_predicate
        found += _answer(view, [one for one in told if families & _families(known(one.fact.predicate))])
    return found or None


def _answer(view: View, told: Collection[VisibleFact]) -> Present:
    of_world = [one for one in told if one.fact.scope is StatementScope.WORLD]
    found = present(view, of_world, exclusive=True)
    if not found.known:
        found = _deaths(view, of_world) or found
    thought = present(view, [one for one in told if one.fact.scope is not StatementScope.WORLD])
    return Present(found.known, (*found.others, *thought.known, *thought.others))


def _deaths(view: View, told: Collection[VisibleFact]) -> Present:
    """Return the newest death as known, also if a flashback tells it, because nobody is alive after his death."""
    deaths = [
        one
        for one in told
        if (known := view.vocabulary.known_predicate(one.fact.predicate)) is not None
        and known.life is LifeState.DEAD
        and one.fact.frame not in _IMAGINED
        and not one.fact.denied
        and (one.holding is Holding.HOLDS or (one.holding is None and not one.fact.ended))
    ]
    return Present(tuple(fact_view_of(view, one.fact, one.holding) for one in deaths[-1:]))


def _asked_families(asked: Question, vocabulary: WorkVocabulary) -> frozenset[str]:
    """Return the families of the states that every word of the question names, such as the family of being alive and
    being dead. Return an empty set if a word names no such state.
    """
    by_word = [asked_facets(QueryTerms((word,)), vocabulary) for word in asked.terms.tokens]
    named = [_families_of_any(facets, vocabulary) for facets in by_word]
    return frozenset[str]().union(*named) if all(named) else frozenset()


def _families_of_any(facets: Collection[str], vocabulary: WorkVocabulary) -> frozenset[str]:
    keyed = ((facet(Facet.PREDICATE, predicate_key(one.name)), one) for one in vocabulary.table.all())
    return frozenset(family for key, one in keyed if key in facets for family in _families(one))


def _families(predicate: Predicate | None) -> frozenset[str]:
    """Return the families of a state that a subject has only one of at a time. Return an empty set for any other
    predicate.
    """
    if predicate is None or predicate.kind is not PredicateKind.STATE:
        return frozenset()
    return (
        frozenset((predicate.family or "").split()) if predicate.cardinality is Cardinality.ONE_VALUE else frozenset()
    )
