"""Finds the first time expression that opens a passage, and the first that dates a single sentence."""

from __future__ import annotations

import re
from typing import Final

from episodic.languages import lexicon
from episodic.model.episodes import Language
from episodic.model.moments import Anchor, TimeExpression, TimeKind
from episodic.model.settings import CalendarDefinition
from episodic.temporal.expressions.language_rules import rules_for_text
from episodic.temporal.expressions.normalisation import folded
from episodic.temporal.expressions.rule_syntax import Reading
from episodic.temporal.expressions.sentences import head_sentences

_LONGEST_SENTENCE: Final = 300
_CONNECTION: Final = re.compile(rf" ?[,，、;；] ?(?:{lexicon.pattern('clause_conjunctions').pattern} )?", re.IGNORECASE)


def opening_words(
    text: str, *, language: Language, definitions: tuple[CalendarDefinition, ...]
) -> tuple[str, Reading] | None:
    """Return the time expression that opens one of the first two sentences of a passage, as written and as parsed, or
    None.
    """
    plain = folded(text)
    for start, end in head_sentences(text):
        rules = rules_for_text(text[start:end], language)
        found = None if rules is None else rules.opening(plain[:end], start, definitions)
        if found is not None:
            return _as_written(text, *found), found[1]
    return None


def inner_words(
    sentence: str, *, language: Language, definitions: tuple[CalendarDefinition, ...]
) -> tuple[str, Reading] | None:
    """Return the first time expression in narration or speech that dates or orders what *sentence* says, as written and
    as parsed, or None. Further time expressions may follow directly, each counting on from the one before it ("two days
    passed, and the next day", 又过一日，次日). In this case, return the last of them.
    """
    rules = rules_for_text(sentence, language)
    if rules is None:
        return None
    plain = folded(sentence[:_LONGEST_SENTENCE])
    found: tuple[int, Reading] | None = None
    for at, reading in rules.inside(plain, definitions):
        reached = 0 if found is None else found[1][1]
        if found is None or (at > reached and moves_on(reading[0]) and _CONNECTION.fullmatch(plain, reached, at)):
            found = (at, reading)
        elif at >= reached:
            break
    return None if found is None else (_as_written(sentence, *found), found[1])


def _as_written(text: str, at: int, reading: Reading) -> str:
    return text[at : reading[1]].rstrip(" ,，、的\n")


def places(reading: Reading, *, opens: bool) -> bool:
    """Return whether a time expression dates or orders what its sentence says. An order without a distance, such as
    "later" or "finally", dates its sentence only if it opens a clause.
    """
    said = reading[0]
    if said.kind is TimeKind.ORDER and said.anchor is Anchor.PREVIOUS:
        return opens
    return said.kind is not TimeKind.UNKNOWN


def moves_on(said: TimeExpression) -> bool:
    """Return whether a time expression means a stated distance after the moment that the text told just before (次日,
    "the next day").
    """
    return said.kind is TimeKind.OFFSET and said.anchor is Anchor.PREVIOUS and not said.before and bool(said.low)


def sets_a_now(reading: Reading, words: str, *, said_today: re.Pattern[str]) -> bool:
    """Return whether a time expression sets the current moment of the narration.

    Expressions that count from the day of a speaker, such as "today" and "tomorrow", set no current moment of the
    narration. *said_today* matches the words that look back from the day of a speaker, such as "yesterday".
    """
    said = reading[0]
    if said.kind is TimeKind.UNKNOWN:
        return False
    if said.anchor is Anchor.HERE:
        return said.before and not said.unit.startswith("calendar") and not said_today.match(words)
    return True
