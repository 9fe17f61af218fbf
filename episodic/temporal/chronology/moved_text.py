"""After an edit that changes no time, updates the positions in the text that a chronology stores.

The edited passages have no time of their own, and the text behind the edited place has only moved. The temporal network
stays the same, so that no other chapter is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeVar

from episodic.model.changed_values import changed_keys, missing_keys
from episodic.model.shared_dict import SharedDict
from episodic.model.spans import NarrativePosition
from episodic.temporal.chronology.growth import ChronologyGrowth, same_time
from episodic.temporal.chronology.layout import ChronologyLayout
from episodic.temporal.chronology.rebuilding import ChronologyVersion, PlacedInputs
from episodic.temporal.placed import PlacedPassage, PlacedStatement

_Value = TypeVar("_Value")


class _MovedPassage(NamedTuple):
    before: PlacedPassage
    now: PlacedPassage


@dataclass(frozen=True, slots=True)
class MovedText:
    """The passages of which the text or the place in the chapter changed, and the changed statements, before and after
    the edit. `layout` is the data of the chronology after the edit.
    """

    layout: ChronologyLayout
    passages: Sequence[_MovedPassage]
    statements: Sequence[tuple[PlacedStatement, PlacedStatement]]

    def growth(self, base: object) -> ChronologyGrowth:
        """Return the changes from the chronology before the edit, which has the version *base*."""
        moved = {before.uuid for before, _ in self.statements}
        nodes = frozenset(node for node, shown in self.layout.counted_from.items() if shown in moved)
        return ChronologyGrowth(base, nodes, frozenset(self._near()))

    def _near(self) -> Iterator[str]:
        """Yield the changed passages, their neighbours, and the passages of the runs (such as flashbacks) that contain
        changed passages or are told in them.
        """
        layout = self.layout
        nodes = {layout.nows[one.now.uuid] for one in self.passages}
        runs = {one.now.run for one in self.passages if not one.now.main}
        runs.update(run for run, scene in layout.scenes.items() if scene in nodes)
        while more := {run for run, host in layout.hosts.items() if host in runs and run not in runs}:
            runs |= more
        for run in runs:
            yield from layout.runs.get(run, ())
        for one in self.passages:
            run, number = layout.run_places[one.now.uuid]
            yield from layout.runs[run][max(0, number - 2) : number + 2]


def moved_text(before: ChronologyVersion, now: PlacedInputs) -> MovedText | None:
    """Return the changed passages and statements after an edit that changes no time. *now* are all passages and
    statements after the edit. The statements must have the narrative order of *before*. Two quotes must overlap if and
    only if they overlap in *before*. Return None if the edit may change the order or the days of moments.
    """
    passages = _moved_passages(before.passages, now.passages)
    if passages is None or not all(_is_timeless(before.layout, one) for one in passages):
        return None
    statements = _moved_statements(before, now.statements, {one.before.uuid: one.now.uuid for one in passages})
    if statements is None:
        return None
    return MovedText(_layout(before.layout, passages, statements), passages, statements)


def _layout(
    layout: ChronologyLayout,
    passages: Iterable[_MovedPassage],
    statements: Iterable[tuple[PlacedStatement, PlacedStatement]],
) -> ChronologyLayout:
    """Return the data of the chronology after the edit; *layout* is the data before the edit."""
    made = layout.copy()
    starts = {before.told: now.told for before, now in statements}
    for before, now in passages:
        starts[_start(before)] = _start(now)
        for node in _nodes(layout, before.uuid):
            known = layout.positions.get(node)
            if known is not None and starts.get(known, known) != known:
                made.positions[node] = starts[known]
        if before.closing is not None and layout.closings.get(before.run) == _closing(before):
            made.closings[before.run] = _closing(now)
        if before.uuid != now.uuid:
            _rename(made, before.uuid, now.uuid)
    return made


def _moved_passages(
    known: Mapping[str, PlacedPassage], passages: Mapping[str, PlacedPassage]
) -> list[_MovedPassage] | None:
    changed = [known[uuid] for uuid in changed_keys(passages, known) if passages.get(uuid) != known[uuid]]
    added = [*missing_keys(passages, known), *(one.uuid for one in changed if one.uuid in passages)]
    now = {(one.episode, one.index): one for one in map(passages.__getitem__, added)}
    if len({one.episode for one in changed}) > 1 or {(one.episode, one.index) for one in changed} != now.keys():
        return None
    return [_MovedPassage(one, now[one.episode, one.index]) for one in changed]


def _is_timeless(layout: ChronologyLayout, moved: _MovedPassage) -> bool:
    """Return whether neither the order nor a day of a moment depends on the text of a passage or on its offsets."""
    passage, now = moved
    if replace(now, uuid=passage.uuid, start=passage.start, closing=passage.closing) != passage:
        return False
    if passage.time or passage.time_text or passage.shifts or passage.follows or passage.aside:
        return False
    if passage.written_in or passage.sent_in:
        return False
    if passage.sentences or any(one.owner == passage.uuid for one in layout.conflicts):
        return False
    chain = layout.chains.chain.get(layout.nows[passage.uuid])
    if passage.uuid != now.uuid and chain is not None and layout.line_names.get(chain) == passage.uuid:
        return False  # The passage gives its id to a line, on which statements of other passages have places.
    if passage.closing != now.closing and _closing(passage) in layout.counted_within.values():
        return False
    return not _in_strands(layout, passage.order)


def _in_strands(layout: ChronologyLayout, order: int) -> bool:
    links = (link for one in layout.strand_links.values() for link in one)
    if any(order in (begin.order, place.told.order) for begin, place in links):
        return True
    return any(one.told.order == order for one in layout.strand_ends.values())


def _moved_statements(
    before: ChronologyVersion, statements: Mapping[str, PlacedStatement], renamed: Mapping[str, str]
) -> list[tuple[PlacedStatement, PlacedStatement]] | None:
    known = before.statements
    if missing_keys(statements, known) or missing_keys(known, statements):
        return None
    changed = [(known[uuid], statements[uuid]) for uuid in changed_keys(known, statements)]
    for one, now in changed:
        if not _only_moved(before.layout, one, now, renamed.get(one.passage, one.passage)):
            return None
    return changed


def _only_moved(layout: ChronologyLayout, before: PlacedStatement, now: PlacedStatement, passage: str) -> bool:
    """Return whether two versions of a statement differ only in fields on which no time depends. The offset of the
    quote and the id of the passage may differ only under two conditions. The statement must have no time of its own,
    and it must be in no sequence.
    """
    if same_time(before, now):
        return before.passage == passage
    if before.time is not None or before.event is not None or before.lasting is not None:
        return False
    told, quote = now.told, replace(now.evidence, start=before.evidence.start, end=before.evidence.end)
    moved = replace(before, passage=passage, evidence=now.evidence)
    if replace(quote, told=before.told) != before.evidence or told.order != before.told.order:
        return False
    return before.uuid not in layout.sequences and same_time(moved, now)


def _start(passage: PlacedPassage) -> NarrativePosition:
    return NarrativePosition(passage.order, passage.start)


def _closing(passage: PlacedPassage) -> NarrativePosition:
    return NarrativePosition(passage.order, passage.start if passage.closing is None else passage.closing)


def _nodes(layout: ChronologyLayout, passage: str) -> set[int]:
    return {layout.nows[passage], *layout.planned.get(passage, ()), *layout.placed.get(passage, ())}


def _rename(layout: ChronologyLayout, before: str, now: str) -> None:
    run, number = layout.run_places[before]
    layout.runs[run][number] = now
    _rename_key(layout.nows, before, now)
    _rename_key(layout.ends, before, now)
    _rename_key(layout.run_places, before, now)
    _rename_key(layout.episodes, before, now)
    _rename_key(layout.planned, before, now)
    _rename_key(layout.placed, before, now)
    for listed in (layout.before_scene, layout.at_scene, layout.later_scenes):
        if before in listed:
            listed.remove(before)
            listed.add(now)


def _rename_key(table: SharedDict[str, _Value], before: str, now: str) -> None:
    if before in table:
        table[now] = table[before]
        del table[before]
