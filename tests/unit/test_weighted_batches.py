"""Tests of batches: all items are yielded in order, and no batch exceeds the limit."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from episodic.weighted_batches import weighted_batches


@given(st.integers(0, 40), st.integers(1, 8))
def test_light_items_fill_every_batch_but_the_last(count: int, size: int) -> None:
    items = list(range(count))

    dealt = list(weighted_batches(items, weight=lambda _: 1, most=size))

    assert [item for batch in dealt for item in batch] == items
    assert [len(batch) for batch in dealt] == [size] * (count // size) + ([count % size] if count % size else [])


@given(st.lists(st.integers(1, 12), max_size=9), st.integers(1, 8))
def test_heavy_items_make_smaller_batches(weights: list[int], size: int) -> None:
    """Only a batch of a single item exceeds the limit, and no batch has room for the first item of the next batch."""
    dealt = list(weighted_batches(weights, weight=int, most=size))

    assert [weight for batch in dealt for weight in batch] == weights
    assert all(sum(batch) <= size or len(batch) == 1 for batch in dealt)
    assert all(sum(batch) + after[0] > size for batch, after in pairwise(dealt))
