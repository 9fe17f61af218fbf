"""Finds the values of a large mapping that are other objects than before.

Two versions of a dictionary that begin with the same stored entries are compared without these entries.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import compress, filterfalse, repeat
from operator import eq, is_not
from typing import TypeVar

from episodic.model.stored_dict import StoredDict

_Key = TypeVar("_Key")
_MISSING = object()


def changed_keys(before: Mapping[_Key, object], now: Mapping[_Key, object]) -> list[_Key]:
    """Return the keys of *now* whose values are other objects than in *before*. New keys are in the order of *now*.

    A commit compares the whole state of a work with the state before, and most values are the same objects. The loop
    therefore runs without a call of a Python function for each value.
    """
    if isinstance(now, StoredDict) and isinstance(before, StoredDict) and now.shares(before):
        return now.other_than(before)
    return list(compress(now, map(is_not, now.values(), map(_whole(before).get, now, repeat(_MISSING)))))


def begins_with(now: Mapping[_Key, object], before: Mapping[_Key, object]) -> bool:
    """Return whether the first keys of *now* are the keys of *before*, in the same order."""
    if isinstance(now, StoredDict) and isinstance(before, StoredDict) and now.shares(before):
        return now.begins_with(before)
    return len(before) <= len(now) and all(map(eq, before, now))


def in_order(before: Mapping[_Key, object], now: Mapping[_Key, object]) -> bool:
    """Return whether the keys that two mappings share have the same order, before all new keys."""
    if isinstance(now, StoredDict) and isinstance(before, StoredDict) and now.shares(before):
        return now.in_order_of(before)
    return begins_with(now, before) or all(map(eq, filter(_whole(now).__contains__, before), now))


def missing_keys(before: Mapping[_Key, object], now: Mapping[_Key, object]) -> list[_Key]:
    """Return the keys among *before* that *now* does not have."""
    if isinstance(now, StoredDict) and isinstance(before, StoredDict) and now.shares(before):
        return now.without(before)
    return list(filterfalse(_whole(now).__contains__, before))


def _whole(values: Mapping[_Key, object]) -> Mapping[_Key, object]:
    """Return the values as a mapping in which many keys are found fast."""
    return dict(values.items()) if isinstance(values, StoredDict) else values
