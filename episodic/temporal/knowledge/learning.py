"""Finds statements which say that a person learns, hears, sees or reads something, and what exactly he learns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from episodic.languages import lexicon
from episodic.model.episodes import FrameKind
from episodic.model.name_keys import name_key
from episodic.model.predicates import Learner, Predicate, PredicateKind
from episodic.model.readings import Phase, Placement, StatementScope
from episodic.temporal.exclusion import StatementContent, content_of
from episodic.temporal.knowledge.narrative import Narrative
from episodic.temporal.knowledge.presence import recipients
from episodic.temporal.placed import PlacedStatement
from episodic.text.scripts import han_count

_SOURCE_WORDS = {FrameKind.LETTER: "reading_of_letters", FrameKind.TALE: "hearing_of_tales"}
"""By frame kind, the name of the pattern for words about reading a letter or hearing a tale."""
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class LearnedStatement:
    """What a person learned, and the statement that reports the learning.

    `content` is the learned statement. The text may tell the learned statement in another place than the learning. Then
    `content` has the quote and the text of the words from which the person learns it.
    """

    content: PlacedStatement
    learning: PlacedStatement


def learners(statement: PlacedStatement) -> tuple[str, ...]:
    """Return the ids of the persons who learn something according to a statement about the story's world. The tuple is
    empty if the statement reports no learning, denies or ends it, or is about the future.
    """
    if statement.core.scope is not StatementScope.WORLD or statement.core.phase in (Phase.DENIED, Phase.ENDS):
        return ()
    if statement.core.placing is Placement.AHEAD:
        return ()
    match statement.predicate.learner:
        case Learner.SUBJECT:
            return (statement.subject,)
        case Learner.RECIPIENT:
            return recipients(statement)
        case None:
            return ()


def is_state_of_knowing(statement: PlacedStatement) -> bool:
    """Return whether a statement only says that a person knows something, and not that he comes to know it now."""
    predicate = statement.predicate
    if predicate.learner is not Learner.SUBJECT or predicate.kind is not PredicateKind.STATE:
        return False
    if statement.core.phase is not Phase.HOLDS:
        return False
    return not lexicon.pattern("coming_to_know").search(statement.evidence.quote)


class LearningIndex:
    """The statements that report learning, and what they report."""

    def __init__(self, narrative: Narrative) -> None:
        self._narrative = narrative
        self._of: dict[str, Sequence[PlacedStatement]] = {}
        self._learned: dict[str, tuple[LearnedStatement, ...]] = {}

    def of(self, person: str) -> Sequence[PlacedStatement]:
        """Return the statements which report that the person learns something, in narrative order."""
        known = self._of.get(person)
        if known is None:
            about = self._narrative.statements_of_kind(person, lambda one: one.learner is not None)
            known = self._of[person] = [one for one in about if person in learners(one)]
        return known

    def learned(self, learning: PlacedStatement) -> tuple[LearnedStatement, ...]:
        """Return what a person learns according to a statement that reports learning.

        If the quote of *learning* contains other statements, the person learns the facts of the story's world that
        these statements state or claim. If the quote contains no statement besides reports of learning, the person
        learns the facts of the story's world that the words of *learning* name. A fact that is certainly later than the
        report is learned only if the quote itself states it.
        """
        found = self._learned.get(learning.uuid)
        if found is None:
            quoted_statements = list(self._in_quote(learning))
            taught = self._quoted(learning, quoted_statements) if quoted_statements else self._named_facts(learning)
            found = self._learned[learning.uuid] = tuple(taught)
        return found

    def read_in(self, learning: PlacedStatement) -> tuple[str, ...]:
        """Return the ids of the passages of letters and tales that a person reads or hears. The words of *learning*, a
        statement that reports learning, say which passages they are.

        A letter or tale is considered only if one of its passages is the passage of the report or next to it.
        """
        narrative = self._narrative
        own_passage = narrative.passages[learning.passage]
        words = f"{learning.evidence.quote}\n{learning.core.text}"
        runs = [
            passage.run
            for passage in narrative.passages_of[own_passage.episode]
            if abs(passage.index - own_passage.index) <= 1
            and passage.frame in _SOURCE_WORDS
            and lexicon.pattern(_SOURCE_WORDS[passage.frame]).search(words)
        ]
        return tuple(uuid for run in dict.fromkeys(runs) for uuid in narrative.runs[run])

    def _in_quote(self, learning: PlacedStatement) -> Iterator[PlacedStatement]:
        start, end = learning.evidence.start, learning.evidence.end
        for statement in self._narrative.statements_in[learning.passage]:
            overlaps = statement.evidence.start < end and start < statement.evidence.end
            if overlaps and statement.uuid != learning.uuid and not learners(statement):
                yield statement

    def _quoted(
        self, learning: PlacedStatement, quoted_statements: list[PlacedStatement]
    ) -> Iterator[LearnedStatement]:
        for quoted in quoted_statements:
            if quoted.core.scope is StatementScope.WORLD:
                yield LearnedStatement(quoted, learning)
            for fact in self.alike(quoted):
                if fact.uuid != quoted.uuid and not self._is_to_come(fact, learning):
                    shown = replace(
                        fact,
                        passage=quoted.passage,
                        evidence=quoted.evidence,
                        core=fact.core.with_text_of(quoted.core),
                    )
                    yield LearnedStatement(shown, learning)

    def _named_facts(self, learning: PlacedStatement) -> Iterator[LearnedStatement]:
        """Yield the facts of the story's world that a report of learning names. The report names a fact if it mentions
        the subject and object of the fact, and contains the fact's predicate or value.
        """
        named = self._narrative.named_within(learning)
        words = f"{learning.evidence.quote}\n{learning.core.value or ''}\n{learning.core.text}"
        for who in sorted(named - set(learners(learning))):
            for fact in self._narrative.statements_about.get(who, ()):
                if fact.subject != who or not _may_be_learned(fact) or learners(fact):
                    continue
                if fact.object is not None and fact.object not in named:
                    continue
                if _is_said(fact.predicate, fact.core.value, words) and not self._is_to_come(fact, learning):
                    value = fact.core.value if fact.core.value and _contains(words, fact.core.value) else None
                    yield LearnedStatement(
                        replace(
                            fact,
                            passage=learning.passage,
                            evidence=learning.evidence,
                            core=fact.core.with_text(learning.core.text, value if fact.object is None else None),
                        ),
                        learning,
                    )

    def alike(self, statement: PlacedStatement) -> list[PlacedStatement]:
        """Return the statements about the story's world that have the content of the given statement. Statements which
        say that a state ends are left out. If the given statement is a denial, only denials are returned, else only
        statements that are no denials.
        """
        return self.alike_to(self._key(statement))

    def alike_to(self, key: tuple[StatementContent, bool]) -> list[PlacedStatement]:
        """Return the statements about the story's world with a given content, without statements which say that
        something ends. The key consists of the content, and of True if the statements deny the content, else False.
        """
        content, denied = key
        alike = self._narrative.statements_with(content)
        return [one for one in alike if _may_be_learned(one) and (one.core.phase is Phase.DENIED) is denied]

    def _key(self, statement: PlacedStatement) -> tuple[StatementContent, bool]:
        return (self._narrative.exclusions.class_of(content_of(statement)), statement.core.phase is Phase.DENIED)

    def _is_to_come(self, fact: PlacedStatement, learning: PlacedStatement) -> bool:
        chronology = self._narrative.chronology
        return chronology.precedes(chronology.position_of(learning.uuid), chronology.position_of(fact.uuid))


def _may_be_learned(statement: PlacedStatement) -> bool:
    return statement.core.scope is StatementScope.WORLD and statement.core.phase is not Phase.ENDS


def _is_said(predicate: Predicate, value: str | None, words: str) -> bool:
    names = (predicate.name.replace("_", " "), predicate.zh, *predicate.names)
    return any(name and _contains(words, name) for name in names) or bool(value and _contains(words, value))


def _contains(words: str, name: str) -> bool:
    if han_count(name):
        return name in words
    key = " ".join(_WORD.findall(name_key(name)))
    return bool(key) and f" {key} " in f" {' '.join(_WORD.findall(name_key(words)))} "
