"""The text of a search candidate, prepared so that many words of a query can be looked up fast.

A search compares the words of the query with 100 to 300 candidates. Splitting the texts of all candidates into tokens
would take a third of the time of a search. Pairs of Han characters are therefore looked up in the normalised text, and
only alphabetic words are split and stemmed.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from episodic.text.inflections import stems
from episodic.text.tokens import folded, words_in

_BETWEEN = " | "
"""The separator between two texts, which keeps the end of one text and the start of the next from forming a word."""


@dataclass(frozen=True, slots=True)
class Labels:
    """Words that describe a candidate but do not stand in its text, with their stems and first characters."""

    words: frozenset[str]
    stems: frozenset[str]
    first_characters: frozenset[str]

    @staticmethod
    def of(words: Collection[str]) -> Labels:
        """Return the labels with these words."""
        return Labels(frozenset(words), stems(words), frozenset(word[0] for word in words))


NO_LABELS = Labels.of(())


class FoldedText:
    """A normalised text, with its alphabetic words and their stems.

    The words and the stems are computed when they are looked up for the first time: a Chinese query seldom needs them.
    They are single strings with a space before and after each word, because a search keeps thousands of texts, and
    Python's garbage collector would look at each set of words again and again.
    """

    __slots__ = ("_stems", "_words", "folded")

    def __init__(self, folded_text: str) -> None:
        self.folded = folded_text
        self._words: str | None = None
        self._stems: str | None = None

    @property
    def words(self) -> str:
        """The alphabetic words."""
        if self._words is None:
            self._words = f" {' '.join(words_in(self.folded))} "
        return self._words

    @property
    def stems(self) -> str:
        """The stems of the alphabetic words."""
        if self._stems is None:
            self._stems = f" {' '.join(stems(self.words.split()))} "
        return self._stems


class SearchedText(NamedTuple):
    """A normalised text and the labels of the candidate."""

    text: FoldedText
    labels: Labels = NO_LABELS

    def labelled(self, labels: Labels) -> SearchedText:
        """Return the same text with other labels."""
        return SearchedText(self.text, labels)

    def contains(self, word: str, *, is_han: bool) -> bool:
        """Return whether the text contains a word with the stem *word*, or, with *is_han*, these Han characters.

        A single Han character also matches a label that starts with the character.
        """
        return containing([self], word, is_han=is_han)[0]

    def has_words(self, words: frozenset[str]) -> bool:
        """Return whether each of these alphabetic words is a word of the text or a label."""
        own = self.text.words
        for word in words:  # noqa: SIM110 - a generator would take twice the time, and this is called thousands of times
            if f" {word} " not in own and word not in self.labels.words:
                return False
        return True


def containing(texts: Sequence[SearchedText], word: str, *, is_han: bool) -> list[bool]:
    """Return for each text whether it contains a word with the stem *word*, or, with *is_han*, these Han characters.

    A single Han character also matches a label that starts with the character.
    """
    if is_han:
        return [
            word in one.text.folded or word in one.labels.stems or word in one.labels.first_characters for one in texts
        ]
    spaced = f" {word} "
    return [spaced in one.text.stems or word in one.labels.stems for one in texts]


def searched_text(*texts: str | None) -> SearchedText:
    """Return several texts of a candidate as one searched text. No word contains parts of two texts."""
    return _searched(_BETWEEN.join(filter(None, texts)))


@lru_cache(maxsize=1 << 13)
def _searched(text: str) -> SearchedText:
    # Frequent candidates, such as the facts of a main character, occur in many searches of a process.
    return SearchedText(FoldedText(folded(text)))
