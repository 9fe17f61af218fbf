"""Query coverage: the share of a query's names and words that a search candidate contains, weighted by rarity."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from episodic.model.graph import Entity
from episodic.search.candidates import CandidateKey, SearchPool
from episodic.search.filter_fields import HitKind
from episodic.search.known_names import KnownName
from episodic.search.searched_text import NO_LABELS, Labels, SearchedTexts, has_words
from episodic.search.word_overlap import QueryTerms, row_labels
from episodic.text.scoring_rows import ScoringRow
from episodic.text.scripts import is_ideographic
from episodic.text.tokens import tokens


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

    def occurrences(
        self, rows: Sequence[ScoringRow], labels: Sequence[Labels], parties: Sequence[Sequence[str]]
    ) -> list[bool]:
        """Return for each candidate whether an entity with this name is one of its *parties*, or whether its text contains
        a name of such an entity.
        """
        apart, written = self.ids.isdisjoint, self._is_written_in
        return [not apart(of) or written(row, own) for row, own, of in zip(rows, labels, parties, strict=True)]

    def _is_written_in(self, row: ScoringRow, labels: Labels) -> bool:
        for name in self.han_names:
            if row.has_name(name):
                return True
        for words in self.word_names:  # noqa: SIM110 - a generator would take twice the time, and this is called thousands of times
            if has_words(row.words, labels, words):
                return True
        return False


def coverage(
    pool: SearchPool, candidates: Collection[CandidateKey], *, query_terms: QueryTerms, names: Sequence[KnownName]
) -> dict[CandidateKey, float]:
    """Return the share of the query that each candidate contains, from 0 to 1.

    All shares are 1 if no candidate contains any name or word of the query. Each name of the query counts once, and any
    alias of the named entity matches the name. Each word of the query outside of names counts once. The weight of a
    name or word is log(1 + number of candidates / number of candidates with the name or word), similar to inverse
    document frequency (Spärck Jones, 1972).
    """
    every = pool.candidates
    rows = [every[key].row for key in candidates]
    labels = [
        row_labels(row) if key[0] is HitKind.FACT else NO_LABELS for key, row in zip(candidates, rows, strict=True)
    ]
    parties = [_parties(key, row) for key, row in zip(candidates, rows, strict=True)] if names else []
    columns = [_QueryName.of(name, _bearers(pool, name)).occurrences(rows, labels, parties) for name in names]
    texts = SearchedTexts([row.folded for row in rows], [row.stems for row in rows], labels)
    columns += query_terms.matches_by_token(texts)
    counts = [sum(column) for column in columns]
    weights = [math.log1p(len(rows) / count) if count else 0.0 for count in counts]
    total = sum(weights)
    if not total:
        return dict.fromkeys(candidates, 1.0)
    shares = np.zeros(len(rows))
    for weight, column in zip(weights, columns, strict=True):
        shares[column] += weight
    return dict(zip(candidates, np.minimum(shares / total, 1.0).tolist(), strict=True))


def _bearers(pool: SearchPool, name: KnownName) -> Iterable[Entity]:
    for uuid in name.entities:
        candidate = pool.candidates.get((HitKind.ENTITY, uuid))
        # The entities that a query names are decoded.
        if candidate is not None and isinstance(candidate.decoded, Entity):
            yield candidate.decoded


def _parties(key: CandidateKey, row: ScoringRow) -> Sequence[str]:
    """Return the ids of the entities that take part in a fact, or the id of an entity itself."""
    kind, uuid = key
    if kind is HitKind.FACT:
        return row.entities if row.holder is None else (*row.entities, row.holder)
    return (uuid,) if kind is HitKind.ENTITY else ()
