"""Store tests: the history of retired and replaced records."""

from episodic.model.records import ASSERTED, Kind, Record
from episodic.ports import GraphStore
from episodic.testing.store_contract.builders import changes, entity, episode, fact, save, search_text
from episodic.testing.store_contract.fixtures import Contract


class HistoryContract(Contract):
    async def test_retired_input_records_stay_in_the_history(self, store: GraphStore, group: str) -> None:
        asserted = {kind: Record(kind, "a", '{"n":1}', told=3, lo=1, hi=9) for kind in ASSERTED}
        await store.commit(changes(group, *asserted.values()))

        await store.commit(changes(group, base=1, retire=[(kind, "a") for kind in ASSERTED]))

        assert await store.counts(group) == {}
        assert await store.digests(group) == {}
        for kind, record in asserted.items():
            assert list(await store.fetch(group, kind)) == []
            assert list(await store.history(group, kind)) == [(record, 1, 2)]

    async def test_retired_derived_records_are_deleted(self, store: GraphStore, group: str) -> None:
        await save(store, group, entity("e", "Klein"), fact("f", "e", text="gone"))

        await save(store, group, retire=[(Kind.ENTITY, "e"), (Kind.FACT, "f")])

        assert list(await store.fetch(group, Kind.FACT)) == []
        assert list(await store.history(group, Kind.FACT)) == []
        assert await store.named(group, ["Klein"]) == {}
        assert list(await store.neighbours(group, ["e"], limit=9)) == []
        assert list(await search_text(store, group, Kind.FACT, "gone", limit=9)) == []

    async def test_a_replaced_chapter_keeps_its_old_text(self, store: GraphStore, group: str) -> None:
        old, new = episode("one", "they moved", told=5), episode("one", "they stayed", told=5)
        await save(store, group, old)
        await save(store, group, episode("two", told=6))

        await save(store, group, new)

        assert list(await store.history(group, Kind.EPISODE)) == [
            (old, 1, 3),
            (new, 3, None),
            (episode("two", told=6), 2, None),
        ]
        assert list(await store.fetch(group, Kind.EPISODE)) == [new, episode("two", told=6)]

    async def test_a_retired_record_can_be_saved_again(self, store: GraphStore, group: str) -> None:
        """A chapter that is retired and saved again has two versions in the history."""
        chapter = episode("one", "text")
        await save(store, group, chapter)
        await save(store, group, retire=[(Kind.EPISODE, "one")])

        await save(store, group, chapter)

        assert list(await store.history(group, Kind.EPISODE)) == [(chapter, 1, 2), (chapter, 3, None)]

    async def test_history_is_in_narrative_order(self, store: GraphStore, group: str) -> None:
        """The method `history` orders retired and current records together by narrative position, id and revision."""
        await save(
            store, group, episode("c", told=1), episode("b", told=2), episode("a", told=2), episode("d", told=-4)
        )

        await save(store, group, episode("b", "new", told=2), retire=[(Kind.EPISODE, "d")])

        found = [(record.uuid, put, retired) for record, put, retired in await store.history(group, Kind.EPISODE)]
        assert found == [("d", 1, 2), ("c", 1, None), ("a", 1, None), ("b", 1, 2), ("b", 2, None)]

    async def test_the_history_of_some_records_can_be_read(self, store: GraphStore, group: str) -> None:
        """The histories of the single records that `history_ids` lists give together the whole history of a kind."""
        await save(store, group, episode("b", "first", told=2), episode("a", "x", told=5), episode("c", "y", told=2))
        await save(store, group, episode("b", "second", told=9), retire=((Kind.EPISODE, "c"),))
        whole = list(await store.history(group, Kind.EPISODE))

        ids = list(await store.history_ids(group, Kind.EPISODE))
        parts = [list(await store.history(group, Kind.EPISODE, ids=[one])) for one in ids]

        assert ids == ["b", "c", "a"]
        assert [[row[1:] for row in part] for part in parts] == [[(1, 2), (2, None)], [(1, 2)], [(1, None)]]
        assert sorted([row for part in parts for row in part], key=repr) == sorted(whole, key=repr)
        assert list(await store.history(group, Kind.EPISODE, ids=["a", "unknown", "c"])) == [*parts[1], *parts[2]]
        assert list(await store.history(group, Kind.EPISODE, ids=[])) == []
        assert list(await store.history_ids(group, Kind.FACT)) == []
