"""Where a timeline's facts stand in its two tracks: the row of the story that each belongs to, and its place in the telling."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from episodic.model.episodes import FrameKind, Language, Passage
from episodic.model.graph import Fact
from episodic.model.ids import identify
from episodic.model.names import name_key
from episodic.model.predicates import Cardinality, Predicate, PredicateKind, PredicateTable, shipped_table
from episodic.model.readings import StatementScope
from episodic.model.records import Kind, Link, from_json
from episodic.model.settings import WorkSettings
from episodic.search.chapters import ChapterRef
from episodic.search.view import View
from episodic.temporal.exclusion import Content, ExclusiveKey, exclusive_keys, turned
from episodic.text.language import language_of


class RowKind(StrEnum):
    """What a row holds: versions that exclude each other, other states, what never changes, events."""

    EXCLUSIVE = "exclusive"
    STATE = "state"
    FIXED = "fixed"
    EVENT = "event"


@dataclass(frozen=True, slots=True)
class Row:
    """Facts that belong on one line: this person's home, this sword's holder, what befell somebody.

    `key` is the same for all of one row and stable for one work; `of` names whose row it is and `predicate` is in words of the
    work's language (empty for events). `scope` and `holder` say whose claim, belief or plan it is; the world's has no holder.
    """

    key: str
    kind: RowKind
    of: str
    predicate: str
    scope: StatementScope = StatementScope.WORLD
    holder: str | None = None
    about: tuple[str, ...] = ()
    """Ids of the entities whose row it is."""


@dataclass(frozen=True, slots=True)
class TellingChapter:
    """A chapter as the telling track shows it; `length` counts the characters that its passages reach (0: none was read)."""

    ref: ChapterRef
    length: int


class Turn(StrEnum):
    """Which way the telling goes in story time: on, back (a flashback), or ahead."""

    ON = "on"
    BACK = "back"
    AHEAD = "ahead"


@dataclass(frozen=True, slots=True)
class Place:
    """Where the first words for a fact stand: chapter, character offset, and the passage run (this letter, this tale) around it."""

    chapter: ChapterRef
    offset: int
    frame: FrameKind = FrameKind.MAIN
    run: int = 0
    turn: Turn = Turn.ON


class Rows:
    """Says to which row a fact belongs, by what the work's predicates allow only one of."""

    def __init__(self, table: PredicateTable, focus: str | None = None) -> None:
        self._table = table
        self._focus = focus

    def row_of(self, fact: Fact, label_language: Language) -> tuple[Row, str]:
        """The fact's row, and what of the fact is left to say within it."""
        known = self._table.find(fact.predicate) or Predicate(fact.predicate, kind=fact.kind)
        if fact.kind is PredicateKind.EVENT:
            return self._events(fact), fact.text
        name = _words(known, label_language)
        kind, of, shown, label = RowKind.STATE, fact.subject, fact.subject_name, _target(fact) or fact.text
        about: tuple[str, ...] = (fact.subject,)
        key = self._exclusive(fact, known)
        if fact.kind is PredicateKind.FIXED:
            kind = RowKind.FIXED
        elif key is not None:
            kind, of = RowKind.EXCLUSIVE, key.of
            if key.kind == "pair":
                shown, about = f"{fact.subject_name} – {_target(fact)}", (fact.subject, fact.object or fact.subject)
                label = name if known.family else label
                name = (known.family or name) if known.family else name
            elif key.of == fact.object:
                shown, label, about = fact.object_name or "", fact.subject_name, (key.of,)
            elif key.of != fact.subject:
                shown, label = fact.value or "", fact.subject_name
            elif known.family:
                label = f"{name}: {_target(fact)}" if _target(fact) else name
        mark = "" if not fact.denied else "并非：" if label_language is Language.CHINESE else "not: "
        parts = (kind, of, key.predicate if key else fact.predicate, fact.scope, fact.holder or "")
        row = Row(identify("row", *parts), kind, shown, name, fact.scope, fact.holder_name, about)
        return row, f"{mark}{label}"

    def _events(self, fact: Fact) -> Row:
        parties = {fact.subject: fact.subject_name, **({fact.object: fact.object_name or ""} if fact.object else {})}
        parties |= {one.entity: one.name for one in fact.participants}
        of = self._focus if self._focus in parties else fact.subject
        key = identify("row", RowKind.EVENT, of, "", fact.scope, fact.holder or "")
        return Row(key, RowKind.EVENT, parties[of], "", fact.scope, fact.holder_name, (of,))

    def _exclusive(self, fact: Fact, predicate: Predicate) -> ExclusiveKey | None:
        """The key of which only one can hold; of two, the one of whom the timeline is."""
        if predicate.cardinality is Cardinality.MANY:
            return None
        subject, target, name = fact.subject, fact.object or "", predicate.name
        if target and (predicate.symmetric or predicate.inverse == name):
            subject, target = sorted((subject, target))
        elif target and turned(predicate) and predicate.inverse is not None:
            subject, target, name = target, subject, predicate.inverse
        content = Content(subject, name, target, "" if target else name_key(fact.value or ""))
        keys = exclusive_keys(content, predicate)
        return next((one for one in keys if one.of == self._focus), keys[0] if keys else None)


