"""Tests of the order of reign years and months, which is certain although their exact first days are unknown."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from episodic.languages.zh import CHINESE
from episodic.model.episodes import ORDER_GAP, FrameKind
from episodic.model.moments import TimeExpression
from episodic.temporal.calendars.reign_order import least_days, reign_part
from episodic.temporal.calendars.reign_years import shipped_reigns
from episodic.temporal.calendars.work_calendars import Calendars
from episodic.temporal.chronology.chronology import Certainty, Chronology
from episodic.temporal.constraints import PeriodBoundary
from episodic.temporal.expressions import read_time
from episodic.temporal.placed import PlacedPassage


def dated(*words: str, calendars: Calendars | None = None) -> Chronology:
    """Return a chronology of scenes `p0`, `p1`, ... in narrative order. Only the dates of the scenes give their order."""
    return Chronology.of(_passages(*words), (), calendars or Calendars())


def _passages(*words: str, first: int = 0) -> list[PlacedPassage]:
    return [
        PlacedPassage(
            uuid=f"p{number}",
            episode=f"ch{number}",
            order=number * ORDER_GAP,
            index=0,
            start=0,
            frame=FrameKind.FLASHBACK,
            run=f"run {number}",
            time=_read(said),
            time_text=said,
        )
        for number, said in enumerate(words, first)
    ]


def _read(words: str) -> TimeExpression:
    said = read_time(words, language=CHINESE, calendars=Calendars())
    assert said is not None
    return said


def order(story: Chronology, first: int, second: int) -> Certainty:
    return story.before(story.now_of(f"p{first}"), story.now_of(f"p{second}"))


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("建安五年", "建安六年"),
        ("建安二十五年", "黄初二年"),
        ("章武元年", "黄初三年"),
        ("建安五年三月", "建安五年四月"),
        ("建安五年十二月", "建安六年正月"),
        ("建安五年三月初五", "建安五年三月初六"),
        ("光绪二十六年闰八月", "光绪二十六年九月"),
        ("建安五年冬", "建安六年春"),
        ("光绪三十四年", "宣统元年"),
    ],
)
def test_a_later_year_month_or_day_is_certainly_later(earlier: str, later: str) -> None:
    assert order(dated(earlier, later), 0, 1) is Certainty.CERTAIN
    assert order(dated(later, earlier), 0, 1) is Certainty.IMPOSSIBLE


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("建安五年", "建安五年"),
        ("建安五年", "建安五年三月"),
        ("建安五年三月", "建安五年春"),
        ("建安二十五年", "黄初元年"),
    ],
)
def test_what_may_be_one_time_has_no_order(one: str, other: str) -> None:
    """Two dates have no order if one contains the other, if two rulers count the same year, or if a leap month has the
    number of a month.
    """
    assert order(dated(one, other), 0, 1) is Certainty.UNKNOWN


def test_the_days_of_a_year_are_no_narrower_than_before() -> None:
    """The exact first day of a reign year is unknown."""
    calendars = Calendars()
    story = dated("建安五年", calendars=calendars)

    bounds = story.bounds(story.now_of("p0"))

    assert (bounds.earliest, bounds.latest) == calendars.range_of(_read("建安五年"))


def test_a_month_known_by_its_days_dates_the_next() -> None:
    """The fifth and the seventh day of a month are two days apart, on whichever day the month began."""
    story = dated("建安五年三月初五", "建安五年三月初七")
    bounds = [story.bounds(story.now_of(one)) for one in ("p0", "p1")]

    assert bounds[0].earliest is not None
    assert bounds[1].earliest == bounds[0].earliest + 2


@pytest.mark.parametrize(
    "words", [["建安五年", "建安六年", "建安五年三月"], ["建安七年四月", "建安五年", "建安六年正月"]]
)
def test_what_is_told_later_makes_the_same_chronology(words: list[str]) -> None:
    """An extended chronology equals a new chronology."""
    whole = dated(*words)
    grown = dated(*words[:1]).extended(_passages(*words[1:], first=1), ())

    for first in range(3):
        for second in range(3):
            assert order(grown, first, second) is order(whole, first, second)
    assert [grown.bounds(grown.now_of(f"p{one}")) for one in range(3)] == [
        whole.bounds(whole.now_of(f"p{one}")) for one in range(3)
    ]


@given(st.integers(1, 24), st.integers(1, 12), st.integers(1, 24), st.integers(1, 12))
def test_months_are_ordered_as_they_are_counted(year: int, month: int, other: int, of_other: int) -> None:
    """All months of the test are in one reign."""
    story = dated(f"建安{year}年{month}月", f"建安{other}年{of_other}月")

    known = (year, month) < (other, of_other)
    back = (year, month) > (other, of_other)
    assert order(story, 0, 1) is (Certainty.CERTAIN if known else Certainty.IMPOSSIBLE if back else Certainty.UNKNOWN)
    assert story.conflicts == ()


def test_edges_lie_apart_as_their_days_allow() -> None:
    """No two neighbouring boundaries in a century are further apart than their days allow."""
    reign = next(one for one in shipped_reigns() if one.name == "康熙")
    edges: list[PeriodBoundary] = []
    for year in range(1, 62):
        part = reign_part(reign, TimeExpression(_read("康熙元年").kind, era="康熙", year=year))
        assert part is not None
        edges.append(part.since)

    for one, other in pairwise(edges):
        assert one < other
        assert 350 <= least_days(one, other) <= other.days[1] - one.days[0]
