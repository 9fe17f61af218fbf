"""Filters as numbers that the server compares, open ends included."""

from episodic.ports import Bounds
from episodic.stores.neo4j.rows import OPEN

ANY_PLACE = (1 << 63) - 1


def limits_of(bounds: Bounds) -> dict[str, object]:
    """`told_by`, `from` and `until` as a search compares them: told <= told_by, lo <= from, hi > until."""
    told_by = ANY_PLACE if bounds.told_by is None else _clamped(bounds.told_by)
    if bounds.at is None:
        return {"told_by": told_by, "from": ANY_PLACE, "until": -ANY_PLACE}
    at = _clamped(bounds.at)
    return {"told_by": told_by, "from": at, "until": at}


def _clamped(key: int) -> int:
    return max(-OPEN, min(key, OPEN))
