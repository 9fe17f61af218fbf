"""Rows are dealt out to statements: all of them, in order, never more at once than a statement takes."""

from hypothesis import given
from hypothesis import strategies as st

from episodic.stores.neo4j.committing import FactRow, batches, weight_of

LENGTHS = st.lists(st.integers(0, 12), max_size=6)


def numbered(lengths: list[int]) -> dict[str, list[FactRow]]:
    """Stages of these lengths, whose rows are told apart."""
    return {f"stage {n}": [{"row": row} for row in range(length)] for n, length in enumerate(lengths)}


@given(LENGTHS, st.integers(1, 8))
def test_the_parts_together_are_all_rows_in_the_order_of_the_stages(lengths: list[int], size: int) -> None:
    """Nothing is left out, doubled or put before what it needs."""
    stages = numbered(lengths)

    dealt = [(stage, row["row"]) for part in batches(stages, size) for stage, rows in part.items() for row in rows]

    assert dealt == [(stage, row["row"]) for stage, rows in stages.items() for row in rows]


@given(st.lists(st.integers(0, 5_000), max_size=9), st.integers(1, 8))
def test_long_texts_are_put_in_more_statements(lengths: list[int], size: int) -> None:
    """No part weighs more than a statement takes, but for one row that does so alone; and none could take the next row."""
    rows: list[FactRow] = [{"value": "x" * length} for length in lengths]

    parts = [part["rows"] for part in batches({"rows": rows}, size, weight_of)]

    assert [row for part in parts for row in part] == rows
    weights = [sum(map(weight_of, part)) for part in parts]
    assert all(weight <= size or len(part) == 1 for weight, part in zip(weights, parts, strict=True))
    assert all(weight + weight_of(after[0]) > size for weight, after in zip(weights, parts[1:], strict=False))


@given(LENGTHS, st.integers(1, 8))
def test_every_part_but_the_last_is_full(lengths: list[int], size: int) -> None:
    """As few statements as can be."""
    sizes = [sum(map(len, part.values())) for part in batches(numbered(lengths), size)]

    assert sizes == [size] * (sum(lengths) // size) + ([sum(lengths) % size] if sum(lengths) % size else [])
