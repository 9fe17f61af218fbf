"""The facts of entities with facets: they are those of a plain list of the facts, also after commits of another store."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from episodic.model.facets import Facet, facet
from episodic.model.records import Changes, Kind, Link, Record
from episodic.stores.sqlite import SQLiteStore

IDS = ("lin", "mei", "wu")
PREDICATES = ("knows", "holds", "gave")
LAYERS = ("canon", "draft")


def fact(number: int, ends: Sequence[str], predicate: str, layer: str, told: int) -> Record:
    return Record(
        Kind.FACT,
        f"fact {number}",
        f'{{"predicate":"{predicate}","layer":"{layer}"}}',
        links=tuple(zip((Link.SUBJECT, Link.OBJECT), ends, strict=False)),
        told=told,
    )


FACTS = st.builds(
    fact,
    st.integers(0, 5),
    st.lists(st.sampled_from(IDS), min_size=1, max_size=2, unique=True),
    st.sampled_from(PREDICATES),
    st.sampled_from(LAYERS),
    st.integers(0, 3),
)
COMMITS = st.lists(
    st.tuples(st.lists(FACTS, max_size=6, unique_by=lambda one: one.uuid), st.sets(st.integers(0, 5), max_size=2)),
    min_size=1,
    max_size=4,
)
"""For each commit, the facts that it puts and the numbers of facts that it retires, if they are live and it does not
put them.
"""
SETS = st.lists(
    st.frozensets(
        st.sampled_from(
            [
                *(facet(Facet.PREDICATE, one) for one in (*PREDICATES, "nothing")),
                *(facet(Facet.LAYER, one) for one in LAYERS),
            ]
        ),
        max_size=3,
    ),
    max_size=2,
).map(tuple)


def facets_of(record: Record) -> set[str]:
    predicate, layer = record.value.split('"')[3], record.value.split('"')[7]
    return {facet(Facet.PREDICATE, predicate), facet(Facet.LAYER, layer)}


async def committed(
    writer: SQLiteStore, base: int, facts: Sequence[Record], numbers: set[int], live: Mapping[str, Record]
) -> dict[str, Record]:
    """Commit the facts on the revision *base*, retire those of *numbers*, as `COMMITS` says, and return the live facts."""
    put = {one.uuid: one for one in facts}
    retired = [uuid for number in sorted(numbers) if (uuid := f"fact {number}") in live.keys() - put.keys()]
    gone = tuple((Kind.FACT, uuid) for uuid in retired)
    await writer.commit(Changes("work", base, f"{base}", "2031-01-01", "test", tuple(facts), gone))
    return {**{uuid: one for uuid, one in live.items() if uuid not in retired}, **put}


def expected(
    live: Sequence[Record], entities: Sequence[str], limit: int, sets: tuple[frozenset[str], ...]
) -> list[Record]:
    """The reference: the last facts of each entity in a plain list."""
    in_order = sorted(live, key=lambda one: (one.told, one.uuid))
    having = [one for one in in_order if all(facets_of(one) & facets for facets in sets)]
    latest = {
        one.uuid
        for entity in entities
        for one in [row for row in having if entity in {target for _, target in row.links}][::-1][:limit]
    }
    return [one for one in in_order if one.uuid in latest]


@settings(max_examples=40, deadline=None)
@given(
    commits=COMMITS,
    asked=st.lists(
        st.tuples(st.lists(st.sampled_from(IDS), max_size=3), st.integers(0, 4), SETS), min_size=1, max_size=3
    ),
)
def test_the_facts_of_entities_are_those_of_a_list(
    commits: list[tuple[list[Record], set[int]]], asked: list[tuple[list[str], int, tuple[frozenset[str], ...]]]
) -> None:
    async def check(path: Path) -> None:
        writer, reader = SQLiteStore(path), SQLiteStore(path)
        live: dict[str, Record] = {}
        for base, (facts, numbers) in enumerate(commits):
            live = await committed(writer, base, facts, numbers, live)
            for entities, limit, sets in (*asked, *asked):
                found = await reader.neighbours("work", entities, limit=limit, facets=sets)
                assert list(found) == expected(list(live.values()), entities, limit, sets)
                ids = [one.uuid for one in live.values()][: limit + 1]
                plain = sorted((live[uuid] for uuid in ids), key=lambda one: (one.told, one.uuid))
                assert list(await reader.fetch("work", Kind.FACT, ids=ids)) == plain
        await reader.close()
        await writer.close()

    with TemporaryDirectory() as folder:
        asyncio.run(check(Path(folder) / "file.db"))


async def test_many_entities_with_many_facts_are_answered_in_parts() -> None:
    """More links than are kept in memory."""
    store = SQLiteStore(":memory:")
    number = 23_000
    facts = tuple(
        Record(
            Kind.FACT,
            f"{place:05}",
            '{"predicate":"knows"}',
            links=((Link.SUBJECT, "lin"), (Link.OBJECT, "mei"), (Link.PARTICIPANT, "wu")),
            told=place,
        )
        for place in range(number)
    )
    await store.commit(Changes("work", 0, "first", "2031-01-01", "test", facts))
    knows = frozenset({facet(Facet.PREDICATE, "knows")})

    for _ in range(2):
        for entity in IDS:
            found = await store.neighbours("work", [entity], limit=2, facets=(knows,))
            assert [one.uuid for one in found] == [f"{number - 2:05}", f"{number - 1:05}"]
    for most in (249, 250, 251, 1_000, number):
        found = await store.neighbours("work", ["lin"], limit=most, facets=(knows,))
        assert [one.uuid for one in found] == [f"{place:05}" for place in range(number - most, number)]
    await store.close()


async def test_links_that_were_read_in_part_follow_a_commit() -> None:
    """The fact that moves before the part that was read, the one that moves into it and the new one are all found."""
    store = SQLiteStore(":memory:")
    facts = {one.uuid: one for one in (fact(place, ["lin"], "knows", "canon", place) for place in range(600))}
    await store.commit(Changes("work", 0, "first", "2031-01-01", "test", tuple(facts.values())))
    knows = (frozenset({facet(Facet.PREDICATE, "knows")}),)
    await store.neighbours("work", ["lin"], limit=2, facets=knows)

    moved = [fact(599, ["lin"], "knows", "canon", 3), fact(4, ["lin"], "knows", "canon", 590)]
    changed = [*moved, fact(598, ["mei"], "knows", "canon", 598), fact(597, ["lin"], "gave", "canon", 597)]
    new = fact(700, ["lin"], "knows", "canon", 595)
    gone = ((Kind.FACT, "fact 596"), (Kind.FACT, "fact 10"))
    await store.commit(Changes("work", 1, "second", "2031-01-01", "test", (*changed, new), gone))

    facts.update((one.uuid, one) for one in (*changed, new))
    live = [one for uuid, one in facts.items() if uuid not in {"fact 596", "fact 10"}]
    for limit in (1, 3, 5, 250, 251, 700):
        found = await store.neighbours("work", ["lin"], limit=limit, facets=knows)
        assert list(found) == expected(live, ["lin"], limit, knows)
    await store.close()
