"""Implementation of the TimeExpressionRules protocol for English."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from episodic.languages.en.time_expressions import orientation, passage_scan
from episodic.languages.en.time_expressions.dates import english_dates_of
from episodic.languages.en.time_expressions.events import english_event_key, english_event_name
from episodic.languages.en.time_expressions.expressions import read_english
from episodic.languages.en.time_expressions.numerals import CARDINAL, ORDINAL, english_number
from episodic.temporal.expressions.language_rules import Definitions
from episodic.temporal.expressions.rule_syntax import Reading

_AGE: Final = re.compile(r"(?:aged |only |just )?([a-z0-9][a-z0-9 -]*?)(?:[ -]years?(?:[ -]old| of age)?)?")
_NUMBER: Final = re.compile(rf"{CARDINAL}|{ORDINAL}", re.IGNORECASE)


class EnglishTimeExpressions:
    """The English implementation of TimeExpressionRules."""

    @property
    def number(self) -> re.Pattern[str]:
        """Return a pattern of a cardinal or ordinal number in English words or figures."""
        return _NUMBER

    def read(self, words: str, definitions: Definitions) -> Reading | None:
        """Return the meaning of the time expression *words*, or None if no rule matches all words."""
        return read_english(words, english_dates_of(definitions))

    def opening(self, sentence: str, start: int, definitions: Definitions) -> tuple[int, Reading] | None:
        """Return the offset and the meaning of the time expression that opens the sentence at *start*, or None."""
        return passage_scan.opening(sentence, start, definitions)

    def inside(self, sentence: str, definitions: Definitions) -> Iterator[tuple[int, Reading]]:
        """Yield the offsets and meanings of the time expressions in a sentence that say when the content of the
        sentence happens.
        """
        return passage_scan.inside(sentence, definitions)

    def looks_back(self, words: str) -> bool:
        """Return whether a sentence is about an earlier time than the current time of its passage."""
        return orientation.looks_back(words)

    def looks_ahead(self, words: str) -> bool:
        """Return whether a sentence is about a later time than the current time of its passage."""
        return orientation.looks_ahead(words)

    def event_key(self, key: str) -> str:
        """Return the key of an event name, which is equal for different spellings of the name."""
        return english_event_key(key)

    def names_event(self, words: str, *, strict: bool) -> bool:
        """Return whether *words* are the name of an event. If *strict* is true, the words must contain a noun for an
        event.
        """
        return english_event_name(words, strict=strict)

    def age(self, value: str) -> int | None:
        """Return the age in years that a value such as "sixteen" or "aged 30" states, or None for other values."""
        found = _AGE.fullmatch(value)
        return None if found is None else english_number(found[1])


RULES: Final = EnglishTimeExpressions()
