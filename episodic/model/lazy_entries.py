"""A mapping whose values are made when they are read for the first time."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import TypeVar, overload

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")
_Other = TypeVar("_Other")


class LazyEntries(Mapping[_Key, _Value]):
    """A mapping that never changes, with the keys *keys*. The function *value_of* makes the value of a key when it is
    read for the first time; after that, the key always has this same object as its value.
    """

    __slots__ = ("_given", "_keys", "_made", "_value_of")

    def __init__(self, keys: Collection[_Key], value_of: Callable[[_Key], _Value]) -> None:
        self._keys, self._value_of = keys, value_of
        self._made: dict[_Key, _Value] = {}
        self._given: dict[_Key, _Value] = {}
        """Values that were given, which count instead of values that `value_of` makes."""

    def __getitem__(self, key: _Key) -> _Value:
        if key not in self._keys:
            raise KeyError(key)
        if key in self._given:
            return self._given[key]
        made = self._made
        if key not in made:
            made[key] = self._value_of(key)
        return made[key]

    @overload
    def get(self, key: _Key, default: None = None, /) -> _Value | None: ...
    @overload
    def get(self, key: _Key, default: _Value | _Other, /) -> _Value | _Other: ...
    def get(self, key: _Key, default: object = None, /) -> object:
        """Return the value of the key *key*, or *default* if the key is missing."""
        return self[key] if key in self._keys else default

    def __contains__(self, key: object) -> bool:
        return key in self._keys

    def __len__(self) -> int:
        return len(self._keys)

    def __iter__(self) -> Iterator[_Key]:
        return iter(self._keys)

    def replaced(self, entries: Mapping[_Key, _Value], gone: Collection[_Key]) -> LazyEntries[_Key, _Value]:
        """Return a mapping without the keys *gone* and with the given entries. An entry with a known key replaces the
        value and keeps its place, and the others come last. No value is made.
        """
        keys = dict.fromkeys(self._keys)
        for key in gone:
            del keys[key]
        keys.update(dict.fromkeys(entries))
        other = LazyEntries[_Key, _Value](keys, self._value_of)
        other._made, other._given = self._made, {**self._given, **entries}
        return other
