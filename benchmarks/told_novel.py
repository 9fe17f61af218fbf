"""Tells the history of a generated world as a novel: in order, looking back, in flashbacks, with and without dates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from benchmarks.careful_reader import CALENDAR, STEP, Assertion, Phase, Told
from benchmarks.told_words import (
    CHANGES,
    Form,
    days_before,
    days_later,
    filler,
    full_date,
    month_words,
    sentence,
)
from benchmarks.told_world import GROUPS, WEIGHTS, Change, World
from episodic.model.episodes import Chapter
from episodic.model.predicates import shipped_table

BREAK: Final = "\n\n***\n\n"
_START: Final = date(1838, 3, 5).toordinal()
_WITHIN: Final = 0.9
"""The part of a day on which one scene takes place."""


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
    """How a sentence is told: the point and the device, and the marks of the reader."""

    point: int
    device: str
    opening: str = ""
    past: bool = False
    marks: tuple[str, ...] = ()
    frame: str = "main"


@dataclass
class Novel:
    """A generator of one novel. `told` is what its text says, and `read` what a perfect reader finds in each sentence."""

    language: str
    seed: int
    chapters: int = 12
    weights: Mapping[str, float] = field(default_factory=lambda: dict(WEIGHTS))
    devices: frozenset[str] = frozenset(
        {"ordered", "look back", "dated look back", "counted look back", "flashback", "dated flashback"}
    )
    told: Told = field(default_factory=Told)
    read: dict[str, Read] = field(default_factory=dict[str, Read])
    texts: list[Chapter] = field(default_factory=list[Chapter])
    waiting: list[Change] = field(default_factory=list[Change])

    def __post_init__(self) -> None:
        self.world = World(self.language, self.seed)
        self.chance = self.world.chance
        self.day, self.number = _START, 0
        self._scene = self._last = CALENDAR
        self._table = shipped_table()
        for day in sorted(self.chance.sample(range(_START - 1000, _START - 30), 14)):
            self._happen(day, self.waiting)
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

    def _happen(self, day: int, to: list[Change]) -> None:
        change = self.world.change(day, self.weights)
        if change is not None:
            to.append(change)

    def _chapter(self, number: int) -> None:
        self.number = number
        scenes: list[str] = []
        for place in range(self.chance.randint(2, 3)):
            scenes.extend(self._scene_of(first=number == 1 and place == 0))
        self.told.ends.append(self._last)
        self.texts.append(Chapter(BREAK.join(scenes) + "\n", key=f"ch{number}", title=f"ch{number}", number=number))

    def _scene_of(self, *, first: bool) -> list[str]:
        """Return the passages of one scene: its own, and the flashbacks told at its end."""
        opening = self._opening(first=first)
        lines: list[str] = []
        for _ in range(self.chance.randint(2, 4)):
            change = self.world.change(self.day, self.weights)
            if change is None:
                continue
            self._next_point()
            lines.append(self._line(change, Style(self._last, "ordered", opening)))
            opening = ""
            if self.waiting and self.chance.random() < 0.5:
                lines.append(self._look_back(self._taken()))
        if opening:
            self._next_point()
            lines.append(f"{opening}{'，' if self.language == 'zh' else ', '}{self._filler()}")
            self.read[lines[-1]] = Read(time=opening)
        passages = [self._joined([*lines, self._filler()])]
        if self.waiting and self.chance.random() < 0.4:
            passages.append(self._flashback())
        return passages

    def _filler(self) -> str:
        return filler(self.chance, self.language)

    def _joined(self, lines: Sequence[str]) -> str:
        return ("" if self.language == "zh" else " ").join(lines)

    def _next_point(self) -> None:
        """Move to the next moment of the scene."""
        point = self.told.point()
        self.told.bound(self._last, point, self.number, STEP)
        self.told.bound(self._scene, point, self.number, 0, _WITHIN)
        self._last = point

    def _opening(self, *, first: bool) -> str:
        """Begin a scene on a later day, and return its time words."""
        how = "date" if first else self.chance.choice(("date", "days", "none", "month"))
        gap = self.chance.randint(1, 9) if how == "days" else self.chance.randint(1, 40)
        if how == "month":
            gap = self.chance.randint(28, 80)
        before, self.day = self.day, self.day + (0 if first else gap)
        for day in (
            sorted(self.chance.sample(range(before + 1, self.day), min(2, self.day - before - 1))) if not first else ()
        ):
            self._happen(day, self.waiting)
        scene = self.told.point()
        self.told.bound(self._scene, scene, self.number, 0)
        before_scene, self._scene = self._scene, scene
        words = ""
        if how == "date":
            self._on(scene, self.day)
            words = full_date(self.day, self.language)
        elif how == "days":
            self.told.bound(before_scene, scene, self.number, gap, gap)
            words = days_later(gap, self.language)
        elif how == "month":
            of = date.fromordinal(self.day)
            start = of.replace(day=1).toordinal()
            self.told.bound(CALENDAR, scene, self.number, start, start + 30)
            words = month_words(self.day, self.language)
        self._opened = words
        return words

    def _on(self, point: int, day: int) -> None:
        self.told.bound(CALENDAR, point, self.number, day, day)

    def _within(self, day: int, point: int) -> None:
        """Place a point on a day given by its beginning."""
        self.told.bound(day, point, self.number, 0, _WITHIN)

    def _taken(self) -> Change:
        """Take the next change that waits to be told."""
        return self.waiting.pop(self.chance.randrange(min(3, len(self.waiting))))

    def _look_back(self, change: Change) -> str:
        """Tell of an earlier change inside a scene."""
        gap = self.day - change.day
        kinds = ["look back", "dated look back", *(["counted look back"] if gap <= 12 else [])]
        device = self.chance.choice(kinds)
        point, opening = self.told.point(), ""
        self.told.bound(point, self._last, self.number, STEP)
        if device != "look back":
            start = self.told.point()
            self._within(start, point)
            if device == "dated look back":
                opening = full_date(change.day, self.language)
                self._on(start, change.day)
            else:
                opening = days_before(gap, self.language)
                self.told.bound(start, self._scene, self.number, gap, gap)
        return self._line(change, Style(point, device, opening, past=True, marks=("back",)))

    def _flashback(self) -> str:
        """Tell of one to three earlier changes in a passage of their own."""
        changes = [self.waiting.pop(0) for _ in range(min(len(self.waiting), self.chance.randint(1, 3)))]
        dated = self.chance.random() < 0.5
        device = "dated flashback" if dated else "flashback"
        lines: list[str] = []
        last = None
        for change in changes:
            point, opening = self.told.point(), ""
            self.told.bound(point, self._last, self.number, STEP)
            if last is not None:
                self.told.bound(last, point, self.number, STEP)
            if dated:
                start = self.told.point()
                self._within(start, point)
                self._on(start, change.day)
                opening = full_date(change.day, self.language)
            lines.append(
                self._line(change, Style(point, device, opening, frame="flashback" if lines else "flashback!"))
            )
            last = point
        return self._joined([*lines, self._filler()])

    def _line(self, change: Change, style: Style) -> str:
        """Return the sentence about a change, and keep what it says."""
        form, names = CHANGES[change.verb], change.names
        text = sentence(form, names, self.language, opening=style.opening, past=style.past)
        self._assert(change, style)
        self._keep(text, Read((self._row(form, names, text, style),), style.frame, style.opening))
        return text

    def _keep(self, text: str, found: Read) -> None:
        known = self.read.setdefault(text, found)
        if known.rows != found.rows:
            raise AssertionError(f"Two readings of {text}")

    def _assert(self, change: Change, style: Style) -> None:
        lasting = style.device == "ordered" or CHANGES[change.verb].marks[:1] == ("begins",)
        for effect in change.effects:
            phase = Phase.BEGINS if effect.begins else Phase.ENDS
            self.told.assertions.append(
                Assertion(effect.key, effect.value, phase, style.point, self.number, style.device, lasting)
            )

    def _row(self, form: Form, names: Mapping[str, str], text: str, style: Style) -> str:
        """Return the row of a sentence, with names in braces."""
        found = self._table.find(form.predicate)
        predicate = form.predicate if found is None else found.label(self.language)
        object_ = "0" if not form.object else names[form.object] if form.object == "v" else f"{{{names[form.object]}}}"
        given = [
            one.format(**{slot: f"{{{name}}}" if slot != "v" else name for slot, name in names.items()})
            for one in form.marks
        ]
        when = [f"when:{style.opening}"] if style.opening else []
        return "|".join((f"{{{names[form.subject]}}}", predicate, object_, text, *given, *style.marks, *when))
