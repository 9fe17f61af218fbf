"""The application of a manuscript plan to a work's inputs. Chapters are removed, moved and renamed, and get order keys."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from episodic.model.episodes import ORDER_GAP, Episode, Layer
from episodic.pipeline.inputs import ChapterInput, WorkInputs
from episodic.pipeline.order_keys import episode_of, order_keys_between
from episodic.pipeline.sync.planning import ManuscriptPlan, PlannedChapter, number_of


@dataclass(frozen=True, slots=True)
class AppliedPlan:
    """The inputs after a plan's removals, moves and renames, before any chapter is read.

    `chapters` are the manuscript's chapters in manuscript order, as planned. New and changed chapters have not been
    read yet.
    """

    inputs: WorkInputs
    chapters: tuple[Episode, ...]

    def with_chapters(self, chapters: Sequence[ChapterInput]) -> AppliedPlan:
        """Return the applied plan with inputs in which *chapters* replace the chapters with the same ids. The field
        `chapters` of the plan stays as it is.
        """
        now = {one.episode.uuid: one for one in chapters}
        told = tuple(now.get(one.episode.uuid, one) for one in self.inputs.chapters)
        return replace(self, inputs=replace(self.inputs, chapters=told))


def apply_plan(inputs: WorkInputs, plan: ManuscriptPlan, *, layer: Layer, reader: str) -> AppliedPlan:
    """Apply *plan* to one layer of *inputs*. *reader* is the name of the reader of new chapters.

    A new or moved chapter is placed directly after the chapter that precedes it in the manuscript. A new or moved
    chapter at the beginning of the manuscript is placed before the first chapter that keeps its place. If no chapter
    keeps its place, the chapter at the beginning of the manuscript is placed at the end of the work. A draft gets the
    order key of the canon chapter with the same chapter key. All order keys are spread evenly if a gap between two
    order keys has too few free integers. If every gap is large enough, only new and moved chapters and drafts get other
    order keys.
    """
    canon = {one.key: one.order for one in inputs.episodes if one.layer is Layer.CANON}
    fixed = [_existing_order_key(one, canon if layer is Layer.DRAFT else {}) for one in plan.chapters]
    kept, coming = _orders(_slots(inputs, plan, fixed))
    made: list[Episode] = []
    for number, (planned, order) in enumerate(zip(plan.chapters, fixed, strict=True)):
        found = episode_of(
            planned.chapter,
            planned.key,
            group_id=inputs.group_id,
            order=coming[number] if order is None else kept[order],
            layer=layer,
            reader=reader,
        )
        made.append(_with_existing_metadata(found, planned, plan.extent.manuscript))
    goals = {one.uuid: one for one in made}
    rewritten = {one.there.uuid for one in plan.chapters if one.there is not None and one.rewritten}

    def after(one: Episode) -> Episode:
        goal = goals.get(one.uuid)
        if goal is None:
            return replace(one, order=kept.get(one.order, one.order))
        return replace(one, order=goal.order) if one.uuid in rewritten else _with_new_metadata(one, goal)

    return AppliedPlan(update_episodes(inputs, after, without={one.uuid for one in plan.gone}), tuple(made))


def update_episodes(
    inputs: WorkInputs, after: Callable[[Episode], Episode], *, without: Collection[str] = ()
) -> WorkInputs:
    """Replace every episode by the episode that the function *after* returns for it, and sort the chapters by their new
    order keys.

    Episodes whose ids are in *without* are removed.
    """
    chapters = [
        one if (now := after(one.episode)) == one.episode else replace(one, episode=now)
        for one in inputs.chapters
        if one.episode.uuid not in without
    ]
    return replace(
        inputs,
        chapters=tuple(sorted(chapters, key=lambda one: (one.episode.order, one.episode.uuid))),
        waiting=tuple(after(one) for one in inputs.waiting if one.uuid not in without),
    ).with_drafts_in_place()


def make_room_beside(
    inputs: WorkInputs, neighbour: Episode, *, before: bool, moving: str | None = None
) -> tuple[WorkInputs, int]:
    """Return the inputs with a free order key directly before or after *neighbour*, and this order key.

    *moving* is the id of a chapter that leaves its place, so that its order key counts as free. If no integer is free
    beside *neighbour*, all order keys are spread evenly.
    """
    orders = sorted({one.order for one in inputs.episodes if one.uuid != moving})
    line: list[_KeptSlot | _NewSlot] = [_KeptSlot(order) for order in orders]
    line.insert(orders.index(neighbour.order) + (0 if before else 1), _NewSlot(0))
    kept, coming = _orders(line)
    roomy = update_episodes(inputs, lambda one: replace(one, order=kept.get(one.order, one.order)))
    return roomy, coming[0]


@dataclass(frozen=True, slots=True)
class _KeptSlot:
    order: int


@dataclass(frozen=True, slots=True)
class _NewSlot:
    """The place of a new or moved chapter, where `number` is the index of the chapter in the manuscript."""

    number: int


def _existing_order_key(one: PlannedChapter, beside: Mapping[str, int]) -> int | None:
    """Return the order key that the chapter keeps or gets from canon, or None if it is new or moved. *beside* maps
    chapter keys of canon to order keys of canon chapters. A draft gets the order key of the canon chapter that has the
    same chapter key. For a chapter that is not a draft, *beside* is empty.
    """
    if one.key in beside:
        return beside[one.key]
    return None if one.there is None or one.moved else one.there.order


def _slots(inputs: WorkInputs, plan: ManuscriptPlan, fixed: Sequence[int | None]) -> list[_KeptSlot | _NewSlot]:
    gone = {one.uuid for one in plan.gone}
    leaving = gone | {one.there.uuid for one in plan.chapters if one.there is not None and one.moved}
    behind: defaultdict[int | None, list[_KeptSlot | _NewSlot]] = defaultdict(list)
    first = last = None
    for number, order in enumerate(fixed):
        if order is None:
            behind[last].append(_NewSlot(number))
        else:
            last = order
            first = last if first is None else first
    line: list[_KeptSlot | _NewSlot] = []
    for order in sorted({one.order for one in inputs.episodes if one.uuid not in leaving}):
        line.extend(behind[None] if order == first else ())
        line.append(_KeptSlot(order))
        line.extend(behind[order])
    return line if first is not None else [*line, *behind[None]]


def _orders(line: Sequence[_KeptSlot | _NewSlot]) -> tuple[Mapping[int, int], Mapping[int, int]]:
    coming: dict[int, int] = {}
    waiting: list[int] = []
    before: int | None = None
    for slot in (*line, None):
        if isinstance(slot, _NewSlot):
            waiting.append(slot.number)
            continue
        found = order_keys_between(before, None if slot is None else slot.order, len(waiting))
        if found is None:
            return _spread(line)
        coming.update(zip(waiting, found, strict=True))
        waiting = []
        before = None if slot is None else slot.order
    return {one.order: one.order for one in line if isinstance(one, _KeptSlot)}, coming


def _spread(line: Sequence[_KeptSlot | _NewSlot]) -> tuple[Mapping[int, int], Mapping[int, int]]:
    orders = [(one, ORDER_GAP * number) for number, one in enumerate(line, start=1)]
    return (
        {one.order: order for one, order in orders if isinstance(one, _KeptSlot)},
        {one.number: order for one, order in orders if isinstance(one, _NewSlot)},
    )


def _with_existing_metadata(made: Episode, planned: PlannedChapter, manuscript: str) -> Episode:
    there = planned.there
    if there is None:
        return replace(made, manuscript=manuscript)
    return replace(
        made,
        uuid=there.uuid,
        number=number_of(there, made),
        revision=there.revision + planned.rewritten,
        source_description=made.source_description or there.source_description,
        reference_time=made.reference_time or there.reference_time,
        manuscript=manuscript or there.manuscript,
    )


def _with_new_metadata(episode: Episode, goal: Episode) -> Episode:
    return replace(
        episode,
        order=goal.order,
        title=goal.title,
        path=goal.path,
        number=goal.number,
        source_description=goal.source_description,
        reference_time=goal.reference_time,
        manuscript=goal.manuscript,
    )
