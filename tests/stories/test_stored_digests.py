"""Stored digests and setups on every store."""

from __future__ import annotations

from episodic.context.settlements import ThreadStatus
from episodic.search.scope import Scope
from tests.stories.conftest import NewGraph
from tests.story import CHAPTERS
from tests.unit.context.setup_story import WHO, chapters, model_of


async def test_digests_are_stored_read_and_kept(new_graph_anywhere: NewGraph) -> None:
    graph = new_graph_anywhere(None, None)
    await graph.setup()
    await graph.add_manuscript(CHAPTERS)
    derived = await graph.digests(), await graph.communities()

    first = await graph.build_digests()
    again = await graph.build_digests()

    assert (await graph.digests(), await graph.communities()) == derived
    assert (first.kept, again.made, again.kept) == (0, 0, first.made)
    assert await graph.delete()
    assert await graph.digests() == ()


async def test_setups_are_planted_paid_and_hidden(new_graph_anywhere: NewGraph) -> None:
    graph = new_graph_anywhere(model_of(), None)
    await graph.setup()
    await graph.add_manuscript(chapters())
    setup = next(one for one in await graph.threads() if one.setup.text == WHO)
    early = next(one for one in await graph.threads(scope=Scope(told_by=2)) if one.setup.text == WHO)
    facts = (await graph.get_facts()).total

    assert (setup.status, early.status) == (ThreadStatus.PAID, ThreadStatus.OPEN)
    assert (await graph.stats()).facts == facts
    assert sum(one.facts for one in await graph.chapters()) == facts
