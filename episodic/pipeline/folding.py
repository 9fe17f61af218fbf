"""The fold, made again only for groups that changed: what is told last, and dates nothing that was told before, leaves the rest."""

from __future__ import annotations

from collections.abc import Iterable

from episodic.model.moments import Anchor, TimeExpression, TimeKind
from episodic.temporal.calendars import Calendars
from episodic.temporal.fold import Deaths, Frame, Group, deaths_in, fold_group, groups, work_issues
from episodic.temporal.fold_facts import Folded
from episodic.temporal.issues import ranked
from episodic.temporal.placed import PlacedPassage, PlacedStatement

_Key = tuple[tuple[str, ...], tuple[str, ...]]
"""The statements of a group, and those of the deaths that touch it."""


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
        key = (tuple(one.uuid for one in group.statements), _deaths_of(group, deaths))
        answer = known.get(key)
        if answer is None:
            answer = fold_group(group, frame, deaths)
        self._known[key] = answer
        return answer


def _deaths_of(group: Group, deaths: Deaths) -> tuple[str, ...]:
    """The statements of the deaths of anybody in the group."""
    if not deaths:
        return ()
    people = {who for one in group.statements for who in (one.subject, one.object) if who is not None}
    return tuple(death.statement.uuid for who in sorted(people) for death in deaths.get((group.reality, who), ()))


def ties(passages: Iterable[PlacedPassage], statements: Iterable[PlacedStatement], calendars: Calendars) -> bool:
    """Whether anything here can date, or order, what was told before: a date, a named event, words about another date."""
    for passage in passages:
        if passage.reference is not None or _ties(passage.time, calendars):
            return True
    return any(one.event is not None or _ties(one.time, calendars) for one in statements)


def _ties(time: TimeExpression | None, calendars: Calendars) -> bool:
    if time is None or not time.stated:
        return False
    if time.kind is TimeKind.CALENDAR:
        return calendars.range_of(time) is not None
    return time.anchor not in {Anchor.PREVIOUS, Anchor.HERE}
