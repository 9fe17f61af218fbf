"""Tests of batches: all rows are sent in order, and no batch exceeds the size limit."""

from hypothesis import given
from hypothesis import strategies as st

from episodic.stores.neo4j.commit import batches, weight_of
from episodic.stores.neo4j.rows import Row


@given(st.integers(0, 40), st.integers(1, 8))
def test_short_rows_fill_every_batch_but_the_last(count: int, size: int) -> None:
    rows: list[Row] = [{"key": number} for number in range(count)]

    dealt = list(batches(rows, size))

    assert [row for batch in dealt for row in batch] == rows
    assert [len(batch) for batch in dealt] == [size] * (count // size) + ([count % size] if count % size else [])


@given(st.lists(st.integers(0, 5_000), max_size=9), st.integers(1, 8))
def test_long_texts_and_embeddings_make_smaller_batches(lengths: list[int], size: int) -> None:
    """Only a batch of a single row exceeds the limit, and no batch has room for the first row of the next batch."""
    rows: list[Row] = [
        {"properties": {"value": "x" * length} if length % 2 else {"embedding_3": [0.5] * length}} for length in lengths
    ]

    dealt = list(batches(rows, size))

    assert [row for batch in dealt for row in batch] == rows
    weights = [sum(map(weight_of, batch)) for batch in dealt]
    assert all(weight <= size or len(batch) == 1 for weight, batch in zip(weights, dealt, strict=True))
    assert all(weight + weight_of(after[0]) > size for weight, after in zip(weights, dealt[1:], strict=False))
