"""Timelines: all facts about an entity or with a predicate in story order, each with the facts that ended it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from episodic.languages.messages import message_text
from episodic.model.episodes import UNDETERMINED, FrameKind, Language, Passage
from episodic.model.graph import Fact, TimelineTurn
from episodic.model.records import Kind, from_json
from episodic.search.chapter_refs import ChapterRef
from episodic.search.entity_lookup import require_entity
from episodic.search.fact_listing import FactQuery, VisibleFact, query_facts
from episodic.search.fact_views import FactView, Quotation, fact_view_of
from episodic.search.nested_facts import containers_of, nested
from episodic.search.shown_times import ends_at_latest
from episodic.search.story_order import in_run_order, is_before_scene, is_dated, is_placed
from episodic.search.timeline_layout import (
    NarrativeChapter,
    TimelinePosition,
    TimelineRow,
    TimelineRowKind,
    TimelineRows,
    language_of_facts,
    narrative_positions,
)
from episodic.search.view import View


@dataclass(frozen=True, slots=True)
class NarratedRun:
    """A flashback, dream, letter or tale whose undated facts a timeline lists together.

    `chapter` is None if the view does not know the chapter.
    """

    uuid: str
    frame: FrameKind
    chapter: ChapterRef | None

    def words(self, language: Language) -> str:
        """Return a heading for facts that are told in this flashback, dream, letter or tale."""
        chapter = "" if self.chapter is None else self.chapter.words(language)
        return message_text(f"timeline.told_in_{self.frame}", language, chapter=chapter)


@dataclass(frozen=True, slots=True)
class Version:
    """A fact on a timeline, with its quotes and the facts that ended it.

    `ended_by` are the facts that ended this fact, including those that only the view's filters hide. If the text itself
    states the end, the quotes are in `shown.endings` instead. `placed` is True if a day, or at least a chapter, is
    known in which the fact starts, and can be shown. `order_unknown_to` contains the ids of facts that exclude this
    fact, if the text does not say which fact comes first. `after_gap` is True if the previous fact in the row certainly
    ended before this fact starts, and `gap_after` is then the id of the previous fact. `row` is the row of the timeline
    that shows the fact beside the other versions of the same state, such as the homes of a person. `label` is the text
    that the row shows for the fact, such as the name of the home. `told` is the narrative position of the fact's first
    quote, or None if the view's chapters contain no quote of the fact. `narrated_in` is the outermost flashback, dream,
    letter or tale that narrates the fact. `narrated_in` is None for a fact with an exact date, a fact of the main line,
    or a fact that never changes. `effects` are the states that follow from the fact, if it is an event whose effects
    are on the timeline. `alike` are the other facts in the entry of this fact, such as somebody's claim of the same
    state.
    """

    shown: FactView
    ended_by: tuple[FactView, ...]
    placed: bool
    order_unknown_to: tuple[str, ...]
    after_gap: bool
    row: TimelineRow
    label: str
    told: TimelinePosition | None = None
    gap_after: str | None = None
    narrated_in: NarratedRun | None = None
    effects: tuple[Version, ...] = ()
    alike: tuple[Version, ...] = ()

    @property
    def uuid(self) -> str:
        """Return the fact's id."""
        return self.shown.uuid

    @property
    def said_in(self) -> ChapterRef | None:
        """Return the chapter in which somebody claims, plans or wishes the fact, if a timeline lists the fact there. It
        does so if the fact's start is unknown and the fact is not of a time before the scene. What somebody passes on
        ("Bo says that Ann means to sail") is listed where it is passed on.
        """
        fact, told = self.shown.fact, self.told
        if self.placed or told is None or fact.said is None or is_before_scene(fact):
            return None
        return told.chapter if fact.teller_names or fact.said.in_chapter == told.chapter.uuid else None

    @property
    def is_recalled(self) -> bool:
        """Return whether the fact, or the saying of it, is earlier than the scene that tells it."""
        said = self.shown.fact.said
        looks_back = self.told is not None and self.told.turn is TimelineTurn.BACK
        return looks_back or (said is not None and said.in_chapter is None)

    @property
    def section(self) -> TimelineSectionKind:
        """Return the kind of section that a printed timeline lists the fact in."""
        if self.row.kind is TimelineRowKind.FIXED:
            return TimelineSectionKind.FIXED
        if self.narrated_in is not None:
            return TimelineSectionKind.NARRATED
        if self.placed or self.said_in is not None:
            return TimelineSectionKind.PLACED
        recalled = self.told is not None and self.is_recalled
        return TimelineSectionKind.RECALLED if recalled else TimelineSectionKind.UNPLACED

    @property
    def shown_enders(self) -> tuple[FactView, ...]:
        """The facts of `ended_by` that a timeline names as the end. A death is not named as the end of an effect: that
        somebody came to a place does not mean that they stayed there until they died.
        """
        fact = self.shown.fact
        return tuple(one for one in self.ended_by if not (fact.derived and ends_at_latest(fact, one.fact)))

    @property
    def other_endings(self) -> tuple[Quotation, ...]:
        """The quotes that state the end of the fact, without the quotes of the facts that ended it."""
        shown = {one.sentence for one in self.ended_by}
        return tuple(one for one in self.shown.endings if one not in shown)


