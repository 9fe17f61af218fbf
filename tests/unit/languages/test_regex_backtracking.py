"""Tests of the regular expressions for reading: the time for a long text of a pattern's own words is linear, despite
backtracking.
"""

from __future__ import annotations

import re
import signal
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from types import ModuleType
from typing import cast

import pytest

from episodic.extraction.rule_based.masked_text import PERSON
from episodic.languages.en.reading import assertion as english_assertion
from episodic.languages.en.reading import pronouns as english_pronouns
from episodic.languages.en.reading.constructions import CONSTRUCTIONS as ENGLISH
from episodic.languages.en.reading.everyday_actions import EVERYDAY_ACTIONS
from episodic.languages.zh.reading import assertion as chinese_assertion
from episodic.languages.zh.reading.constructions import CONSTRUCTIONS as CHINESE
from episodic.languages.zh.reading.deaths import ACROSS_SENTENCES

HAN = re.compile("[\u4e00-\u9fff]{1,4}")
LETTERS = re.compile("[A-Za-z']{2,}")
ROW = 56
PATIENCE = 60
"""Seconds for all patterns and texts together, which is far above the usual time."""


@contextmanager
def time_limit() -> Generator[None]:
    """Raises an error after the time limit, so that no test waits for a slow pattern."""

    def give_up(*_: object) -> None:
        pytest.fail(f"not read within {PATIENCE} s")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.setitimer(signal.ITIMER_REAL, PATIENCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def chinese_rows(form: re.Pattern[str]) -> list[str]:
    """Return long repetitions of each word in the pattern, and of its beginnings, after a name."""
    words = set(HAN.findall(form.pattern))
    words |= {word[:length] for word in words for length in range(1, len(word))}
    return [f"{PERSON}{word * (ROW // len(word))}{end}" for word in sorted(words) for end in ("，x", "x")]


def english_rows(form: re.Pattern[str]) -> list[str]:
    """Return long repetitions of each word in the pattern, with and without commas, after a name."""
    words = sorted(set(LETTERS.findall(form.pattern)))
    return [f"{PERSON} {f'{word}{mark} ' * (ROW // 2)}x" for word in words for mark in ("", ",")]


def patterns(module: ModuleType) -> list[re.Pattern[str]]:
    """Return all regular expressions of a module."""
    values = cast("Mapping[str, object]", vars(module)).values()
    return [cast("re.Pattern[str]", one) for one in values if isinstance(one, re.Pattern)]


def search_all(forms: list[re.Pattern[str]], rows: Callable[[re.Pattern[str]], list[str]]) -> None:
    """Search for each pattern in its texts."""
    with time_limit():
        for form in forms:
            for row in rows(form):
                list(form.finditer(row))
                form.fullmatch(row)


def test_chinese_patterns_are_fast_on_repetitions_of_their_words() -> None:
    """The patterns include those that find statements and those that check whether a sentence asserts something."""
    search_all([*(one.regex for one in (*CHINESE, *ACROSS_SENTENCES)), *patterns(chinese_assertion)], chinese_rows)


def test_english_patterns_are_fast_on_repetitions_of_their_words() -> None:
    forms = [one.regex for one in (*ENGLISH, *EVERYDAY_ACTIONS)]

    search_all([*forms, *patterns(english_assertion), *patterns(english_pronouns)], english_rows)
