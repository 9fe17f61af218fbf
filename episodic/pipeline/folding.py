"""The fold, made again only for groups that changed: what is told last, and dates nothing that was told before, leaves the rest."""

from __future__ import annotations

from collections.abc import Iterable

from episodic.model.moments import Anchor, TimeExpression, TimeKind
from episodic.temporal.chronology import DayBounds
from episodic.temporal.fold import Deaths, Frame, Group, deaths_in, fold_group, groups, renewed, work_issues
from episodic.temporal.fold_facts import Folded
from episodic.temporal.issues import ranked
from episodic.temporal.placed import PlacedPassage, PlacedStatement

_Key = tuple[tuple[str, ...], tuple[DayBounds, ...]]
"""The statements of a group and of the deaths that touch it, and the days between which each of them lies."""


class Folding:
    """Folds one work again and again; the answer is always that of `episodic.temporal.fold.fold`."""

    def __init__(self) -> None:
        self._known: dict[_Key, Folded] = {}
        self._straight = True

    def forget(self) -> None:
        """Fold everything anew next time."""
        self._known = {}

    def fold(self, statements: Iterable[PlacedStatement], frame: Frame) -> Folded:
        """All facts and issues of the work."""
        if frame.coarse.straight != self._straight:
            self.forget()
            self._straight = frame.coarse.straight
        known, self._known = self._known, {}
        every = groups((one for one in statements if frame.chronology.knows(one.uuid)), frame.exclusions)
        life = [(group, self._group(group, frame, {}, known)) for group in every if group.of_life]
        deaths = deaths_in(life)
        others = [(group, self._group(group, frame, deaths, known)) for group in every if not group.of_life]
        answers = [*life, *others]
        facts = sorted((fact for _, one in answers for fact in one.facts), key=lambda one: (one.told_at, one.uuid))
        issues = [one for _, answer in answers for one in answer.issues]
        issues += work_issues(answers, frame)
        fact_of = {statement: fact for _, answer in answers for statement, fact in answer.fact_of.items()}
        return Folded(tuple(facts), ranked(issues), fact_of)

    def _group(self, group: Group, frame: Frame, deaths: Deaths, known: dict[_Key, Folded]) -> Folded:
        uuids = (*(one.uuid for one in group.statements), *_deaths_of(group, deaths))
        # A chapter that dates itself by the one before can date, from above, what an aside before it left open.
        key = (uuids, tuple(frame.chronology.bounds(frame.chronology.node_of(one)) for one in uuids))
        answer = known.get(key)
        answer = fold_group(group, frame, deaths) if answer is None else renewed(answer, frame.coarse)
        self._known[key] = answer
        return answer


def _deaths_of(group: Group, deaths: Deaths) -> tuple[str, ...]:
    """The statements of the deaths of anybody in the group."""
    if not deaths:
        return ()
    people = {who for one in group.statements for who in (one.subject, one.object) if who is not None}
    return tuple(death.statement.uuid for who in sorted(people) for death in deaths.get((group.reality, who), ()))


def ties(passages: Iterable[PlacedPassage], statements: Iterable[PlacedStatement]) -> bool:
    """Whether anything here may date, or order, what was told before: all but the main line going on, some time later or not."""
    for passage in passages:
        if not passage.main or passage.aside or passage.reference is not None or not _goes_on(passage.time):
            return True
    return any(one.event is not None or not _says_nothing(one.time) for one in statements)


def _says_nothing(time: TimeExpression | None) -> bool:
    return time is None or not time.stated


def _goes_on(time: TimeExpression | None) -> bool:
    """Whether a passage's words only lead on from the passage before it."""
    if time is None or not time.stated:
        return True
    forward = time.kind in {TimeKind.OFFSET, TimeKind.ORDER} and not time.before
    return forward and time.anchor is Anchor.PREVIOUS
