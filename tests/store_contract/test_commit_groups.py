"""Several commits saved together: all or nothing, and then as if they had been made one after the other."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from uuid import uuid4

import pytest

from episodic.errors import EmbeddingDimensionError, StaleRevisionError
from episodic.model.records import SEARCHED, Commit, Kind, Record, RecordKey
from episodic.ports import Bounds, Coming, GraphStore
from tests.store_contract.builders import HOSTILE, changes, direction, entity, episode, everything, fact, passage
from tests.store_contract.conftest import new_name
from tests.store_contract.rows_of_commits import BEFORE, DISJOINT, EMPTY, KNOWN, OVERLAPPING, Part, row_of


async def answers(store: GraphStore, group: str) -> object:
    """Everything that is kept, and what each search says of it."""
    work = await store.work(group)
    _, *rest = await everything(store, group)
    texts = ("林", "沈住在", "港口", "旧的", "新的", "值夜者")
    return (
        None if work is None else replace(work, group_id="any"),
        rest,
        await store.named(group, ["林", "Lin", "林远", "吴", "沈", "何"]),
        [await store.neighbours(group, [one], limit=9) for one in ("lin", "wu", "shen", "he")],
        [
            {one.uuid for one in await store.search_text(group, kind, text, limit=9, bounds=bounds)}
            for kind in sorted(SEARCHED)
            for text in texts
            for bounds in (Bounds(), Bounds(told_by=1))
        ],
        [
            await store.search_vector(group, kind, direction(number), limit=9)
            for kind in sorted(SEARCHED)
            for number in (2, 6)
        ],
    )


@pytest.mark.parametrize("parts", [DISJOINT, OVERLAPPING, EMPTY], ids=["disjoint", "overlapping", "empty"])
async def test_a_group_is_as_if_committed_one_by_one(
    store: GraphStore, group: str, other_group: str, parts: Sequence[Part]
) -> None:
    """The work, its commits, history, digests, records, names, neighbours and searches are the same."""
    for name in (group, other_group):
        await store.commit(*row_of(name, [BEFORE], base=0))
        await answers(store, name)
    for one in row_of(group, parts, base=1):
        await store.commit(one)

    revision = await store.commit(*row_of(other_group, parts, base=1))

    assert revision == 1 + len(parts)
    assert await answers(store, other_group) == await answers(store, group)


@pytest.mark.parametrize("parts", [DISJOINT, OVERLAPPING], ids=["disjoint", "overlapping"])
@pytest.mark.parametrize("others", [False, True], ids=["the same", "others"])
@pytest.mark.parametrize("known", [frozenset[RecordKey](), KNOWN], ids=["as if nothing were there", "what is there"])
async def test_a_commit_puts_what_it_says_whatever_was_foreseen(
    store: GraphStore, group: str, other_group: str, parts: Sequence[Part], others: bool, known: frozenset[RecordKey]
) -> None:
    """Also where it puts something else under these ids, hostile text, or nothing of it, and where somebody foresaw nothing."""
    hostile = [passage(f"h{number}", text, told=3) for number, text in enumerate(HOSTILE)]
    parts = (*parts, (hostile, ()))
    await store.commit(*row_of(group, [BEFORE], base=0))
    await store.commit(*row_of(group, parts, base=1))
    foreseen = [record for put, _ in (BEFORE, *parts) for record in put]
    if others:
        foreseen = [replace(record, value="{}", keys=("other",), told=7, vector=None) for record in foreseen]

    await store.foresee(other_group, ())
    await store.foresee(other_group, foreseen[:1])
    await store.foresee(other_group, foreseen, coming=Coming(0, 1))
    await store.foresee(other_group, [entity("never", "nobody")], coming=Coming(0, 1))
    await store.commit(*row_of(other_group, [BEFORE], base=0))
    await store.foresee(other_group, foreseen, coming=Coming(1, 1 + len(parts), known))
    await store.commit(*row_of(other_group, parts, base=1))

    assert await answers(store, other_group) == await answers(store, group)


@pytest.mark.parametrize("parts", [DISJOINT, OVERLAPPING], ids=["disjoint", "overlapping"])
@pytest.mark.parametrize("known", [frozenset[RecordKey](), KNOWN], ids=["as if nothing were there", "what is there"])
async def test_a_commit_puts_the_very_records_that_were_foreseen(
    store: GraphStore, group: str, other_group: str, parts: Sequence[Part], known: frozenset[RecordKey]
) -> None:
    """Some of them first or all at once, whatever is there already, beside hostile text, and where another work foresaw the same."""
    more = [
        *parts[-1][0],
        passage("p8", "又一段", episode_id="two", told=8, vector=direction(7)),
        entity("he", "何", told=8),
        fact("f8", "he", "lin", text="何认识林", told=8, vector=direction(8)),
    ]
    hostile = [passage(f"h{number}", text, told=9) for number, text in enumerate(HOSTILE)]
    parts = (*parts[:-1], ((*more, *hostile), parts[-1][1]))
    for name in (group, other_group):
        await store.foresee(name, BEFORE[0], coming=Coming(0, 1))
    await store.commit(*row_of(group, [BEFORE], base=0))
    await store.commit(*row_of(group, parts, base=1))

    await store.foresee(other_group, BEFORE[0], coming=Coming(0, 1))
    await store.commit(*row_of(other_group, [BEFORE], base=0))
    await store.foresee(other_group, hostile)
    for foreseen in (more, [*more, *hostile], more):
        await store.foresee(other_group, foreseen, coming=Coming(1, 1 + len(parts), known))
    await store.commit(*row_of(other_group, parts, base=1))

    assert await answers(store, other_group) == await answers(store, group)


async def test_nobody_sees_what_is_foreseen(store: GraphStore, group: str) -> None:
    """Neither the work nor what is in it; nor does it stay where the commit does not come, or is another one."""
    foreseen = (entity("lin", "林"), passage("p", "林到了港口", episode_id="one"))
    await store.foresee(group, foreseen, coming=Coming(0, 1))
    await asyncio.sleep(0.2)

    assert await store.work(group) is None
    assert await store.counts(group) == {}

    await store.commit(changes(group, entity("wu", "吴")))
    await store.foresee(group, foreseen, coming=Coming(1, 2))
    assert await store.counts(group) == {Kind.ENTITY: 1}
    assert await store.delete(group)
    assert await store.counts(group) == {}


async def test_a_commit_that_was_foreseen_may_be_asked_for_twice(store: GraphStore, group: str) -> None:
    """The second time nothing changes, whether or not it is foreseen again."""
    records = (entity("lin", "林"), passage("p", "林到了港口", episode_id="one"))
    row = (changes(group, episode("one"), commit_id="a"), changes(group, *records, base=1, commit_id="b"))
    await store.foresee(group, records, coming=Coming(0, 2))

    assert await store.commit(*row) == 2
    saved = await answers(store, group)
    assert await store.commit(*row) == 2
    await store.foresee(group, records, coming=Coming(0, 2))
    assert await store.commit(*row) == 2

    assert await answers(store, group) == saved


async def test_whoever_foresees_does_not_keep_others_from_writing(pair: tuple[GraphStore, GraphStore]) -> None:
    """They wait for a moment at most; and the commit that was foreseen hears that it comes too late."""
    store, second = pair
    group = new_name()
    records = (entity("lin", "林"), passage("p", "林到了港口", episode_id="one"))
    await store.foresee(group, records, coming=Coming(0, 1))
    await asyncio.sleep(0.2)

    async with asyncio.timeout(20):
        await second.commit(changes(group, entity("lin", "林远")))

    with pytest.raises(StaleRevisionError):
        await store.commit(changes(group, *records))
    assert [one.text for one in await store.fetch(group, Kind.ENTITY)] == ["林远"]
    await store.delete(group)


@pytest.mark.parametrize("parts", [DISJOINT, OVERLAPPING], ids=["disjoint", "overlapping"])
async def test_a_work_may_begin_with_a_group(
    store: GraphStore, group: str, other_group: str, parts: Sequence[Part]
) -> None:
    """Its time, embedder and dimension are those of the commits that would have settled them one by one."""
    for one in row_of(group, parts, base=0):
        await store.commit(one)

    await store.commit(*row_of(other_group, parts, base=0))

    assert await answers(store, other_group) == await answers(store, group)


async def test_each_of_a_group_is_a_revision_of_its_own(store: GraphStore, group: str) -> None:
    """With its own id, time and action, and its records are put by it."""
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


async def test_a_record_put_twice_has_lived_twice(store: GraphStore, group: str) -> None:
    """The history of what one commit of a group put and a later one replaced or retired is kept."""
    first, second = episode("one", "first"), episode("one", "second")

    await store.commit(
        changes(group, first),
        changes(group, second, base=1),
        changes(group, base=2, retire=[(Kind.EPISODE, "one")]),
    )

    assert list(await store.fetch(group, Kind.EPISODE)) == []
    assert list(await store.history(group, Kind.EPISODE)) == [(first, 1, 2), (second, 2, 3)]


async def test_a_caller_with_a_cache_sees_what_a_group_did(store: GraphStore, group: str) -> None:
    """A search that has read the vectors before finds those put by any commit of a group, and none retired by any."""
    await store.commit(changes(group, *(fact(f"f{n}", "e", text=f"{n}", vector=direction(n)) for n in range(4))))
    await store.search_vector(group, Kind.FACT, direction(1), limit=9)

    await store.commit(
        changes(group, base=1, retire=[(Kind.FACT, "f1")]),
        changes(group, fact("f7", "e", text="7", vector=direction(7)), base=2, retire=[(Kind.FACT, "f2")]),
        changes(group, fact("f3", "e", text="other", vector=direction(8)), base=3),
    )

    found = await store.search_vector(group, Kind.FACT, direction(8), limit=9)
    assert found[0].uuid == "f3"
    assert {one.uuid for one in found} == {"f0", "f3", "f7"}


@pytest.mark.parametrize("parts", [DISJOINT, OVERLAPPING], ids=["disjoint", "overlapping"])
async def test_the_same_group_again_changes_nothing(store: GraphStore, group: str, parts: Sequence[Part]) -> None:
    """A group whose answer was lost is recognised by the id of its last commit, however far the work has moved on."""
    lost = row_of(group, parts, base=0)
    await store.commit(*lost)
    await store.commit(changes(group, episode("later"), base=len(lost)))
    before = await everything(store, group)

    answer = await store.commit(*lost)

    assert answer == len(lost)
    assert await everything(store, group) == before


async def test_a_group_of_which_a_first_part_is_there_is_stale(store: GraphStore, group: str) -> None:
    """It was not saved as this group: whoever made it reads again, and finds what is there; nothing is changed."""
    row = row_of(group, DISJOINT, base=0)
    await store.commit(row[0])
    before = await everything(store, group)

    with pytest.raises(StaleRevisionError) as refused:
        await store.commit(*row)

    assert (refused.value.base, refused.value.current) == (0, 1)
    assert await everything(store, group) == before


@pytest.mark.parametrize("base", [0, 2])
async def test_a_group_from_another_revision_is_refused(store: GraphStore, group: str, base: int) -> None:
    """Whoever read an older (or impossible) state is told so by the base of the first, and nothing is changed."""
    await store.commit(changes(group, episode("one")))
    before = await everything(store, group)

    with pytest.raises(StaleRevisionError) as refused:
        await store.commit(
            changes(group, episode("two"), base=base), changes(group, base=base + 1, retire=[(Kind.EPISODE, "one")])
        )

    assert (refused.value.group_id, refused.value.base, refused.value.current) == (group, base, 1)
    assert await everything(store, group) == before


@pytest.mark.parametrize("again", ["other", "one"])
async def test_a_wrong_vector_in_any_of_a_group_stops_all_of_it(store: GraphStore, group: str, again: str) -> None:
    """Nothing of those before it stays, whether they are written together or one after the other."""
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


async def test_a_group_whose_first_vectors_differ_makes_no_work(store: GraphStore, group: str) -> None:
    """The first vectors of a work settle its dimension, be they in another commit of the same group."""
    with pytest.raises(EmbeddingDimensionError):
        await store.commit(
            changes(group, passage("p", "a", vector=direction(1))),
            changes(group, passage("q", "b", vector=direction(2, dimension=8)), base=1),
        )

    assert await store.work(group) is None


@pytest.mark.parametrize("wrong", ["gap", "repeated base", "other work", "repeated id"])
async def test_commits_that_do_not_follow_one_another_are_no_group(store: GraphStore, group: str, wrong: str) -> None:
    """That is a mistake of the program, and nothing is saved."""
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


async def test_what_one_of_a_group_takes_away_a_later_one_may_bring_back(store: GraphStore, group: str) -> None:
    """Records that nothing points at, names, and what pointed at them."""
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
