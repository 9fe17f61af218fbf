"""Store tests: vector search returns the exact nearest records by cosine similarity, in a fixed order."""

import numpy as np
import pytest

from episodic.errors import EmbeddingDimensionError
from episodic.model.records import SEARCHED, Kind
from episodic.ports import GraphStore
from episodic.testing.store_contract.builders import (
    DIMENSION,
    direction,
    entity,
    episode,
    fact,
    passage,
    save,
    search_vector,
    towards,
)
from episodic.testing.store_contract.fixtures import Contract


async def found(store: GraphStore, group: str, number: int, *, kind: Kind = Kind.PASSAGE, limit: int = 20) -> list[str]:
    return [one.uuid for one in await search_vector(store, group, kind, direction(number), limit=limit)]


class VectorSearchContract(Contract):
    async def test_nearer_vectors_come_first(self, store: GraphStore, group: str) -> None:
        """Vector search orders its results by descending cosine similarity, including negative similarities."""
        cosines = {"same": 1.0, "near": 0.9, "aside": 0.2, "behind": -0.5}
        await save(store, group, *(passage(uuid, uuid, vector=towards(1, cosine)) for uuid, cosine in cosines.items()))

        scored = list(await search_vector(store, group, Kind.PASSAGE, direction(1), limit=9))

        assert [one.uuid for one in scored] == ["same", "near", "aside", "behind"]
        assert [one.score for one in scored] == sorted((one.score for one in scored), reverse=True)

    async def test_the_length_of_a_vector_does_not_matter(self, store: GraphStore, group: str) -> None:
        long, short = towards(1, 0.7) * np.float32(50), towards(1, 0.9) * np.float32(0.01)
        await save(store, group, passage("long", "a", vector=long), passage("short", "b", vector=short))

        scored = await search_vector(store, group, Kind.PASSAGE, direction(1) * np.float32(8), limit=9)

        assert [one.uuid for one in scored] == ["short", "long"]

    async def test_equal_vectors_are_ordered_by_id(self, store: GraphStore, group: str) -> None:
        """Records with equal vectors are ordered by id, and the limit keeps the smallest ids."""
        same = direction(4)
        ids = [f"{n * 37 % 101:03}" for n in range(101)]
        await save(store, group, *(passage(uuid, uuid, vector=same) for uuid in ids))

        assert await found(store, group, 4, limit=7) == sorted(ids)[:7]

    async def test_vector_search_returns_only_the_requested_kind(self, store: GraphStore, group: str) -> None:
        same = direction(1)
        await save(
            store,
            group,
            entity("e", "e", vector=same),
            passage("p", "p", vector=same),
            fact("f", "e", text="f", vector=same),
        )

        for kind in SEARCHED:
            assert await found(store, group, 1, kind=kind) == [kind[0]]

    async def test_vector_search_returns_exactly_the_nearest_records(self, store: GraphStore, group: str) -> None:
        numbers = np.stack([direction(n) for n in range(1_500)])
        await save(store, group, *(passage(f"p{n:04}", str(n), vector=row) for n, row in enumerate(numbers)))
        asked = direction(99_999)
        nearest = np.argsort(-(numbers.astype(np.float64) @ asked.astype(np.float64)), kind="stable")[:20]

        scored = await search_vector(store, group, Kind.PASSAGE, asked, limit=20)

        assert [one.uuid for one in scored] == [f"p{n:04}" for n in nearest]

    async def test_vector_search_returns_at_most_the_limit(self, store: GraphStore, group: str) -> None:
        await save(store, group, *(passage(f"p{n}", str(n), vector=direction(n)) for n in range(9)))

        assert len(await found(store, group, 3, limit=4)) == 4
        assert await found(store, group, 3, limit=0) == []

    async def test_records_without_a_vector_are_not_found(self, store: GraphStore, group: str) -> None:
        await save(store, group, passage("bare", "a"), passage("p", "b", vector=direction(1)))

        assert await found(store, group, 1) == ["p"]

    async def test_vector_search_in_a_work_without_vectors_finds_nothing(self, store: GraphStore, group: str) -> None:
        """Vector search in a work without vectors returns nothing, whatever the length of the query vector."""
        await save(store, group, episode("one"), passage("bare", "a"))

        assert await found(store, group, 1) == []

    async def test_an_all_zero_vector_is_never_found(self, store: GraphStore, group: str) -> None:
        """A record with an all-zero vector is stored but never found, and an all-zero query vector finds nothing."""
        zeros = np.zeros(DIMENSION, np.float32)
        empty = passage("empty", "……", vector=zeros)
        await save(store, group, empty, passage("p", "b", vector=direction(1)))

        assert await found(store, group, 1) == ["p"]
        assert list(await search_vector(store, group, Kind.PASSAGE, zeros, limit=5)) == []
        assert list(await store.fetch(group, Kind.PASSAGE, ids=["empty"], vectors=True)) == [empty]

    async def test_a_query_vector_of_another_dimension_is_refused(self, store: GraphStore, group: str) -> None:
        await save(store, group, passage("p", "a", vector=direction(1)))

        for dimension in (1, DIMENSION - 1, DIMENSION + 1):
            with pytest.raises(EmbeddingDimensionError) as refused:
                await search_vector(store, group, Kind.PASSAGE, direction(1, dimension=dimension), limit=5)

            assert (refused.value.expected, refused.value.found) == (DIMENSION, dimension)

    async def test_a_repeated_vector_search_finds_later_changes(self, store: GraphStore, group: str) -> None:
        """A repeated vector search takes account of records that were added, changed or retired after the previous
        search.
        """
        await save(store, group, *(passage(f"p{n}", str(n), vector=towards(1, 0.5 - n / 100)) for n in range(5)))
        first = await found(store, group, 1)

        await save(store, group, passage("new", "n", vector=towards(1, 0.99)), retire=[(Kind.PASSAGE, "p0")])
        await save(store, group, passage("p4", "4", vector=towards(1, 0.9)), passage("p3", "another text"))
        second = await found(store, group, 1)
        await save(store, group, passage("p0", "0", vector=towards(1, 0.95)), retire=[(Kind.PASSAGE, "new")])
        third = await found(store, group, 1)

        assert first == ["p0", "p1", "p2", "p3", "p4"]
        assert second == ["new", "p4", "p1", "p2"]
        assert third == ["p0", "p4", "p1", "p2"]
