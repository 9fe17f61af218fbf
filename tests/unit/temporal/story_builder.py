"""Builds small test stories: chapters, passages and statements on a calendar that counts days."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container
from dataclasses import dataclass, field, replace

from episodic.languages.en import ENGLISH
from episodic.model.episodes import ORDER_GAP, FrameKind, Language, Layer
from episodic.model.holding import Holding
from episodic.model.moments import Anchor, TimeExpression, TimeKind
from episodic.model.predicates import Alive, Cardinality, LifeState, Predicate, PredicateKind
from episodic.model.readings import Phase, Placement, StatementCore, StatementScope
from episodic.model.spans import Evidence, NarrativePosition
from episodic.temporal.as_of import DayRange, When, holds, on_day
from episodic.temporal.chapter_bounds import ChapterBounds
from episodic.temporal.chronology.chronology import Certainty, Chronology
from episodic.temporal.chronology.narrative_line import TimePosition
from episodic.temporal.constraints import CalendarPeriod, CalendarRanges, PeriodBoundary
from episodic.temporal.exclusion import Exclusions, JudgedPair
from episodic.temporal.fold.fold import FoldContext, fold
from episodic.temporal.fold.folded_facts import FoldedFact, FoldResult
from episodic.temporal.issues import IssueContext
from episodic.temporal.placed import PlacedPassage, PlacedStatement, StrandLink

YEAR = 364
LENGTHS = {"day": (1, 1), "week": (7, 7), "month": (28, 31), "year": (354, 366)}

LIVES_IN = Predicate("lives_in", cardinality=Cardinality.ONE_VALUE, living=True, place=True)
IS_IN = Predicate(
    "located_in",
    cardinality=Cardinality.ONE_VALUE,
    living=True,
    place=True,
    presence=True,
    within=True,
    act=Alive.NEVER,
)
PART_OF = Predicate("part_of", within=True)
HOLDS = Predicate("holds", cardinality=Cardinality.ONE_SUBJECT, living=True)
EYES = Predicate("eye_colour", PredicateKind.FIXED, Cardinality.ONE_VALUE)
MARRIED = Predicate("married_to", cardinality=Cardinality.ONE_EACH, inverse="married_to", symmetric=True, living=True)
DEAD = Predicate("dead", cardinality=Cardinality.ONE_VALUE, family="life", life=LifeState.DEAD)
ALIVE = Predicate("alive", cardinality=Cardinality.ONE_VALUE, family="life", life=LifeState.ALIVE)
MET = Predicate("met", PredicateKind.EVENT)
FOUGHT = Predicate("fought", PredicateKind.EVENT)
KILLED = Predicate("killed", PredicateKind.EVENT, once=True)
HAIR = Predicate("hair", cardinality=Cardinality.ONE_VALUE)
IN_ROOM = Predicate("in_room", cardinality=Cardinality.ONE_VALUE, passing=True)
FEELS = Predicate("feels", living=True, mental=True, passing=True)
MEMBER = Predicate("member_of", living=True)
FRIEND = Predicate(
    "friend_of", cardinality=Cardinality.ONE_PER_PAIR, inverse="friend_of", symmetric=True, family="terms"
)
ENEMY = Predicate("enemy_of", cardinality=Cardinality.ONE_PER_PAIR, inverse="enemy_of", symmetric=True, family="terms")


class DayCount:
    """A calendar "days" in which day n is day n. A year of any other calendar has 13 months of 28 days, on a separate
    axis.
    """

    def range_of(self, expression: TimeExpression) -> tuple[int, int] | None:
        if expression.calendar == "days":
            return None if expression.day is None else (expression.day, expression.day)
        if expression.year is None:
            return None
        first = (expression.year - 1) * YEAR
        return (first, first + YEAR - 1)

    def axis_of(self, expression: TimeExpression) -> str:
        return expression.calendar or ""

    def period_of(self, expression: TimeExpression) -> CalendarPeriod | None:
        del expression
        return None

    def least_between(self, earlier: PeriodBoundary, later: PeriodBoundary) -> int:
        del earlier, later
        return 0

    def offset_days(
        self, low: int | None, high: int | None, unit: str, *, calendar: str | None = None
    ) -> tuple[int | None, int | None]:
        del calendar
        least, most = LENGTHS[unit]
        return (None if low is None else low * least, None if high is None else high * most)

    def label(
        self,
        axis: str,
        earliest: int | None,
        latest: int | None,
        language: str,
        *,
        rough: tuple[bool, bool] = (False, False),
    ) -> str | None:
        if earliest is None or earliest != latest:
            return None
        return f"第{earliest}日" if language == "zh" else f"{axis}: day {earliest}"


def day(number: int) -> TimeExpression:
    return TimeExpression(TimeKind.CALENDAR, calendar="days", day=number)


def year(number: int, calendar: str = "epoch") -> TimeExpression:
    return TimeExpression(TimeKind.CALENDAR, calendar=calendar, year=number)


def after(event: str, low: int | None = None, high: int | None = None, unit: str = "day") -> TimeExpression:
    kind = TimeKind.ORDER if low is None and high is None else TimeKind.OFFSET
    return TimeExpression(kind, low=low, high=high, unit=unit, anchor=Anchor.EVENT, name=event)


def before(event: str) -> TimeExpression:
    return replace(after(event), before=True)


def later(
    low: int | None, high: int | None, *, unit: str = "day", before: bool = False, anchor: Anchor = Anchor.PREVIOUS
) -> TimeExpression:
    return TimeExpression(TimeKind.OFFSET, low=low, high=high, unit=unit, before=before, anchor=anchor)


YEARS_BEFORE = later(2, None, unit="year", before=True, anchor=Anchor.HERE)


@dataclass(frozen=True)
class Reading:
    """A folded test story, with queries for assertions."""

    chronology: Chronology
    folded: FoldResult
    passages: tuple[PlacedPassage, ...] = ()

    def fact(self, text: str) -> FoldedFact:
        (found,) = (one for one in self.folded.facts if one.core.text == text)
        return found

    def facts(self, text: str) -> list[FoldedFact]:
        return [one for one in self.folded.facts if one.core.text == text]

    def at(self, text: str, when: When | int) -> Holding:
        moment: When = on_day("days", when) if isinstance(when, int) else when
        answers = [holds(one, moment, self.chronology) for one in self.facts(text)]
        return min(answers, key=[Holding.HOLDS, Holding.POSSIBLE, Holding.NO].index)

    def true_at(self, when: When | int) -> set[str]:
        return {one.core.text for one in self.folded.facts if self.at(one.core.text, when) is Holding.HOLDS}

    def end_of(self, chapter: int) -> TimePosition:
        found = self.chronology.chapter_end(chapter * ORDER_GAP)
        assert found is not None
        return found

    def kinds(self) -> list[str]:
        return [one.kind.value for one in self.folded.issues]


@dataclass
class Tale:
    """A test story built chapter by chapter. The methods `passage` and `say` append at the end."""

    passages: list[PlacedPassage] = field(default_factory=list[PlacedPassage])
    statements: list[PlacedStatement] = field(default_factory=list[PlacedStatement])
    verdicts: list[JudgedPair] = field(default_factory=list[JudgedPair])
    _order: int = 0
    _index: int = 0
    _offset: int = 0
    _quotes: Counter[str] = field(default_factory=Counter[str])

    def chapter(
        self, number: int, time: TimeExpression | None = None, *, aside: bool = False, layer: Layer = Layer.CANON
    ) -> Tale:
        self._order, self._index, self._offset = number * ORDER_GAP, -1, 0
        return self.passage(time, aside=aside, layer=layer)

    def passage(
        self,
        time: TimeExpression | None = None,
        *,
        frame: FrameKind = FrameKind.MAIN,
        run: str | None = None,
        aside: bool = False,
        follows: Container[str] = (),
        words: str = "",
        layer: Layer = Layer.CANON,
    ) -> Tale:
        self._index += 1
        self._offset = (self._index + 1) * 1000
        chapter = self._order // ORDER_GAP
        self.passages.append(
            PlacedPassage(
                uuid=f"p{chapter}.{self._index}",
                episode=f"ch{chapter}",
                order=self._order,
                index=self._index,
                start=self._offset,
                frame=frame,
                run=run or (f"main-{layer}" if frame is FrameKind.MAIN else f"{frame}{chapter}.{self._index}"),
                time=time,
                time_text=words or (None if time is None else f"time of {chapter}.{self._index}"),
                aside=aside,
                layer=layer,
                follows=tuple(StrandLink(one.uuid, one.start + 999) for one in self.passages if one.uuid in follows),
            )
        )
        self._lengthen_scenes()
        return self

    def say(
        self,
        subject: str,
        predicate: Predicate,
        target: str | None = None,
        *,
        phase: Phase = Phase.HOLDS,
        scope: StatementScope = StatementScope.WORLD,
        holder: str | None = None,
        placing: Placement = Placement.NOW,
        time: TimeExpression | None = None,
        event: str | None = None,
        quote: str = "",
        same_quote: bool = False,
        locked: bool = False,
        scene: bool = False,
        qualifier: str | None = None,
    ) -> Tale:
        """Append a statement. If *scene* is true, its state holds in its scene only, which goes on until a passage of
        the chapter opens at a new time.
        """
        if not same_quote:
            self._offset += 10
        chapter = self._order // ORDER_GAP
        text = " ".join(word for word in (subject, predicate.name, target) if word)
        if phase in {Phase.ENDS, Phase.DENIED}:
            text = f"{phase}: {text}"
        quote = quote or f"[{chapter}@{self._offset}] {text}"
        told = NarrativePosition(self._order, self._offset)
        number = self._number(quote)
        self.statements.append(
            PlacedStatement(
                uuid=f"{quote} {text} #{number}",
                passage=self.passages[-1].uuid,
                evidence=Evidence(f"ch{chapter}", quote, self._offset, self._offset + 9, told),
                core=StatementCore(
                    text=text,
                    predicate=predicate.name,
                    phase=phase,
                    scope=scope,
                    time=None if time is None else f"when {subject} {predicate.name}",
                    placing=placing,
                    passing=scene,
                    qualifier=qualifier,
                ),
                subject=subject,
                predicate=replace(predicate, passing=True) if scene else predicate,
                object=target,
                layer=self.passages[-1].layer,
                holder=holder,
                time=time,
                event=event,
                locked=locked,
                position=len(self.statements),
                scene_end=self.passages[-1].uuid if scene else None,
            )
        )
        return self

    def _lengthen_scenes(self) -> None:
        """Let the scene that the last passage continues end with this passage."""
        last = self.passages[-1]
        runs = [one for one in self.passages[:-1] if one.run == last.run and one.episode == last.episode]
        if runs and last.time is None:
            self.statements = [
                replace(one, scene_end=last.uuid) if one.scene_end == runs[-1].uuid else one for one in self.statements
            ]

    def _number(self, quote: str) -> int:
        self._quotes[quote] += 1
        return self._quotes[quote]

    def read(self, *, told_by: int | None = None, language: Language = ENGLISH) -> Reading:
        last = None if told_by is None else told_by * ORDER_GAP
        passages = [one for one in self.passages if last is None or one.order <= last]
        known = {one.uuid for one in passages}
        return read(
            passages,
            [one for one in self.statements if one.passage in known],
            [one for one in self.verdicts if last is None or one.told.order <= last],
            language=language,
        )


def read(
    passages: list[PlacedPassage],
    statements: list[PlacedStatement],
    verdicts: list[JudgedPair],
    *,
    language: Language = ENGLISH,
) -> Reading:
    chronology = Chronology.of(passages, statements, DayCount())
    frame = FoldContext(chronology, Exclusions(verdicts), ChapterBounds(chronology), IssueContext("work", language))
    return Reading(chronology, fold(statements, frame), tuple(passages))


__all__ = ["DayRange", "Reading", "Tale", "read"]


def chronology_of(tale: Tale, calendars: CalendarRanges | None = None) -> Chronology:
    return Chronology.of(tale.passages, tale.statements, calendars or DayCount())


def order(tale: Tale, first: int = 0, second: int = 1) -> Certainty:
    """Whether the one statement comes before the other."""
    chronology = chronology_of(tale)
    return chronology.before(*(chronology.position_of(tale.statements[one].uuid) for one in (first, second)))


def days(tale: Tale, number: int = 0) -> tuple[int | None, int | None]:
    """The first and the last possible day of a statement."""
    chronology = chronology_of(tale)
    return chronology.bounds(chronology.position_of(tale.statements[number].uuid))[:2]