def _target(fact: Fact) -> str:
    return fact.object_name or fact.value or ""


def _words(predicate: Predicate, language: Language) -> str:
    if language is Language.CHINESE and predicate.zh:
        return predicate.zh
    return predicate.name.replace("_", " ")


async def rows_of(view: View, focus: str | None) -> Rows:
    """The rows of a timeline of *focus* (an entity's id; None: of no one in particular), by the work's own predicates."""
    table = shipped_table()
    for record in await view.store.fetch(view.group_id, Kind.SETTING):
        table = table.extended(from_json(WorkSettings, record.value).predicates)
    return Rows(table, focus)


def language_of_facts(facts: Iterable[Fact]) -> Language:
    """The language that most of the facts' sentences are written in; English where there is none."""
    counted = {Language.CHINESE: 0, Language.ENGLISH: 0}
    for fact in facts:
        counted[language_of(fact.text)] += 1
    return Language.CHINESE if counted[Language.CHINESE] > counted[Language.ENGLISH] else Language.ENGLISH


async def telling_of(view: View, facts: Sequence[Fact]) -> tuple[tuple[TellingChapter, ...], dict[str, Place]]:
    """All chapters that the view reads in telling order, and the place of each fact's first words by the fact's id.

    A fact none of whose words stand in a chapter that the view reads has no place.
    """
    passages: dict[str, list[Passage]] = {}
    first = {
        fact.uuid: evidence
        for fact in facts
        for evidence in [next((one for one in fact.evidence if view.reads_chapter(one.episode)), None)]
        if evidence is not None
    }
    for record in await view.store.fetch(view.group_id, Kind.PASSAGE):
        episode = record.linked(Link.EPISODE)
        if episode is not None and view.reads_chapter(episode):
            passages.setdefault(episode, []).append(from_json(Passage, record.value))
    chapters = sorted(
        (one for one in view.chapters.values() if view.reads_chapter(one.uuid)), key=lambda one: (one.layer, one.order)
    )
    lengths = {episode: max(one.span.end for one in found) for episode, found in passages.items()}
    places: dict[str, Place] = {}
    for uuid, evidence in first.items():
        around = (one for one in passages.get(evidence.episode, ()) if one.span.start <= evidence.start < one.span.end)
        passage = next(around, None)
        frame, run = (FrameKind.MAIN, 0) if passage is None else (passage.frame, passage.run)
        places[uuid] = Place(view.chapters[evidence.episode], evidence.start, frame, run)
    turns = _turns(facts, places)
    return (
        tuple(TellingChapter(one, lengths.get(one.uuid, 0)) for one in chapters),
        {uuid: _turned(place, turns.get(uuid, Turn.ON)) for uuid, place in places.items()},
    )


def _turned(place: Place, turn: Turn) -> Place:
    if turn is Turn.ON and place.frame is FrameKind.FLASHBACK:
        turn = Turn.BACK
    return Place(place.chapter, place.offset, place.frame, place.run, turn)


def _turns(facts: Sequence[Fact], places: Mapping[str, Place]) -> dict[str, Turn]:
    """Which facts are told off the line, by days alone: certainly before what was told already, or after what follows.

    The line is the longest run of the world's dated facts of main passages whose days do not fall as they are told (a longest
    non-decreasing subsequence, by patience sorting); a fact outside it is compared with the line around it.
    """
    dated = sorted(
        ((fact.told_at, fact.uuid, *_days(fact)) for fact in facts if fact.uuid in places and _is_dated(fact)),
        key=lambda one: (one[0], one[1]),
    )
    main = [one for one in dated if places[one[1]].frame is FrameKind.MAIN]
    line = longest_rise([since for _, _, since, _ in main])
    stops = [(main[place][0], main[place][2]) for place in line]
    on_line = {main[place][1] for place in line}
    turns: dict[str, Turn] = {}
    for told, uuid, since, until in dated:
        if uuid in on_line:
            continue
        next_one = bisect_right(stops, told, key=lambda one: one[0])
        if next_one and until < stops[next_one - 1][1]:
            turns[uuid] = Turn.BACK
        elif next_one < len(stops) and since > stops[next_one][1]:
            turns[uuid] = Turn.AHEAD
    return turns


def _is_dated(fact: Fact) -> bool:
    point = fact.valid_at
    if fact.scope is not StatementScope.WORLD or fact.kind is PredicateKind.FIXED or point is None:
        return False
    return point.earliest is not None and point.latest is not None


def _days(fact: Fact) -> tuple[int, int]:
    point = fact.valid_at
    return (0, 0) if point is None else (point.earliest or 0, point.latest or 0)


def longest_rise(days: Sequence[int]) -> list[int]:
    """Positions of a longest subsequence that never falls."""
    tails: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for place, day in enumerate(days):
        length = bisect_right(tails, day)
        before.append(ends[length - 1] if length else -1)
        if length == len(tails):
            tails.append(day)
            ends.append(place)
        else:
            tails[length] = day
            ends[length] = place
    line: list[int] = []
    place = ends[-1] if ends else -1
    while place >= 0:
        line.append(place)
        place = before[place]
    return line[::-1]
