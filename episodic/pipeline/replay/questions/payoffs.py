"""Collects the setups of a work, such as open questions and promises, during a replay, and asks which statements pay
(answer) them.

Questions about payoffs are asked when a chapter is replayed. A model that reads only one window could not answer
questions about payoffs, because it does not know the setups of earlier chapters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar

from episodic.model.deferred import Deferred
from episodic.model.readings import (
    LEAST_SALIENCE,
    PAYS_OFF,
    Placement,
    Salience,
    StatementCore,
    StatementReading,
    StatementScope,
)
from episodic.pipeline.replay.questions.candidate_questions import CandidateQuestions
from episodic.pipeline.replay.statement_sources import SourcedStatement
from episodic.pipeline.text_positions import SpannedStatement
from episodic.search.word_overlap import QueryTerms
from episodic.temporal.questions import PayoffQuestion
from episodic.text.inflections import stem
from episodic.text.tokens import tokens

SETUPS_PER_CHAPTER = 12
"""The maximum number of setups about which questions are asked when one chapter is replayed."""
CANDIDATES_PER_SETUP = 5
"""The maximum number of a chapter's statements that one question offers as payoffs of a setup."""
CANDIDATES_PER_CHAPTER = 20
"""The maximum number of different sentences that all questions of a chapter about payoffs (answers to setups) together
list as possible payoffs.
"""
_PAYING_SCOPES = (StatementScope.WORLD, StatementScope.CLAIM)


@dataclass(frozen=True, slots=True)
class PlantedSetup(Deferred):
    """A setup, such as a promise, with the id of its statement, its entities as cluster numbers, and its salience.
    `text` is the statement's value, or else its sentence. `episode` and `window` are the chapter and the window (part
    of the chapter) that tell the setup.
    """

    statement: str
    text: str
    entities: tuple[int, ...]
    salience: Salience
    episode: str
    window: int


class PlantedSetups:
    """The setups (open questions, promises and threats) of the chapters so far, and which of them have been paid."""

    KEPT: ClassVar[tuple[str, ...]] = ("_planted", "_paid")
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ()

    def __init__(self) -> None:
        self._planted: dict[str, PlantedSetup] = {}
        self._paid: dict[str, str] = {}
        """The statements that answer setups (such as open questions). The id of the answering statement is found by the
        id of the setup's statement.
        """

    def copy(self) -> PlantedSetups:
        copied = PlantedSetups()
        copied._planted = dict(self._planted)
        copied._paid = dict(self._paid)
        return copied

    def plant(self, said: SourcedStatement, episode: str) -> None:
        """Add the setup that a statement of the scope "setup" plants, unless its salience is 1 (a detail)."""
        made = said.made
        if made.reading.core.salience == LEAST_SALIENCE:
            return
        entities = (made.subject, *(number for number, _ in made.participants))
        core = made.reading.core
        self._planted[made.uuid] = PlantedSetup(
            made.uuid, core.value or core.text, entities, core.salience, episode, said.spanned.window
        )

    def pay(self, setup: PlantedSetup, statement: str) -> None:
        self._paid[setup.statement] = statement

    def is_paid(self, setup: PlantedSetup) -> bool:
        return setup.statement in self._paid

    def facing(
        self, chapter: _PayoffCandidates, root: Callable[[int], int]
    ) -> list[tuple[PlantedSetup, Mapping[str, SourcedStatement]]]:
        """Return the setups that the chapter's statements are most likely to pay (answer), each with the statements
        that may pay it, by sentence.

        Setups that are paid already are included, although no question is asked about them. If setups that are already
        paid (answered) were left out, other setups would be among the SETUPS_PER_CHAPTER setups that are returned. If
        each answer changed which setups the questions of later chapters contain, the questions of many chapters could
        not be asked at the same time.
        """
        found: list[tuple[tuple[float, int, int], PlantedSetup, Mapping[str, SourcedStatement]]] = []
        for number, setup in enumerate(self._planted.values()):
            candidates = chapter.of(setup, frozenset(map(root, setup.entities)))
            if candidates:
                likeness = max(common_words(setup.text, text) for text in candidates)
                found.append(((-likeness, -setup.salience, -number), setup, candidates))
        found.sort(key=lambda one: one[0])
        chosen: list[tuple[PlantedSetup, Mapping[str, SourcedStatement]]] = []
        listed: set[str] = set()
        for _, setup, candidates in found:
            if len(chosen) < SETUPS_PER_CHAPTER and len(listed.union(candidates)) <= CANDIDATES_PER_CHAPTER:
                listed.update(candidates)
                chosen.append((setup, candidates))
        return chosen


