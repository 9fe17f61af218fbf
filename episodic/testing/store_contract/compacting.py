"""Store tests: `compact` and `purge` delete old history and leave live records unchanged."""

import asyncio

import pytest

from episodic.errors import StaleRevisionError
from episodic.model.records import Kind, Work
from episodic.ports import GraphStore
from episodic.testing.store_contract.builders import (
    changes,
    direction,
    entity,
    episode,
    everything,
    fact,
    passage,
    save,
    search_text,
    search_vector,
)
from episodic.testing.store_contract.fixtures import Contract, SharedContract

Pair = tuple[GraphStore, GraphStore]


async def rewritten(store: GraphStore, group: str, *texts: str) -> None:
    """Save one chapter several times, each time with the next of *texts* and in a new revision."""
    for text in texts:
        await save(store, group, episode("one", text))


async def known(store: GraphStore, group: str) -> Work:
    """Return the `Work` (revision, embedder, times) that the store has for *group*. The work must exist."""
    work = await store.work(group)
    assert work is not None
    return work


class CompactingContract(Contract):
    async def test_a_work_that_was_never_compacted_is_readable_from_revision_1(
        self, store: GraphStore, group: str
    ) -> None:
        await rewritten(store, group, "first", "second")

        assert (await known(store, group)).readable_from == 1
        assert [one.readable_from for one in await store.works() if one.group_id == group] == [1]

    async def test_compact_deletes_only_versions_that_ended_before_the_revision(
        self, store: GraphStore, group: str
    ) -> None:
        """`compact` deletes record versions that were replaced at revision *keep* or before, and keeps all later
        versions.
        """
        await rewritten(store, group, "first", "second", "third", "fourth")

        gone = await store.compact(group, keep=3)

        assert gone == 2
        assert list(await store.history(group, Kind.EPISODE)) == [
            (episode("one", "third"), 3, 4),
            (episode("one", "fourth"), 4, None),
        ]
        assert (await known(store, group)).readable_from == 3

    async def test_compact_changes_nothing_but_the_history(self, store: GraphStore, group: str) -> None:
        """After `compact`, all reads and searches return the same as before, except the history and `readable_from`
        (the first revision that can be read).
        """
        await save(store, group, episode("one", "old"), entity("e", "Klein"), passage("p", "港口", vector=direction(1)))
        await save(store, group, episode("one", "new"), fact("f", "e", text="they moved", vector=direction(2)))
        work, *before = await everything(store, group)

        await store.compact(group, keep=2)

        after, *rest = await everything(store, group)
        assert isinstance(work, Work)
        assert isinstance(after, Work)
        assert (after.revision, after.changed_at) == (work.revision, work.changed_at)
        assert rest[:-1] == before[:-1]
        assert [one.uuid for one in await search_text(store, group, Kind.PASSAGE, "港口", limit=3)] == ["p"]
        assert [one.uuid for one in await search_vector(store, group, Kind.FACT, direction(2), limit=3)] == ["f"]

    async def test_compacting_to_a_future_revision_keeps_later_history(self, store: GraphStore, group: str) -> None:
        """If `compact` gets a future revision, it keeps history from the current revision on, also of records that are
        retired later.
        """
        await rewritten(store, group, "first", "second")

        gone = await store.compact(group, keep=1 << 40)
        await save(store, group, episode("one", "third"))

        assert gone == 1
        assert (await known(store, group)).readable_from == 2
        assert [row[1:] for row in await store.history(group, Kind.EPISODE)] == [(2, 3), (3, None)]

    async def test_compacting_to_an_earlier_revision_changes_nothing(self, store: GraphStore, group: str) -> None:
        """Compacting to an earlier revision than the last compaction deletes nothing, and `readable_from` stays the
        same.
        """
        await rewritten(store, group, "first", "second", "third")
        await store.compact(group, keep=3)

        gone = [await store.compact(group, keep=earlier) for earlier in (2, 1, 0, -5)]

        assert gone == [0, 0, 0, 0]
        assert (await known(store, group)).readable_from == 3

    async def test_compacting_leaves_other_works_unchanged(
        self, store: GraphStore, group: str, other_group: str
    ) -> None:
        await rewritten(store, group, "first", "second")
        await rewritten(store, other_group, "first", "second")
        before = await everything(store, other_group)

        await store.compact(group, keep=2)
        await store.purge(group)

        assert await everything(store, other_group) == before

    async def test_compacting_an_unknown_work_deletes_nothing(self, store: GraphStore, group: str) -> None:
        """Compacting or purging an unknown work deletes nothing and creates no work."""
        gone = [await store.compact(group, keep=1), await store.purge(group)]

        assert gone == [0, 0]
        assert await store.work(group) is None

    async def test_commits_continue_after_compact(self, store: GraphStore, group: str) -> None:
        """After `compact`, the next commit creates the next revision, an old commit that is sent again is recognised,
        and new history is kept.
        """
        await store.commit(changes(group, episode("one", "first"), commit_id="the first"))
        await save(store, group, episode("one", "second"))
        await store.compact(group, keep=2)

        again = await store.commit(changes(group, episode("one", "first"), commit_id="the first"))
        await save(store, group, episode("one", "third"))

        assert again == 1
        assert [one.revision for one in await store.commits(group)] == [1, 2, 3]
        assert [row[1:] for row in await store.history(group, Kind.EPISODE)] == [(2, 3), (3, None)]

    async def test_a_new_work_with_a_deleted_name_is_readable_from_revision_1(
        self, store: GraphStore, group: str
    ) -> None:
        await rewritten(store, group, "first", "second")
        await store.compact(group, keep=2)
        await store.delete(group)

        await rewritten(store, group, "another")

        assert (await known(store, group)).readable_from == 1

    async def test_a_purged_work_has_no_history(self, store: GraphStore, group: str) -> None:
        """`purge` deletes the retired and replaced versions of all records, and searches do not find replaced text."""
        await save(store, group, episode("one", "a secret"), episode("two"), passage("p", "秘密书房 secret"))
        await save(store, group, episode("one", "nothing"), passage("p", "平常书房"), retire=[(Kind.EPISODE, "two")])

        gone = await store.purge(group)

        assert gone == 2
        assert list(await store.history(group, Kind.EPISODE)) == [(episode("one", "nothing"), 2, None)]
        assert (await known(store, group)).readable_from == 2
        assert list(await search_text(store, group, Kind.PASSAGE, "秘密 secret", limit=3)) == []
        assert [one.uuid for one in await search_text(store, group, Kind.PASSAGE, "平常", limit=3)] == ["p"]

    async def test_a_second_purge_changes_nothing(self, store: GraphStore, group: str) -> None:
        await rewritten(store, group, "first", "second")
        await store.purge(group)
        before = await everything(store, group)

        assert await store.purge(group) == 0
        assert await everything(store, group) == before

    async def test_purge_creates_no_revision(self, store: GraphStore, group: str) -> None:
        """`purge` creates no revision, and a commit on a stale base revision is still refused."""
        await rewritten(store, group, "first", "second")
        await store.purge(group)

        with pytest.raises(StaleRevisionError) as raised:
            await store.commit(changes(group, episode("one", "late"), base=1))

        assert (raised.value.base, raised.value.current) == (1, 2)


