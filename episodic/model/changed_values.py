"""Finds the values of a large mapping that are other objects than before. Copies of a `SharedDict` or of a `StoredDict` are
compared in time in proportion to their differences.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import compress, filterfalse, repeat
from operator import eq, is_not
from typing import TypeVar

from episodic.model.shared_dict import SharedDict
from episodic.model.stored_dict import StoredDict

_Key = TypeVar("_Key")
_MISSING = object()


def changed_keys(before: Mapping[_Key, object], now: Mapping[_Key, object]) -> list[_Key]:
    """Return the keys of *now* whose values are other objects than in *before*. New keys are in the order of *now*.

    Most values of a large mapping are the same objects as before. The loop over all values therefore runs without a call
    of a Python function for each value.
    """
    touched = _touched(before, now)
    if touched is not None:
        return [key for key in touched if key in now and now[key] is not before.get(key, _MISSING)]
    if isinstance(now, StoredDict) and isinstance(before, StoredDict) and now.shares(before):
        return now.other_than(before)
    before, now = _plain(before), _plain(now)
    return list(compress(now, map(is_not, now.values(), map(before.get, now, repeat(_MISSING)))))


def begins_with(now: Mapping[_Key, object], before: Mapping[_Key, object]) -> bool:
    """Return whether the first keys of *now* are the keys of *before*, in the same order."""
    if isinstance(now, SharedDict) and isinstance(before, SharedDict) and now.begins_with(before):
        return True
    if isinstance(now, StoredDict) and isinstance(before, StoredDict) and now.shares(before):
        return now.begins_with(before)
    return len(before) <= len(now) and all(map(eq, before, now))


def in_order(before: Mapping[_Key, object], now: Mapping[_Key, object]) -> bool:
    """Return whether the keys that two mappings share have the same order, before all new keys."""
    if isinstance(now, StoredDict) and isinstance(before, StoredDict) and now.shares(before):
        return now.in_order_of(before)
    return begins_with(now, before) or all(map(eq, filter(_plain(now).__contains__, before), now))


def missing_keys(before: Mapping[_Key, object], now: Mapping[_Key, object]) -> list[_Key]:
    """Return the keys of *before* that *now* does not have."""
    touched = _touched(now, before)
    if touched is not None:
        return [key for key in touched if key in before and key not in now]
    if isinstance(now, StoredDict) and isinstance(before, StoredDict) and now.shares(before):
        return now.without(before)
    return list(filterfalse(_plain(now).__contains__, before))


def _touched(first: Mapping[_Key, object], second: Mapping[_Key, object]) -> Iterable[_Key] | None:
    """Return the keys whose entries may differ between two mappings, those that only *second* has in its order. Return
    None if they are not known.
    """
    if not isinstance(first, SharedDict) or not isinstance(second, SharedDict):
        return None
    touched = second.touched_since(first)
    return first.touched_since(second) if touched is None else touched


def _plain(values: Mapping[_Key, object]) -> Mapping[_Key, object]:
    """Return the values as a mapping in which many keys are found fast."""
    found = values.merged() if isinstance(values, SharedDict) else values
    return dict(found.items()) if isinstance(found, StoredDict) else found
