"""Tests of random edits: after any edits, the graph equals that of a fresh reading of the final text.

The suite runs a sample of the sequences that `python -m tests.properties.edit_sequences --sequences 400` runs. The
environment variables EDIT_SEQUENCES and EDIT_SEED select other sequences. A failing sequence is shortened and printed
with its seed.
"""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from episodic.model.episodes import Chapter
from episodic.ports import GraphStore
from episodic.stores.neo4j import Neo4jStore
from tests.neo4j_servers import CURRENT, LTS, addresses
from tests.properties.edit_sequences.comparing import Difference, Readings, fresh
from tests.properties.edit_sequences.desk import Desk, Entry
from tests.properties.edit_sequences.edits import Edit
from tests.properties.edit_sequences.sequences import Plan, SequenceFailedError, run_sequence, shrunk

FIRST = int(os.environ.get("EDIT_SEED", "0"))
SEEDS = range(FIRST, FIRST + int(os.environ.get("EDIT_SEQUENCES", "4")))
LENGTH = int(os.environ.get("EDIT_LENGTH", "20"))


async def run(plan: Plan, new_store: Callable[[], GraphStore] | None = None) -> int:
    """Run a sequence, and return how many comparisons it made. A failing sequence is shortened on a store in memory, if
    it fails there, too.
    """
    try:
        return await (run_sequence(plan) if new_store is None else run_sequence(plan, new_store=new_store))
    except SequenceFailedError as error:
        raise (await shrunk(error) if new_store is None else error) from None


@pytest.mark.parametrize("seed", SEEDS)
async def test_any_sequence_of_edits_gives_the_graph_of_a_fresh_reading(seed: int) -> None:
    """The edits include drafts, plans, promotion, moves, undo, redo and overrides, in two alternating sessions and two
    languages.
    """
    assert await run(Plan(seed, LENGTH))


async def test_new_facts_stay_in_order_when_a_chapter_renames_a_merged_entity() -> None:
    """The last chapter gives the merged person another main name, after it has told of somebody else."""
    last = "第7日，裴照死了。五日后，林远回到青州。赵虎梦见林远死了。“赵虎住在苇港。”林远说。次日，裴照搬到海门城。"
    edits = (
        Edit("add", ("k1", "第一章", "建安三年春，赵虎住在海门城。13年前，裴照住在云州。", "")),
        Edit("add", ("k3", "第二章", "次日，林远搬到苇港。陆行简任太守。", "")),
        Edit("merge", ("林远", "赵虎", "")),
        Edit("add", ("k5", "第三章", last, "")),
    )

    assert await run_sequence(Plan(20, thorough=True), log=edits)


@pytest.mark.neo4j
@pytest.mark.parametrize(("seed", "version"), [(1, LTS), (2, CURRENT)])
async def test_so_it_does_on_a_server(seed: int, version: str) -> None:
    """SQLite and Neo4j store the same records."""
    assert await run(Plan(seed, 8), lambda: Neo4jStore(addresses()[version]))


async def test_a_graph_that_is_another_is_found() -> None:
    """The expected manuscript has a chapter that the work does not have, so that the comparison must fail."""
    written = Chapter("林远住在海门城。", title="t", key="k1")
    readings = Readings("story")
    graph = await fresh(Desk((Entry("k1", written),)), "story", readings.reader)

    same = await readings.difference(graph, Desk((Entry("k1", written),)), [None])
    other = await readings.difference(
        graph, Desk((Entry("k1", Chapter("林远住在云州。", title="t", key="k1")),)), [None]
    )

    assert same is None
    assert isinstance(other, Difference)
    assert any("海门城" in one for one in other.extra)
    assert any("云州" in one for one in other.missing)
    await readings.close()
    await graph.close()


def test_a_log_is_read_again_as_it_was_written() -> None:
    """A printed sequence can be run again."""
    edit = Edit("add", ("k1", "第一章", "林远说：“走吧。”\n\n次日。", ""))

    assert Edit.read(edit.written()) == edit
