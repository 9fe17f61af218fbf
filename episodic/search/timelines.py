"""What was true when: every version of an entity's or a predicate's facts in story order, and what ended each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from episodic.model.graph import Fact, Issue, IssueKind
from episodic.model.records import Kind, from_json
from episodic.search.listing import FactQuery, Seen, seen_facts
from episodic.search.shown import ShownFact, shown
from episodic.search.story_order import is_placed
from episodic.search.view import View


@dataclass(frozen=True, slots=True)
class Version:
    """One fact on a timeline, with its evidence, and what ended it with the evidence for that.

    `ended_by` are the facts that did (none where the text itself says that it ended: `shown.endings`). `placed` says whether
    anything is known of when it starts; `order_unknown_to` are the facts that exclude it and of which nobody knows which came
    first. `after_gap`: the version of the same subject and predicate before it had certainly ended by then.
    """

    shown: ShownFact
    ended_by: tuple[ShownFact, ...]
    placed: bool
    order_unknown_to: tuple[str, ...]
    after_gap: bool

    @property
    def uuid(self) -> str:
        """The fact's id."""
        return self.shown.uuid


@dataclass(frozen=True, slots=True)
class Timeline:
    """Versions in story order, then telling order."""

    versions: tuple[Version, ...]


async def timeline(view: View, entity: str | None = None, *, predicate: str | None = None) -> Timeline:
    """Every version, ended ones too, of the entity's facts, of one predicate's, of both, or of the whole work.

    With `as_of` only what holds or may hold then. Raises UnknownEntityError, AmbiguousNameError.
    """
    wide = view.wider()
    seen = await seen_facts(wide, FactQuery(entity=entity, predicate=predicate))
    enders = await _enders(wide, seen)
    unknown = await _unknown_orders(wide, {one.fact.uuid for one in seen})
    return Timeline(tuple(_versions(wide, seen, enders=enders, unknown=unknown)))


def _versions(
    view: View, seen: Sequence[Seen], *, enders: Mapping[str, Seen], unknown: Mapping[str, tuple[str, ...]]
) -> list[Version]:
    versions: list[Version] = []
    ended: dict[tuple[str, str], int | None] = {}
    for one in seen:
        fact = one.fact
        by = [enders[uuid] for uuid in fact.ended_by if uuid in enders and uuid != fact.uuid]
        key = (fact.subject, fact.predicate)
        versions.append(
            Version(
                shown=shown(view, fact, one.holding),
                ended_by=tuple(shown(view, ender.fact, ender.holding) for ender in by),
                placed=is_placed(fact),
                order_unknown_to=unknown.get(fact.uuid, ()),
                after_gap=_starts_after(fact, ended.get(key)),
            )
        )
        ended[key] = None if fact.invalid_at is None else fact.invalid_at.latest
    return versions


def _starts_after(fact: Fact, day: int | None) -> bool:
    start = None if fact.valid_at is None else fact.valid_at.earliest
    return day is not None and start is not None and day < start


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
