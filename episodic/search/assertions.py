"""Finds whether a query asks what somebody claims or believes, or what is true, and which facts only state a doubt."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

from episodic.languages import lexicon
from episodic.model.predicates import predicate_key
from episodic.model.readings import StatementScope
from episodic.search.searched_text import Labels
from episodic.search.word_overlap import QueryTerms
from episodic.text.inflections import stem
from episodic.text.scoring_rows import ScoringRow
from episodic.text.scripts import is_ideographic
from episodic.text.tokens import tokens


@dataclass(frozen=True, slots=True)
class AskedAssertion:
    """What the words of a query ask for: somebody's claims or beliefs, or what really happened.

    `scopes` are the kinds of statement that the query asks for: claims for "who says", and beliefs for "who believes".
    `asserted` is true for a query about what really happened, such as "who burned the mill"; `_words` are the stems of
    the query's content words.
    """

    scopes: frozenset[str]
    asserted: bool
    _words: frozenset[str]

    @staticmethod
    def of(query: str, terms: QueryTerms) -> AskedAssertion:
        words = [(stem(one.text), is_ideographic(one.text[0])) for one in terms.tokens]
        scopes = frozenset(
            scope.value
            for scope in StatementScope
            for asking in (_labels_of(lexicon.words(f"asked_{scope}")),)
            if any(asking.has(word, is_han=is_han) for word, is_han in words)
        )
        asserted = any(lexicon.pattern(name).search(query) for name in ("asks_who", "asks_whether"))
        return AskedAssertion(scopes, asserted, frozenset(word for word, _ in words))

    def asks_for(self, fact: ScoringRow) -> bool:
        """Return whether the fact has a holder and is of a kind that the query asks for, such as somebody's claim for
        "who says".
        """
        return fact.holder is not None and fact.scope in self.scopes

    def excludes(self, fact: ScoringRow) -> bool:
        """Return whether the query asks what really happened, and the fact says only that somebody has a question or a
        doubt.

        A fact is not excluded if the query has a word of the fact's predicate ("who suspects Tobias"). A fact is not
        excluded either if the query asks for statements of its kind ("who believes").
        """
        if not self.asserted or fact.scope in self.scopes:
            return False
        doubting = _doubting_words(fact.predicate)
        return bool(doubting) and doubting.isdisjoint(self._words)


@cache
def _labels_of(words: frozenset[str]) -> Labels:
    return Labels.of(words)


@lru_cache(maxsize=1 << 10)
def _doubting_words(predicate: str) -> frozenset[str]:
    """Return the stems of the words of a predicate that means asking or doubting, and an empty set for any other
    predicate.
    """
    if predicate_key(predicate) not in map(predicate_key, lexicon.words("doubting_predicates")):
        return frozenset()
    return frozenset(map(stem, tokens(predicate.replace("_", " "))))
