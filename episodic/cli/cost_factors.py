"""The factors from which a preview estimates the model calls and tokens of reading a chapter.

The factors were measured with the prompts (including schemas) and replies of chapters of 4,400 to 23,200 characters. A
Chinese chapter of 4,438 characters took 4 calls and 13,900 tokens of prompts. The replies about this Chinese chapter
had 5,169 tokens (estimate 2 % too high). The replies about a Chinese chapter of 5,057 characters had 7,153 tokens
(estimate 23 % too high). An English chapter of 9,963 characters took 7 calls and 15,000 tokens of prompts. The replies
about an English chapter of 9,037 characters had 4,631 tokens (estimate 2 % too high). The replies about an English
chapter of 10,487 characters had 5,195 tokens (estimate 8 % too high).

If a model has read at least 3,000 characters of the work, the length of replies is estimated from the model's earlier
replies. The estimate of this length uses the statements and names that are stored for the last chapters, at most 20.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from episodic.languages.registry import is_ideographic
from episodic.model.episodes import Episode, Language
from episodic.model.readings import ChapterReading
from episodic.text.token_counts import estimated_tokens

PROMPT_PER_TEXT: Final = 2.2
"""The average number of times that the prompts about a window contain the text of the window. A model reads a window,
which is a part of a chapter, with two prompts. Each of the two prompts about a window contains the text of the window.
Each prompt also repeats some text of the chapter, as context or in quotes.
"""
PROMPT_ABOUT_SETTLED: Final = 5_200
"""The assumed number of characters in the question about earlier setups and states. The question asks which earlier
setups, such as promises and secrets, a chapter pays, and which earlier states it ends. An estimate counts the question
about earlier setups and states for every chapter except the first of the work. The prompt that asks which setups are
paid and which states end also asks whether statements contradict each other.
"""
REPLY_ABOUT_SETTLED: Final = 160
"""The assumed number of characters in a model's answer about earlier setups and states. The answer lists the setups,
such as promises, that a chapter pays, and the states that it ends.
"""
CALLS_PER_WINDOW: Final = 2
WINDOWS_PER_IDENTITY_CALL: Final = 2
"""The number of windows (parts of a chapter) for which the estimate assumes one prompt that asks which names mean the
same entity.
"""
CALLS_PER_CHAPTER: Final = 3
"""The assumed number of prompts per chapter, not counting those about windows and identity. The three prompts are one
about contradicting statements, paid setups and ended states, one about predicates, and one about times.
"""
REPLY_PER_IDEOGRAPHIC_TEXT: Final = 1.95
REPLY_PER_ALPHABETIC_TEXT: Final = 2.1
"""The usual number of tokens in a model's replies for each token of a text in an alphabetic script."""
_REPLY_PER_SENTENCE = 1.5
"""The number of tokens of a statement's sentence and quote in a reply for each token of the sentence."""
_REPLY_PER_STATEMENT = 8
"""The number of tokens that a model's reply has for one statement, besides the statement's quote and sentence."""
_REPLY_PER_NAME = 2
"""The number of tokens that a model's reply has for one name, besides the name itself."""
_MARGIN = 1.1
"""The factor by which the measured length of replies is multiplied, so that the estimate is seldom too low."""
_FEWEST = 3_000
"""The least number of characters that a model must have read for the length of its replies to be measured."""


@dataclass(frozen=True, slots=True)
class PromptFactors:
    """How many characters the prompts about a chapter have in addition to the chapter's text.

    `window` is the number of characters that the prompts about one window have besides its text: instructions, schemas
    and names. `identity` is the number of characters of a prompt that asks which names mean the same entity. `chapter`
    is the number of characters of the prompts about a chapter's contradictions, predicates and times.
    """

    window: int
    identity: int
    chapter: int


_IDEOGRAPHIC: Final = PromptFactors(window=5_300, identity=2_000, chapter=4_500)
_ALPHABETIC: Final = PromptFactors(window=12_500, identity=4_600, chapter=8_500)


def prompt_factors(language: Language) -> PromptFactors:
    """Return the numbers of characters that prompts about a chapter in *language* have besides the chapter's text.
    Prompts about Chinese texts have fewer characters.
    """
    return _IDEOGRAPHIC if is_ideographic(language) else _ALPHABETIC


def identity_calls(windows: int) -> int:
    """Return the assumed number of prompts about the identity of entities for a chapter with *windows* windows."""
    return -(-windows // WINDOWS_PER_IDENTITY_CALL)


def usual_reply_per_text(language: Language) -> float:
    """Return the usual length of a model's replies as a multiple of the length of the text that it reads."""
    return REPLY_PER_IDEOGRAPHIC_TEXT if is_ideographic(language) else REPLY_PER_ALPHABETIC_TEXT


def measured_reply_per_text(read: Iterable[tuple[Episode, ChapterReading]]) -> float | None:
    """Return how many tokens a model's replies had for each token of the chapters that it read, increased by 10 % as a
    safety margin. Return None if the chapters together have fewer than _FEWEST characters, which is too little text for
    measuring the length of replies.
    """
    length, text, replies = 0, 0, 0.0
    for episode, reading in read:
        length += len(episode.text)
        text += estimated_tokens(episode.text)
        for window in reading.windows:
            replies += sum(
                _REPLY_PER_SENTENCE * estimated_tokens(one.core.text) + _REPLY_PER_STATEMENT
                for one in window.statements
            )
            replies += sum(
                estimated_tokens(name.text) + _REPLY_PER_NAME for node in window.nodes for name in node.surfaces
            )
    return _MARGIN * replies / text if length >= _FEWEST else None
