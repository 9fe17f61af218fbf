"""A dictionary that is cheap to copy, and cheap to compare with its earlier copies."""

from __future__ import annotations

from collections import Counter
from collections.abc import ItemsView, Iterable, Iterator, Mapping, MutableMapping, ValuesView
from itertools import chain, filterfalse
from typing import Generic, TypeVar, overload

from episodic.model.lazy_entries import LazyEntries

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")
_Other = TypeVar("_Other")

_MISSING: object = object()
_LEAST = 64
"""A `SharedDict` with at most this many changes of its own is always copied without building a new base. The base is
the dictionary that it shares with its copies.
"""
_SHARE = 32
"""A `SharedDict` with a large number of changes of its own is first merged into a new base when it is copied. The base
is the dictionary that it shares with its copies. A number of changes is large if it is more than _LEAST, and more than
this fraction (1/32) of the number of entries of the base.
"""


def shared(entries: Mapping[_Key, _Value]) -> SharedDict[_Key, _Value]:
    """Return a `SharedDict` with the given entries: a cheap copy if *entries* is already a `SharedDict`."""
    return entries.copy() if isinstance(entries, SharedDict) else SharedDict(entries)


class _Log(Generic[_Key]):
    """The log of a `SharedDict`: the keys whose entries changed, in the order of the changes. A `SharedDict` and its
    copies share a log until two of them have changed. A call of `SharedDict.clear` also begins a new log, and so does a
    call of `SharedDict.copy` after many changes.

    `removed` is the number of keys that the log had directly after the last removal of a key. `removed` is 0 if no key
    was removed. When a copy is made, the log has a certain number of keys. If `removed` is greater than this number, a
    key was removed after the copy was made. `parent` contains the older log that this log continues, and the number of
    the older log's keys that also belong to this log.
    """

    __slots__ = ("keys", "parent", "removed")

    def __init__(self, parent: tuple[_Log[_Key], int] | None = None) -> None:
        self.keys: list[_Key] = []
        self.removed = 0
        self.parent = parent

    def forget_before(self, count: int) -> None:
        """Forget older logs, so that the remaining older logs have at most *count* keys together."""
        log = self
        while log.parent is not None:
            count -= log.parent[1]
            if count < 0:
                log.parent = None
                return
            log = log.parent[0]


