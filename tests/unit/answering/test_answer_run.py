"""Tests of a run: awaited for its answer, or iterated for its events."""

from __future__ import annotations

import pytest

from episodic.answering.answer_run import AnswerLimits
from episodic.answering.answers import AnswerFinished
from episodic.errors import InputError
from tests.answer_scripts import AnswerScript, step, yes
from tests.story import CHAPTERS, memory_graph


async def test_events_come_in_order_and_end_with_the_answer() -> None:
    script = AnswerScript([step("entity|沈度", plan=["住处"]), step(notes=["1|…"])], [yes("1|林远住在云州。")])
    async with memory_graph() as graph:
        await graph.add_manuscript(CHAPTERS)
        graph.model = script.model()

        events = [event async for event in graph.answer("林远住在哪里？")]

    assert [one.event for one in events] == ["step", "plan", "step", "note", "sentence", "done"]
    last = events[-1]
    assert isinstance(last, AnswerFinished)
    assert last.answer.text == "林远住在云州。"


async def test_a_run_is_used_once() -> None:
    async with memory_graph() as graph:
        await graph.add_manuscript(CHAPTERS[:1])
        run = graph.answer("林远住在哪里？")
        await run

        with pytest.raises(InputError, match="already"):
            await run


def test_limits_outside_their_ranges_are_refused() -> None:
    for limits in ((0, 4_000), (51, 4_000), (3, 100)):
        with pytest.raises(InputError):
            AnswerLimits(*limits)
