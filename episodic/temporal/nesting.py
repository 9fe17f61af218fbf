"""Which places lie inside which, as the text says: a home in a house in a town is one home, told at three grains."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from episodic.model.episodes import Layer
from episodic.model.predicates import Cardinality, PredicateKind
from episodic.model.readings import Phase
from episodic.temporal.placed import PlacedStatement

_Edge = tuple[str, str]


def surrounding(statements: Iterable[PlacedStatement]) -> Mapping[str, frozenset[str]]:
    """Everything that each place lies in, however deep, by what is said of the world; a draft counts, a plan or note does not.

    What is said to have left, or not to be there, is not inside. What is said to be in several places of which none lies in the
    other moves about (a ship), so that nothing follows from where it is.
    """
    edges: dict[str, set[str]] = defaultdict(set)
    single: set[_Edge] = set()
    gone: set[_Edge] = set()
    for one in statements:
        if not one.predicate.within or one.object is None or not one.world or one.layer in {Layer.PLAN, Layer.NOTE}:
            continue
        edge = (one.subject, one.object)
        if one.phase in {Phase.ENDS, Phase.DENIED}:
            gone.add(edge)
            continue
        edges[one.subject].add(one.object)
        if one.predicate.presence:
            single.add(edge)
    for inner, outer in gone:
        edges[inner].discard(outer)
    above = _closed(edges)
    for inner in _moving(single, above):
        edges[inner] = {outer for outer in edges[inner] if (inner, outer) not in single}
    return _closed(edges)


def _moving(single: Iterable[_Edge], above: Mapping[str, frozenset[str]]) -> list[str]:
    """What is in several places at which it cannot be at once."""
    places: dict[str, list[str]] = defaultdict(list)
    for inner, outer in sorted(single):
        places[inner].append(outer)
    return [
        inner
        for inner, outers in places.items()
        if any(not _nested(one, other, above) for one in outers for other in outers if one != other)
    ]


def _nested(one: str, other: str, above: Mapping[str, frozenset[str]]) -> bool:
    return other in above.get(one, ()) or one in above.get(other, ())


def _closed(edges: Mapping[str, set[str]]) -> dict[str, frozenset[str]]:
    """The edges with what follows from them."""
    found: dict[str, frozenset[str]] = {}
    for start in edges:
        seen: set[str] = set()
        waiting = [start]
        while waiting:
            for outer in edges.get(waiting.pop(), ()):
                if outer not in seen and outer != start:
                    seen.add(outer)
                    waiting.append(outer)
        if seen:
            found[start] = frozenset(seen)
    return found


def nested_pairs(statements: Iterable[PlacedStatement]) -> list[tuple[PlacedStatement, PlacedStatement]]:
    """Statements of one subject and predicate that hold beside each other, whatever the cardinality: one of each kind.

    They put it into two places of which one lies in the other, or one of them says less than the other.
    """
    told = list(statements)
    return [*_known_inside(told), *_told_in_one_breath(told), *_less_said(told)]


def _less_said(told: Iterable[PlacedStatement]) -> list[tuple[PlacedStatement, PlacedStatement]]:
    """Statements that say only that something holds, with those that say what or how, too: the mill is destroyed, it is burned.

    Who gives no value gives no other one. Being dead and being alive, which need none, are predicates of their own.
    """
    said: dict[tuple[str, str], dict[tuple[str | None, str | None], PlacedStatement]] = defaultdict(dict)
    for one in told:
        if one.predicate.kind is not PredicateKind.EVENT and one.predicate.cardinality is not Cardinality.MANY:
            said[one.subject, one.predicate.name].setdefault((one.object, one.value or None), one)
    pairs: list[tuple[PlacedStatement, PlacedStatement]] = []
    for values in said.values():
        bare = values.get((None, None))
        if bare is not None:
            pairs += [(bare, one) for one in values.values() if one is not bare]
    return pairs


def _told_in_one_breath(told: Iterable[PlacedStatement]) -> list[tuple[PlacedStatement, PlacedStatement]]:
    """Places that one passage gives one subject with no move and no time between them: the same place at two grains.

    "She moved to Caldmere. There she lived in Candle Row, at the top of a thin house": who tells of a second place as a matter
    of course, in the very passage that tells the first, does not tell of leaving it.
    """
    said: dict[tuple[str, str, str], list[PlacedStatement]] = defaultdict(list)
    for one in sorted(told, key=lambda one: one.telling):
        if one.predicate.place and one.world and one.phase in {Phase.BEGINS, Phase.HOLDS}:
            said[one.passage, one.subject, one.predicate.name].append(one)
    pairs: list[tuple[PlacedStatement, PlacedStatement]] = []
    for statements in said.values():
        together: list[PlacedStatement] = []
        for one in statements:
            if one.phase is not Phase.HOLDS or one.time is not None:
                together = []
            pairs += [(other, one) for other in together if (other.object, other.value) != (one.object, one.value)]
            together.append(one)
    return pairs


def _known_inside(told: list[PlacedStatement]) -> list[tuple[PlacedStatement, PlacedStatement]]:
    above = surrounding(told)
    if not above:
        return []
    said: dict[tuple[str, str], dict[str, PlacedStatement]] = defaultdict(dict)
    for one in told:
        if one.predicate.place and one.object is not None:
            said[one.subject, one.predicate.name].setdefault(one.object, one)
    pairs: list[tuple[PlacedStatement, PlacedStatement]] = []
    for places in said.values():
        for inner, one in places.items():
            pairs += [(one, places[outer]) for outer in sorted(above.get(inner, ())) if outer in places]
    return pairs
