"""Tests of long texts: the time of every step grows linearly with the length of the text."""

from __future__ import annotations

import gc
import math
from collections.abc import Callable
from time import process_time

import pytest

from episodic.model.episodes import Language
from episodic.text.chapter_splitting import split_chapters
from episodic.text.encoding import decode
from episodic.text.passages import passages
from episodic.text.quotes import align
from episodic.text.sentences import sentences
from episodic.text.speech import speech
from episodic.text.tokens import tokens
from episodic.text.windows import WINDOW_LENGTH, windows

LINE = "　　天色将晚，渡口只剩一条船。老船工说：“今夜怕是要起风。”他把缆绳又绕了两圈，回头望着堤上的灯。\n"
UNBROKEN = "风"
UNBROKEN_SPEECHES = LINE.strip()
"""Sentences with speeches in one paragraph."""
ENGLISH = "The ferry had gone over for the last time when the lamp on the far\nlanding went out. “It will be the wind,” she said.\n\n"
OPEN_QUOTES = "“他说‘走「罢"
STARS = "* * * * * * * *\n"
NUMBERS = "一十二\n\n\n\n\n"
APOSTROPHES = " 'tis 'a"
TRIES = 6
"""The number of measurements. Other programs may disturb some of them, and one undisturbed measurement is enough."""


def windowed(text: str) -> int:
    return len(windows(text, passages(text, Language("zh")), Language("zh")))


def cut_into_sentences(text: str) -> int:
    return len(sentences(text, Language("en")))


def looked_for_in_vain(text: str) -> bool:
    return align("nowhere to be found", text) is None


def written_and_decoded(text: str) -> str:
    return decode(text.encode("gb18030"), source="a.txt").text


@pytest.mark.parametrize(
    ("step", "piece"),
    [
        (split_chapters, LINE),
        (split_chapters, ENGLISH),
        (split_chapters, NUMBERS),
        (windowed, LINE),
        (windowed, UNBROKEN),
        (windowed, STARS),
        (windowed, UNBROKEN_SPEECHES),
        (cut_into_sentences, UNBROKEN),
        (cut_into_sentences, ENGLISH),
        (speech, OPEN_QUOTES),
        (speech, APOSTROPHES),
        (speech, "“"),
        (speech, "「”"),
        (speech, "“他说：‘走罢。’\n\n"),
        (tokens, UNBROKEN),
        (looked_for_in_vain, ENGLISH),
        (written_and_decoded, LINE),
    ],
)
def test_a_text_four_times_as_long_takes_about_four_times_as_long(step: Callable[[str], object], piece: str) -> None:
    """The processor time of the fastest attempt counts. A quadratic step would take sixteen times as long in every
    attempt.
    """
    short = piece * (20_000 // len(piece))

    quick_enough = any(taken(step, short * 4) < taken(step, short) * 9 + 0.05 for _ in range(TRIES))

    assert quick_enough


def taken(step: Callable[[str], object], text: str) -> float:
    """Return the processor time of one step. Garbage of other tests is collected before."""
    gc.disable()
    try:
        start = process_time()
        step(text)
        return process_time() - start
    finally:
        gc.enable()


def test_one_chapter_of_three_megabytes_passes() -> None:
    """The windows cover the chapter, and each window has passages."""
    text = LINE * (1_000_000 // len(LINE))
    assert len(text.encode()) > 2_900_000

    spans = passages(text, Language("zh"))
    found = windows(text, spans, Language("zh"))

    assert "".join(window.text for window in found) == text
    assert len(found) == math.ceil(len(text) / WINDOW_LENGTH)
