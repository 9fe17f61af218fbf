"""Decides whether a fact answers a question, by the question's names and words and by what it asks for, such as a
place.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from episodic.answering.questions import AskedFor, Question
from episodic.languages import lexicon
from episodic.model.facets import Facet, facet
from episodic.model.graph import Fact
from episodic.model.name_keys import name_key
from episodic.model.predicates import LifeState, PredicateKind, Slot, predicate_key
from episodic.model.readings import StatementScope
from episodic.search.asked_predicates import asked_facets
from episodic.search.asked_slots import AskedSlot
from episodic.search.searched_text import Labels, searched_text
from episodic.search.vocabulary import WorkVocabulary
from episodic.search.word_overlap import QueryTerms, fact_terms, predicate_words

_LEAST_SHARE = 0.6
"""The minimum share of a question's words, not counting names, that a fact must have. If the question asks who said
something, a fact without a named speaker must have all words of the question.
"""
_PLACE = "Place"
_NO_PERSONS = (_PLACE, "Item")
"""The types of entities that cannot be the answer to a question with "who"."""
_NO_TEXT = searched_text()

Bearers = Mapping[str, Collection[str]]
"""Maps each name in a question, in the form for comparing names, to the ids of the entities that have this name."""


def fact_fits(fact: Fact, asked: Question, bearers: Bearers, *, vocabulary: WorkVocabulary) -> bool:
    """Return whether the fact has all names and enough words of the question. The fact must also have something that
    the question asks for, such as a place for "where".
    """
    if not bearers and not asked.terms.tokens:
        return False
    if fact.denied and asked.asked_for is not AskedFor.ANYTHING:
        return False
    if not all(has_name(fact, name, ids) for name, ids in bearers.items()):
        return False
    if asked.asked_for is AskedFor.RELATION:
        return len(bearers) > 1 and fact.kind is not PredicateKind.EVENT and _connects(fact, bearers)
    named = _named(fact, bearers)
    if not asked.terms.tokens:
        return _describes(fact, asked, named, vocabulary)
    return _has_words(fact, asked, vocabulary) and _fills(fact, asked, named, vocabulary)


def names_predicate(fact: Fact, asked: Question, vocabulary: WorkVocabulary) -> bool:
    """Return whether a word of the question names the fact's predicate or its inverse, such as "parent of" for "child
    of".
    """
    return any(_predicate_matches(fact, asked, vocabulary))


def is_asked_predicate(fact: Fact, asked: Question, vocabulary: WorkVocabulary) -> bool:
    """Return whether the question asks for the fact's predicate. A question with 杀 (kill) asks for the predicate of
    killing, but not for 杀败 (defeat), although 杀败 contains 杀.
    """
    return _facet(fact.predicate) in asked_facets(asked.terms, vocabulary)


def _predicate_matches(fact: Fact, asked: Question, vocabulary: WorkVocabulary) -> list[bool]:
    known = vocabulary.known_predicate(fact.predicate)
    labels = Labels.of(predicate_words(fact.predicate, known))
    key = _facet(fact.predicate)
    return [
        found or key in asked_facets(QueryTerms((word,)), vocabulary)
        for word, found in zip(asked.terms.tokens, asked.terms.matches(_NO_TEXT.labelled(labels)), strict=True)
    ]


def _named(fact: Fact, bearers: Bearers) -> frozenset[str]:
    found = {uuid for ids in bearers.values() for uuid in ids}
    for uuid, name in ((fact.subject, fact.subject_name), (fact.object, fact.object_name)):
        if uuid is not None and any(key in name_key(name or "") for key in bearers):
            found.add(uuid)
    return frozenset(found)


def _connects(fact: Fact, bearers: Bearers) -> bool:
    ends = (fact.subject, fact.object)
    return ends[0] != ends[1] and all(any(one in ids for ids in bearers.values()) for one in ends)


def has_name(fact: Fact, name: str, ids: Collection[str]) -> bool:
    """Return whether an entity with one of the *ids* takes part in the fact, or the fact's words contain the name."""
    return not _parties(fact).isdisjoint(ids) or name in name_key(" ".join(filter(None, (fact.text, fact.value))))


def _parties(fact: Fact) -> set[str]:
    others = (one.entity for one in fact.participants)
    return {one for one in (fact.subject, fact.object, fact.holder, *others) if one is not None}


