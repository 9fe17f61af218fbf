"""Tests of searches: scoring rows come from the last commit, and hits with equal scores are in order."""

from __future__ import annotations

from dataclasses import replace

from episodic.model.records import Changes, Kind, Record, to_json
from episodic.ports import Candidates, CandidateSearch, IndexSearch, LinkSearch, SearchSteps
from episodic.stores.neo4j import Neo4jStore
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