class _PayoffCandidates:
    """The statements of one chapter that can pay (answer) setups, by the entities that they are about."""

    def __init__(self, statements: Sequence[SourcedStatement], episode: str, root: Callable[[int], int]) -> None:
        self._episode = episode
        self._by_entity: dict[int, dict[int, SourcedStatement]] = {}
        for number, one in enumerate(statements):
            if _can_pay(one):
                for node in _nodes(one.spanned.reading):
                    self._by_entity.setdefault(root(one.numbers[node]), {})[number] = one

    def of(self, setup: PlantedSetup, entities: frozenset[int]) -> Mapping[str, SourcedStatement]:
        """Return at most CANDIDATES_PER_SETUP statements about entities of the setup, by sentence, in text order. The
        statements that share the most words with the setup are chosen, and among equals the most salient ones.

        In the chapter that tells the setup, only statements after the window (the part read in one call) with the setup
        are returned. A reader reports a setup only if the window that it reads leaves the setup open.
        """
        near: dict[int, SourcedStatement] = {}
        for entity in entities:
            near.update(self._by_entity.get(entity, {}))
        if setup.episode == self._episode:
            near = {number: one for number, one in near.items() if one.spanned.window > setup.window}
        ranked = sorted(
            near.items(),
            key=lambda one: (
                -common_words(setup.text, one[1].made.shown_sentence),
                -one[1].made.reading.core.salience,
                one[0],
            ),
        )
        found: dict[str, SourcedStatement] = {}
        for _, said in sorted(ranked[:CANDIDATES_PER_SETUP], key=lambda one: one[0]):
            found.setdefault(said.made.shown_sentence, said)
        return found


def paying_statements(
    statements: Sequence[SourcedStatement],
    setups: PlantedSetups,
    *,
    asked: CandidateQuestions,
    root: Callable[[int], int],
) -> Iterator[tuple[PlantedSetup, SourcedStatement, SpannedStatement]]:
    """Yield each setup that a statement of the chapter pays and that was not paid before. Each setup comes with the
    paying statement and a new statement about the payoff. If the question which statement pays (answers) a setup has no
    stored answer, the setup counts as not paid.
    """
    candidates = _PayoffCandidates(statements, asked.episode.uuid, root)
    for setup, paying in setups.facing(candidates, root):
        if not setups.is_paid(setup):
            said = asked.chosen(PayoffQuestion(asked.episode.language, setup.text, tuple(paying)), paying)
            if said is not None:
                yield setup, said, _payoff(setup, said, root)


def _payoff(setup: PlantedSetup, said: SourcedStatement, root: Callable[[int], int]) -> SpannedStatement:
    """Return a new statement which says that the statement *said* is the payoff of the setup, for example that it keeps
    a promise. The returned statement has the quote of *said*, and its subject is an entity that *said* and the setup
    have in common.
    """
    wanted = frozenset(map(root, setup.entities))
    reading = said.spanned.reading
    subject = next(node for node in _nodes(reading) if root(said.numbers[node]) in wanted)
    core = StatementCore(
        text=said.made.shown_sentence,
        predicate=PAYS_OFF,
        value=setup.text,
        scope=StatementScope.SETUP,
        salience=setup.salience,
        derived=True,
    )
    return replace(said.spanned, reading=StatementReading(quote=reading.quote, core=core, subject=subject))


def _can_pay(said: SourcedStatement) -> bool:
    core = said.spanned.reading.core
    told = core.scope in _PAYING_SCOPES and core.placing is not Placement.AHEAD
    return told and not core.habit and core.salience > LEAST_SALIENCE


def _nodes(reading: StatementReading) -> tuple[int, ...]:
    others = (reading.object, *(one.node for one in reading.participants), reading.holder)
    return (reading.subject, *(one for one in others if one is not None))


def common_words(line: str, sentence: str) -> float:
    """Return which share (0 to 1) of the content words of *line*, the text of a setup or state, also occurs in
    *sentence*.
    """
    wanted = _content_words(line)
    return len(wanted & _words(sentence)) / len(wanted) if wanted else 0.0


@lru_cache(maxsize=1 << 12)
def _content_words(text: str) -> frozenset[str]:
    return frozenset(stem(one.text) for one in QueryTerms.of(text, ()).tokens)


@lru_cache(maxsize=1 << 12)
def _words(text: str) -> frozenset[str]:
    return frozenset((*map(stem, tokens(text)), *text))
