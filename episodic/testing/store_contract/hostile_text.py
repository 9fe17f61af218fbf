"""Store tests: text with query syntax, control characters or unusual Unicode is stored and found unchanged."""

import asyncio

import pytest

from episodic.errors import EpisodicError, InvalidNameError, StoreError
from episodic.model.records import Kind, Record
from episodic.ports import GraphStore
from episodic.testing.store_contract.builders import (
    HOSTILE,
    changes,
    entity,
    episode,
    everything,
    fact,
    passage,
    save,
    search_text,
)
from episodic.testing.store_contract.fixtures import Contract

LONE = "half \ud800 of a pair"


class HostileTextContract(Contract):
    async def test_hostile_text_is_returned_unchanged(self, store: GraphStore, group: str, other_group: str) -> None:
        """Hostile text (such as query syntax) in any field of a record or commit is returned unchanged, and changes no
        other work.
        """
        await save(
            store, other_group, entity("e", "值夜者"), passage("p", "值夜者在港口"), fact("f", "e", text="值夜者")
        )
        before = await everything(store, other_group)
        saved = {
            text: {
                Kind.EPISODE: episode(f"id {text}", text),
                Kind.PASSAGE: passage(f"p {text}", text, episode_id=f"id {text}"),
                Kind.ENTITY: entity(f"id {text}", text, "plain"),
                Kind.FACT: fact(f"fact {text}", f"id {text}", text=text),
            }
            for text in HOSTILE
        }

        for base, (text, records) in enumerate(saved.items()):
            await store.commit(changes(group, *records.values(), base=base, commit_id=f"c {text}", action=text))

        for kind in (Kind.EPISODE, Kind.PASSAGE, Kind.ENTITY, Kind.FACT):
            found = {record.uuid: record for record in await store.fetch(group, kind)}
            assert found == {records[kind].uuid: records[kind] for records in saved.values()}
        assert [one.action for one in await store.commits(group)] == list(HOSTILE)
        for revision, (text, records) in enumerate(saved.items(), 1):
            for kind, record in records.items():
                assert list(await store.fetch(group, kind, ids=[record.uuid])) == [record], text
            assert dict(await store.named(group, [text])) == {text: (f"id {text}",)}, text
            assert list(await store.neighbours(group, [f"id {text}"], limit=5)) == [records[Kind.FACT]], text
            assert await store.commit(changes(group, commit_id=f"c {text}")) == revision, text
        assert await everything(store, other_group) == before

    async def test_hostile_text_in_a_query_has_no_effect(self, store: GraphStore, group: str) -> None:
        """Hostile text in a search or look-up raises no error and changes no record."""
        await save(store, group, entity("e", "值夜者"), passage("p", "值夜者在港口"), fact("f", "e", text="值夜者"))
        before = await everything(store, group)

        for text in HOSTILE:
            await search_text(store, group, Kind.PASSAGE, text, limit=5)
            mixed = await search_text(store, group, Kind.PASSAGE, f"{text} 值夜者 {text}", limit=5)
            named = await store.named(group, [text])
            around = await store.neighbours(group, [text], limit=5)

            assert [one.uuid for one in mixed] == ["p"], text
            assert dict(named) == {}, text
            assert list(around) == [], text
        assert await everything(store, group) == before

    async def test_a_group_name_with_a_lone_surrogate_is_refused(self, store: GraphStore) -> None:
        """A group name with a lone surrogate is refused, because a lone surrogate cannot be written as UTF-8."""
        with pytest.raises(InvalidNameError):
            await store.commit(changes(f"work {LONE}", episode("one")))

    async def test_an_empty_blank_or_long_group_name_is_refused(self, store: GraphStore) -> None:
        for name in ("", "   ", "n" * 501):
            with pytest.raises(InvalidNameError):
                await store.commit(changes(name, episode("one")))

    async def test_a_record_with_a_lone_surrogate_is_refused(self, store: GraphStore, group: str) -> None:
        """If any field of a record contains a lone surrogate, the commit raises an error and saves nothing."""
        for broken in (
            Record(Kind.EPISODE, LONE, "{}"),
            Record(Kind.EPISODE, "one", LONE),
            Record(Kind.PASSAGE, "p", "{}", text=LONE),
            entity("e", LONE),
            fact("f", LONE),
        ):
            with pytest.raises((StoreError, InvalidNameError)):
                await store.commit(changes(group, episode("fine"), entity("e", "吴"), broken))

            assert await store.work(group) is None, repr(broken)

    async def test_a_query_with_a_lone_surrogate_finds_nothing_or_is_refused(
        self, store: GraphStore, group: str
    ) -> None:
        """A read with a lone surrogate in its query either finds nothing or raises an EpisodicError."""
        await save(store, group, entity("e", "值夜者"), passage("p", "值夜者在港口"))

        answers = await asyncio.gather(
            search_text(store, group, Kind.PASSAGE, LONE, limit=5),
            store.fetch(group, Kind.PASSAGE, ids=[LONE]),
            store.named(group, [LONE]),
            store.neighbours(group, [LONE], limit=5),
            return_exceptions=True,
        )

        assert [answer for answer in answers if answer and not isinstance(answer, EpisodicError)] == []
