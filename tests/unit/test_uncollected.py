"""The search for garbage waits while much is made, and goes on afterwards whatever happened."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from episodic.uncollected import uncollected


@pytest.fixture(autouse=True)
def collecting() -> Iterator[None]:
    """Garbage is collected before and after each test."""
    gc.enable()
    yield
    gc.enable()


def test_inside_nothing_is_searched_for() -> None:
    """It is off within the block, and on behind it."""
    with uncollected():
        inside = gc.isenabled()

    assert (inside, gc.isenabled()) == (False, True)


def test_an_inner_block_does_not_end_an_outer_one() -> None:
    """Who turned it off turns it on again."""
    with uncollected():
        with uncollected():
            pass
        between = gc.isenabled()

    assert (between, gc.isenabled()) == (False, True)


def test_an_error_does_not_leave_it_off() -> None:
    """The block ends, however it ends."""
    with pytest.raises(ValueError, match="broken"), uncollected():
        raise ValueError("broken")

    assert gc.isenabled()


def test_a_program_that_turned_it_off_finds_it_off() -> None:
    """What was not on is not turned on."""
    gc.disable()

    with uncollected():
        pass

    assert not gc.isenabled()
