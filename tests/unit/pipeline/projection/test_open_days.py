"""Tests of time words of which it is not clear whether they mean the day told before, in stories read by rules."""

from __future__ import annotations

import pytest

from episodic.model.episodes import Chapter
from episodic.search.scope import Scope
from tests.story import memory_graph

FOURTH = 661_578
"""The number of 4 May 1812."""


@pytest.mark.parametrize(
    ("text", "latest"),
    [
        ("On 4 May 1812, Ann met Ben. That night, Ann met Tom. That morning, Ann met Odile.", None),
        ("On 4 May 1812, Ann met Ben. That evening, Ann met Tom.\n\nThat morning, Ann met Odile.", None),
        ("On 4 May 1812, Ann met Ben. That night, Ann met Tom. That same afternoon, Ann met Odile.", None),
        ("On 4 May 1812, Ann met Ben. That night, Ann met Tom. That evening, Ann met Odile.", FOURTH),
        ("On 4 May 1812, Ann met Ben. That morning, Ann met Odile.", FOURTH),
        ("On 4 May 1812, Ann met Ben. That afternoon, Ann met Tom. That morning, Ann met Odile.", FOURTH),
        ("On 4 May 1812, Ann met Ben. That night, Ann met Tom. The next day, Ann met Odile.", FOURTH + 1),
        ("1812年5月4日，林河死了。当夜，吴海死了。那天早晨，张海死了。", None),
        ("1812年5月4日，林河死了。当夜，吴海死了。当晚，张海死了。", FOURTH),
        ("1812年5月4日，林河死了。当日早晨，张海死了。", FOURTH),
    ],
)
async def test_that_morning_after_a_night_may_be_the_next_morning(text: str, latest: int | None) -> None:
    async with memory_graph() as graph:
        await graph.add_manuscript([Chapter(f"{text}\n", key="ch1")])
        facts = (await graph.get_facts(scope=Scope(include_ended=True))).facts

    start = max((one.fact for one in facts), key=lambda one: one.narrative_key).valid_at
    assert start is not None
    assert (start.earliest, start.latest) == (FOURTH if latest is None else latest, latest)
