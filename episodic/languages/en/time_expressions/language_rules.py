"""Connects the English parsing functions to the protocol of time expression rules, through which they are called."""

from __future__ import annotations

import re
from typing import Final

from episodic.languages.en.time_expressions import orientation, passage_scan
from episodic.languages.en.time_expressions.clock_times import english_clock
from episodic.languages.en.time_expressions.dates import english_dates_of
from episodic.languages.en.time_expressions.durations import english_duration
from episodic.languages.en.time_expressions.events import english_event_key, english_event_name
from episodic.languages.en.time_expressions.expressions import read_english
from episodic.languages.en.time_expressions.numerals import CARDINAL, ORDINAL, english_number
from episodic.temporal.expressions.language_functions import AgeRule, LanguageFunctions
from episodic.temporal.expressions.language_rules import Definitions
from episodic.temporal.expressions.rule_syntax import Reading

_AGE: Final = re.compile(r"(?:aged |only |just )?([a-z0-9][a-z0-9 -]*?)(?:[ -]years?(?:[ -]old| of age)?)?")
_NUMBER: Final = re.compile(rf"{CARDINAL}|{ORDINAL}", re.IGNORECASE)


def _read(words: str, definitions: Definitions) -> Reading | None:
    return read_english(words, english_dates_of(definitions))


RULES: Final = LanguageFunctions(
    _NUMBER,
    read_words=_read,
    scanner=passage_scan,
    orientation=orientation,
    read_event_key=english_event_key,
    is_event_name=english_event_name,
    age_rule=AgeRule(_AGE, english_number),
    read_duration=english_duration,
    read_clock=english_clock,
)
