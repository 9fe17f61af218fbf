"""Finds statements that are compatible because one place contains the other place or because one statement is less
specific.

For example, a person who lives in a town and in a house in this town has only one home.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from episodic.model.episodes import Layer
from episodic.model.predicates import Cardinality, PredicateKind
from episodic.model.readings import Phase
from episodic.temporal.placed import PlacedStatement

_Edge = tuple[str, str]


def enclosing_places(statements: Iterable[PlacedStatement]) -> Mapping[str, frozenset[str]]:
    """Return all places that enclose each place: the transitive closure of the statements about containment in the
    story's world.

    Statements in canon and drafts count, but not statements in plans and notes. A statement that a thing has left a
    place or is not in the place removes the containment. If a thing is in several places, and none of these places
    contains the others, the places are ignored, because the thing (for example, a ship) moves.
    """
    edges: dict[str, set[str]] = defaultdict(set)
    single: set[_Edge] = set()
    gone: set[_Edge] = set()
    for statement in statements:
        contains = statement.predicate.name == "contains"
        if (
            not (statement.predicate.within or contains)
            or statement.object is None
            or not statement.world
            or statement.layer in {Layer.PLAN, Layer.NOTE}
        ):
            continue
        edge = (statement.object, statement.subject) if contains else (statement.subject, statement.object)
        if statement.core.phase in {Phase.ENDS, Phase.DENIED}:
            gone.add(edge)
            continue
        edges[statement.subject].add(statement.object)
        if statement.predicate.presence:
            single.add(edge)
    for inner, outer in gone:
        edges[inner].discard(outer)
    enclosing = _transitive_closure(edges)
    for inner in _moving_things(single, enclosing):
        edges[inner] = {outer for outer in edges[inner] if (inner, outer) not in single}
    return _transitive_closure(edges)


def _moving_things(single: Iterable[_Edge], enclosing: Mapping[str, frozenset[str]]) -> list[str]:
    """Return the things that are in several places, none of which contains the others."""
    places: dict[str, list[str]] = defaultdict(list)
    for inner, outer in sorted(single):
        places[inner].append(outer)
    return [
        inner
        for inner, outers in places.items()
        if any(not _nested(one, other, enclosing) for one in outers for other in outers if one != other)
    ]


def _nested(one: str, other: str, enclosing: Mapping[str, frozenset[str]]) -> bool:
    return other in enclosing.get(one, ()) or one in enclosing.get(other, ())


def _transitive_closure(edges: Mapping[str, set[str]]) -> dict[str, frozenset[str]]:
    """Return the transitive closure of the given edges."""
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


def compatible_pairs(statements: Iterable[PlacedStatement]) -> list[tuple[PlacedStatement, PlacedStatement]]:
    """Return pairs of statements that are compatible although the cardinality of their predicate allows only one value.

    Two statements are compatible if one of their places contains the other place, or if one statement is less specific
    than the other statement. If several statements have the same object or value, only the first of these statements is
    paired.
    """
    placed = list(statements)
    return [*_nested_pairs(placed), *_same_passage_pairs(placed), *_unspecific_pairs(placed)]


def _unspecific_pairs(statements: Iterable[PlacedStatement]) -> list[tuple[PlacedStatement, PlacedStatement]]:
    """Pair each statement without object or value with the more specific statements. For example, "the mill is
    destroyed" is paired with "the mill is burned down".

    A statement without a value never contradicts a statement with a value of the same predicate. The states "dead" and
    "alive", which have no value, are separate predicates and are therefore never paired.
    """
    by_key: dict[tuple[str, str], dict[tuple[str | None, str | None], PlacedStatement]] = defaultdict(dict)
    for statement in statements:
        if (
            statement.predicate.kind is not PredicateKind.EVENT
            and statement.predicate.cardinality is not Cardinality.MANY
        ):
            by_key[statement.subject, statement.predicate.name].setdefault(
                (statement.object, statement.core.value or None), statement
            )
    pairs: list[tuple[PlacedStatement, PlacedStatement]] = []
    for values in by_key.values():
        unspecific = values.get((None, None))
        if unspecific is not None:
            pairs += [(unspecific, statement) for statement in values.values() if statement is not unspecific]
    return pairs


def _same_passage_pairs(statements: Iterable[PlacedStatement]) -> list[tuple[PlacedStatement, PlacedStatement]]:
    """Pair the statements of a passage that give the same subject different places, without a move or a time expression
    between the statements.

    If a passage mentions a second place but no move, the second place is the first place at another level of detail.
    For example, "she moved to Caldmere, where she lived in Candle Row" names a town and a street, but only one home.
    """
    by_key: dict[tuple[str, str, str], list[PlacedStatement]] = defaultdict(list)
    placing = [
        one for one in statements if one.predicate.place and one.world and one.core.phase in {Phase.BEGINS, Phase.HOLDS}
    ]
    for statement in sorted(placing, key=lambda statement: statement.narrative_key):
        by_key[statement.passage, statement.subject, statement.predicate.name].append(statement)
    pairs: list[tuple[PlacedStatement, PlacedStatement]] = []
    for group in by_key.values():
        together: list[PlacedStatement] = []
        for statement in group:
            if statement.core.phase is not Phase.HOLDS or statement.time is not None:
                together = []
            pairs += [
                (earlier, statement)
                for earlier in together
                if (earlier.object, earlier.core.value) != (statement.object, statement.core.value)
            ]
            together.append(statement)
    return pairs


def _nested_pairs(statements: list[PlacedStatement]) -> list[tuple[PlacedStatement, PlacedStatement]]:
    enclosing = enclosing_places(statements)
    if not enclosing:
        return []
    by_key: dict[tuple[str, str], dict[str, PlacedStatement]] = defaultdict(dict)
    for statement in statements:
        if statement.predicate.place and statement.object is not None:
            by_key[statement.subject, statement.predicate.name].setdefault(statement.object, statement)
    pairs: list[tuple[PlacedStatement, PlacedStatement]] = []
    for places in by_key.values():
        for inner, statement in places.items():
            pairs += [(statement, places[outer]) for outer in sorted(enclosing.get(inner, ())) if outer in places]
    return pairs
