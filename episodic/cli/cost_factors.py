"""The factors from which a preview estimates the calls and tokens of reading a chapter.

The factors of prompts were chosen so that a chapter of 5,000 to 15,000 characters comes to about 6 times its text. Real
chapters of these lengths had prompts of 6.7 to 7.1 times their text, schemas included, before the forms of replies were
shortened. The factors of replies lie in the upper half of the expected range: 1.5 to 3 times a Chinese text and 1 to 2
times an English text. None of the factors has been measured on real chapters with the shortened forms. If the work has
chapters that a model has read, the replies are estimated from the statements and names of these chapters instead.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from episodic.languages.registry import is_ideographic
from episodic.model.episodes import Episode, Language
from episodic.model.readings import ChapterReading

PROMPT_PER_TEXT: Final = 2.2
"""The number of times that the prompts contain the text of a window: once to find names, once to find facts, and in
part as the text before the next window and in quotes.
"""
PROMPT_PER_WINDOW: Final = 12_500
"""The number of characters in the prompts for a window in addition to the text: instructions, schemas and the names."""
PROMPT_PER_CHAPTER: Final = 8_000
"""The number of characters in the prompts with a chapter's questions about identity, rivals, predicates and times."""
CALLS_PER_WINDOW: Final = 2
CALLS_PER_CHAPTER: Final = 3
REPLY_PER_IDEOGRAPHIC_TEXT: Final = 2.6
REPLY_PER_ALPHABETIC_TEXT: Final = 1.8
"""The ratios of the length of the replies to the length of the text, by the script of the text."""
_REPLY_PER_STATEMENT = 40
"""The number of characters that a reply has for a statement in addition to the quote and the sentence."""
_REPLY_PER_NAME = 12
"""The number of characters that a reply has for a name in addition to the name."""
_MARGIN = 1.2
"""The factor between the average reply of the work's chapters and the estimate, so that the estimate is a bound."""
_FEWEST = 3_000
"""The minimum number of characters that a model must have read before the replies are estimated from the work."""


def usual_reply_per_text(language: Language) -> float:
    """Return the ratio of the length of the replies to the length of a text in the language."""
    return REPLY_PER_IDEOGRAPHIC_TEXT if is_ideographic(language) else REPLY_PER_ALPHABETIC_TEXT


def measured_reply_per_text(read: Iterable[tuple[Episode, ChapterReading]]) -> float | None:
    """Return the ratio of the length of the replies to the length of the text in chapters that a model has read, with a
    margin, or None if too little has been read.
    """
    text = replies = 0
    for episode, reading in read:
        text += len(episode.text)
        for window in reading.windows:
            replies += sum(2 * len(one.core.text) + _REPLY_PER_STATEMENT for one in window.statements)
            replies += sum(len(name.text) + _REPLY_PER_NAME for node in window.nodes for name in node.surfaces)
    return _MARGIN * replies / text if text >= _FEWEST else None
