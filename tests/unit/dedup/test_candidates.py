"""Tests of candidates: the candidate lists, their thresholds, and an order that does not depend on the input order."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import ClassVar

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from episodic.dedup import candidates as candidate_search
from episodic.dedup.candidates import (
    CANDIDATES,
    VECTOR_FLOOR,
    CandidateCluster,
    CandidatePool,
    by_name,
    by_nearness,
    by_vector,
    candidates,
    interleaved,
    ranked_candidates,
)
from episodic.dedup.name_affinity import affinity
from episodic.dedup.packed_vectors import PackedVector, matrix_of, packed_vector


def known(number: int, *keys: str, last_seen: int = 0, chapters: int = 1) -> CandidateCluster:
    return CandidateCluster(number, "Person", list(keys), [], last_seen, chapters)


def test_lists_are_interleaved_by_rank_and_nothing_comes_twice() -> None:
    """The first candidates of all lists come before the second candidates."""
    assert interleaved([[1, 2, 3], [4, 1], [5]], 10) == (1, 4, 5, 2, 3)


def test_interleaving_stops_at_its_limit() -> None:
    """Candidates beyond the limit are not in the question."""
    assert interleaved([[1, 2, 3], [4, 5, 6]], 3) == (1, 4, 2)


def test_no_lists_give_nobody() -> None:
    """At the start of a story, no entity is known."""
    assert interleaved([], 5) == ()
    assert by_name(["林远"], CandidatePool([]), 5) == []
    assert by_nearness(CandidatePool([]), 5) == []


def test_a_name_that_stands_whole_in_another_is_alike() -> None:
    """Examples are a surname with a title, and a given name alone."""
    assert affinity("bennet", "elizabeth bennet") >= 90.0
    assert affinity("林远", "赵虎") == 0.0


def test_the_most_alike_name_comes_first_and_the_older_of_equals() -> None:
    """Equal similarity is decided by narrative order."""
    people = [
        known(0, "elizabeth bennet"),
        known(1, "elisabeth bennett"),
        known(2, "elisabeth bennett"),
        known(3, "zoe"),
    ]

    assert by_name(["elisabeth bennett"], CandidatePool(people), 5)[:2] == [1, 2]
    assert 3 not in by_name(["elisabeth bennett"], CandidatePool(people), 5)


def test_names_without_likeness_are_no_candidates_by_name() -> None:
    """A candidate by name needs a similarity above the threshold."""
    assert by_name(["克莱恩"], CandidatePool([known(0, "周明瑞")]), 5) == []


def test_vectors_under_the_floor_are_no_candidates() -> None:
    """The candidates are sorted by cosine, the highest first."""
    one = known(0, "a")
    near = known(1, "b")
    one.vectors = [packed_vector(np.array([0.0, 1.0], dtype=np.float32))]
    near.vectors = [packed_vector(np.array([0.8, 0.6], dtype=np.float32))]
    asked = np.array([1.0, 0.0], dtype=np.float32)

    assert VECTOR_FLOOR < 0.8
    assert by_vector(asked, CandidatePool([one, near]), 5) == [1]
    assert by_vector(None, CandidatePool([one, near]), 5) == []


def test_nearness_puts_the_last_seen_first_and_then_the_most_told_of() -> None:
    """The list of near entities is the only list that finds aliases without a common character."""
    people = [known(0, last_seen=1, chapters=9), known(1, last_seen=7), known(2, last_seen=7, chapters=3)]

    assert by_nearness(CandidatePool(people), 5) == [2, 1, 0]


def test_a_pool_with_more_is_looked_through_as_a_whole() -> None:
    """People of the chapter's other windows come after people of earlier chapters."""
    told, fresh = [known(0, "林远")], [known(1, "林远山")]

    found = candidates(ranked_candidates(["林远"], CandidatePool(told).with_more(fresh), vector=None))

    assert found == candidates(ranked_candidates(["林远"], CandidatePool([*told, *fresh]), vector=None))
    assert set(found) == {0, 1}


names = st.text(alphabet="林远沈度赵虎", min_size=1, max_size=4)
people = st.lists(
    st.tuples(names, st.integers(0, 5), st.integers(1, 4)), min_size=0, max_size=12, unique_by=lambda one: one[0]
)


@given(people=people, asked=names, seed=st.randoms(use_true_random=False))
def test_the_order_of_arrival_changes_nothing(
    people: list[tuple[str, int, int]], asked: str, seed: random.Random
) -> None:
    """The same people in any order give the same candidates, up to the limit."""
    pool = [known(number, name, last_seen=seen, chapters=count) for number, (name, seen, count) in enumerate(people)]
    shuffled = list(pool)
    seed.shuffle(shuffled)

    found = candidates(ranked_candidates([asked], CandidatePool(pool), vector=None))

    assert candidates(ranked_candidates([asked], CandidatePool(shuffled), vector=None)) == found
    assert len(found) == min(len(pool), CANDIDATES)
    assert len(set(found)) == len(found)


