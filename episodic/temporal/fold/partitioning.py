"""Divides statements into groups: only statements of the same group can form, exclude or end the same facts, apart from
deaths, which can end facts of other groups.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from episodic.temporal.exclusion import Exclusions, ExclusiveKey, StatementContent, content_of, keys_of
from episodic.temporal.fold.partitions import PartitionedStatement, PartitionKey, StatementGroup, partition_of
from episodic.temporal.placed import PlacedStatement

LinkedItem = tuple[PartitionKey, StatementContent | ExclusiveKey]
"""A class of equal contents or an exclusive key, with a partition key. Statements that share such an item belong to the
same group.
"""


def groups(statements: Iterable[PlacedStatement], exclusions: Exclusions) -> tuple[StatementGroup, ...]:
    """Return the statements divided into groups, so that only statements of one group can form, exclude or end the same
    facts, apart from deaths. The statements of each group are in narrative order.
    """
    links = _UnionFind()
    members = [partitioned(one) for one in sorted(statements, key=lambda statement: statement.narrative_key)]
    roots: list[LinkedItem] = []
    for member in members:
        first, *others = linked_items(member, exclusions)
        roots.append(first)
        for other in others:
            links.union(first, other)
    found: dict[LinkedItem, list[PartitionedStatement]] = defaultdict(list)
    for member, root in zip(members, roots, strict=True):
        found[links.find(root)].append(member)
    return tuple(StatementGroup.of(joined) for joined in found.values())


def linked_items(member: PartitionedStatement, exclusions: Exclusions) -> list[LinkedItem]:
    """Return the items that connect a statement with others: its class of equal contents, its exclusive keys, and the
    classes that exclude its class by a judgement; each with its partition key.
    """
    content_class = exclusions.class_of(member.content)
    linked: tuple[StatementContent | ExclusiveKey, ...] = (
        content_class,
        *member.keys,
        *exclusions.excluded_by_judgement(content_class),
    )
    return [(member.partition, one) for one in linked]


def partitioned(statement: PlacedStatement) -> PartitionedStatement:
    """Return the statement with its partition key, its content and its exclusive keys."""
    content = content_of(statement)
    return PartitionedStatement(statement, partition_of(statement), content, keys_of(statement, content))


class _UnionFind:
    def __init__(self) -> None:
        self._up: dict[LinkedItem, LinkedItem] = {}

    def find(self, item: LinkedItem) -> LinkedItem:
        up = self._up
        while (parent := up.get(item)) is not None:
            grandparent = up.get(parent)
            if grandparent is not None:
                up[item] = grandparent
            item = parent
        return item

    def union(self, first: LinkedItem, second: LinkedItem) -> None:
        first, second = self.find(first), self.find(second)
        if first != second:
            self._up[second] = first