def _has_words(fact: Fact, asked: Question, vocabulary: WorkVocabulary) -> bool:
    """Words of the question that name the fact's predicate, or the inverse of this predicate, count as words of the
    fact. If all words of the question are single Han characters, one character must name the predicate, because single
    characters occur in many words.

    The holder of a fact is the entity that says or thinks it. If a question asks who says something, a fact without a
    holder must have all words of the question.
    """
    by_predicate = _predicate_matches(fact, asked, vocabulary)
    if not any(by_predicate) and all(one.prefix for one in asked.terms.tokens):
        return False
    in_text = asked.terms.matches(fact_terms(fact))
    least = 1.0 if asked.reports and fact.holder is None else _LEAST_SHARE
    return asked.share([one or other for one, other in zip(by_predicate, in_text, strict=True)]) >= least


def _describes(fact: Fact, asked: Question, named: frozenset[str], vocabulary: WorkVocabulary) -> bool:
    if fact.scope is not StatementScope.WORLD or fact.kind is PredicateKind.EVENT:
        return False
    predicate = vocabulary.known_predicate(fact.predicate)
    is_place = predicate is not None and predicate.place
    possession = predicate is not None and predicate.is_possession
    if asked.owner or (asked.asked_for is AskedFor.WHERE and possession):
        return possession and fact.subject not in named
    if fact.subject not in named:
        return False
    if asked.asked_for is AskedFor.WHERE:
        return is_place and fact.kind is PredicateKind.STATE
    if asked.asked_for is AskedFor.WHEN:
        return False
    if asked.occupation:
        return predicate is not None and predicate.name in lexicon.words("occupation_predicates")
    return not (is_place or possession)


def _fills(fact: Fact, asked: Question, named: frozenset[str], vocabulary: WorkVocabulary) -> bool:
    if asked.asked_for is AskedFor.WHO:
        return _fills_person(fact, asked, named, vocabulary)
    if _is_death_of_another(fact, asked, named, vocabulary):
        return False
    match asked.asked_for:
        case AskedFor.WHERE:
            predicate = vocabulary.known_predicate(fact.predicate)
            target = fact.object if fact.object is not None else fact.value
            places = predicate is not None and predicate.place and target is not None and target not in named
            return places or (_has_type(fact.object_type, (_PLACE,), vocabulary) and fact.object not in named)
        case AskedFor.WHEN:
            return fact.valid_at is not None and (fact.scope is StatementScope.WORLD or bool(fact.valid_at.text))
        case _:
            return True


def _is_death_of_another(fact: Fact, asked: Question, named: frozenset[str], vocabulary: WorkVocabulary) -> bool:
    """Return whether the question asks how a person died, but the fact says that this person killed somebody else."""
    wanted = asked_facets(asked.terms, vocabulary)
    deaths = _deaths_in(fact, vocabulary)
    return not wanted.isdisjoint(deaths) and fact.object not in named and _facet(fact.predicate) not in wanted


def _deaths_in(fact: Fact, vocabulary: WorkVocabulary) -> frozenset[str]:
    """Return the facets (search tokens) of the predicates which say that the fact's object is dead because of the fact,
    such as a killing.
    """
    predicate = vocabulary.known_predicate(fact.predicate)
    begun = [] if predicate is None else [one for one in predicate.effects or () if not one.ends]
    states = ((one, vocabulary.known_predicate(one.predicate)) for one in begun if one.subject is Slot.OBJECT)
    return frozenset(_facet(one.predicate) for one, state in states if state and state.life is LifeState.DEAD)


def _facet(predicate: str) -> str:
    return facet(Facet.PREDICATE, predicate_key(predicate))


def _fills_person(fact: Fact, asked: Question, named: frozenset[str], vocabulary: WorkVocabulary) -> bool:
    """The person that "who" asks for can be the subject or the object, because texts use either order ("Ann is his
    sister", "Bo is her brother"). In an event, the person must be the one of the two that the question asks for, if the
    question shows which.
    """
    if asked.reports and fact.holder is not None:
        return fact.holder not in named
    predicate = vocabulary.known_predicate(fact.predicate)
    if predicate is not None and predicate.place and not names_predicate(fact, asked, vocabulary):
        return False
    if asked.identity and fact.kind is PredicateKind.EVENT:
        return False
    subject = fact.subject not in named and not _has_type(fact.subject_type, _NO_PERSONS, vocabulary)
    others = {fact.object, *(one.entity for one in fact.participants)} - {None}
    target = not others <= named and not _has_type(fact.object_type, _NO_PERSONS, vocabulary)
    if fact.kind is not PredicateKind.EVENT or asked.slot is AskedSlot.ANY:
        return subject or target
    return subject if asked.slot is AskedSlot.SUBJECT else target and fact.subject in named


def _has_type(entity_type: str | None, names: Iterable[str], vocabulary: WorkVocabulary) -> bool:
    return entity_type is not None and vocabulary.type(entity_type) in map(vocabulary.type, names)
