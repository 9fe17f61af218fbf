"""Tests of the pages of kept values."""

from __future__ import annotations

import random

import pytest

from episodic.pipeline.checkpoint.pages import KeptObject, Page, PagedValues, pages_of


def values_of(count: int, seed: int) -> list[KeptObject]:
    """Return values with increasing numbers, some of which are left out."""
    chance = random.Random(seed)
    numbers = sorted(chance.sample(range(2 * count), count))
    return [KeptObject(one, one % 3, chance.randbytes(chance.randrange(3000)).hex().encode()) for one in numbers]


def test_all_values_are_found_by_number() -> None:
    values = values_of(300, 1)
    paged = PagedValues()
    paged.add(pages_of(values))
    shuffled = random.Random(2).sample(values, len(values))

    assert [paged.get(one.number) for one in shuffled] == shuffled
    assert [paged.kind_of(one.number) for one in shuffled] == [one.kind for one in shuffled]
    assert paged.count == values[-1].number + 1


def test_a_missing_number_is_a_key_error() -> None:
    paged = PagedValues()
    paged.add(pages_of([KeptObject(3, 0, b"[]"), KeptObject(5, 0, b"[]")]))

    for number in (4, 6):
        with pytest.raises(KeyError):
            paged.get(number)


def test_a_page_comes_back_equal_and_ends_where_the_next_begins() -> None:
    values = values_of(10, 3)
    page = Page.of(values)

    found, length = Page.read(memoryview(page.written() + b"next"), page.sizes)

    assert length == len(page.written())
    assert (found.numbers.tolist(), found.kinds.tolist(), found.fields()) == (
        [one.number for one in values],
        [one.kind for one in values],
        [one.fields for one in values],
    )


def test_no_values_have_no_page() -> None:
    assert list(pages_of([])) == []
    assert PagedValues().count == 0
