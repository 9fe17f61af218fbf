"""Minds for the tests of knowledge: what somebody of a tale knows, by the texts of its statements."""

from __future__ import annotations

from dataclasses import replace

from episodic.model.episodes import Language
from episodic.model.graph import Issue, Role
from episodic.model.predicates import Predicate, PredicateKind
from episodic.temporal.asof import Holding, When, on_day
from episodic.temporal.coarse import Coarse
from episodic.temporal.exclusion import Exclusions
from episodic.temporal.fold import Frame
from episodic.temporal.issues import Voice
from episodic.temporal.knowledge import Knowledge
from episodic.temporal.knowledge_fold import Mind, mind_of
from episodic.temporal.knowledge_issues import knowledge_issues
from episodic.temporal.knowledge_telling import Telling, Told
from tests.unit.temporal.telling import Tale

KNOWS = Predicate("knows_that", names=("learned",))
TOLD = Predicate("told", PredicateKind.EVENT)
KILLED = Predicate("killed", PredicateKind.EVENT)
PARENT = Predicate("parent_of", PredicateKind.FIXED, inverse="child_of")
LOVES = Predicate("loves", living=True)


def told(tale: Tale) -> Told:
    """The tale as knowledge takes it: without words, so that only statements put anybody anywhere."""
    passages = {one.uuid: one for one in tale.passages}
    statements = {one.uuid: one for one in tale.statements}
    return Told(passages, statements, tale.read().chronology, Exclusions(tale.verdicts), {})


def with_role(tale: Tale, who: str, role: str) -> Tale:
    """The tale whose last statement has one more participant."""
    last = tale.statements[-1]
    tale.statements[-1] = replace(last, participants=(*last.participants, Role(who, who, role)))
    return tale


def knowledge(tale: Tale) -> Knowledge:
    return Knowledge(Telling(told(tale)))


def mind(tale: Tale, who: str, day: int | None = None) -> Mind:
    """What somebody of the tale knows by the end of a day, or of the tale."""
    known = knowledge(tale)
    chronology = known.telling.chronology
    frame = Frame(chronology, known.telling.exclusions, Coarse(chronology), Voice("work", Language.ENGLISH))
    return mind_of(who, known, frame, when=None if day is None else on_day("days", day))


def known_on(tale: Tale, who: str, day: int) -> dict[str, Holding]:
    """The texts of the facts that hold or may hold for somebody on a day."""
    found = mind(tale, who, day)
    when: When = on_day("days", day)
    chronology = knowledge(tale).telling.chronology
    standing = {one.text: found.holding(uuid, when, chronology) for uuid, one in found.facts.items()}
    return {text: holding for text, holding in standing.items() if holding is not Holding.NO}


def known_in_all(tale: Tale, who: str) -> set[str]:
    """The texts of all facts that somebody ever comes to know."""
    return {one.text for one in mind(tale, who).facts.values()}


def issues(tale: Tale) -> tuple[Issue, ...]:
    return knowledge_issues(told(tale), tale.read().folded.fact_of, Voice("work", Language.ENGLISH))
