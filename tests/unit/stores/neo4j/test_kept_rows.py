"""Scoring rows in memory: searches read the rows of the records that the last commit saved."""

from __future__ import annotations

from dataclasses import replace

from episodic.model.records import Changes, Kind, Record, to_json
from episodic.ports import Candidates, CandidateSearch, IndexSearch, LinkSearch, SearchSteps
from episodic.stores.kept_rows import keep_rows
from episodic.stores.neo4j import Neo4jStore
from episodic.stores.neo4j.kept_rows import KeptRows, version_of
from episodic.text.scoring_rows import scoring_row
from tests.unit.search.story_builder import lotm

PASSAGE = lotm().passages[0]
ROW = scoring_row(Kind.PASSAGE, to_json(PASSAGE))


def test_rows_are_kept_for_one_version_of_a_work() -> None:
    kept = KeptRows()

    keep_rows(kept.of("work", (1, "born"))[Kind.PASSAGE], {"p": ROW})

    assert kept.of("work", (1, "born"))[Kind.PASSAGE] == {"p": ROW}
    assert kept.of("other", (1, "born")) == {}
    assert kept.of("work", (2, "born")) == {}
    assert kept.of("work", (1, "born")) == {}


def test_no_rows_are_kept_without_a_version_or_of_another_birth() -> None:
    kept = KeptRows()

    keep_rows(kept.of("work", (1, "born"))[Kind.PASSAGE], {"p": ROW})
    keep_rows(kept.of("work", None)[Kind.PASSAGE], {"p": ROW})

    assert kept.of("work", None) == {}
    assert kept.of("work", (1, "born"))[Kind.PASSAGE] == {"p": ROW}
    assert kept.of("work", (1, "born again")) == {}
    assert version_of([3, None, "born", 1, 1, 1]) == (3, "born")
    assert version_of([None, None, None, None, None, None]) is None


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


async def test_the_best_hits_of_equal_score_are_the_first_by_id(store: Neo4jStore, group: str) -> None:
    await save(store, group, *((f"p{number:02}", "lamp") for number in range(30, 0, -1)), base=0)

    assert [uuid for uuid, _ in await words(store, group, limit=3)] == ["p01", "p02", "p03"]
