"""Prepares texts for a search, so that words of a query are found in many texts fast.

Han characters of a query are looked up in the text itself, and other words of the query among the stems of the text's
words.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from episodic.text.inflections import stems
from episodic.text.scoring_rows import word_text


@dataclass(frozen=True, slots=True)
class Labels:
    """Words that count as words of a candidate although its text may not contain them, with their stems and first
    characters. An example is the names of a fact's predicate.
    """

    words: frozenset[str]
    stems: frozenset[str]
    first_characters: frozenset[str]

    @staticmethod
    def of(words: Collection[str]) -> Labels:
        return Labels(frozenset(words), stems(words), frozenset(word[0] for word in words))

    def has(self, word: str, *, is_han: bool) -> bool:
        """Return whether *word* is the stem of one of the words in `words`, or (if *is_han* is true) the first
        character of one of them.
        """
        return word in self.stems or (is_han and word in self.first_characters)


NO_LABELS = Labels.of(())


class SearchedText(NamedTuple):
    """The text of a candidate, prepared in several forms for looking up words. `labels` are further words that count as
    words of the text, such as the names of a fact's predicate.
    """

    folded: str
    words: str
    stems: str
    labels: Labels = NO_LABELS

    def labelled(self, labels: Labels) -> SearchedText:
        return self._replace(labels=labels)

    def contains(self, word: str, *, is_han: bool) -> bool:
        """Return whether the text, or one of its labels (such as a name of a fact's predicate), has a word with the
        stem *word*. If *is_han* is true, return whether the text contains the characters *word*.

        A single Han character also counts as found if it is the first character of one of the labels.
        """
        return SearchedTexts.of([self]).containing(word, is_han=is_han)[0]

    def has_words(self, words: frozenset[str]) -> bool:
        """Return whether each of these alphabetic words is in the text or in its labels, such as a name of a fact's
        predicate.
        """
        return has_words(self.words, self.labels, words)


class SearchedTexts(NamedTuple):
    """Several prepared texts, so that one call looks up a word in all of them. The lists `folded` (texts in lower case
    and normal form), `stems` and `labels` each have one item for each text.
    """

    folded: Sequence[str]
    stems: Sequence[str]
    labels: Sequence[Labels]

    @staticmethod
    def of(texts: Sequence[SearchedText]) -> SearchedTexts:
        return SearchedTexts([one.folded for one in texts], [one.stems for one in texts], [one.labels for one in texts])

    def containing(self, word: str, *, is_han: bool) -> list[bool]:
        texts, sought = (self.folded, word) if is_han else (self.stems, f" {word} ")
        distinct = {id(one): one for one in self.labels}
        labelled = {number for number, one in distinct.items() if one.has(word, is_han=is_han)}
        if not labelled:
            return [sought in text for text in texts]
        return [sought in text or id(labels) in labelled for text, labels in zip(texts, self.labels, strict=True)]


def has_words(spaced: str, labels: Labels, words: Iterable[str]) -> bool:
    for word in words:  # noqa: SIM110 - a generator would take twice the time, and this is called thousands of times
        if f" {word} " not in spaced and word not in labels.words:
            return False
    return True


def searched_text(*texts: str | None) -> SearchedText:
    """Return the given texts, of which some may be None, joined to one text in which words can be looked up. No word is
    found across the border of two joined texts.
    """
    return SearchedText(*word_text(*texts))
