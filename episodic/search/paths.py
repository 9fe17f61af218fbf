"""Finds the shortest path of facts between two entities, by Dijkstra's algorithm (1959)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import pairwise

from episodic.model.graph import Fact
from episodic.model.readings import StatementScope
from episodic.search.fact_listing import VisibleFact
from episodic.search.view import View

_NEAR, _FAR = 2, 3
"""`_NEAR` is the length of a path's step over a fact between two persons. `_NEAR` is also the length of a step over a
fact that has no object, and whose subject is a person. `_FAR` is the length of a path's step over a fact whose subject
or object is not a person, but a place, for example.

Two steps between persons are shorter than two steps over a place, because many persons share a place.
"""


@dataclass(frozen=True, slots=True)
class FactPath:
    """A path between two entities: the ids of its entities from the first to the last, and the fact of each step."""

    entities: tuple[str, ...]
    facts: tuple[VisibleFact, ...]


@dataclass(frozen=True, slots=True)
class _Step:
    seen: VisibleFact
    length: int


_Steps = dict[str, dict[str, _Step]]


async def shortest_path(view: View, first: str, last: str) -> FactPath | None:
    """Return the shortest path between two entities, given by id, or None if no visible facts connect them.

    A fact connects its subject with its object and participants (its further entities), if it is a fact of the story's
    world and is not denied. If several facts connect two entities, a fact between two persons is preferred, because it
    counts as a shorter step. Among equally short steps, the most salient fact is taken, and among equally salient facts
    the one told last. If several paths are equally short, the search prefers steps whose facts come earlier in the
    text.
    """
    steps = _steps(view, await view.facts())
    line = _line(steps, first, last)
    if line is None:
        return None
    return FactPath(line, tuple(steps[one][other].seen for one, other in pairwise(line)))


def _steps(view: View, facts: Sequence[Fact]) -> _Steps:
    found: _Steps = {}
    for fact in facts:
        if fact.denied or fact.scope is not StatementScope.WORLD:
            continue
        visibility = view.visibility_of(fact)
        if not visibility.seen:
            continue
        step = _Step(VisibleFact(fact, visibility.holding), _length(view, fact))
        for target in _targets(fact):
            for one, other in ((fact.subject, target), (target, fact.subject)):
                known = found.setdefault(one, {}).get(other)
                if known is None or _rank(known) < _rank(step):
                    found[one][other] = step
    return found


def _targets(fact: Fact) -> Iterator[str]:
    for target in dict.fromkeys((fact.object, *(one.entity for one in fact.participants))):
        if target is not None and target != fact.subject:
            yield target


def _length(view: View, fact: Fact) -> int:
    person = view.vocabulary.type("Person")
    kinds = (fact.subject_type, fact.object_type or fact.subject_type)
    return _NEAR if all(view.vocabulary.type(kind) == person for kind in kinds) else _FAR


def _rank(step: _Step) -> tuple[int, int, tuple[object, ...]]:
    fact = step.seen.fact
    return (-step.length, fact.salience, fact.narrative_key)


def _line(steps: Mapping[str, Mapping[str, _Step]], first: str, last: str) -> tuple[str, ...] | None:
    waiting: list[tuple[int, int, str, tuple[str, ...]]] = [(0, 0, first, (first,))]
    done: set[str] = set()
    number = 0
    while waiting:
        length, _, here, line = heappop(waiting)
        if here == last:
            return line
        if here in done:
            continue
        done.add(here)
        near = steps.get(here, {})
        for other in sorted(near, key=lambda one: (near[one].seen.fact.narrative_key, one)):
            if other not in done:
                number += 1
                heappush(waiting, (length + near[other].length, number, other, (*line, other)))
    return None
