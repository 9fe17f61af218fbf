"""Rows are dealt out to statements: all of them, in order, never more at once than a statement takes."""

from hypothesis import given
from hypothesis import strategies as st

from episodic.stores.neo4j.committing import FactRow, batches

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


@given(LENGTHS, st.integers(1, 8))
def test_every_part_but_the_last_is_full(lengths: list[int], size: int) -> None:
    """As few statements as can be."""
    sizes = [sum(map(len, part.values())) for part in batches(numbered(lengths), size)]

    assert sizes == [size] * (sum(lengths) // size) + ([sum(lengths) % size] if sum(lengths) % size else [])
