"""Store tests: several clients of one store see each other's commits, and no commit is lost."""

import asyncio

from episodic.errors import StaleRevisionError
from episodic.model.records import Kind
from episodic.ports import GraphStore
from episodic.testing.store_contract.builders import (
    changes,
    direction,
    entity,
    episode,
    fact,
    passage,
    save,
    search_text,
    search_vector,
    towards,
)
from episodic.testing.store_contract.fixtures import SharedContract

Pair = tuple[GraphStore, GraphStore]


async def insist(store: GraphStore, group: str, uuid: str) -> None:
    """Save one chapter. If another client has committed first, save the chapter on the new revision, until that
    succeeds.
    """
    while True:
        try:
            await save(store, group, episode(uuid), passage(f"p {uuid}", f"值夜者 {uuid}"))
        except StaleRevisionError:
            continue
        return


class SharingContract(SharedContract):
    async def test_concurrent_commits_are_all_saved(self, pair: Pair, shared_group: str) -> None:
        chapters = {0: [f"left {n}" for n in range(12)], 1: [f"right {n}" for n in range(12)]}

        async def write(side: int) -> None:
            for uuid in chapters[side]:
                await insist(pair[side], shared_group, uuid)

        await asyncio.gather(write(0), write(1))

        kept = {record.uuid for record in await pair[0].fetch(shared_group, Kind.EPISODE)}
        revisions = [commit.revision for commit in await pair[1].commits(shared_group)]
        assert kept == {*chapters[0], *chapters[1]}
        assert revisions == list(range(1, 25))

    async def test_one_of_two_commits_on_the_same_revision_is_stale(self, pair: Pair, shared_group: str) -> None:
        """Of two concurrent commits on the same base revision, exactly one is saved."""
        await save(pair[0], shared_group, episode("start"))

        answers = await asyncio.gather(
            *(store.commit(changes(shared_group, episode(f"side {n}"), base=1)) for n, store in enumerate(pair)),
            return_exceptions=True,
        )

        assert len([answer for answer in answers if isinstance(answer, StaleRevisionError)]) == 1
        assert [answer for answer in answers if not isinstance(answer, BaseException)] == [2]
        assert len(await pair[0].fetch(shared_group, Kind.EPISODE)) == 2

    async def test_one_of_two_first_commits_is_stale(self, pair: Pair, shared_group: str) -> None:
        answers = await asyncio.gather(
            *(store.commit(changes(shared_group, episode(f"side {n}"))) for n, store in enumerate(pair)),
            return_exceptions=True,
        )

        assert len([answer for answer in answers if isinstance(answer, StaleRevisionError)]) == 1
        assert [answer for answer in answers if not isinstance(answer, BaseException)] == [1]
        assert len(await pair[1].fetch(shared_group, Kind.EPISODE)) == 1

    async def test_the_same_commit_from_two_clients_is_saved_once(self, pair: Pair, shared_group: str) -> None:
        same = changes(shared_group, episode("one"), commit_id="same")

        answers = await asyncio.gather(*(store.commit(same) for store in pair))

        assert answers == [1, 1]
        assert len(await pair[0].commits(shared_group)) == 1

    async def test_a_commit_by_one_client_is_visible_to_the_other(self, pair: Pair, shared_group: str) -> None:
        """After one client has committed, the searches of the second client find the new record and not the retired
        record.
        """
        writer, reader = pair
        await save(writer, shared_group, entity("e", "e"), fact("a", "e", text="港口", vector=towards(1, 0.5)))
        first = [
            [one.uuid for one in await search_vector(reader, shared_group, Kind.FACT, direction(1), limit=5)],
            [one.uuid for one in await search_text(reader, shared_group, Kind.FACT, "港口", limit=5)],
        ]

        await save(writer, shared_group, fact("b", "e", text="港口", vector=towards(1, 0.9)), retire=[(Kind.FACT, "a")])
        second = [
            [one.uuid for one in await search_vector(reader, shared_group, Kind.FACT, direction(1), limit=5)],
            [one.uuid for one in await search_text(reader, shared_group, Kind.FACT, "港口", limit=5)],
            [record.uuid for record in await reader.neighbours(shared_group, ["e"], limit=5)],
        ]

        assert first == [["a"], ["a"]]
        assert second == [["b"], ["b"], ["b"]]

    async def test_a_work_deleted_by_one_client_is_deleted_for_the_other(self, pair: Pair, shared_group: str) -> None:
        writer, reader = pair
        await save(writer, shared_group, passage("old", "港口", vector=direction(1)))
        await search_vector(reader, shared_group, Kind.PASSAGE, direction(1), limit=5)

        await writer.delete(shared_group)
        gone = list(await search_vector(reader, shared_group, Kind.PASSAGE, direction(1), limit=5))
        await save(writer, shared_group, passage("new", "港口", vector=direction(1)))

        assert gone == []
        found = await search_vector(reader, shared_group, Kind.PASSAGE, direction(1), limit=5)
        assert [one.uuid for one in found] == ["new"]

    async def test_readers_see_whole_commits(self, pair: Pair, shared_group: str) -> None:
        writer, reader = pair

        async def write() -> None:
            for n in range(10):
                await save(writer, shared_group, episode(f"{n} a"), episode(f"{n} b"))

        async def read() -> list[int]:
            return [len(await reader.fetch(shared_group, Kind.EPISODE)) for _ in range(20)]

        _, *counted = await asyncio.gather(write(), *(read() for _ in range(4)))

        assert [count for counts in counted if counts for count in counts if count % 2] == []
