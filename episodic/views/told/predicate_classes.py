"""Divides predicates into classes, so that only facts whose predicates are in one class can exclude or equal each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from episodic.model.predicates import Cardinality, Predicate, PredicateKind


class PredicateClasses:
    """Classes of predicates whose facts can exclude or equal each other: they share a name, an inverse or a family
    (predicates such as "friend of" and "enemy of", which exclude each other).
    """

    def __init__(self, predicates: Sequence[Predicate]) -> None:
        self._up: dict[str, str] = {}
        for one in predicates:
            for word in _words(one):
                first, second = self._top(one.name), self._top(word)
                if first != second:
                    self._up[second] = first
        self.of = [self._top(one.name) for one in predicates]

    def named(self, name: str) -> str:
        return self._top(name)

    def extends(self, earlier: PredicateClasses) -> bool:
        """Return whether the predicates of *earlier* come first in this object, and have the same classes."""
        return self.of[: len(earlier.of)] == earlier.of

    def _top(self, word: str) -> str:
        while word in self._up:
            word = self._up[word]
        return word


def is_limited(predicate: Predicate) -> bool:
    """Return whether facts with the predicate can exclude each other, or say where an entity is."""
    single = predicate.kind is not PredicateKind.EVENT and predicate.cardinality is not Cardinality.MANY
    return single or predicate.place


def tells_place(predicate: Predicate) -> bool:
    """Return whether statements with the predicate may say that a place is in another."""
    return bool(predicate.within) or predicate.name == "contains"


def _words(predicate: Predicate) -> Iterator[str]:
    if predicate.inverse is not None:
        yield predicate.inverse
    yield from (predicate.family or "").split()
