"""Finds pairs of statements that are compatible although their predicate allows only one value.

Two statements are compatible if the place of one lies in the place of the other, or if one statement is less specific
than the other. Two statements are also compatible if a passage names both places and tells no move.

For example, a person who lives in a town, and in a house in this town, has only one home.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from episodic.model.episodes import Layer
from episodic.model.predicates import Cardinality, PredicateKind
from episodic.model.readings import Phase
from episodic.temporal.exclusion import StatementContent, content_of
from episodic.temporal.placed import PlacedStatement

_Edge = tuple[str, str]


class PairedStatement(NamedTuple):
    """The properties of a statement that decide which other statements are compatible with it.

    `limited` is true if the predicate's cardinality limits how many values can hold at one time. If the statement says
    that one place lies in another, `edge` is the pair of the inner and the outer place. `removed` is true if the
    statement denies that the inner place lies in the outer one, or says that this ends. `single` is true if the
    predicate allows a thing only one place at a time. `placing` is true if the statement is about the story's world,
    and says where its subject is, comes from or was born. `settled` is true if the statement tells neither a beginning
    nor an end of its state and has no time expression.
    """

    content: StatementContent
    key: tuple[int, int, int, int, str]
    passage: str
    subject: str
    predicate: str
    object: str | None
    value: str | None
    limited: bool
    edge: _Edge | None
    removed: bool
    single: bool
    place: bool
    placing: bool
    settled: bool

    def moved_to(self, place: PairedStatement) -> PairedStatement:
        """Return a copy of this statement with the narrative position and the passage of the statement *place*."""
        return self._replace(key=place.key, passage=place.passage)

    @property
    def unspecific(self) -> bool:
        """Whether the statement has neither an object nor a value. A statement with a value ("destroyed by fire") can
        be more specific than a statement without one ("destroyed").
        """
        return self.limited and self.object is None and not self.value


def paired_statement(statement: PlacedStatement) -> PairedStatement | None:
    """Return the properties of a statement by which compatible statements are found, or None if no other statement can
    be compatible with the statement.
    """
    predicate, core = statement.predicate, statement.core
    limited = predicate.kind is not PredicateKind.EVENT and predicate.cardinality is not Cardinality.MANY
    edge = _containment(statement)
    if not (limited or predicate.place or edge):
        return None
    return PairedStatement(
        content_of(statement),
        statement.narrative_key,
        statement.passage,
        statement.subject,
        predicate.name,
        statement.object,
        core.value,
        limited,
        edge,
        core.phase in {Phase.ENDS, Phase.DENIED},
        predicate.presence,
        predicate.place,
        predicate.place and statement.world and core.phase in {Phase.BEGINS, Phase.HOLDS},
        core.phase is Phase.HOLDS and statement.time is None,
    )


def compatible_contents(
    statements: Iterable[PlacedStatement], enclosing: Mapping[str, frozenset[str]] | None = None
) -> list[tuple[StatementContent, StatementContent]]:
    """Return the pairs of contents of the statements that `compatible_pairs` finds to be compatible."""
    paired = [one for one in map(paired_statement, statements) if one is not None]
    if enclosing is None:
        enclosing = enclosing_places(paired)
    return [(one.content, other.content) for one, other in compatible_pairs(paired, enclosing)]


def _containment(statement: PlacedStatement) -> _Edge | None:
    contains = statement.predicate.name == "contains"
    if (
        not (statement.predicate.within or contains)
        or statement.object is None
        or not statement.world
        or statement.layer in {Layer.PLAN, Layer.NOTE}
    ):
        return None
    return (statement.object, statement.subject) if contains else (statement.subject, statement.object)


def enclosing_places(statements: Iterable[PairedStatement]) -> Mapping[str, frozenset[str]]:
    """Return, for each place, all places that enclose it directly or through other places, as statements about the
    story's world say.

    Statements in plans and notes are ignored, because plans and notes are not part of the story. Some statements say
    that a thing has left a place or is not in it. All statements that this thing is in this place are then ignored. A
    thing moves (a ship, for example) if statements put it in two places of which neither contains the other. Only
    statements whose predicates allow only one place at a time count for this. If a thing moves, all statements about
    its place with predicates that allow only one place at a time are ignored.
    """
    edges: dict[str, set[str]] = defaultdict(set)
    single: set[_Edge] = set()
    gone: set[_Edge] = set()
    for statement in statements:
        edge = statement.edge
        if edge is None:
            continue
        if statement.removed:
            gone.add(edge)
            continue
        inner, outer = edge
        edges[inner].add(outer)
        if statement.single:
            single.add(edge)
    for inner, outer in gone:
        edges[inner].discard(outer)
    enclosing = _transitive_closure(edges)
    for inner in _moving_things(single, enclosing):
        edges[inner] = {outer for outer in edges[inner] if (inner, outer) not in single}
    return _transitive_closure(edges)


def _moving_things(single: Iterable[_Edge], enclosing: Mapping[str, frozenset[str]]) -> list[str]:
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


def compatible_pairs(
    statements: Iterable[PairedStatement], enclosing: Mapping[str, frozenset[str]]
) -> list[tuple[PairedStatement, PairedStatement]]:
    """Return pairs of statements that are compatible although the cardinality of their predicate does not allow both.
    *enclosing* maps each place to all places that enclose it.

    Two statements are compatible if the place of one contains the place of the other, or if one statement is less
    specific than the other. Two statements are also compatible if a passage names both places and tells no move.
    """
    placed = list(statements)
    return [*pairs_by_place_and_value(placed, enclosing), *same_passage_pairs(placed)]


def pairs_by_place_and_value(
    statements: Sequence[PairedStatement], enclosing: Mapping[str, frozenset[str]]
) -> list[tuple[PairedStatement, PairedStatement]]:
    """Return the pairs of `compatible_pairs` in which the place of one statement contains the place of the other, or
    one statement is less specific.
    """
    return [*_nested_pairs(statements, enclosing), *_unspecific_pairs(statements)]


def _unspecific_pairs(statements: Iterable[PairedStatement]) -> list[tuple[PairedStatement, PairedStatement]]:
    """Return pairs of statements with the same subject and predicate: one with neither object nor value, and a more
    specific one. An example is the pair "the mill is destroyed" and "the mill is destroyed by fire".

    A statement with the predicate "dead" and one with the predicate "alive" are never paired, because only statements
    with the same predicate are paired.
    """
    by_key: dict[tuple[str, str], dict[tuple[str | None, str | None], PairedStatement]] = defaultdict(dict)
    for statement in statements:
        if statement.limited:
            by_key[statement.subject, statement.predicate].setdefault(
                (statement.object, statement.value or None), statement
            )
    pairs: list[tuple[PairedStatement, PairedStatement]] = []
    for values in by_key.values():
        unspecific = values.get((None, None))
        if unspecific is not None:
            pairs += [(unspecific, statement) for statement in values.values() if statement is not unspecific]
    return pairs


def same_passage_pairs(statements: Iterable[PairedStatement]) -> list[tuple[PairedStatement, PairedStatement]]:
    """Return pairs of statements of a passage that give a subject different places, with neither a move nor a time
    expression between them.

    If a passage names two places of a subject and tells no move, both are one place at two levels of detail. For
    example, "she moved to Caldmere, where she lived in Candle Row" names a town and a street, but only one home.
    """
    by_key: dict[tuple[str, str, str], list[PairedStatement]] = defaultdict(list)
    placing = [one for one in statements if one.placing]
    for statement in sorted(placing, key=lambda statement: statement.key):
        by_key[statement.passage, statement.subject, statement.predicate].append(statement)
    pairs: list[tuple[PairedStatement, PairedStatement]] = []
    for group in by_key.values():
        together: list[PairedStatement] = []
        for statement in group:
            if not statement.settled:
                together = []
            pairs += [
                (earlier, statement)
                for earlier in together
                if (earlier.object, earlier.value) != (statement.object, statement.value)
            ]
            together.append(statement)
    return pairs


def _nested_pairs(
    statements: Iterable[PairedStatement], enclosing: Mapping[str, frozenset[str]]
) -> list[tuple[PairedStatement, PairedStatement]]:
    if not enclosing:
        return []
    by_key: dict[tuple[str, str], dict[str, PairedStatement]] = defaultdict(dict)
    for statement in statements:
        if statement.place and statement.object is not None:
            by_key[statement.subject, statement.predicate].setdefault(statement.object, statement)
    pairs: list[tuple[PairedStatement, PairedStatement]] = []
    for places in by_key.values():
        for inner, statement in places.items():
            pairs += [(statement, places[outer]) for outer in sorted(enclosing.get(inner, ())) if outer in places]
    return pairs
