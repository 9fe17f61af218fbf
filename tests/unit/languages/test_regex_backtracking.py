"""A form that can be taken apart in many ways takes for ever on a long row of its own words: no author's text may find one."""

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

HAN = re.compile("[\u4e00-\u9fff]{1,4}")
LETTERS = re.compile("[A-Za-z']{2,}")
ROW = 56
PATIENCE = 60
"""Seconds; all rows together take far less than one."""


@contextmanager
def patience() -> Generator[None]:
    """Fail instead of hanging."""

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
    """Long rows of each word that stands in the form, and of its beginnings, behind a name."""
    words = set(HAN.findall(form.pattern))
    words |= {word[:length] for word in words for length in range(1, len(word))}
    return [f"{PERSON}{word * (ROW // len(word))}{end}" for word in sorted(words) for end in ("，x", "x")]


def english_rows(form: re.Pattern[str]) -> list[str]:
    """Long rows of each word that stands in the form, with and without commas, behind a name."""
    words = sorted(set(LETTERS.findall(form.pattern)))
    return [f"{PERSON} {f'{word}{mark} ' * (ROW // 2)}x" for word in words for mark in ("", ",")]


def patterns(module: ModuleType) -> list[re.Pattern[str]]:
    """All regular expressions that stand in a module."""
    values = cast("Mapping[str, object]", vars(module)).values()
    return [cast("re.Pattern[str]", one) for one in values if isinstance(one, re.Pattern)]


def read(forms: list[re.Pattern[str]], rows: Callable[[re.Pattern[str]], list[str]]) -> None:
    """Look for each form in its rows."""
    with patience():
        for form in forms:
            for row in rows(form):
                list(form.finditer(row))
                form.fullmatch(row)


def test_no_chinese_construction_is_lost_in_a_row_of_its_own_words() -> None:
    """Neither those that find, nor those that say whether a sentence asserts it."""
    read([*(one.regex for one in CHINESE), *patterns(chinese_assertion)], chinese_rows)


def test_no_english_construction_is_lost_in_a_row_of_its_own_words() -> None:
    """As with the Chinese ones."""
    forms = [one.regex for one in (*ENGLISH, *EVERYDAY_ACTIONS)]

    read([*forms, *patterns(english_assertion), *patterns(english_pronouns)], english_rows)
