"""Store tests: saving several commits in one transaction has the same result as saving them one after the other."""

from collections.abc import Sequence
from dataclasses import replace
from uuid import uuid4

import pytest

from episodic.errors import EmbeddingDimensionError, StaleRevisionError
from episodic.model.records import SEARCHED, Commit, Kind, Record
from episodic.ports import Bounds, GraphStore
from episodic.testing.store_contract.builders import (
    changes,
    direction,
    entity,
    episode,
    everything,
    fact,
    passage,
    search_text,
    search_vector,
)
from episodic.testing.store_contract.fixtures import Contract
from episodic.testing.store_contract.rows_of_commits import BEFORE, DISJOINT, EMPTY, OVERLAPPING, Part, row_of


async def answers(store: GraphStore, group: str) -> object:
    """Return what `everything` returns of a work except its group name, together with the results of searches."""
    work = await store.work(group)
    _, *rest = await everything(store, group)
    texts = ("林 沈住在", "旧的", "新的 港口 值夜者")
    return (
        None if work is None else replace(work, group_id="any"),
        rest,
        await store.named(group, ["林", "Lin", "林远", "吴", "沈", "何"]),
        [await store.neighbours(group, [one], limit=9) for one in ("lin", "wu", "shen", "he")],
        [
            {one.uuid for one in await search_text(store, group, kind, text, limit=9, bounds=bounds)}
            for kind in sorted(SEARCHED)
            for text in texts
            for bounds in (Bounds(), Bounds(told_by=1))
        ],
        [
            await search_vector(store, group, kind, direction(number), limit=9)
            for kind in sorted(SEARCHED)
            for number in (2, 6)
        ],
    )


