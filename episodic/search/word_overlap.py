"""Extracts the content words of a query, and scores facts by the words and entities that a fact and the query have in
common.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from episodic.languages import lexicon
from episodic.model.graph import Fact
from episodic.model.predicates import shipped_table
from episodic.model.settings import DEFAULT_ENTITY_TYPES
from episodic.search.known_names import without_names
from episodic.search.vocabulary import SHIPPED
from episodic.text.inflections import stem
from episodic.text.tokens import QueryToken, query_tokens, tokens

_SECOND_SEED_WEIGHT = 0.5
_FIRST_SEED_WEIGHT = 0.1
_SHORT = 2


@dataclass(frozen=True, slots=True)
class QueryTerms:
    """The content words of a query, that is, its tokens without names, stop words and question words."""

    tokens: tuple[QueryToken, ...]

    @staticmethod
    def of(query: str, names: Collection[str]) -> QueryTerms:
        """Extract the content words of the query outside of *names*, which are given as name keys.

        No token contains both a part of a name and the text next to the name.
        """
        of_names = {token for name in names for token in query_tokens(name)}
        rest = query_tokens(lexicon.pattern("question_phrases").sub(" | ", without_names(query, names)))
        kept = _without_light(token for token in rest if token not in of_names)
        return QueryTerms(tuple(token for token in kept if _is_content_word(token)))

    def matches(self, terms: Collection[str]) -> list[bool]:
        """Return for each token of the query whether one of *terms* has the same stem.

        A prefix token also matches a term that starts with the token.
        """
        first_characters = {term[0] for term in terms}
        stems = {stem(term) for term in terms}
        return [stem(token.text) in stems or (token.prefix and token.text in first_characters) for token in self.tokens]

    def matched_share(self, terms: Collection[str]) -> float:
        """Return the share of the query's tokens that match one of *terms*, from 0 to 1."""
        return sum(self.matches(terms)) / len(self.tokens) if self.tokens else 0.0


def _without_light(found_tokens: Iterable[QueryToken]) -> Iterable[QueryToken]:
    """Remove function characters (Han characters without much meaning, such as particles) from tokens of two Han
    characters, and remove duplicate tokens.

    The function characters are in the word list `light_characters`. The remaining character of a pair becomes a prefix
    token, unless another pair contains the character.
    """
    found, light = list(found_tokens), lexicon.words("light_characters")
    in_full_pairs = {character for token in found if not light.intersection(token.text) for character in token.text}
    kept: dict[QueryToken, None] = {}
    for token in found:
        content = [character for character in token.text if character not in light]
        if token.text.isascii() or len(content) == len(token.text):
            kept.setdefault(token)
        elif content and content[0] not in in_full_pairs:
            kept.setdefault(QueryToken(content[0], prefix=True))
    return kept


def _is_content_word(token: QueryToken) -> bool:
    """Return whether a token is a content word. Stop words and words of one or two letters (to, at, is) are not content
    words.
    """
    if token.text in lexicon.words("question_words"):
        return False
    return token.prefix or len(token.text) > _SHORT or not token.text.isascii() or token.text.isdigit()


def graph_relevance(fact: Fact, query_terms: QueryTerms, seeds: Mapping[str, float]) -> float:
    """Return the score of a fact for the graph retriever. The score depends on the query terms that occur in the fact,
    and on the *seeds* that take part in the fact.

    *seeds* are entity ids with weights from 0 to 1. The names of the fact's predicate and of its entities' types, in
    all languages, count as terms of the fact.
    """
    ends = {fact.subject, fact.object, *(one.entity for one in fact.participants)}
    near = sorted((weight for uuid, weight in seeds.items() if uuid in ends), reverse=True)
    by_seeds = _FIRST_SEED_WEIGHT * near[0] + _SECOND_SEED_WEIGHT * sum(near[1:2]) if near else 0.0
    return by_seeds + (query_terms.matched_share(fact_terms(fact)) if query_terms.tokens else 0.0)


def fact_terms(fact: Fact) -> set[str]:
    """Return the terms of a fact: the words of its text and value, the names of its predicate and entity types, and
    words that ask for the kind of fact, such as "believe" if the fact is a belief.
    """
    found = set(tokens(fact.text))
    found.update(
        _predicate_terms(fact.predicate), _type_terms(fact.subject_type), lexicon.words(f"asked_{fact.scope.value}")
    )
    if fact.object_type is not None:
        found.update(_type_terms(fact.object_type))
    if fact.value is not None:
        found.update(tokens(fact.value))
    return found


@cache
def _predicate_terms(predicate: str) -> frozenset[str]:
    known = shipped_table().find(predicate)
    names = (predicate,) if known is None else (predicate, known.name, known.zh, *known.names)
    return frozenset(token for name in names for token in tokens(name.replace("_", " ")))


@cache
def _type_terms(name: str) -> frozenset[str]:
    key = SHIPPED.type(name)
    names = [word for one in DEFAULT_ENTITY_TYPES if SHIPPED.type(one.name) == key for word in (one.name, *one.names)]
    return frozenset(token for word in (name, *names) for token in tokens(word))
