"""Store tests: a commit replaces all vectors of a work by vectors of another embedder."""

import pytest

from episodic.model.records import Kind
from episodic.ports import GraphStore
from episodic.testing.store_contract.builders import changes, direction, entity, fact, passage, search_vector
from episodic.testing.store_contract.fixtures import Contract

OTHER = 8
"""The vector dimension of the embedder that replaces the first one in these tests."""


async def put_three(store: GraphStore, group: str) -> None:
    """Save a passage, an entity and a fact with vectors of the embedder `old`."""
    vector = direction(1)
    records = (passage("p", "a", vector=vector), entity("e", "b", vector=vector), fact("f", "e", vector=vector))
    await store.commit(changes(group, *records, embedder="old"))


async def hits(store: GraphStore, group: str, kind: Kind, *, dimension: int) -> list[str]:
    query = direction(2, dimension=dimension)
    return [one.uuid for one in await search_vector(store, group, kind, query, limit=9)]


class VectorReplacementContract(Contract):
    @pytest.mark.parametrize("dimension", [OTHER, 16])
    async def test_replaced_vectors_are_found_by_the_new_embedder(
        self, store: GraphStore, group: str, dimension: int
    ) -> None:
        """Vector search finds the right records before and after a commit replaces all vectors, also if the dimension
        stays the same.
        """
        await put_three(store, group)
        before = [await hits(store, group, kind, dimension=16) for kind in (Kind.PASSAGE, Kind.ENTITY, Kind.FACT)]
        vector = direction(2, dimension=dimension)
        records = (passage("p", "a", vector=vector), entity("e", "b", vector=vector), fact("f", "e", vector=vector))

        await store.commit(changes(group, *records, base=1, embedder="new", replaces_vectors=True))

        work = await store.work(group)
        assert work is not None
        assert (work.embedder, work.dimension, work.revision) == ("new", dimension, 2)
        assert before == [["p"], ["e"], ["f"]]
        for kind, uuid in ((Kind.PASSAGE, "p"), (Kind.ENTITY, "e"), (Kind.FACT, "f")):
            (found,) = await search_vector(store, group, kind, vector, limit=9)
            assert (found.uuid, round(found.score, 4)) == (uuid, 1.0)

    @pytest.mark.parametrize("dimension", [OTHER, 16])
    async def test_records_that_a_replacement_leaves_out_lose_their_vectors(
        self, store: GraphStore, group: str, dimension: int
    ) -> None:
        await put_three(store, group)
        await hits(store, group, Kind.FACT, dimension=16)
        record = passage("p", "a", vector=direction(2, dimension=dimension))

        await store.commit(changes(group, record, base=1, embedder="new", replaces_vectors=True))

        assert await hits(store, group, Kind.PASSAGE, dimension=dimension) == ["p"]
        assert await hits(store, group, Kind.FACT, dimension=dimension) == []
        assert [one.vector for one in await store.fetch(group, Kind.ENTITY, vectors=True)] == [None]

    async def test_a_replacement_changes_no_other_work(self, store: GraphStore, group: str, other_group: str) -> None:
        await put_three(store, group)
        await put_three(store, other_group)
        record = passage("p", "a", vector=direction(2, dimension=OTHER))

        await store.commit(changes(group, record, base=1, embedder="new", replaces_vectors=True))

        assert await hits(store, other_group, Kind.FACT, dimension=16) == ["f"]

    async def test_only_the_first_of_several_commits_can_replace_vectors(self, store: GraphStore, group: str) -> None:
        with pytest.raises(ValueError, match="replace the vectors"):
            await store.commit(changes(group, passage("p", "a")), changes(group, base=1, replaces_vectors=True))
