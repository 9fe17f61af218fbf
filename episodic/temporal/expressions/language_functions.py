"""Implements the protocol TimeExpressionRules for one language, by calls of that language's parsing functions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from episodic.temporal.expressions.language_rules import Definitions
from episodic.temporal.expressions.rule_syntax import Amount, ClockReading, Reading


class PassageScanner(Protocol):
    """A module that finds the time expressions in running text of one language."""

    def opening(self, sentence: str, start: int, definitions: Definitions, /) -> tuple[int, Reading] | None:
        """Return the offset and the meaning of the time expression that opens the sentence which starts at *start*, or
        None.
        """
        ...

    def inside(self, sentence: str, definitions: Definitions, /) -> Iterator[tuple[int, Reading]]:
        """Yield the offset and the meaning of each time expression that says when the content of *sentence* happens."""
        ...


class OrientationCheck(Protocol):
    """A module that decides, for one language, whether a sentence is about the past or the future of its passage."""

    def looks_back(self, words: str) -> bool:
        """Return whether a sentence is about an earlier time than the current time of its passage."""
        ...

    def looks_ahead(self, words: str) -> bool:
        """Return whether a sentence is about a later time than the current time of its passage."""
        ...


class EventNameCheck(Protocol):
    """A function that decides, by the rules of one language, whether words are the name of an event."""

    def __call__(self, words: str, *, strict: bool) -> bool:
        """Return whether *words* are the name of an event. If *strict* is true, only nouns for happenings, such as
        "war", count as event names.
        """
        ...


@dataclass(frozen=True, slots=True)
class AgeRule:
    """How a language states ages: a pattern whose first group is the number, and the function that parses the number."""

    pattern: re.Pattern[str]
    read_number: Callable[[str], int | None]


@dataclass(frozen=True, slots=True)
class LanguageFunctions:
    """The time expression rules of one language, which call the parsing functions of this language.

    `read_words` returns the meaning of *words*, or None if they are not as a whole a time expression. `read_event_key`
    returns the comparison key of an event name. `read_duration` returns the least and the greatest amount that a
    duration means. `read_clock` returns the time of day that a time expression names, and the rest of the expression
    without the hour.
    """

    number: re.Pattern[str]
    read_words: Callable[[str, Definitions], Reading | None]
    scanner: PassageScanner
    orientation: OrientationCheck
    read_event_key: Callable[[str], str]
    is_event_name: EventNameCheck
    age_rule: AgeRule
    read_duration: Callable[[str], Amount | None]
    read_clock: Callable[[str], ClockReading | None]

    def read(self, words: str, definitions: Definitions) -> Reading | None:
        return self.read_words(words, definitions)

    def opening(self, sentence: str, start: int, definitions: Definitions) -> tuple[int, Reading] | None:
        return self.scanner.opening(sentence, start, definitions)

    def inside(self, sentence: str, definitions: Definitions) -> Iterator[tuple[int, Reading]]:
        return self.scanner.inside(sentence, definitions)

    def looks_back(self, words: str) -> bool:
        return self.orientation.looks_back(words)

    def looks_ahead(self, words: str) -> bool:
        return self.orientation.looks_ahead(words)

    def event_key(self, key: str) -> str:
        return self.read_event_key(key)

    def names_event(self, words: str, *, strict: bool) -> bool:
        return self.is_event_name(words, strict=strict)

    def duration(self, words: str) -> Amount | None:
        return self.read_duration(words)

    def clock(self, words: str) -> ClockReading | None:
        return self.read_clock(words)

    def age(self, value: str) -> int | None:
        found = self.age_rule.pattern.fullmatch(value)
        return None if found is None else self.age_rule.read_number(found[1])
