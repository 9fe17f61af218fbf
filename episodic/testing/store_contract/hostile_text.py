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
    """Tests of unusual and hostile text in records, queries and names."""

    @pytest.mark.parametrize("text", HOSTILE)
    async def test_hostile_text_is_returned_unchanged(self, store: GraphStore, group: str, text: str) -> None:
        """Hostile text in any field of a record or a commit is returned unchanged."""
        records = {
            Kind.EPISODE: episode(f"id {text}", text),
            Kind.PASSAGE: passage("p", text, episode_id=f"id {text}"),
            Kind.ENTITY: entity(f"id {text}", text, "plain"),
            Kind.FACT: fact(f"fact {text}", f"id {text}", text=text),
        }

        await store.commit(changes(group, *records.values(), commit_id=f"c {text}", action=text))

        for kind, record in records.items():
            assert list(await store.fetch(group, kind)) == [record]
            assert list(await store.fetch(group, kind, ids=[record.uuid])) == [record]
        assert dict(await store.named(group, [text])) == {text: (f"id {text}",)}
        assert list(await store.neighbours(group, [f"id {text}"], limit=5)) == [records[Kind.FACT]]
        assert (await store.commits(group))[0].action == text
        assert await store.commit(changes(group, commit_id=f"c {text}")) == 1

    @pytest.mark.parametrize("text", HOSTILE)
    async def test_hostile_text_in_a_query_has_no_effect(self, store: GraphStore, group: str, text: str) -> None:
        """Hostile text in a search or look-up raises no error and changes no record."""
        await save(store, group, entity("e", "值夜者"), passage("p", "值夜者在港口"), fact("f", "e", text="值夜者"))
        before = await everything(store, group)

        await search_text(store, group, Kind.PASSAGE, text, limit=5)
        mixed = await search_text(store, group, Kind.PASSAGE, f"{text} 值夜者 {text}", limit=5)
        named = await store.named(group, [text])
        around = await store.neighbours(group, [text], limit=5)

        assert [one.uuid for one in mixed] == ["p"]
        assert dict(named) == {}
        assert list(around) == []
        assert await everything(store, group) == before

    async def test_a_group_name_with_a_lone_surrogate_is_refused(self, store: GraphStore) -> None:
        """A group name with a lone surrogate is refused, because a lone surrogate cannot be written as UTF-8."""
        with pytest.raises(InvalidNameError):
            await store.commit(changes(f"work {LONE}", episode("one")))

    @pytest.mark.parametrize("name", ["", "   ", "n" * 501])
    async def test_an_empty_blank_or_long_group_name_is_refused(self, store: GraphStore, name: str) -> None:
        """Group names that are empty, blank or too long are refused."""
        with pytest.raises(InvalidNameError):
            await store.commit(changes(name, episode("one")))

    @pytest.mark.parametrize(
        "broken",
        [
            Record(Kind.EPISODE, LONE, "{}"),
            Record(Kind.EPISODE, "one", LONE),
            Record(Kind.PASSAGE, "p", "{}", text=LONE),
            entity("e", LONE),
            fact("f", LONE),
        ],
    )
    async def test_a_record_with_a_lone_surrogate_is_refused(
        self, store: GraphStore, group: str, broken: Record
    ) -> None:
        """If any field of a record contains a lone surrogate, the commit raises an error and saves nothing."""
        with pytest.raises((StoreError, InvalidNameError)):
            await store.commit(changes(group, episode("fine"), entity("e", "吴"), broken))

        assert await store.work(group) is None

    async def test_a_query_with_a_lone_surrogate_finds_nothing_or_is_refused(
        self, store: GraphStore, group: str
    ) -> None:
        """A read with a lone surrogate either finds nothing or raises an EpisodicError."""
        await save(store, group, entity("e", "值夜者"), passage("p", "值夜者在港口"))

        answers = await asyncio.gather(
            search_text(store, group, Kind.PASSAGE, LONE, limit=5),
            store.fetch(group, Kind.PASSAGE, ids=[LONE]),
            store.named(group, [LONE]),
            store.neighbours(group, [LONE], limit=5),
            return_exceptions=True,
        )

        assert [answer for answer in answers if answer and not isinstance(answer, EpisodicError)] == []
