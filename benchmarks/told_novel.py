"""Tells the history of a generated world as a novel: in order, looking back, in tales and letters, with lies and plans."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Final

from benchmarks.careful_reader import CALENDAR, STEP, Assertion, Phase, Told
from benchmarks.told_words import (
    CHANGES,
    IMAGINED,
    INTRODUCED,
    MONTH_DAYS,
    PLANNED,
    STATES,
    TAILS,
    Form,
    days_before,
    days_later,
    filler,
    full_date,
    joined,
    month_words,
    months_later,
    sentence,
    since_words,
    slots_of,
    stop,
)
from benchmarks.told_world import GROUPS, WEIGHTS, Change, Key, World
from episodic.model.episodes import Chapter
from episodic.model.predicates import shipped_table

BREAK: Final = "\n\n***\n\n"
_START: Final = date(1838, 3, 5).toordinal()
_WITHIN: Final = 0.9
"""The part of a day on which one scene takes place."""
_EARLIER_CHANGES: Final = 14
"""How many changes lie before the first chapter."""


@dataclass(frozen=True, slots=True)
class Read:
    """What a reader finds in one sentence: rows with names in braces in place of numbers, the frame of its passage (with
    "!" if a run starts), and the time words at its opening.
    """

    rows: tuple[str, ...] = ()
    frame: str = "main"
    time: str = ""


@dataclass(frozen=True, slots=True)
class Style:
    """How a sentence is told: the point and the device, the time words, and the marks and the frame of the reader. `when`
    are time words inside the sentence. `holder` claims what the sentence says.
    """

    point: int
    device: str
    opening: str = ""
    when: str = ""
    past: bool = False
    marks: tuple[str, ...] = ()
    frame: str = "main"
    holder: str = ""
    run: int = 0


@dataclass
class Novel:
    """A generator of one novel. `told` is what its text says, and `read` what a perfect reader finds in each sentence."""

    language: str
    seed: int
    chapters: int = 12
    weights: Mapping[str, float] = field(default_factory=lambda: dict(WEIGHTS))
    told: Told = field(default_factory=Told)
    read: dict[str, Read] = field(default_factory=dict[str, Read])
    texts: list[Chapter] = field(default_factory=list[Chapter])
    waiting: list[Change] = field(default_factory=list[Change])
    narrated: list[tuple[Change, int]] = field(default_factory=list[tuple[Change, int]])
    """The changes that the narration has told, with their points."""
    _runs: int = 0
    """How many flashbacks, tales and letters the text has."""
    _before_scene: int = 0
    """How many changes the narration had told before this scene."""

    def __post_init__(self) -> None:
        self.world = World(self.language, self.seed)
        self.chance = self.world.chance
        self.day, self.number = _START, 0
        self._scene = self._last = CALENDAR
        self._table = shipped_table()
        for day in sorted(self.chance.sample(range(_START - 1000, _START - 30), _EARLIER_CHANGES)):
            self._happen(day)
        for number in range(1, self.chapters + 1):
            self._chapter(number)

    @property
    def types(self) -> dict[str, str]:
        """Return the entity type of each name."""
        world = self.world
        return (
            dict.fromkeys(world.cast, "Person")
            | dict.fromkeys(world.places, "Place")
            | dict.fromkeys(world.things, "Item")
            | dict.fromkeys(GROUPS[self.language], "Organization")
        )

    def days(self) -> Sequence[int]:
        """Return days of the story and of the time before it to ask about."""
        first = self.world.history[0].day
        return [first + (self.day - first) * part // 24 for part in range(1, 24)]

    def _happen(self, day: int) -> None:
        """Let something happen that waits to be told."""
        change = self.world.change(day, self.weights)
        if change is not None:
            self.waiting.append(change)

    def _chapter(self, number: int) -> None:
        self.number = number
        timeless = number > 1 and self.chance.random() < 0.25
        scenes = [
            passage
            for place in range(self.chance.randint(2, 3))
            for passage in self._scene_of(first=number == 1 and place == 0, timeless=timeless)
        ]
        self._next_point()
        self.told.ends.append(self._last)
        self.texts.append(Chapter(BREAK.join(scenes) + "\n", key=f"ch{number}", title=f"ch{number}", number=number))

    def _scene_of(self, *, first: bool, timeless: bool) -> list[str]:
        """Return the passages of one scene: its own, and a flashback, tale or letter at its end."""
        opening = self._opening(first=first, timeless=timeless)
        self._before_scene = len(self.narrated)
        lines: list[str] = []
        for _ in range(self.chance.randint(2, 4)):
            change = self.world.change(self.day, self.weights)
            if change is None:
                continue
            self._next_point()
            lines.append(self._line(change, Style(self._last, "ordered", opening)))
            self.narrated.append((change, self._last))
            opening = ""
            lines.extend(self._asides())
        if opening:
            self._next_point()
            lines.append(self._own(joined(opening, filler(self.chance, self.language), self.language)))
            self.read[lines[-1]] = Read(time=opening)
        drawn = self.chance.random()
        if self.waiting and drawn < 0.35:
            return [self._passage(lines), self._flashback()]
        if self.narrated and drawn < 0.6:
            introduced, report = self._report()
            return [self._passage([*lines, introduced]), report]
        return [self._passage(lines)]

    def _asides(self) -> list[str]:
        """Return what interrupts the order of a scene, if anything."""
        ways: list[Callable[[], str]] = [self._retelling, self._imagined, self._plan, self._background]
        if self.waiting:
            ways += [self._look_back] * 4
        if self.chance.random() < 0.4:
            return []
        text = self.chance.choice(ways)()
        return [text] if text else []

    def _passage(self, lines: Sequence[str]) -> str:
        return ("" if self.language == "zh" else " ").join((*lines, filler(self.chance, self.language)))

    def _next_point(self) -> None:
        """Move to the next moment of the scene."""
        point = self.told.point()
        self.told.bound(self._last, point, self.number, STEP)
        self.told.bound(self._scene, point, self.number, 0, _WITHIN)
        self._last = point

    def _opening(self, *, first: bool, timeless: bool) -> str:
        """Begin a scene on a later day, and return its time words."""
        how = (
            "date" if first else "none" if timeless else self.chance.choice(("date", "days", "none", "month", "months"))
        )
        gap = {"days": self.chance.randint(1, 9), "month": self.chance.randint(28, 80)}.get(
            how, self.chance.randint(1, 40)
        )
        months = self.chance.randint(1, 4)
        if how == "months":
            gap = months * 30
        before, self.day = self.day, self.day + (0 if first else gap)
        if not first:
            for day in sorted(self.chance.sample(range(before + 1, self.day), min(2, self.day - before - 1))):
                self._happen(day)
        previous, self._scene = self._scene, self.told.point()
        self.told.bound(previous, self._scene, self.number, 0)
        match how:
            case "date":
                self.told.bound(CALENDAR, self._scene, self.number, self.day, self.day)
                return full_date(self.day, self.language)
            case "days":
                self.told.bound(previous, self._scene, self.number, gap, gap)
                return days_later(gap, self.language)
            case "months":
                days = (months * MONTH_DAYS[0] - 1, months * MONTH_DAYS[1] + 1)
                self.told.bound(previous, self._scene, self.number, *days)
                return months_later(months, self.language)
            case "month":
                start = date.fromordinal(self.day).replace(day=1).toordinal()
                self.told.bound(CALENDAR, self._scene, self.number, start, start + 30)
                return month_words(self.day, self.language)
            case _:
                return ""

    def _dated(self, point: int, day: int) -> None:
        """Place a point on a day of the calendar."""
        self.told.bound(CALENDAR, point, self.number, day, day + _WITHIN)

    def _before_now(self) -> int:
        """Return a new point before the current moment."""
        point = self.told.point()
        self.told.bound(point, self._last, self.number, STEP)
        return point

    def _look_back(self) -> str:
        """Tell of an earlier change inside a scene."""
        change = self.waiting.pop(self.chance.randrange(min(3, len(self.waiting))))
        gap = self.day - change.day
        device = self.chance.choice(["look back", "dated look back", *(["counted look back"] if 0 < gap <= 12 else [])])
        point, opening = self._before_now(), ""
        if device == "dated look back":
            opening = full_date(change.day, self.language)
            self._dated(point, change.day)
        elif device == "counted look back":
            opening = days_before(gap, self.language)
            start = self.told.point()
            self.told.bound(start, point, self.number, 0, _WITHIN)
            self.told.bound(start, self._scene, self.number, gap, gap)
        self.narrated.append((change, point))
        return self._line(change, Style(point, device, opening, past=True, marks=("back",)))

    def _retelling(self) -> str:
        """Tell of an earlier change again, which the text tells only once."""
        once = [(change, point) for change, point in self.narrated[: self._before_scene] if self._told_once(change)]
        if not once:
            return ""
        change, point = self.chance.choice(once)
        opening = full_date(change.day, self.language) if self.chance.random() < 0.5 else ""
        if opening:
            # Nobody but a reader who takes the two for one learns from the day of the second telling when the first was.
            point = self.told.point()
            self._dated(point, change.day)
        self.told.bound(point, self._last, self.number, STEP)
        return self._line(change, Style(point, "told twice", opening, past=True, marks=("back",)))

    def _told_once(self, change: Change) -> bool:
        happened = self.world.history + self.waiting
        return sum((one.verb, one.names) == (change.verb, change.names) for one in happened) == 1

    def _flashback(self) -> str:
        """Tell of one to three earlier changes in a passage of their own."""
        changes = [self.waiting.pop(0) for _ in range(min(len(self.waiting), self.chance.randint(1, 3)))]
        dated = self.chance.random() < 0.5
        style = Style(0, "dated flashback" if dated else "flashback", frame="flashback")
        lines, points = self._run(changes, style, dated=dated)
        self.narrated.extend(zip(changes, points, strict=True))
        return self._passage(lines)

    def _run(self, changes: Sequence[Change], style: Style, *, dated: bool) -> tuple[list[str], list[int]]:
        """Return the sentences of a run that tells earlier changes in order, and their points."""
        lines: list[str] = []
        points: list[int] = []
        self._runs += 1
        style = replace(style, run=self._runs)
        for change in changes:
            point = self._before_now()
            if points:
                self.told.bound(points[-1], point, self.number, STEP)
            if dated:
                self._dated(point, change.day)
            frame = style.frame if lines else f"{style.frame}!"
            opening = full_date(change.day, self.language) if dated else ""
            lines.append(self._line(change, replace(style, point=point, opening=opening, frame=frame)))
            points.append(point)
        return lines, points

    def _report(self) -> tuple[str, str]:
        """Let somebody tell or write of changes that the narration has told. Return the sentence that introduces the tale
        or letter, and its passage.
        """
        told = sorted(
            self.chance.sample(self.narrated, min(len(self.narrated), self.chance.randint(1, 3))),
            key=lambda one: one[0].day,
        )
        changes = [
            change for change, _ in told if all(change.day != other.day for other, _ in told if other is not change)
        ]
        frame, holder = self.chance.choice(("tale", "letter")), self.world.one()
        introduced = self._own(INTRODUCED[frame][self.language].format(s=holder) + stop(self.language))
        dated = self.chance.random() < 0.5
        style = Style(0, f"dated {frame}" if dated else frame, frame=frame, holder=holder)
        lines, _ = self._run(changes, style, dated=dated)
        self.read[introduced] = Read()
        return introduced, self._passage(lines)

    def _imagined(self) -> str:
        """Let somebody lie, dream, wish or suppose what is not so."""
        scope = self.chance.choice(list(IMAGINED))
        holder = self.world.one()
        who, place = self.world.other(holder) or holder, self.chance.choice(self.world.places)
        key = Key("home", who, holder)
        form = IMAGINED[scope]
        names = {"s": who, "o": place, "h": holder}
        style = Style(self._last, scope, holder=holder)
        text = self._own(sentence(form, names, self.language))
        if scope == "claim":
            self.told.assertions.append(Assertion(key, place, Phase.HOLDS, self._last, self.number, "lie"))
        self.read[text] = Read((self._row(form, names, text, style, scope),))
        return text

    def _plan(self) -> str:
        """Tell of a plan that comes to nothing, and sometimes that it did."""
        who, place = self.world.one(), self.chance.choice(self.world.places)
        if self.world.state.get(Key("home", who)) == place:
            return ""
        names = {"s": who, "o": place}
        text = self._own(sentence(PLANNED["plan"], names, self.language))
        style = Style(self._last, "plan", holder=who)
        self.read[text] = Read((self._row(PLANNED["plan"], names, text, style, "plan"),))
        if self.chance.random() < 0.5:
            return text
        given_up = self._own(sentence(PLANNED["denied"], names, self.language))
        self.read[given_up] = Read((self._row(PLANNED["denied"], names, given_up, Style(self._last, "plan"), ""),))
        return f"{text}{'' if self.language == 'zh' else ' '}{given_up}"

    def _background(self) -> str:
        """Tell of a state as one that holds now, sometimes since a day."""
        held = [(key, value) for kind in STATES for key, value in self.world.held(kind)]
        if not held:
            return ""
        key, value = self.chance.choice(held)
        form, names = STATES[key.kind], slots_of(key, value)
        began = next(
            one.day
            for one in reversed(self.world.history)
            if any((two.key, two.value) == (key, value) for two in one.effects)
        )
        since = since_words(began, self.language) if self.chance.random() < 0.5 and began < self.day else ""
        style = Style(self._last, "since" if since else "background", when=since)
        text = self._own(sentence(form, names, self.language, since=since))
        states = [(key, value), (replace(key, of=value), key.of)] if key.kind == "spouse" else [(key, value)]
        point = self._before_now() if since else 0
        if since:
            self._dated(point, began)
        for one, what in states:
            if since:
                self.told.assertions.append(Assertion(one, what, Phase.BEGINS, point, self.number, "since"))
            self.told.assertions.append(Assertion(one, what, Phase.HOLDS, self._last, self.number, style.device))
        self.read[text] = Read((self._row(form, names, text, style, ""),))
        return text

    def _line(self, change: Change, style: Style) -> str:
        """Return the sentence about a change, and keep what it says."""
        form, names = CHANGES[change.verb], change.names
        text = self._own(sentence(form, names, self.language, opening=style.opening, past=style.past))
        self._assert(change, style)
        row = self._row(form, names, text, style, "claim" if style.holder else "")
        self.read[text] = Read((row,), style.frame, style.opening)
        return text

    def _own(self, text: str) -> str:
        """Return a sentence of this content that the novel does not have yet."""
        end = stop(self.language)
        return next(made for tail in TAILS[self.language] if (made := f"{text[:-1]}{tail}{end}") not in self.read)

    def _assert(self, change: Change, style: Style) -> None:
        """Keep the effects of a change. A state that only follows from an event of the past need not go on."""
        lasting = style.device == "ordered" or CHANGES[change.verb].marks[:1] == ("begins",)
        for effect in change.effects:
            key = replace(effect.key, holder=style.holder)
            phase = Phase.BEGINS if effect.begins else Phase.ENDS
            self.told.assertions.append(
                Assertion(key, effect.value, phase, style.point, self.number, style.device, lasting, style.run)
            )

    def _row(self, form: Form, names: Mapping[str, str], text: str, style: Style, scope: str) -> str:
        """Return the row of a sentence, with names in braces."""
        found = self._table.find(form.predicate)
        predicate = form.predicate if found is None else found.label(self.language)
        object_ = "0" if not form.object else names[form.object] if form.object == "v" else f"{{{names[form.object]}}}"
        slots = {slot: name if slot == "v" else f"{{{name}}}" for slot, name in names.items()}
        scoped = [f"{scope}:{{{style.holder}}}"] if scope else []
        words = style.when or style.opening
        when = [f"when:{words}"] if words else []
        given = [one.format(**slots) for one in form.marks]
        return "|".join((f"{{{names[form.subject]}}}", predicate, object_, text, *given, *scoped, *style.marks, *when))
