"""Timelines: all facts about an entity or with a predicate in story order, each with the facts that ended it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from episodic.model.episodes import UNDETERMINED, Language, Passage
from episodic.model.graph import Fact
from episodic.model.records import Kind, from_json
from episodic.search.entity_lookup import require_entity
from episodic.search.fact_listing import FactQuery, VisibleFact, query_facts
from episodic.search.fact_views import fact_view_of
from episodic.search.nested_facts import containers_of, nested
from episodic.search.prompt_lines import facts_prompt
from episodic.search.story_order import in_run_order, is_dated, is_placed
from episodic.search.timeline_layout import (
    NarrativeChapter,
    TimelinePosition,
    TimelineRowKind,
    TimelineRows,
    language_of_facts,
    narrative_positions,
)
from episodic.search.timeline_sections import NarratedRun, TimelineSection, Version, sections_of
from episodic.search.view import View


@dataclass(frozen=True, slots=True)
class Timeline:
    """The facts of a timeline, sorted by story time, and by narrative position if the story time is equal or unknown.
    Facts without exact dates are listed together if they belong to the same flashback, dream, letter or tale. Facts of
    the same flashback are listed in the order of the events in it. A fact that follows from another listed fact, or
    says the same, is one of the other fact's `effects` or `alike`.

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
        that tells it. Facts of the section kind `unplaced` come after all others, and facts that never change come
        last.
        """
        return sections_of(self.versions)

    @property
    def numbers(self) -> dict[str, int]:
        """Return the number of each fact on the timeline, by the fact's id. The facts are numbered from 1 through all
        `sections`. A fact's effects and the facts that say the same are listed below the fact, and have the next
        numbers.
        """
        return {
            one.uuid: place
            for place, one in enumerate(
                _one_by_one(one for section in self.sections for one in section.versions), start=1
            )
        }

    @property
    def one_by_one(self) -> tuple[Version, ...]:
        """Return all facts of the timeline, each followed by its effects and by the facts that say the same."""
        return tuple(_one_by_one(self.versions))

    def to_prompt(self, max_tokens: int = 2_000) -> str:
        """Return the facts as plain text for a prompt, in the order of `sections`. The facts are written and the text
        is limited as by `FactPage.to_prompt`.
        """
        versions = (one for section in self.sections for one in section.versions)
        entries = [[each.shown for each in (one, *one.effects, *one.alike)] for one in versions]
        return facts_prompt(entries, max_tokens)


def _one_by_one(versions: Iterable[Version]) -> Iterator[Version]:
    for version in versions:
        yield version
        yield from version.effects
        yield from version.alike


async def timeline(view: View, entity: str | None = None, *, predicate: str | None = None) -> Timeline:
    """Return the timeline of an entity, of a predicate, of both, or of the whole work, with facts that have ended.

    With `as_of` in the scope, the timeline has only facts that hold or possibly hold at that moment. Raises
    UnknownEntityError, AmbiguousNameError and UnknownPredicateError.
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
    """Return, by id, the facts *seen* and the facts that ended them, even those that the view's filters hide."""
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
