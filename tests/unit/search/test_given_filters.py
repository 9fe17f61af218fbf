"""Tests of the filters that are given as options."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from episodic.errors import InvalidFilterError
from episodic.model.readings import StatementScope
from episodic.search.filters import SearchFilters
from episodic.search.given_filters import given_filters, recorded_time

AWARE = st.datetimes(timezones=st.just(UTC))


def test_without_options_there_are_no_conditions() -> None:
    assert given_filters({}) == SearchFilters()
    assert given_filters({"chapters": None, "created_after": None, "limit": 3}) == SearchFilters()


def test_each_list_is_the_condition_of_its_name() -> None:
    found = given_filters(
        {
            "chapters": ["3", "5"],
            "types": ["Person"],
            "predicates": ["lives_in"],
            "scopes": [StatementScope.CLAIM],
            "salience": 2,
        }
    )

    assert found == SearchFilters(
        chapters=("3", "5"),
        entity_types=("Person",),
        predicates=("lives_in",),
        scopes=(StatementScope.CLAIM,),
        salience=2,
    )


def test_each_text_is_the_condition_of_its_name() -> None:
    first, second, third, fourth = (datetime(2026, 5, day, 6, tzinfo=UTC) for day in range(1, 5))

    found = given_filters(
        {
            "created_after": "2026-05-01T08:00:00+02:00",
            "created_before": "2026-05-02T08:00:00+02:00",
            "expired_after": "2026-05-03T08:00:00+02:00",
            "expired_before": "2026-05-04T08:00:00+02:00",
        }
    )

    assert found == SearchFilters(
        created_after=first, created_before=second, expired_after=third, expired_before=fourth
    )


@given(AWARE)
def test_a_time_in_iso_8601_is_read_exactly(at: datetime) -> None:
    assert recorded_time(at.isoformat()) == at
    assert recorded_time(at.isoformat(), local=True) == at


def test_a_time_without_a_zone_is_local_or_refused() -> None:
    for text, expected in (
        ("2026-05-01", datetime(2026, 5, 1)),  # noqa: DTZ001 - a local time
        (" 2026-05-01T08:30 ", datetime(2026, 5, 1, 8, 30)),  # noqa: DTZ001 - a local time
    ):
        assert recorded_time(text, local=True) == expected.astimezone(), text
        with pytest.raises(InvalidFilterError, match="no time zone"):
            recorded_time(text)


def test_a_text_that_is_no_time_is_refused() -> None:
    for text in ("", "yesterday", "2026-13-01T00:00:00Z", "0", "5" * 5_000):
        for local in (True, False):
            with pytest.raises(InvalidFilterError, match="is not a time"):
                recorded_time(text, local=local)


def test_a_later_bound_than_every_clock_is_a_time() -> None:
    assert recorded_time("9999-12-31T23:59:59Z") - datetime(2026, 1, 1, tzinfo=UTC) > timedelta(days=365)
