"""Tests of the stored texts of jobs."""

from __future__ import annotations

import pytest

from episodic.errors import JobStateError
from episodic.jobs.inputs import CHARACTERS_PER_PART, PARTS_PER_COMMIT, JobInputs, line_parts
from episodic.model.episodes import Chapter
from tests.memory_stores import memory_store


def clock() -> str:
    return "2026-01-01T00:00:00+00:00"


async def test_chapters_are_kept_in_their_order_with_all_fields() -> None:
    inputs = JobInputs(memory_store(), "a", clock=clock)
    chapters = [
        Chapter(f"第{number}章", title=f"{number}", path=("卷一",)) for number in range(PARTS_PER_COMMIT * 2 + 3)
    ]

    count = await inputs.save(chapters)

    assert count == len(chapters)
    assert await inputs.chapters(count) == chapters


async def test_lines_are_stored_in_parts() -> None:
    inputs = JobInputs(memory_store(), "a", clock=clock)
    lines = [f"{number:06}" * 1000 for number in range(200)]

    count = await inputs.save(line_parts(lines))

    assert count == -(-200 * 6000 // CHARACTERS_PER_PART)
    assert [line async for line in inputs.lines(count)] == lines


async def test_saving_again_replaces_the_parts_of_an_interrupted_call() -> None:
    inputs = JobInputs(memory_store(), "a", clock=clock)
    await inputs.save([Chapter("一"), Chapter("二")])

    await inputs.save([Chapter("三")])

    assert await inputs.chapters(1) == [Chapter("三")]
    await inputs.delete()
    assert await inputs.chapters(0) == []


async def test_texts_of_which_a_part_is_missing_are_refused() -> None:
    inputs = JobInputs(memory_store(), "a", clock=clock)
    await inputs.save([Chapter("一"), Chapter("二")])

    with pytest.raises(JobStateError, match="no longer stored"):
        await inputs.chapters(3)
    await inputs.delete()
    with pytest.raises(JobStateError, match="no longer stored"):
        _ = [line async for line in inputs.lines(1)]
