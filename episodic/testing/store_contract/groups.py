"""Store tests: works in one store are isolated from each other."""

from episodic.model.records import SERVICE_PREFIX, Kind, Record
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
    save,
    search_text,
    search_vector,
    towards,
)
from episodic.testing.store_contract.fixtures import Contract, new_name

NAMES = (
    "诡秘之主",
    "Война и мир",
    "a/b\\c:d*e?f",
    "  spaces  ",
    "`group`",
    "x'}) DETACH DELETE n //",
    '"quoted" AND work : w1',
    "emoji 🐉",
    "nul\x00byte",
    "\x1b[2J",
    "e\u0301",
    "\uff5e\U0001f409",
    "𠮷" * 100,
    "%",
    "null",
)


async def put_story(store: GraphStore, group: str, hero: str, *, number: int) -> None:
    await save(
        store,
        group,
        episode("chapter", hero, told=1),
        passage("passage", f"{hero}在港口", told=1, vector=towards(1, 0.5 + number / 10)),
        entity("hero", hero, told=1, vector=direction(number)),
        mention("mention", episode_id="chapter", entity_id="hero", told=1),
        fact("fact", "hero", text=f"{hero}住在港口", told=1, note=hero, vector=direction(1)),
        fact(f"only {hero}", "hero", text="港口", told=2, vector=direction(1)),
    )


