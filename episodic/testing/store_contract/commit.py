"""Store tests: a commit is atomic, idempotent, and refused on a stale base revision."""

from dataclasses import replace

import pytest

from episodic.errors import EmbeddingDimensionError, StaleRevisionError
from episodic.model.records import Commit, Kind, Work
from episodic.ports import GraphStore
from episodic.testing.store_contract.builders import (
    changes,
    direction,
    entity,
    episode,
    everything,
    fact,
    passage,
    search_vector,
)
from episodic.testing.store_contract.fixtures import Contract


class CommitContract(Contract):
    async def test_each_commit_makes_the_next_revision(self, store: GraphStore, group: str) -> None:
        first = await store.commit(changes(group, episode("one")))

        second = await store.commit(changes(group, episode("two"), base=first))

        assert (first, second) == (1, 2)

    async def test_a_work_has_its_embedder_and_the_times_of_its_commits(self, store: GraphStore, group: str) -> None:
        """The method `work` returns the work's revision, its embedder, its dimension, and the times of its first and
        last commit.
        """
        first = changes(group, episode("one"), at="2031-01-01T00:00:00Z")
        second = changes(
            group,
            passage("p", "text", vector=direction(1)),
            base=1,
            at="2031-02-02T00:00:00Z",
            embedder="grams/16",
            dimension=16,
        )

        await store.commit(first)
        before = await store.work(group)
        await store.commit(second)
        after = await store.work(group)

        assert before == Work(group, 1, None, None, "2031-01-01T00:00:00Z", "2031-01-01T00:00:00Z")
        assert after == Work(group, 2, "grams/16", 16, "2031-01-01T00:00:00Z", "2031-02-02T00:00:00Z")

    async def test_the_embedder_of_the_first_vectors_is_kept(self, store: GraphStore, group: str) -> None:
        """A commit with another embedder does not change the embedder that was stored with the first vectors."""
        await store.commit(changes(group, passage("p", "a", vector=direction(1)), embedder="first", dimension=16))

        await store.commit(
            changes(group, passage("q", "b", vector=direction(2)), base=1, embedder="other", dimension=16)
        )

        work = await store.work(group)
        assert work is not None
        assert work.embedder == "first"

    async def test_the_first_vectors_determine_the_dimension(self, store: GraphStore, group: str) -> None:
        """The first vectors determine the work's dimension, even if the commit does not state a dimension."""
        await store.commit(changes(group, passage("p", "a", vector=direction(1))))

        work = await store.work(group)

        assert work is not None
        assert work.dimension == 16

    async def test_an_unknown_work_is_none(self, store: GraphStore, group: str) -> None:
        assert await store.work(group) is None

    async def test_commits_are_listed_in_order_of_revision(self, store: GraphStore, group: str) -> None:
        """`commits` returns the revision, id, time and action of each commit, in order of revision."""
        await store.commit(changes(group, episode("one"), commit_id="c-1", at="t1", action="add 1"))
        await store.commit(changes(group, episode("two"), base=1, commit_id="c-2", at="t2", action="add 2"))
        await store.commit(changes(group, base=2, commit_id="c-0", at="t0", action="touch"))

        listed = list(await store.commits(group))

        assert listed == [
            Commit(1, "c-1", "t1", "add 1"),
            Commit(2, "c-2", "t2", "add 2"),
            Commit(3, "c-0", "t0", "touch"),
        ]

    async def test_a_repeated_commit_changes_nothing(self, store: GraphStore, group: str) -> None:
        """A commit that is sent again is recognised by its id and changes nothing, even if later commits exist."""
        lost = changes(group, episode("one", "first text"))
        await store.commit(lost)
        await store.commit(changes(group, episode("one", "second text"), base=1))
        before = await everything(store, group)

        answer = await store.commit(lost)

        assert answer == 1
        assert await everything(store, group) == before

    async def test_two_works_may_use_the_same_commit_id(self, store: GraphStore, group: str, other_group: str) -> None:
        await store.commit(changes(group, episode("one"), commit_id="same"))

        await store.commit(changes(other_group, episode("two"), commit_id="same"))

        assert [record.uuid for record in await store.fetch(other_group, Kind.EPISODE)] == ["two"]

    @pytest.mark.parametrize("base", [0, 1, 3])
    async def test_a_commit_on_another_base_revision_is_refused(self, store: GraphStore, group: str, base: int) -> None:
        """A commit with an old or impossible base revision is refused, and nothing is changed."""
        await store.commit(changes(group, episode("one")))
        await store.commit(changes(group, episode("two"), base=1))
        before = await everything(store, group)

        with pytest.raises(StaleRevisionError) as refused:
            await store.commit(changes(group, episode("three"), base=base, retire=[(Kind.EPISODE, "one")]))

        assert (refused.value.group_id, refused.value.base, refused.value.current) == (group, base, 2)
        assert await everything(store, group) == before

    async def test_the_first_commit_of_a_work_must_have_base_revision_zero(self, store: GraphStore, group: str) -> None:
        with pytest.raises(StaleRevisionError) as refused:
            await store.commit(changes(group, episode("one"), base=4))

        assert refused.value.current == 0
        assert await store.work(group) is None

    async def test_a_commit_with_a_vector_of_another_dimension_is_refused(self, store: GraphStore, group: str) -> None:
        """If one of the vectors in a commit has a wrong dimension, the whole commit is refused."""
        await store.commit(changes(group, passage("p", "a", vector=direction(1))))
        before = await everything(store, group)
        mixed = [
            episode("new"),
            passage("q", "b", vector=direction(2)),
            fact("f", "e", text="c", vector=direction(3, dimension=17)),
        ]

        with pytest.raises(EmbeddingDimensionError) as refused:
            await store.commit(changes(group, *mixed, base=1))

        assert (refused.value.expected, refused.value.found) == (16, 17)
        assert await everything(store, group) == before

    async def test_first_vectors_of_different_dimensions_are_refused(self, store: GraphStore, group: str) -> None:
        """A first commit with vectors of different dimensions is refused, and no work is created."""
        mixed = [passage("p", "a", vector=direction(1)), passage("q", "b", vector=direction(2, dimension=8))]

        with pytest.raises(EmbeddingDimensionError):
            await store.commit(changes(group, *mixed))

        assert await store.work(group) is None

    async def test_vectors_must_have_the_stated_dimension(self, store: GraphStore, group: str) -> None:
        with pytest.raises(EmbeddingDimensionError):
            await store.commit(changes(group, passage("p", "a", vector=direction(1)), embedder="other", dimension=32))

        assert await store.work(group) is None

    async def test_works_may_have_vectors_of_different_dimensions(
        self, store: GraphStore, group: str, other_group: str
    ) -> None:
        short, long = direction(1, dimension=8), direction(1, dimension=24)
        await store.commit(changes(group, passage("short", "a", vector=short)))

        await store.commit(changes(other_group, passage("long", "a", vector=long)))

        assert [one.uuid for one in await search_vector(store, group, Kind.PASSAGE, short, limit=3)] == ["short"]
        assert [one.uuid for one in await search_vector(store, other_group, Kind.PASSAGE, long, limit=3)] == ["long"]

    async def test_saving_unchanged_records_changes_nothing(self, store: GraphStore, group: str) -> None:
        """Saving unchanged records again changes no record and writes no history."""
        records = [episode("one", "text"), entity("e", "Klein", vector=direction(1))]
        await store.commit(changes(group, *records))
        before = (await store.digests(group), await store.history(group, Kind.EPISODE))

        await store.commit(changes(group, *records, base=1))

        assert (await store.digests(group), await store.history(group, Kind.EPISODE)) == before

    async def test_a_record_keeps_its_vector_if_its_text_is_unchanged(self, store: GraphStore, group: str) -> None:
        old = fact("f", "e", text="Lin lives in Harbor", told=1, vector=direction(1))
        await store.commit(changes(group, old))

        await store.commit(changes(group, replace(old, value='{"other":1}', told=2, lo=2, vector=None), base=1))

        (found,) = await store.fetch(group, Kind.FACT, vectors=True)
        assert found == replace(old, value='{"other":1}', told=2, lo=2)
        assert [one.uuid for one in await search_vector(store, group, Kind.FACT, direction(1), limit=5)] == ["f"]

    async def test_a_record_loses_its_vector_if_its_text_changes(self, store: GraphStore, group: str) -> None:
        await store.commit(changes(group, fact("f", "e", text="Lin lives in Harbor", vector=direction(1))))

        await store.commit(changes(group, fact("f", "e", text="Lin lives in the Capital"), base=1))

        (found,) = await store.fetch(group, Kind.FACT, vectors=True)
        assert found.vector is None
        assert list(await search_vector(store, group, Kind.FACT, direction(1), limit=5)) == []

    async def test_a_vector_can_be_added_later(self, store: GraphStore, group: str) -> None:
        """Adding a vector to a record that was saved without one does not change the record's digest."""
        plain = fact("f", "e", text="Lin lives in Harbor")
        await store.commit(changes(group, plain))
        digests = await store.digests(group)

        await store.commit(changes(group, fact("f", "e", text="Lin lives in Harbor", vector=direction(1)), base=1))

        assert [one.uuid for one in await search_vector(store, group, Kind.FACT, direction(1), limit=5)] == ["f"]
        assert await store.digests(group) == digests

    async def test_a_record_that_is_both_put_and_retired_is_stored(self, store: GraphStore, group: str) -> None:
        await store.commit(changes(group, entity("e", "Klein")))

        await store.commit(changes(group, entity("e", "Klein Moretti"), base=1, retire=[(Kind.ENTITY, "e")]))

        assert [record.keys for record in await store.fetch(group, Kind.ENTITY)] == [("Klein Moretti",)]

    async def test_retiring_unknown_records_changes_no_record(self, store: GraphStore, group: str) -> None:
        """A commit that retires only unknown records creates a revision and changes nothing else."""
        await store.commit(changes(group, entity("e", "Klein")))

        revision = await store.commit(changes(group, base=1, retire=[(Kind.ENTITY, "nobody"), (Kind.FACT, "e")]))

        assert revision == 2
        assert await store.counts(group) == {Kind.ENTITY: 1}

    async def test_a_second_setup_changes_nothing(self, store: GraphStore, group: str) -> None:
        await store.commit(changes(group, episode("one"), passage("p", "值夜者", vector=direction(1))))
        before = await everything(store, group)

        await store.setup()

        assert await everything(store, group) == before
