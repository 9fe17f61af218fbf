"""The factors from which a preview estimates the model calls and tokens of reading a chapter.

The factors were measured with the prompts (including schemas) and replies of ten chapters of 5,100 to 23,200 characters.
A Chinese chapter of 5,147 characters took 4 calls, 13,431 tokens of prompts and 5,371 of replies. An English chapter of
12,277 characters took 9 calls, 16,629 tokens of prompts and 3,687 of replies. The replies had 1.1 to 1.4 times the tokens
of a Chinese text, and 1.0 to 1.6 times those of an English text, because readers differ in how much they write. Three
chapters that were read later with the present prompts had replies of 1.5 (5,073 Chinese characters), 1.4 and 1.7 times
(13,663 and 13,633 English characters). The estimate is 6 % too low for one of the three, and at most 11 % too high for
the others.

If a model has read at least 3,000 characters of the work, the length of replies is estimated from the statements and
names of the chapters that the model read, at most the last 20.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from episodic.languages.registry import is_ideographic
from episodic.model.episodes import Episode, Language
from episodic.model.readings import ChapterReading

PROMPT_PER_TEXT: Final = 2.2
"""The average number of times that the prompts about a window contain the text of the window. A window is read with two
prompts, and both repeat some text as context or in quotes.
"""
PROMPT_ABOUT_PAYOFFS: Final = 3_100
"""The number of characters that the estimate assumes for the question which earlier setups a chapter pays. The question
about payoffs is asked for every chapter but the work's first. One prompt contains the question about payoffs and the
questions about rivals.
"""
REPLY_ABOUT_PAYOFFS: Final = 110
"""The number of characters that the estimate assumes for the answer to the question about payoffs: a short row for each
of 12 setups.
"""
CALLS_PER_WINDOW: Final = 2
WINDOWS_PER_IDENTITY_CALL: Final = 2
"""The number of windows for which the estimate assumes one prompt about identity."""
CALLS_PER_CHAPTER: Final = 3
"""The number of prompts per chapter that the estimate assumes besides the prompts about windows and identity: one about
rivals and payoffs, one about predicates, and one about times.
"""
REPLY_PER_IDEOGRAPHIC_TEXT: Final = 1.55
REPLY_PER_ALPHABETIC_TEXT: Final = 1.6
"""The usual number of tokens in a model's replies for each token of a text in an alphabetic script."""
_REPLY_PER_STATEMENT = 50
"""The number of characters of a reply for one statement, without its quote and its sentence."""
_REPLY_PER_NAME = 12
"""The number of characters of a reply for one name, without the name itself."""
_MARGIN = 1.2
"""The factor by which the measured length of replies is multiplied, so that the estimate is seldom too low."""
_FEWEST = 3_000
"""The least number of characters that a model must have read for the length of its replies to be measured."""


@dataclass(frozen=True, slots=True)
class PromptFactors:
    """How many characters the prompts about a chapter have in addition to the chapter's text.

    `window` is the number of characters that the prompts about one window have besides its text: instructions, schemas
    and names. `identity` is the number of characters of a prompt about identity. `chapter` is the number of characters
    of the prompts with a chapter's questions about rivals, predicates and times.
    """

    window: int
    identity: int
    chapter: int


_IDEOGRAPHIC: Final = PromptFactors(window=5_300, identity=2_000, chapter=4_500)
_ALPHABETIC: Final = PromptFactors(window=12_500, identity=4_600, chapter=8_500)


def prompt_factors(language: Language) -> PromptFactors:
    """Return the factors for a chapter in *language*. Prompts about Chinese texts have fewer characters."""
    return _IDEOGRAPHIC if is_ideographic(language) else _ALPHABETIC


def identity_calls(windows: int) -> int:
    """Return how many prompts about identity the estimate assumes for a number of windows."""
    return -(-windows // WINDOWS_PER_IDENTITY_CALL)


def usual_reply_per_text(language: Language) -> float:
    """Return the usual length of a model's replies as a multiple of the length of the text that it reads."""
    return REPLY_PER_IDEOGRAPHIC_TEXT if is_ideographic(language) else REPLY_PER_ALPHABETIC_TEXT


def measured_reply_per_text(read: Iterable[tuple[Episode, ChapterReading]]) -> float | None:
    """Return the length of replies as a multiple of the text in chapters that a model has read, with a margin, or None
    for too little text.
    """
    text = replies = 0
    for episode, reading in read:
        text += len(episode.text)
        for window in reading.windows:
            replies += sum(2 * len(one.core.text) + _REPLY_PER_STATEMENT for one in window.statements)
            replies += sum(len(name.text) + _REPLY_PER_NAME for node in window.nodes for name in node.surfaces)
    return _MARGIN * replies / text if text >= _FEWEST else None
