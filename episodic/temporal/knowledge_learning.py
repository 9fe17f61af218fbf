"""Who learned what: statements that somebody learns, hears, sees or reads something, and what that was."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache

from episodic.model.episodes import FrameKind
from episodic.model.names import name_key
from episodic.model.predicates import Predicate, predicate_key
from episodic.model.readings import Phase, Placing, StatementScope
from episodic.temporal.exclusion import Content, content_of
from episodic.temporal.knowledge_presence import recipients
from episodic.temporal.knowledge_telling import Telling
from episodic.temporal.placed import PlacedStatement
from episodic.text.scripts import han_count

BY_SUBJECT = frozenset(
    "knows_that discovered learned learns read reads heard hears saw sees witnessed found_out realised realized".split()
)
"""Predicates whose subject learns something."""
BY_RECIPIENT = frozenset(("told", "informed", "wrote_to", "showed", "revealed_to", "confessed_to", "taught_that"))
"""Predicates whose object and participants learn something."""
_KNOWS = "knows_that"
_SUBJECT_KEYS = frozenset(predicate_key(one) for one in BY_SUBJECT)
_RECIPIENT_KEYS = frozenset(predicate_key(one) for one in BY_RECIPIENT)
_TAKEN_IN = {
    FrameKind.LETTER: re.compile(
        r"[信书笺札函读阅]|\b(?:letters?|notes?|reads?|reading|wrote|written|messages?|envelope|unfolded)\b",
        re.IGNORECASE,
    ),
    FrameKind.TALE: re.compile(
        r"[听讲说述]|故事|\b(?:tales?|story|stories|heard|hears?|listen\w*|told|tells?)\b", re.IGNORECASE
    ),
}
"""Words for taking in a letter or a tale, by its frame."""
_COMING_TO_KNOW = re.compile(
    r"得知|获悉|得悉|听说|听闻|闻知|闻讯|才知|方知|始知|告知|告诉|读到|发现|察觉|识破|"
    r"\b(?:learn(?:s|ed|t)?|found out|finds out|discover\w*|heard|hears|told|reads?|realis\w*|realiz\w*|informed|news)\b",
    re.IGNORECASE,
)
"""Words of learning, in a quote that was read as knowing."""
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Learned:
    """Something that a statement says was learned: what is known of it then, and the words that say that it was learned.

    `content` is a statement in the form in which it was learned: its evidence and text are those of the learning.
    """

    content: PlacedStatement
    learning: PlacedStatement


def learners(statement: PlacedStatement) -> tuple[str, ...]:
    """Who learns something by what a statement says of the story's world; nobody by most."""
    if statement.scope is not StatementScope.WORLD or statement.phase in (Phase.DENIED, Phase.ENDS):
        return ()
    if statement.placing is Placing.AHEAD:
        return ()
    by_subject, by_recipient = _teaches(statement.predicate.name)
    if by_subject:
        return (statement.subject,)
    return recipients(statement) if by_recipient else ()


@cache
def _teaches(predicate: str) -> tuple[bool, bool]:
    key = predicate_key(predicate)
    return (key in _SUBJECT_KEYS, key in _RECIPIENT_KEYS)


def is_state_of_knowing(statement: PlacedStatement) -> bool:
    """Whether it says no more than that somebody knows something, whenever they learned it."""
    if statement.predicate.name != _KNOWS or statement.phase is not Phase.HOLDS:
        return False
    return not _COMING_TO_KNOW.search(statement.evidence.quote)