class GroupsContract(Contract):
    async def test_works_with_equal_record_ids_are_isolated(
        self, store: GraphStore, group: str, other_group: str
    ) -> None:
        """Equal ids in two works are different records, and each read returns only records of its own work."""
        await put_story(store, group, "林", number=1)
        await put_story(store, other_group, "吴", number=2)

        facts = ["fact", "only 林"]
        assert [r.uuid for r in await store.fetch(group, Kind.FACT)] == facts
        assert [r.uuid for r in await store.fetch(group, Kind.FACT, ids=["fact", "only 吴"])] == ["fact"]
        assert [r.uuid async for r in store.stream(group, Kind.FACT)] == facts
        assert [r.uuid for r in await store.neighbours(group, ["hero"], limit=9)] == facts
        assert sorted(s.uuid for s in await search_text(store, group, Kind.FACT, "港口 吴", limit=9)) == facts
        assert [s.uuid for s in await search_vector(store, group, Kind.FACT, direction(1), limit=9)] == facts
        assert dict(await store.named(group, ["林", "吴"])) == {"林": ("hero",)}
        assert (await store.counts(group))[Kind.FACT] == 2
        assert (Kind.FACT, "only 吴") not in await store.digests(group)
        assert [record.value for record, _, _ in await store.history(group, Kind.EPISODE)] == [
            episode("chapter", "林").value
        ]
        assert len(await store.commits(group)) == 1

    async def test_retiring_and_replacing_change_only_one_work(
        self, store: GraphStore, group: str, other_group: str
    ) -> None:
        await put_story(store, group, "林", number=1)
        await put_story(store, other_group, "吴", number=2)
        before = await everything(store, other_group)

        await save(
            store,
            group,
            entity("hero", "another", told=9),
            fact("fact", "hero", text="别处", told=9),
            retire=[(Kind.EPISODE, "chapter"), (Kind.PASSAGE, "passage"), (Kind.MENTION, "mention")],
        )

        assert await everything(store, other_group) == before
        assert dict(await store.named(other_group, ["吴", "another"])) == {"吴": ("hero",)}
        assert len(await store.neighbours(other_group, ["hero"], limit=9)) == 2
        assert len(await search_text(store, other_group, Kind.FACT, "港口", limit=9)) == 2
        assert len(await search_vector(store, other_group, Kind.FACT, direction(1), limit=9)) == 2

    async def test_better_matches_in_another_work_do_not_count_against_the_limit(
        self, store: GraphStore, group: str, other_group: str
    ) -> None:
        better = [passage(f"o{n:03}", "值夜者", vector=towards(1, 0.99 - n / 1000)) for n in range(300)]
        await save(store, other_group, *better)
        await save(store, group, passage("own", "很久以前有一个人叫值夜者，他在山里", vector=towards(1, -0.4)))

        by_text = await search_text(store, group, Kind.PASSAGE, "值夜者", limit=1)
        by_vector = await search_vector(store, group, Kind.PASSAGE, direction(1), limit=1)

        assert [one.uuid for one in by_text] == ["own"]
        assert [one.uuid for one in by_vector] == ["own"]

    async def test_works_are_listed_by_name(self, store: GraphStore) -> None:
        """`works` returns all works, ordered by the code points of their names."""
        mine = [f"{new_name()} {suffix}" for suffix in ("b", "a", "林", "\uff5e", "🐉")]
        for name in mine:
            await store.commit(changes(name, episode("one")))

        listed = [work.group_id for work in await store.works()]

        for name in mine:
            await store.delete(name)
        assert [name for name in listed if name in mine] == sorted(mine)
        assert listed == sorted(listed)

    async def test_groups_of_the_program_itself_are_not_listed_as_works(self, store: GraphStore) -> None:
        name = f"{SERVICE_PREFIX}{new_name()}"
        kept = Record(Kind.SERVICE, "job", '{"state":"queued"}')
        await store.commit(changes(name, kept))

        listed = [work.group_id for work in await store.works()]
        work = await store.work(name)
        found = list(await store.fetch(name, Kind.SERVICE))
        deleted = await store.delete(name)

        assert name not in listed
        assert work is not None
        assert found == [kept]
        assert deleted

    async def test_a_work_may_have_any_name(self, store: GraphStore) -> None:
        """A group name with quotes, wildcards or other special characters is stored unchanged and has no special
        effect.
        """
        for name in NAMES:
            own = f"{new_name()} {name}"
            await put_story(store, own, "林", number=1)

            work = await store.work(own)
            near = [await store.work(own.strip() + " "), await store.work(own.upper())]
            listed = [one.group_id for one in await store.works() if one.group_id == own]
            searched = await search_text(store, own, Kind.PASSAGE, "港口", limit=5)
            nearest = await search_vector(store, own, Kind.PASSAGE, direction(1), limit=5)
            deleted = await store.delete(own)

            assert work is not None, name
            assert work.group_id == own, name
            assert near == [None, None], name
            assert listed == [own], name
            assert [one.uuid for one in searched] == ["passage"], name
            assert [one.uuid for one in nearest] == ["passage"], name
            assert deleted, name

    async def test_similar_group_names_are_different_works(self, store: GraphStore, group: str) -> None:
        """Group names that differ only in case, character width, spaces or Unicode composition are names of different
        works.
        """
        alike = [f"{group} {end}" for end in ("é", "e\u0301", "É", "é ", "Ａ", "A", "a")]
        for number, name in enumerate(alike):
            await store.commit(changes(name, episode(f"chapter {number}")))

        held = [[record.uuid for record in await store.fetch(name, Kind.EPISODE)] for name in alike]

        for name in alike:
            await store.delete(name)
        assert held == [[f"chapter {number}"] for number in range(len(alike))]

    async def test_a_deleted_work_has_no_records(self, store: GraphStore, group: str) -> None:
        await put_story(store, group, "林", number=1)
        await save(store, group, episode("chapter", "new text"), retire=[(Kind.FACT, "fact")])
        await search_vector(store, group, Kind.FACT, direction(1), limit=5)

        deleted = await store.delete(group)

        assert deleted
        assert await everything(store, group, kinds=Kind) == (
            None,
            [],
            {},
            {},
            {kind: [] for kind in Kind},
            {kind: [] for kind in Kind},
        )
        assert group not in [work.group_id for work in await store.works()]
        assert dict(await store.named(group, ["林"])) == {}
        assert list(await store.neighbours(group, ["hero"], limit=5)) == []
        assert list(await search_text(store, group, Kind.PASSAGE, "港口", limit=5)) == []
        assert list(await search_vector(store, group, Kind.PASSAGE, direction(1), limit=5)) == []

    async def test_delete_returns_whether_the_work_existed(self, store: GraphStore, group: str) -> None:
        await store.commit(changes(group, episode("one")))

        answers = [await store.delete(group), await store.delete(group), await store.delete(f"{group} ")]

        assert answers == [True, False, False]

    async def test_deleting_a_work_changes_no_other_work(self, store: GraphStore, group: str, other_group: str) -> None:
        await put_story(store, group, "林", number=1)
        await put_story(store, other_group, "林", number=1)
        before = await everything(store, other_group)

        await store.delete(group)

        assert await everything(store, other_group) == before
        assert len(await search_text(store, other_group, Kind.FACT, "港口", limit=9)) == 2
        assert len(await search_vector(store, other_group, Kind.FACT, direction(1), limit=9)) == 2
        assert len(await store.neighbours(other_group, ["hero"], limit=9)) == 2
        assert dict(await store.named(other_group, ["林"])) == {"林": ("hero",)}

    async def test_the_name_of_a_deleted_work_can_be_used_again(self, store: GraphStore, group: str) -> None:
        """After a work is deleted, a new work with its name starts at revision 1.

        A new work with the name of a deleted work may reuse the deleted work's commit ids and have another vector
        dimension.
        """
        await store.commit(changes(group, passage("old", "旧的港口", vector=direction(1)), commit_id="c"))
        await search_vector(store, group, Kind.PASSAGE, direction(1), limit=5)
        await store.delete(group)
        fresh = direction(1, dimension=8)

        revision = await store.commit(changes(group, passage("new", "新的港口", vector=fresh), commit_id="c"))

        assert revision == 1
        assert [one.uuid for one in await search_vector(store, group, Kind.PASSAGE, fresh, limit=5)] == ["new"]
        assert [one.uuid for one in await search_text(store, group, Kind.PASSAGE, "港口", limit=5)] == ["new"]
        assert len(await store.commits(group)) == 1
