"""Finds the scenes of one passage, because old novels change the scene within a paragraph."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from episodic.model.readings import Placement, StatementScope
from episodic.temporal.knowledge.narrative import Narrative, parties
from episodic.temporal.knowledge.presence import addressed, shows_scene, speaker
from episodic.temporal.placed import PlacedPassage, PlacedStatement

LEAST_STATEMENTS = 2
"""The minimum number of statements of a passage before a change of scene, and also the minimum number after the change.
"""


class ScenePart(NamedTuple):
    """What a statement shows of its scene: the offset of its quote in the chapter, who or what is there, and who acts
    or speaks.
    """

    start: int
    present: frozenset[str]
    acting: str | None


@dataclass(frozen=True, slots=True)
class FoundScenes:
    """The scenes that were found so far. `starts` contains, by passage id, the offsets in the chapter at which the
    second and all further scenes of the passage begin. `of_persons` contains, by passage id and person, the numbers of
    the scenes in which the person is.
    """

    starts: dict[str, tuple[int, ...]] = field(default_factory=dict[str, tuple[int, ...]])
    of_persons: dict[tuple[str, str], set[int]] = field(default_factory=dict[tuple[str, str], set[int]])


class Scenes:
    """Finds out which statements of a passage belong to another scene than the scene in which a given person is.

    A passage changes its scene between two statements under two conditions. The first condition for a change of scene
    is about the persons who act or speak in the passage. None of these persons may occur both before and after the
    change. A person occurs where the person takes part in a statement, or is named outside of speech. The second
    condition for a change of scene is about the persons or things that are together. Some statement before the change
    must show at least two of them together, and so must some statement after it. A single statement, such as "Bo came
    in", is not a scene of its own. A person who only comes in is seen by the people who are already in the scene.
    """

    def __init__(self, narrative: Narrative, found: FoundScenes | None = None) -> None:
        """*found* contains scenes that were found in an earlier version of the narrative, in passages whose statements
        and mentions are the same in this version. The scenes that this object finds are added to *found*.
        """
        self._narrative = narrative
        self._found = FoundScenes() if found is None else found
        self._parts: dict[str, Sequence[ScenePart]] = {}
        self._named: dict[str, Sequence[tuple[int, str]]] = {}

    def is_elsewhere(self, passage: str, start: int, person: str) -> bool:
        """Return whether the person is present in the passage, but not in the scene that contains the quote at the
        offset *start*.
        """
        starts = self._starts_in(passage)
        if not starts:
            return False
        own = self._found.of_persons.get((passage, person))
        if own is None:
            told = (one.start for one in self._parts_in(passage) if person in one.present)
            named = (at for at, who in self._named_in(passage) if who == person)
            own = self._found.of_persons[passage, person] = {bisect_right(starts, at) for at in (*told, *named)}
        return bool(own) and bisect_right(starts, start) not in own

    def _starts_in(self, passage: str) -> tuple[int, ...]:
        """Return the offsets in the chapter at which the second and all further scenes of the passage begin."""
        found = self._found.starts.get(passage)
        if found is None:
            later = shift_starts(self._narrative.passages[passage])
            found = self._found.starts[passage] = tuple(sorted({*self._changes_in(passage), *later}))
        return found

    def _changes_in(self, passage: str) -> Sequence[int]:
        """Return the offsets in the chapter at which the passage changes its scene, in the order of the text."""
        parts = self._parts_in(passage)
        together = [place for place, one in enumerate(parts) if len(one.present) > 1]
        if not together:
            return ()
        first = max(LEAST_STATEMENTS, together[0] + 1)
        last = min(len(parts) - LEAST_STATEMENTS, together[-1])
        starts = [parts[at].start for at in range(first, last + 1) if parts[at - 1].start != parts[at].start]
        acting = {one.acting for one in parts}
        told = [(one.start, who) for one in parts for who in one.present if who in acting]
        starts = _between(starts, told)
        return (
            _between(starts, [*told, *(one for one in self._named_in(passage) if one[1] in acting)]) if starts else ()
        )

    def _parts_in(self, passage: str) -> Sequence[ScenePart]:
        """Return, for each statement of a passage, who is present in the scene and who acts or speaks, in the order of
        the quotes. Statements that do not show who is present are left out.
        """
        known = self._parts.get(passage)
        if known is None:
            parts = (one for one in self.statement_parts(passage) if one.present)
            known = self._parts[passage] = sorted(parts, key=lambda one: one.start)
        return known

    def statement_parts(self, passage: str) -> Iterable[ScenePart]:
        """Yield, in narrative order, what each statement of a passage shows about its scene: who is present, and who
        acts or speaks.
        """
        return map(scene_part, self._narrative.statements_in.get(passage, ()))

    def _named_in(self, passage: str) -> Sequence[tuple[int, str]]:
        """Return the entities that a passage names outside of speech, with the offsets of these names."""
        known = self._named.get(passage)
        if known is None:
            known = self._named[passage] = self._named_outside_speech(passage)
        return known

    def _named_outside_speech(self, passage: str) -> list[tuple[int, str]]:
        words = self._narrative.words.get(passage)
        if words is None:
            return []
        names, start = list(self.names_in(passage)), words.span.start
        for one in self._narrative.speech_in[passage]:
            begin, end = one.start + start, one.end + start
            names = [name for name in names if not begin <= name[0] < end]
        return names

    def names_in(self, passage: str) -> Iterable[tuple[int, str]]:
        """Yield the entities that a passage names, with the offsets of these names."""
        return ((one.start, one.entity) for one in self._narrative.mentions_in.get(passage, ()))


def shift_starts(passage: PlacedPassage) -> tuple[int, ...]:
    """Return the offsets in the chapter at which time words inside a passage begin a scene of another day ("the next
    day").
    """
    return tuple(one.start for one in passage.shifts)


def _between(starts: Sequence[int], places: Iterable[tuple[int, str]]) -> list[int]:
    """Return those of the ascending offsets *starts* for which no person occurs both before and after the offset.
    *places* contains the offsets at which persons occur, each with the person.
    """
    spans: dict[str, tuple[int, int]] = {}
    for at, who in places:
        first, last = spans.get(who, (at, at))
        spans[who] = (min(at, first), max(at, last))
    found, reached, later = list[int](), -1, sorted(spans.values(), reverse=True)
    for one in starts:
        while later and later[-1][0] < one:
            reached = max(reached, later.pop()[1])
        if reached < one:
            found.append(one)
    return found


def scene_part(statement: PlacedStatement) -> ScenePart:
    """Return what a statement shows of its scene: the entities that take part in what happens, or who speaks and
    listens.
    """
    core, who = statement.core, speaker(statement)
    if core.scope is not StatementScope.WORLD:
        present = frozenset[str]() if who is None else frozenset({who, *addressed(statement)})
        return ScenePart(statement.evidence.start, present, who)
    told = core.placing is Placement.NOW and shows_scene(statement.predicate, core.phase)
    present = frozenset(parties(statement)) if told else frozenset[str]()
    return ScenePart(statement.evidence.start, present, statement.subject)
