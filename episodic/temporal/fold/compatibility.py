"""Keeps up to date, as statements are added, which statement contents are compatible: both can be true."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from episodic.model.changed_values import begins_with, changed_keys, missing_keys
from episodic.model.shared_dict import SharedDict
from episodic.temporal.exclusion import Exclusions, StatementContent
from episodic.temporal.place_nesting import PairedStatement, compatible_pairs, enclosing_places

_Key = tuple[str, str]
"""The id of a subject and the name of a predicate. Only statements with the same subject and predicate can be
compatible.
"""
_Pair = tuple[StatementContent, StatementContent]


class CompatibilityIndex:
    """The pairs of compatible contents among a work's statements. When statements are only added, pairs are found again
    only for the subjects and predicates of the new statements, and for those with a place that now has other enclosing
    places.
    """

    KEPT: ClassVar[tuple[str, ...]] = (
        "_members",
        "_keys_in",
        "_edges",
        "_enclosing",
        "_pairs",
        "_counts",
        "_compatible",
    )
    KEPT_UNORDERED: ClassVar[frozenset[str]] = frozenset(
        {"_members", "_keys_in", "_enclosing", "_pairs", "_counts", "_compatible"}
    )
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ()

    def __init__(self) -> None:
        self._paired: Mapping[str, PairedStatement] = SharedDict()
        self._exclusions = Exclusions()
        self._clear()

    def _clear(self) -> None:
        self._members = SharedDict[_Key, tuple[str, ...]]()
        """The ids of the statements with each key, in the order in which they were added."""
        self._keys_in = SharedDict[str, tuple[_Key, ...]]()
        """For each place, the keys of statements whose object it is."""
        self._edges: list[str] = []
        """The ids of the statements which say that one place lies in another, and of those which end or deny this."""
        self._enclosing: dict[str, frozenset[str]] = {}
        self._pairs = SharedDict[_Key, tuple[_Pair, ...]]()
        self._counts = SharedDict[_Pair, int]()
        self._compatible = SharedDict[StatementContent, frozenset[StatementContent]]()

    def restored(self, paired: Mapping[str, PairedStatement], exclusions: Exclusions) -> None:
        """Set the inputs of the last call of `extended`, which a checkpoint does not contain here."""
        self._paired, self._exclusions = paired, exclusions

    def extended(self, paired: Mapping[str, PairedStatement], exclusions: Exclusions) -> Exclusions:
        """Return a copy of *exclusions* in which the compatible contents of the statements *paired* can hold at the
        same time.
        """
        known = self._paired
        added = missing_keys(paired, known)
        same = begins_with(paired, known) and len(paired) == len(known) + len(added)
        if not same or exclusions.rejudged(self._exclusions) or self._replaced(paired):
            self._clear()
            added = list(paired)
        self._paired, self._exclusions = paired, exclusions
        self._add(added)
        return exclusions.with_compatible_classes(self._compatible)

    def _replaced(self, paired: Mapping[str, PairedStatement]) -> bool:
        known = self._paired
        return any(uuid in known for uuid in changed_keys(known, paired))

    def _add(self, added: Iterable[str]) -> None:
        touched: dict[_Key, None] = {}
        edges = len(self._edges)
        for uuid in added:
            one = self._paired[uuid]
            key = (one.subject, one.predicate)
            touched[key] = None
            self._members[key] = (*self._members.get(key, ()), uuid)
            if one.place and one.object is not None and key not in self._keys_in.get(one.object, ()):
                self._keys_in[one.object] = (*self._keys_in.get(one.object, ()), key)
            if one.edge is not None:
                self._edges.append(uuid)
        if len(self._edges) > edges:
            stated = map(self._paired.__getitem__, self._edges)
            before, self._enclosing = self._enclosing, dict(enclosing_places(stated))
            others = {*changed_keys(before, self._enclosing), *missing_keys(before, self._enclosing)}
            for place in others:
                if before.get(place) != self._enclosing.get(place):
                    touched.update(dict.fromkeys(self._keys_in.get(place, ())))
        for key in touched:
            pairs = compatible_pairs(map(self._paired.__getitem__, self._members[key]), self._enclosing)
            self._replace(key, [(one.content, other.content) for one, other in pairs])

    def _replace(self, key: _Key, pairs: Iterable[_Pair]) -> None:
        before = self._pairs.get(key, ())
        now = tuple(one for pair in pairs for one in self._exclusions.compatible_pair(*pair))
        if now != before:
            self._pairs[key] = now
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
