"""Implementation of the TimeExpressionRules protocol for Chinese."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from episodic.languages.zh.time_expressions import orientation, passage_scan
from episodic.languages.zh.time_expressions.dates import chinese_dates_of
from episodic.languages.zh.time_expressions.events import chinese_event_key, chinese_event_name
from episodic.languages.zh.time_expressions.expressions import read_chinese
from episodic.languages.zh.time_expressions.numerals import HAN_NUMBER, chinese_number
from episodic.temporal.expressions.language_rules import Definitions
from episodic.temporal.expressions.rule_syntax import Reading

_AGE: Final = re.compile(rf"(?:年方|年已|年|才|刚满|满)?({HAN_NUMBER}+)(?:周岁|虚岁|岁)?")
_NUMBER: Final = re.compile(rf"{HAN_NUMBER}|[元正]")


class ChineseTimeExpressions:
    """The Chinese implementation of TimeExpressionRules."""

    @property
    def number(self) -> re.Pattern[str]:
        """Return a pattern of one character of a number in Chinese numerals or figures."""
        return _NUMBER

    def read(self, words: str, definitions: Definitions) -> Reading | None:
        """Return the meaning of the time expression *words*, or None if no rule matches all words."""
        return read_chinese(words, chinese_dates_of(definitions))

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
        """Return the key of an event name, which is equal for different forms of the name."""
        return chinese_event_key(key)

    def names_event(self, words: str, *, strict: bool) -> bool:
        """Return whether *words* are the name of an event. If *strict* is true, the words must end like an event name."""
        return chinese_event_name(words, strict=strict)

    def age(self, value: str) -> int | None:
        """Return the age in years that a value such as 年方十六 or 三十岁 states, or None for other values."""
        found = _AGE.fullmatch(value)
        return None if found is None else chinese_number(found[1])


RULES: Final = ChineseTimeExpressions()
