"""The factors from which a preview estimates the model calls and tokens of reading a chapter.

The factors were measured with careful replies to the prompts of 12 chapters of 1,200 to 23,000 characters. The prompts of
an English chapter of 23,000 characters had 5.9 times as many characters as the chapter. The replies had 1.9 to 2.3 times
as many characters as a Chinese chapter, and 1.7 to 2.0 times as many characters as an English chapter. The factors of
replies are a little higher, so that the estimate is an upper bound.

If a model has read enough chapters of the work, the length of replies is estimated from the statements and names of the
chapters read so far.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from episodic.languages.registry import is_ideographic
from episodic.model.episodes import Episode, Language
from episodic.model.readings import ChapterReading

PROMPT_PER_TEXT: Final = 2.2
"""The average number of times that the prompts contain the text of a window. One prompt asks for names and one prompt
for facts, and parts of the text are repeated before the next window and in quotes.
"""
PROMPT_PER_WINDOW: Final = 12_500
"""The number of characters in the prompts for a window in addition to the text: instructions, schemas and the names."""
PROMPT_PER_CHAPTER: Final = 8_000
"""The number of characters in the prompts with a chapter's questions about identity, rivals, predicates and times."""
CALLS_PER_WINDOW: Final = 2
CALLS_PER_CHAPTER: Final = 3
REPLY_PER_IDEOGRAPHIC_TEXT: Final = 2.5
REPLY_PER_ALPHABETIC_TEXT: Final = 2.1
"""The ratio of the length of the replies to the length of the text, for texts in an alphabetic script."""
_REPLY_PER_STATEMENT = 50
"""The number of characters that a statement adds to a reply, apart from its quote and its sentence."""
_REPLY_PER_NAME = 12
"""The number of characters that a name adds to a reply, apart from the name itself."""
_MARGIN = 1.2
"""The factor by which the measured average length of replies is multiplied, so that the estimate is an upper bound."""
_FEWEST = 3_000
"""The minimum number of characters of the chapters that a model has read. With fewer characters, the length of replies
is not estimated from these chapters.
"""


def usual_reply_per_text(language: Language) -> float:
    """Return the ratio of the length of the replies to the length of a text in the language."""
    return REPLY_PER_IDEOGRAPHIC_TEXT if is_ideographic(language) else REPLY_PER_ALPHABETIC_TEXT


def measured_reply_per_text(read: Iterable[tuple[Episode, ChapterReading]]) -> float | None:
    """Return the ratio of the length of the replies to the length of the text in chapters that a model has read,
    increased by a margin. Return None if the chapters have too few characters.
    """
    text = replies = 0
    for episode, reading in read:
        text += len(episode.text)
        for window in reading.windows:
            replies += sum(2 * len(one.core.text) + _REPLY_PER_STATEMENT for one in window.statements)
            replies += sum(len(name.text) + _REPLY_PER_NAME for node in window.nodes for name in node.surfaces)
    return _MARGIN * replies / text if text >= _FEWEST else None
