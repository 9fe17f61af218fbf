"""Decides which statements a person knows or believes at a moment.

A person knows whatever he says, thinks, plans or wishes. A person knows the facts of the story's world in which he
takes part, from their start on, except his kinship, his own death, and what others feel for him. A person knows the
facts that the narration states in a passage where he is present, from this passage on, except what others feel, his own
death, and what the passage tells of another scene. A claim made in a person's presence is known to him only as a claim.
What a statement says that a person learns is known to him from then on. Anything else he does not know: what is
narrated in his absence, facts that still lie in the future, or the contents of letters that he has not read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from episodic.model.holding import Holding
from episodic.model.predicates import LifeState, PredicateKind
from episodic.model.readings import Phase, Placement, StatementScope
from episodic.model.spans import Evidence, NarrativePosition
from episodic.temporal.as_of import When, certainly_ahead, certainly_reached
from episodic.temporal.chronology.narrative_line import TimePosition
from episodic.temporal.knowledge.learning import LearningIndex, learners
from episodic.temporal.knowledge.narrative import Narrative
from episodic.temporal.knowledge.presence import Presence, addressed, recipients, speaker
from episodic.temporal.knowledge.scenes import Scenes
from episodic.temporal.placed import PlacedStatement


class KnowledgeSourceKind(StrEnum):
    """How a person comes to know something: by his own words or thoughts, taking part, being present, hearing or
    learning.
    """

    OWN = "own"
    TOOK_PART = "took_part"
    PRESENT = "present"
    HEARD = "heard"
    LEARNED = "learned"


@dataclass(frozen=True, slots=True)
class KnowledgeSource:
    """How and from when on a person knows a statement or a passage.

    `place` is the position in story time from which on the person knows the statement or passage, or None if the person
    has always known it. `by` is the quote which shows that the person knows the statement or passage. `pending` is true
    for a fact that lay in the future when it was stated, so that the person knows it only once it has certainly
    happened.
    """

    how: KnowledgeSourceKind
    place: TimePosition | None
    by: Evidence
    pending: bool = False


@dataclass(frozen=True, slots=True)
class KnownStatement:
    """A statement as a person knows it, with all sources of the knowledge. If the person knows it only by learning, the
    statement has the quote of the words from which he learns it.
    """

    statement: PlacedStatement
    sources: tuple[KnowledgeSource, ...]


class Knowledge:
    """Answers which statements and passages of a narrative a person knows, and at which moment. The methods of
    `Knowledge` take the ids of persons, and return passages by their ids.
    """

    def __init__(self, narrative: Narrative) -> None:
        self.narrative = narrative
        self.learning_index = LearningIndex(narrative)
        self._presence = Presence(narrative)
        self._scenes = Scenes(narrative)
        self._passages: dict[str, Mapping[str, KnowledgeSource]] = {}

    def present(self, person: str) -> frozenset[str]:
        """Return the ids of the passages in which the person is present."""
        return self._presence.of(person)

    def passages_of(self, person: str) -> Mapping[str, KnowledgeSource]:
        """Return, by id of the passages in which the person is present or which he reads or hears (a letter or tale),
        how and when he comes to know them.
        """
        known = self._passages.get(person)
        if known is None:
            known = self._passages[person] = self._passages_of(person)
        return known

    def _passages_of(self, person: str) -> Mapping[str, KnowledgeSource]:
        found: dict[str, KnowledgeSource] = {}
        present = self._presence.of(person)
        chronology = self.narrative.chronology
        for uuid in self.narrative.passages:
            if uuid in present:
                found[uuid] = KnowledgeSource(
                    KnowledgeSourceKind.PRESENT, chronology.now_of(uuid), self._presence_evidence(uuid, person)
                )
        for learning in self.learning_index.of.get(person, ()):
            for uuid in self.learning_index.read_in(learning):
                found.setdefault(
                    uuid,
                    KnowledgeSource(
                        KnowledgeSourceKind.LEARNED, chronology.position_of(learning.uuid), learning.evidence
                    ),
                )
        return found

    def known_to(self, person: str) -> tuple[KnownStatement, ...]:
        """Return all statements that a person ever comes to know, before his death, in narrative order."""
        direct: dict[str, list[KnowledgeSource]] = {}
        passages = self.passages_of(person)
        for one in self._candidates(person, passages):
            sources = [*self._own_sources(one, person), *self._passage_sources(one, passages.get(one.passage), person)]
            if sources:
                direct[one.uuid] = sources
        learned: dict[str, PlacedStatement] = {}
        died = self._died(person)
        for learning in self.learning_index.of.get(person, ()):
            place = self.narrative.chronology.position_of(learning.uuid)
            for each in self.learning_index.learned(learning):
                uuid = each.content.uuid
                if uuid not in direct:
                    learned.setdefault(uuid, each.content)
                direct.setdefault(uuid, []).append(
                    KnowledgeSource(KnowledgeSourceKind.LEARNED, place, learning.evidence)
                )
        known: list[KnownStatement] = []
        for uuid, sources in direct.items():
            lived = tuple(one for one in sources if not self._is_after(one, died))
            if lived:
                known.append(KnownStatement(learned.get(uuid) or self.narrative.statements[uuid], lived))
        return tuple(sorted(known, key=lambda one: one.statement.narrative_key))

    def source_holding(self, source: KnowledgeSource, when: When | None) -> Holding:
        """Return HOLDS, POSSIBLE or NO for the question whether a person knows something by the given source at the
        moment *when*, or at the end of the narrative so far if *when* is None.
        """
        chronology = self.narrative.chronology
        if source.place is None:
            return Holding.HOLDS
        if when is None:
            end = self.narrative.end
            come = not source.pending or (end is not None and certainly_reached(source.place, end, chronology))
            return Holding.HOLDS if come else Holding.NO
        if certainly_reached(source.place, when, chronology):
            return Holding.HOLDS
        return Holding.NO if certainly_ahead(when, source.place, chronology) else Holding.POSSIBLE

    def sources_holding(self, sources: tuple[KnowledgeSource, ...], when: When | None) -> Holding:
        """Return whether a person knows something by any of the given sources at the moment *when*: HOLDS, POSSIBLE or
        NO.
        """
        standing = {self.source_holding(one, when) for one in sources}
        if Holding.HOLDS in standing:
            return Holding.HOLDS
        return Holding.POSSIBLE if Holding.POSSIBLE in standing else Holding.NO

    def _candidates(self, person: str, passages: Mapping[str, KnowledgeSource]) -> Iterator[PlacedStatement]:
        inside = (one for uuid in passages for one in self.narrative.statements_in.get(uuid, ()))
        every = {one.uuid: one for one in (*self.narrative.statements_about.get(person, ()), *inside)}
        yield from every.values()

    def _own_sources(self, statement: PlacedStatement, person: str) -> Iterator[KnowledgeSource]:
        place = self.narrative.chronology.position_of(statement.uuid)
        if statement.core.scope is not StatementScope.WORLD:
            if person in statement.tellers or (statement.holder == person and not statement.tellers):
                yield KnowledgeSource(KnowledgeSourceKind.OWN, self._said_at(statement), statement.evidence)
            elif person in addressed(statement):
                yield KnowledgeSource(KnowledgeSourceKind.HEARD, self._said_at(statement), statement.evidence)
        elif takes_part(statement, person):
            fixed = statement.predicate.kind is PredicateKind.FIXED
            yield KnowledgeSource(
                KnowledgeSourceKind.TOOK_PART,
                None if fixed else place,
                statement.evidence,
                pending=statement.core.placing is Placement.AHEAD,
            )

    def _passage_sources(
        self, statement: PlacedStatement, passage: KnowledgeSource | None, person: str
    ) -> Iterator[KnowledgeSource]:
        if passage is None:
            return
        if passage.how is KnowledgeSourceKind.PRESENT and self._scenes.is_elsewhere(statement, person):
            return
        place = passage.place if passage.how is KnowledgeSourceKind.LEARNED else self._said_at(statement)
        if statement.core.scope is StatementScope.WORLD:
            life = statement.subject == person and statement.predicate.life is not None
            secret = life or (statement.subject != person and statement.predicate.mental)
            if statement.core.placing is not Placement.AHEAD and not secret:
                yield KnowledgeSource(passage.how, place, passage.by)
        elif (
            statement.core.scope is StatementScope.CLAIM
            or statement.tellers
            or passage.how is KnowledgeSourceKind.LEARNED
        ):
            yield KnowledgeSource(
                KnowledgeSourceKind.HEARD if passage.how is KnowledgeSourceKind.PRESENT else passage.how,
                place,
                passage.by,
            )

    def _died(self, person: str) -> tuple[TimePosition, ...]:
        """Return the positions at which a statement says that the person is dead; an empty tuple if none does, or the
        death is denied or reversed.
        """
        life = [
            one
            for one in self.narrative.statements_about.get(person, ())
            if one.subject == person and one.predicate.life is not None and one.core.scope is StatementScope.WORLD
        ]
        dead = [one for one in life if one.predicate.life is LifeState.DEAD]
        if any(one.core.phase in (Phase.DENIED, Phase.ENDS) for one in dead):
            return ()
        places = tuple(self.narrative.chronology.position_of(one.uuid) for one in dead)
        alive = (
            self.narrative.chronology.position_of(one.uuid) for one in life if one.predicate.life is LifeState.ALIVE
        )
        revived = any(self.narrative.chronology.precedes(place, other) for other in alive for place in places)
        return () if revived else places

    def _is_after(self, source: KnowledgeSource, places: tuple[TimePosition, ...]) -> bool:
        place = source.place
        return place is not None and any(self.narrative.chronology.precedes(one, place) for one in places)

    def _said_at(self, statement: PlacedStatement) -> TimePosition:
        """Return the position at which the words or the narration of a statement make it known. An undated fact of the
        story's world about the present is known from its own position on, and any other fact from the current moment of
        its passage on.
        """
        chronology = self.narrative.chronology
        if statement.core.scope is not StatementScope.WORLD:
            return chronology.said_of(statement.uuid)
        if statement.core.placing is Placement.NOW and not statement.dated:
            return chronology.position_of(statement.uuid)
        return chronology.now_of(statement.passage)

    def _presence_evidence(self, passage: str, person: str) -> Evidence:
        """Return a quote which shows that a person is present in a passage.

        The quote that shows the presence is that of a statement about the person, else of the first statement of the
        passage, else a mention of the person.
        """
        said = self.narrative.statements_in.get(passage, [])
        about = [one for one in said if person in (one.subject, one.object, speaker(one))]
        if about or said:
            return (about or said)[0].evidence
        placed = self.narrative.passages[passage]
        mention = next(one for one in self.narrative.mentions_in[passage] if one.entity == person)
        position = NarrativePosition(placed.order, mention.start)
        return Evidence(placed.episode, mention.surface, mention.start, mention.end, position)


def takes_part(statement: PlacedStatement, person: str) -> bool:
    """Return whether a person knows a fact of the story's world by taking part in it.

    Taking part in a fact does not tell a person who his relatives are (stories often keep it secret), what others feel
    for him, that he is dead or alive, or what others tell only to somebody else.
    """
    predicate = statement.predicate
    if predicate.life is not None or (predicate.kind is PredicateKind.FIXED and predicate.inverse and statement.object):
        return False
    if statement.subject == person:
        return True
    if person not in recipients(statement):
        return False
    if predicate.kind is PredicateKind.EVENT:
        return not learners(statement) or person in learners(statement)
    return predicate.kind is PredicateKind.STATE and not predicate.mental
