"""Divides statements into groups.

Only statements of the same group can form, exclude or end the same facts. Deaths are an exception, because they can end
facts of other groups.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, pairwise

from episodic.temporal.exclusion import Exclusions, ExclusiveKey, StatementContent, content_of, keys_of
from episodic.temporal.fold.partitions import PartitionedStatement, PartitionKey, StatementGroup, partition_of
from episodic.temporal.placed import PlacedStatement

LinkedItem = tuple[PartitionKey, StatementContent | ExclusiveKey]
"""An item that connects statements: statements that share an item belong to the same group. An item is a content or an
exclusive key. A content represents all contents that count as equal to it. Under an exclusive key such as "home of
Ann", only one content can hold at a time. The partition key contains the scope, holder, tellers and layer of the
statements.
"""
_Linking = tuple[PartitionKey, StatementContent, tuple[ExclusiveKey, ...]]
"""The properties of a statement that decide to which group it belongs. They are its partition key (scope, holder,
tellers and layer), its content, and its exclusive keys, such as "home of Ann". Statements with the same partition key,
content and exclusive keys are processed together, because a group often has many such statements.
"""


def groups(statements: Iterable[PlacedStatement], exclusions: Exclusions) -> tuple[StatementGroup, ...]:
    """Return the statements divided into groups, so that only statements of one group can form, exclude or end the same
    facts. Only deaths can also end facts of other groups. The statements of each group are in narrative order.
    """
    told = sorted(statements, key=lambda one: one.narrative_key)
    return groups_of([list(map(partitioned, told))], exclusions)


def groups_of(
    runs: Iterable[Sequence[PartitionedStatement]], exclusions: Exclusions, known: Iterable[StatementGroup] = ()
) -> tuple[StatementGroup, ...]:
    """Divide statements into groups as `groups` does. The statements are those of the sequences *runs*, whose contents
    and exclusive keys are already computed, and those of the groups *known*. The statements of each sequence are in
    narrative order. If a group in *known* only gets further statements at its end, most of its earlier statements are
    not loaded from a checkpoint. Only the first and the last ones of them are loaded.
    """
    earlier = {id(one.statements[0]): one for one in known}
    links, every = _UnionFind(), [*runs, *(list(one.members()) for one in earlier.values())]
    roots: dict[_Linking, LinkedItem] = {}
    for linking, member in {_linking(one): one for run in every for one in run}.items():
        first, *others = linked_items(member, exclusions)
        roots[linking] = first
        for other in others:
            links.union(first, other)
    tops = {linking: links.find(root) for linking, root in roots.items()}
    found: dict[LinkedItem, list[list[PartitionedStatement]]] = defaultdict(list)
    for run in every:
        parts: dict[LinkedItem, list[PartitionedStatement]] = defaultdict(list)
        for member in run:
            parts[tops[_linking(member)]].append(member)
        for root, part in parts.items():
            found[root].append(part)
    return tuple(_group_of(_in_narrative_order(parts), earlier) for parts in found.values())


def _group_of(members: Sequence[PartitionedStatement], earlier: Mapping[int, StatementGroup]) -> StatementGroup:
    former = earlier.get(id(members[0].statement))
    if former is None or len(members) < len(former.statements):
        return StatementGroup.of(members)
    same = all(one is member.statement for one, member in zip(former.statements, members, strict=False))
    return former.extended(members[len(former.statements) :]) if same else StatementGroup.of(members)


def _in_narrative_order(parts: list[list[PartitionedStatement]]) -> list[PartitionedStatement]:
    """Merge parts, each of which is in narrative order, into one list of statements in narrative order. The statements
    of parts that follow one another are not compared, because that would load all of them from a checkpoint.
    """
    if len(parts) > 1:
        parts.sort(key=lambda part: _narrative_key(part[0]))
    joined = list(chain.from_iterable(parts))
    if any(_narrative_key(one[-1]) > _narrative_key(other[0]) for one, other in pairwise(parts)):
        joined.sort(key=_narrative_key)
    return joined


def _narrative_key(member: PartitionedStatement) -> tuple[int, int, int, int, str]:
    return member.statement.narrative_key


def _linking(member: PartitionedStatement) -> _Linking:
    return member.partition, member.content, member.keys


def linked_items(member: PartitionedStatement, exclusions: Exclusions) -> list[LinkedItem]:
    """Return the items by which a statement is connected with the other statements of its group. Each item contains the
    statement's partition key (scope, holder, tellers and layer). There are three kinds of items. The first kind is the
    statement's content, given as the representative of all contents that count as equal to it. The second kind are the
    contents that exclude this content according to a judgement. The third kind are the statement's exclusive keys, such
    as "home of Ann".
    """
    content_class = exclusions.class_of(member.content)
    linked: tuple[StatementContent | ExclusiveKey, ...] = (
        content_class,
        *member.keys,
        *exclusions.excluded_by_judgement(content_class),
    )
    return [(member.partition, one) for one in linked]


def partitioned(statement: PlacedStatement) -> PartitionedStatement:
    """Return the statement with its partition key (scope, holder, tellers and layer), its content, and its exclusive
    keys, such as "home of Ann".
    """
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
