"""Store tests: records are returned as they were saved, in narrative order."""

from episodic.model.records import Kind, Link, Record
from episodic.ports import GraphStore
from episodic.testing.store_contract.builders import (
    canonical,
    direction,
    entity,
    episode,
    fact,
    mention,
    passage,
    redirect,
    save,
    search_text,
    search_vector,
    statement,
)
from episodic.testing.store_contract.fixtures import Contract

ONE_OF_EACH = (
    episode("chapter", "邓恩走进值夜者的办公室。", told=10),
    Record(Kind.READING, "reading", canonical(window=1), told=10),
    Record(Kind.JUDGEMENT, "judgement", canonical(answer="same"), told=10),
    Record(Kind.ACT, "act", canonical(reason="the author says so")),
    Record(Kind.SETTING, "setting", canonical(instructions="")),
    passage("passage", "邓恩走进值夜者的办公室。", episode_id="chapter", told=10, vector=direction(1)),
    entity("dunn", "邓恩", "队长", told=10, vector=direction(2)),
    entity("office", "值夜者", told=10),
    mention("mention", episode_id="chapter", entity_id="dunn", told=10),
    statement("statement", passage_id="passage", fact_id="fact", told=10),
    Record(Kind.MOMENT, "moment", canonical(text="次日"), links=((Link.EPISODE, "chapter"),), told=10),
    fact("fact", "dunn", "office", others=["dunn"], text="邓恩属于值夜者", told=10, lo=10, hi=30, vector=direction(3)),
    Record(Kind.ISSUE, "issue", canonical(rank=0), links=((Link.FACT, "fact"),), told=10),
    redirect("old", "dunn"),
    Record(Kind.SERVICE, "job", canonical(state="queued")),
)


