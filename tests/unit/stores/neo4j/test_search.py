"""Tests of searches: scoring rows come from the last commit, and hits with equal scores are in order."""

from __future__ import annotations

from dataclasses import replace

from episodic.model.records import Changes, Kind, Record, to_json
from episodic.ports import Candidates, CandidateSearch, IndexSearch, LinkSearch, SearchSteps
from episodic.stores.neo4j import Neo4jStore
from episodic.testing.store_contract.builders import entity, fact
from tests.unit.search.story_builder import lotm

PASSAGE = lotm().passages[0]


def found(limit: int) -> SearchSteps[Candidates]:
    answer = yield CandidateSearch(searches=[IndexSearch(Kind.PASSAGE, "lin", limit=limit)], links=[LinkSearch((), 1)])
    return answer


async def save(store: Neo4jStore, group: str, *passages: tuple[str, str], base: int) -> None:
    records = [Record(Kind.PASSAGE, uuid, to_json(replace(PASSAGE, text=text)), "lin") for uuid, text in passages]
    await store.commit(Changes(group, base, f"{group} {base}", "2031-01-01", "test", tuple(records)))


async def words(store: Neo4jStore, group: str, limit: int = 5) -> list[tuple[str, str]]:
    answer = await store.retrieve(group, found(limit))
    rows = answer.rows[Kind.PASSAGE]
    return [(uuid, rows[uuid].words) for uuid, _ in answer.hits[0].by_text]


async def test_the_row_of_a_record_that_another_client_replaced_is_read(address: str, group: str) -> None:
    reader, writer = Neo4jStore(address), Neo4jStore(address)
    for base, text in enumerate(("harbor", "capital")):
        await save(writer, group, ("p", text), base=base)
        for _ in range(2):
            assert await words(reader, group) == [("p", f" {text} ")]
    await reader.close()
    await writer.close()


async def test_the_rows_of_a_work_that_was_created_again_are_read(address: str, group: str) -> None:
    """The new work has the revision of the deleted one."""
    reader, writer = Neo4jStore(address), Neo4jStore(address)
    for text in ("harbor", "capital"):
        await writer.delete(group)
        await save(writer, group, ("p", text), base=0)
        assert await words(reader, group) == [("p", f" {text} ")]
    await reader.close()
    await writer.close()


async def test_the_best_hits_of_equal_score_are_the_first_by_id(store: Neo4jStore, group: str) -> None:
    await save(store, group, *((f"p{number:02}", "lamp") for number in range(30, 0, -1)), base=0)

    assert [uuid for uuid, _ in await words(store, group, limit=3)] == ["p01", "p02", "p03"]


async def test_a_fact_that_changes_its_entities_is_found_from_the_new_ones(store: Neo4jStore, group: str) -> None:
    people = [entity(name, name) for name in ("lin", "mei", "wu", "chen", "bo")]
    old, new = [
        replace(fact("f", "lin", ends[0], text="gave", others=[ends[1]]), value=f'{{"at":"{ends[0]}"}}')
        for ends in (("mei", "wu"), ("chen", "bo"))
    ]
    await store.commit(Changes(group, 0, "first", "2031-01-01", "test", (*people, old)))

    await store.commit(Changes(group, 1, "second", "2031-01-01", "test", (new,)))

    found = {one.uuid: await store.neighbours(group, [one.uuid], limit=5) for one in people}
    assert [name for name, facts in found.items() if facts] == ["lin", "chen", "bo"]


async def test_the_last_facts_of_an_entity_at_any_end_are_found(store: Neo4jStore, group: str) -> None:
    """Mei is the subject, the object, both, or a further entity of the facts, which chapters tell in this order."""
    ends = [("mei", "lin", []), ("lin", "mei", []), ("lin", "wu", ["mei"]), ("mei", "mei", []), ("lin", "wu", [])]
    facts = [fact(f"f{told}", one, other, told=told, others=more) for told, (one, other, more) in enumerate(ends)]
    people = [entity(name, name) for name in ("lin", "mei", "wu")]
    await store.commit(Changes(group, 0, "first", "2031-01-01", "test", (*people, *facts)))

    for limit in range(1, 6):
        found = await store.neighbours(group, ["mei"], limit=limit)

        assert [one.uuid for one in found] == [f"f{told}" for told in range(4)][-limit:]
