"""Tests of values whose fields are loaded when one of the fields is read for the first time."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest

from episodic.model.deferred import Deferred, address_of, deferred, deferred_values, is_same, set_address
from episodic.model.spans import Evidence, NarrativePosition

QUOTE = Evidence("e1", "She left.", 4, 13, NarrativePosition(1, 4))


@dataclass
class Shelf:
    """A source that keeps one quote, and counts how often the quote is loaded."""

    loaded: list[int] = field(default_factory=list[int])

    def load(self, number: int) -> Deferred:
        """Return the quote."""
        self.loaded.append(number)
        return replace(QUOTE)


def test_a_value_is_loaded_once_when_a_field_is_read() -> None:
    shelf = Shelf()
    quote = deferred(Evidence, shelf, 7)
    before = list(shelf.loaded)

    read = (quote.quote, quote.start, quote == QUOTE)

    assert (before, read, shelf.loaded) == ([], ("She left.", 4, True), [7])


def test_a_known_field_is_read_without_loading_the_value() -> None:
    shelf = Shelf()
    quote = deferred(Evidence, shelf, 7, {"start": 4})
    before = (quote.start, list(shelf.loaded))

    read = (quote.quote, quote.start, quote == QUOTE)

    assert (before, read, shelf.loaded) == ((4, []), ("She left.", 4, True), [7])


def test_many_values_are_each_loaded_when_used() -> None:
    shelf = Shelf()

    found = deferred_values(Evidence, shelf, [4, 2])

    assert [address_of(one) for one in found] == [(shelf, 4), (shelf, 2)]
    assert (found[1].quote, shelf.loaded) == ("She left.", [2])


def test_a_value_of_another_source_has_the_address_of_that_source() -> None:
    shelf = Shelf()
    quote = replace(QUOTE)

    set_address(quote, shelf, 3)

    assert address_of(quote) == (shelf, 3)
    assert address_of(replace(quote)) is None


def test_two_values_of_one_address_are_the_same() -> None:
    shelf, quote = Shelf(), replace(QUOTE)
    set_address(quote, shelf, 3)

    assert is_same(quote, quote)
    assert is_same(quote, deferred(Evidence, shelf, 3))
    assert not is_same(quote, deferred(Evidence, shelf, 4))
    assert not is_same(quote, deferred(Evidence, Shelf([1]), 3))
    assert not is_same(replace(QUOTE), replace(QUOTE))
    assert shelf.loaded == []


def test_a_missing_attribute_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="'Evidence' object has no attribute 'colour'"):
        getattr(replace(QUOTE), "colour")  # noqa: B009 - a name that the type checkers would refuse