class SharedCompactingContract(SharedContract):
    async def test_compact_by_one_client_is_visible_to_the_other(self, pair: Pair, shared_group: str) -> None:
        """After one client has compacted a work, the second client sees the shorter history and the new
        `readable_from`.
        """
        await rewritten(pair[0], shared_group, "first", "second", "third")
        await everything(pair[1], shared_group)

        await pair[0].compact(shared_group, keep=2)

        assert [row[1:] for row in await pair[1].history(shared_group, Kind.EPISODE)] == [(2, 3), (3, None)]
        assert (await known(pair[1], shared_group)).readable_from == 2

    async def test_compacting_during_writes_loses_no_commit(self, pair: Pair, shared_group: str) -> None:
        """If two clients commit and compact at the same time, all commits are saved, and history from revision *keep*
        on is complete.
        """
        await rewritten(pair[0], shared_group, "start")

        async def write() -> None:
            for number in range(12):
                await rewritten(pair[0], shared_group, f"text {number}")

        async def let_go() -> None:
            for keep in range(2, 8):
                await pair[1].compact(shared_group, keep=keep)

        await asyncio.gather(write(), let_go())

        first = (await known(pair[0], shared_group)).readable_from
        revisions = [put for _, put, _ in await pair[0].history(shared_group, Kind.EPISODE)]
        assert [one.revision for one in await pair[0].commits(shared_group)] == list(range(1, 14))
        assert revisions == list(range(revisions[0], 14))
        assert revisions[0] <= first <= 7