class RecordsContract(Contract):
    async def test_a_record_is_returned_as_it_was_saved(self, store: GraphStore, group: str) -> None:
        """A record is returned with the saved value, text, keys, links, order keys and vector."""
        await save(store, group, *ONE_OF_EACH)

        for kind in Kind:
            found = await store.fetch(group, kind, vectors=True)

            assert list(found) == sorted((r for r in ONE_OF_EACH if r.kind is kind), key=lambda r: (r.told, r.uuid))

    async def test_links_and_keys_keep_their_order_and_repetitions(self, store: GraphStore, group: str) -> None:
        twice = Record(
            Kind.FACT,
            "f",
            "{}",
            text="knows",
            links=((Link.PARTICIPANT, "z"), (Link.SUBJECT, "a"), (Link.OBJECT, "a"), (Link.PARTICIPANT, "a")),
        )
        named = Record(Kind.ENTITY, "a", "{}", text="a", keys=("z", "a", "m"))
        await save(store, group, entity("z", "Z"), named, twice)

        found = [*await store.fetch(group, Kind.FACT), *await store.fetch(group, Kind.ENTITY, ids=["a"])]

        assert found == [twice, named]

    async def test_an_empty_text_is_different_from_no_text(self, store: GraphStore, group: str) -> None:
        """A record with an empty text and a record without a text are both returned as saved, so that the two stay
        different.
        """
        empty = Record(Kind.PASSAGE, "empty", "{}", text="", lo=0, hi=0)
        absent = Record(Kind.PASSAGE, "none", "{}", text=None)

        await save(store, group, empty, absent)

        assert list(await store.fetch(group, Kind.PASSAGE)) == [empty, absent]

    async def test_vectors_are_returned_only_on_request(self, store: GraphStore, group: str) -> None:
        """Records are returned without vectors unless the caller asks for vectors, because vectors are large and rarely
        needed.
        """
        await save(store, group, passage("p", "text", vector=direction(1)))

        (plain,) = await store.fetch(group, Kind.PASSAGE)
        (chosen,) = await store.fetch(group, Kind.PASSAGE, ids=["p"])
        streamed = [record async for record in store.stream(group, Kind.PASSAGE)]

        assert plain.vector is None
        assert chosen.vector is None
        assert streamed == [plain]

    async def test_records_are_ordered_by_narrative_position_then_id(self, store: GraphStore, group: str) -> None:
        await save(store, group, episode("b", told=2), episode("z", told=-1), episode("a", told=2))
        await save(store, group, episode("m", told=1), episode("c", told=1 << 40))

        found = [record.uuid for record in await store.fetch(group, Kind.EPISODE)]

        assert found == ["z", "m", "a", "b", "c"]

    async def test_records_fetched_by_id_are_returned_once_and_in_order(self, store: GraphStore, group: str) -> None:
        """When records are fetched by id, repeated ids, unknown ids and ids of other kinds have no effect."""
        await save(store, group, episode("b", told=2), episode("a", told=3), episode("c", told=1), entity("e", "Klein"))

        found = await store.fetch(group, Kind.EPISODE, ids=["a", "nobody", "b", "a", "e", ""])

        assert [record.uuid for record in found] == ["b", "a"]

    async def test_fetching_no_ids_returns_no_records(self, store: GraphStore, group: str) -> None:
        await save(store, group, episode("a"))

        assert list(await store.fetch(group, Kind.EPISODE, ids=[])) == []

    async def test_a_record_with_a_new_narrative_position_moves_in_the_order(
        self, store: GraphStore, group: str
    ) -> None:
        await save(store, group, episode("a", told=1), episode("b", told=2))

        await save(store, group, episode("a", told=3))

        assert [record.uuid for record in await store.fetch(group, Kind.EPISODE)] == ["b", "a"]

    async def test_a_stream_yields_the_records_of_a_fetch(self, store: GraphStore, group: str) -> None:
        await save(
            store, group, *(passage(f"p{n}", f"text {n}", told=n % 7, vector=direction(n)) for n in range(1_203))
        )

        for vectors in (False, True):
            streamed = [record async for record in store.stream(group, Kind.PASSAGE, vectors=vectors)]

            assert streamed == list(await store.fetch(group, Kind.PASSAGE, vectors=vectors))
            assert len(streamed) == 1_203

    async def test_a_stream_can_be_stopped_early(self, store: GraphStore, group: str) -> None:
        await save(store, group, *(episode(f"{n:04}") for n in range(1_100)))

        seen: list[str] = []
        async for record in store.stream(group, Kind.EPISODE):
            seen.append(record.uuid)
            if len(seen) == 3:
                break
        await save(store, group, episode("one more"))

        assert seen == ["0000", "0001", "0002"]
        assert await store.counts(group) == {Kind.EPISODE: 1_101}

    async def test_digests_cover_only_live_records(self, store: GraphStore, group: str) -> None:
        await save(store, group, *ONE_OF_EACH)
        changed = fact("fact", "dunn", "office", text="邓恩离开了值夜者", told=11)

        await save(store, group, changed, retire=[(Kind.ENTITY, "office"), (Kind.EPISODE, "chapter")])

        live = {(r.kind, r.uuid): r.digest for r in ONE_OF_EACH if r.uuid not in {"office", "chapter"}}
        expected = {**live, (Kind.FACT, "fact"): changed.digest}
        assert dict(await store.digests(group)) == expected
        for kind in Kind:
            assert dict(await store.digests(group, kind)) == {
                key: one for key, one in expected.items() if key[0] is kind
            }

    async def test_live_records_are_counted_by_kind(self, store: GraphStore, group: str) -> None:
        await save(store, group, episode("a"), episode("b"), entity("e", "Klein"), fact("f", "e"))

        await save(store, group, retire=[(Kind.FACT, "f"), (Kind.EPISODE, "a")])

        assert await store.counts(group) == {Kind.EPISODE: 1, Kind.ENTITY: 1}

    async def test_reads_of_an_unknown_work_return_nothing(self, store: GraphStore, group: str) -> None:
        vector = direction(1)

        lists = [
            list(await store.fetch(group, Kind.FACT)),
            list(await store.fetch(group, Kind.FACT, ids=["f"])),
            [record async for record in store.stream(group, Kind.FACT)],
            list(await store.history(group, Kind.EPISODE)),
            list(await store.commits(group)),
            list(await search_text(store, group, Kind.FACT, "值夜者", limit=5)),
            list(await search_vector(store, group, Kind.FACT, vector, limit=5)),
            list(await store.neighbours(group, ["e"], limit=5)),
        ]

        assert not any(lists)
        assert not await store.digests(group)
        assert not await store.digests(group, Kind.FACT)
        assert not await store.counts(group)
        assert not await store.named(group, ["Klein"])

    async def test_a_value_of_three_megabytes_is_saved(self, store: GraphStore, group: str) -> None:
        chapter = episode("long", "长" * 1_000_000)

        await save(store, group, chapter)

        assert list(await store.fetch(group, Kind.EPISODE)) == [chapter]

    async def test_one_commit_can_save_two_thousand_records(self, store: GraphStore, group: str) -> None:
        people = [entity(f"e{n}", f"人物{n}", told=n, vector=direction(n)) for n in range(400)]
        facts = [
            fact(f"f{n}", f"e{n % 400}", f"e{n * 7 % 400}", text=f"人物{n % 400}见到人物{n * 7 % 400}", told=n)
            for n in range(1_600)
        ]

        revision = await save(store, group, *people, *facts)

        assert revision == 1
        assert await store.counts(group) == {Kind.ENTITY: 400, Kind.FACT: 1_600}
        assert list(await store.fetch(group, Kind.FACT)) == facts
        assert list(await store.fetch(group, Kind.ENTITY, ids=[one.uuid for one in people], vectors=True)) == people
        assert dict(await store.digests(group)) == {(r.kind, r.uuid): r.digest for r in (*people, *facts)}
