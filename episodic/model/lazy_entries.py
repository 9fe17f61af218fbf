"""Mappings and sequences whose values are made when they are read for the first time."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, filterfalse
from typing import Generic, TypeVar, cast, overload

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")
_Other = TypeVar("_Other")
_MISSING: object = object()


class LazyEntries(Mapping[_Key, _Value]):
    """A mapping that never changes, with the keys *keys*. The function *value_of* makes the value of a key when it is
    read for the first time. After the first reading, the key always has this same object as its value. The optional
    function *every* returns all entries in the order of *keys* at once, with the objects that later calls of *value_of*
    return.
    """

    __slots__ = ("_count", "_every", "_given", "_gone", "_keys", "_made", "_value_of")

    def __init__(
        self,
        keys: Collection[_Key],
        value_of: Callable[[_Key], _Value],
        *,
        every: Callable[[], Mapping[_Key, _Value]] | None = None,
    ) -> None:
        self._keys, self._value_of, self._every = keys, value_of, every
        self._count = len(keys)
        self._made: dict[_Key, _Value] = {}
        self._given: dict[_Key, _Value] = {}
        """The values of the keys that a call of `replaced` set; for these keys, `value_of` is not called."""
        self._gone: frozenset[_Key] = frozenset()
        """The keys of `_keys` that were removed. A removed key that was set again later is also in `_given`."""

    def __getitem__(self, key: _Key) -> _Value:
        found = self._found(key)
        if found is _MISSING:
            raise KeyError(key)
        return cast("_Value", found)

    @overload
    def get(self, key: _Key, default: None = None, /) -> _Value | None: ...
    @overload
    def get(self, key: _Key, default: _Value | _Other, /) -> _Value | _Other: ...
    def get(self, key: _Key, default: object = None, /) -> object:
        """Return the value of the key *key*, or *default* if the key is missing."""
        found = self._found(key)
        return default if found is _MISSING else found

    def _found(self, key: _Key) -> object:
        """Return the value of the key, or _MISSING. A key is looked up only once, because a look-up may have to search
        a file.
        """
        if key in self._given:
            return self._given[key]
        if key in self._gone:
            return _MISSING
        found: object = self._made.get(key, _MISSING)
        if found is _MISSING and key in self._keys:
            found = self._made[key] = self._value_of(key)
        return found

    def __contains__(self, key: object) -> bool:
        if key in self._given:
            return True
        return key not in self._gone and (key in self._made or key in self._keys)

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[_Key]:
        known = filterfalse(self._gone.__contains__, self._keys) if self._gone else iter(self._keys)
        return chain(known, filter(self._comes_last, self._given)) if self._given else known

    def _comes_last(self, key: _Key) -> bool:
        return key in self._gone or key not in self._keys

    def entries(self) -> dict[_Key, _Value]:
        """Return all keys and values as a new dictionary."""
        if self._every is None:
            return dict(self)
        found = {**self._every(), **self._made}
        for key in self._gone:
            del found[key]
        return {**found, **self._given}

    def replaced(self, entries: Mapping[_Key, _Value], gone: Collection[_Key]) -> LazyEntries[_Key, _Value]:
        """Return a mapping without the keys *gone* and with the given entries. An entry with a known key keeps the
        place of this key in the order, and entries with new keys come last. `replaced` never calls *value_of*, and the
        only keys that it looks up in this mapping are those of *gone* and *entries*.
        """
        other = LazyEntries[_Key, _Value](self._keys, self._value_of, every=self._every)
        other._made, other._given = self._made, dict(self._given)
        other._count = self._count - len(gone) + sum(1 for key in entries if key not in self)
        for key in gone:
            other._given.pop(key, None)
        other._gone = self._gone.union(key for key in gone if key in self._keys)
        other._given.update(entries)
        return other


class DerivedEntries(Mapping[_Key, _Value]):
    """A mapping that never changes, whose values and keys are derived when they are read. The function *value_of*
    returns the value of a key, or None for an unknown key, and *keys* returns all keys. The optional function *known*
    returns whether the mapping has a key. Without *known*, the operator `in` derives the value of the key to find out
    whether the mapping has the key, which may be slower.
    """

    __slots__ = ("_every", "_keys", "_known", "_made", "_value_of")

    def __init__(
        self,
        value_of: Callable[[_Key], _Value | None],
        keys: Callable[[], Iterable[_Key]],
        *,
        known: Callable[[_Key], bool] | None = None,
    ) -> None:
        self._value_of, self._keys, self._known = value_of, keys, known
        self._made: dict[_Key, _Value | None] = {}
        self._every: list[_Key] | None = None

    def __getitem__(self, key: _Key) -> _Value:
        found = self._derived(key)
        if found is None:
            raise KeyError(key)
        return found

    def __contains__(self, key: object) -> bool:
        own = cast("_Key", key)
        return self._derived(own) is not None if self._known is None else self._known(own)

    def __iter__(self) -> Iterator[_Key]:
        if self._every is None:
            self._every = list(self._keys())
        return iter(self._every)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _derived(self, key: _Key) -> _Value | None:
        if key not in self._made:
            self._made[key] = self._value_of(key)
        return self._made[key]


class LazySequence(Generic[_Key, _Value]):
    """A sequence that never changes, with one value for each of *keys*. The function *value_of* makes a value when it is
    read for the first time.
    """

    __slots__ = ("_keys", "_made", "_value_of")

    def __init__(self, keys: Sequence[_Key], value_of: Callable[[_Key], _Value]) -> None:
        self._keys, self._value_of = keys, value_of
        self._made: dict[int, _Value] = {}

    def __len__(self) -> int:
        return len(self._keys)

    def __getitem__(self, number: int) -> _Value:
        if number not in self._made:
            self._made[number] = self._value_of(self._keys[number])
        return self._made[number]

    def __iter__(self) -> Iterator[_Value]:
        return map(self.__getitem__, range(len(self._keys)))
