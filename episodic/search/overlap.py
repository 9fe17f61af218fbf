"""How much of a query the facts around an entity answer, by the words they share."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache

from episodic.model.graph import Fact
from episodic.model.settings import DEFAULT_ENTITY_TYPES
from episodic.search.vocabulary import SHIPPED, shipped_table
from episodic.text.words import QueryToken, query_tokens, tokens

_NAMED_END = 0.5
_NAMED_ONCE = 0.1
_SHORT = 2


@dataclass(frozen=True, slots=True)
class Asked:
    """What a query says beside names: its tokens without those of the names in it."""

    tokens: tuple[QueryToken, ...]

    @staticmethod
    def of(query: str, names: Collection[str]) -> Asked:
        """The query's tokens that no name of *names* (as keys) accounts for."""
        of_names = {token for name in names for token in query_tokens(name)}
        return Asked(tuple(token for token in query_tokens(query) if token not in of_names and _tells(token)))

    def share(self, terms: Collection[str]) -> float:
        """How much of what is asked stands among *terms*, from 0 to 1."""
        if not self.tokens:
            return 0.0
        found = sum(
            1
            for token in self.tokens
            if token.text in terms or (token.prefix and any(term.startswith(token.text) for term in terms))
        )
        return found / len(self.tokens)


def _tells(token: QueryToken) -> bool:
    """Whether a token says anything: one or two letters of an alphabet (to, at, is) stand in every sentence."""
    return token.prefix or len(token.text) > _SHORT or not token.text.isascii() or token.text.isdigit()


def nearness(fact: Fact, asked: Asked, seeds: Mapping[str, float]) -> float:
    """How well a fact next to *seeds* (entity ids with a weight from 0 to 1) answers: words it shares and ends that are asked for.

    The names of its predicate and of its ends' types count as its words, in every language they are known in.
    """
    ends = {fact.subject, fact.object, *(one.entity for one in fact.participants)}
    near = sorted((weight for uuid, weight in seeds.items() if uuid in ends), reverse=True)
    reached = _NAMED_ONCE * near[0] + _NAMED_END * sum(near[1:2]) if near else 0.0
    return reached + (asked.share(_terms(fact)) if asked.tokens else 0.0)


def _terms(fact: Fact) -> set[str]:
    found = set(tokens(fact.text))
    found.update(_predicate_terms(fact.predicate), _type_terms(fact.subject_type))
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
