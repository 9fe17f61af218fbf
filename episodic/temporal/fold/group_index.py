"""Keeps statements divided into groups that can form, exclude or end the same facts, while statements and judgements
change.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import ClassVar

from episodic.model.shared_dict import SharedDict
from episodic.temporal.exclusion import Exclusions, StatementContent
from episodic.temporal.fold.partitioning import LinkedItem, groups, linked_items, partitioned
from episodic.temporal.fold.partitions import PartitionedStatement, StatementGroup
from episodic.temporal.placed import PlacedStatement

_CONTENT, _KEY, _END = "content", "key", "\x1f"
"""The text of an item begins with its kind, "content" or "key", followed by its partition key, the mark _END and the
item itself.
"""


class GroupIndex:
    """The groups of a set of statements, by number; a group that changes gets a new number.

    Two statements with equal partition keys are connected if they share a content or an exclusive key, or if a
    judgement says that their contents exclude each other. A group is a connected component of this graph. A changed
    statement can therefore only join or divide the groups with its contents and exclusive keys. After a change, only
    the groups with contents or exclusive keys of changed statements are built again.
    """

    KEPT: ClassVar[tuple[str, ...]] = ("groups", "_of_statement", "_of_item", "_count")
    KEPT_UNORDERED: ClassVar[frozenset[str]] = frozenset({"groups", "_of_statement", "_of_item"})
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ()

    def __init__(self) -> None:
        self.groups = SharedDict[int, StatementGroup]()
        self._exclusions = Exclusions()
        self._of_statement = SharedDict[str, int]()
        self._of_item = SharedDict[str, int]()
        """The group of each content and exclusive key, which are given as text, because text is compared and stored
        faster than tuples.
        """
        self._of_content: dict[str, set[int]] | None = None
        """The groups of each content, or None before they are asked for."""
        self._count = 0

    def restored(self, exclusions: Exclusions) -> None:
        """Set the exclusions of the last update, which a checkpoint does not contain here."""
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

        Return the numbers of the groups that no longer exist and those of the new groups.
        """
        before, self._exclusions = self._exclusions, exclusions
        gone = list(gone)
        removed = {*gone, *fresh}
        touched = {self._of_statement[one] for one in removed if one in self._of_statement}
        for statement in fresh.values():
            touched.update(
                self._of_item[one] for one in _texts([partitioned(statement)], exclusions) if one in self._of_item
            )
        judged = exclusions.rejudged(before)
        touched |= self.with_content(one for content in judged for one in (before.class_of(content), content))
        touched |= self.with_content(exclusions.class_of(content) for content in judged)
        old = [one for number in touched for one in self.groups[number].statements]
        pool = [one for one in old if one.uuid not in removed]
        pool.extend(fresh.values())
        for one in gone:
            self._of_statement.pop(one, None)
        for number in touched:
            self._drop(number, before)
        added = {self._add(group) for group in groups(pool, exclusions)}
        # If no judgement changed, the statements that stay have the same items as before. Only an item of a removed or
        # replaced statement can then belong to no group any more.
        leaving = old if judged else (one for one in old if one.uuid in removed)
        for item in _texts(map(partitioned, leaving), before):
            if self._of_item.get(item) in touched:
                del self._of_item[item]
        return touched, added

    def _drop(self, number: int, exclusions: Exclusions) -> None:
        """Remove a group, but not its items, most of which belong to a new group."""
        group, known = self.groups.pop(number), self._of_content
        if known is None:
            return
        for content in _contents(_texts(map(partitioned, group.statements), exclusions)):
            members = known[content]
            members.discard(number)
            if not members:
                del known[content]

    def _add(self, group: StatementGroup) -> int:
        number = self._count
        self._count += 1
        self.groups[number] = group
        items = _texts(map(partitioned, group.statements), self._exclusions)
        self._of_item.update(dict.fromkeys(items, number))
        if self._of_content is not None:
            _enter(self._of_content, number, items)
        for statement in group.statements:
            self._of_statement[statement.uuid] = number
        return number


def _enter(known: dict[str, set[int]], number: int, items: Iterable[str]) -> None:
    for content in _contents(items):
        known[content].add(number)


def _texts(members: Iterable[PartitionedStatement], exclusions: Exclusions) -> list[str]:
    items: dict[LinkedItem, None] = dict.fromkeys(item for one in members for item in linked_items(one, exclusions))
    return [
        f"{_CONTENT if isinstance(item, StatementContent) else _KEY}{tuple(partition)!r}{_END}{tuple(item)!r}"
        for partition, item in items
    ]


def _contents(items: Iterable[str]) -> list[str]:
    return [one.partition(_END)[2] for one in items if one.startswith(_CONTENT)]
