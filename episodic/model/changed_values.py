"""Finds the values of a large mapping that are other objects than before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import compress, filterfalse, repeat
from operator import eq, is_not
from typing import TypeVar

_Key = TypeVar("_Key")
_MISSING = object()


def changed_keys(before: Mapping[_Key, object], now: Mapping[_Key, object]) -> list[_Key]:
    """Return the keys of *now* whose values are other objects than in *before*, in the order of *now*.

    A commit compares the whole state of a work with the state before, and most values are the same objects. The loop
    therefore runs without a call of a Python function for each value.
    """
    return list(compress(now, map(is_not, now.values(), map(before.get, now, repeat(_MISSING)))))


def begins_with(now: Mapping[_Key, object], before: Mapping[_Key, object]) -> bool:
    """Return whether the first keys of *now* are the keys of *before*, in the same order."""
    return len(before) <= len(now) and all(map(eq, before, now))


def missing_keys(before: Iterable[_Key], now: Mapping[_Key, object]) -> list[_Key]:
    """Return the keys among *before* that *now* does not have, in order."""
    return list(filterfalse(now.__contains__, before))
