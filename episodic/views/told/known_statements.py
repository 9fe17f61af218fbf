"""The statements of a work up to a given chapter that a person knows, in the form in which the person knows them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from episodic.temporal.placed import PlacedPassage, PlacedStatement
from episodic.views.told.statement_rows import LearnedRow, Numbers, PlacedRow, Row
from episodic.views.told.statements import ToldStatements


class KnownStatements(ToldStatements):
    """The statements of *whole* that a person knows, in narrative order. *known* has one flag for each statement of
    *whole*. *learned* maps the number of a statement in *whole* to the statement as the person knows it. *learned*
    contains only statements that he knows from reports of learning ("she heard that ...") and from no other source.
    *passages* are the passages of the work by id.
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
        self._in_whole: Sequence[int] = _ordered(whole, numbers, learned)
        self._numbers_in_whole: Numbers = np.array(self._in_whole, dtype=np.int64)
        self._own_number: Numbers = np.full(len(whole), -1, dtype=np.int64)
        self._own_number[self._numbers_in_whole] = np.arange(len(self._numbers_in_whole), dtype=np.int64)
        self._learned = {int(self._own_number[number]): one for number, one in learned.items()}
        self.columns = whole.columns.of(self._numbers_in_whole)
        for number, one in self._learned.items():
            passage = passages[one.passage]
            self.columns.passage[number] = self.first_passages[passage.episode] + passage.index
            self.columns.start[number], self.columns.end[number] = one.evidence.start, one.evidence.end
        # Passages are numbered through all chapters in narrative order, as statements are.
        firsts = [*self.first_passages.values(), len(passages)]
        ends = np.searchsorted(self.columns.passage, firsts).tolist()
        self._in = {one: range(*ends[number : number + 2]) for number, one in enumerate(self.first_passages)}
        self._known_lists = ()
        self._rows: dict[int, PlacedRow] = {}
        self._placed: dict[int, PlacedStatement] = {}
        self._of_root: dict[int, Sequence[int]] = {}

    def row(self, number: int) -> Row:
        learned = self._learned.get(number)
        return self.stored(number) if learned is None else LearnedRow(self.stored(number), learned)

    def stored(self, number: int) -> PlacedRow:
        return self._whole.stored(self._in_whole[number])

    def at(self, number: int) -> PlacedStatement:
        return self._learned.get(number) or self._whole.at(self._in_whole[number])

    def __iter__(self) -> Iterator[str]:
        return map(self._whole.uuid_of, self._in_whole)

    def uuid_of(self, number: int) -> str:
        return self._whole.uuid_of(self._in_whole[number])

    def number_of(self, uuid: str) -> int | None:
        number = self._whole.number_of(uuid)
        own = -1 if number is None else int(self._own_number[number])
        return None if own < 0 else own

    @property
    def in_work(self) -> Numbers:
        return self._numbers_in_whole

    def id_in_work(self, number: int) -> str:
        return self._whole.uuid_of(number)

    @property
    def partly_known(self) -> frozenset[str]:
        """Return the ids of the statements that the person knows only from other words than their own quotes."""
        return frozenset(one.uuid for one in self._learned.values())

    @cached_property
    def by_root(self) -> tuple[Numbers, Numbers]:
        roots, numbers = self._whole.by_root
        own = self._own_number[numbers]
        roots, own = roots[own >= 0], own[own >= 0]
        if not self._learned:
            return roots, own
        # Statements that the person knows only from reports of learning have another place than in the whole work.
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
