"""Divides groups of statements into drafts of facts, and keeps the results for later versions of the work.

A group whose inputs have not changed since an earlier version of the work is not divided into fact drafts again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet

from episodic.temporal.exclusion import Exclusions, StatementContent
from episodic.temporal.fold.group_folding import Deaths, DraftedGroup, FoldContext, deaths_for
from episodic.temporal.fold.partitions import StatementGroup
from episodic.views.told.groups import LocalGroups

_Key = tuple[str, bool]
"""The id of the first statement of a group, and whether the group is drafted as if nobody died."""


class DraftedGroups:
    """Divides the groups of statements of a work into fact drafts.

    *groups* contains the groups, and *context* contains the chronology and the judgements that are needed to divide
    them. *earlier* contains the drafted groups of an earlier version of the work, which this version continues with
    further chapters. *moved* contains the nodes of the earlier version's chronology whose days, or whose order to other
    nodes, may be different now. *moved* also contains the nodes at which a statement lay that now lies elsewhere.

    A group is taken from *earlier* if nothing has changed that decides how the group is divided and how its facts end.
    The statements of the group, and the deaths that affect it, must be the same. The moments of these statements and
    deaths must have the same order and the same days. The judgements and the compatible contents among the group's
    contents must be the same.
    """

    def __init__(
        self,
        groups: LocalGroups,
        context: FoldContext,
        earlier: Mapping[_Key, DraftedGroup] | None = None,
        moved: AbstractSet[int] = frozenset[int](),
    ) -> None:
        self._groups, self._context = groups, context
        self._earlier, self._moved = dict(earlier or {}), moved
        self.made: dict[_Key, DraftedGroup] = {}
        """The groups that have been asked for."""

    def of(self, group: StatementGroup, deaths: Deaths | None) -> DraftedGroup:
        """Return the group *group*, divided into fact drafts. *deaths* are the deaths that can affect the group, or
        None if the group is divided as if nobody died.
        """
        key = (group.statements[0].uuid, deaths is None)
        known = self.made.get(key)
        if known is None:
            known = self._continued(key, group, deaths or {})
            if known is None:
                known = DraftedGroup(group, self._context.excluding(self._groups.exclusions_of(group)), deaths or {})
            self.made[key] = known
        return known

    def _continued(self, key: _Key, group: StatementGroup, deaths: Deaths) -> DraftedGroup | None:
        """Return the group with its fact drafts from the earlier version of the work, or None if it must be divided
        again.
        """
        earlier = self._earlier.pop(key, None)
        if earlier is None or (earlier.group is not group and earlier.group.statements != group.statements):
            return None
        grouping = earlier.grouping
        if not earlier.nodes.isdisjoint(self._moved) or tuple(grouping.deaths) != deaths_for(group, deaths):
            return None
        exclusions = grouping.exclusions
        if not self._groups.has_same_exclusions(group):
            exclusions = self._groups.exclusions_of(group)
            if not _treats_alike(grouping.exclusions, exclusions, group.contents):
                return None
        return earlier.continued(self._context.excluding(exclusions))


def _treats_alike(before: Exclusions, after: Exclusions, contents: Iterable[StatementContent]) -> bool:
    """Return whether two versions of the judgements and compatible contents say the same about *contents*."""
    for one in set(contents):
        content = before.class_of(one)
        if content != after.class_of(one):
            return False
        any_value = StatementContent(content.subject, content.predicate, "", "")
        if before.class_of(any_value) != after.class_of(any_value):
            return False
        if before.excluded_by_judgement(content) != after.excluded_by_judgement(content):
            return False
        if before.compatible_classes(content) != after.compatible_classes(content):
            return False
    return True
