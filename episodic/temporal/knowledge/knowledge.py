"""Decides which statements a person knows or believes at a moment.

A person knows whatever he says, thinks, plans or wishes. A person knows the facts of the story's world in which he
takes part, from their start on. Exceptions are his kinship, his own death, and what others feel for him. A person knows
the facts that the narration states in a passage where he is present, from this passage on. Exceptions are what others
feel, his own death, what is hidden, and what the passage tells of another scene or after he has left. A claim made in a
person's presence is known to him only as a claim. If a statement says that a person learns something, he knows it from
then on. A person does not know anything else. For example, he does not know what is narrated in his absence, or facts
that still lie in the future. He does not know the contents of letters that he has not read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from episodic.languages import lexicon
from episodic.model.holding import Holding
from episodic.model.lazy_entries import LazyEntries
from episodic.model.predicates import LifeState, PredicateKind
from episodic.model.readings import Phase, Placement, StatementScope
from episodic.model.spans import Evidence, NarrativePosition
from episodic.temporal.as_of import When, certainly_ahead, certainly_reached
from episodic.temporal.chronology.narrative_line import TimePosition
from episodic.temporal.knowledge.learning import LearningIndex, learners
from episodic.temporal.knowledge.narrative import Narrative
from episodic.temporal.knowledge.presence import Presence, addressed, is_inner, recipients, shows_presence, speaker
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

    `place` is the position in story time from which on the person knows the statement or passage. It is None if the
    person has always known the statement or passage. `by` is the quote which shows that the person knows the statement
    or passage. `pending` is true for a fact that lay in the future when it was stated. The person knows such a fact
    only once it has certainly happened.
    """

    how: KnowledgeSourceKind
    place: TimePosition | None
    by: Evidence
    pending: bool = False


@dataclass(frozen=True, slots=True)
class KnownStatement:
    """A statement as a person knows it, with all sources of the knowledge. A report of learning ("she heard that ...")
    may be his only source. The field `statement` then has the quote of the words from which he learned the statement.
    """

    statement: PlacedStatement
    sources: tuple[KnowledgeSource, ...]


class Lesson(NamedTuple):
    """A statement as a person learns it, and how the person learns it."""

    content: PlacedStatement
    source: KnowledgeSource


