"""Decides in which passages a person is present, from statements and from names in the narration.

A person is present if the narration reports that he acts, speaks, thinks or experiences something, or if his name opens
one of its clauses. A person of whom others only talk is not present. Narration about the past or the future does not
show that a person is present. The same is true of denials, of reports of the person's kinship, office and death, and of
the beliefs, plans and words of others. Nor is a person present of whom somebody only thinks, to whom somebody writes,
or whose letter is told. In a letter, only its writer is present. In a dream, only its dreamer is present.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from episodic.languages import lexicon
from episodic.model.episodes import FrameKind
from episodic.model.predicates import Predicate, PredicateKind
from episodic.model.readings import Phase, Placement, StatementScope
from episodic.temporal.knowledge.narrative import MentionPlace, Narrative
from episodic.temporal.placed import PlacedStatement
from episodic.text.scripts import han_count

_CLAUSE = re.compile(r"[。！？；，、：:;,.!?—…\n“”‘’\"「」『』()（）]")
_SENTENCE_END = re.compile(r"[。！？!?\n]|\.(?=\s)")
_WORD = re.compile(r"\w+(?:['’]\w+)?")
_MOST_HAN, _MOST_WORDS = 6, 3
ONE_PERSON = frozenset((FrameKind.LETTER, FrameKind.DREAM))
"""The frames in which only one person is present: the writer of a letter, and the dreamer of a dream."""


class Presence:
    """Finds the passages in which a person is present."""

    def __init__(self, narrative: Narrative) -> None:
        self._narrative = narrative
        self._known: dict[str, frozenset[str]] = {}

    def of(self, person: str) -> frozenset[str]:
        """Return the ids of the passages in which the person is present."""
        found = self._known.get(person)
        if found is None:
            found = self._known[person] = self.passages_of(person)
        return found

    def passages_of(self, person: str) -> frozenset[str]:
        """Return the ids of the passages in which the person is present, computed anew; `of` caches them."""
        about, naming = self._narrative.statements_about.get(person, ()), self._narrative.mentions_of.get(person, {})
        return self.passages_with(person, about, naming)

    def passages_with(
        self, person: str, about: Iterable[PlacedStatement], naming: Mapping[str, Sequence[MentionPlace]]
    ) -> frozenset[str]:
        """Return the ids of those passages in which the person is present. Only passages that contain one of the
        statements *about* the person, or mention the person, are considered. *naming* contains the mentions of the
        person by the ids of their passages.
        """
        said: dict[str, list[PlacedStatement]] = defaultdict(list)
        for one in about:
            said[one.passage].append(one)
        return frozenset(
            one
            for one in dict.fromkeys((*naming, *said))
            if self._is_in(person, one, said.get(one, []), naming.get(one, ()))
        )

    def _is_in(self, person: str, passage: str, said: Sequence[PlacedStatement], named: Sequence[MentionPlace]) -> bool:
        """Return whether a person is in a passage, by the statements *said* about the person and the mentions of the
        person in this passage.
        """
        frame = self._narrative.passages[passage].frame
        if frame is FrameKind.LETTER:
            return any(speaker(one) == person for one in said)
        if frame is FrameKind.DREAM:
            return any(one.core.scope is StatementScope.DREAM and speaker(one) == person for one in said)
        if any(shows_presence(one, person) and not self._is_written(one) for one in said):
            return True
        silent = [one for one in said if _has_part(one, person)]
        return any(self._acts(one, passage, silent) for one in named)

    def _is_written(self, statement: PlacedStatement) -> bool:
        """Return whether somebody's claim, plan or the like stands in a letter that the narration quotes or retells:
        the sentence names a letter before the words or in them.
        """
        if statement.core.scope is StatementScope.WORLD:
            return False
        quote, words = statement.evidence, self._narrative.words.get(statement.passage)
        told = quote.quote
        if words is not None:
            start = max(0, quote.start - words.span.start)
            begin = max((one.end() for one in _SENTENCE_END.finditer(words.text, 0, start)), default=0)
            told = words.text[begin : max(start, quote.end - words.span.start)]
        return lexicon.pattern("words_of_letters").search(told) is not None

    def _acts(self, mention: MentionPlace, passage: str, silent: list[PlacedStatement]) -> bool:
        words = self._narrative.words.get(passage)
        if words is None:
            return False
        if any(one.evidence.start <= mention.start and mention.end <= one.evidence.end for one in silent):
            return False
        start, end = mention.start - words.span.start, mention.end - words.span.start
        spoken = any(one.start <= start < one.end for one in self._narrative.speech_in[passage])
        return not spoken and opens_clause(words.text, start, end)


def speaker(statement: PlacedStatement) -> str | None:
    """Return the id of the person in whose words a statement is: the outermost teller, else the holder, or None for the
    narration's own words.
    """
    return statement.tellers[0] if statement.tellers else statement.holder


def shows_presence(statement: PlacedStatement, person: str) -> bool:
    """Return whether a statement shows that the person is present in its passage. A claim shows that its speaker is
    present, whatever time the claim is about.
    """
    if statement.core.scope is StatementScope.CLAIM:
        return speaker(statement) == person
    if statement.core.placing is not Placement.NOW:
        return False
    if statement.core.scope is not StatementScope.WORLD:
        return speaker(statement) == person
    predicate = statement.predicate
    if not shows_scene(predicate, statement.core.phase):
        return False
    if statement.subject == person:
        return True
    meets = predicate.kind is PredicateKind.EVENT and not is_inner(predicate)
    if not meets or person not in recipients(statement):
        return False
    # The predicate of "Ann wrote to Ben" may be that of telling.
    written = lexicon.pattern("writing_to_somebody")
    return not written.search(predicate.name) and not written.search(statement.evidence.quote)


def shows_scene(predicate: Predicate, phase: Phase) -> bool:
    """Return whether a statement with this predicate and phase shows that its subject, object and participants
    (entities with another role) are in the scene of the statement. The statement is about the story's world at the
    current moment. Offices, names, kinship, friendship and lasting traits show nothing of the scene.
    """
    if phase is Phase.DENIED or predicate.kind is PredicateKind.FIXED or predicate.life is not None:
        return False
    if predicate.kind is not PredicateKind.STATE:
        return True
    return not (predicate.naming or predicate.inverse or (predicate.trait and predicate.passing_words is None))


def is_inner(predicate: Predicate) -> bool:
    """Return whether a predicate says what somebody thinks or feels, which others do not see. If the predicate has no
    flag `mental`, its name is compared with a list of verbs such as "wonder".
    """
    if predicate.mental is not None:
        return predicate.mental
    return lexicon.pattern("inner_predicates").search(predicate.name) is not None


def recipients(statement: PlacedStatement) -> tuple[str, ...]:
    """Return the ids of the object and the participants (entities with another role) of a statement, without
    participants who are only its topic.
    """
    topic_roles = lexicon.words("topic_roles")
    others = (one.entity for one in statement.participants if one.role.casefold() not in topic_roles)
    return (*(() if statement.object is None else (statement.object,)), *others)


def addressed(statement: PlacedStatement) -> tuple[str, ...]:
    """Return the ids of the persons to whom a claim is said, or an empty tuple for a statement that is no claim."""
    if statement.core.scope is not StatementScope.CLAIM:
        return ()
    listener_roles = lexicon.words("listener_roles")
    return tuple(role.entity for role in statement.participants if role.role.casefold() in listener_roles)


def opens_clause(text: str, start: int, end: int) -> bool:
    """Return whether the name from *start* to *end* can be the subject of a clause: it is near the clause's beginning
    and not possessive.

    In an alphabetic script, a name that ends a clause and follows other words counts as the object of the clause
    ("nobody minded Ben").
    """
    if lexicon.pattern("possessive_endings").match(text, end):
        return False
    begin = max((mark.end() for mark in _CLAUSE.finditer(text, max(0, start - 80), start)), default=max(0, start - 80))
    before = text[begin:start].strip()
    if han_count(text[start:end]):
        before = lexicon.pattern("narrative_openings", before="^").sub("", before)
        return len(before) <= _MOST_HAN and not lexicon.words("reported_characters").intersection(before)
    words = [one.casefold() for one in _WORD.findall(before)]
    if words and _CLAUSE.match(text, end):
        return False
    return len(words) <= _MOST_WORDS and not lexicon.words("reported_words").intersection(words)


def _has_part(statement: PlacedStatement, person: str) -> bool:
    return person in (statement.subject, statement.object) or any(
        one.entity == person for one in statement.participants
    )
