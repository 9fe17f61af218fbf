"""Store tests: no read sees a work that is saved in parts (staged) before it is published, and `keep` saves a
checkpoint without a commit.
"""

import pytest

from episodic.errors import EmbeddingDimensionError, StaleRevisionError, StoreRefusedError
from episodic.model.records import Changes, Kind, Record, Staged
from episodic.ports import GraphStore
from episodic.testing.store_contract.builders import (
    changes,
    direction,
    entity,
    episode,
    everything,
    fact,
    mention,
    passage,
    redirect,
    save,
    search_text,
    statement,
)
from episodic.testing.store_contract.fixtures import Contract

SOURCE = "a file"


def history(group: str) -> list[Changes]:
    """Return three commits of a small work. The first adds two chapters. The second changes one chapter and retires the
    other. The third adds derived records.
    """
    return [
        changes(group, episode("one", "first"), episode("gone", "text", told=5), base=0, commit_id="a"),
        changes(group, episode("one", "second"), retire=((Kind.EPISODE, "gone"),), base=1, commit_id="b"),
        changes(group, *derived(), base=2, commit_id="c"),
    ]


def derived() -> list[Record]:
    """Return derived records, whose links (references to other records) together have every role except participant."""
    return [
        passage("p", "the river rose", vector=direction(1)),
        entity("mara", "Mara", vector=direction(2)),
        entity("tom", "Tom", vector=direction(3)),
        fact("f", "mara", "tom", text="Mara knows Tom", vector=direction(4)),
        mention("m", episode_id="one", entity_id="mara"),
        statement("s", passage_id="p", fact_id="f"),
        redirect("old", "mara"),
    ]


async def stage(store: GraphStore, *parts: list[Changes], source: str = SOURCE) -> None:
    """Stage the parts of a work, each a list of commits, one after the other."""
    for number, part in enumerate(parts):
        await store.stage(Staged(source, number), *part)


def checkpoint(uuid: str, value: str = "{}") -> Record:
    """Return a record of the kind CHECKPOINT."""
    return Record(Kind.CHECKPOINT, uuid, value)