class Knowledge:
    """Answers which statements and passages of a narrative a person knows, and at which moment. The methods of
    `Knowledge` take the ids of persons, and return passages by their ids.
    """

    def __init__(self, narrative: Narrative, scenes: Scenes | None = None, presence: Presence | None = None) -> None:
        self.narrative = narrative
        self.learning_index = LearningIndex(narrative)
        self._presence = presence or Presence(narrative)
        self.scenes = scenes or Scenes(narrative)
        self._passages: dict[str, Mapping[str, KnowledgeSource]] = {}
        self._lessons: dict[str, Mapping[str, Sequence[Lesson]]] = {}
        self._deaths: dict[str, tuple[TimePosition, ...]] = {}
        self._departures: dict[tuple[str, str], int | None] = {}
        self._by_passage: dict[str, Mapping[str, Sequence[PlacedStatement]]] = {}

    def present(self, person: str) -> frozenset[str]:
        """Return the ids of the passages in which the person is present."""
        return self._presence.of(person)

    def passages_of(self, person: str) -> Mapping[str, KnowledgeSource]:
        """Return how and when the person comes to know passages. The passages are those in which he is present, and
        those of the letters and tales that he reads or hears. The keys of the result are passage ids.
        """
        known = self._passages.get(person)
        if known is None:
            known = self._passages[person] = self._passages_of(person)
        return known

    def _passages_of(self, person: str) -> Mapping[str, KnowledgeSource]:
        chronology = self.narrative.chronology
        about = self._about(person)
        learned: dict[str, PlacedStatement] = {}
        for learning in self.learning_index.of(person):
            for uuid in self.learning_index.read_in(learning):
                learned.setdefault(uuid, learning)
        present = self.present(person)

        def source(uuid: str) -> KnowledgeSource:
            if uuid in present:
                shown = (one for one in about.get(uuid, ()) if person in (one.subject, one.object, speaker(one)))
                first = next(shown, None)
                by = self._presence_evidence(uuid, person) if first is None else first.evidence
                return KnowledgeSource(KnowledgeSourceKind.PRESENT, chronology.now_of(uuid), by)
            by = learned[uuid].evidence
            return KnowledgeSource(KnowledgeSourceKind.LEARNED, chronology.position_of(learned[uuid].uuid), by)

        return LazyEntries(dict.fromkeys((*present, *learned)), source)

    def passages_known(self, person: str, when: When | None) -> list[str]:
        """Return the ids of those passages of `passages_of` that the person certainly or possibly knows at the moment
        *when*. If *when* is None, the moment is the end of the narrative so far.
        """
        sources = self.passages_of(person)
        if when is None:
            # At the end of the narrative, a person knows every passage that he ever comes to know. The sources of his
            # knowledge need not be compared with a moment.
            return list(sources)
        return [uuid for uuid, one in sources.items() if self.source_holding(one, when) is not Holding.NO]

    def known_to(self, person: str) -> tuple[KnownStatement, ...]:
        """Return all statements that a person ever comes to know, before his death, in narrative order."""
        passages = self.passages_of(person)
        inside = (one for uuid in passages for one in self.narrative.statements_in.get(uuid, ()))
        every = {one.uuid: one for one in (*self.narrative.statements_about.get(person, ()), *inside)}
        every.update((uuid, self.narrative.statements[uuid]) for uuid in self.lessons_of(person) if uuid not in every)
        known = (self.known_statement(one, person) for one in every.values())
        return tuple(sorted((one for one in known if one is not None), key=lambda one: one.statement.narrative_key))

    def known_statement(self, statement: PlacedStatement, person: str) -> KnownStatement | None:
        """Return a statement as the person knows it, or None if the person never comes to know it before his death."""
        passage = self.passages_of(person).get(statement.passage)
        sources = [*self._own_sources(statement, person), *self._passage_sources(statement, passage, person)]
        lessons = self.lessons_of(person).get(statement.uuid, ())
        known = lessons[0].content if lessons and not sources else statement
        sources += (one.source for one in lessons)
        died = self.died(person)
        lived = tuple(one for one in sources if not self._is_after(one, died))
        return KnownStatement(known, lived) if lived else None

    def lessons_of(self, person: str) -> Mapping[str, Sequence[Lesson]]:
        """Return, by the id of each statement whose content the person learns, what the person learns, and how."""
        known = self._lessons.get(person)
        if known is None:
            found: dict[str, list[Lesson]] = {}
            for learning in self.learning_index.of(person):
                place = self.narrative.chronology.position_of(learning.uuid)
                source = KnowledgeSource(KnowledgeSourceKind.LEARNED, place, learning.evidence)
                for each in self.learning_index.learned(learning):
                    found.setdefault(each.content.uuid, []).append(Lesson(each.content, source))
            known = self._lessons[person] = found
        return known

    def source_holding(self, source: KnowledgeSource, when: When | None) -> Holding:
        """Return HOLDS, POSSIBLE or NO for the question whether a person knows something by the given source at the
        moment *when*. If *when* is None, the moment is the end of the narrative so far.
        """
        chronology = self.narrative.chronology
        if source.place is None:
            return Holding.HOLDS
        if when is None:
            end = self.narrative.end
            come = not source.pending or (end is not None and certainly_reached(source.place, end, chronology))
            return Holding.HOLDS if come else Holding.NO
        return self._reached(source.place, when)

    def narrated_holding(self, statement: str, person: str, when: When | None) -> Holding:
        """Return whether a person who is present in the scene of a statement knows the statement at the moment *when*:
        HOLDS, POSSIBLE or NO. The person knows the statement as soon as story time reaches the statement's position.
        Return NO if the person is dead before the position of the statement.
        """
        chronology = self.narrative.chronology
        place = chronology.position_of(statement)
        if any(chronology.precedes(one, place) for one in self.died(person)):
            return Holding.NO
        return Holding.HOLDS if when is None else self._reached(place, when)

    def _reached(self, place: TimePosition, when: When) -> Holding:
        if certainly_reached(place, when, self.narrative.chronology):
            return Holding.HOLDS
        return Holding.NO if certainly_ahead(when, place, self.narrative.chronology) else Holding.POSSIBLE

    def sources_holding(self, sources: tuple[KnowledgeSource, ...], when: When | None) -> Holding:
        """Return whether a person knows something by any of the given sources at the moment *when*: HOLDS, POSSIBLE or
        NO.
        """
        standing = {self.source_holding(one, when) for one in sources}
        if Holding.HOLDS in standing:
            return Holding.HOLDS
        return Holding.POSSIBLE if Holding.POSSIBLE in standing else Holding.NO

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
        start = statement.evidence.start
        present = passage.how is KnowledgeSourceKind.PRESENT
        if present and self.scenes.is_elsewhere(statement.passage, start, person):
            return
        left = self.departure(statement.passage, person) if present else None
        if left is not None and start > left:
            return
        if present and self._is_hidden(statement, person):
            return
        place = passage.place if passage.how is KnowledgeSourceKind.LEARNED else self._said_at(statement)
        if statement.core.scope is StatementScope.WORLD:
            life = statement.subject == person and statement.predicate.life is not None
            secret = life or (statement.subject != person and is_inner(statement.predicate))
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

    def departure(self, passage: str, person: str) -> int | None:
        """Return where the person leaves the scene in a passage: the offset in the chapter of the quote that says so.
        Return None if he does not leave, or acts or speaks again afterwards.
        """
        key = (passage, person)
        if key not in self._departures:
            self._departures[key] = _last_departure(self._about(person).get(passage, ()), person)
        return self._departures[key]

    def _about(self, person: str) -> Mapping[str, Sequence[PlacedStatement]]:
        """Return the statements in which the person takes part, by the ids of their passages."""
        if person not in self._by_passage:
            self._by_passage[person] = self.narrative.statements_by_passage(person)
        return self._by_passage[person]

    def _is_hidden(self, statement: PlacedStatement, person: str) -> bool:
        """Return whether the narration says that something is hidden, or is done unseen, in a sentence that does not
        name the person.
        """
        quote = statement.evidence
        if statement.core.scope is not StatementScope.WORLD or not lexicon.pattern("hidden_words").search(quote.quote):
            return False
        named = self.scenes.names_in(statement.passage)
        return not any(who == person and quote.start <= at < quote.end for at, who in named)

    def died(self, person: str) -> tuple[TimePosition, ...]:
        """Return the positions at which a statement says that the person is dead. The result is empty if no statement
        says so, or if the death is denied or reversed.
        """
        known = self._deaths.get(person)
        if known is None:
            known = self._deaths[person] = self._deaths_of(person)
        return known

    def _deaths_of(self, person: str) -> tuple[TimePosition, ...]:
        life = [
            one
            for one in self.narrative.statements_of_kind(person, lambda one: one.life is not None)
            if one.subject == person and one.core.scope is StatementScope.WORLD
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
        """Return the position in story time at which a statement becomes known to those who are present. An undated
        fact of the story's world that is about the current moment of the text becomes known at its own position. Any
        other fact of the story's world becomes known at the current moment of its passage.
        """
        chronology = self.narrative.chronology
        if statement.core.scope is not StatementScope.WORLD:
            return chronology.said_of(statement.uuid)
        if statement.core.placing is Placement.NOW and not statement.dated:
            return chronology.position_of(statement.uuid)
        return chronology.now_of(statement.passage)

    def _presence_evidence(self, passage: str, person: str) -> Evidence:
        """Return a quote that shows the presence of a person about whom the passage has no statement. It is the quote
        of the first statement of the passage. If the passage has no statement at all, it is a mention of the person.
        """
        said = self.narrative.statements_in.get(passage)
        if said:
            return said[0].evidence
        placed = self.narrative.passages[passage]
        mention = self.narrative.mentions_of[person][passage][0]
        position = NarrativePosition(placed.order, mention.start)
        return Evidence(placed.episode, mention.surface, mention.start, mention.end, position)


def _last_departure(about: Sequence[PlacedStatement], person: str) -> int | None:
    """Return the offset of the last quote of *about*, the statements about a person in one passage, which says that he
    leaves the scene by an act of his own. Return None if he does not leave, or acts or speaks again afterwards.
    """
    goes = {one.evidence for one in about if one.subject == person and one.predicate.kind is PredicateKind.EVENT}
    left = [
        one.evidence.start
        for one in about
        if _says_departure(one, person) and (not one.core.derived or one.evidence in goes)
    ]
    last = max(left, default=None)
    if last is None or any(one.evidence.start > last and shows_presence(one, person) for one in about):
        return None
    return last


def _says_departure(statement: PlacedStatement, person: str) -> bool:
    core = statement.core
    here = statement.subject == person and core.scope is StatementScope.WORLD and core.placing is Placement.NOW
    return here and core.phase is Phase.ENDS and statement.predicate.presence and statement.predicate.within


def takes_part(statement: PlacedStatement, person: str) -> bool:
    """Return whether a person knows a fact of the story's world by taking part in it.

    Taking part in a fact does not tell a person who his relatives are, because stories often keep this secret. It does
    not tell him what others feel for him, or that he is dead or alive. It does not tell him what others tell only to
    somebody else.
    """
    predicate = statement.predicate
    if predicate.life is not None or (predicate.kind is PredicateKind.FIXED and predicate.inverse and statement.object):
        return False
    if statement.subject == person:
        return True
    if person not in recipients(statement):
        return False
    if is_inner(predicate):
        return False
    if predicate.kind is PredicateKind.EVENT:
        return not learners(statement) or person in learners(statement)
    return predicate.kind is PredicateKind.STATE
