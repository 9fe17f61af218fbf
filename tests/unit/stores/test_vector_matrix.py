"""Tests that the matrix of vectors in memory answers like a plain list of vectors."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from episodic.model.facets import Facet, facet
from episodic.ports import Bounds, Vector
from episodic.stores import vector_matrix
from episodic.stores.vector_matrix import FlatVectorIndex, VectorRow
from episodic.testing.store_contract.builders import direction, raw

DIMENSION = 4
RED, OLD, BLUE = (facet(Facet.ROLE, one) for one in ("red", "old", "blue"))

keys = st.one_of(st.none(), st.integers(-3, 3))
ids = st.sampled_from("abcdefgh")
vectors = st.one_of(st.none(), st.lists(st.integers(-2, 2), min_size=DIMENSION, max_size=DIMENSION))
puts = st.tuples(ids, st.integers(-3, 3), keys, keys, vectors)
steps = st.lists(st.one_of(st.lists(puts, min_size=1, max_size=6), ids), min_size=1, max_size=12)


def encoded(row: tuple[str, int, int | None, int | None, list[int] | None]) -> VectorRow:
    uuid, told, lo, hi, numbers = row
    vector = None if numbers is None else raw(np.array(numbers, np.float32))
    return uuid, told, lo, hi, vector, None


def plain_answer(
    rows: dict[str, VectorRow], asked: list[int], *, limit: int, bounds: Bounds
) -> list[tuple[str, float]]:
    """A reference implementation that compares one row after the other."""
    question = np.array(asked, np.float64)
    scored: list[tuple[str, float]] = []
    for uuid, told, lo, hi, raw_vector, _ in rows.values():
        vector = np.frombuffer(raw_vector or b"", "<f4").astype(np.float64)
        in_time = bounds.at is None or ((lo is None or lo <= bounds.at) and (hi is None or bounds.at < hi))
        in_telling = bounds.told_by is None or told <= bounds.told_by
        if vector.any() and question.any() and in_time and in_telling:
            cosine = float(vector @ question / np.linalg.norm(vector) / np.linalg.norm(question))
            scored.append((uuid, cosine))
    return sorted(scored, key=lambda one: (-round(one[1], 6), one[0]))[:limit]


@settings(max_examples=100, deadline=None)
@given(
    steps=steps,
    asked=st.lists(st.integers(-2, 2), min_size=DIMENSION, max_size=DIMENSION),
    limit=st.integers(0, 9),
    bounds=st.builds(Bounds, told_by=keys, at=keys),
)
def test_it_answers_like_a_list(
    steps: list[list[tuple[str, int, int | None, int | None, list[int] | None]] | str],
    asked: list[int],
    limit: int,
    bounds: Bounds,
) -> None:
    """After any insertions and deletions, the ids, their order and the cosines to six digits are equal."""
    matrix = FlatVectorIndex(DIMENSION)
    rows: dict[str, VectorRow] = {}
    for step in steps:
        if isinstance(step, str):
            matrix.drop([step])
            rows.pop(step, None)
        else:
            last = {row[0]: encoded(row) for row in step}
            matrix.put(list(last.values()))
            rows.update(last)

    found = matrix.nearest(np.array(asked, np.float32), limit=limit, bounds=bounds)

    expected = plain_answer(rows, asked, limit=limit, bounds=bounds)
    assert [one.uuid for one in found] == [uuid for uuid, _ in expected]
    assert np.allclose([one.score for one in found], [score for _, score in expected], atol=2e-6)
    similar = matrix.nearest(np.array(asked, np.float32), limit=limit, bounds=bounds, above=0.0)
    assert list(similar) == [one for one in found if one.score > 0]


def test_taking_one_out_leaves_the_others_as_they_are() -> None:
    """Each remaining id has the same vector and the same narrative position."""
    matrix = FlatVectorIndex(DIMENSION)
    matrix.put([(f"{n}", n, n, None, raw(direction(n, dimension=DIMENSION)), None) for n in range(6)])

    matrix.drop(["0", "3", "nobody"])

    for n in (1, 2, 4, 5):
        nearest = matrix.nearest(direction(n, dimension=DIMENSION), limit=1, bounds=Bounds(told_by=n, at=n))
        assert [(one.uuid, one.score) for one in nearest] == [(f"{n}", 1.0)]
    assert len(matrix) == 4


def test_a_few_of_many_are_compared_as_exactly() -> None:
    """If a filter leaves a tenth of the rows, another algorithm gives the same result."""
    matrix = FlatVectorIndex(16)
    matrix.put([(f"{n:04}", n, None, None, raw(direction(n)), None) for n in range(1_000)])

    few = matrix.nearest(direction(5_000), limit=100, bounds=Bounds(told_by=99))
    all_of_them = matrix.nearest(direction(5_000), limit=1_000, bounds=Bounds())

    assert list(few) == [one for one in all_of_them if one.uuid < "0100"]


def test_queries_of_few_numbers_are_compared_in_small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The more numbers of the query are not zero, the fewer rows are multiplied together, so that BLAS starts no
    threads. The result is that of all rows together.
    """
    matrix = FlatVectorIndex(16)
    matrix.put([(f"{n:04}", n, None, None, raw(direction(n)), None) for n in range(1_000)])
    queries = [np.array([*[1, 2, -1, 3][:used], *[0] * (16 - used)], np.float32) for used in (1, 2, 4)]
    together = [matrix.nearest(query, limit=30, bounds=Bounds()) for query in queries]
    sizes: list[int] = []

    def noted(few: Vector, numbers: Vector, out: Vector) -> None:
        sizes.append(numbers.size)
        out[:] = few @ numbers

    monkeypatch.setattr(vector_matrix, "_BLOCK", 300)
    monkeypatch.setattr(np, "dot", noted)

    apart = [matrix.nearest(query, limit=30, bounds=Bounds()) for query in queries]

    assert apart == together
    assert len(sizes) == 4 + 7 + 14
    assert max(sizes) == 300


def test_numbers_that_are_none_are_left_out() -> None:
    """A vector with an infinite number has no direction."""
    matrix = FlatVectorIndex(2)

    matrix.put(
        [
            ("endless", 0, None, None, raw(np.array([np.inf, 1], np.float32)), None),
            ("a", 0, None, None, raw(np.ones(2, np.float32)), None),
        ]
    )

    assert [one.uuid for one in matrix.nearest(np.ones(2, np.float32), limit=5, bounds=Bounds())] == ["a"]


def test_rows_without_a_facet_of_each_set_are_left_out() -> None:
    """The rows are left out even after rows have changed or moved."""
    matrix = FlatVectorIndex(DIMENSION)
    vector = raw(np.ones(DIMENSION, np.float32))
    matrix.put(
        [
            ("a", 0, None, None, vector, f"{RED} {OLD}"),
            ("b", 0, None, None, vector, RED),
            ("c", 0, None, None, vector, None),
        ]
    )

    def found(*sets: set[str]) -> list[str]:
        bounds = Bounds(facets=tuple(map(frozenset, sets)))
        return [one.uuid for one in matrix.nearest(np.ones(DIMENSION, np.float32), limit=9, bounds=bounds)]

    assert found({RED}) == ["a", "b"]
    assert found({RED, BLUE}, {OLD}) == ["a"]
    assert found({BLUE}) == []

    matrix.drop(["a"])
    matrix.put([("c", 0, None, None, vector, RED)])

    assert found({RED}) == ["b", "c"]
