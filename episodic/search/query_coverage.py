"""Query coverage: how much of a query's names and words a search candidate contains, where rare names and words count
more.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from episodic.model.graph import Entity
from episodic.search.candidates import CandidateColumns, SearchPool
from episodic.search.filter_fields import HitKind
from episodic.search.known_names import KnownName
from episodic.search.related_by import RelatedBy
from episodic.search.searched_text import NO_LABELS, Labels, SearchedTexts, has_words
from episodic.search.word_overlap import QueryTerms, row_labels
from episodic.text.scoring_rows import ScoringRow
from episodic.text.scripts import is_ideographic
from episodic.text.tokens import tokens


@dataclass(frozen=True, slots=True)
class _QueryName:
    """A name with Han characters is looked up as a string, and any other name as a set of words."""

    ids: frozenset[str]
    han_names: tuple[str, ...]
    word_names: tuple[frozenset[str], ...]

    @staticmethod
    def of(name: KnownName, bearers: Iterable[Entity]) -> _QueryName:
        """Return a name of the query with the other names of the entities that have it. Names that are only one
        character long are ignored unless the query contains them, because a single character occurs in many texts.
        """
        keys = dict.fromkeys((name.key, *(alias.key for one in bearers for alias in one.aliases if len(alias.key) > 1)))
        han = tuple(key for key in keys if any(map(is_ideographic, key)))
        word_sets = (frozenset(tokens(key)) for key in keys if key not in han)
        return _QueryName(frozenset(name.entities), han, tuple(words for words in word_sets if words))

    def occurrences(self, texts: _NamedTexts) -> list[bool]:
        found = [not apart for apart in map(self.ids.isdisjoint, texts.parties)]
        for name in self.han_names:
            found = [known or name in text for known, text in zip(found, texts.name_texts, strict=True)]
        for words in self.word_names:
            found = [
                known or has_words(spaced, labels, words)
                for known, spaced, labels in zip(found, texts.words, texts.labels, strict=True)
            ]
        return found


class _NamedTexts(NamedTuple):
    parties: Sequence[Sequence[str]]
    name_texts: Sequence[str]
    words: Sequence[str]
    labels: Sequence[Labels]

    @staticmethod
    def of(candidates: CandidateColumns, labels: Sequence[Labels]) -> _NamedTexts:
        rows = candidates.rows
        parties = list(map(_parties, candidates.kinds, candidates.uuids, rows))
        return _NamedTexts(parties, [row.text_with_names for row in rows], [row.words for row in rows], labels)


class Coverage(NamedTuple):
    """For each candidate, the share (0 to 1) of the query's names and words that it contains, and what relates it to
    the query.
    """

    shares: list[float]
    related_by: list[RelatedBy]


def coverage(
    pool: SearchPool, candidates: CandidateColumns, *, query_terms: QueryTerms, names: Sequence[KnownName]
) -> Coverage:
    """Return which share of the query's names and words each candidate contains, and what relates it to the query.

    If the query has no names and no content words, every share is 1. A name in the query counts as found if the
    candidate has any name of the same entity. Each name, and each content word outside of names, has a
    weight. If n of N candidates contain the name or word, its weight is log(1 + N / n). The weight of a word is similar
    to inverse document frequency (Spärck Jones, 1972).
    """
    kinds, _, rows = candidates
    labels = [row_labels(row) if kind is HitKind.FACT else NO_LABELS for kind, row in zip(kinds, rows, strict=True)]
    columns: list[list[bool]] = []
    if names:
        named = _NamedTexts.of(candidates, labels)
        columns = [_QueryName.of(name, _bearers(pool, name)).occurrences(named) for name in names]
    texts = SearchedTexts([row.folded for row in rows], [row.stems for row in rows], labels)
    columns += query_terms.matches_by_token(texts)
    if not columns:
        return Coverage([1.0] * len(rows), [RelatedBy.SIMILARITY] * len(rows))
    related_by = _related_by(columns, number_of_names=len(names), number=len(rows))
    counts = [sum(column) for column in columns]
    weights = [math.log1p(len(rows) / count) if count else 0.0 for count in counts]
    total = sum(weights)
    if not total:
        return Coverage([0.0] * len(rows), related_by)
    shares = np.zeros(len(rows))
    for weight, column in zip(weights, np.array(columns, np.float64), strict=True):
        shares += weight * column
    found: list[float] = np.minimum(shares / total, 1.0).tolist()
    return Coverage(found, related_by)


def _related_by(columns: Sequence[Sequence[bool]], *, number_of_names: int, number: int) -> list[RelatedBy]:
    matches = np.array(columns, np.bool_).reshape(len(columns), number)
    named: list[bool] = np.any(matches[:number_of_names], axis=0).tolist()
    worded: list[bool] = np.any(matches[number_of_names:], axis=0).tolist()
    return [
        RelatedBy.NAME if by_name else RelatedBy.WORDS if by_word else RelatedBy.SIMILARITY
        for by_name, by_word in zip(named, worded, strict=True)
    ]


def _bearers(pool: SearchPool, name: KnownName) -> Iterable[Entity]:
    for uuid in name.entities:
        # Entities whose names occur in the query are decoded already, because their names had to be checked.
        entity = pool.decoded(HitKind.ENTITY, uuid) if uuid in pool.rows[HitKind.ENTITY] else None
        if isinstance(entity, Entity):
            yield entity


def _parties(kind: HitKind, uuid: str, row: ScoringRow) -> Sequence[str]:
    if kind is HitKind.FACT:
        return row.entities if row.holder is None else (*row.entities, row.holder)
    return (uuid,) if kind is HitKind.ENTITY else ()
