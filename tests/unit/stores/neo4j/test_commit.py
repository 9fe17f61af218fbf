"""Tests of the weight of a row, which limits how many rows one statement writes."""

import pytest

from episodic.stores.neo4j.commit import weight_of
from episodic.stores.neo4j.rows import Row


@pytest.mark.parametrize(
    ("row", "weight"),
    [
        ({"key": "k"}, 1),
        ({"key": "k", "properties": {"told": 5, "text": None}}, 1),
        ({"properties": {"value": "x" * 2_500}}, 3),
        ({"properties": {"value": "x" * 600, "embedding_3": [0.5] * 600}}, 2),
    ],
)
def test_long_texts_and_embeddings_make_a_row_heavy(row: Row, weight: int) -> None:
    assert weight_of(row) == weight
