"""The text of a search candidate, prepared so that many words of a query can be looked up fast.

Pairs of Han characters are looked up in the normalised text, and alphabetic words by their stems.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from episodic.text.inflections import stems
from episodic.text.scoring_rows import word_text


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


class SearchedText(NamedTuple):
    """A folded text with its alphabetic words and their stems, as in a scoring row, and the labels of the candidate."""

    folded: str
    words: str
    stems: str
    labels: Labels = NO_LABELS

    def labelled(self, labels: Labels) -> SearchedText:
        """Return the same text with other labels."""
        return self._replace(labels=labels)

    def contains(self, word: str, *, is_han: bool) -> bool:
        """Return whether the text contains a word with the stem *word*, or, with *is_han*, these Han characters.

        A single Han character also matches a label that starts with the character.
        """
        return containing([self], word, is_han=is_han)[0]

    def has_words(self, words: frozenset[str]) -> bool:
        """Return whether each of these alphabetic words is a word of the text or a label."""
        for word in words:  # noqa: SIM110 - a generator would take twice the time, and this is called thousands of times
            if f" {word} " not in self.words and word not in self.labels.words:
                return False
        return True


def containing(texts: Sequence[SearchedText], word: str, *, is_han: bool) -> list[bool]:
    """Return for each text whether it contains a word with the stem *word*, or, with *is_han*, these Han characters.

    A single Han character also matches a label that starts with the character.
    """
    if is_han:
        return [word in one.folded or word in one.labels.stems or word in one.labels.first_characters for one in texts]
    spaced = f" {word} "
    return [spaced in one.stems or word in one.labels.stems for one in texts]


def searched_text(*texts: str | None) -> SearchedText:
    """Return several texts of a candidate as one searched text. No word contains parts of two texts."""
    return SearchedText(*word_text(*texts))