class TimelineSectionKind(StrEnum):
    """The kinds of sections of a printed timeline.

    - placed: facts with a known start, and claims, plans and wishes in the chapter in which they are said
    - narrated: undated facts of one flashback, dream, letter or tale
    - recalled: what one chapter says of an earlier time
    - unplaced: other facts with an unknown start
    - fixed: facts that never change
    """

    PLACED = "placed"
    NARRATED = "narrated"
    RECALLED = "recalled"
    UNPLACED = "unplaced"
    FIXED = "fixed"


class TimelineSection(NamedTuple):
    """Neighbouring facts of a printed timeline that have one heading. `run` is set for the kind `narrated`, and
    `chapter` for the kind `recalled`.
    """

    kind: TimelineSectionKind
    versions: tuple[Version, ...]
    run: NarratedRun | None = None
    chapter: ChapterRef | None = None


@dataclass(frozen=True, slots=True)
class Timeline:
    """The facts of a timeline, sorted by story time, and by narrative position if the story time is equal or unknown.
    The facts without exact dates of each flashback, dream, letter or tale are listed together, in the order of the
    events in that flashback, dream, letter or tale. A fact that follows from another listed fact, or says the same, is
    one of the other fact's `effects` or `alike`.

    `entity` is the main name of the entity that was asked for, or None if the caller named no entity. `predicate` is
    the predicate that was asked for, or None if the caller named no predicate. `chapters` are the view's chapters in
    narrative order. `scope` describes the restrictions of the view.
    """

    versions: tuple[Version, ...]
    work: str = ""
    entity: str | None = None
    entity_id: str | None = None
    predicate: str | None = None
    language: Language = UNDETERMINED
    chapters: tuple[NarrativeChapter, ...] = ()
    scope: tuple[str, ...] = ()

    @property
    def sections(self) -> tuple[TimelineSection, ...]:
        """Return the facts of the timeline, divided into the sections of a printed timeline.

        What a flashback, tale or letter narrates, and what a chapter says of an earlier time, stands before the scene
        that tells it. Facts of which neither the start nor the telling is known come after all others, and facts that
        never change come last.
        """
        sections: list[TimelineSection] = []
        last: list[Version] = []
        fixed: list[Version] = []
        for one in self.versions:
            kind = one.section
            if kind is TimelineSectionKind.FIXED:
                fixed.append(one)
            elif kind is TimelineSectionKind.UNPLACED:
                last.append(one)
            else:
                recalled = kind is TimelineSectionKind.RECALLED and one.told is not None
                chapter = one.told.chapter if recalled and one.told is not None else None
                section = TimelineSection(kind, (one,), one.narrated_in, chapter)
                if sections and sections[-1]._replace(versions=(one,)) == section:
                    section = section._replace(versions=(*sections.pop().versions, one))
                sections.append(section)
        if last:
            sections.append(TimelineSection(TimelineSectionKind.UNPLACED, tuple(last)))
        if fixed:
            sections.append(TimelineSection(TimelineSectionKind.FIXED, tuple(fixed)))
        return tuple(sections)

    @property
    def numbers(self) -> dict[str, int]:
        """Return the number of each version by the fact's id, counted from 1 through all sections. The facts in the
        entry of a version have the numbers that follow the version's number.
        """
        return {
            one.uuid: place
            for place, one in enumerate(
                _one_by_one(one for section in self.sections for one in section.versions), start=1
            )
        }

    @property
    def one_by_one(self) -> tuple[Version, ...]:
        """Return all versions, each followed by the facts in its entry."""
        return tuple(_one_by_one(self.versions))


def _one_by_one(versions: Iterable[Version]) -> Iterator[Version]:
    for version in versions:
        yield version
        yield from version.effects
        yield from version.alike


async def timeline(view: View, entity: str | None = None, *, predicate: str | None = None) -> Timeline:
    """Return the timeline of an entity, of a predicate, of both, or of the whole work, with facts that have ended.

    With `as_of` in the scope, the timeline has only facts that hold or possibly hold at that moment. Raises
    UnknownEntityError and AmbiguousNameError.
    """
    wide = view.wider()
    about = None if entity is None else await require_entity(wide, entity)
    seen = _with_runs_together(await query_facts(wide, FactQuery(entity=entity, predicate=predicate)))
    facts = [one.fact for one in seen]
    runs = await _narrated_runs(wide, facts)
    enders = await _enders(wide, seen)
    unknown = await _unknown_orders(wide, {one.uuid for one in facts})
    chapters, places = await narrative_positions(wide, facts)
    builder = _VersionBuilder(
        TimelineRows(wide.vocabulary.table, None if about is None else about.uuid),
        language_of_facts(facts),
        enders=enders,
        unknown=unknown,
        places=places,
        runs=runs,
    )
    whole = wide.shows_every_fact and entity is None and predicate is None
    containers = containers_of(facts, complete=whole)
    entries = nested(builder.versions(wide, seen), containers, fact_of=lambda one: one.shown.fact)
    return Timeline(
        versions=tuple(replace(one.item, effects=one.effects, alike=one.alike) for one in entries),
        work=view.group_id,
        entity=None if about is None else wide.entity_as_seen(about).name,
        entity_id=None if about is None else about.uuid,
        predicate=predicate,
        language=builder.language,
        chapters=chapters,
        scope=_restrictions(wide),
    )


