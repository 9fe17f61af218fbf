"""A form that can be taken apart in many ways takes for ever on a long row of its own words: no author's text may find one."""

from __future__ import annotations

import re
import signal
from collections.abc import Generator
from contextlib import contextmanager

import pytest

from episodic.extraction.ruled import chinese_asserted
from episodic.extraction.ruled.chinese_constructions import CONSTRUCTIONS
from episodic.extraction.ruled.masked import PERSON

WORDS = re.compile("[\u4e00-\u9fff]{1,4}")
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


def rows(form: re.Pattern[str]) -> list[str]:
    """Long rows of each word that stands in the form, and of its beginnings, behind a name."""
    words = set(WORDS.findall(form.pattern))
    words |= {word[:length] for word in words for length in range(1, len(word))}
    return [f"{PERSON}{word * (ROW // len(word))}{end}" for word in sorted(words) for end in ("，x", "x")]


def test_no_chinese_construction_is_lost_in_a_row_of_its_own_words() -> None:
    """Neither those that find, nor those that say whether a sentence asserts it."""
    asserting = [one for one in vars(chinese_asserted).values() if isinstance(one, re.Pattern)]
    forms: list[re.Pattern[str]] = [*(one.form for one in CONSTRUCTIONS), *asserting]

    with patience():
        for form in forms:
            for row in rows(form):
                list(form.finditer(row))
                form.fullmatch(row)