class SharedDict(MutableMapping[_Key, _Value]):
    """A dictionary that shares most of its entries with its copies. A `SharedDict` knows how it differs from the
    dictionary from which it was copied.

    A `SharedDict` and its copies have the same dictionary as their base, which never changes. A `SharedDict` and each
    of its copies have their own changes. The time to copy a `SharedDict` grows only with the number of its own changes,
    not with its size. If a `SharedDict` has many changes of its own when it is copied, all its entries are first merged
    into a new base. After the entries are merged, further copies take little time. The keys of a `SharedDict` have the
    same order as in a `dict`.

    The initial entries of a `SharedDict` are given either as *entries* or as *lazy*. *lazy* is a mapping that makes
    each of its values when the value is read for the first time. The `SharedDict` makes no value earlier.
    """

    __slots__ = ("_at", "_base", "_gone", "_log", "_own", "_replaced")

    def __init__(
        self,
        entries: Mapping[_Key, _Value] | Iterable[tuple[_Key, _Value]] = (),
        *,
        lazy: LazyEntries[_Key, _Value] | None = None,
    ) -> None:
        self._base: dict[_Key, _Value] | LazyEntries[_Key, _Value] = {} if lazy is None else lazy
        self._own: dict[_Key, _Value] = dict(entries)
        """The entries that are not in the base, the dictionary that copies share, or that replace an entry of the base.
        A key whose entry in the base is replaced keeps its place in the order of the keys.
        """
        self._replaced = 0
        """The number of entries in `_own` that replace an entry of the base, the dictionary that copies share."""
        self._gone: set[_Key] = set()
        self._log: _Log[_Key] = _Log()
        self._at = 0
        """The number of keys in `_log` that belong to this dictionary; later keys belong to a copy."""

    def __getitem__(self, key: _Key) -> _Value:
        if key in self._own:
            return self._own[key]
        if key in self._gone:
            raise KeyError(key)
        return self._base[key]

    @overload
    def get(self, key: _Key, default: None = None, /) -> _Value | None: ...
    @overload
    def get(self, key: _Key, default: _Value | _Other, /) -> _Value | _Other: ...
    def get(self, key: _Key, default: object = None, /) -> object:
        """Return the value of the key *key*, or *default* if the key is missing."""
        if key in self._own:
            return self._own[key]
        return default if key in self._gone else self._base.get(key, default)

    def __contains__(self, key: object) -> bool:
        return key in self._own or (key in self._base and key not in self._gone)

    def __len__(self) -> int:
        return len(self._base) - len(self._gone) + len(self._own) - self._replaced

    def __iter__(self) -> Iterator[_Key]:
        base: Iterable[_Key] = self._base
        if self._gone:
            base = filterfalse(self._gone.__contains__, base)
        if len(self._own) == self._replaced:
            return iter(base)
        return chain(base, filterfalse(self._base.__contains__, self._own))

    def items(self) -> ItemsView[_Key, _Value]:
        """Return a view of the items. Changes that are made later may be missing in the view."""
        return self.merged().items()

    def values(self) -> ValuesView[_Value]:
        """Return a view of the values. Changes that are made later may be missing in the view."""
        return self.merged().values()

    def __setitem__(self, key: _Key, value: _Value) -> None:
        if key not in self._own and key in self._base:
            if key in self._gone:
                # A key that was removed and is set again must come last. The key must not come at its old place in the
                # base, the dictionary that copies share.
                self._renew_base()
            else:
                self._replaced += 1
        self._own[key] = value
        self._note(key)

    def put_all(self, entries: Mapping[_Key, _Value]) -> None:
        """Set several entries. `put_all` usually takes less time than setting the entries one by one. `put_all` saves
        no time if the base has one of the keys, or if an entry of the base was removed.
        """
        if self._gone or (self._base and any(key in self._base for key in entries)):
            for key, value in entries.items():
                self[key] = value
            return
        self._own.update(entries)
        if len(self._log.keys) != self._at:
            self._begin_log()
        self._log.keys.extend(entries)
        self._at += len(entries)

    def __delitem__(self, key: _Key) -> None:
        if key not in self:
            raise KeyError(key)
        replaced = self._own.pop(key, _MISSING) is not _MISSING
        if key in self._base:
            self._gone.add(key)
            self._replaced -= replaced
        self._note(key)
        self._log.removed = self._at

    def _note(self, key: _Key) -> None:
        """Add a changed key to the log. First begin a new log if a copy of this dictionary has already added keys to
        the shared log.
        """
        if len(self._log.keys) != self._at:
            self._begin_log()
        self._log.keys.append(key)
        self._at += 1

    def _begin_log(self) -> None:
        self._log, self._at = _Log((self._log, self._at)), 0

    def clear(self) -> None:
        """Remove all entries."""
        self._base, self._own, self._replaced, self._gone = {}, {}, 0, set()
        self._log = _Log()
        self._at = 0

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.merged()!r})"

    def merged(self) -> dict[_Key, _Value]:
        """Return all entries as a plain dictionary, which must not be changed. If the shared base makes its values only
        when they are read, all values are made now. After these values are made, the returned dictionary is the new
        base of this `SharedDict`.
        """
        base = self._base
        if isinstance(base, dict) and not self._own and not self._gone:
            return base
        if not base:
            return self._own
        merged = dict(base) if isinstance(base, dict) else base.entries()
        for key in self._gone:
            del merged[key]
        merged.update(self._own)
        if not isinstance(base, dict):
            self._base, self._own, self._replaced, self._gone = merged, {}, 0, set()
        return merged

    def _renew_base(self) -> None:
        """Replace the base, the dictionary that copies share, by a new base that has all entries of this dictionary.
        With its new base, this dictionary has no changes of its own. If the base makes its values only when they are
        read (a `LazyEntries` mapping), no values are made to build the new base.
        """
        base = self._base
        self._base = self.merged() if isinstance(base, dict) else base.replaced(self._own, self._gone)
        self._own, self._replaced, self._gone = {}, 0, set()

    def copy(self) -> SharedDict[_Key, _Value]:
        if len(self._own) + len(self._gone) > max(_LEAST, len(self._base) // _SHARE):
            self._renew_base()
            self._log, self._at = _Log((self._log, self._at)), 0
            self._log.forget_before(len(self._base) // 4)
        # This method is called often: a replay, which contains such dictionaries, is copied after each of the most
        # recent chapters. A replay has dozens of dictionaries, most of them small. If a copy were made by calling the
        # class, building the empty `SharedDict` would take half of the time of a copy.
        other = object.__new__(type(self))
        other._base, other._own, other._gone = self._base, dict(self._own), set(self._gone)
        other._replaced, other._log, other._at = self._replaced, self._log, self._at
        return other

    __copy__ = copy

    def touched_since(self, before: SharedDict[_Key, _Value]) -> Iterable[_Key] | None:
        """Return the keys whose entries may differ from the entries of *before*. New keys have the order of this
        dictionary. Changed and removed keys stand in any order among the new keys. Return None if the changes since
        *before* are not known.
        """
        found = self._changes_since(before)
        if found is None:
            return None
        keys, removed = found
        # The log of changed keys usually lists new keys in the order of this dictionary. A new key may have been added,
        # removed and added again. The log lists such a key at the place of its first addition, which is not its place
        # in this dictionary. If a key may have been removed and added again, the returned keys are therefore sorted by
        # their place in this dictionary.
        if removed and any(times > 2 for times in Counter(keys).values()):
            touched = set(keys)
            return dict.fromkeys(chain(filter(touched.__contains__, self), keys))
        return dict.fromkeys(keys)

    def touched_apart(self, other: SharedDict[_Key, _Value]) -> set[_Key] | None:
        """Return the keys whose entries may differ between this dictionary and *other*. One of the two dictionaries
        must be a copy of the other, or both must be copies of a third one. Return None if the logs do not show which
        entries may differ.
        """
        mine, others = list(self._logs()), list(other._logs())
        known = {id(log): number for number, (log, _) in enumerate(mine)}
        shared = next((number for number, (log, _) in enumerate(others) if id(log) in known), None)
        if shared is None:
            return None
        log, at = others[shared]
        number = known[id(log)]
        until = mine[number][1]
        keys = set(log.keys[min(at, until) : max(at, until)])
        for own, count in (*mine[:number], *others[:shared]):
            keys.update(own.keys[:count])
        return keys

    def _logs(self) -> Iterator[tuple[_Log[_Key], int]]:
        """Yield the log of this dictionary and the older logs that it continues, each with the number of its keys that
        belong to this dictionary.
        """
        place: tuple[_Log[_Key], int] | None = (self._log, self._at)
        while place is not None:
            yield place
            place = place[0].parent

    def has_order_of(self, other: SharedDict[_Key, _Value]) -> bool:
        """Return whether this dictionary and *other* have the same keys in the same order."""
        if self._base is not other._base or self._gone != other._gone:
            return list(self) == list(other)
        base = self._base
        return [key for key in self._own if key not in base] == [key for key in other._own if key not in base]

    def begins_with(self, before: SharedDict[_Key, _Value]) -> bool:
        """Return True if the log shows that no key was removed since *before*, so that this dictionary begins with the
        keys of *before*. The result is also False if the log of changed keys does not go back to *before*, so that
        removals are unknown.
        """
        found = self._changes_since(before)
        return found is not None and not found[1]

    def keeps_order_of(self, before: SharedDict[_Key, _Value]) -> bool:
        """Return True if the log shows that the keys of *before* that this dictionary still has are in the same order
        as before, because none of them was removed and added again. The result is also False if the log of changed keys
        does not go back to *before*, or if the log lists such a key several times although it was never removed.
        """
        found = self._changes_since(before)
        if found is None:
            return False
        keys, removed = found
        again = (key for key, times in Counter(keys).items() if times > 1) if removed else ()
        return not any(key in before and key in self for key in again)

    def _changes_since(self, before: SharedDict[_Key, _Value]) -> tuple[list[_Key], bool] | None:
        """Return the keys that changed since *before* was copied, with repetitions, and whether any key was removed.
        Return None if the changes are not known.
        """
        parts: list[list[_Key]] = []
        removed, log, at = False, self._log, self._at
        while log is not before._log:
            parts.append(log.keys[:at])
            removed = removed or log.removed > 0
            if log.parent is None:
                return None
            log, at = log.parent
        if before._at > at:
            return None
        parts.append(log.keys[before._at : at])
        return list(chain.from_iterable(reversed(parts))), removed or log.removed > before._at
