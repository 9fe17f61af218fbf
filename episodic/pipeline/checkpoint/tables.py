"""The attributes of objects that a checkpoint keeps, the changes of these attributes since the last checkpoint, and the
restoring of these attributes.

A class names its kept attributes in `KEPT`, and its attributes whose own attributes are kept in `KEPT_PARTS`. The
dictionaries in `KEPT_UNORDERED` may have another order after they were restored.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from operator import eq
from typing import Any, ClassVar, Protocol, cast

from episodic.model.deferred import Deferred
from episodic.pipeline.checkpoint.codec import ValueCodec, compact_json

_MISSING = object()
_COMPARED_BY_IDENTITY = (Deferred, tuple)
"""Classes of values that count as changed if they are other objects than before. A comparison of their fields would load
the fields. Values of other classes count as changed if they are not equal.
"""


class Keeper(Protocol):
    """An object with attributes that a checkpoint keeps."""

    KEPT: ClassVar[tuple[str, ...]]
    KEPT_PARTS: ClassVar[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class TableChange:
    """The JSON of the changes of one attribute: the changed keys with their values, and the keys that are gone.

    A list is kept as a mapping from index to value. `size` is its new length, or -1 for other containers. An attribute
    that is not a container has the single key None.
    """

    name: str
    keys: list[object]
    values: list[object]
    gone: list[object]
    size: int

    def line(self) -> str:
        """Return the change as one line of JSON."""
        return compact_json([self.name, self.keys, self.values, self.gone, self.size])


class KeptTables:
    """The kept attributes of an object and of its parts, as they were in the last checkpoint."""

    def __init__(self, codec: ValueCodec) -> None:
        self._codec = codec
        self._saved: dict[str, Any] = {}
        self._unordered: set[str] = set()

    def forget(self) -> None:
        """Forget all attributes, so that the next changes contain all values."""
        self._saved.clear()

    def changes(self, keeper: Keeper, name: str) -> Iterator[TableChange]:
        """Yield the changes of all kept attributes since the last call, or since they were restored."""
        for path, owner, attribute in self._attributes(keeper, name):
            now: object = getattr(owner, attribute)
            change = self._change(path, self._saved.get(path, _MISSING), now)
            self._saved[path] = _copied(now)
            if change is not None:
                yield change

    def restore(self, keeper: Keeper, name: str, lines: Mapping[str, list[str]]) -> None:
        """Set all kept attributes to the values that the lines of changes describe. *lines* are given by attribute."""
        for path, owner, attribute in self._attributes(keeper, name):
            now: Any = type(cast("Any", getattr(owner, attribute)))
            container = now in {dict, list, set, Counter}
            value: Any = now() if container else getattr(owner, attribute)
            for line in lines.get(path, ()):
                _, keys, values, gone, size = self._codec.read(line)
                if now is set:
                    value.difference_update(gone)
                    value.update(keys)
                elif now is list:
                    _extend(value, keys, values, size)
                elif container:
                    for key in gone:
                        del value[key]
                    # The method `update` of a counter would count the pairs.
                    dict.update(value, zip(keys, values, strict=True))
                else:
                    (value,) = values
            setattr(owner, attribute, value)
            self._saved[path] = _copied(value)

    def _change(self, path: str, before: object, now: object) -> TableChange | None:
        rows = self._codec.rows
        if isinstance(now, set):
            then = before if isinstance(before, set) else set[object]()
            added, gone = now - then, then - now
            return TableChange(path, rows(added), [], rows(gone), -1) if added or gone or before is _MISSING else None
        if isinstance(now, list):
            listed = cast("list[object]", before) if isinstance(before, list) else []
            at = [place for place, one in enumerate(now) if place >= len(listed) or _differ(listed[place], one)]
            if not at and len(listed) == len(now) and before is not _MISSING:
                return None
            return TableChange(path, list(at), rows(now[place] for place in at), [], len(now))
        if isinstance(now, dict):
            known = cast("dict[object, object]", before) if isinstance(before, dict) else {}
            changed = [(key, one) for key, one in now.items() if _differ(known.get(key, _MISSING), one)]
            lost = [key for key in known if key not in now] if len(known) + len(changed) != len(now) else []
            if path not in self._unordered and not _in_order(known, now):
                changed, lost = list(now.items()), list(known)
            if not changed and not lost and before is not _MISSING:
                return None
            return TableChange(path, rows(key for key, _ in changed), rows(one for _, one in changed), rows(lost), -1)
        if before is not _MISSING and not _differ(before, now):
            return None
        return TableChange(path, [None], rows([now]), [], -1)


    def _attributes(self, keeper: Keeper, name: str) -> Iterator[tuple[str, object, str]]:
        """Yield the path, the owner and the name of each kept attribute."""
        unordered: frozenset[str] = getattr(keeper, "KEPT_UNORDERED", frozenset[str]())
        for attribute in keeper.KEPT:
            path = f"{name}.{attribute}"
            if attribute in unordered:
                self._unordered.add(path)
            yield path, keeper, attribute
        for part in keeper.KEPT_PARTS:
            yield from self._attributes(getattr(keeper, part), f"{name}.{part}")


def _extend(value: list[object], keys: list[int], values: list[object], size: int) -> None:
    del value[size:]
    known = len(value)
    for key, one in zip(keys, values, strict=True):
        if key < known:
            value[key] = one
        else:
            value.append(one)


def _in_order(before: dict[object, object], now: dict[object, object]) -> bool:
    """Return whether the keys that two dictionaries share have the same order, before all new keys."""
    if all(map(eq, before, now)) and len(before) <= len(now):
        return True
    shared = [key for key in before if key in now]
    return all(map(eq, shared, now))


def _differ(before: object, now: object) -> bool:
    if before is now:
        return False
    return before is _MISSING or isinstance(now, _COMPARED_BY_IDENTITY) or before != now


def _copied(value: Any) -> Any:
    return value.copy() if isinstance(value, dict | list | set) else value
