"""Recognises which predicates the words of a query ask for, such as the marriage in "Lin's wife" and 刘备的妻子."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from episodic.model.facets import Facet, facet
from episodic.model.predicates import predicate_key, shipped_table
from episodic.search.known_names import KnownName
from episodic.search.vocabulary import WorkVocabulary
from episodic.search.word_overlap import QueryTerms
from episodic.text.inflections import stem
from episodic.text.scoring_rows import ScoringRow


def asked_facets(query_terms: QueryTerms, vocabulary: WorkVocabulary) -> frozenset[str]:
    """Return the facets (filter tokens) of the predicates that a query asks for, and of their inverses. Only predicates
    of the predicate table that this package contains are recognised. Inverse predicates are included, because a fact
    about a parent may answer a question such as "whose son". If the query names no predicate, the result is empty.
    """
    words = frozenset(stem(one.text) for one in query_terms.tokens)
    by_word = _predicates_by_word()
    asked = {name for word in words for terms, name in by_word.get(word, ()) if terms <= words}
    found = {key for name in asked for key in vocabulary.predicate_keys(name)}
    return frozenset(facet(Facet.PREDICATE, key) for key in found)


@dataclass(frozen=True, slots=True)
class AskedPredicate:
    """The predicates that a query asks for, and the entities that it names."""

    facets: frozenset[str]
    named: frozenset[str]

    @staticmethod
    def of(query_terms: QueryTerms, names: Iterable[KnownName], vocabulary: WorkVocabulary) -> AskedPredicate:
        """Return the predicates and entities of a query. *names* are the known names in the query."""
        named = frozenset(uuid for name in names for uuid in name.entities)
        return AskedPredicate(asked_facets(query_terms, vocabulary) if named else frozenset(), named)

    def asks_for(self, fact: ScoringRow) -> bool:
        """Return whether a fact is about an entity that the query names and has a predicate that the query asks for."""
        if not self.facets or self.named.isdisjoint(fact.entities):
            return False
        return facet(Facet.PREDICATE, predicate_key(fact.predicate)) in self.facets


@cache
def _predicates_by_word() -> dict[str, list[tuple[frozenset[str], str]]]:
    found: dict[str, list[tuple[frozenset[str], str]]] = {}
    for terms, name in _named_predicates():
        found.setdefault(min(terms), []).append((terms, name))
    return found


@cache
def _named_predicates() -> tuple[tuple[frozenset[str], str], ...]:
    found: list[tuple[frozenset[str], str]] = []
    for predicate in shipped_table().all():
        for name in (predicate.name, predicate.zh, *predicate.names):
            terms = frozenset(stem(one.text) for one in QueryTerms.of(name.replace("_", " "), ()).tokens)
            if terms:
                found.extend((terms, one) for one in (predicate.name, predicate.inverse) if one)
    return tuple(dict.fromkeys(found))
