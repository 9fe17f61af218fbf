"""Compares two versions of a large mapping, and returns the keys that were added, changed or removed.

The time to compare copies of one `SharedDict` grows only with the number of entries that were set or removed in one of
the copies.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import compress, filterfalse, repeat
from operator import eq, is_not, ne
from typing import TypeVar

from episodic.model.shared_dict import SharedDict

_Key = TypeVar("_Key")
_MISSING = object()
_MANY_TIMES = 8


def changed_keys(before: Mapping[_Key, object], now: Mapping[_Key, object]) -> list[_Key]:
    """Return the keys of *now* that are new or whose values are other objects than in *before*. New keys are in the
    order of *now*, or in any order if *now* is a `SharedDict` from which *before* was copied.

    The comparison calls no Python function for each value, because large mappings are compared often.
    """
    touched = _touched(before, now)
    if touched is not None:
        return [key for key in touched if key in now and now[key] is not before.get(key, _MISSING)]
    if _MANY_TIMES * len(now) < len(before):
        # If most entries were removed, their values are not made.
        return [key for key, value in now.items() if value is not before.get(key, _MISSING)]
    before, now = _plain(before), _plain(now)
    return list(compress(now, map(is_not, now.values(), map(before.get, now, repeat(_MISSING)))))


def differing_keys(before: Mapping[_Key, object], now: Mapping[_Key, object]) -> set[_Key]:
    """Return the keys that only one of two mappings has, and those whose values are not equal. For two copies of one
    `SharedDict`, only the entries that changed in one of the copies are compared.
    """
    touched = None
    if isinstance(now, SharedDict) and isinstance(before, SharedDict):
        touched = now.touched_apart(before)
    if touched is not None:
        return {key for key in touched if (key in before) != (key in now) or before.get(key) != now.get(key)}
    before, now = _plain(before), _plain(now)
    found = set(compress(now, map(ne, now.values(), map(before.get, now, repeat(_MISSING)))))
    found.update(filterfalse(now.__contains__, before))
    return found


def begins_with(now: Mapping[_Key, object], before: Mapping[_Key, object]) -> bool:
    """Return whether the mapping *now* begins with all the keys of the mapping *before*, in the same order."""
    if isinstance(now, SharedDict) and isinstance(before, SharedDict) and now.begins_with(before):
        return True
    return len(before) <= len(now) and all(map(eq, before, now))


def missing_keys(before: Mapping[_Key, object], now: Mapping[_Key, object]) -> list[_Key]:
    """Return the keys of *before* that *now* does not have."""
    touched = _touched(now, before)
    if touched is not None:
        return [key for key in touched if key in before and key not in now]
    return list(filterfalse(_plain(now).__contains__, before))


def _touched(first: Mapping[_Key, object], second: Mapping[_Key, object]) -> Iterable[_Key] | None:
    """Return the keys whose entries may differ between two mappings. Return None if these keys are not known, for
    example because the mappings are not copies of one `SharedDict`.
    """
    if not isinstance(first, SharedDict) or not isinstance(second, SharedDict):
        return None
    touched = second.touched_since(first)
    return first.touched_since(second) if touched is None else touched


def _plain(mapping: Mapping[_Key, object]) -> Mapping[_Key, object]:
    return mapping.merged() if isinstance(mapping, SharedDict) else mapping