class Lessons:
    """What was learned by whom in one telling, in telling order."""

    def __init__(self, telling: Telling) -> None:
        self._telling = telling
        self.of: dict[str, list[PlacedStatement]] = {}
        for one in telling.statements.values():
            for who in learners(one):
                self.of.setdefault(who, []).append(one)
        self._learned: dict[str, tuple[Learned, ...]] = {}
        self._alike: Mapping[tuple[Content, bool], list[PlacedStatement]] | None = None

    def learned(self, learning: PlacedStatement) -> tuple[Learned, ...]:
        """What a learning statement teaches: what its own words say, else facts of the world that it plainly speaks of."""
        found = self._learned.get(learning.uuid)
        if found is None:
            beside = list(self._beside(learning))
            taught = self._meant(learning, beside) if beside else self._named(learning)
            found = self._learned[learning.uuid] = tuple(taught)
        return found

    def read_in(self, learning: PlacedStatement) -> tuple[str, ...]:
        """The passages of the letters and tales around a learning statement whose words say that one was read or heard."""
        telling = self._telling
        here = telling.passages[learning.passage]
        words = f"{learning.evidence.quote}\n{learning.text}"
        beside = [
            one.run
            for one in telling.passages.values()
            if one.episode == here.episode
            and abs(one.index - here.index) <= 1
            and one.frame in _TAKEN_IN
            and _TAKEN_IN[one.frame].search(words)
        ]
        return tuple(uuid for run in dict.fromkeys(beside) for uuid in telling.runs[run])

    def _beside(self, learning: PlacedStatement) -> Iterator[PlacedStatement]:
        """Statements whose quotes overlap that of the learning: what stands in its own words."""
        start, end = learning.evidence.start, learning.evidence.end
        for one in self._telling.said_in[learning.passage]:
            overlaps = one.evidence.start < end and start < one.evidence.end
            if overlaps and one.uuid != learning.uuid and not learners(one):
                yield one

    def _meant(self, learning: PlacedStatement, beside: list[PlacedStatement]) -> Iterator[Learned]:
        for one in beside:
            if one.scope is StatementScope.WORLD:
                yield Learned(one, learning)
            for fact in self.alike(one):
                if fact.uuid != one.uuid and not self._is_to_come(fact, learning):
                    shown = replace(fact, passage=one.passage, evidence=one.evidence, text=one.text, value=one.value)
                    yield Learned(shown, learning)

    def _named(self, learning: PlacedStatement) -> Iterator[Learned]:
        """Facts of the world all of whose people a learning statement names, and that it says in a word of its own."""
        named = self._telling.named_within(learning)
        words = f"{learning.evidence.quote}\n{learning.value or ''}\n{learning.text}"
        for who in sorted(named - set(learners(learning))):
            for fact in self._telling.about.get(who, ()):
                if fact.subject != who or not _may_be_learned(fact) or learners(fact):
                    continue
                if fact.object is not None and fact.object not in named:
                    continue
                if _is_said(fact.predicate, fact.value, words) and not self._is_to_come(fact, learning):
                    value = fact.value if fact.value and _has(words, fact.value) else None
                    yield Learned(
                        replace(
                            fact,
                            passage=learning.passage,
                            evidence=learning.evidence,
                            text=learning.text,
                            value=value if fact.object is None else None,
                        ),
                        learning,
                    )

    def alike(self, statement: PlacedStatement) -> list[PlacedStatement]:
        """The statements of the story's world that say the same."""
        return self.alike_to(self._key(statement))

    def alike_to(self, key: tuple[Content, bool]) -> list[PlacedStatement]:
        """The statements of the story's world of this content, which is denied or not."""
        if self._alike is None:
            table: dict[tuple[Content, bool], list[PlacedStatement]] = {}
            for one in self._telling.statements.values():
                if _may_be_learned(one):
                    table.setdefault(self._key(one), []).append(one)
            self._alike = table
        return list(self._alike.get(key, ()))

    def _key(self, statement: PlacedStatement) -> tuple[Content, bool]:
        return (self._telling.exclusions.class_of(content_of(statement)), statement.phase is Phase.DENIED)

    def _is_to_come(self, fact: PlacedStatement, learning: PlacedStatement) -> bool:
        chronology = self._telling.chronology
        return chronology.precedes(chronology.node_of(learning.uuid), chronology.node_of(fact.uuid))


def _may_be_learned(statement: PlacedStatement) -> bool:
    return statement.scope is StatementScope.WORLD and statement.phase is not Phase.ENDS


def _is_said(predicate: Predicate, value: str | None, words: str) -> bool:
    """Whether words say a predicate by one of its names, or its value."""
    names = (predicate.name.replace("_", " "), predicate.zh, *predicate.names)
    return any(name and _has(words, name) for name in names) or bool(value and _has(words, value))


def _has(words: str, name: str) -> bool:
    """Whether *name* stands in *words*: as whole words where it is not written in Han."""
    if han_count(name):
        return name in words
    key = " ".join(_WORD.findall(name_key(name)))
    return bool(key) and f" {key} " in f" {' '.join(_WORD.findall(name_key(words)))} "
