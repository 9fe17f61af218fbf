"""Stores each large value of a checkpoint once, under a number, and loads it when it is used."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from episodic.model.deferred import Deferred, address_of, deferred, set_address
from episodic.model.predicates import Predicate
from episodic.pipeline.checkpoint.codec import ExternalValues, ValueCodec

_REFERENCE = re.compile(rb'\{"#":(\d+)\}')
_REFERENCES = re.compile(rb'\{"R":\[([\d,]*)\]\}')
"""A reference to a kept value, and to a list of kept values. Text never matches, because quotation marks in text are escaped."""


class KeptObject(NamedTuple):
    """A kept value: its number, the number of its class, and the JSON of its fields."""

    number: int
    kind: int
    fields: bytes


class KeptObjects:
    """The kept values of one checkpoint. A value is written when something refers to it for the first time."""

    def __init__(
        self,
        classes: Iterable[type[Any]],
        *,
        omitted: Mapping[type[Any], frozenset[str]],
        external: Mapping[type[Any], ExternalValues],
    ) -> None:
        self.codec = ValueCodec(
            classes, number_of=self.number_of, value_of=self.value_of, omitted=omitted, external=external
        )
        self._kinds = {kind: number for number, kind in enumerate(self.codec.classes)}
        self._stored: dict[int, tuple[int, bytes]] = {}
        """The class and the fields of each value, by number."""
        self._values: dict[int, Deferred] = {}
        self._fresh: list[KeptObject] = []
        self._shared: dict[int, tuple[int, Deferred]] = {}
        """The numbers of values that other works or other checkpoints keep as well, by identity."""
        self._count = 0

    def number_of(self, value: Deferred) -> int:
        """Return the number of a value. A value that is not kept yet gets the next number and is written."""
        address = address_of(value)
        if address is not None and address.source is self:
            return address.number
        shared = self._shared.get(id(value))
        if shared is not None:
            return shared[0]
        text = self.codec.fields_of(value)
        number = self._count
        self._count += 1
        if address is None and not isinstance(value, Predicate):
            set_address(value, self, number)
        else:
            self._shared[id(value)] = (number, value)
        kind = self._kinds[type(value)]
        self._stored[number] = (kind, text)
        self._fresh.append(KeptObject(number, kind, text))
        return number

    def value_of(self, number: int) -> Deferred:
        """Return the value with a number. Its fields are loaded when they are used."""
        known = self._values.get(number)
        if known is None:
            kind = self.codec.classes[self._stored[number][0]]
            known = self._values[number] = deferred(kind, self, number)
        return known

    def load(self, number: int) -> Deferred:
        """Return a new value with all fields, which is equal to the value with this number."""
        kind, text = self._stored[number]
        return self.codec.made_of(self.codec.classes[kind], text)

    def take_fresh(self) -> list[KeptObject]:
        """Return the values that were written since the last call."""
        fresh, self._fresh = self._fresh, []
        return fresh

    def reached_from(self, lines: Iterable[bytes]) -> list[KeptObject]:
        """Return the values to which the lines refer, directly or through other values."""
        found: dict[int, None] = {}
        rest = list(lines)
        while rest:
            text = rest.pop()
            listed = (one for match in _REFERENCES.findall(text) if match for one in match.split(b","))
            for number in map(int, (*_REFERENCE.findall(text), *listed)):
                if number not in found:
                    found[number] = None
                    rest.append(self._stored[number][1])
        return [KeptObject(number, *self._stored[number]) for number in sorted(found)]

    def add_stored(self, numbers: Sequence[int], kinds: Sequence[int], texts: Sequence[bytes]) -> None:
        """Add values that a store has."""
        self._stored.update(zip(numbers, zip(kinds, texts, strict=True), strict=True))
        self._count = max(self._count, max(numbers, default=-1) + 1)
