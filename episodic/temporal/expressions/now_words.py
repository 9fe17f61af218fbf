"""Finds all time expressions in the narration of a passage that change its current moment, at the beginning or inside
of the passage, and the full dates in the narration.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from episodic.languages import lexicon
from episodic.model.episodes import Language
from episodic.model.moments import Anchor, TimeExpression, TimeKind
from episodic.model.readings import Placement
from episodic.temporal.calendars.work_calendars import Calendars
from episodic.temporal.expressions.language_rules import TimeExpressionRules, rules_for_text
from episodic.temporal.expressions.normalisation import folded
from episodic.temporal.expressions.orientation import placing_of
from episodic.temporal.expressions.sentences import head_sentences

_CLAUSE_END: Final = re.compile(r"[,，;；.。!?！？]")
_REACH: Final = 60
"""The number of characters at the beginning of a clause in which a time word is searched. A clause without a time word
there is skipped.
"""
_EVERY_SENTENCE: Final = 1 << 20


def now_words(text: str, *, language: Language, calendars: Calendars, main: bool) -> Iterator[tuple[int, str]]:
    """Yield the offsets and the words of time expressions in narration that set a new current moment.

    If *main* is true, the passage is on the main line, and time expressions in clauses about the past are left out. For
    example, "Nine years before, Ben had lived in York" sets no current moment.
    """
    plain = folded(text)
    clause_start = re.compile(rf"[,，;；] ?(?:{lexicon.pattern('clause_conjunctions').pattern} )?", re.IGNORECASE)
    definitions = calendars.definitions
    for start, end in head_sentences(text, limit=_EVERY_SENTENCE):
        rules = rules_for_text(text[start:end], language)
        if rules is None:
            continue
        for place in (start, *(match.end() for match in clause_start.finditer(plain, start, end))):
            if place > start and not lexicon.pattern("time_signs").search(plain, place, min(end, place + _REACH)):
                continue
            found = rules.opening(plain[:end], place, definitions)
            if found is None or (place > start and not (found[0] == place and _moves_on(found[1][0]))):
                continue
            at, (said, stop) = found
            if main and is_recalled(text, at, stop, said=said, language=language):
                continue
            yield at, _without_ending(text[at:stop])


def _without_ending(words: str) -> str:
    """Return a time expression without the punctuation or possessive ending after the expression."""
    return lexicon.pattern("possessive_endings", after="$").sub("", words.rstrip(" ,，、\n"))


def is_recalled(text: str, start: int, stop: int, *, said: TimeExpression, language: Language) -> bool:
    """Return whether the clause after a time expression is about the past, so that the expression does not set the
    current moment.

    *start* and *stop* are the offsets in *text* at which the time expression begins and ends.
    """
    begin = stop + len(text[stop:]) - len(text[stop:].lstrip(" ,，、"))
    clause = _CLAUSE_END.search(text, begin)
    rest = text[begin : len(text) if clause is None else clause.start()]
    if placing_of(rest, language=language) is Placement.BACK:
        return True
    return start > 0 and said.before and said.anchor is Anchor.HERE


def _moves_on(said: TimeExpression) -> bool:
    """Return whether a time expression sets a later current moment at a stated distance (次日, "the next day")."""
    return said.kind is TimeKind.OFFSET and said.anchor is Anchor.PREVIOUS and not said.before and bool(said.low)


def full_dates(text: str, *, language: Language, calendars: Calendars) -> Iterator[tuple[int, TimeExpression]]:
    """Yield the dates with a year in narrated sentences, each with its offset, except in sentences about the past."""
    if not lexicon.pattern("year_signs").search(text):
        return
    for start, end in head_sentences(text, limit=_EVERY_SENTENCE):
        sentence = text[start:end]
        rules = rules_for_text(sentence, language) if lexicon.pattern("year_signs").search(sentence) else None
        if rules is not None and placing_of(sentence, language=language) is not Placement.BACK:
            yield from _dates_in(sentence, start, rules, calendars)


def _dates_in(
    sentence: str, start: int, rules: TimeExpressionRules, calendars: Calendars
) -> Iterator[tuple[int, TimeExpression]]:
    reached = 0
    for at, (said, stop) in rules.inside(folded(sentence), calendars.definitions):
        if at >= reached and said.kind is TimeKind.CALENDAR and said.year is not None:
            reached = stop
            yield start + at, said
