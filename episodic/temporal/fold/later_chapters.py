"""Finds which groups of a fold may change when chapters are added at the end, although no statement and no time of
these groups changes.
"""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from typing import ClassVar

from episodic.model.shared_dict import SharedDict
from episodic.temporal.chapter_bounds import ChapterBounds
from episodic.temporal.chronology.narrative_line import TimePosition
from episodic.temporal.fold.folded_facts import FoldedFact
from episodic.temporal.fold.group_folding import FoldContext
from episodic.temporal.fold.group_times import hold_in_other_chapters, is_final, unreached_by
from episodic.temporal.placed import PlacedStatement


class LaterChapters:
    """The groups of statements to check when chapters are added at the end. The facts of these groups may then hold at
    the ends of other chapters than before.
    """

    KEPT: ClassVar[tuple[str, ...]] = ("_not_final", "_unreached")
    KEPT_UNORDERED: ClassVar[frozenset[str]] = frozenset({"_unreached"})
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ()

    def __init__(self) -> None:
        self._not_final: set[int] = set()
        """The groups that any further chapter may change."""
        self._unreached = SharedDict[int, tuple[TimePosition, ...]]()
        """Positions in story time for each group that only some further chapters may change. The facts of the group may
        change when the end of a later chapter is certainly at or after one of these positions. Positions that the last
        chapter has certainly reached are left out.
        """

    def may_change(self, bounds: ChapterBounds) -> set[int]:
        """Return the groups whose facts may have changed because of the added chapters."""
        has_reached = bounds.ends.has_reached
        return self._not_final.union(
            number for number, places in self._unreached.items() if any(map(has_reached, places))
        )

    def changed(self, number: int, facts: Iterable[FoldedFact], bounds: ChapterBounds) -> bool:
        """Return whether a fact of the group *number* holds at the ends of other chapters than in the last fold. The
        result is also true if a fact of the group depends on later chapters in another way than in the last fold, as
        `is_final` and `unreached_by` tell.
        """
        unreached, was_final = self._unreached.get(number, ()), number not in self._not_final
        return hold_in_other_chapters(tuple(facts), bounds, unreached=unreached, was_final=was_final)

    def begin(self, numbers: AbstractSet[int]) -> None:
        """Prepare for a fold of the groups *numbers*, after which `note` is called for each of them."""
        self._not_final.difference_update(numbers)

    def forget(self, number: int) -> None:
        self._not_final.discard(number)
        self._unreached.pop(number, None)

    def note(
        self,
        number: int,
        facts: Iterable[FoldedFact],
        statements: Iterable[PlacedStatement],
        context: FoldContext,
        *,
        further: bool,
    ) -> None:
        """Record how *facts*, to which *statements* belong, depend on later chapters. *facts* are all facts of a group,
        or only new ones if *further* is true.
        """
        every = tuple(facts)
        if not is_final(every, statements, context):
            self._not_final.add(number)
        elif not further:
            self._not_final.discard(number)
        known = self._unreached.get(number, ())
        unreached = unreached_by(every, context.chapter_bounds).union(known if further else ())
        if not unreached:
            self._unreached.pop(number, None)
        elif unreached != frozenset(known):
            self._unreached[number] = tuple(sorted(unreached))
