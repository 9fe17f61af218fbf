"""Setups that the author adds."""

from __future__ import annotations

import pytest

from episodic.context.threads import ThreadKind
from episodic.errors import InvalidOverrideError
from episodic.model.readings import StatementScope
from episodic.pipeline.edits.overrides import NewFact
from episodic.pipeline.edits.proposals import ProposedFact
from tests.story import CHAPTERS, memory_graph

QUOTE = "林远住在海门城"
ASKED = "林远会离开海门城吗？"
SETUP = NewFact("林远", "sets_up", QUOTE, value=ASKED, text=ASKED, scope=StatementScope.SETUP)


async def test_the_author_plants_a_setup() -> None:
    async with memory_graph() as graph:
        await graph.add_manuscript(CHAPTERS)
        await graph.add_facts([SETUP])

        (found,) = [one for one in await graph.threads() if one.setup.text == ASKED]

    assert (found.kind, found.quote, found.age) == (ThreadKind.SETUP, QUOTE, 3)


@pytest.mark.parametrize(
    ("predicate", "scope"),
    [
        ("likes", StatementScope.SETUP),
        ("pays_off", StatementScope.SETUP),
        ("sets up", StatementScope.WORLD),
        ("兑现伏笔", StatementScope.CLAIM),
    ],
)
async def test_setups_have_their_own_predicate(predicate: str, scope: StatementScope) -> None:
    async with memory_graph() as graph:
        await graph.add_manuscript(CHAPTERS)

        with pytest.raises(InvalidOverrideError):
            await graph.add_facts([NewFact("林远", predicate, QUOTE, value=ASKED, scope=scope)])
        with pytest.raises(InvalidOverrideError):
            await graph.propose_facts([ProposedFact("林远", predicate, value=ASKED, scope=scope)])
