"""Text is data: whatever it looks like, it is kept, found and compared as it is, and orders nothing."""

import asyncio

import pytest

from episodic.errors import EpisodicError, InvalidNameError, StoreError
from episodic.model.records import Kind, Record
from episodic.ports import Coming, GraphStore
from tests.store_contract.builders import HOSTILE, changes, entity, episode, everything, fact, passage, save

LONE = "half \ud800 of a pair"


@pytest.mark.parametrize("text", HOSTILE)
async def test_hostile_text_is_kept_as_it_is(store: GraphStore, group: str, text: str) -> None:
    """As value, text, key, id, link and action."""
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
async def test_hostile_text_orders_nothing(store: GraphStore, group: str, text: str) -> None:
    """Searching for it, naming it and retiring it change nothing and fail nowhere."""
    await save(store, group, entity("e", "值夜者"), passage("p", "值夜者在港口"), fact("f", "e", text="值夜者"))
    before = await everything(store, group)

    await store.search_text(group, Kind.PASSAGE, text, limit=5)
    mixed = await store.search_text(group, Kind.PASSAGE, f"{text} 值夜者 {text}", limit=5)
    named = await store.named(group, [text])
    around = await store.neighbours(group, [text], limit=5)

    assert [one.uuid for one in mixed] == ["p"]
    assert dict(named) == {}
    assert list(around) == []
    assert await everything(store, group) == before


async def test_a_group_name_with_half_a_pair_is_refused(store: GraphStore) -> None:
    """A lone surrogate cannot be written as text; it is named before anything is saved."""
    with pytest.raises(InvalidNameError):
        await store.commit(changes(f"work {LONE}", episode("one")))


@pytest.mark.parametrize("name", ["", "   ", "n" * 501])
async def test_a_group_name_that_is_none_is_refused(store: GraphStore, name: str) -> None:
    """Empty and over-long names are no names."""
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
@pytest.mark.parametrize("foreseen", [False, True], ids=["unforeseen", "foreseen"])
async def test_half_a_pair_in_a_record_is_refused(
    store: GraphStore, group: str, broken: Record, foreseen: bool
) -> None:
    """In an id, a value, a text, a key or a link: a named error, and nothing of the commit is saved."""
    if foreseen:
        await store.foresee(group, [entity("e", "吴"), broken], coming=Coming(0, 1))
    with pytest.raises((StoreError, InvalidNameError)):
        await store.commit(changes(group, episode("fine"), entity("e", "吴"), broken))

    assert await store.work(group) is None


async def test_asking_for_half_a_pair_finds_nothing_or_is_refused(store: GraphStore, group: str) -> None:
    """No question ends in an error without a name."""
    await save(store, group, entity("e", "值夜者"), passage("p", "值夜者在港口"))

    answers = await asyncio.gather(
        store.search_text(group, Kind.PASSAGE, LONE, limit=5),
        store.fetch(group, Kind.PASSAGE, ids=[LONE]),
        store.named(group, [LONE]),
        store.neighbours(group, [LONE], limit=5),
        return_exceptions=True,
    )

    assert [answer for answer in answers if answer and not isinstance(answer, EpisodicError)] == []
