"""Converts values of a fixed set of classes to JSON and back, and writes each large value only once, under a number.

Text, numbers, booleans, None and lists are written as the JSON values of the same kind. A value of a class that JSON
does not have is written as a JSON object with one key. Tuples and dataclasses, for example, are classes that JSON does
not have. The key of the JSON object, the tag, says how the value is read. The values of a list or tuple are written
together as a column. The values that one field has in several objects of the same class are also written as a column. A
column of at least eight values is written as one JSON object if the values are all texts or all of one class. The tag
of the JSON object says how the values of the column are written. A column that is written as one JSON object may also
contain None. A column of numbers, of fewer than eight values or of values of several classes is written value by value.
Sets and dictionaries are also written value by value.

A `ValueCodec` can write and read plain values (such as numbers), built-in containers, and values of the classes given
to it. The only other values that a `ValueCodec` can write and read are stored elsewhere.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from itertools import chain, compress, count, islice, repeat, starmap
from operator import attrgetter, not_
from typing import Any, NamedTuple, cast

from pydantic_core import PydanticSerializationError, to_json

from episodic.model.deferred import Deferred

_Writer = Callable[[Any], object]
_Reader = Callable[[Any], object]
_FieldReader = Callable[[Any], Sequence[object]]

_NEW_TUPLE = cast("Callable[[type[Any], Iterable[object]], object]", tuple.__new__)
_PLAIN = frozenset((str, int, float, bool, type(None)))
_TEXT = frozenset((str, type(None)))
_LEAST_COLUMN = 8
_TUPLE = -1
REFERENCE = "#"
"""The JSON key of a reference to a large value, which the checkpoint stores once under a number."""


_WRITER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def compact_json(value: object) -> bytes:
    """Return the JSON of a value in UTF-8, without spaces and without line breaks. Equal values have equal JSON."""
    if type(value) is int:
        return b"%d" % value
    try:
        return to_json(value, inf_nan_mode="constants")
    except PydanticSerializationError:
        # The text contains a surrogate without its pair, which pydantic's `to_json` refuses. Such a text is written by
        # the module `json`.
        return _WRITER.encode(value).encode("utf-8", "surrogatepass")


class ExternalValues(NamedTuple):
    """Values of one class that are stored elsewhere, such as in records: a checkpoint contains only a key of each
    value.
    """

    key_of: Callable[[Any], str]
    value_of: Callable[[str], object]


class ValueCodec:
    """Writes and reads values of the given classes: dataclasses, named tuples and enums.

    Values of `Deferred` classes are written as numbers. *number_of* returns the number of a `Deferred` value, and
    *value_of* returns the value with a given number. *values_of* returns the values of one class with several given
    numbers. Fields whose names begin with an underscore are caches, and are not written. For each class, *omitted*
    names the fields that are written as None.
    """

    def __init__(
        self,
        classes: Iterable[type[Any]],
        *,
        number_of: Callable[[Deferred], int],
        value_of: Callable[[int], Deferred],
        values_of: Callable[[Sequence[int]], list[Deferred]],
        omitted: Mapping[type[Any], frozenset[str]],
        external: Mapping[type[Any], ExternalValues],
    ) -> None:
        self.classes = tuple(classes)
        self._omitted = omitted
        self._fields: dict[type[Any], _FieldReader] = {}
        self._writers = self._builtin_writers()
        self._readers: dict[str, _Reader] = {
            "": tuple,
            "d": dict,
            "c": lambda rows: Counter(dict(rows)),
            "s": set,
            "f": frozenset,
            REFERENCE: value_of,
            "R": values_of,
            "P": self._shared_text,
            "N": _with_gaps,
            "W": _divided,
            "V": self._from_fields,
            "E": lambda found: list(map(self._readers[f"{found[0]:x}."], found[1])),
        }
        self._texts: dict[object, Any] = {}
        """Texts read so far, so that equal texts in several columns become one text object in memory."""
        self._number_of = number_of
        self._decoder = json.JSONDecoder(object_hook=self._made)
        for number, (kind, values) in enumerate(external.items()):
            self._add_external(kind, f"{number:x}@", values)
        self._kinds = {kind: number for number, kind in enumerate(self.classes)}
        for number, kind in enumerate(self.classes):
            self._add(kind, f"{number:x}.", number_of)

    def _builtin_writers(self) -> dict[type[Any], _Writer]:
        return {
            tuple: lambda value: {"": self.column(value)},
            list: self.column,
            dict: lambda value: {"d": [[self.written(key), self.written(one)] for key, one in value.items()]},
            Counter: lambda value: {"c": [[self.written(key), one] for key, one in value.items()]},
            set: lambda value: {"s": self.rows(value)},
            frozenset: lambda value: {"f": self.rows(value)},
        }

    def _add_external(self, kind: type[Any], tag: str, values: ExternalValues) -> None:
        self._writers[kind] = lambda value: {tag: values.key_of(value)}
        self._readers[tag] = values.value_of

    def _add(self, kind: type[Any], tag: str, number_of: Callable[[Deferred], int]) -> None:
        if issubclass(kind, Enum):
            self._writers[kind] = lambda value: {tag: value.value}
            self._readers[tag] = {one.value: one for one in kind}.__getitem__
            return
        self._fields[kind] = found = self._fields_read(kind)
        if issubclass(kind, Deferred):
            self._writers[kind] = lambda value: {REFERENCE: number_of(value)}
        else:
            self._writers[kind] = lambda value: {tag: self.rows(found(value))}
        self._readers[tag] = lambda row: kind(*row)

    def _fields_read(self, kind: type[Any]) -> _FieldReader:
        if not is_dataclass(kind):
            return tuple
        omitted = self._omitted.get(kind, frozenset())
        names = [one.name for one in fields(kind) if one.init and not one.name.startswith("_")]
        if len(names) > 1 and omitted.isdisjoint(names):
            return attrgetter(*names)
        every = [(attrgetter(name), name in omitted) for name in names]
        return lambda value: [None if left_out else of(value) for of, left_out in every]

    def rows(self, values: Iterable[object]) -> list[object]:
        """Return the values as a list of values that JSON can express."""
        writers = self._writers
        return [one if type(one) in _PLAIN else writers[type(one)](one) for one in values]

    def column(self, values: Sequence[object]) -> object:
        """Return the values as one column that JSON can express. At least eight values of one dataclass or of one named
        tuple class are written field by field. The JSON parser need not call a function for each value that is written
        field by field. Values of a `Deferred` class are written as their numbers.
        """
        kinds = set(map(type, values))
        if len(values) < _LEAST_COLUMN:
            return self.rows(values)
        if kinds <= _PLAIN:
            return {"P": values} if str in kinds <= _TEXT else values
        if type(None) in kinds and len(kinds) == 2:
            there = [one is not None for one in values]
            return {"N": [list(compress(count(), map(not_, there))), self.column(list(compress(values, there)))]}
        return self._column_of(kinds.pop(), values) if len(kinds) == 1 else self.rows(values)

    def _column_of(self, kind: type[Any], values: Sequence[Any]) -> object:
        if kind is tuple or kind is list:
            lengths = [len(one) for one in values]
            if kind is tuple and lengths[0] and len(set(lengths)) == 1:
                return {"V": [_TUPLE, [self.column(one) for one in zip(*values, strict=True)]]}
            return {"W": [kind is tuple, lengths, self.column(list(chain.from_iterable(values)))]}
        if kind not in self._kinds:
            return self.rows(values)
        if issubclass(kind, Enum):
            return {"E": [self._kinds[kind], [one.value for one in values]]}
        if issubclass(kind, Deferred):
            return {"R": [self._number_of(one) for one in values]}
        found = zip(*map(self._fields[kind], values), strict=True)
        return {"V": [self._kinds[kind], [self.column(one) for one in found]]}

    def written(self, value: object) -> object:
        """Return a value as text, number, boolean, None, list or dictionary, from which JSON can be made. Raise
        KeyError if the class of the value is not known.
        """
        return value if type(value) in _PLAIN else self._writers[type(value)](value)

    def fields_of(self, value: Deferred) -> bytes:
        """Return the JSON of the fields of a value that the checkpoint stores under a number."""
        return compact_json(self.rows(self._fields[type(value)](value)))

    def made_of(self, kind: type[Deferred], text: bytes) -> Deferred:
        """Return a value of the class *kind* with the fields that `fields_of` wrote."""
        return kind(*self.read(text))

    def read(self, text: bytes) -> list[Any]:
        """Return the list that the compact JSON *text* contains."""
        return cast("list[Any]", self.value(text))

    def value(self, text: bytes) -> object:
        """Return the value that the compact JSON *text* contains."""
        return self._decoder.raw_decode(text.decode("utf-8", "surrogatepass"))[0]

    def forget_texts(self) -> None:
        """Empty the cache of decoded text values. A text to which nothing else refers is then removed from memory."""
        self._texts = {}

    def _shared_text(self, values: Sequence[object]) -> list[object]:
        return list(map(self._texts.setdefault, values, values))

    def _from_fields(self, found: tuple[int, Sequence[Sequence[object]]]) -> list[object]:
        number, columns = found
        rows = zip(*columns, strict=True)
        if number == _TUPLE:
            return list(rows)
        kind = self.classes[number]
        # The list of a named tuple's values has all fields in order. The named tuple is therefore made from the list
        # without matching field names.
        if issubclass(kind, tuple):
            return list(map(_NEW_TUPLE, repeat(self.classes[number]), rows))
        return list(starmap(kind, rows))

    def _made(self, found: dict[str, Any]) -> object:
        ((tag, content),) = found.items()
        return self._readers[tag](content)


def _with_gaps(found: tuple[Sequence[int], list[object]]) -> list[object]:
    places, values = found
    gaps, rest = frozenset(places), iter(values)
    return [None if place in gaps else next(rest) for place in range(len(places) + len(values))]


def _divided(found: tuple[bool, Sequence[int], Sequence[object]]) -> Sequence[object]:
    is_tuple, lengths, values = found
    rest = iter(values)
    parts = map(islice, repeat(rest), lengths)
    return list(map(tuple, parts)) if is_tuple else list(map(list, parts))
