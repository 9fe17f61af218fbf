"""Columns of a checkpoint whose values are made from the JSON of the column when they are read."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Protocol


class Column(Protocol):
    """The values of a column, in order. A list is such a column."""

    def __getitem__(self, place: int, /) -> object: ...
    def __iter__(self) -> Iterator[object]: ...
    def __len__(self) -> int: ...


class MappedColumn:
    """A column of values that *value_of* makes from the numbers *written*."""

    __slots__ = ("_value_of", "_written")

    def __init__(self, value_of: Callable[[int], object], written: Sequence[int]) -> None:
        self._value_of, self._written = value_of, written

    def __getitem__(self, place: int) -> object:
        return self._value_of(self._written[place])

    def __iter__(self) -> Iterator[object]:
        return map(self._value_of, self._written)

    def __len__(self) -> int:
        return len(self._written)


class RowColumn:
    """A column of values that *made_of* makes from their fields, which are columns of the same length."""

    __slots__ = ("_fields", "_made_of")

    def __init__(self, made_of: Callable[[Iterable[object]], object], fields: Sequence[Column]) -> None:
        self._made_of, self._fields = made_of, fields

    def __getitem__(self, place: int) -> object:
        return self._made_of([field[place] for field in self._fields])

    def __iter__(self) -> Iterator[object]:
        return map(self._made_of, zip(*self._fields, strict=True))

    def __len__(self) -> int:
        return len(self._fields[0])


class DividedColumn:
    """A column of tuples, or of lists if *is_tuple* is false. Their items follow one another in the column *items*."""

    __slots__ = ("_ends", "_is_tuple", "_items")

    def __init__(self, is_tuple: bool, lengths: Sequence[int], items: Column) -> None:
        self._is_tuple = is_tuple
        self._items = items
        self._ends = list(accumulate(lengths, initial=0))

    def __getitem__(self, place: int) -> object:
        found = [self._items[at] for at in range(self._ends[place], self._ends[place + 1])]
        return tuple(found) if self._is_tuple else found

    def __iter__(self) -> Iterator[object]:
        return map(self.__getitem__, range(len(self)))

    def __len__(self) -> int:
        return len(self._ends) - 1


class ColumnWithGaps:
    """A column of values and None. *gaps* are the places of None in increasing order, and *values* is the column of the
    other values.
    """

    __slots__ = ("_gaps", "_values")

    def __init__(self, gaps: Sequence[int], values: Column) -> None:
        self._gaps, self._values = gaps, values

    def __getitem__(self, place: int) -> object:
        before = bisect_left(self._gaps, place)
        if before < len(self._gaps) and self._gaps[before] == place:
            return None
        return self._values[place - before]

    def __iter__(self) -> Iterator[object]:
        return map(self.__getitem__, range(len(self)))

    def __len__(self) -> int:
        return len(self._gaps) + len(self._values)
