"""Reads the filters of a read from the options that callers of the command line, the servers and the tools give."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import cast

from episodic.errors import InvalidFilterError
from episodic.model.readings import LEAST_SALIENCE, StatementScope
from episodic.search.filters import SearchFilters


def given_filters(options: Mapping[str, object], *, local: bool = False) -> SearchFilters:
    """Return the filters that the options of a read describe. The keys of *options* are `chapters`, `types`, `scopes`,
    `salience` and `predicates`, and the times `created_after`, `created_before`, `expired_after` and `expired_before` at
    which the store recorded something, as texts such as "2026-05-01T08:00:00Z". A missing option and None restrict
    nothing. Other keys are ignored.

    If *local* is true, a text without a time zone is in this machine's time zone. A date without a time of day means
    midnight at the start of that date. If *local* is false, a text without a time zone raises InvalidFilterError.
    Raises InvalidFilterError for a text that is no time in ISO 8601.
    """

    def time(name: str) -> datetime | None:
        text = options.get(name)
        return recorded_time(text, local=local) if isinstance(text, str) else None

    return SearchFilters(
        chapters=tuple(cast("Sequence[str]", options.get("chapters") or ())),
        entity_types=tuple(cast("Sequence[str]", options.get("types") or ())),
        predicates=tuple(cast("Sequence[str]", options.get("predicates") or ())),
        scopes=tuple(cast("Sequence[StatementScope]", options.get("scopes") or ())),
        salience=cast("int", options.get("salience") or LEAST_SALIENCE),
        created_after=time("created_after"),
        created_before=time("created_before"),
        expired_after=time("expired_after"),
        expired_before=time("expired_before"),
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