def _restrictions(view: View) -> tuple[str, ...]:
    return tuple(one for one in view.scope.words() if one != "layers canon")


@dataclass(frozen=True, slots=True)
class _VersionBuilder:
    rows: TimelineRows
    language: Language
    enders: Mapping[str, VisibleFact]
    unknown: Mapping[str, tuple[str, ...]]
    places: Mapping[str, TimelinePosition]
    runs: Mapping[str, NarratedRun]

    def versions(self, view: View, seen: Sequence[VisibleFact]) -> list[Version]:
        versions: list[Version] = []
        previous: dict[tuple[str, str], Fact] = {}
        for visible in seen:
            fact = visible.fact
            row, label = self.rows.row_of(fact, self.language)
            line = (row.key, "" if row.kind is TimelineRowKind.EXCLUSIVE else label)
            earlier = previous.get(line)
            gap = earlier is not None and _starts_after(fact, earlier)
            enders = [self.enders[uuid] for uuid in fact.ended_by if uuid in self.enders and uuid != fact.uuid]
            versions.append(
                Version(
                    shown=fact_view_of(view, fact, visible.holding),
                    ended_by=tuple(fact_view_of(view, ender.fact, ender.holding) for ender in enders),
                    placed=is_placed(fact),
                    order_unknown_to=self.unknown.get(fact.uuid, ()),
                    after_gap=gap,
                    row=row,
                    label=label,
                    told=self.places.get(fact.uuid),
                    gap_after=earlier.uuid if gap and earlier is not None else None,
                    narrated_in=None if row.kind is TimelineRowKind.FIXED else self._run_of(fact),
                )
            )
            if row.kind is not TimelineRowKind.EVENT and _ends_later(fact, earlier):
                previous[line] = fact
        return versions

    def _run_of(self, fact: Fact) -> NarratedRun | None:
        run = _undated_run(fact)
        return None if run is None else self.runs.get(run)


def _undated_run(fact: Fact) -> str | None:
    return fact.runs[0] if fact.runs and not is_dated(fact) else None


def _with_runs_together(seen: Sequence[VisibleFact]) -> list[VisibleFact]:
    known = {one.fact.uuid: one for one in seen}
    members: dict[str, list[Fact]] = {}
    for one in seen:
        run = _undated_run(one.fact)
        members.setdefault(run or one.fact.uuid, []).append(one.fact)
    return [known[fact.uuid] for facts in members.values() for fact in in_run_order(facts)]


async def _narrated_runs(view: View, facts: Sequence[Fact]) -> Mapping[str, NarratedRun]:
    ids = sorted({run for run in map(_undated_run, facts) if run is not None})
    if not ids:
        return {}
    records = await view.store.fetch(view.group_id, Kind.PASSAGE, ids=ids)
    found: dict[str, NarratedRun] = {}
    for record in records:
        first = from_json(Passage, record.value)
        found[first.uuid] = NarratedRun(first.uuid, first.frame, view.chapters.get(first.episode))
    return found


def _ends_later(fact: Fact, earlier: Fact | None) -> bool:
    end, before = _end(fact), None if earlier is None else _end(earlier)
    return earlier is None or end is None or (before is not None and end >= before)


def _end(fact: Fact) -> int | None:
    return None if fact.invalid_at is None else fact.invalid_at.latest


def _starts_after(fact: Fact, earlier: Fact) -> bool:
    start, end = None if fact.valid_at is None else fact.valid_at.earliest, _end(earlier)
    return end is not None and start is not None and end < start


async def _enders(view: View, seen: Sequence[VisibleFact]) -> dict[str, VisibleFact]:
    """A fact that ended another one is shown with it even if the view's filters hide it."""
    whole = view.without_filters()
    known = {one.fact.uuid: one for one in seen}
    missing = {uuid for one in seen for uuid in one.fact.ended_by} - set(known)
    for fact in await whole.facts(sorted(missing)):
        visibility = whole.visibility_of(fact)
        if visibility.seen:
            known[fact.uuid] = VisibleFact(fact, visibility.holding)
    return known


async def _unknown_orders(view: View, shown_ids: set[str]) -> dict[str, tuple[str, ...]]:
    unknown: dict[str, tuple[str, ...]] = {}
    for issue in await view.unknown_orders(shown_ids):
        for uuid in issue.facts:
            others = (one for one in issue.facts if one != uuid and one in shown_ids)
            unknown[uuid] = tuple(dict.fromkeys((*unknown.get(uuid, ()), *others)))
    return unknown
