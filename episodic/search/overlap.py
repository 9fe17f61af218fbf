"""How much of a query the facts around an entity answer, by the words they share."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from episodic.model.graph import Fact
from episodic.model.predicates import shipped_table
from episodic.model.readings import StatementScope
from episodic.model.settings import DEFAULT_ENTITY_TYPES
from episodic.search.known_names import without_names
from episodic.search.vocabulary import SHIPPED
from episodic.text.inflections import stem
from episodic.text.words import QueryToken, query_tokens, tokens

_NAMED_END = 0.5
_NAMED_ONCE = 0.1
_SHORT = 2
_LIGHT = frozenset("的了着过在是得地把被向从他她它我你您们這这那其")
"""Characters that say nothing beside another one: of such a pair (死的, 住在) the other is what is asked for."""
_TELLING: Mapping[StatementScope, tuple[str, ...]] = MappingProxyType(
    {
        StatementScope.CLAIM: ("say", "claim", "tell", "说", "说过", "声称", "讲"),
        StatementScope.BELIEF: ("believe", "think", "suspect", "相信", "认为", "以为", "怀疑"),
        StatementScope.PLAN: ("plan", "intend", "打算", "计划"),
        StatementScope.WISH: ("want", "wish", "hope", "想要", "希望", "愿望"),
        StatementScope.DREAM: ("dream", "梦见", "梦到"),
    }
)
"""What is asked for where somebody asks who says, believes or plans something."""
_EMPTY = frozenset(
    "about and any are been but can could did does for from had has have her him his how its may might must not our over shall "
    "she should than that the their them then there they this these those was were what when where which who whom whose why "
    "will with would you your".split()
)
"""Words of questions and of every sentence: they say nothing of what is asked for."""
_ASKING = re.compile(
    "什[么麼]时候|什麼時候|[为為]什[么麼]|是?什[么麼]|怎[么麼][样樣]?|怎[样樣]|哪[里裡裏儿兒个個些位]?|是?[谁誰]是?|[吗嗎呢]|"
    "多少|何[时時处處人]|[为為如]何"
)
"""How Chinese asks, which is no part of what it asks for."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a query says beside names: its tokens without those of the names in it."""

    tokens: tuple[QueryToken, ...]

    @staticmethod
    def of(query: str, names: Collection[str]) -> Asked:
        """The query's tokens that no name of *names* (as keys) accounts for; none is made of a name and its neighbour."""
        of_names = {token for name in names for token in query_tokens(name)}
        rest = query_tokens(_ASKING.sub(" | ", without_names(query, names)))
        told = _without_light(token for token in rest if token not in of_names)
        return Asked(tuple(token for token in told if _tells(token)))

    def finds(self, terms: Collection[str]) -> list[bool]:
        """Of each token, whether it stands among *terms* in any of its forms; a single Han character: whether one begins with it."""
        begun = {term[0] for term in terms}
        stems = {stem(term) for term in terms}
        return [stem(token.text) in stems or (token.prefix and token.text in begun) for token in self.tokens]

    def share(self, terms: Collection[str]) -> float:
        """How much of what is asked stands among *terms*, from 0 to 1."""
        return sum(self.finds(terms)) / len(self.tokens) if self.tokens else 0.0


def _without_light(asked: Iterable[QueryToken]) -> Iterable[QueryToken]:
    """Pairs of Han characters without their light ones, each once; what is left of a pair goes where another pair has it."""
    found = list(asked)
    said = {character for token in found if not _LIGHT.intersection(token.text) for character in token.text}
    kept: dict[QueryToken, None] = {}
    for token in found:
        heavy = [one for one in token.text if one not in _LIGHT]
        if token.text.isascii() or len(heavy) == len(token.text):
            kept.setdefault(token)
        elif heavy and heavy[0] not in said:
            kept.setdefault(QueryToken(heavy[0], prefix=True))
    return kept


def _tells(token: QueryToken) -> bool:
    """Whether a token says anything: one or two letters of an alphabet (to, at, is) stand in every sentence, and so do others."""
    if token.text in _EMPTY:
        return False
    return token.prefix or len(token.text) > _SHORT or not token.text.isascii() or token.text.isdigit()


def nearness(fact: Fact, asked: Asked, seeds: Mapping[str, float]) -> float:
    """How well a fact next to *seeds* (entity ids with a weight from 0 to 1) answers: words it shares and ends that are asked for.

    The names of its predicate and of its ends' types count as its words, in every language they are known in.
    """
    ends = {fact.subject, fact.object, *(one.entity for one in fact.participants)}
    near = sorted((weight for uuid, weight in seeds.items() if uuid in ends), reverse=True)
    reached = _NAMED_ONCE * near[0] + _NAMED_END * sum(near[1:2]) if near else 0.0
    return reached + (asked.share(fact_terms(fact)) if asked.tokens else 0.0)


def fact_terms(fact: Fact) -> set[str]:
    """The words of a fact: those of its sentence and value, and the names of its predicate and of its ends' types."""
    found = set(tokens(fact.text))
    found.update(_predicate_terms(fact.predicate), _type_terms(fact.subject_type), _TELLING.get(fact.scope, ()))
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
