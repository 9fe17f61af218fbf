"""Values whose fields are loaded when one of the fields is read for the first time."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from itertools import repeat
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar, cast

_Value = TypeVar("_Value", bound="Deferred")
_NO_FIELDS: Mapping[str, object] = {}


class DeferredSource(Protocol):
    """A source from which values are loaded by number."""

    def load(self, number: int) -> Deferred:
        """Return a new value that is equal to the value with the number *number* in the source, with all fields set."""
        ...


class DeferredAddress(NamedTuple):
    """The address of a deferred value: its source, and its number in this source."""

    source: DeferredSource
    number: int


class Deferred:
    """A base class for dataclasses with slots whose values can be kept in a `DeferredSource`.

    A deferred value from a source has no fields at first, or only those that are known without loading the value. When
    another field of a deferred value is read, all its fields are loaded from the source. A value that is not loaded
    needs hardly any memory, so that a process can open a large work and load only what it uses.
    """

    __slots__ = ("_number", "_source")

    if not TYPE_CHECKING:
        # Type checkers must not see `__getattr__`, because then they would accept every attribute name.
        def __getattr__(self, name: str) -> object:
            address = None if name in Deferred.__slots__ else address_of(self)
            if address is None:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            loaded = address.source.load(address.number)
            for field in _field_names(type(self)):
                object.__setattr__(self, field, object.__getattribute__(loaded, field))
            return object.__getattribute__(self, name)


_SOURCE: Any = Deferred.__dict__["_source"]
_NUMBER: Any = Deferred.__dict__["_number"]
"""The slots `_source` and `_number` of a deferred value, as descriptors. The slots are read through their descriptors,
because the slots are unset if no source keeps the value. For an unset slot, the expression `value._source` would call
`__getattr__`. The source and the number are together the address of the value. The source and the number have a slot
each, because one object for both would need more memory.
"""

_SET_SOURCE: Callable[[Deferred, DeferredSource], None] = _SOURCE.__set__
_SET_NUMBER: Callable[[Deferred, int], None] = _NUMBER.__set__


def address_of(value: Deferred) -> DeferredAddress | None:
    """Return the source that keeps the value and the value's number in it, or None if no source keeps the value."""
    try:
        return DeferredAddress(_SOURCE.__get__(value), _NUMBER.__get__(value))
    except AttributeError:
        return None


def is_same(first: Deferred, second: Deferred) -> bool:
    """Return whether two values are one object, or come from one source and have the same number in this source."""
    if first is second:
        return True
    address = address_of(first)
    return address is not None and address == address_of(second)


def is_loaded(value: Deferred) -> bool:
    """Return whether a deferred value already has its fields, because they were loaded or set."""
    kind: Any = type(value)
    try:
        object.__getattribute__(value, _field_names(kind)[0])
    except AttributeError:
        return False
    return True


def set_address(value: Deferred, source: DeferredSource, number: int) -> None:
    """Store in *value* from where its fields can be loaded: from *source*, by the number *number*."""
    _SET_SOURCE(value, source)
    _SET_NUMBER(value, number)


def deferred(
    kind: type[_Value], source: DeferredSource, number: int, known: Mapping[str, object] = _NO_FIELDS
) -> _Value:
    """Return the value of the class *kind* that *source* keeps under *number*, with the fields *known*, without loading
    its other fields.
    """
    value = kind.__new__(kind)
    set_address(value, source, number)
    for name, field in known.items():
        object.__setattr__(value, name, field)
    return value


def deferred_values(kind: type[_Value], source: DeferredSource, numbers: Iterable[int]) -> list[_Value]:
    """Return the values of the class *kind* that *source* keeps under *numbers*, in the order of *numbers*, without
    loading their fields.
    """
    every = list(numbers)
    values = list(map(kind.__new__, repeat(kind, len(every))))
    # The slots `_source` and `_number` of the deferred values are set by `map`, without calling a Python function for
    # each value. A large work has more than a million deferred values.
    done: deque[None] = deque(maxlen=0)
    done.extend(map(_SET_SOURCE, values, repeat(source)))
    done.extend(map(_SET_NUMBER, values, every))
    return values


@cache
def _field_names(kind: type[Deferred]) -> tuple[str, ...]:
    found: list[str] = []
    for one in reversed(kind.__mro__):
        slots = cast("str | tuple[str, ...]", one.__dict__.get("__slots__", ()))
        found.extend((slots,) if isinstance(slots, str) else slots)
    return tuple(name for name in found if name not in Deferred.__slots__)
