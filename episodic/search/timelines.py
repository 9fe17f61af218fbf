"""What was true when: every version of an entity's or a predicate's facts in story order, and what ended each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from episodic.model.episodes import Language
from episodic.model.graph import Fact, Issue, IssueKind
from episodic.model.records import Kind, from_json
from episodic.search.listing import FactQuery, Seen, seen_facts
from episodic.search.resolving import known_entity
from episodic.search.shown import ShownFact, shown
from episodic.search.story_order import is_placed
from episodic.search.tracks import Place, Row, RowKind, Rows, TellingChapter, language_of_facts, rows_of, telling_of
from episodic.search.view import View


@dataclass(frozen=True, slots=True)
class Version:
    """One fact on a timeline, with its evidence, and what ended it with the evidence for that.

    `ended_by` are the facts that did (none where the text itself says that it ended: `shown.endings`). `placed` says whether
    anything is known of when it starts; `order_unknown_to` are the facts that exclude it and of which nobody knows which came
    first. `after_gap`: the version before it on its line had certainly ended by then, and `gap_after` is that version's id.
    `row` is the line of the story it belongs to, `label` what is left to say there; `told` is where its first words stand (None: in
    no chapter of the view).
    """

    shown: ShownFact
    ended_by: tuple[ShownFact, ...]
    placed: bool
    order_unknown_to: tuple[str, ...]
    after_gap: bool
    row: Row
    label: str
    told: Place | None = None
    gap_after: str | None = None

    @property
    def uuid(self) -> str:
        """The fact's id."""
        return self.shown.uuid


@dataclass(frozen=True, slots=True)
class Timeline:
    """Versions in story order, then telling order.

    `entity` is the main name of whom it is about and `predicate` the one that was asked for (None: of everybody, of every one);
    `chapters` are all that the view reads, in telling order; `scope` says in words what the view leaves out beyond that.
    """

    versions: tuple[Version, ...]
    work: str = ""
    entity: str | None = None
    entity_id: str | None = None
    predicate: str | None = None
    language: Language = Language.ENGLISH
    chapters: tuple[TellingChapter, ...] = ()
    scope: tuple[str, ...] = ()

    @property
    def sections(self) -> tuple[tuple[Version, ...], tuple[Version, ...], tuple[Version, ...]]:
        """As a list shows them: versions of which something is known of when they start, the others, what never changes."""
        moving = [one for one in self.versions if one.row.kind is not RowKind.FIXED]
        return (
            tuple(one for one in moving if one.placed),
            tuple(one for one in moving if not one.placed),
            tuple(one for one in self.versions if one.row.kind is RowKind.FIXED),
        )

    @property
    def numbers(self) -> dict[str, int]:
        """The number of each version, by id, counted from 1 through the sections."""
        return {one.uuid: place for place, one in enumerate(chain.from_iterable(self.sections), start=1)}


async def timeline(view: View, entity: str | None = None, *, predicate: str | None = None) -> Timeline:
    """Every version, ended ones too, of the entity's facts, of one predicate's, of both, or of the whole work.

    With `as_of` only what holds or may hold then. Raises UnknownEntityError, AmbiguousNameError.
    """
    wide = view.wider()
    about = None if entity is None else await known_entity(wide, entity)
    seen = await seen_facts(wide, FactQuery(entity=entity, predicate=predicate))
    facts = [one.fact for one in seen]
    enders = await _enders(wide, seen)
    unknown = await _unknown_orders(wide, {one.uuid for one in facts})
    chapters, places = await telling_of(wide, facts)
    lines = _Lines(
        await rows_of(wide, None if about is None else about.uuid),
        language_of_facts(facts),
        enders=enders,
        unknown=unknown,
        places=places,
    )
    return Timeline(
        versions=tuple(lines.versions(wide, seen)),
        work=view.group_id,
        entity=None if about is None else wide.entity_as_seen(about).name,
        entity_id=None if about is None else about.uuid,
        predicate=predicate,
        language=lines.language,
        chapters=chapters,
        scope=_restrictions(wide),
    )


def _restrictions(view: View) -> tuple[str, ...]:
    """What the scope restricts, in words; nothing for all of canon."""
    return tuple(one for one in view.scope.words() if one != "layers canon")


@dataclass(frozen=True, slots=True)
class _Lines:
    """What is known beside the facts themselves: their rows, what ended them, whose order is unknown, where they are told."""

    rows: Rows
    language: Language
    enders: Mapping[str, Seen]
    unknown: Mapping[str, tuple[str, ...]]
    places: Mapping[str, Place]

    def versions(self, view: View, seen: Sequence[Seen]) -> list[Version]:
        """The versions of *seen*, in its order."""
        versions: list[Version] = []
        before: dict[tuple[str, str], Fact] = {}
        for one in seen:
            fact = one.fact
            row, label = self.rows.row_of(fact, self.language)
            line = (row.key, "" if row.kind is RowKind.EXCLUSIVE else label)
            earlier = before.get(line)
            gap = earlier is not None and _starts_after(fact, earlier)
            by = [self.enders[uuid] for uuid in fact.ended_by if uuid in self.enders and uuid != fact.uuid]
            versions.append(
                Version(
                    shown=shown(view, fact, one.holding),
                    ended_by=tuple(shown(view, ender.fact, ender.holding) for ender in by),
                    placed=is_placed(fact),
                    order_unknown_to=self.unknown.get(fact.uuid, ()),
                    after_gap=gap,
                    row=row,
                    label=label,
                    told=self.places.get(fact.uuid),
                    gap_after=earlier.uuid if gap and earlier is not None else None,
                )
            )
            if row.kind is not RowKind.EVENT and _reaches_on(fact, earlier):
                before[line] = fact
        return versions


def _reaches_on(fact: Fact, earlier: Fact | None) -> bool:
    """Whether the fact may last longer than the one before it on its line."""
    end, before = _end(fact), None if earlier is None else _end(earlier)
    return earlier is None or end is None or (before is not None and end >= before)


def _end(fact: Fact) -> int | None:
    return None if fact.invalid_at is None else fact.invalid_at.latest


def _starts_after(fact: Fact, earlier: Fact) -> bool:
    start, end = None if fact.valid_at is None else fact.valid_at.earliest, _end(earlier)
    return end is not None and start is not None and end < start


async def _enders(view: View, seen: Sequence[Seen]) -> dict[str, Seen]:
    """The facts that ended others: those that the scope shows, whatever the filters ask for."""
    whole = view.without_filters()
    known = {one.fact.uuid: one for one in seen}
    missing = {uuid for one in seen for uuid in one.fact.ended_by} - set(known)
    for fact in await whole.facts(sorted(missing)):
        standing = whole.standing(fact)
        if standing.seen:
            known[fact.uuid] = Seen(fact, standing.holding)
    return known


async def _unknown_orders(view: View, shown_ids: set[str]) -> dict[str, tuple[str, ...]]:
    """For each fact the others under its exclusive key whose order to it is unknown, of those that are shown."""
    unknown: dict[str, tuple[str, ...]] = {}
    for record in await view.store.fetch(view.group_id, Kind.ISSUE):
        issue = from_json(Issue, record.value)
        if issue.kind is IssueKind.ORDER_UNKNOWN:
            for uuid in issue.facts:
                others = (one for one in issue.facts if one != uuid and one in shown_ids)
                unknown[uuid] = tuple(dict.fromkeys((*unknown.get(uuid, ()), *others)))
    return unknown
