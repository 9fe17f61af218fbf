"""Tests of meters: nested blocks, limits, and meters that add up several blocks."""

from __future__ import annotations

import asyncio

import pytest

from episodic.errors import BudgetExceededError
from episodic.llm.events import TokenUsage
from episodic.llm.metering import Meter, check_limit, metered, report

TEN = TokenUsage(prompt_tokens=7, completion_tokens=3)


def test_a_report_reaches_the_meters_around() -> None:
    with metered() as outer:
        with metered() as inner:
            report(TEN)
        report(TEN)

    assert (inner.replies, outer.replies) == (1, 2)
    assert outer.spent == TEN + TEN


def test_a_meter_adds_up_several_blocks() -> None:
    meter = Meter()
    for _ in range(3):
        with metered(meter):
            report(TEN)

    assert meter.used == 30


def test_a_limit_counts_reports_and_charges() -> None:
    meter = Meter(limit=25)
    with metered(meter), metered():
        report(TEN)
        meter.charge(10)
        check_limit(5)

        with pytest.raises(BudgetExceededError):
            check_limit(6)


def test_without_a_meter_nothing_is_limited_or_counted() -> None:
    report(TEN)
    check_limit(1_000_000)


async def test_tasks_that_start_inside_a_block_report_to_its_meter() -> None:
    async def task() -> None:
        with metered():
            report(TEN)

    with metered() as meter:
        await asyncio.gather(task(), task())

    assert meter.used == 20
