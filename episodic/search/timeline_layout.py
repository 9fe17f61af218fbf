"""Assigns the facts of a timeline to rows; facts that exclude each other, such as the homes of a person, share a row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from episodic.languages.messages import message_text
from episodic.languages.registry import fallback
from episodic.model.episodes import FrameKind, Language, Passage
from episodic.model.graph import Fact, TimelineTurn
from episodic.model.ids import identify
from episodic.model.name_keys import name_key
from episodic.model.predicates import Cardinality, Predicate, PredicateKind, PredicateTable
from episodic.model.readings import StatementScope
from episodic.model.records import Kind, Link, from_json
from episodic.search.chapter_refs import ChapterRef
from episodic.search.view import View
from episodic.temporal.exclusion import ExclusiveKey, StatementContent, exclusive_keys, stored_sides
from episodic.text.language import language_of


class TimelineRowKind(StrEnum):
    """The kinds of timeline row: facts of which only one can hold at a time, other states, facts that never change, and
    events.
    """

    EXCLUSIVE = "exclusive"
    STATE = "state"
    FIXED = "fixed"
    EVENT = "event"


@dataclass(frozen=True, slots=True)
class TimelineRow:
    """A row of a timeline, which shows, for example, the homes of a person, the owners of a sword, or the events of a
    life.

    `key` identifies the row, and stays the same from read to read. `of` is the name of the entity that the row is
    about, the names of two entities such as spouses, or a value. `predicate` is the predicate's label in the main
    language of the timeline's facts, or "" for a row of events. For a row about two entities, `predicate` is the name
    of a family, if the predicate belongs to one. A family is a group of predicates that exclude each other, such as
    "friend of" and "enemy of". `about` contains the ids of the entities that the row is about. If the row is about a
    value, `about` contains the id of the fact's subject. A value is, for example, an office that only one person can
    hold at a time. `scope` is the scope of the row's facts: the story's world, or claims, beliefs, plans, wishes and so
    on. `holder` is the name of the holder of the row's claims, beliefs or plans, or None.
    """

    key: str
    kind: TimelineRowKind
    of: str
    predicate: str
    scope: StatementScope = StatementScope.WORLD
    holder: str | None = None
    about: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NarrativeChapter:
    """A chapter of the view, as a timeline shows it in narrative order.

    `length` is the offset at which the chapter's last passage ends, or 0 without passages.
    """

    ref: ChapterRef
    length: int


@dataclass(frozen=True, slots=True)
class TimelinePosition:
    """Where a fact is told: the chapter and offset of its first quote, with the frame and run of the quote's passage.
    The run says which flashback, dream, letter or tale the passage belongs to.
    """

    chapter: ChapterRef
    offset: int
    frame: FrameKind = FrameKind.MAIN
    run: int = 0
    turn: TimelineTurn = TimelineTurn.ON


class TimelineRows:
    """Assigns facts to rows of a timeline, by the cardinality of their predicates.

    `focus` is the id of the entity that the timeline is about, or None for a timeline of a predicate or a whole work.
    """

    def __init__(self, table: PredicateTable, focus: str | None = None) -> None:
        self._table = table
        self._focus = focus

    def row_of(self, fact: Fact, label_language: Language) -> tuple[TimelineRow, str]:
        """Return the row in which a timeline shows the fact, and the label with which the row shows the fact."""
        known = self._table.find(fact.predicate) or Predicate(fact.predicate, kind=fact.kind)
        if fact.kind is PredicateKind.EVENT:
            return self._events(fact), fact.text
        name = _words(known, label_language)
        kind, of, shown, label = TimelineRowKind.STATE, fact.subject, fact.subject_name, fact.target or fact.text
        about: tuple[str, ...] = (fact.subject,)
        key = self._exclusive(fact, known)
        if fact.kind is PredicateKind.FIXED:
            kind = TimelineRowKind.FIXED
        elif key is not None:
            kind, of = TimelineRowKind.EXCLUSIVE, key.of
            if key.kind == "pair":
                shown, about = f"{fact.subject_name} – {fact.target}", (fact.subject, fact.object or fact.subject)
                label = name if known.family else label
                name = (known.family or name) if known.family else name
            elif key.of == fact.object:
                shown, label, about = fact.object_name or "", fact.subject_name, (key.of,)
            elif key.of != fact.subject:
                shown, label = fact.value or "", fact.subject_name
            elif known.family:
                label = f"{name}: {fact.target}" if fact.target else name
        mark = message_text("timeline.denied", label_language) if fact.denied else ""
        parts = (kind, of, key.predicate if key else fact.predicate, fact.scope, fact.holder or "")
        row = TimelineRow(identify("row", *parts), kind, shown, name, fact.scope, fact.holder_name, about)
        return row, f"{mark}{label}"

    def _events(self, fact: Fact) -> TimelineRow:
        parties = {fact.subject: fact.subject_name, **({fact.object: fact.object_name or ""} if fact.object else {})}
        parties |= {one.entity: one.name for one in fact.participants}
        of = self._focus if self._focus in parties else fact.subject
        key = identify("row", TimelineRowKind.EVENT, of, "", fact.scope, fact.holder or "")
        return TimelineRow(key, TimelineRowKind.EVENT, parties[of], "", fact.scope, fact.holder_name, (of,))

    def _exclusive(self, fact: Fact, predicate: Predicate) -> ExclusiveKey | None:
        """Return the key under which only one fact can hold at a time, such as "home of Ann", or None if the fact has
        none. For example, a marriage of Ann and Bo has the keys "spouse of Ann" and "spouse of Bo". If a fact has two
        keys, the key of the entity that the timeline is about (`focus`) is returned. For example, "spouse of Ann" is
        returned in a timeline of Ann. If no key is of the timeline's entity, the first key is returned.
        """
        if predicate.cardinality is Cardinality.MANY:
            return None
        subject, target, name = stored_sides(fact.subject, fact.object or "", predicate)
        content = StatementContent(subject, name, target, "" if target else name_key(fact.value or ""))
        keys = exclusive_keys(content, predicate)
        return next((one for one in keys if one.of == self._focus), keys[0] if keys else None)


def _words(predicate: Predicate, language: Language) -> str:
    return predicate.translations.get(language) or predicate.name.replace("_", " ")


def language_of_facts(facts: Iterable[Fact]) -> Language:
    """Return the most frequent language of the facts' sentences, or the fallback language if two are equally frequent
    or there are no facts.
    """
    counted = Counter(language_of(fact.text) for fact in facts)
    most = counted.most_common(2)
    tied = not most or (len(most) > 1 and most[0][1] == most[1][1])
    return fallback().code if tied else most[0][0]


async def narrative_positions(
    view: View, facts: Sequence[Fact]
) -> tuple[tuple[NarrativeChapter, ...], dict[str, TimelinePosition]]:
    """Return the view's chapters in narrative order, and for each fact id the place of the fact's first quote in these
    chapters.

    A fact without a quote in the view's chapters has no position.
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
    turns = {fact.uuid: fact.turn for fact in facts}
    chapters = sorted(
        (one for one in view.chapters.values() if view.reads_chapter(one.uuid)), key=lambda one: (one.layer, one.order)
    )
    lengths = {episode: max(one.span.end for one in found) for episode, found in passages.items()}
    places: dict[str, TimelinePosition] = {}
    for uuid, evidence in first.items():
        around = (one for one in passages.get(evidence.episode, ()) if one.span.start <= evidence.start < one.span.end)
        passage = next(around, None)
        frame, run = (FrameKind.MAIN, 0) if passage is None else (passage.frame, passage.run)
        turn = turns[uuid]
        if turn is TimelineTurn.ON and frame is FrameKind.FLASHBACK:
            turn = TimelineTurn.BACK
        places[uuid] = TimelinePosition(view.chapters[evidence.episode], evidence.start, frame, run, turn)
    return tuple(NarrativeChapter(one, lengths.get(one.uuid, 0)) for one in chapters), places
