"""Reads filters by recorded time from the texts that callers of the command line and the servers give."""

from __future__ import annotations

from datetime import datetime

from episodic.errors import InvalidFilterError
from episodic.search.filters import SearchFilters


def recorded_filters(
    *,
    created_after: str | None = None,
    created_before: str | None = None,
    expired_after: str | None = None,
    expired_before: str | None = None,
    local: bool = False,
) -> SearchFilters:
    """Return filters by the times at which the store recorded something, given as texts such as "2026-05-01T08:00:00Z".

    If *local* is true, a text without a time zone is in this machine's time zone. A date without a time of day means
    midnight at the start of that date. If *local* is false, a text without a time zone raises InvalidFilterError.
    Raises InvalidFilterError for a text that is no time in ISO 8601.
    """

    def time(text: str | None) -> datetime | None:
        return None if text is None else recorded_time(text, local=local)

    return SearchFilters(
        created_after=time(created_after),
        created_before=time(created_before),
        expired_after=time(expired_after),
        expired_before=time(expired_before),
    )


def recorded_time(text: str, *, local: bool = False) -> datetime:
    """Return the time in a text in ISO 8601; without *local*, the text must name a time zone. Raises
    InvalidFilterError.
    """
    try:
        found = datetime.fromisoformat(text.strip())
        if found.tzinfo is None and local:
            found = found.astimezone()
    except (ValueError, OverflowError) as error:
        raise InvalidFilterError(
            "{time!r} is not a time.",
            hint="Give a time in ISO 8601, such as 2026-05-01T08:00:00Z.",
            key="not_a_time",
            time=text[:60],
        ) from error
    if found.tzinfo is None:
        raise InvalidFilterError(
            "The time {time} has no time zone.",
            hint="Give a time with a time zone.",
            key="time_without_zone",
            time=text[:60],
        )
    return found
