"""Who is there in a passage.

Somebody is there whom the narration has act, speak or think, or to whom it has something happen; or whose name opens a clause of
the narration. Nobody is there who is only spoken of or called: named in speech, in words that look back or ahead, in what
somebody believes or plans, in lineage, or as dead. A letter is read, not lived: its passages have those in them who write it, a
dream's those who dream it.
"""

from __future__ import annotations

import re

from episodic.model.episodes import FrameKind
from episodic.model.predicates import PredicateKind
from episodic.model.readings import Phase, Placing, StatementScope
from episodic.model.spans import Span
from episodic.temporal.exclusion import LIFE
from episodic.temporal.knowledge_telling import Mention, Telling
from episodic.temporal.placed import PlacedStatement
from episodic.text.scripts import han_count
from episodic.text.speech import speech

TOPICS = frozenset({"topic", "about", "mentioned", "subject", "话题", "关于", "提及", "所谈", "所说"})
"""Roles of those who are only spoken of."""

_CLAUSE = re.compile(r"[。！？；，、：:;,.!?—…\n“”‘’\"「」『』()（）]")
_WORD = re.compile(r"\w+(?:['’]\w+)?")
_OWNED = re.compile(r"['’]s\b|[的之]")
_LEAD_IN = re.compile("^(?:却说|话说|且说|再说|单说|只说)")
_SPOKEN_OF_HAN = re.compile("[想念思提闻听忆梦若如除替说道言谓知信恐盼料疑问怕为]")
_SPOKEN_OF = frozenset(
    "of about for like unlike without than from if unless whether that said says thought knew believed wished hoped told heard "
    "remembered dreamed dreamt missed feared suspected".split()
)
_MOST_HAN, _MOST_WORDS = 6, 3


class Presence:
    """Who is where, answered a person at a time."""

    def __init__(self, telling: Telling) -> None:
        self._telling = telling
        self._speech: dict[str, tuple[Span, ...]] = {}
        self._known: dict[str, frozenset[str]] = {}

    def of(self, person: str) -> frozenset[str]:
        """The passages in which the person is there."""
        found = self._known.get(person)
        if found is None:
            telling = self._telling
            by_words = dict.fromkeys(telling.naming.get(person, ()))
            by_words.update(dict.fromkeys(one.passage for one in telling.about.get(person, ())))
            found = self._known[person] = frozenset(one for one in by_words if self._is_in(person, one))
        return found

    def _is_in(self, person: str, passage: str) -> bool:
        frame = self._telling.passages[passage].frame
        said = self._telling.said_in.get(passage, ())
        if frame is FrameKind.LETTER:
            return any(speaker(one) == person for one in said)
        if frame is FrameKind.DREAM:
            return any(one.scope is StatementScope.DREAM and speaker(one) == person for one in said)
        if any(puts_there(one, person) for one in said):
            return True
        silent = [one for one in said if _has_part(one, person)]
        named = (one for one in self._telling.named_in.get(passage, ()) if one.entity == person)
        return any(self._acts(one, passage, silent) for one in named)

    def _acts(self, mention: Mention, passage: str, silent: list[PlacedStatement]) -> bool:
        """Whether a mention opens a clause of the narration, outside the words that only speak of the person."""
        words = self._telling.words.get(passage)
        if words is None:
            return False
        if any(one.evidence.start <= mention.start and mention.end <= one.evidence.end for one in silent):
            return False
        start, end = mention.start - words.span.start, mention.end - words.span.start
        return not self._is_spoken(passage, words.text, start) and opens_clause(words.text, start, end)

    def _is_spoken(self, passage: str, text: str, place: int) -> bool:
        spans = self._speech.get(passage)
        if spans is None:
            spans = self._speech[passage] = speech(text)
        return any(one.start <= place < one.end for one in spans)


def speaker(statement: PlacedStatement) -> str | None:
    """Who says or thinks it at its place in the text: the outermost teller, else its holder."""
    return statement.tellers[0] if statement.tellers else statement.holder


def puts_there(statement: PlacedStatement, person: str) -> bool:
    """Whether a statement shows that the person is there where it is told."""
    if statement.placing is not Placing.NOW:
        return statement.scope is StatementScope.CLAIM and speaker(statement) == person
    if statement.scope is not StatementScope.WORLD:
        return speaker(statement) == person
    predicate = statement.predicate
    if statement.phase is Phase.DENIED or predicate.kind is PredicateKind.FIXED or predicate.family == LIFE:
        return False
    return statement.subject == person or (predicate.kind is PredicateKind.EVENT and person in recipients(statement))


def recipients(statement: PlacedStatement) -> tuple[str, ...]:
    """Object and participants, but for those who are only spoken of."""
    others = (one.entity for one in statement.participants if one.role.casefold() not in TOPICS)
    return (*(() if statement.object is None else (statement.object,)), *others)


def opens_clause(text: str, start: int, end: int) -> bool:
    """Whether the name from *start* to *end* stands where a clause has its subject: near its beginning, owning nothing.

    In English what ends a clause that others began is its object ("nobody minded Ben").
    """
    if _OWNED.match(text, end):
        return False
    begin = max((mark.end() for mark in _CLAUSE.finditer(text, max(0, start - 80), start)), default=max(0, start - 80))
    before = text[begin:start].strip()
    if han_count(text[start:end]):
        before = _LEAD_IN.sub("", before)
        return len(before) <= _MOST_HAN and not _SPOKEN_OF_HAN.search(before)
    words = [one.casefold() for one in _WORD.findall(before)]
    if words and _CLAUSE.match(text, end):
        return False
    return len(words) <= _MOST_WORDS and not _SPOKEN_OF.intersection(words)


def _has_part(statement: PlacedStatement, person: str) -> bool:
    return person in (statement.subject, statement.object) or any(
        one.entity == person for one in statement.participants
    )
