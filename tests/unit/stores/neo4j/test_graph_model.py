"""Tests of the graph in Neo4j: nodes and relationships that people and other programs can follow."""

from typing import LiteralString

import neo4j
import pytest

from episodic.model.records import Kind, Record
from episodic.ports import Bounds
from episodic.stores.neo4j import Neo4jStore
from episodic.testing.store_contract.builders import (
    canonical,
    direction,
    entity,
    episode,
    fact,
    mention,
    passage,
    save,
    search_vector,
    statement,
)


def asked(driver: neo4j.Driver, text: LiteralString, **parameters: object) -> list[list[object]]:
    records, _, _ = driver.execute_query(text, parameters_=parameters)
    return [list(record.values()) for record in records]


def chain(driver: neo4j.Driver, group: str) -> list[list[object]]:
    """Return the ids of neighbouring chapters."""
    return asked(
        driver,
        """MATCH (a:Episodic {group_id: $group})-[:NEXT_EPISODE]->(b:Episodic)
        RETURN a.uuid, b.uuid ORDER BY a.told, a.uuid""",
        group=group,
    )


def laid(uuid: str, told: int, layer: str = "canon") -> Record:
    return Record(Kind.EPISODE, uuid, canonical(title=uuid, layer=layer), told=told)


async def test_a_story_can_be_walked(store: Neo4jStore, group: str, driver: neo4j.Driver) -> None:
    """A chapter leads to its passages and statements, to the entities it mentions, and to their facts."""
    await save(
        store,
        group,
        episode("chapter"),
        passage("passage", "text"),
        statement("statement", passage_id="passage", fact_id="fact"),
        entity("lin", "林"),
        entity("wu", "吴"),
        mention("mention", episode_id="chapter", entity_id="lin"),
        fact("fact", "lin", "wu", text="林认识吴"),
    )

    walked = asked(
        driver,
        """MATCH (e:Episodic {group_id: $group})-[:HAS_PASSAGE]->(p:Passage)-[:STATES]->(s:Statement)
        MATCH (e)-[m:MENTIONS]->(a:Entity)-[f:RELATES_TO]->(b:Entity)
        RETURN p.uuid, s.uuid, m.uuid, a.name, f.fact, b.name""",
        group=group,
    )

    assert walked == [["passage", "statement", "mention", "林", "林认识吴", "吴"]]


async def test_a_fact_about_one_alone_is_a_loop(store: Neo4jStore, group: str, driver: neo4j.Driver) -> None:
    await save(store, group, entity("lin", "林"), fact("fact", "lin"))

    loops = asked(driver, "MATCH (a:Entity {group_id: $group})-[f:RELATES_TO]->(a) RETURN f.uuid", group=group)

    assert loops == [["fact"]]


async def test_chapters_are_linked_in_telling_order(store: Neo4jStore, group: str, driver: neo4j.Driver) -> None:
    """Each layer has a chain of its own."""
    await save(store, group, laid("c", 3), laid("a", 1), laid("draft 2", 9, "draft"), laid("b", 2))
    await save(store, group, laid("draft 1", 2, "draft"))

    assert chain(driver, group) == [["a", "b"], ["b", "c"], ["draft 1", "draft 2"]]


async def test_links_follow_what_comes_moves_and_goes(store: Neo4jStore, group: str, driver: neo4j.Driver) -> None:
    """The chain of chapters has no gap and no fork after any sequence of edits."""
    await save(store, group, *(laid(uuid, told) for told, uuid in enumerate("abcde")))

    await save(store, group, laid("between", 2), laid("a", 9), retire=[(Kind.EPISODE, "d")])
    moved = chain(driver, group)
    await save(store, group, laid("d", 3), retire=[(Kind.EPISODE, "b"), (Kind.EPISODE, "a")])

    assert moved == [["b", "between"], ["between", "c"], ["c", "e"], ["e", "a"]]
    assert chain(driver, group) == [["between", "c"], ["c", "d"], ["d", "e"]]


async def test_many_chapters_at_once_are_linked(store: Neo4jStore, group: str, driver: neo4j.Driver) -> None:
    """All chapters of a manuscript are in one chain."""
    await save(store, group, *(laid(f"{n:03}", n) for n in range(60)))

    assert chain(driver, group) == [[f"{n:03}", f"{n + 1:03}"] for n in range(59)]


async def test_nothing_is_left_of_what_is_retired(store: Neo4jStore, group: str, driver: neo4j.Driver) -> None:
    """No node without a label and no name without an entity is left."""
    await save(
        store,
        group,
        entity("lin", "林", "the guest"),
        entity("wu", "吴"),
        fact("fact", "lin", "wu", others=["nobody"]),
        mention("mention", episode_id="elsewhere", entity_id="lin"),
    )

    await save(
        store,
        group,
        retire=[(Kind.ENTITY, "lin"), (Kind.ENTITY, "wu"), (Kind.FACT, "fact"), (Kind.MENTION, "mention")],
    )

    left = asked(driver, "MATCH (n:Stored {group_id: $group}) RETURN DISTINCT n.kind ORDER BY n.kind", group=group)
    assert left == [["commit"], ["work"]]


