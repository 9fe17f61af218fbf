"""A dictionary whose entries a store has, and which reads an entry when its key is used."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, cast, overload

from episodic.model.deferred import Deferred, deferred_values

if TYPE_CHECKING:
    from _collections_abc import dict_items, dict_keys, dict_values

K = TypeVar("K")
V = TypeVar("V")
T = TypeVar("T")
D = TypeVar("D", bound=Deferred)
_ABSENT: Any = object()


class StoredEntries(Protocol[K, V]):
    """The entries of a dictionary as a store has them. They never change."""

    def __len__(self) -> int:
        """Return the number of entries."""
        ...

    def find(self, key: K) -> V:
        """Return the value of a key. Raise KeyError if there is no such entry."""
        ...

    def every(self) -> dict[K, V]:
        """Return all entries in order. The caller must not change the result."""
        ...


class EntriesMadeLater(Generic[K, D]):
    """Entries whose values are made of their keys when they are used. *keys* returns all keys."""

    def __init__(self, kind: type[D], length: int, keys: Callable[[], Iterable[K]], make: Callable[[K], D]) -> None:
        self._kind, self._length, self._keys, self._make = kind, length, keys, make
        self._found: dict[K, D] = {}
        self._numbered: list[K] = []
        """The keys of the values that `load` makes, by number."""

    def __len__(self) -> int:
        return self._length

    def find(self, key: K) -> D:
        """Return the value of a key. Raise KeyError if there is no such entry."""
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = self._make(key)
        return found

    def every(self) -> dict[K, D]:
        """Return all entries in order. The values that were not used yet are made when one of their fields is read."""
        if not self._numbered:
            self._numbered = list(self._keys())
            later = deferred_values(self._kind, self, range(len(self._numbered)))
            self._found = {**dict(zip(self._numbered, later, strict=True)), **self._found}
        return self._found

    def load(self, number: int) -> D:
        """Return the value with this number."""
        return self._make(self._numbered[number])


class StoredDict(dict[K, V], Generic[K, V]):
    """A dictionary that begins with stored entries. An entry is read when its key is used, and all entries are read by the
    first loop over the dictionary.

    A copy shares the stored entries and has only the changes of its own, so that a copy and the difference of two copies
    cost as much as the changes. It is a `dict`, because most values of the classes that use it were never stored.
    """

    __slots__ = ("_added", "_gone", "_replaced", "_stored", "_whole")

    def __init__(self, stored: StoredEntries[K, V]) -> None:
        super().__init__()
        self._stored = stored
        self._replaced: dict[K, V] = {}
        """The new values of stored keys."""
        self._added: dict[K, V] = {}
        """The entries that follow the stored entries, in order."""
        self._gone: set[K] = set()
        """The stored keys that were deleted. If they were set again, they are also in `_added`."""
        self._whole = False
        """Whether the inherited dictionary has all entries, in order. Otherwise it has those that were used."""

    def copy(self) -> StoredDict[K, V]:
        """Return an independent copy."""
        copied = StoredDict(self._stored)
        copied._replaced, copied._added = dict(self._replaced), dict(self._added)
        copied._gone = set(self._gone)
        dict.update(copied, self._replaced)
        dict.update(copied, self._added)
        return copied

    __copy__ = copy

    def __reduce__(self) -> tuple[type[dict[K, V]], tuple[dict[K, V]]]:
        return dict, (dict(self.items()),)

    # Reads of one key.

    def __missing__(self, key: K) -> V:
        if self._whole or key in self._gone:
            raise KeyError(key)
        value = self._stored.find(key)
        dict.__setitem__(self, key, value)
        return value

    @overload
    def get(self, key: K, default: None = None, /) -> V | None: ...
    @overload
    def get(self, key: K, default: V, /) -> V: ...
    @overload
    def get(self, key: K, default: T, /) -> V | T: ...
    def get(self, key: K, default: object = None, /) -> object:
        """Return the value of a key, or the default."""
        try:
            return self[key]
        except KeyError:
            return default

    def __contains__(self, key: object) -> bool:
        return dict.__contains__(self, key) or (not self._whole and self.get(cast("K", key), _ABSENT) is not _ABSENT)

    def __len__(self) -> int:
        return len(self._stored) - len(self._gone) + len(self._added)

    # Changes.

    def __setitem__(self, key: K, value: V) -> None:
        if key in self._added or key not in self:
            self._added[key] = value
        else:
            self._replaced[key] = value
        dict.__setitem__(self, key, value)

    def __delitem__(self, key: K) -> None:
        if key not in self:
            raise KeyError(key)
        if self._added.pop(key, _ABSENT) is _ABSENT:
            self._replaced.pop(key, None)
            self._gone.add(key)
        dict.__delitem__(self, key)

    @overload
    def pop(self, key: K, /) -> V: ...
    @overload
    def pop(self, key: K, default: V, /) -> V: ...
    @overload
    def pop(self, key: K, default: T, /) -> V | T: ...
    def pop(self, key: K, default: object = _ABSENT, /) -> object:
        """Remove a key and return its value, or the default."""
        value = self.get(key, _ABSENT)
        if value is _ABSENT:
            if default is _ABSENT:
                raise KeyError(key)
            return default
        del self[key]
        return value

    # The standard library also allows keyword arguments and a missing default, which would need more overloads.
    def setdefault(self, key: K, default: V, /) -> V:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Return the value of a key, after the default was set if there was none."""
        if key not in self:
            self[key] = default
        return self[key]

    def update(self, found: Mapping[K, V] | Iterable[tuple[K, V]] = (), /) -> None:  # type: ignore[override]  # pyright: ignore[reportIncompatibleMethodOverride]
        """Set all given entries."""
        for key, value in dict(found).items():
            self[key] = value

    def popitem(self) -> tuple[K, V]:
        """Remove the last entry and return it."""
        if not self:
            raise KeyError
        key = next(reversed(self))
        return key, self.pop(key)

    def __ior__(self, other: Mapping[K, V] | Iterable[tuple[K, V]]) -> StoredDict[K, V]:  # type: ignore[override]
        self.update(other)
        return self

    def __or__(self, other: Mapping[K, V]) -> dict[K, V]:  # type: ignore[override]
        return {**dict(self.items()), **other}

    def __ror__(self, other: Mapping[K, V]) -> dict[K, V]:  # type: ignore[override]
        return {**other, **dict(self.items())}

    def clear(self) -> None:
        """Remove all entries."""
        self._gone = set(self._stored.every())
        self._replaced, self._added = {}, {}
        self._whole = True
        dict.clear(self)

    # Reads of all keys.

    def _read(self) -> dict[K, V]:
        """Read all entries, and return this dictionary."""
        if not self._whole:
            dict.clear(self)
            dict.update(self, self._stored.every())
            for key in self._gone:
                dict.__delitem__(self, key)
            dict.update(self, self._replaced)
            dict.update(self, self._added)
            self._whole = True
        return self

    def __iter__(self) -> Iterator[K]:
        return dict.__iter__(self._read())

    def __reversed__(self) -> Iterator[K]:
        return dict.__reversed__(self._read())

    def keys(self) -> dict_keys[K, V]:
        """Return the keys."""
        return dict.keys(self._read())

    def values(self) -> dict_values[K, V]:
        """Return the values."""
        return dict.values(self._read())

    def items(self) -> dict_items[K, V]:
        """Return the entries."""
        return dict.items(self._read())

    def __eq__(self, other: object) -> bool:
        if isinstance(other, StoredDict):
            cast("StoredDict[K, V]", other)._read()
        return dict.__eq__(self._read(), other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = None

    def __repr__(self) -> str:
        return dict.__repr__(self._read())

    # Differences of two versions of the same dictionary.

    def shares(self, other: StoredDict[K, V]) -> bool:
        """Return whether both dictionaries begin with the same stored entries."""
        return other._stored is self._stored

    def other_than(self, before: StoredDict[K, V]) -> list[K]:
        """Return the keys whose values are other objects than in *before*, which has the same stored entries."""
        touched = {**self._replaced, **self._added}
        for key in (*before._replaced, *before._added, *before._gone):
            if key not in touched and key in self:
                touched[key] = self[key]
        return [key for key, value in touched.items() if before.get(key, _ABSENT) is not value]

    def without(self, before: StoredDict[K, V]) -> list[K]:
        """Return the keys of *before*, which has the same stored entries, that this dictionary does not have."""
        gone = [key for key in self._gone - before._gone if key not in self._added]
        return gone + [key for key in before._added if key not in self]

    def begins_with(self, before: StoredDict[K, V]) -> bool:
        """Return whether the first keys are those of *before*, which has the same stored entries, in the same order."""
        return self._gone == before._gone and list(islice(self._added, len(before._added))) == list(before._added)

    def in_order_of(self, before: StoredDict[K, V]) -> bool:
        """Return whether the keys that both have are in the same order, and precede the others."""
        if any(key in self._added for key in self._gone - before._gone):
            return False
        kept = [key for key in before._added if key in self]
        return list(islice(self._added, len(kept))) == kept
