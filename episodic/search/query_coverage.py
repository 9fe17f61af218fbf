"""Query coverage: the share of a query's names and words that a search candidate contains, weighted by rarity."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import NamedTuple

from episodic.model.graph import Entity
from episodic.search.candidates import CandidateKey, SearchPool
from episodic.search.filter_fields import HitKind
from episodic.search.known_names import KnownName
from episodic.search.searched_text import SearchedText
from episodic.search.word_overlap import QueryTerms, row_labels
from episodic.text.scoring_rows import ScoringRow
from episodic.text.scripts import is_ideographic
from episodic.text.tokens import tokens


class _CandidateText(NamedTuple):
    """The text of a search candidate, its scoring row, and the ids of the entities that take part in the fact or are the
    candidate itself.
    """

    searched: SearchedText
    row: ScoringRow
    entities: Sequence[str]


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
        for name in self.han_names:
            if text.row.has_name(name):
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
    texts = [_candidate_text(key, pool.candidates[key].row) for key in candidates]
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
        # The entities that a query names are decoded.
        if candidate is not None and isinstance(candidate.decoded, Entity):
            yield candidate.decoded


def _candidate_text(key: CandidateKey, row: ScoringRow) -> _CandidateText:
    kind, uuid = key
    if kind is HitKind.FACT:
        searched = SearchedText(row.folded, row.words, row.stems, row_labels(row))
        return _CandidateText(searched, row, row.entities if row.holder is None else (*row.entities, row.holder))
    searched = SearchedText(row.folded, row.words, row.stems)
    return _CandidateText(searched, row, (uuid,) if kind is HitKind.ENTITY else ())
