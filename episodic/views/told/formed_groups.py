"""The groups of statements that reads have formed so far, which a later version of the work uses again."""

from __future__ import annotations

from collections.abc import Collection, Hashable
from collections.abc import Set as AbstractSet

from episodic.temporal.fold.partitions import StatementGroup

GroupPlace = tuple[Hashable, ...]
"""The key by which the rows of statements are looked up. It consists of two entities, or of one entity or value, and of
the class of the predicate. The facts of the predicates of one class can exclude or equal each other.
"""


class FormedGroups:
    """Groups of statements by number, and the number of the group of each of their statements, by the statement's id."""

    def __init__(self) -> None:
        self.groups: dict[int, StatementGroup] = {}
        self.number_of: dict[str, int] = {}
        self._places: dict[int, AbstractSet[GroupPlace]] = {}
        self._next = 0

    def add(self, group: StatementGroup, places: AbstractSet[GroupPlace]) -> int:
        """Add a group, and return its number. *places* are the lookup keys of all statements that can belong to the
        group.
        """
        number, self._next = self._next, self._next + 1
        self.groups[number], self._places[number] = group, places
        self.number_of.update((one.uuid, number) for one in group.statements)
        return number

    def without(self, changed: Collection[GroupPlace]) -> FormedGroups:
        """Return the groups to which no statement with one of the lookup keys *changed* can belong. The returned groups
        keep their numbers.
        """
        kept = FormedGroups()
        kept.groups, kept.number_of, kept._places = dict(self.groups), dict(self.number_of), dict(self._places)
        kept._next = self._next
        for number in [number for number, places in self._places.items() if not places.isdisjoint(changed)]:
            for one in kept.groups.pop(number).statements:
                del kept.number_of[one.uuid]
            del kept._places[number]
        return kept