class StagingContract(Contract):
    async def test_a_staged_work_is_invisible(self, store: GraphStore, group: str, other_group: str) -> None:
        await stage(store, history(group))

        assert await store.work(group) is None
        assert group not in [one.group_id for one in await store.works()]
        assert await everything(store, group, kinds=Kind) == await everything(store, other_group, kinds=Kind)
        assert not await search_text(store, group, Kind.FACT, "Mara knows Tom", limit=5)
        assert await store.named(group, ["mara"]) == {}
        assert list(await store.neighbours(group, ["mara"], limit=3)) == []
        assert [one async for one in store.stream(group, Kind.EPISODE)] == []

    async def test_a_published_work_is_like_a_committed_one(
        self, store: GraphStore, group: str, other_group: str
    ) -> None:
        await store.commit(*history(other_group))

        await stage(store, *[[one] for one in history(group)])
        revision = await store.publish(group)

        assert revision == 3
        assert (await everything(store, group))[1:] == (await everything(store, other_group))[1:]
        found = [await search_text(store, name, Kind.FACT, "Tom", limit=5) for name in (group, other_group)]
        assert [one.uuid for one in found[0]] == [one.uuid for one in found[1]] == ["f"]
        shown, wanted = await store.work(group), await store.work(other_group)
        assert shown is not None
        assert wanted is not None
        assert (shown.revision, shown.created_at, shown.changed_at, shown.dimension, shown.readable_from) == (
            wanted.revision,
            wanted.created_at,
            wanted.changed_at,
            wanted.dimension,
            wanted.readable_from,
        )
        assert await store.staged(group) is None

    async def test_a_commit_can_be_divided_among_parts(self, store: GraphStore, group: str, other_group: str) -> None:
        """If the records of one commit are divided among several staged parts, they still give one revision."""
        first, second, last = history(group)
        records = derived()
        await store.commit(*history(other_group))

        await stage(
            store,
            [first, second, changes(group, *records[:3], base=2, commit_id="c")],
            [changes(group, *records[3:], base=2, commit_id="c")],
        )
        await store.publish(group)

        assert last.base_revision == 2
        assert (await everything(store, group))[1:] == (await everything(store, other_group))[1:]
        assert [one.revision for one in await store.commits(group)] == [1, 2, 3]

    async def test_a_published_work_takes_commits(self, store: GraphStore, group: str) -> None:
        await stage(store, history(group))
        await store.publish(group)

        assert await save(store, group, episode("one", "third")) == 4

    async def test_the_number_of_parts_is_known(self, store: GraphStore, group: str) -> None:
        """An interrupted import can read how many parts are saved, and can save its last part again."""
        first, second, last = history(group)
        assert await store.staged(group) is None

        await stage(store, [first], [second])
        await store.stage(Staged(SOURCE, 1), second)
        after_two = await store.staged(group)
        await store.stage(Staged(SOURCE, 2), last)
        revision = await store.publish(group)

        assert after_two == Staged(SOURCE, 2)
        assert revision == 3
        assert [row[1:] for row in await store.history(group, Kind.EPISODE)] == [(1, 2), (2, None), (1, 2)]

    async def test_a_part_at_another_place_is_refused(self, store: GraphStore, group: str) -> None:
        """A part of a staged work is saved only after the parts before it, and only if all parts are from the same
        source.
        """
        first, second, last = history(group)
        await stage(store, [first])

        for part, row in (
            (Staged(SOURCE, 2), last),
            (Staged("another file", 1), second),
            (Staged("another", 0), first),
        ):
            with pytest.raises(StaleRevisionError):
                await store.stage(part, row)

        assert await store.staged(group) == Staged(SOURCE, 1)

    async def test_a_work_that_exists_is_not_staged(self, store: GraphStore, group: str) -> None:
        await save(store, group, episode("one", "mine"))
        before = await everything(store, group)

        with pytest.raises(StaleRevisionError):
            await stage(store, history(group))

        assert await store.publish(group) == 1
        assert await everything(store, group) == before

    async def test_commits_to_a_staged_work_are_refused(self, store: GraphStore, group: str) -> None:
        """A commit to a staged work is refused, because the commit would mix its records with those of the import. A
        staged work is a work that an import is still saving part by part.
        """
        await stage(store, history(group)[:1])

        with pytest.raises(StoreRefusedError) as raised:
            await save(store, group, episode("other"))

        assert "delete" in raised.value.hint
        assert await store.staged(group) == Staged(SOURCE, 1)

    async def test_a_staged_work_can_be_deleted(self, store: GraphStore, group: str) -> None:
        await stage(store, history(group))

        assert await store.delete(group)

        assert await store.staged(group) is None
        assert await store.publish(group) == 0
        assert await save(store, group, episode("one", "mine")) == 1
        assert await store.counts(group) == {Kind.EPISODE: 1}

    async def test_a_refused_part_changes_nothing(self, store: GraphStore, group: str) -> None:
        """A part of a staged work is saved completely or not at all."""
        first, second, last = history(group)
        await stage(store, [first, second, last])
        wrong = changes(
            group, episode("two"), entity("anna", "Anna", vector=direction(1, dimension=8)), base=3, commit_id="d"
        )

        with pytest.raises(EmbeddingDimensionError):
            await store.stage(Staged(SOURCE, 1), wrong)
        await store.publish(group)

        assert [one.uuid for one in await store.fetch(group, Kind.EPISODE)] == ["one"]
        assert [one.commit_id for one in await store.commits(group)] == ["a", "b", "c"]

    async def test_a_published_work_can_begin_its_history_later(self, store: GraphStore, group: str) -> None:
        """`publish` can set the first readable revision of a work, as for an imported work whose history does not begin
        at revision 1.
        """
        await stage(store, history(group))
        await store.publish(group, readable_from=2)

        work = await store.work(group)
        assert work is not None
        assert work.readable_from == 2

    async def test_a_checkpoint_is_kept_without_a_commit(self, store: GraphStore, group: str) -> None:
        """`keep` saves and deletes records of a checkpoint without a commit, so that the work's revision stays the
        same.
        """
        await save(store, group, episode("one", "text"))

        await store.keep(group, put=[checkpoint("1"), checkpoint("2"), checkpoint("3", '{"a":1}')])
        await store.keep(group, put=[checkpoint("4")], remove=["2", "unknown"])

        assert [one.uuid for one in await store.fetch(group, Kind.CHECKPOINT)] == ["1", "3", "4"]
        assert [one.value for one in await store.fetch(group, Kind.CHECKPOINT, ids=["3"])] == ['{"a":1}']
        assert len(await store.commits(group)) == 1
        assert (await store.counts(group)) == {Kind.EPISODE: 1, Kind.CHECKPOINT: 3}
        assert await save(store, group, episode("two"), retire=((Kind.CHECKPOINT, "4"),)) == 2
        assert [one.uuid for one in await store.fetch(group, Kind.CHECKPOINT)] == ["1", "3"]

    async def test_only_a_checkpoint_is_kept_without_a_commit(self, store: GraphStore, group: str) -> None:
        """`keep` refuses records of other kinds, because every other record belongs to a revision."""
        await store.keep(group, put=[checkpoint("1")])
        assert not await store.fetch(group, Kind.CHECKPOINT), "the work does not exist"
        await save(store, group, episode("one", "text"))

        with pytest.raises(StoreRefusedError):
            await store.keep(group, put=[checkpoint("1"), episode("two")])

        assert await store.counts(group) == {Kind.EPISODE: 1}
