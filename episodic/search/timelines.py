"""Timelines: all facts of an entity or a predicate in story order, each with the facts that ended it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from episodic.model.episodes import UNDETERMINED, Language
from episodic.model.graph import Fact, Issue, IssueKind
from episodic.model.records import Kind, from_json
from episodic.search.entity_lookup import require_entity
from episodic.search.fact_listing import FactQuery, VisibleFact, query_facts
from episodic.search.fact_views import FactView, fact_view_of
from episodic.search.story_order import is_placed
from episodic.search.timeline_layout import (
    NarrativeChapter,
    TimelinePosition,
    TimelineRow,
    TimelineRowKind,
    TimelineRows,
    language_of_facts,
    narrative_positions,
    rows_of,
)
from episodic.search.view import View


@dataclass(frozen=True, slots=True)
class Version:
    """One fact on a timeline, with its evidence and the facts that ended it.

    `ended_by` are the facts that ended this fact. If the text itself states the end, the quotes are in `shown.endings`.
    `placed` is True if the start of the fact is known. `order_unknown_to` contains the ids of facts that exclude this
    fact, if the text does not say which fact comes first. `after_gap` is True if the previous fact in the row certainly
    ended before this fact starts, and `gap_after` is then the id of the previous fact. `row` is the timeline row of the
    fact, and `label` is the fact's label within the row. `told` is the narrative position of the fact's first quote, or
    None if the view's chapters contain no quote of the fact.
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

    @property
    def uuid(self) -> str:
        """Return the fact's id."""
        return self.shown.uuid


@dataclass(frozen=True, slots=True)
class Timeline:
    """The facts of a timeline in story order, then in narrative order.

    `entity` is the main name of the requested entity, or None for all entities. `predicate` is the requested predicate,
    or None for all predicates. `chapters` are the view's chapters in narrative order. `scope` contains descriptions of
    the view's restrictions.
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
    def sections(self) -> tuple[tuple[Version, ...], tuple[Version, ...], tuple[Version, ...]]:
        """Return the facts in three parts: facts with a known start, facts with an unknown start, and unchanging facts.

        A printed timeline shows the three parts in this order.
        """
        moving = [one for one in self.versions if one.row.kind is not TimelineRowKind.FIXED]
        return (
            tuple(one for one in moving if one.placed),
            tuple(one for one in moving if not one.placed),
            tuple(one for one in self.versions if one.row.kind is TimelineRowKind.FIXED),
        )

    @property
    def numbers(self) -> dict[str, int]:
        """Return the number of each version by the fact's id, counted from 1 through all sections."""
        return {one.uuid: place for place, one in enumerate(chain.from_iterable(self.sections), start=1)}


async def timeline(view: View, entity: str | None = None, *, predicate: str | None = None) -> Timeline:
    """Return all facts of an entity, of a predicate, of both, or of the whole work, including ended facts.

    If the scope has `as_of`, only the facts that are or may be true at that moment are returned. Raises
    UnknownEntityError and AmbiguousNameError.
    """
    wide = view.wider()
    about = None if entity is None else await require_entity(wide, entity)
    seen = await query_facts(wide, FactQuery(entity=entity, predicate=predicate))
    facts = [one.fact for one in seen]
    enders = await _enders(wide, seen)
    unknown = await _unknown_orders(wide, {one.uuid for one in facts})
    chapters, places = await narrative_positions(wide, facts)
    builder = _VersionBuilder(
        await rows_of(wide, None if about is None else about.uuid),
        language_of_facts(facts),
        enders=enders,
        unknown=unknown,
        places=places,
    )
    return Timeline(
        versions=tuple(builder.versions(wide, seen)),
        work=view.group_id,
        entity=None if about is None else wide.entity_as_seen(about).name,
        entity_id=None if about is None else about.uuid,
        predicate=predicate,
        language=builder.language,
        chapters=chapters,
        scope=_restrictions(wide),
    )


def _restrictions(view: View) -> tuple[str, ...]:
    """Return descriptions of the view's restrictions. The default restriction to the canon layer is left out."""
    return tuple(one for one in view.scope.words() if one != "layers canon")


@dataclass(frozen=True, slots=True)
class _VersionBuilder:
    """Builds the versions of a timeline from facts and from the data that the versions contain."""

    rows: TimelineRows
    language: Language
    enders: Mapping[str, VisibleFact]
    unknown: Mapping[str, tuple[str, ...]]
    places: Mapping[str, TimelinePosition]

    def versions(self, view: View, seen: Sequence[VisibleFact]) -> list[Version]:
        """Return the version of each fact in *seen*, in the same order."""
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
                )
            )
            if row.kind is not TimelineRowKind.EVENT and _ends_later(fact, earlier):
                previous[line] = fact
        return versions


def _ends_later(fact: Fact, earlier: Fact | None) -> bool:
    """Return whether the fact may end as late as the earlier fact in its row, or later."""
    end, before = _end(fact), None if earlier is None else _end(earlier)
    return earlier is None or end is None or (before is not None and end >= before)


def _end(fact: Fact) -> int | None:
    return None if fact.invalid_at is None else fact.invalid_at.latest


def _starts_after(fact: Fact, earlier: Fact) -> bool:
    start, end = None if fact.valid_at is None else fact.valid_at.earliest, _end(earlier)
    return end is not None and start is not None and end < start


async def _enders(view: View, seen: Sequence[VisibleFact]) -> dict[str, VisibleFact]:
    """Return the facts in *seen* and the visible facts that ended any of them, by id.

    Facts that ended a fact in *seen* are returned even if the view's filters exclude them.
    """
    whole = view.without_filters()
    known = {one.fact.uuid: one for one in seen}
    missing = {uuid for one in seen for uuid in one.fact.ended_by} - set(known)
    for fact in await whole.facts(sorted(missing)):
        visibility = whole.visibility_of(fact)
        if visibility.seen:
            known[fact.uuid] = VisibleFact(fact, visibility.holding)
    return known


async def _unknown_orders(view: View, shown_ids: set[str]) -> dict[str, tuple[str, ...]]:
    """Return for each fact the ids of the facts that exclude the fact and whose order relative to the fact is unknown.

    Ids that are not in *shown_ids* are left out.
    """
    unknown: dict[str, tuple[str, ...]] = {}
    for record in await view.store.fetch(view.group_id, Kind.ISSUE):
        issue = from_json(Issue, record.value)
        if issue.kind is IssueKind.ORDER_UNKNOWN:
            for uuid in issue.facts:
                others = (one for one in issue.facts if one != uuid and one in shown_ids)
                unknown[uuid] = tuple(dict.fromkeys((*unknown.get(uuid, ()), *others)))
    return unknown