class CommitGroupsContract(Contract):
    @pytest.mark.parametrize("parts", [DISJOINT, OVERLAPPING, EMPTY], ids=["disjoint", "overlapping", "empty"])
    async def test_a_group_has_the_same_result_as_single_commits(
        self, store: GraphStore, group: str, other_group: str, parts: Sequence[Part]
    ) -> None:
        """A group of commits leaves the same records, history and search results as the same commits one by one."""
        for name in (group, other_group):
            await store.commit(*row_of(name, [BEFORE], base=0))
            await answers(store, name)
        for one in row_of(group, parts, base=1):
            await store.commit(one)

        revision = await store.commit(*row_of(other_group, parts, base=1))

        assert revision == 1 + len(parts)
        assert await answers(store, other_group) == await answers(store, group)

    @pytest.mark.parametrize("parts", [DISJOINT, OVERLAPPING], ids=["disjoint", "overlapping"])
    async def test_a_group_can_create_a_work(
        self, store: GraphStore, group: str, other_group: str, parts: Sequence[Part]
    ) -> None:
        for one in row_of(group, parts, base=0):
            await store.commit(one)

        await store.commit(*row_of(other_group, parts, base=0))

        assert await answers(store, other_group) == await answers(store, group)

    async def test_each_commit_of_a_group_has_its_own_revision(self, store: GraphStore, group: str) -> None:
        row = [
            changes(group, episode("one", told=1), commit_id="a", at="t1", action="add 1"),
            changes(group, episode("two", told=2), base=1, commit_id="b", at="t2", action="add 2"),
            changes(group, episode("three", told=3), base=2, commit_id="c", at="t3", action="add 3"),
        ]

        await store.commit(*row)

        assert list(await store.commits(group)) == [
            Commit(1, "a", "t1", "add 1"),
            Commit(2, "b", "t2", "add 2"),
            Commit(3, "c", "t3", "add 3"),
        ]
        assert [(record.uuid, put) for record, put, _ in await store.history(group, Kind.EPISODE)] == [
            ("one", 1),
            ("two", 2),
            ("three", 3),
        ]

    async def test_a_record_saved_twice_in_a_group_has_two_versions(self, store: GraphStore, group: str) -> None:
        """If one commit of a group of commits saves an input record and a later commit replaces or retires the record,
        both versions are in the history.
        """
        first, second = episode("one", "first"), episode("one", "second")

        await store.commit(
            changes(group, first),
            changes(group, second, base=1),
            changes(group, base=2, retire=[(Kind.EPISODE, "one")]),
        )

        assert list(await store.fetch(group, Kind.EPISODE)) == []
        assert list(await store.history(group, Kind.EPISODE)) == [(first, 1, 2), (second, 2, 3)]

    async def test_cached_vectors_are_updated_after_a_group(self, store: GraphStore, group: str) -> None:
        """Vector search takes account of every commit of a group of commits, even if the client cached vectors before
        these were saved.
        """
        await store.commit(changes(group, *(fact(f"f{n}", "e", text=f"{n}", vector=direction(n)) for n in range(4))))
        await search_vector(store, group, Kind.FACT, direction(1), limit=9)

        await store.commit(
            changes(group, base=1, retire=[(Kind.FACT, "f1")]),
            changes(group, fact("f7", "e", text="7", vector=direction(7)), base=2, retire=[(Kind.FACT, "f2")]),
            changes(group, fact("f3", "e", text="other", vector=direction(8)), base=3),
        )

        found = await search_vector(store, group, Kind.FACT, direction(8), limit=9)
        assert found[0].uuid == "f3"
        assert {one.uuid for one in found} == {"f0", "f3", "f7"}

    @pytest.mark.parametrize("parts", [DISJOINT, OVERLAPPING], ids=["disjoint", "overlapping"])
    async def test_a_repeated_group_changes_nothing(self, store: GraphStore, group: str, parts: Sequence[Part]) -> None:
        """A group of commits that is sent again is recognised by the id of its last commit and changes nothing, even if
        later commits exist.
        """
        lost = row_of(group, parts, base=0)
        await store.commit(*lost)
        await store.commit(changes(group, episode("later"), base=len(lost)))
        before = await everything(store, group)

        answer = await store.commit(*lost)

        assert answer == len(lost)
        assert await everything(store, group) == before

    async def test_a_group_whose_first_commits_are_stored_is_stale(self, store: GraphStore, group: str) -> None:
        """If only the first commits of a group of commits are already stored, the group is refused as stale, and
        nothing is changed.
        """
        row = row_of(group, DISJOINT, base=0)
        await store.commit(row[0])
        before = await everything(store, group)

        with pytest.raises(StaleRevisionError) as refused:
            await store.commit(*row)

        assert (refused.value.base, refused.value.current) == (0, 1)
        assert await everything(store, group) == before

    @pytest.mark.parametrize("base", [0, 2])
    async def test_a_group_on_another_base_revision_is_refused(self, store: GraphStore, group: str, base: int) -> None:
        """A group of commits whose first base revision is old or impossible is refused, and nothing is changed."""
        await store.commit(changes(group, episode("one")))
        before = await everything(store, group)

        with pytest.raises(StaleRevisionError) as refused:
            await store.commit(
                changes(group, episode("two"), base=base), changes(group, base=base + 1, retire=[(Kind.EPISODE, "one")])
            )

        assert (refused.value.group_id, refused.value.base, refused.value.current) == (group, base, 1)
        assert await everything(store, group) == before

    @pytest.mark.parametrize("again", ["other", "one"])
    async def test_a_wrong_vector_in_one_commit_refuses_the_whole_group(
        self, store: GraphStore, group: str, again: str
    ) -> None:
        await store.commit(changes(group, passage("p", "a", vector=direction(1))))
        before = await everything(store, group)

        with pytest.raises(EmbeddingDimensionError) as refused:
            await store.commit(
                changes(group, episode("one", "text"), base=1),
                changes(group, episode(again, "other"), passage("q", "b", vector=direction(2)), base=2),
                changes(group, fact("f", "e", text="c", vector=direction(3, dimension=17)), base=3),
            )

        assert (refused.value.expected, refused.value.found) == (16, 17)
        assert await everything(store, group) == before

    async def test_a_group_with_vectors_of_different_dimensions_creates_no_work(
        self, store: GraphStore, group: str
    ) -> None:
        with pytest.raises(EmbeddingDimensionError):
            await store.commit(
                changes(group, passage("p", "a", vector=direction(1))),
                changes(group, passage("q", "b", vector=direction(2, dimension=8)), base=1),
            )

        assert await store.work(group) is None

    @pytest.mark.parametrize("wrong", ["gap", "repeated base", "other work", "repeated id"])
    async def test_commits_that_are_not_successive_are_refused_as_a_group(
        self, store: GraphStore, group: str, wrong: str
    ) -> None:
        """A group of commits with a gap in its base revisions, for two works or with a repeated id raises ValueError,
        and nothing is saved.
        """
        first = changes(group, episode("one"), commit_id="first")
        second = changes(
            f"{group} {uuid4()}" if wrong == "other work" else group,
            episode("two"),
            base={"gap": 2, "repeated base": 0}.get(wrong, 1),
            commit_id="first" if wrong == "repeated id" else "second",
        )

        with pytest.raises(ValueError, match="ommit"):
            await store.commit(first, second)

        assert await store.work(group) is None

    async def test_a_later_commit_of_a_group_can_restore_retired_records(self, store: GraphStore, group: str) -> None:
        alone = Record(Kind.JUDGEMENT, "j", '{"n":1}')
        told = (entity("lin", "林"), fact("f", "lin", text="林住在港口"), alone)
        await store.commit(changes(group, *told))

        await store.commit(
            changes(group, base=1, retire=[(record.kind, record.uuid) for record in told]),
            changes(group, *told, base=2),
        )

        assert list(await store.history(group, Kind.JUDGEMENT)) == [(alone, 1, 2), (alone, 3, None)]
        assert list(await store.fetch(group, Kind.FACT)) == [told[1]]
        assert await store.named(group, ["林"]) == {"林": ("lin",)}
        assert list(await store.neighbours(group, ["lin"], limit=9)) == [told[1]]
