"""The drafted groups of a fold: a group whose inputs have not changed since an earlier version of the work is not divided
into fact drafts again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet

from episodic.temporal.exclusion import Exclusions, StatementContent
from episodic.temporal.fold.group_folding import Deaths, DraftedGroup, FoldContext, deaths_for
from episodic.temporal.fold.partitions import StatementGroup

_Key = tuple[str, bool]
"""The id of the first statement of a group, and whether the group is drafted as if nobody died."""


class DraftedGroups:
    """Divides the groups of statements of a work into fact drafts.

    *earlier* contains the drafted groups of an earlier version of the work, which the work continues with further
    chapters, and *moved* the nodes of the earlier version's chronology for which a question about order or days may
    have another answer now.

    How a group is divided, and how its facts end, depends on its statements, on the deaths that affect it, on the order
    and the days of the moments of these statements and deaths, and on the judgements and the compatible contents among
    its contents. A group in which all of them are the same is taken from *earlier*.
    """

    def __init__(
        self, earlier: Mapping[_Key, DraftedGroup] | None = None, moved: AbstractSet[int] = frozenset[int]()
    ) -> None:
        self._earlier, self._moved = dict(earlier or {}), moved
        self.made: dict[_Key, DraftedGroup] = {}
        """The groups that have been asked for."""

    def of(self, group: StatementGroup, context: FoldContext, deaths: Deaths | None) -> DraftedGroup:
        """Return the group *group*, divided into fact drafts. *deaths* are the deaths that can affect the group, or None
        if it is drafted as if nobody died.
        """
        key = (group.statements[0].uuid, deaths is None)
        known = self.made.get(key)
        if known is None:
            earlier = self._earlier.pop(key, None)
            if earlier is not None and self._is_unchanged(earlier, group, context, deaths or {}):
                known = earlier.continued(context)
            else:
                known = DraftedGroup(group, context, deaths or {})
            self.made[key] = known
        return known

    def _is_unchanged(self, earlier: DraftedGroup, group: StatementGroup, context: FoldContext, deaths: Deaths) -> bool:
        dead, grouping = deaths_for(group, deaths), earlier.grouping
        if earlier.group.statements != group.statements or tuple(grouping.deaths) != dead:
            return False
        for number, one in enumerate((*group.statements, *(death.statement for death in dead))):
            place = context.chronology.position_of(one.uuid)
            if place != grouping.ranks.place(number) or place.start in self._moved or place.end in self._moved:
                return False
        return _treats_alike(grouping.exclusions, context.exclusions, group.contents)


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
