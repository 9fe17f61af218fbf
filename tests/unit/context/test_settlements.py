"""The author's decisions about threads that a model's reading plants and pays."""

from __future__ import annotations

import pytest

from episodic.app import StoryGraph
from episodic.context.settlements import ThreadStatus
from episodic.context.threads import Thread
from episodic.errors import InvalidOverrideError
from episodic.search.scope import Scope
from tests.unit.context.setup_story import PAID, SWORN, WHO, chapters, graph_of, model_of


async def thread(graph: StoryGraph, text: str = WHO, scope: Scope | None = None) -> Thread:
    (found,) = [one for one in await graph.threads(scope=scope or Scope()) if one.setup.text == text]
    return found


async def test_the_author_confirms_a_payoff() -> None:
    async with graph_of(model_of()) as graph:
        await graph.add_manuscript(chapters())
        await graph.confirm_thread((await thread(graph)).uuid)
        found, before = await thread(graph), await thread(graph, scope=Scope(told_by=2))

    assert (found.status, found.by_author, found.paid_quote) == (ThreadStatus.PAID, True, "Bo had made the horn")
    assert (before.status, before.by_author) == (ThreadStatus.OPEN, False)


async def test_an_open_thread_has_nothing_to_confirm() -> None:
    async with graph_of(model_of()) as graph:
        await graph.add_manuscript(chapters())

        with pytest.raises(InvalidOverrideError):
            await graph.confirm_thread((await thread(graph, SWORN)).uuid)


async def test_a_rejected_payoff_is_gone_until_the_rejection_is_undone() -> None:
    async with graph_of(model_of()) as graph:
        await graph.add_manuscript(chapters())
        edited = await graph.reopen_thread((await thread(graph)).uuid)
        found = await thread(graph)
        again = await graph.reopen_thread(found.uuid)
        await graph.undo()
        undone = await thread(graph)

    assert (found.status, found.payoff, edited.already, again.already) == (ThreadStatus.OPEN, None, False, True)
    assert undone.status is ThreadStatus.PAID


async def test_after_a_rejection_a_later_statement_pays_the_setup() -> None:
    """The model is asked about the chapters after the rejected payoff."""
    answers = dict(PAID)

    async with graph_of(model_of(answers)) as graph:
        for chapter in chapters():
            await graph.add_manuscript([chapter])
        answers[WHO] = "Cal blew the horn."
        await graph.reopen_thread((await thread(graph)).uuid)
        found = await thread(graph)

    assert (found.status, found.paid_quote) == (ThreadStatus.PAID, "Cal blew the horn")


async def test_what_the_author_waived_can_be_reopened_and_paid() -> None:
    async with graph_of(model_of({})) as graph:
        await graph.add_manuscript(chapters())
        uuid = (await thread(graph)).uuid
        blew = next(one.fact for one in (await graph.get_facts()).facts if one.fact.predicate == "blew")
        statuses: list[ThreadStatus] = []
        for decide in (
            graph.settle_thread(uuid),
            graph.reopen_thread(uuid),
            graph.settle_thread(uuid, paid_by=blew.uuid),
            graph.reopen_thread(uuid),
            graph.settle_thread(uuid, paid_by=blew.uuid),
            graph.settle_thread(uuid),
        ):
            await decide
            statuses.append((await thread(graph)).status)

    paid, waived, opened = ThreadStatus.PAID, ThreadStatus.WAIVED, ThreadStatus.OPEN
    assert statuses == [waived, opened, paid, opened, paid, waived]
