"""Finds the earlier moments whose order, dates or neighbours may change when a chronology is extended."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from episodic.model.changed_values import changed_keys, missing_keys
from episodic.temporal.chronology.layout import ChronologyLayout
from episodic.temporal.chronology.reachability import Reachability, Relations
from episodic.temporal.chronology.search_graph import Marks
from episodic.temporal.constraints import Constraint
from episodic.temporal.placed import PlacedStatement


@dataclass(frozen=True, slots=True)
class ChronologyGrowth:
    """The changes between a chronology and the chronology that extends it or that was built anew after an edit.

    `base` identifies the chronology before the change, the base chronology. `nodes` are the nodes of the base chronology for which the
    answer to a question about order, days or time words may have changed. A question about two nodes of the base
    chronology has the same answer as before unless both nodes are in `nodes`. `passages` are the passages of the base
    chronology that changed, or whose neighbours, run or line end changed. `statements` are the statements of the base
    chronology that have another position.
    """

    base: object
    nodes: frozenset[int] = frozenset()
    passages: frozenset[str] = frozenset()
    statements: frozenset[str] = frozenset()
    rebuilt: bool = False
    """Whether the chronology was built anew."""


def changed_nodes(
    before: ChronologyLayout, after: ChronologyLayout, reachability: Callable[[], tuple[Reachability, Reachability]]
) -> frozenset[int]:
    """Return the nodes of *before* for which a question about order, days or time words may have another answer in
    *after*. *reachability* returns the reachability of the two layouts, and is called only if it is needed.

    Let u and v be two nodes of *before*. A new constraint changes the distance from u to v only if the shortest path
    from u to v now contains new nodes or edges. If a shortest path from u to v leaves the nodes and edges of *before*
    at a node y and comes back to them at a node x, the distances from u to x and from y to v have changed as well. It
    is therefore enough to compare the distances of all nodes to each node at which new edges end, and the distances
    from each node at which new edges begin to all nodes.
    """
    size = len(before.network)
    leaving, entered = _crossed(after.network.accepted[len(before.network.accepted) :], size)
    new_axes = [node for axis, node in after.origins.items() if axis not in before.origins]
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
        # A question about the day of a moment on a new calendar axis had no answer before.
        marks |= np.isfinite(new.following(node)[0][:size]) | np.isfinite(new.preceding(node)[0][:size])
    changed.update(np.flatnonzero(marks).tolist())
    return frozenset(changed)


def changed_passages(before: ChronologyLayout, after: ChronologyLayout, main_runs: frozenset[str]) -> frozenset[str]:
    """Return the passages of *before* for which one of the next two passages is another passage in *after*.

    A passage outside the *main_runs*, in a flashback or tale for example, also changes if its run has a new last
    passage.
    """
    changed: set[str] = set()
    for run, members in before.runs.items():
        if len(after.runs[run]) > len(members):
            changed.update(members[-2:] if run in main_runs else members)
    return frozenset(changed)


def same_time(statement: PlacedStatement, other: PlacedStatement | None) -> bool:
    """Return whether two versions of a statement have the same place in the text and the same time. Their entities and
    predicates may differ, because the chronology depends only on the kind of a predicate.
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
    )
    return renamed == other


def _crossed(constraints: Sequence[Constraint], size: int) -> tuple[set[int], set[int]]:
    """Return the earlier nodes from which an edge of the new constraints begins, and the earlier nodes at which an edge
    of the new constraints ends.
    """
    leaving: set[int] = set()
    entered: set[int] = set()
    for constraint in constraints:
        ends = [*constraint.steps, *((tail, head) for tail, head, _ in constraint.spans)]
        leaving.update(tail for tail, _ in ends if tail < size)
        entered.update(head for _, head in ends if head < size)
    return leaving, entered


def _moved(old: Relations, new: Relations) -> Marks:
    """Return the marks of the earlier nodes whose distance or strict order changed."""
    size = len(old[0])
    days: Marks = old[0] != new[0][:size]
    order: Marks = old[1] != new[1][:size]
    return days | order
