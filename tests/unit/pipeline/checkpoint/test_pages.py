"""Tests of the pages of kept values."""

from __future__ import annotations

import random

import pytest

from episodic.pipeline.checkpoint.pages import KeptObject, OpenPages, PagedLines, PagedValues, ValuePages


def values_of(count: int, seed: int) -> list[KeptObject]:
    """Return values with increasing numbers, some of which are left out."""
    chance = random.Random(seed)
    numbers = sorted(chance.sample(range(2 * count), count))
    return [KeptObject(one, one % 3, chance.randbytes(chance.randrange(3000)).hex().encode()) for one in numbers]


def paged(*parts: list[KeptObject]) -> PagedValues:
    """Return values in pages, each part by itself."""
    found = PagedValues(OpenPages())
    for one in parts:
        found.add(ValuePages.of(one))
    return found


@pytest.mark.parametrize("first", [300, 120, 1])
def test_all_values_are_found_by_number(first: int) -> None:
    values = values_of(300, 1)
    found = paged(*filter(None, (values[:first], values[first:])))
    shuffled = random.Random(2).sample(values, len(values))

    assert [found.get(one.number) for one in shuffled] == shuffled
    assert [found.kind_of(one.number) for one in shuffled] == [one.kind for one in shuffled]
    assert found.count == values[-1].number + 1


def test_a_missing_number_is_a_key_error() -> None:
    found = paged([KeptObject(3, 0, b"[]"), KeptObject(5, 0, b"[]")])

    for number in (4, 6):
        with pytest.raises(KeyError):
            found.get(number)


def test_values_come_back_equal_from_the_middle_of_a_content() -> None:
    values = values_of(40, 3)
    written = ValuePages.of(values).written()

    found = ValuePages(values[0].number, values[-1].number, b"before" + written + b"next", 6)

    assert found.written() == written
    assert (found.numbers.tolist(), found.kinds.tolist(), list(found.lines.between(0, len(found.lines)))) == (
        [one.number for one in values],
        [one.kind for one in values],
        [one.fields for one in values],
    )


def test_lines_are_found_by_index() -> None:
    lines = [one.fields for one in values_of(200, 4)]
    paged_lines, opened = PagedLines.of(lines), OpenPages()

    assert len(paged_lines) == 200
    assert [opened.line(paged_lines, number) for number in (0, 199, 77, 0)] == [lines[at] for at in (0, 199, 77, 0)]
    assert list(paged_lines.between(13, 150)) == lines[13:150]
    assert paged_lines.place_of(199)[0] > 1


def test_no_lines_have_no_page() -> None:
    assert list(PagedLines.of([]).between(0, 0)) == []
    assert len(PagedLines.of([])) == 0
    assert PagedValues(OpenPages()).count == 0
