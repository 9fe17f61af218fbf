"""Point-of-view queries for tests: what a person of a test story knows, as the texts of statements."""

from __future__ import annotations

from dataclasses import replace

from episodic.languages.en import ENGLISH
from episodic.model.graph import Issue, Role
from episodic.model.holding import Holding
from episodic.model.predicates import Learner, Predicate, PredicateKind
from episodic.temporal.as_of import When, on_day
from episodic.temporal.chapter_bounds import ChapterBounds
from episodic.temporal.exclusion import Exclusions
from episodic.temporal.fold.fold import FoldContext
from episodic.temporal.issues import IssueContext
from episodic.temporal.knowledge.issues import KnowledgeIssues
from episodic.temporal.knowledge.knowledge import Knowledge
from episodic.temporal.knowledge.narrative import Narrative, NarrativeSoFar
from episodic.temporal.knowledge.pov_fold import PovKnowledge, pov_knowledge
from tests.unit.temporal.story_builder import Tale

KNOWS = Predicate("knows_that", names=("learned",), learner=Learner.SUBJECT, mental=True)
TOLD = Predicate("told", PredicateKind.EVENT, learner=Learner.RECIPIENT)
KILLED = Predicate("killed", PredicateKind.EVENT)
PARENT = Predicate("parent_of", PredicateKind.FIXED, inverse="child_of")
LOVES = Predicate("loves", living=True, mental=True)


def narrative_of(tale: Tale) -> NarrativeSoFar:
    """The narrative of a test story, without passage text, so that only statements show who is present."""
    passages = {one.uuid: one for one in tale.passages}
    statements = {one.uuid: one for one in tale.statements}
    return NarrativeSoFar(passages, statements, tale.read().chronology, Exclusions(tale.verdicts), {})


def with_role(tale: Tale, who: str, role: str) -> Tale:
    """Return the story with one more participant in its last statement."""
    last = tale.statements[-1]
    tale.statements[-1] = replace(last, participants=(*last.participants, Role(who, who, role)))
    return tale


def knowledge(tale: Tale) -> Knowledge:
    return Knowledge(Narrative(narrative_of(tale)))


def pov(tale: Tale, who: str, day: int | None = None) -> PovKnowledge:
    """Return what a person knows by the end of a day or of the story."""
    known = knowledge(tale)
    chronology = known.narrative.chronology
    frame = FoldContext(
        chronology, known.narrative.exclusions, ChapterBounds(chronology), IssueContext("work", ENGLISH)
    )
    return pov_knowledge(who, known, frame, when=None if day is None else on_day("days", day))


def known_on(tale: Tale, who: str, day: int) -> dict[str, Holding]:
    """Return the texts of the facts that hold or possibly hold for a person on a day."""
    found = pov(tale, who, day)
    when: When = on_day("days", day)
    chronology = knowledge(tale).narrative.chronology
    standing = {one.core.text: found.holding(uuid, when, chronology) for uuid, one in found.facts.items()}
    return {text: holding for text, holding in standing.items() if holding is not Holding.NO}


def known_in_all(tale: Tale, who: str) -> set[str]:
    """Return the texts of all facts that a person ever knows."""
    return {one.core.text for one in pov(tale, who).facts.values()}


def issues(tale: Tale) -> tuple[Issue, ...]:
    return KnowledgeIssues().of(narrative_of(tale), tale.read().folded.fact_of, IssueContext("work", ENGLISH))
