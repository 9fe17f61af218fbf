"""How much of a query each candidate says: the names in it and its other words, on one scale for all kinds."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from episodic.model.graph import Entity, Fact
from episodic.model.names import name_key
from episodic.search.candidates import Key, Pool
from episodic.search.fields import Filtered, HitKind
from episodic.search.known_names import KnownName
from episodic.search.overlap import Asked, fact_terms
from episodic.search.view import View
from episodic.text.scripts import is_ideographic
from episodic.text.words import tokens

_QUOTES = 3
"""So many of a fact's quotes are looked at."""


@dataclass(frozen=True, slots=True)
class _Said:
    """What a candidate says: its words as they are compared, and who stands at its ends."""

    key: str
    terms: frozenset[str]
    ends: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Named:
    """A name of the query, by any name of those who bear it: Han names as they are written, others word by word."""

    ids: frozenset[str]
    written: tuple[str, ...]
    worded: tuple[frozenset[str], ...]

    @staticmethod
    def of(name: KnownName, bearers: Iterable[Entity]) -> _Named:
        """The name as it is looked for. A single letter or character stands for too many to be looked for."""
        keys = dict.fromkeys((name.key, *(alias.key for one in bearers for alias in one.aliases if len(alias.key) > 1)))
        han = tuple(key for key in keys if any(map(is_ideographic, key)))
        worded = (frozenset(tokens(key)) for key in keys if key not in han)
        return _Named(frozenset(name.entities), han, tuple(one for one in worded if one))

    def stands_in(self, said: _Said) -> bool:
        """Whether one of them is an end of what is said, or is named there."""
        if self.ids & said.ends or any(key in said.key for key in self.written):
            return True
        return any(words <= said.terms for words in self.worded)


def coverage(pool: Pool, candidates: Collection[Key], *, asked: Asked, names: Sequence[KnownName]) -> dict[Key, float]:
    """How much of the query each candidate says, from 0 to 1; 1 where the query asks for nothing that any of them says.

    Each name counts once, whichever of its bearer's names is used, and each other word once. What few of the candidates say
    weighs more, by log(1 + candidates / those that say it), as in inverse document frequency (Spärck Jones, 1972).
    """
    named = [_Named.of(one, _bearers(pool, one)) for one in names]
    found: dict[Key, list[bool]] = {}
    for key in candidates:
        said = _said(pool.view, pool.seen[key].thing)
        found[key] = [*(one.stands_in(said) for one in named), *(asked.finds(said.terms))]
    counts = [sum(column) for column in zip(*found.values(), strict=True)]
    weights = [math.log1p(len(found) / count) if count else 0.0 for count in counts]
    whole = sum(weights)
    if not whole:
        return dict.fromkeys(found, 1.0)
    return {
        key: min(1.0, sum(weight for weight, is_said in zip(weights, row, strict=True) if is_said) / whole)
        for key, row in found.items()
    }


def _bearers(pool: Pool, name: KnownName) -> Iterable[Entity]:
    for uuid in name.entities:
        candidate = pool.seen.get((HitKind.ENTITY, uuid))
        if candidate is not None and isinstance(candidate.thing, Entity):
            yield candidate.thing


def _said(view: View, thing: Filtered) -> _Said:
    match thing:
        case Fact():
            quotes = [one.quote for one in thing.evidence if view.reads_chapter(one.episode)][:_QUOTES]
            words = "\n".join((thing.text, *quotes))
            ends = (thing.subject, thing.object, thing.holder, *(one.entity for one in thing.participants))
            terms = frozenset((*fact_terms(thing), *tokens(words)))
            return _Said(name_key(words), terms, frozenset(one for one in ends if one))
        case Entity():
            words = "\n".join((*(one.text for one in thing.aliases), thing.summary))
            return _Said(name_key(words), frozenset(tokens(words)), frozenset((thing.uuid,)))
        case _:
            return _Said(name_key(thing.text), frozenset(tokens(thing.text)), frozenset())
