"""Keeps up to date, as statements are added, which statement contents are compatible: both can be true."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from typing import ClassVar, TypeVar

from episodic.model.changed_values import begins_with, changed_keys, missing_keys
from episodic.model.shared_dict import SharedDict
from episodic.temporal.exclusion import Exclusions, StatementContent
from episodic.temporal.place_nesting import (
    PairedStatement,
    enclosing_places,
    pairs_by_place_and_value,
    same_passage_pairs,
)

_Key = tuple[str, str]
"""The id of a subject and the name of a predicate. Only statements with the same subject and predicate can be
compatible.
"""
_Pair = tuple[StatementContent, StatementContent]
_Part = TypeVar("_Part")


class CompatibilityIndex:
    """The pairs of compatible contents among a work's statements.

    When statements are only added, the search for compatible pairs is repeated only where the pairs can change. Two
    places can be compatible because one passage names both. The search for pairs of such places is repeated only in the
    passages of the new statements. A place is compatible with a place that encloses it. The search for pairs of an
    inner and an outer place is made for the statements of a subject and predicate ("Ann is in ..."). It is repeated
    only in two cases. In the first case, none of these statements has named a nested place before (a place that
    encloses another place or lies in one). In the second case, a place that one of these statements names is now
    enclosed by other places than before. An unspecific statement without object and value ("the mill is destroyed") is
    compatible with a more specific one. The search for pairs with an unspecific statement is repeated only for a
    subject and predicate that get another statement.
    """

    KEPT: ClassVar[tuple[str, ...]] = (
        "_last",
        "_previous",
        "_keys_in",
        "_edges",
        "_enclosing",
        "_unspecific",
        "_pairs",
        "_pairs_in",
        "_counts",
        "_compatible",
    )
    KEPT_UNORDERED: ClassVar[frozenset[str]] = frozenset(
        {
            *("_last", "_previous", "_keys_in", "_enclosing", "_unspecific"),
            *("_pairs", "_pairs_in", "_counts", "_compatible"),
        }
    )
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ()

    def __init__(self) -> None:
        self._paired: Mapping[str, PairedStatement] = SharedDict()
        self._exclusions = Exclusions()
        self._clear()

    def _clear(self) -> None:
        self._last = SharedDict[_Key, str]()
        """For each key (subject and predicate), the id of the statement with this key that was added last."""
        self._previous = SharedDict[str, str]()
        """For each statement, the id of the statement with the same key (subject and predicate) that was added before
        it. The statements with one key form a linked list, in which each statement has the id of the one before. A list
        of all their ids would have to be saved as a whole whenever a statement is added.
        """
        self._keys_in = SharedDict[str, tuple[_Key, ...]]()
        """For each place, the keys (subject and predicate) of the statements that have this place as their object."""
        self._edges: list[str] = []
        """The ids of the statements which say that one place lies in another, and of those which end or deny this."""
        self._enclosing: dict[str, frozenset[str]] = {}
        self._nested = frozenset[str]()
        """The places that enclose another place or lie in one."""
        self._unspecific = SharedDict[_Key, str]()
        """For each key (subject and predicate), the id of the first statement that has neither an object nor a value,
        if any.
        """
        self._pairs = SharedDict[_Key, tuple[_Pair, ...]]()
        """For each key (subject and predicate), the pairs of compatible contents. The contents of a pair are compatible
        because one place lies in the other, or because one content has neither an object nor a value.
        """
        self._pairs_in = SharedDict[str, tuple[_Pair, ...]]()
        """For each passage that names several places of one subject and no move between them, the pairs of these
        places.
        """
        self._counts = SharedDict[_Pair, int]()
        self._compatible = SharedDict[StatementContent, frozenset[StatementContent]]()

    def restored(self, paired: Mapping[str, PairedStatement], exclusions: Exclusions) -> None:
        """Set the inputs of the last call of `extended` after this index was read from a checkpoint, which does not
        contain them.
        """
        self._paired, self._exclusions = paired, exclusions
        self._nested = _nested_places(self._enclosing)

    def extended(
        self,
        paired: Mapping[str, PairedStatement],
        exclusions: Exclusions,
        *,
        told_in: Callable[[str], Iterable[str]],
        same_order: bool = False,
    ) -> Exclusions:
        """Return a copy of *exclusions* that also allows the compatible contents of the statements in *paired* to hold
        at the same time. The function *told_in* returns the ids of all statements of a passage. *same_order* is true if
        the known statements are certainly still in the same narrative order.
        """
        known = self._paired
        added = missing_keys(paired, known)
        same = begins_with(paired, known) and len(paired) == len(known) + len(added)
        moved = [(known[uuid], paired[uuid]) for uuid in changed_keys(known, paired) if uuid in known]
        alike = same and exclusions.judges_like(self._exclusions)
        if not alike or not all(same_order and one.moved_to(now) == now for one, now in moved):
            self._clear()
            added, moved = list(paired), []
        self._paired, self._exclusions = paired, exclusions
        self._add(added, told_in)
        renamed = [(one.passage, now.passage) for one, now in moved if one.passage != now.passage]
        self._pair_in(dict.fromkeys(chain.from_iterable(renamed)), told_in)
        return exclusions.with_compatible_classes(self._compatible)

    def _add(self, added: Iterable[str], told_in: Callable[[str], Iterable[str]]) -> None:
        stale, passages, places = dict[_Key, None](), dict[str, None](), dict[tuple[_Key, str], None]()
        edges = len(self._edges)
        for uuid in added:
            one = self._paired[uuid]
            key = (one.subject, one.predicate)
            if key in self._last:
                self._previous[uuid] = self._last[key]
            self._last[key] = uuid
            if one.placing:
                passages[one.passage] = None
            if one.place and one.object is not None and key not in self._keys_in.get(one.object, ()):
                self._keys_in[one.object] = (*self._keys_in.get(one.object, ()), key)
                places[key, one.object] = None
            if one.unspecific and key not in self._unspecific:
                self._unspecific[key] = uuid
                stale[key] = None
            elif one.limited and not one.unspecific and key in self._unspecific:
                stale[key] = None
            if one.edge is not None:
                self._edges.append(uuid)
        if len(self._edges) > edges:
            stale.update(dict.fromkeys(self._with_other_enclosing()))
        stale.update((key, None) for key, place in places if place in self._nested)
        for key in stale:
            self._replace(self._pairs, key, pairs_by_place_and_value(self._with_key(key), self._enclosing))
        self._pair_in(passages, told_in)

    def _pair_in(self, passages: Iterable[str], told_in: Callable[[str], Iterable[str]]) -> None:
        for passage in passages:
            told = [self._paired[uuid] for uuid in told_in(passage) if uuid in self._paired]
            self._replace(self._pairs_in, passage, same_passage_pairs(told))

    def _with_key(self, key: _Key) -> list[PairedStatement]:
        """Return the statements with a key (subject and predicate), in the order in which they were added."""
        found = list[PairedStatement]()
        uuid = self._last.get(key)
        while uuid is not None:
            found.append(self._paired[uuid])
            uuid = self._previous.get(uuid)
        return found[::-1]

    def _with_other_enclosing(self) -> list[_Key]:
        """Find the enclosing places again, and return the keys (subject and predicate) with a place whose enclosing
        places have changed.
        """
        before, now = self._enclosing, dict(enclosing_places(map(self._paired.__getitem__, self._edges)))
        self._enclosing, self._nested = now, _nested_places(now)
        others = {*changed_keys(before, now), *missing_keys(before, now)}
        different = (place for place in others if before.get(place) != now.get(place))
        return [key for place in different for key in self._keys_in.get(place, ())]

    def _replace(
        self,
        known: SharedDict[_Part, tuple[_Pair, ...]],
        part: _Part,
        pairs: Iterable[tuple[PairedStatement, PairedStatement]],
    ) -> None:
        before = known.get(part, ())
        contents = ((one.content, other.content) for one, other in pairs)
        now = tuple(found for pair in contents for found in self._exclusions.compatible_pair(*pair))
        if now != before:
            known[part] = now
        for pair in now:
            self._count(pair, 1)
        for pair in before:
            self._count(pair, -1)

    def _count(self, pair: _Pair, change: int) -> None:
        counted = self._counts.get(pair, 0)
        first, second = pair
        known = self._compatible.get(first, frozenset[StatementContent]())
        if not counted:
            self._compatible[first] = known | {second}
        elif not counted + change:
            del self._counts[pair]
            left = known - {second}
            if left:
                self._compatible[first] = left
            else:
                del self._compatible[first]
            return
        self._counts[pair] = counted + change


def _nested_places(enclosing: Mapping[str, frozenset[str]]) -> frozenset[str]:
    return frozenset(enclosing).union(*enclosing.values())
