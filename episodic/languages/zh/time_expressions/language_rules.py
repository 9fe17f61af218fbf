"""Connects the Chinese parsing functions to the protocol of time expression rules, through which they are called."""

from __future__ import annotations

import re
from typing import Final

from episodic.languages.zh.time_expressions import orientation, passage_scan
from episodic.languages.zh.time_expressions.clock_times import chinese_clock
from episodic.languages.zh.time_expressions.dates import chinese_dates_of
from episodic.languages.zh.time_expressions.durations import chinese_duration
from episodic.languages.zh.time_expressions.events import chinese_event_key, chinese_event_name
from episodic.languages.zh.time_expressions.expressions import read_chinese
from episodic.languages.zh.time_expressions.numerals import HAN_NUMBER, chinese_number
from episodic.temporal.expressions.language_functions import AgeRule, LanguageFunctions
from episodic.temporal.expressions.language_rules import Definitions
from episodic.temporal.expressions.rule_syntax import Reading

_AGE: Final = re.compile(rf"(?:年方|年已|年|才|刚满|满)?({HAN_NUMBER}+)(?:周岁|虚岁|岁)?")
_NUMBER: Final = re.compile(rf"{HAN_NUMBER}|[元正]")


def _read(words: str, definitions: Definitions) -> Reading | None:
    return read_chinese(words, chinese_dates_of(definitions))


RULES: Final = LanguageFunctions(
    _NUMBER,
    read_words=_read,
    scanner=passage_scan,
    orientation=orientation,
    read_event_key=chinese_event_key,
    is_event_name=chinese_event_name,
    age_rule=AgeRule(_AGE, chinese_number),
    read_duration=chinese_duration,
    read_clock=chinese_clock,
)
