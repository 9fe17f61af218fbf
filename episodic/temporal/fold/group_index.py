"""The groups of a work's statements, kept up to date while statements and judgements are added, changed and removed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import ClassVar

from episodic.temporal.exclusion import Exclusions, StatementContent
from episodic.temporal.fold.partitioning import LinkedItem, groups, linked_items, partitioned
from episodic.temporal.fold.partitions import StatementGroup
from episodic.temporal.placed import PlacedStatement


class GroupIndex:
    """The groups of a set of statements, by number. A changed group gets a new number.

    Groups are the connected components of a graph that connects statements by common contents and exclusive keys. A
    change of a statement can therefore only join or divide the groups to which the contents and exclusive keys of the
    statement belong. Only these groups are built again.
    """

    KEPT: ClassVar[tuple[str, ...]] = ("groups", "_of_statement", "_items", "_count")
    KEPT_UNORDERED: ClassVar[frozenset[str]] = frozenset({"groups", "_of_statement", "_items"})
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ()

    def __init__(self) -> None:
        self.groups: dict[int, StatementGroup] = {}
        self._exclusions = Exclusions()
        self._of_statement: dict[str, int] = {}
        self._of_item: dict[LinkedItem, int] = {}
        self._items: dict[int, frozenset[LinkedItem]] = {}
        self._of_content: dict[StatementContent, set[int]] = defaultdict(set)
        self._count = 0

    def restored(self, exclusions: Exclusions) -> None:
        """Continue after the kept attributes were restored. *exclusions* are those of the last update."""
        self._exclusions = exclusions
        for number, items in self._items.items():
            self._index(number, items)

    def _index(self, number: int, items: Iterable[LinkedItem]) -> None:
        self._of_item.update(dict.fromkeys(items, number))
        for _, item in items:
            if isinstance(item, StatementContent):
                self._of_content[item].add(number)

    def number_of(self, statement: str) -> int:
        """Return the number of the group that contains the statement."""
        return self._of_statement[statement]

    def with_content(self, contents: Iterable[StatementContent]) -> set[int]:
        """Return the numbers of the groups with a statement whose content class, or the class that a judgement excludes
        from it, is one of *contents*.
        """
        return {number for one in contents for number in self._of_content.get(one, ())}

    def update(
        self, *, gone: Iterable[str], fresh: Mapping[str, PlacedStatement], exclusions: Exclusions
    ) -> tuple[set[int], set[int]]:
        """Remove the statements with the ids *gone*, add or replace the statements *fresh*, and apply new judgements.

        Return the numbers of the groups that no longer exist, and the numbers of the new groups.
        """
        before, self._exclusions = self._exclusions, exclusions
        removed = {*gone, *fresh}
        touched = {self._of_statement[one] for one in removed if one in self._of_statement}
        for statement in fresh.values():
            touched.update(
                self._of_item[one] for one in linked_items(partitioned(statement), exclusions) if one in self._of_item
            )
        judged = exclusions.rejudged(before)
        touched |= self.with_content(one for content in judged for one in (before.class_of(content), content))
        touched |= self.with_content(exclusions.class_of(content) for content in judged)
        pool = [one for number in touched for one in self.groups[number].statements if one.uuid not in removed]
        pool.extend(fresh.values())
        for number in touched:
            self._drop(number)
        return touched, {self._add(group) for group in groups(pool, exclusions)}

    def _drop(self, number: int) -> None:
        group = self.groups.pop(number)
        for statement in group.statements:
            self._of_statement.pop(statement.uuid, None)
        for item in self._items.pop(number):
            del self._of_item[item]
            if isinstance(item[1], StatementContent):
                members = self._of_content[item[1]]
                members.discard(number)
                if not members:
                    del self._of_content[item[1]]

    def _add(self, group: StatementGroup) -> int:
        number = self._count
        self._count += 1
        self.groups[number] = group
        members = map(partitioned, group.statements)
        items = frozenset(item for one in members for item in linked_items(one, self._exclusions))
        self._items[number] = items
        self._index(number, items)
        for statement in group.statements:
            self._of_statement[statement.uuid] = number
        return number
