"""Search for English time expressions in running text, at the beginning of a sentence and inside a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from episodic.languages.en.time_expressions.dates import english_dates_of
from episodic.languages.en.time_expressions.expressions import english_at
from episodic.model.moments import TimeKind
from episodic.model.settings import CalendarDefinition
from episodic.temporal.expressions.passage_scan import places, sets_a_now
from episodic.temporal.expressions.rule_syntax import Reading

_ENGLISH_OPENING: Final = re.compile(
    r"(?:(?:and|but|so|then|now|well|yet|it was|it being|this was|that was|being)\b,? +)+", re.IGNORECASE
)
_SAID_TODAY: Final = re.compile(r"the other|last|yesterday|(?:the )?day before yesterday", re.IGNORECASE)


def inside(plain: str, definitions: tuple[CalendarDefinition, ...]) -> Iterator[tuple[int, Reading]]:
    """Yield the offset and the meaning of each time expression in *plain*, a normalised sentence. Expressions that do
    not say when the content of the sentence happens are left out.
    """
    dates = english_dates_of(definitions)
    for word in re.finditer(r"(?<![\w'-])\w", plain):
        at = word.start()
        for skipped in (0, *_preposition(plain, at)):
            reading = english_at(plain, at + skipped, dates)
            opens = at == 0 or plain[:at].rstrip().endswith((",", ".", ";", ":", '"', "-"))
            if reading is not None and places(reading, opens=opens) and _ends_well(plain, reading):
                yield at, reading


def opening(sentence: str, start: int, definitions: tuple[CalendarDefinition, ...]) -> tuple[int, Reading] | None:
    """Return the offset and the meaning of the time expression with which a sentence opens, or None if there is no such
    expression. The sentence begins at the offset *start* of the normalised text *sentence*.
    """
    dates = english_dates_of(definitions)
    opening = _ENGLISH_OPENING.match(sentence, start)
    places = [start] if opening is None else [opening.end(), start]
    for at in places:
        for skipped in (0, *_preposition(sentence, at)):
            reading = english_at(sentence, at + skipped, dates)
            if (
                reading is not None
                and sets_a_now(reading, sentence[at + skipped :], said_today=_SAID_TODAY)
                and _ends_well(sentence, reading)
            ):
                return at, reading
    return None


def _preposition(sentence: str, at: int) -> tuple[int, ...]:
    match = re.compile(
        r"(?:on|in|at|by|upon|for|only|just|early|late|about)(?: (?:on|in|at|by|upon))? ", re.IGNORECASE
    ).match(sentence, at)
    return () if match is None else (match.end() - at,)


_CLAUSE: Final = re.compile(
    r"\s*$|[,.;:!?\-]|\s+(?:i|we|he|she|they|it|you|the|a|an|that|when|his|her|my|our|their|there|this|was|had|"
    r"came|and|as|"
    r"while|with|without|at|in|on|no|nobody|nothing|everybody|everyone|everything|all|both|some|one|two|three|"
    r"after|before|"
    r"(?-i:[A-Z][\w'\-]*))\b",
    re.IGNORECASE,
)


def _ends_well(sentence: str, reading: Reading) -> bool:
    """Return whether the time expression ends before punctuation or a new clause, and not inside a longer phrase.

    A date with a day or an era is accepted even inside a longer phrase.
    """
    said, end = reading
    if said.kind is TimeKind.CALENDAR and (said.day is not None or said.era is not None):
        return True
    return _CLAUSE.match(sentence, end) is not None
