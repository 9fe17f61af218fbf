"""Tests of columns whose values are made when they are read."""

from __future__ import annotations

from episodic.pipeline.checkpoint.columns import Column, ColumnWithGaps, DividedColumn, MappedColumn, RowColumn


def checked(column: Column, expected: list[object]) -> None:
    assert len(column) == len(expected)
    assert list(column) == expected
    assert [column[place] for place in range(len(expected))] == expected


def test_columns_have_their_values_one_by_one_and_together() -> None:
    checked(MappedColumn(str, [3, 1]), ["3", "1"])
    checked(RowColumn(tuple, [[1, 2], MappedColumn(str, [8, 9])]), [(1, "8"), (2, "9")])
    checked(DividedColumn(True, [2, 0, 1], [1, 2, 3]), [(1, 2), (), (3,)])
    checked(DividedColumn(False, [0, 1], [7]), [[], [7]])
    checked(ColumnWithGaps([0, 2, 3], ["a", "b"]), [None, "a", None, None, "b"])


def test_only_the_value_that_is_read_is_made() -> None:
    made: list[int] = []

    def value_of(number: int) -> int:
        made.append(number)
        return number

    column = DividedColumn(True, [1, 2], MappedColumn(value_of, [4, 5, 6]))

    assert (column[1], made) == ((5, 6), [5, 6])
