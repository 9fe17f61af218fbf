"""The fold of a work that grows: what a new chapter does not touch is taken over, and the answer is that of folding anew."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from episodic.temporal.fold import (
    Deaths,
    Frame,
    Group,
    Sorted,
    deaths_for,
    deaths_in,
    fold_group,
    groups,
    renewed,
    united,
)
from episodic.temporal.fold_facts import Folded
from episodic.temporal.fold_joining import Death
from episodic.temporal.placed import PlacedStatement


class Kept(NamedTuple):
    """A group's answer and what it was made of."""

    statements: tuple[PlacedStatement, ...]
    deaths: tuple[Death, ...]
    answer: Folded


class FoldAgain:
    """Folds one work again and again; the answer is always that of `episodic.temporal.fold.fold`.

    It takes over what it made before where the chronology is the last one, or the last one `extended` and says that the group's
    moments are not known better since. After anything else it folds anew.
    """

    def __init__(self) -> None:
        self._kept: dict[str, Kept] = {}
        self._sorted: dict[str, Sorted] = {}
        self._last: Frame | None = None

    def forget(self) -> None:
        """Fold everything anew next time."""
        self._kept, self._sorted, self._last = {}, {}, None

    def fold(self, statements: Iterable[PlacedStatement], frame: Frame) -> Folded:
        """All facts and issues of the work. Statements that the chronology does not know are left out."""
        touched = self._touched(frame)
        kept, self._kept = ({} if touched is None else self._kept), {}
        self._last = frame
        here = (one for one in statements if frame.chronology.knows(one.uuid))
        every = groups(here, frame.exclusions, self._sorted)
        again = _Again(kept, touched or frozenset(), frame)
        life = [(group, self._group(group, again, {})) for group in every if group.of_life]
        deaths = deaths_in(life)
        others = [(group, self._group(group, again, deaths)) for group in every if not group.of_life]
        return united([*life, *others], frame)

    def _touched(self, frame: Frame) -> frozenset[str] | None:
        """The statements whose place is known better than last time; None where nothing can be taken over."""
        last = self._last
        if last is None or last.voice != frame.voice or last.exclusions.verdicts != frame.exclusions.verdicts:
            return None
        if last.coarse.straight != frame.coarse.straight:
            return None
        if frame.chronology is last.chronology:
            return frozenset()
        return frame.chronology.touched if frame.chronology.extends(last.chronology) else None

    def _group(self, group: Group, again: _Again, deaths: Deaths) -> Folded:
        touching = deaths_for(group, deaths)
        answer = again.answer(group, touching)
        if answer is None:
            answer = fold_group(group, again.frame, deaths)
        self._kept[group.statements[0].uuid] = Kept(group.statements, touching, answer)
        return answer


class _Again(NamedTuple):
    """What is at hand for one fold."""

    kept: dict[str, Kept]
    touched: frozenset[str]
    frame: Frame

    def answer(self, group: Group, touching: tuple[Death, ...]) -> Folded | None:
        """The answer made before, if the group, its deaths and their places are what they were."""
        kept = self.kept.get(group.statements[0].uuid)
        if kept is None or kept.statements != group.statements or kept.deaths != touching:
            return None
        if any(one.uuid in self.touched for one in group.statements):
            return None
        if any(one.statement.uuid in self.touched for one in touching):
            return None
        return renewed(kept.answer, self.frame.coarse)
