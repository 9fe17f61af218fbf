"""Finds which nodes and passages of a chronology may get other answers about order, days or neighbours when passages
are added.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from episodic.model.changed_values import changed_keys, missing_keys
from episodic.temporal.chronology.layout import ChronologyLayout
from episodic.temporal.chronology.reachability import Reachability, Relations
from episodic.temporal.chronology.search_graph import Marks
from episodic.temporal.constraints import Constraint
from episodic.temporal.placed import PlacedPassage, PlacedStatement


@dataclass(frozen=True, slots=True)
class ChronologyGrowth:
    """What changed between a chronology and the next version of it.

    `base` is the `version` of the earlier chronology, before the change. `nodes` are the nodes of the earlier
    chronology for which a question about order, days or time words may have another answer now. The order of two nodes
    of the earlier chronology stays the same unless both are in `nodes`. `passages` are the ids of changed passages of
    the earlier chronology. A passage also counts as changed if it has new neighbours, or now belongs to another run or
    to a run with another end. A run is the main line, or one flashback, dream, letter or tale. If the id of a passage
    has changed, `passages` contains its new id. `followed` are the ids of the last one or two passages of the main line
    in the earlier chronology, if passages were added after them. The ids in `followed` are not in `passages`.
    `statements` are the ids of moved statements of the earlier chronology. Such a statement now has another position in
    story time or on the lines of the story.
    """

    base: object
    nodes: frozenset[int] = frozenset()
    passages: frozenset[str] = frozenset()
    followed: frozenset[str] = frozenset()
    statements: frozenset[str] = frozenset()
    rebuilt: bool = False
    """Whether the new version was built anew from all passages, and not by adding passages."""


def changed_nodes(
    before: ChronologyLayout, after: ChronologyLayout, reachability: Callable[[], tuple[Reachability, Reachability]]
) -> frozenset[int]:
    """Return the nodes of *before* for which a question about order, days or time words may have another answer in
    *after*. The function *reachability* returns two objects, one for *before* and one for *after*. Each object tells
    which nodes certainly come before or after a given node, and at what distance. The function *reachability* is called
    only if its result is needed.

    Only distances from the nodes at which new edges (constraints) begin, and distances to the nodes at which new edges
    end, are compared. Comparing only the distances from and to the ends of new edges is enough. If the distance between
    two nodes changed, the shortest path between them contains a new edge.
    """
    size = len(before.network)
    leaving, entered = _crossed(after.network.accepted[len(before.network.accepted) :], size)
    origins = ((before.origins, after.origins), (before.day_origins, after.day_origins))
    new_axes = [node for old_ones, ones in origins for axis, node in ones.items() if axis not in old_ones]
    others = changed_keys(before.words, after.words)
    changed = {node for node in others if node < size and before.words.get(node) != after.words[node]}
    changed.update(node for node in missing_keys(after.counted_from, before.counted_from) if node < size)
    changed.update(node for node in missing_keys(after.chains.chain, before.chains.chain) if node < size)
    if not size or not ((leaving and entered) or new_axes):
        return frozenset(changed)
    old, new = reachability()
    marks = np.zeros(size, dtype=np.bool_)
    for node in sorted(leaving) if entered else ():
        marks |= _moved(old.following(node), new.following(node))
    for node in sorted(entered) if leaving else ():
        marks |= _moved(old.preceding(node), new.preceding(node))
    for node in new_axes:
        # A node with a bound on a new calendar axis counts as changed. A question about its day on this axis had no
        # answer before.
        marks |= np.isfinite(new.following(node)[0][:size]) | np.isfinite(new.preceding(node)[0][:size])
    marks |= rough_moved((before, after), (old, new), size)
    changed.update(np.flatnonzero(marks).tolist())
    return frozenset(changed)


def rough_moved(
    layouts: tuple[ChronologyLayout, ChronologyLayout], reachability: tuple[Reachability, Reachability], size: int
) -> Marks:
    """Return, for each of the first *size* nodes, whether its first or last possible day differs between two versions
    of a chronology. Only dates that name a day are taken into account.
    """
    marks = np.zeros(size, dtype=np.bool_)
    for axis in layouts[0].day_origins.keys() & layouts[1].day_origins.keys():
        old, new = (
            found.days_from(layout.day_origins[axis], without=layout.origins.values())
            for layout, found in zip(layouts, reachability, strict=True)
        )
        for first, second in zip(old, new, strict=True):
            marks |= np.array([one != other for one, other in zip(first[:size], second[:size], strict=True)])
    return marks


def changed_passages(
    before: ChronologyLayout, after: ChronologyLayout, is_main: Callable[[str], bool]
) -> tuple[frozenset[str], frozenset[str]]:
    """Return the fields `passages` and `followed` of the `ChronologyGrowth` from *before* to *after*, where *after* was
    made from *before* by adding passages. The function *is_main* returns whether the passage with the given id is on
    the main line.

    All passages of a run outside the main line (for example, of a tale) count as changed if passages were added to the
    run. The added passages change the end of the run.
    """
    changed, followed = set[str](), set[str]()
    for run, members in before.runs.items():
        if len(after.runs[run]) > len(members):
            main = is_main(members[0])
            (followed if main else changed).update(members[-2:] if main else members)
    return frozenset(changed), frozenset(followed)


def come_after(
    last: tuple[int, int] | None, passages: Sequence[PlacedPassage], statements: Iterable[PlacedStatement]
) -> bool:
    """Return whether all *passages* come after the narrative position *last* (order key and offset), and all
    *statements* are in *passages*. If *last* is None, the position of the passages does not matter.
    """
    fresh = {one.uuid for one in passages}
    follow = all(last is None or one.narrative_key > last for one in passages)
    return follow and all(one.passage in fresh for one in statements)


def same_time(statement: PlacedStatement, other: PlacedStatement | None) -> bool:
    """Return whether two versions of a statement certainly have the same time. Two versions have the same time if they
    differ at most in fields on which no time depends. Such fields are the subject, the object, the participants
    (entities with other roles) and the value, and the predicate if its kind stays the same. Other such fields say
    whether the author locked the statement, whether its object is a thing, and where its scene ends. Return False if
    *other* is None.
    """
    if statement is other:
        return True
    if other is None or statement.predicate.kind is not other.predicate.kind:
        return False
    renamed = replace(
        statement,
        subject=other.subject,
        object=other.object,
        participants=other.participants,
        predicate=other.predicate,
        value_key=other.value_key,
        locked=other.locked,
        in_thing=other.in_thing,
        scene_end=other.scene_end,
    )
    return renamed == other


def _crossed(constraints: Sequence[Constraint], size: int) -> tuple[set[int], set[int]]:
    leaving: set[int] = set()
    entered: set[int] = set()
    for constraint in constraints:
        ends = [*constraint.steps, *((tail, head) for tail, head, _ in constraint.spans)]
        leaving.update(tail for tail, _ in ends if tail < size)
        entered.update(head for _, head in ends if head < size)
    return leaving, entered


def _moved(old: Relations, new: Relations) -> Marks:
    size = len(old[0])
    days: Marks = old[0] != new[0][:size]
    order: Marks = old[1] != new[1][:size]
    return days | order
