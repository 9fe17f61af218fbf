"""Finds what changed in the checkpointed attributes of an object since the last checkpoint, and restores them.

The constant `KEPT` of a class names the attributes that a checkpoint stores. The constant `KEPT_PARTS` of a class names
attributes that contain other objects. The class of an object in an attribute of `KEPT_PARTS` has a constant `KEPT` of
its own. The checkpoint stores those attributes of the object that its constant `KEPT` names. `KEPT_UNORDERED` names
dictionaries whose keys may be in another order after they were restored from a checkpoint.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from itertools import compress
from operator import eq, is_not
from typing import ClassVar, Protocol, cast

from episodic.model.changed_values import begins_with, changed_keys, missing_keys
from episodic.model.deferred import Deferred, is_same
from episodic.model.lazy_entries import LazyEntries
from episodic.model.shared_dict import SharedDict
from episodic.pipeline.checkpoint.changes import TAB, StoredChange, WrittenChange
from episodic.pipeline.checkpoint.codec import ValueCodec, compact_json
from episodic.pipeline.checkpoint.pages import OpenPages
from episodic.pipeline.checkpoint.stored_table import StoredTable

_MISSING = object()
_COMPARED_BY_IDENTITY = (Deferred, tuple)
"""A tuple or a `Deferred` value counts as changed if it is another object than before, even an equal one. A comparison
by fields would load the fields of a `Deferred` value from the checkpoint. Two `Deferred` values that the checkpoint
stores under one number do not differ. A value of a class that is not in `_COMPARED_BY_IDENTITY` counts as changed if it
is not equal to the value in the last checkpoint.
"""
_NO_SIZE = -1


class Keeper(Protocol):
    """An object with attributes that a checkpoint keeps."""

    KEPT: ClassVar[tuple[str, ...]]
    KEPT_PARTS: ClassVar[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class TableChange:
    """The changes of one attribute: new and changed keys with their values, and removed keys.

    In the changes of a list, the keys are indexes of the list, and values without a key are new values at its end.
    `size` is the new length of a list, and -1 if the attribute is not a list. The change of an attribute that is not a
    container, such as a number, has the single key None.
    """

    keys: Sequence[object]
    values: Sequence[object]
    gone: Sequence[object] = ()
    size: int = _NO_SIZE

    @property
    def empty(self) -> bool:
        return not self.keys and not self.values and not self.gone

    def written(self, name: str, codec: ValueCodec) -> WrittenChange:
        """Return the changes of the attribute *name*, which is not a `SharedDict`, as one line of JSON."""
        columns = [codec.column(one) for one in (self.keys, self.values, self.gone)]
        return WrittenChange(name, self.size, [compact_json([*columns, self.size])])

    def written_entries(self, name: str, size: int, codec: ValueCodec) -> WrittenChange:
        """Return the changes of the attribute *name*, a `SharedDict` that now has *size* entries. The changes are a
        line for each removed key, and then a line for each new or changed entry.
        """
        gone = [compact_json(codec.written(key)) for key in self.gone]
        entries = (
            compact_json(codec.written(key)) + TAB + compact_json(codec.written(value))
            for key, value in zip(self.keys, self.values, strict=True)
        )
        return WrittenChange(name, size, [*gone, *entries])


class KeptTables:
    """The values of an object's stored attributes in the last checkpoint, for comparison with the present values.
    Attributes for whose path, such as "projector._issues", *omitted* returns true are neither stored nor restored.
    """

    def __init__(self, codec: ValueCodec, opened: OpenPages, *, omitted: Callable[[str], bool] | None = None) -> None:
        self._codec, self._opened, self._omitted = codec, opened, omitted
        self._saved: dict[str, object] = {}

    def forget(self) -> None:
        """Discard the values of the last checkpoint, so that the next call of `changes` yields all attributes whole."""
        self._saved.clear()

    def changes(self, keeper: Keeper, name: str) -> Iterator[WrittenChange]:
        """Yield the changes of all kept attributes since the last call, or since they were restored from a checkpoint.
        An attribute that is yielded for the first time is yielded with its whole value, and not only with its changes.
        Only the changes are yielded of an attribute that was restored from a checkpoint.
        """
        for one in self._attributes(keeper, name):
            now = cast("object", getattr(one.owner, one.name))
            before = self._saved.get(one.path, _MISSING)
            change = _change(before, now, ordered=one.ordered)
            self._saved[one.path] = copy(now) if _is_container(now) else now
            if before is not _MISSING and change.empty:
                continue
            if isinstance(now, SharedDict):
                yield change.written_entries(one.path, len(cast("SharedDict[object, object]", now)), self._codec)
            else:
                yield change.written(one.path, self._codec)

    def restore(self, keeper: Keeper, name: str, changes: Mapping[str, Sequence[StoredChange]]) -> None:
        """Set each kept attribute to the value that its changes describe. *changes* contains the changes by the path of
        the attribute, such as "projector._issues". An entry of a `SharedDict` is decoded when it is used.
        """
        for one in self._attributes(keeper, name):
            value = cast("object", getattr(one.owner, one.name))
            found = changes.get(one.path, ())
            if isinstance(value, SharedDict):
                table = StoredTable(found, self._codec, self._opened)
                value = SharedDict(lazy=LazyEntries(table, table.value_of, every=table.entries))
            else:
                value = self._restored(value, found)
            setattr(one.owner, one.name, value)
            self._saved[one.path] = copy(value) if _is_container(value) else value
        self._codec.forget_texts()

    def restore_earlier(
        self,
        keeper: Keeper,
        name: str,
        *,
        earlier: Mapping[str, Sequence[StoredChange]],
        later: Mapping[str, Sequence[StoredChange]],
    ) -> None:
        """Set each kept attribute to an earlier value: the value after the changes *earlier* and before the changes
        *later*, which followed them up to the last call of `changes`. Both arguments contain the changes by the path
        of the attribute.

        Entries that *later* does not change are taken from the values of the last checkpoint, as the same objects. A
        `SharedDict` is a copy of its value in the last checkpoint, in which only the entries in *later* were set back,
        unless it is empty, or a removed key must return to a place before the last keys.
        """
        for one in _attributes(keeper, name):
            value, changes = self._saved[one.path], later.get(one.path, ())
            if _is_container(value):
                value = copy(value)
            before = earlier.get(one.path, ())
            if isinstance(value, SharedDict):
                table = StoredTable(before, self._codec, self._opened)
                entries = cast("SharedDict[object, object]", value)
                value = self._with_entries_of(table, entries, changes, ordered=one.ordered)
            elif changes:
                touched = [TableChange(*self._codec.read(line)) for change in changes for line in change.lines()]
                empty = cast("object", getattr(one.owner, one.name))
                value = _with_unchanged(self._restored(empty, before), value, touched)
            setattr(one.owner, one.name, value)
        self._codec.forget_texts()

    def _with_entries_of(
        self,
        table: StoredTable,
        value: SharedDict[object, object],
        changes: Iterable[StoredChange],
        *,
        ordered: bool,
    ) -> SharedDict[object, object]:
        """Return *value*, in which each entry that *changes* set or removed is the same as in *table*, the earlier
        entries.
        """
        if not value:
            return SharedDict(lazy=LazyEntries(table, table.value_of, every=table.entries))
        lines = [line.partition(TAB) for change in changes for line in change.lines()]
        keys = {text: self._codec.value(text) for text, _, _ in lines}
        removed = {keys[text] for text, tab, _ in lines if not tab}
        last: list[object] = []
        if ordered and (back := {key for key in removed if key in table}):
            last = table.last_keys(len(back))
            if back != set(last) or any(key in value for key in back):
                return SharedDict(lazy=LazyEntries(table, table.value_of, every=table.entries))
        at_end = set(last)
        for key in (*(key for key in keys.values() if key not in at_end), *last):
            if key in table:
                value[key] = table.value_of(key)
            else:
                value.pop(key, None)
        return value

    def continue_state(self, keeper: Keeper, name: str, changes: Iterable[StoredChange]) -> None:
        """Apply stored changes to the kept attributes, which must have the values that they had before these changes.
        Dictionaries and lists are changed in place, so that a `SharedDict` shares its other entries with its copies.
        """
        attributes = {one.path: one for one in _attributes(keeper, name)}
        for change in changes:
            one = attributes[change.name]
            value = cast("object", getattr(one.owner, one.name))
            if isinstance(value, SharedDict):
                self._change_entries(cast("SharedDict[object, object]", value), change)
            else:
                setattr(one.owner, one.name, self._with_changes(value, [change]))
        self._codec.forget_texts()

    def _attributes(self, keeper: Keeper, name: str) -> Iterator[_Attribute]:
        return (one for one in _attributes(keeper, name) if self._omitted is None or not self._omitted(one.path))

    def _change_entries(self, table: SharedDict[object, object], change: StoredChange) -> None:
        for line in change.lines():
            key, tab, value = line.partition(TAB)
            if tab:
                table[self._codec.value(key)] = self._codec.value(value)
            else:
                del table[self._codec.value(key)]

    def _restored(self, value: object, changes: Iterable[StoredChange]) -> object:
        return self._with_changes(type(value)() if _is_container(value) else value, changes)

    def _with_changes(self, value: object, changes: Iterable[StoredChange]) -> object:
        for one in changes:
            for line in one.lines():
                value = _changed(value, TableChange(*self._codec.read(line)))
        return value


@dataclass(frozen=True, slots=True)
class _Attribute:
    path: str
    owner: object
    name: str
    ordered: bool


def kept_values(keeper: Keeper) -> dict[str, object]:
    """Return the values of all kept attributes of an object and of the objects that its `KEPT_PARTS` name. The key of a
    value is the path of its attribute, such as ".projector._issues".
    """
    return {one.path: cast("object", getattr(one.owner, one.name)) for one in _attributes(keeper, "")}


def _attributes(keeper: Keeper, path: str) -> Iterator[_Attribute]:
    unordered = cast("frozenset[str]", getattr(keeper, "KEPT_UNORDERED", frozenset[str]()))
    for name in keeper.KEPT:
        yield _Attribute(f"{path}.{name}", keeper, name, name not in unordered)
    for part in keeper.KEPT_PARTS:
        yield from _attributes(getattr(keeper, part), f"{path}.{part}")


def _is_container(value: object) -> bool:
    return type(value) in {dict, list, set, Counter, SharedDict}


def _change(before: object, now: object, *, ordered: bool) -> TableChange:
    missing = before is _MISSING
    if isinstance(now, set):
        return _set_change(set() if missing else cast("set[object]", before), cast("set[object]", now))
    if isinstance(now, list):
        return _list_change([] if missing else cast("list[object]", before), cast("list[object]", now))
    if isinstance(now, dict | SharedDict):
        known: Mapping[object, object] = {} if missing else cast("Mapping[object, object]", before)
        return _dict_change(known, cast("Mapping[object, object]", now), ordered=ordered)
    return TableChange([None], [now]) if missing or _differ(before, now) else TableChange([], [])


def _set_change(before: set[object], now: set[object]) -> TableChange:
    return TableChange(list(now - before), [], list(before - now))


def _list_change(before: list[object], now: list[object]) -> TableChange:
    known = len(before)
    others = compress(range(known), map(is_not, before, now))
    places = [place for place in others if _differ(before[place], now[place])]
    gone = [len(now)] if len(now) < known else []
    return TableChange(places, [*(now[place] for place in places), *now[known:]], gone, len(now))


def _dict_change(before: Mapping[object, object], now: Mapping[object, object], *, ordered: bool) -> TableChange:
    changed = [key for key in changed_keys(before, now) if _differ(before.get(key, _MISSING), now[key])]
    gone = missing_keys(before, now)
    if ordered and not _in_order(before, now):
        changed, gone = list(now), list(before)
    return TableChange(changed, [now[key] for key in changed], gone)


def _in_order(before: Mapping[object, object], now: Mapping[object, object]) -> bool:
    """Return whether *now* has the keys of *before* that it still has in the same order, and before all new keys."""
    if isinstance(before, SharedDict) and isinstance(now, SharedDict) and now.keeps_order_of(before):
        return True
    return begins_with(now, before) or all(map(eq, filter(now.__contains__, before), now))


def _differ(before: object, now: object) -> bool:
    if before is now:
        return False
    if isinstance(before, Deferred) and isinstance(now, Deferred):
        return not is_same(before, now)
    return before is _MISSING or isinstance(now, _COMPARED_BY_IDENTITY) or before != now


def _changed(value: object, change: TableChange) -> object:
    """Return *value* with the changes applied. A list, set or dictionary is changed in place."""
    if isinstance(value, set):
        known = cast("set[object]", value)
        known.difference_update(change.gone)
        known.update(change.keys)
        return known
    if isinstance(value, list):
        return _changed_list(cast("list[object]", value), change)
    if isinstance(value, dict):
        table = cast("dict[object, object]", value)
        for key in change.gone:
            del table[key]
        # `dict.update` is called, because `Counter.update` would count the pairs instead of setting the values.
        dict.update(table, zip(change.keys, change.values, strict=True))
        return table
    return change.values[0]


def _with_unchanged(value: object, last: object, later: Iterable[TableChange]) -> object:
    """Return *value*, an earlier value of an attribute whose last value is *last*. If *value* is a list or dictionary,
    the items that the changes *later* did not replace become the same objects as in *last*.
    """
    if isinstance(value, list):
        items, known = cast("list[object]", value), cast("list[object]", last)
        kept = min(len(items), *(one.size for one in later))
        touched = {key for one in later for key in one.keys}
        return [known[place] if place < kept and place not in touched else one for place, one in enumerate(items)]
    if isinstance(value, dict):
        table, others = cast("dict[object, object]", value), cast("Mapping[object, object]", last)
        gone = {key for one in later for key in (*one.keys, *one.gone)}
        dict.update(table, {key: others[key] for key in table if key not in gone})
        return table
    return value


def _changed_list(value: list[object], change: TableChange) -> list[object]:
    del value[change.size :]
    for place, one in zip(cast("Sequence[int]", change.keys), change.values, strict=False):
        value[place] = one
    value.extend(change.values[len(change.keys) :])
    return value
