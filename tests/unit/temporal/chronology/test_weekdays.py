"""Tests of weekdays without a week."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from episodic.model.graph import TimelineTurn
from episodic.model.moments import UNKNOWN_TIME
from episodic.temporal.chronology.weekdays import with_day

DAYS = st.dates(dt.date(1000, 1, 1), dt.date(2900, 1, 1))


@given(DAYS, st.integers(0, 6), st.sampled_from([TimelineTurn.BACK, TimelineTurn.AHEAD]))
def test_a_weekday_is_that_of_the_last_or_the_coming_six_days(today: dt.date, weekday: int, turn: TimelineTurn) -> None:
    number = today.toordinal()

    said = with_day(replace(UNKNOWN_TIME, weekday=weekday), ("gregorian", number, number), turn)

    if today.weekday() == weekday:
        assert said.low is None
        return
    assert said.low is not None
    assert 1 <= said.low <= 6
    meant = today + dt.timedelta(days=-said.low if said.before else said.low)
    assert (meant.weekday(), said.before) == (weekday, turn is TimelineTurn.BACK)


def test_a_weekday_has_no_day_if_the_current_day_is_not_known() -> None:
    thursday = replace(UNKNOWN_TIME, weekday=3)

    assert with_day(thursday, None, TimelineTurn.BACK) == thursday
    assert with_day(thursday, ("gregorian", 700_000, 700_001), TimelineTurn.BACK) == thursday
    assert with_day(thursday, ("Tide Count", 700_000, 700_000), TimelineTurn.BACK) == thursday
    assert with_day(thursday, ("gregorian", 700_000, 700_000), TimelineTurn.ON) == thursday
