"""Stores each large value of a checkpoint once, under a number, and loads it when it is used."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from episodic.model.deferred import Deferred, address_of, deferred_values, set_address
from episodic.model.predicates import Predicate
from episodic.pipeline.checkpoint.codec import ExternalValues, ValueCodec
from episodic.pipeline.checkpoint.pages import KeptObject, OpenPages, PagedValues, ValuePages

_REFERENCE = re.compile(rb'\{"#":(\d+)\}')
_REFERENCES = re.compile(rb'\{"R":\[([\d,]*)\]\}')
"""Patterns of a reference to one large value, and of a reference to a list of large values, in the JSON of a
checkpoint. Story text inside the JSON never matches the patterns of references, because quotation marks in text are
escaped.
"""


class KeptObjects:
    """The large values of one checkpoint, each stored once under a number. A value gets its number and is encoded when
    the checkpoint refers to the value for the first time.
    """

    def __init__(
        self,
        classes: Iterable[type[Any]],
        *,
        omitted: Mapping[type[Any], frozenset[str]],
        external: Mapping[type[Any], ExternalValues],
    ) -> None:
        self.codec = ValueCodec(
            classes,
            number_of=self.number_of,
            value_of=self.value_of,
            values_of=self.values_of,
            omitted=omitted,
            external=external,
        )
        self._kinds = {kind: number for number, kind in enumerate(self.codec.classes)}
        self.opened = OpenPages()
        self._stored = PagedValues(self.opened)
        self._fresh: dict[int, KeptObject] = {}
        self._count = 0
        self._values: dict[int, Deferred] = {}
        self._shared: dict[int, tuple[int, Deferred]] = {}

    def number_of(self, value: Deferred) -> int:
        """Return the number under which the checkpoint stores a value. A value that the checkpoint does not store yet
        gets the next free number and is encoded.
        """
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
        self._fresh[number] = KeptObject(number, self._kinds[type(value)], text)
        return number

    def value_of(self, number: int) -> Deferred:
        """Return the stored value with the given number. The fields of the value are loaded when they are used."""
        known = self._values.get(number)
        return self.values_of([number])[0] if known is None else known

    def values_of(self, numbers: Sequence[int]) -> list[Deferred]:
        """Return the stored values with the given numbers, which must all have the same class. The fields of the values
        are loaded when they are used.
        """
        values = self._values
        missing = [number for number in numbers if number not in values]
        if missing:
            fresh = self._fresh.get(missing[0])
            kind = self._stored.kind_of(missing[0]) if fresh is None else fresh.kind
            made = deferred_values(self.codec.classes[kind], self, missing)
            values.update(zip(missing, made, strict=True))
        return list(map(values.__getitem__, numbers))

    def load(self, number: int) -> Deferred:
        """Decode the stored value with the given number, and return it as a new object with all its fields."""
        found = self._get(number)
        return self.codec.made_of(self.codec.classes[found.kind], found.fields)

    def _get(self, number: int) -> KeptObject:
        fresh = self._fresh.get(number)
        return self._stored.get(number) if fresh is None else fresh

    def take_fresh(self) -> ValuePages | None:
        """Return pages of the values encoded since the last call of `take_fresh`, or None if there are none."""
        fresh, self._fresh = self._fresh, {}
        if not fresh:
            return None
        pages = ValuePages.of(list(fresh.values()))
        self._stored.add(pages)
        return pages

    def reached_from(self, lines: Iterable[bytes]) -> Iterator[KeptObject]:
        """Yield the stored values to which *lines*, lines of a checkpoint, refer directly or through other values, by
        increasing number.
        """
        found: set[int] = set()
        fresh = _numbers_in(lines)
        while fresh:
            found |= fresh
            # Each pass of the loop reads its values in the order of their numbers. The loop therefore decompresses each
            # page (a block of values that are stored together) at most once per pass.
            fresh = _numbers_in(self._get(number).fields for number in sorted(fresh)) - found
        return map(self._get, sorted(found))

    def add_stored(self, pages: ValuePages) -> None:
        """Add pages that the store has, whose values are loaded when they are used."""
        self._stored.add(pages)
        self._count = self._stored.count


def _numbers_in(texts: Iterable[bytes]) -> set[int]:
    found: set[int] = set()
    for text in texts:
        found.update(map(int, _REFERENCE.findall(text)))
        found.update(int(one) for match in _REFERENCES.findall(text) if match for one in match.split(b","))
    return found
