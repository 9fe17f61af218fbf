"""A plan carried out on what is asserted: chapters taken out, moved and renamed, and places for those that come in. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from episodic.model.episodes import ORDER_GAP, Episode, Layer
from episodic.pipeline.asserted import Asserted, AssertedChapter
from episodic.pipeline.manuscript.planning import ManuscriptPlan, PlannedChapter, number_of
from episodic.pipeline.order import episode_of, places


@dataclass(frozen=True, slots=True)
class Arranged:
    """The work after a plan's removals, moves and renames, before anything is read.

    `chapters` are the manuscript's as they are to be, in its order: those that are new or have another text are still to be read.
    """

    asserted: Asserted
    chapters: tuple[Episode, ...]

    def told_with(self, chapters: Sequence[AssertedChapter]) -> Arranged:
        """With these chapters in place of those of their ids."""
        now = {one.episode.uuid: one for one in chapters}
        told = tuple(now.get(one.episode.uuid, one) for one in self.asserted.chapters)
        return replace(self, asserted=replace(self.asserted, chapters=told))


def arranged(asserted: Asserted, plan: ManuscriptPlan, *, layer: Layer, reader: str) -> Arranged:
    """One layer of *asserted* as *plan* wants it; *reader* names who will read what is new.

    A new or moved chapter stands right behind the one before it in the manuscript; before the manuscript's first one that stays
    where it is; at the end of the work where none does; a draft where the canon chapter of its key stands. Order keys of others change only
    where a gap is used up: then all do.
    """
    canon = {one.key: one.order for one in asserted.episodes if one.layer is Layer.CANON}
    fixed = [_fixed(one, canon if layer is Layer.DRAFT else {}) for one in plan.chapters]
    kept, coming = _orders(_line(asserted, plan, fixed))
    made: list[Episode] = []
    for number, (one, order) in enumerate(zip(plan.chapters, fixed, strict=True)):
        found = episode_of(
            one.chapter,
            one.key,
            group_id=asserted.group_id,
            order=coming[number] if order is None else kept[order],
            layer=layer,
            reader=reader,
        )
        made.append(_known(found, one, plan.extent.manuscript))
    goals = {one.uuid: one for one in made}
    rewritten = {one.there.uuid for one in plan.chapters if one.there is not None and one.rewritten}

    def after(one: Episode) -> Episode:
        goal = goals.get(one.uuid)
        if goal is None:
            return replace(one, order=kept.get(one.order, one.order))
        return replace(one, order=goal.order) if one.uuid in rewritten else _described(one, goal)

    return Arranged(rearranged(asserted, after, without={one.uuid for one in plan.gone}), tuple(made))


def rearranged(asserted: Asserted, after: Callable[[Episode], Episode], *, without: Collection[str] = ()) -> Asserted:
    """Every chapter as *after* makes it, in the order that this gives them, but for those that are taken out."""
    chapters = [
        one if (now := after(one.episode)) == one.episode else replace(one, episode=now)
        for one in asserted.chapters
        if one.episode.uuid not in without
    ]
    return replace(
        asserted,
        chapters=tuple(sorted(chapters, key=lambda one: (one.episode.order, one.episode.uuid))),
        waiting=tuple(after(one) for one in asserted.waiting if one.uuid not in without),
    )


def placed_beside(
    asserted: Asserted, neighbour: Episode, *, before: bool, moving: str | None = None
) -> tuple[Asserted, int]:
    """The work with room for a canon chapter right before or after *neighbour*, and its order key.

    *moving* is the id of a chapter that leaves its place for that. All keys are spread where the gap is used up.
    """
    orders = sorted({one.order for one in asserted.episodes if one.uuid != moving})
    line: list[_Stays | _Comes] = [_Stays(order) for order in orders]
    line.insert(orders.index(neighbour.order) + (0 if before else 1), _Comes(0))
    kept, coming = _orders(line)
    roomy = rearranged(asserted, lambda one: replace(one, order=kept.get(one.order, one.order)))
    return roomy, coming[0]


@dataclass(frozen=True, slots=True)
class _Stays:
    """A place of the telling that is there, by its order key."""

    order: int


@dataclass(frozen=True, slots=True)
class _Comes:
    """A chapter of the manuscript, by its position, that is to find a place."""

    number: int


def _fixed(one: PlannedChapter, beside: Mapping[str, int]) -> int | None:
    """The order key of the place that the chapter has already; None if it is to find one. *beside*: places by key."""
    if one.key in beside:
        return beside[one.key]
    return None if one.there is None or one.moved else one.there.order


def _line(asserted: Asserted, plan: ManuscriptPlan, fixed: Sequence[int | None]) -> list[_Stays | _Comes]:
    """The telling to come."""
    gone = {one.uuid for one in plan.gone}
    leaving = gone | {one.there.uuid for one in plan.chapters if one.there is not None and one.moved}
    behind: defaultdict[int | None, list[_Stays | _Comes]] = defaultdict(list)
    first = last = None
    for number, order in enumerate(fixed):
        if order is None:
            behind[last].append(_Comes(number))
        else:
            last = order
            first = last if first is None else first
    line: list[_Stays | _Comes] = []
    for order in sorted({one.order for one in asserted.episodes if one.uuid not in leaving}):
        line.extend(behind[None] if order == first else ())
        line.append(_Stays(order))
        line.extend(behind[order])
    return line if first is not None else [*line, *behind[None]]


def _orders(line: Sequence[_Stays | _Comes]) -> tuple[Mapping[int, int], Mapping[int, int]]:
    """The new order key of every place by its old one, and of every chapter that comes by its position."""
    coming: dict[int, int] = {}
    waiting: list[int] = []
    before: int | None = None
    for one in (*line, None):
        if isinstance(one, _Comes):
            waiting.append(one.number)
            continue
        found = places(before, None if one is None else one.order, len(waiting))
        if found is None:
            return _spread(line)
        coming.update(zip(waiting, found, strict=True))
        waiting = []
        before = None if one is None else one.order
    return {one.order: one.order for one in line if isinstance(one, _Stays)}, coming


def _spread(line: Sequence[_Stays | _Comes]) -> tuple[Mapping[int, int], Mapping[int, int]]:
    """Full gaps for all."""
    orders = [(one, ORDER_GAP * number) for number, one in enumerate(line, start=1)]
    return (
        {one.order: order for one, order in orders if isinstance(one, _Stays)},
        {one.number: order for one, order in orders if isinstance(one, _Comes)},
    )


def _known(made: Episode, one: PlannedChapter, manuscript: str) -> Episode:
    """The chapter as it is to be: of its own words, and with what is known of it beside them."""
    there = one.there
    if there is None:
        return replace(made, manuscript=manuscript)
    return replace(
        made,
        uuid=there.uuid,
        number=number_of(there, made),
        revision=there.revision + one.rewritten,
        source_description=made.source_description or there.source_description,
        reference_time=made.reference_time or there.reference_time,
        manuscript=manuscript or there.manuscript,
    )


def _described(one: Episode, goal: Episode) -> Episode:
    """The chapter with the place and the names of *goal*; its text and what read it stay."""
    return replace(
        one,
        order=goal.order,
        title=goal.title,
        path=goal.path,
        number=goal.number,
        source_description=goal.source_description,
        reference_time=goal.reference_time,
        manuscript=goal.manuscript,
    )
