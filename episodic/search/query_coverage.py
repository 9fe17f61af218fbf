"""Query coverage: the share of a query's names and words that a search candidate contains, weighted by rarity."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import compress

from episodic.model.episodes import Passage
from episodic.model.graph import Entity, Fact
from episodic.model.name_keys import name_key
from episodic.search.candidates import CandidateKey, SearchPool
from episodic.search.filter_fields import Filterable, HitKind
from episodic.search.identity_cache import IdentityCache
from episodic.search.known_names import KnownName
from episodic.search.searched_text import SearchedText, searched_text
from episodic.search.view import View
from episodic.search.word_overlap import QueryTerms, fact_labels
from episodic.text.scripts import is_ideographic
from episodic.text.tokens import tokens

_MAX_QUOTES = 3
"""The maximum number of quotes of a fact in which the words of the query are searched."""


@dataclass(frozen=True, slots=True)
class _CandidateText:
    """The text of a search candidate as written and prepared for look-ups, and the ids of the entities that take part in
    the fact or are the candidate itself.
    """

    written: str
    searched: SearchedText
    entities: frozenset[str]


@dataclass(frozen=True, slots=True)
class _QueryName:
    """A name in the query, with all names of the entities that have the name.

    Names in Han characters are stored as strings, and all other names as sets of words.
    """

    ids: frozenset[str]
    han_names: tuple[str, ...]
    word_names: tuple[frozenset[str], ...]

    @staticmethod
    def of(name: KnownName, bearers: Iterable[Entity]) -> _QueryName:
        """Prepare a name for matching. Aliases of only one character are left out, since they occur in many texts."""
        keys = dict.fromkeys((name.key, *(alias.key for one in bearers for alias in one.aliases if len(alias.key) > 1)))
        han = tuple(key for key in keys if any(map(is_ideographic, key)))
        word_sets = (frozenset(tokens(key)) for key in keys if key not in han)
        return _QueryName(frozenset(name.entities), han, tuple(words for words in word_sets if words))

    def occurrences(self, texts: Iterable[_CandidateText]) -> list[bool]:
        """Return for each text whether an entity with this name takes part in the candidate, or whether the text contains
        a name of such an entity.
        """
        apart, words = self.ids.isdisjoint, self.word_names
        if self.han_names:
            return [not apart(one.entities) or self._is_written_in(one) for one in texts]
        return [not apart(one.entities) or any(map(one.searched.has_words, words)) for one in texts]

    def _is_written_in(self, text: _CandidateText) -> bool:
        key = name_key(text.written)
        for name in self.han_names:
            if name in key:
                return True
        return any(map(text.searched.has_words, self.word_names))


def coverage(
    pool: SearchPool, candidates: Collection[CandidateKey], *, query_terms: QueryTerms, names: Sequence[KnownName]
) -> dict[CandidateKey, float]:
    """Return the share of the query that each candidate contains, from 0 to 1.

    All shares are 1 if no candidate contains any name or word of the query. Each name of the query counts once, and any
    alias of the named entity matches the name. Each word of the query outside of names counts once. The weight of a
    name or word is log(1 + number of candidates / number of candidates with the name or word), similar to inverse
    document frequency (Spärck Jones, 1972).
    """
    texts = [_candidate_text(pool.view, pool.candidates[key].item) for key in candidates]
    columns = [_QueryName.of(name, _bearers(pool, name)).occurrences(texts) for name in names]
    columns.extend(query_terms.matches_by_token([one.searched for one in texts]))
    counts = [sum(column) for column in columns]
    weights = [math.log1p(len(texts) / count) if count else 0.0 for count in counts]
    total = sum(weights)
    if not total:
        return dict.fromkeys(candidates, 1.0)
    rows = zip(*columns, strict=True)
    return {key: min(1.0, sum(compress(weights, row)) / total) for key, row in zip(candidates, rows, strict=True)}


def _bearers(pool: SearchPool, name: KnownName) -> Iterable[Entity]:
    for uuid in name.entities:
        candidate = pool.candidates.get((HitKind.ENTITY, uuid))
        if candidate is not None and isinstance(candidate.item, Entity):
            yield candidate.item


def _candidate_text(view: View, item: Filterable) -> _CandidateText:
    if not isinstance(item, Fact):
        return _OTHER_TEXTS.of(item)
    if all(view.reads_chapter(one.episode) for one in item.evidence[:_MAX_QUOTES]):
        return _FACT_TEXTS.of(item)
    return _fact_text(item, [one.quote for one in item.evidence if view.reads_chapter(one.episode)][:_MAX_QUOTES])


def _fact_text(fact: Fact, quotes: Sequence[str]) -> _CandidateText:
    words = "\n".join((fact.text, *quotes))
    ends = (fact.subject, fact.object, fact.holder, *(one.entity for one in fact.participants))
    searched = searched_text(words, fact.value).labelled(fact_labels(fact))
    return _CandidateText(words, searched, frozenset(one for one in ends if one))


def _whole_fact_text(fact: Fact) -> _CandidateText:
    return _fact_text(fact, [one.quote for one in fact.evidence[:_MAX_QUOTES]])


def _other_text(item: Entity | Passage) -> _CandidateText:
    match item:
        case Entity():
            words = "\n".join((*(one.text for one in item.aliases), item.summary))
            return _CandidateText(words, searched_text(words), frozenset((item.uuid,)))
        case Passage():
            return _CandidateText(item.text, searched_text(item.text), frozenset())


_MOST_TEXTS = 1 << 13
_FACT_TEXTS = IdentityCache(_whole_fact_text, most=_MOST_TEXTS)
_OTHER_TEXTS = IdentityCache(_other_text, most=_MOST_TEXTS)