async def test_what_comes_later_takes_its_place(store: Neo4jStore, group: str, driver: neo4j.Driver) -> None:
    """A fact is connected to its subject when the subject is saved, in this commit or a later one."""
    about = fact("fact", "lin", text="林住在港口")
    await save(store, group, about)
    await save(store, group, entity("lin", "林"))
    await save(store, group, retire=[(Kind.ENTITY, "lin")])
    gone = list(await store.fetch(group, Kind.ENTITY))
    await save(store, group, entity("lin", "林"))

    ends = asked(driver, "MATCH (a:Entity {group_id: $group})-[f:RELATES_TO]->() RETURN a.name, a:Absent", group=group)

    assert gone == []
    assert ends == [["林", False]]
    assert list(await store.neighbours(group, ["lin"], limit=3)) == [about]


async def test_other_programs_nodes_are_left_alone(store: Neo4jStore, group: str, driver: neo4j.Driver) -> None:
    """Nodes of other programs with the same labels, names and ids survive setup, commits and deletion."""
    asked(
        driver,
        """CREATE (a:Entity {uuid: 'lin', group_id: $group, name: 'theirs'})-[:RELATES_TO {uuid: 'fact', group_id: $group}]->
        (b:Episodic {uuid: 'chapter', group_id: $group}), (:Work {group_id: $group}), (:Commit {group_id: $group})""",
        group=group,
    )
    try:
        await store.setup()
        await save(store, group, episode("chapter"), entity("lin", "林", vector=direction(1)), fact("fact", "lin"))
        counted = dict(await store.counts(group))
        await store.delete(group)

        left = asked(
            driver,
            """MATCH (n {group_id: $group}) OPTIONAL MATCH (n)-[r]->() RETURN labels(n)[0], n.name, type(r)
            ORDER BY labels(n)[0]""",
            group=group,
        )
    finally:
        asked(driver, "MATCH (n {group_id: $group}) DETACH DELETE n", group=group)

    assert counted == {Kind.EPISODE: 1, Kind.ENTITY: 1, Kind.FACT: 1}
    assert left == [
        ["Commit", None, None],
        ["Entity", "theirs", "RELATES_TO"],
        ["Episodic", None, None],
        ["Work", None, None],
    ]


async def test_the_database_has_what_the_queries_need(store: Neo4jStore, group: str, driver: neo4j.Driver) -> None:
    """The database has unique keys for nodes and relationships, and a full-text index for Chinese."""
    await save(store, group, entity("lin", "林", vector=direction(1)))

    constraints = {name for (name,) in asked(driver, "SHOW CONSTRAINTS YIELD name RETURN name")}
    analyzers = asked(
        driver,
        """SHOW FULLTEXT INDEXES YIELD name, options WHERE name STARTS WITH 'stored_'
        RETURN name, options.indexConfig[$option] ORDER BY name""",
        option="fulltext.analyzer",
    )
    assert {"stored_key", "stored_relates_to_key", "stored_mentions_key"} <= constraints
    assert analyzers == [[f"stored_{kind}_words_and_facets", "cjk"] for kind in ("entity", "fact", "passage")]


@pytest.mark.parametrize("kind", [Kind.PASSAGE, Kind.FACT])
async def test_a_work_that_outgrew_exact_search_is_searched_by_the_index(
    address: str, group: str, kind: Kind, driver: neo4j.Driver
) -> None:
    """Vector search finds records saved before and after the index was built, and no deleted records. The index is not
    quantised.
    """
    store = Neo4jStore(address, exact_rows=100)
    exact = Neo4jStore(address)

    def made(number: int) -> Record:
        vector = direction(number)
        if kind is Kind.PASSAGE:
            return passage(f"p{number:03}", "text", told=number, vector=vector)
        return fact(f"p{number:03}", "lin", told=number, lo=number, vector=vector)

    await save(store, group, *(made(n) for n in range(90)))
    await save(store, group, *(made(n) for n in range(90, 150)))
    await save(store, group, *(made(n) for n in range(150, 160)), retire=[(kind, "p007")])

    answers = [await search_vector(store, group, kind, direction(n), limit=1) for n in (3, 7, 120, 155)]
    told = await search_vector(store, group, kind, direction(155), limit=5, bounds=Bounds(told_by=40))
    quantised = asked(
        driver,
        """SHOW VECTOR INDEXES YIELD name, options WHERE name STARTS WITH 'stored_'
        RETURN coalesce(options.indexConfig['vector.quantization.type'], 'NONE') <> 'NONE'
          OR coalesce(options.indexConfig['vector.quantization.enabled'], false)""",
    )

    compared = await search_vector(exact, group, kind, direction(155), limit=5, bounds=Bounds(told_by=40))
    await store.close()
    await exact.close()

    found = [answer[0].uuid for answer in answers]
    assert [found[0], *found[2:]] == ["p003", "p120", "p155"]
    assert found[1] != "p007"
    assert [one.uuid for one in told] == [one.uuid for one in compared]
    assert quantised
    assert not [one for (one,) in quantised if one]
