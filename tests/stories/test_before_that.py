"""Flashbacks and tales that look back to a still earlier time ("before that"), in Chinese and in English."""

from __future__ import annotations

import pytest

from episodic.search import order_of
from episodic.search.story_order import StoryOrder
from tests.stories.conftest import NewGraph
from tests.stories.lines import Story, Words, quoted
from tests.stories.scenario_stories import LANGUAGES
from tests.stories.story_reading import days, read
from tests.stories.test_told_orders import by_target

pytestmark = pytest.mark.parametrize("language", LANGUAGES)

OPENING: Words = ("十日前，阿梅搬到海港。", "Ten days before, Mei moved to Harbor.")
BEFORE_THAT: Words = ("在此之前", "Before that")


def _story(frame: str, *, marked: bool) -> Story:
    """On day 50, a look back to day 40 looks back further. If *marked* is true, the reader has seen this."""
    scope, holder = ("claim", "wu") if frame == "tale!" else ("world", "")
    earlier: Words = (f"{BEFORE_THAT[0]}，白安去过越州。", f"{BEFORE_THAT[1]}, Ben had gone to York.")
    later: Words = ("白安见到阿梅。", "Ben met Mei.")
    time, placing = (BEFORE_THAT, "back") if marked else (("", ""), "now")
    return Story(
        (
            (
                ("第五十日，林河见到吴海。", "On day 50, Lin met Wu."),
                (OPENING[0] + earlier[0] + later[0], f"{OPENING[1]} {earlier[1]} {later[1]}"),
            ),
        ),
        (
            (("林河见到吴海", "Lin met Wu"), [quoted("lin", "met", "wu")]),
            (
                ("阿梅搬到海港", "Mei moved to Harbor"),
                [quoted("mei", "moved_to", "harbor", scope=scope, holder=holder)],
            ),
            (
                (f"{BEFORE_THAT[0]}，白安去过越州", f"{BEFORE_THAT[1]}, Ben had gone to York"),
                [quoted("ben", "went_to", "york", scope=scope, holder=holder, time=time, placing=placing)],
            ),
            (("白安见到阿梅", "Ben met Mei"), [quoted("ben", "met", "mei", scope=scope, holder=holder)]),
        ),
        ((OPENING, frame),),
    )


@pytest.mark.parametrize("frame", ["flashback!", "tale!"])
@pytest.mark.parametrize("marked", [True, False], ids=["marked", "unmarked"])
async def test_before_that_in_a_look_back_is_before_it(
    new_graph: NewGraph, language: str, frame: str, marked: bool
) -> None:
    """What follows goes on from the look back, and not from the still earlier time. In a tale, what the teller looks
    back to may be before all that he has told.
    """
    facts = await by_target(await read(new_graph, _story(frame, marked=marked), language))

    earliest, moved, met, scene = (facts[one] for one in ("york", "harbor", "mei", "wu"))
    first = StoryOrder.BEFORE if frame == "flashback!" else StoryOrder.UNKNOWN
    assert [order_of(earliest, one) for one in (moved, met, scene)] == [first, StoryOrder.BEFORE, StoryOrder.BEFORE]
    assert order_of(moved, met) is StoryOrder.BEFORE
    assert days(earliest)[0] is None
    latest = days(earliest)[1]
    assert latest is not None
    assert latest <= (40 if frame == "flashback!" else 50)
