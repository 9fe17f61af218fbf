"""Query coverage: the share of a query's names and words that a search candidate contains, weighted by rarity."""

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

    def occurrences(self, texts: _NamedTexts) -> list[bool]:
        """Return for each candidate whether an entity with this name takes part in it, or whether its text contains a name
        of such an entity.
        """
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
    """The parts of each candidate in which names are looked up: the entities that take part in the candidate, the text
    with names in Han characters, the alphabetic words, and the labels.
    """

    parties: Sequence[Sequence[str]]
    name_texts: Sequence[str]
    words: Sequence[str]
    labels: Sequence[Labels]

    @staticmethod
    def of(candidates: CandidateColumns, labels: Sequence[Labels]) -> _NamedTexts:
        """Return the texts of the candidates, which have these *labels*."""
        rows = candidates.rows
        parties = list(map(_parties, candidates.kinds, candidates.uuids, rows))
        return _NamedTexts(parties, [row.text_with_names for row in rows], [row.words for row in rows], labels)


def coverage(
    pool: SearchPool, candidates: CandidateColumns, *, query_terms: QueryTerms, names: Sequence[KnownName]
) -> list[float]:
    """Return the share of the query that each candidate contains, from 0 to 1.

    All shares are 1 if no candidate contains any name or word of the query. Each name of the query counts once, and any
    alias of the named entity matches the name. Each word of the query outside of names counts once. The weight of a
    name or word is log(1 + number of candidates / number of candidates with the name or word), similar to inverse
    document frequency (Spärck Jones, 1972).
    """
    kinds, _, rows = candidates
    labels = [row_labels(row) if kind is HitKind.FACT else NO_LABELS for kind, row in zip(kinds, rows, strict=True)]
    columns: list[list[bool]] = []
    if names:
        named = _NamedTexts.of(candidates, labels)
        columns = [_QueryName.of(name, _bearers(pool, name)).occurrences(named) for name in names]
    texts = SearchedTexts([row.folded for row in rows], [row.stems for row in rows], labels)
    columns += query_terms.matches_by_token(texts)
    counts = [sum(column) for column in columns]
    weights = [math.log1p(len(rows) / count) if count else 0.0 for count in counts]
    total = sum(weights)
    if not total:
        return [1.0] * len(rows)
    shares = np.zeros(len(rows))
    for weight, column in zip(weights, np.array(columns, np.float64), strict=True):
        shares += weight * column
    found: list[float] = np.minimum(shares / total, 1.0).tolist()
    return found


def _bearers(pool: SearchPool, name: KnownName) -> Iterable[Entity]:
    for uuid in name.entities:
        # The entities that a query names have already been decoded.
        entity = pool.decoded(HitKind.ENTITY, uuid) if uuid in pool.rows[HitKind.ENTITY] else None
        if isinstance(entity, Entity):
            yield entity


def _parties(kind: HitKind, uuid: str, row: ScoringRow) -> Sequence[str]:
    """Return the ids of the entities that take part in a fact, or the id of an entity itself."""
    if kind is HitKind.FACT:
        return row.entities if row.holder is None else (*row.entities, row.holder)
    return (uuid,) if kind is HitKind.ENTITY else ()
