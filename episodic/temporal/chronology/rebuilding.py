"""Builds the layout of a chronology (the data from which it answers questions) from all passages.

The module also compares a layout with the layout before a change, to find which moments have changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from episodic.model.changed_values import changed_keys, missing_keys
from episodic.temporal.chronology.builder import ChronologyBuilder
from episodic.temporal.chronology.changed_positions import changed_statements
from episodic.temporal.chronology.growth import ChronologyGrowth, changed_nodes, changed_passages, rough_moved
from episodic.temporal.chronology.layout import ChronologyLayout, batch_of
from episodic.temporal.chronology.reachability import Reachability, Relations
from episodic.temporal.chronology.search_graph import Marks
from episodic.temporal.chronology.strand_places import ended_strands
from episodic.temporal.chronology.temporal_network import NetworkEdge
from episodic.temporal.constraints import CalendarRanges
from episodic.temporal.placed import PlacedPassage, PlacedStatement

_EdgeLists = Sequence[tuple[NetworkEdge, ...]]

MOST_COMPARED = 64
"""The maximum number of graph searches that compare a rebuilt chronology with its previous version. Each node at which
an added or removed edge (constraint) begins or ends needs one search. If more searches are needed, the comparison is
skipped, and all facts are derived again.
"""


@dataclass(frozen=True, slots=True)
class PlacedInputs:
    """The passages and statements of a chronology, by id."""

    passages: Mapping[str, PlacedPassage]
    statements: Mapping[str, PlacedStatement]

    @property
    def last(self) -> tuple[int, int] | None:
        return max((one.narrative_key for one in self.passages.values()), default=None)

    @classmethod
    def of(cls, passages: Iterable[PlacedPassage], statements: Iterable[PlacedStatement]) -> PlacedInputs:
        """Return the given passages and the statements of these passages, by id."""
        known = {passage.uuid: passage for passage in passages}
        return cls(known, {statement.uuid: statement for statement in statements if statement.passage in known})


@dataclass(frozen=True, slots=True)
class ChronologyVersion:
    """The layout of a chronology (the data from which it answers questions), with the passages and statements from
    which it was built.
    """

    layout: ChronologyLayout
    inputs: PlacedInputs

    @property
    def passages(self) -> Mapping[str, PlacedPassage]:
        return self.inputs.passages

    @property
    def statements(self) -> Mapping[str, PlacedStatement]:
        return self.inputs.statements

    def growth_to(
        self, after: ChronologyLayout, base: object, reachability: Callable[[], tuple[Reachability, Reachability]]
    ) -> ChronologyGrowth:
        """Return the changes from this version to a version that has further passages, with the layout *after*. *base*
        identifies this version. The function *reachability* is passed on to `changed_nodes`.
        """
        changed, followed = changed_passages(self.layout, after, lambda one: self.passages[one].main)
        nodes = changed_nodes(self.layout, after, reachability)
        return ChronologyGrowth(base, nodes, changed, followed, ended_strands(self.layout, after, self.statements))


def built_layout(inputs: PlacedInputs, calendars: CalendarRanges) -> ChronologyLayout:
    layout = ChronologyLayout()
    batch = batch_of(list(inputs.passages.values()), list(inputs.statements.values()))
    ChronologyBuilder(layout, calendars).grow(batch, strict=False)
    return layout


def rebuilt_growth(
    base: object, before: ChronologyVersion, after: ChronologyVersion, matched: frozenset[int]
) -> ChronologyGrowth | None:
    """Return the changes between two chronologies, or None if the comparison needs more than MOST_COMPARED searches, or
    if the two chronologies have different calendar axes.

    *matched* contains the numbers of the nodes that were made for the same passage, event or date in both chronologies.
    *base* is the `version` of the earlier chronology.
    """
    if any(
        list(old.items()) != list(new.items())
        for old, new in (
            (before.layout.origins, after.layout.origins),
            (before.layout.day_origins, after.layout.day_origins),
        )
    ):
        return None
    moved = _moved_nodes(before.layout, after.layout, matched)
    if moved is None:
        return None
    unmatched = set(range(len(before.layout.network))) - matched
    return ChronologyGrowth(
        base,
        frozenset(moved | unmatched | _renamed_nodes(before, after)),
        frozenset(_changed_passages(before, after)),
        statements=frozenset(changed_statements(before.layout, after.layout, before.statements, after.statements)),
        rebuilt=True,
    )


def _moved_nodes(before: ChronologyLayout, after: ChronologyLayout, matched: frozenset[int]) -> set[int] | None:
    """Return the nodes whose order or distance to another node may have changed, or None if more than MOST_COMPARED
    searches are needed to find them.

    The distance between two nodes changes only if a path between them has an edge that exists in only one of the two
    networks. To find all changed distances, compare the distances from all nodes at which changed edges begin. Compare
    also the distances to all nodes at which changed edges end. No other distances need a comparison.
    """
    pairs = ((before.network.days, after.network.days), (before.network.steps, after.network.steps))
    leaving = {node for old, new in pairs for node in _ends(old.out, new.out, (old.into, new.into), matched)}
    entered = {node for old, new in pairs for node in _ends(old.into, new.into, (old.out, new.out), matched)}
    if not leaving or not entered:
        return set()
    if len(leaving) + len(entered) > MOST_COMPARED:
        return None
    compared = leaving | entered
    dated = bool(before.origins or after.origins)
    old = Reachability(before.network, before.chains, compared=compared, dated=dated)
    new = Reachability(after.network, after.chains, compared=compared, dated=dated)
    size = min(len(before.network), len(after.network))
    marks = np.zeros(size, dtype=np.bool_)
    for node in sorted(leaving):
        marks |= _other(old.following(node), new.following(node), size)
    for node in sorted(entered):
        marks |= _other(old.preceding(node), new.preceding(node), size)
    marks |= rough_moved((before, after), (old, new), size)
    return set(np.flatnonzero(marks).tolist())


def _ends(
    before: _EdgeLists, after: _EdgeLists, reverse: tuple[_EdgeLists, _EdgeLists], matched: frozenset[int]
) -> Iterator[int]:
    for node in range(min(len(before), len(after))):
        if (before[node] or after[node]) and _edge_set(before[node]) != _edge_set(after[node]):
            earlier, later = reverse
            if node in matched or not _edge_set(earlier[node]).isdisjoint(_edge_set(later[node])):
                yield node


def _edge_set(edges: tuple[NetworkEdge, ...]) -> set[tuple[int, int]]:
    return {(other, weight) for other, weight, _ in edges}


def _other(old: Relations, new: Relations, size: int) -> Marks:
    days: Marks = old[0][:size] != new[0][:size]
    order: Marks = old[1][:size] != new[1][:size]
    return days | order


def _renamed_nodes(before: ChronologyVersion, after: ChronologyVersion) -> set[int]:
    old, new = before.layout, after.layout
    others = (*changed_keys(old.words, new.words), *missing_keys(old.words, new.words))
    changed = {node for node in others if old.words.get(node) != new.words.get(node)}
    for node in dict.fromkeys((*old.counted_from, *new.counted_from)):
        first = before.statements.get(old.counted_from.get(node, ""))
        second = after.statements.get(new.counted_from.get(node, ""))
        within = old.counted_within.get(node) != new.counted_within.get(node)
        if within or (first and first.evidence) != (second and second.evidence):
            changed.add(node)
    lines = (old.chains.chain, new.chains.chain)
    return changed.union(missing_keys(*lines), missing_keys(*reversed(lines)))


def _changed_passages(before: ChronologyVersion, after: ChronologyVersion) -> set[str]:
    changed: set[str] = set()
    runs = _changed_runs(before, after)
    for uuid, passage in before.passages.items():
        now = after.passages.get(uuid)
        if now is None:
            continue
        if now.run in runs or passage.run in runs or _around(before, uuid) != _around(after, uuid):
            changed.add(uuid)
    return changed


def _around(version: ChronologyVersion, passage: str) -> list[object]:
    layout = version.layout
    run, number = layout.run_places[passage]
    near = layout.runs[run][max(0, number - 1) : number + 3]
    before = passage in layout.before_scene
    return [bool(number), layout.nows[passage], layout.ends[passage], before, *map(version.passages.get, near)]


def _changed_runs(before: ChronologyVersion, after: ChronologyVersion) -> set[str]:
    old, new = before.layout, after.layout
    changed = {run for run in old.runs if _run(before, run) != _run(after, run)}
    inside = {run: host for layout in (old, new) for run, host in layout.hosts.items()}
    while more := {run for run, host in inside.items() if host in changed and run not in changed}:
        changed |= more
    return changed


def _run(version: ChronologyVersion, run: str) -> object:
    layout = version.layout
    first = version.passages.get(next(iter(layout.runs.get(run, ())), ""))
    if first is None or first.main:
        return first is None
    return (first, layout.hosts.get(run), layout.scenes.get(run), layout.line_ends.get(run), run in layout.later_runs)
