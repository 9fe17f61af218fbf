"""Loads the times at which the store recorded the texts of a work."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import cast

from pydantic_core import from_json as parsed

from episodic.model.episodes import Episode
from episodic.model.records import Kind, from_json
from episodic.ports import GraphStore, RecordSource
from episodic.search.filters import SearchFilters
from episodic.search.recorded_times import ChapterVersion, Quoted, RecordedTimes


async def recorded_times(
    store: GraphStore, group_id: str, filters: SearchFilters, *, facts: RecordSource | None = None
) -> RecordedTimes | None:
    """Return the times at which the store recorded the texts of a work, or None if *filters* do not ask for such times.

    The facts are read from *facts*, or from *store* if *facts* is None, and only if the filters ask when a fact ended.
    Raises StoreError.
    """
    if not filters.asks_for_times:
        return None
    at = {one.revision: _time_of(one.at) for one in await store.commits(group_id)}
    versions: dict[str, list[ChapterVersion]] = {}
    ended: dict[str, int | None] = {}
    history = await store.history(group_id, Kind.EPISODE)
    for record, put, retired in sorted(history, key=lambda one: one[1]):
        uuid = record.uuid
        is_new = ended.get(uuid, put) != put
        versions.setdefault(uuid, []).append(ChapterVersion(at[put], from_json(Episode, record.value).text, is_new))
        ended[uuid] = retired
    rows = await (facts or store).fetch(group_id, Kind.FACT) if filters.asks_for_ends else ()
    return RecordedTimes(versions, {one.uuid: quote for one in rows if (quote := _first_quote(one.value)) is not None})


def _time_of(at: str) -> datetime:
    """Return the time of a commit. A time without a time zone counts as UTC."""
    time = datetime.fromisoformat(at)
    return time.replace(tzinfo=UTC) if time.tzinfo is None else time


def _first_quote(value: str) -> Quoted | None:
    for evidence in cast("dict[str, list[dict[str, str]]]", parsed(value))["evidence"]:
        return evidence["episode"], evidence["quote"]
    return None