def test_names_that_contain_a_name_are_found_at_their_positions() -> None:
    """The names of a pool are searched as one text, and a match never extends over two names."""
    chance = random.Random(4)
    for _ in range(200):
        names = ["".join(chance.choices("ab ", k=chance.randrange(1, 5))) for _ in range(chance.randrange(6))]
        earlier = CandidatePool([known(0, *names[:3])])
        pool = earlier.with_more([known(1, *names[3:])])
        key = "".join(chance.choices("ab ", k=chance.randrange(2, 5)))

        found = pool.containing(key)

        assert found == [at for at, name in enumerate(names) if len(name) > 1 and (key in name or name in key)]


@given(
    first=st.lists(st.tuples(names, names, st.integers(0, 5)), max_size=8),
    again=st.lists(st.tuples(st.integers(0, 9), names, st.integers(0, 5)), max_size=6, unique_by=lambda one: one[0]),
    asked=names,
)
def test_a_pool_with_replaced_clusters_gives_what_a_new_pool_gives(
    first: list[tuple[str, str, int]], again: list[tuple[int, str, int]], asked: str
) -> None:
    """The clusters that were replaced are found only with their new names."""
    old = {number: known(number, *{one, other}, last_seen=seen) for number, (one, other, seen) in enumerate(first)}
    new = {number: known(number, name, last_seen=seen) for number, name, seen in again}
    vectors = np.eye(6, dtype=np.float32) + np.float32(0.5)
    for one in (*old.values(), *new.values()):
        one.vectors = [packed_vector(vectors[one.last_seen])]
    now = {**old, **new}
    replaced = CandidatePool(
        [new[number] for number in sorted(new)], CandidatePool(list(old.values())), frozenset((*new, 11))
    )
    whole = CandidatePool([now[number] for number in sorted(now)])

    for limit in (2, 12):
        assert by_name([asked], replaced, limit) == by_name([asked], whole, limit)
        assert by_vector(vectors[0], replaced, limit) == by_vector(vectors[0], whole, limit)
        assert by_nearness(replaced, limit) == by_nearness(whole, limit)


@given(
    clusters=st.lists(
        st.lists(st.text(alphabet="林赵石海青菊", min_size=1, max_size=3), min_size=1, max_size=2), max_size=9
    ),
    key=st.text(alphabet="林赵石海青菊", min_size=1, max_size=3),
    limit=st.integers(1, 6),
)
def test_the_clusters_with_the_most_alike_names_are_found(clusters: list[list[str]], key: str, limit: int) -> None:
    """Of clusters with equal affinities, those with the lowest numbers are found."""
    pool = CandidatePool([CandidateCluster(number, "Person", names) for number, names in enumerate(clusters)])
    scores = {number: max(affinity(key, name) for name in names) for number, names in enumerate(clusters)}
    alike = sorted((-score, number) for number, score in scores.items() if score >= 50.0)

    assert by_name([key], pool, limit) == [number for _, number in alike[:limit]]


class _Noted(np.ndarray[tuple[int, int], np.dtype[np.float32]]):
    """A matrix that notes the sizes of the parts of it that are multiplied."""

    sizes: ClassVar[list[int]] = []

    def __rmatmul__(self, other: NDArray[np.float32]) -> NDArray[np.float32]:  # type: ignore[override]
        self.sizes.append(self.size)
        return other @ np.asarray(self)


def test_vectors_are_compared_in_parts_too_small_for_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """The parts together give what one product gives."""
    vectors = np.eye(30, 4, dtype=np.float32) + np.float32(0.25)
    pool = CandidatePool([CandidateCluster(n, "Person", [], [packed_vector(one)]) for n, one in enumerate(vectors)])
    whole = pool.cosines(vectors[1])
    sizes = list[int]()

    def noted(found: Sequence[PackedVector]) -> NDArray[np.float32]:
        return matrix_of(found).view(_Noted)

    monkeypatch.setattr(_Noted, "sizes", sizes)
    monkeypatch.setattr(candidate_search, "matrix_of", noted)
    monkeypatch.setattr(candidate_search, "_BLOCK", 40)

    parted = CandidatePool(
        [CandidateCluster(n, "Person", [], [packed_vector(one)]) for n, one in enumerate(vectors)]
    ).cosines(vectors[1])

    assert parted == whole
    assert sizes == [40, 40, 40]
