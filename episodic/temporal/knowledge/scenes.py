"""Finds the scenes of one passage, because old novels change the scene within a paragraph."""

from __future__ import annotations

from bisect import bisect_right

from episodic.model.predicates import PredicateKind
from episodic.model.readings import Phase, Placement, StatementScope
from episodic.temporal.knowledge.narrative import Narrative, parties
from episodic.temporal.knowledge.presence import addressed, speaker
from episodic.temporal.placed import PlacedStatement
from episodic.text.speech import speech

_LEAST_STATEMENTS = 2
"""The least number of statements on both sides of a change of scene."""


class Scenes:
    """Finds out which statements of a passage are told of another scene than that of a person.

    A passage changes its scene between two statements if nobody who acts or speaks in the passage takes part on both
    sides or is named on both sides outside of speech, and on both sides somebody has to do with somebody or something
    else. One statement alone is no scene: who only comes in is seen by those who are there.
    """

    def __init__(self, narrative: Narrative) -> None:
        self._narrative = narrative
        self._starts: dict[str, tuple[int, ...]] = {}
        self._places: dict[str, tuple[tuple[int, str], ...]] = {}

    def is_elsewhere(self, statement: PlacedStatement, person: str) -> bool:
        """Return whether the statement is told of a scene of its passage in which the person is not."""
        passage = statement.passage
        starts = self._starts_in(passage)
        if not starts:
            return False
        own = {bisect_right(starts, place) for place, who in self._places_in(passage) if who == person}
        return bool(own) and bisect_right(starts, statement.evidence.start) not in own

    def _starts_in(self, passage: str) -> tuple[int, ...]:
        """Return the offsets in the chapter at which the scenes after the first begin."""
        found = self._starts.get(passage)
        if found is None:
            said = [(one.evidence.start, _present(one)) for one in self._narrative.statements_in.get(passage, ())]
            said = sorted(((place, who) for place, who in said if who), key=lambda one: one[0])
            first, last = _LEAST_STATEMENTS, len(said) - _LEAST_STATEMENTS
            found = self._starts[passage] = tuple(
                said[place][0] for place in range(first, last + 1) if self._divides(passage, said, place)
            )
        return found

    def _divides(self, passage: str, said: list[tuple[int, frozenset[str]]], place: int) -> bool:
        start = said[place][0]
        if said[place - 1][0] == start or not all(
            any(len(who) > 1 for _, who in part) for part in (said[:place], said[place:])
        ):
            return False
        acting = self._acting_in(passage)
        places = [(at, who) for at, who in self._places_in(passage) if who in acting]
        return {who for at, who in places if at < start}.isdisjoint(who for at, who in places if at >= start)

    def _acting_in(self, passage: str) -> set[str | None]:
        said = (one for one in self._narrative.statements_in.get(passage, ()) if _present(one))
        return {one.subject if one.core.scope is StatementScope.WORLD else speaker(one) for one in said}

    def _places_in(self, passage: str) -> tuple[tuple[int, str], ...]:
        """Return where a passage tells of whom or what, in its statements and by names outside of speech."""
        found = self._places.get(passage)
        if found is None:
            said = self._narrative.statements_in.get(passage, ())
            told = [(one.evidence.start, who) for one in said for who in _present(one)]
            found = self._places[passage] = (*told, *self._named_outside_speech(passage))
        return found

    def _named_outside_speech(self, passage: str) -> list[tuple[int, str]]:
        words = self._narrative.words.get(passage)
        if words is None:
            return []
        spoken = [one.shifted(words.span.start) for one in speech(words.text)]
        return [
            (one.start, one.entity)
            for one in self._narrative.mentions_in.get(passage, ())
            if not any(each.start <= one.start < each.end for each in spoken)
        ]


def _present(statement: PlacedStatement) -> frozenset[str]:
    """Return who or what is where the statement is told of: the parties of what happens, or who speaks and listens."""
    core = statement.core
    if core.scope is not StatementScope.WORLD:
        who = speaker(statement)
        return frozenset() if who is None else frozenset({who, *addressed(statement)})
    happens = statement.predicate.kind is not PredicateKind.FIXED and statement.predicate.life is None
    if core.placing is not Placement.NOW or core.phase is Phase.DENIED or not happens:
        return frozenset()
    return frozenset(parties(statement))
