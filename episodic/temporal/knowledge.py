"""What somebody knows or believes at a moment: the text says so, or they were there.

Known to a person are what they say, think, plan or wish; what of the world they take part in, from when it is so; what the
narration says of the world where they are there, from then on; what is said aloud where they are there, as a claim; and what a
statement says they learned, from then on. Nothing else is: not what is told where they are not, what is still to come, or a
letter that they have not read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from episodic.model.predicates import PredicateKind
from episodic.model.readings import Phase, Placing, StatementScope
from episodic.model.spans import Evidence, Told
from episodic.temporal.asof import Holding, When, ahead, reached
from episodic.temporal.chronology_line import Place
from episodic.temporal.exclusion import LIFE
from episodic.temporal.knowledge_learning import Lessons, learners
from episodic.temporal.knowledge_presence import Presence, recipients, speaker
from episodic.temporal.knowledge_telling import Telling
from episodic.temporal.placed import PlacedStatement

MINDS = frozenset(("feels", "hates", "knows_that", "loves", "wants"))
"""States of which nobody but their subject knows by being there, or by being their object."""
LISTENING = frozenset(
    ("listener", "addressee", "hearer", "audience", "told", "witness", "听者", "听众", "见证人", "听话人")
)
"""Roles of those to whom something is said."""


class How(StrEnum):
    """How somebody came to know something."""

    OWN = "own"
    TOOK_PART = "took_part"
    PRESENT = "present"
    HEARD = "heard"
    LEARNED = "learned"


@dataclass(frozen=True, slots=True)
class Source:
    """How and from where in story time (None: always) somebody knows something, and the words that show it.

    `waits`: it lies ahead of where it is told, and is known only once it has certainly come.
    """

    how: How
    place: Place | None
    by: Evidence
    waits: bool = False


@dataclass(frozen=True, slots=True)
class Known:
    """A statement as somebody knows it, and every way in which they do; what was only learned has the words of the learning."""

    statement: PlacedStatement
    sources: tuple[Source, ...]


class Knowledge:
    """Answers who knows what in one telling. Ids are those of entities, passages and statements."""

    def __init__(self, telling: Telling) -> None:
        self.telling = telling
        self.lessons = Lessons(telling)
        self._presence = Presence(telling)
        self._passages: dict[str, Mapping[str, Source]] = {}

    def present(self, person: str) -> frozenset[str]:
        """The passages in which the person is there."""
        return self._presence.of(person)

    def passages_of(self, person: str) -> Mapping[str, Source]:
        """The passages that the person was in, or read, each with how and since when."""
        known = self._passages.get(person)
        if known is None:
            known = self._passages[person] = self._passages_of(person)
        return known

    def _passages_of(self, person: str) -> Mapping[str, Source]:
        found: dict[str, Source] = {}
        present = self._presence.of(person)
        chronology = self.telling.chronology
        for uuid in self.telling.passages:
            if uuid in present:
                found[uuid] = Source(How.PRESENT, chronology.now_of(uuid), self._shown_in(uuid, person))
        for learning in self.lessons.of.get(person, ()):
            for uuid in self.lessons.read_in(learning):
                found.setdefault(uuid, Source(How.LEARNED, chronology.node_of(learning.uuid), learning.evidence))
        return found

    def known_to(self, person: str) -> tuple[Known, ...]:
        """Everything that the person ever comes to know or believe, in telling order."""
        direct: dict[str, list[Source]] = {}
        passages = self.passages_of(person)
        for one in self._candidates(person, passages):
            sources = [*self._own(one, person), *self._met(one, passages.get(one.passage), person)]
            if sources:
                direct[one.uuid] = sources
        learned: dict[str, PlacedStatement] = {}
        died = self._died(person)
        for learning in self.lessons.of.get(person, ()):
            place = self.telling.chronology.node_of(learning.uuid)
            for each in self.lessons.learned(learning):
                uuid = each.content.uuid
                if uuid not in direct:
                    learned.setdefault(uuid, each.content)
                direct.setdefault(uuid, []).append(Source(How.LEARNED, place, learning.evidence))
        known: list[Known] = []
        for uuid, sources in direct.items():
            lived = tuple(one for one in sources if not self._is_after(one, died))
            if lived:
                known.append(Known(learned.get(uuid) or self.telling.statements[uuid], lived))
        return tuple(sorted(known, key=lambda one: one.statement.telling))

    def standing(self, source: Source, when: When | None) -> Holding:
        """Whether something is known by this way at a moment, or (None) at the end of what was told."""
        chronology = self.telling.chronology
        if source.place is None:
            return Holding.HOLDS
        if when is None:
            end = self.telling.end
            come = not source.waits or (end is not None and reached(source.place, end, chronology))
            return Holding.HOLDS if come else Holding.NO
        if reached(source.place, when, chronology):
            return Holding.HOLDS
        return Holding.NO if ahead(when, source.place, chronology) else Holding.POSSIBLE

    def known(self, sources: tuple[Source, ...], when: When | None) -> Holding:
        """Whether something is known at a moment by any of these ways."""
        standing = {self.standing(one, when) for one in sources}
        if Holding.HOLDS in standing:
            return Holding.HOLDS
        return Holding.POSSIBLE if Holding.POSSIBLE in standing else Holding.NO

    def _candidates(self, person: str, passages: Mapping[str, Source]) -> Iterator[PlacedStatement]:
        inside = (one for uuid in passages for one in self.telling.said_in.get(uuid, ()))
        every = {one.uuid: one for one in (*self.telling.about.get(person, ()), *inside)}
        yield from every.values()

    def _own(self, one: PlacedStatement, person: str) -> Iterator[Source]:
        """What somebody knows of what they do, say and think, wherever it is told."""
        place = self.telling.chronology.node_of(one.uuid)
        if one.scope is not StatementScope.WORLD:
            if person in one.tellers or (one.holder == person and not one.tellers):
                yield Source(How.OWN, self._said_at(one), one.evidence)
            elif _addressed(one, person):
                yield Source(How.HEARD, self._said_at(one), one.evidence)
        elif takes_part(one, person):
            fixed = one.predicate.kind is PredicateKind.FIXED
            yield Source(How.TOOK_PART, None if fixed else place, one.evidence, waits=one.placing is Placing.AHEAD)

    def _met(self, one: PlacedStatement, passage: Source | None, person: str) -> Iterator[Source]:
        """What somebody knows of a passage that they were in, or read."""
        if passage is None:
            return
        place = passage.place if passage.how is How.LEARNED else self._said_at(one)
        if one.scope is StatementScope.WORLD:
            life = one.subject == person and one.predicate.family == LIFE
            secret = life or (one.subject != person and one.predicate.name in MINDS)
            if one.placing is not Placing.AHEAD and not secret:
                yield Source(passage.how, place, passage.by)
        elif one.scope is StatementScope.CLAIM or one.tellers or passage.how is How.LEARNED:
            yield Source(How.HEARD if passage.how is How.PRESENT else passage.how, place, passage.by)

    def _died(self, person: str) -> tuple[Place, ...]:
        """Where the person is said to be dead; nowhere if anything says that it was not so, or not for good."""
        life = [
            one
            for one in self.telling.about.get(person, ())
            if one.subject == person and one.predicate.family == LIFE and one.scope is StatementScope.WORLD
        ]
        dead = [one for one in life if one.predicate.name == "dead"]
        if any(one.phase in (Phase.DENIED, Phase.ENDS) for one in dead):
            return ()
        places = tuple(self.telling.chronology.node_of(one.uuid) for one in dead)
        alive = (self.telling.chronology.node_of(one.uuid) for one in life if one.predicate.name != "dead")
        revived = any(self.telling.chronology.precedes(place, other) for other in alive for place in places)
        return () if revived else places

    def _is_after(self, source: Source, places: tuple[Place, ...]) -> bool:
        place = source.place
        return place is not None and any(self.telling.chronology.precedes(one, place) for one in places)

    def _said_at(self, one: PlacedStatement) -> Place:
        """When a statement is said or thought where it is told: at its own place on the line, else at its passage's now."""
        chronology = self.telling.chronology
        if one.placing is Placing.NOW and not one.dated:
            return chronology.node_of(one.uuid)
        return chronology.now_of(one.passage)

    def _shown_in(self, passage: str, person: str) -> Evidence:
        """Words that name the person in a passage, else the first that say anything there."""
        said = self.telling.said_in.get(passage, [])
        about = [one for one in said if person in (one.subject, one.object, speaker(one))]
        if about or said:
            return (about or said)[0].evidence
        here = self.telling.passages[passage]
        mention = next(one for one in self.telling.named_in[passage] if one.entity == person)
        told = Told(here.order, mention.start)
        return Evidence(here.episode, mention.surface, mention.start, mention.end, told)


def takes_part(one: PlacedStatement, person: str) -> bool:
    """Whether somebody knows of a fact of the world because it is about them.

    Not of who their parents or children are (half of all secrets), not of being loved or hated, and the dead of nothing.
    """
    predicate = one.predicate
    if predicate.family == LIFE or (predicate.kind is PredicateKind.FIXED and predicate.inverse and one.object):
        return False
    if one.subject == person:
        return True
    if person not in recipients(one):
        return False
    if predicate.kind is PredicateKind.EVENT:
        return not learners(one) or person in learners(one)
    return predicate.kind is PredicateKind.STATE and predicate.name not in MINDS


def _addressed(one: PlacedStatement, person: str) -> bool:
    return one.scope is StatementScope.CLAIM and any(
        other.entity == person and other.role.casefold() in LISTENING for other in one.participants
    )
