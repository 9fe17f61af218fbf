"""The statements of a work up to a given chapter that a person knows, in the form in which the person knows them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from episodic.temporal.placed import PlacedPassage, PlacedStatement
from episodic.views.told.statement_rows import LearnedRow, Numbers, PlacedRow, Row
from episodic.views.told.statements import ToldStatements


class KnownStatements(ToldStatements):
    """The statements of *whole* that a person knows, in narrative order. *known* has one entry for each statement of
    *whole*. *learned* maps the number of a statement in *whole* to the statement as the person knows it, for statements
    that he knows only because he learned their contents. *passages* are the passages of the work by id.
    """

    def __init__(
        self,
        whole: ToldStatements,
        known: NDArray[np.bool_],
        learned: Mapping[int, PlacedStatement],
        passages: Mapping[str, PlacedPassage],
    ) -> None:
        self.entities, self.predicates = whole.entities, whole.predicates
        self._whole = whole
        self.first_passages = whole.first_passages
        numbers = np.flatnonzero(known).tolist()
        learned = {one: learned[one] for one in numbers if one in learned}
        self._numbers_in_whole: Numbers = np.array(_ordered(whole, numbers, learned), dtype=np.int64)
        ids = list(whole)
        self._numbers = {ids[one]: number for number, one in enumerate(self._numbers_in_whole.tolist())}
        self._learned = {self._numbers[one.uuid]: one for one in learned.values()}
        self.columns = whole.columns.of(self._numbers_in_whole)
        for number, one in self._learned.items():
            passage = passages[one.passage]
            self.columns.passage[number] = self.first_passages[passage.episode] + passage.index
            self.columns.start[number], self.columns.end[number] = one.evidence.start, one.evidence.end
        # Passages are numbered through all chapters in narrative order, as statements are.
        firsts = [*self.first_passages.values(), len(passages)]
        ends = np.searchsorted(self.columns.passage, firsts).tolist()
        self._in = {one: range(*ends[number : number + 2]) for number, one in enumerate(self.first_passages)}
        self._rows: dict[int, PlacedRow] = {}
        self._placed: dict[int, PlacedStatement] = {}
        self._of_root: dict[int, Sequence[int]] = {}

    def row(self, number: int) -> Row:
        learned = self._learned.get(number)
        return self.stored(number) if learned is None else LearnedRow(self.stored(number), learned)

    def stored(self, number: int) -> PlacedRow:
        return self._whole.stored(int(self._numbers_in_whole[number]))

    def at(self, number: int) -> PlacedStatement:
        return self._learned.get(number) or self._whole.at(int(self._numbers_in_whole[number]))

    @property
    def partly_known(self) -> frozenset[str]:
        """Return the ids of the statements of which the person has learned only the content."""
        return frozenset(one.uuid for one in self._learned.values())

    @cached_property
    def by_root(self) -> tuple[Numbers, Numbers]:
        roots, numbers = self._whole.by_root
        own: Numbers = np.full(len(self._whole), -1, dtype=np.int64)
        own[self._numbers_in_whole] = np.arange(len(self._numbers_in_whole), dtype=np.int64)
        own = own[numbers]
        roots, own = roots[own >= 0], own[own >= 0]
        order = np.lexsort((own, roots))
        return roots[order], own[order]


def _ordered(whole: ToldStatements, numbers: Sequence[int], learned: Mapping[int, PlacedStatement]) -> list[int]:
    """Return the statements *numbers* of *whole* in narrative order. Statements in *learned* come at the place where
    the person learns them.
    """
    if not learned:
        return list(numbers)

    def place(number: int) -> tuple[int, int, tuple[int, int, int, int, str]]:
        one = learned.get(number)
        if one is None:
            return number, 1, (0, 0, 0, 0, "")
        key = one.narrative_key
        return bisect_left(range(len(whole)), key, key=lambda other: whole.at(other).narrative_key), 0, key

    return sorted(numbers, key=place)
