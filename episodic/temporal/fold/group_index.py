"""Keeps statements divided into groups that can form, exclude or end the same facts, while statements and judgements
change.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import ClassVar

from episodic.model.shared_dict import SharedDict
from episodic.temporal.exclusion import Exclusions, StatementContent
from episodic.temporal.fold.partitioning import LinkedItem, groups_of, linked_items, partitioned
from episodic.temporal.fold.partitions import PartitionedStatement, StatementGroup
from episodic.temporal.placed import PlacedStatement

_CONTENT, _KEY, _END = "content", "key", "\x1f"
"""The text of an item (a content or an exclusive key) begins with its kind, "content" or "key". Three parts follow the
kind: the partition key of the item's statements, the mark _END, and the content or exclusive key itself. The partition
key contains the scope, holder, tellers and layer of the statements.
"""


class GroupIndex:
    """The groups of a set of statements, by number. A group that only gets further statements keeps its number.

    Only statements with equal partition keys (scope, holder, tellers and layer) can be connected. Two such statements
    are connected if they share a content or an exclusive key (such as "home of Ann"). They are also connected if a
    judgement says that their contents exclude each other. The groups are the connected components of the graph that has
    the statements as nodes and their connections as edges. A changed statement can only join or divide groups that have
    a content or an exclusive key in common with the statement. After an update, only two kinds of groups are built
    again. The first kind shares a content or an exclusive key with a changed statement. The second kind has a content
    about which the judgements have changed.
    """

    KEPT: ClassVar[tuple[str, ...]] = ("groups", "_of_statement", "_of_item", "_count")
    KEPT_UNORDERED: ClassVar[frozenset[str]] = frozenset({"groups", "_of_statement", "_of_item"})
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ()

    def __init__(self) -> None:
        self.groups = SharedDict[int, StatementGroup]()
        self._exclusions = Exclusions()
        self._of_statement = SharedDict[str, int]()
        self._of_item = SharedDict[str, int]()
        """The number of the group of each content and of each exclusive key. Both are given as text, because text is
        compared and stored faster than tuples.
        """
        self._of_content: dict[str, set[int]] | None = None
        """The numbers of the groups that contain each content (as text), or None before a group is asked for."""
        self._count = 0

    def restored(self, exclusions: Exclusions) -> None:
        """Set the judgements about contents that exclude each other or are equal (*exclusions*) to those of the last
        update. A checkpoint keeps these judgements outside the index.
        """
        self._exclusions = exclusions

    def number_of(self, statement: str) -> int:
        """Return the number of the group that contains the statement with this id."""
        return self._of_statement[statement]

    def with_content(self, contents: Iterable[StatementContent]) -> set[int]:
        """Return the numbers of the groups that contain one of *contents*, or a content that excludes one of *contents*
        by a judgement.
        """
        wanted = [repr(tuple(one)) for one in contents]
        if wanted and self._of_content is None:
            self._of_content = defaultdict(set)
            for item, number in self._of_item.items():
                _enter(self._of_content, number, [item])
        known: Mapping[str, set[int]] = self._of_content or {}
        return {number for one in wanted for number in known.get(one, ())}

    def update(
        self, *, gone: Iterable[str], fresh: Mapping[str, PlacedStatement], exclusions: Exclusions
    ) -> tuple[set[int], set[int]]:
        """Remove the statements with the ids *gone*, add or replace the statements *fresh*, and apply the judgements of
        *exclusions*.

        Return the numbers of the groups that changed or no longer exist, and those of the groups that replace them. The
        number of a changed group is in both returned sets if one of the groups that replace it gets this number.
        """
        before, self._exclusions = self._exclusions, exclusions
        gone = list(gone)
        members = [partitioned(one) for one in sorted(fresh.values(), key=lambda one: one.narrative_key)]
        removed = {*gone, *fresh}
        losing = {self._of_statement[one] for one in removed if one in self._of_statement}
        touched = {*losing, *(self._of_item[one] for one in _texts(members, exclusions) if one in self._of_item)}
        judged = exclusions.rejudged(before)
        touched |= self.with_content(one for content in judged for one in (before.class_of(content), content))
        touched |= self.with_content(exclusions.class_of(content) for content in judged)
        old = {number: self.groups[number] for number in sorted(touched)}
        leaving, staying = list[PartitionedStatement](), list[PartitionedStatement]()
        runs = [members]
        for group in (old[number] for number in sorted(losing)):
            leaving += (one for one in group.members() if one.statement.uuid in removed)
            runs.append([one for one in group.members() if one.statement.uuid not in removed])
            staying += runs[-1]
        growing = [group for number, group in old.items() if number not in losing]
        for one in gone:
            self._of_statement.pop(one, None)
        for number, group in old.items():
            self._forget_contents(number, group, before)
        added = self._replace(old, groups_of(runs, exclusions, growing))
        # If no judgement about two statements changed, the statements that are neither removed nor replaced keep their
        # items (contents and exclusive keys). If no judgement changed, only the contents and exclusive keys of removed
        # or replaced statements must be checked here. No other content or key can have lost its last statement.
        if judged:
            leaving += chain(staying, *(group.members() for group in growing))
        former = _texts(leaving, before)
        now = chain.from_iterable(self.groups[number].members() for number in added)
        items = set(_texts(now, exclusions)) if former else set[str]()
        for item in former:
            if item not in items:
                self._of_item.pop(item, None)
        return touched, added

    def _replace(self, old: Mapping[int, StatementGroup], groups: Iterable[StatementGroup]) -> set[int]:
        """Replace the groups *old* by *groups*, and return the numbers of the new groups. A new group gets the number
        of an old group from which it has a statement, unless another new group got this number. Few numbers in the
        index change if groups keep their numbers.
        """
        free, added = set(old), set[int]()
        for group in groups:
            known = (self._of_statement.get(one.uuid) for one in group.statements)
            number = next((one for one in known if one in free), None)
            if number is None:
                number = self._count
                self._count += 1
            free.discard(number)
            added.add(number)
            self._put(number, group, old.get(number))
        for number in free:
            del self.groups[number]
        return added

    def _put(self, number: int, group: StatementGroup, former: StatementGroup | None) -> None:
        """Store a group in the index under the number *number*. *former* is the group that had this number before."""
        self.groups[number] = group
        items = _texts(group.members(), self._exclusions)
        for item in items:
            if self._of_item.get(item) != number:
                self._of_item[item] = number
        if self._of_content is not None:
            _enter(self._of_content, number, items)
        # Most statements of a large group were in the group before the change and are not read.
        known = len(former.statements) if former is not None and group.begins_with(former) else 0
        for statement in group.statements[known:]:
            if self._of_statement.get(statement.uuid) != number:
                self._of_statement[statement.uuid] = number

    def _forget_contents(self, number: int, group: StatementGroup, exclusions: Exclusions) -> None:
        known = self._of_content
        if known is None:
            return
        for content in _contents(_texts(group.members(), exclusions)):
            known[content].discard(number)
            if not known[content]:
                del known[content]


def _enter(known: dict[str, set[int]], number: int, items: Iterable[str]) -> None:
    for content in _contents(items):
        known[content].add(number)


def _texts(members: Iterable[PartitionedStatement], exclusions: Exclusions) -> list[str]:
    different = {(one.partition, one.content, one.keys): one for one in members}.values()
    items: dict[LinkedItem, None] = dict.fromkeys(item for one in different for item in linked_items(one, exclusions))
    return [
        f"{_CONTENT if isinstance(item, StatementContent) else _KEY}{tuple(partition)!r}{_END}{tuple(item)!r}"
        for partition, item in items
    ]


def _contents(items: Iterable[str]) -> list[str]:
    return [one.partition(_END)[2] for one in items if one.startswith(_CONTENT)]
