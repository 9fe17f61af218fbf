"""The protocol of one language's time expression rules, and the choice of the rules for a text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, Protocol

from episodic.languages.registry import Component, default_for, fallback, is_ideographic
from episodic.model.episodes import Language
from episodic.model.settings import CalendarDefinition
from episodic.temporal.expressions.normalisation import has_han
from episodic.temporal.expressions.rule_syntax import Amount, ClockReading, Reading

Definitions = tuple[CalendarDefinition, ...]


class TimeExpressionRules(Protocol):
    """The rules that parse time expressions in one language. Input texts must be normalised by the function
    `normalisation.folded`, which keeps all offsets.
    """

    @property
    def number(self) -> re.Pattern[str]:
        """A pattern that matches a number in words or figures."""
        ...

    def read(self, words: str, definitions: Definitions) -> Reading | None:
        """Return the meaning of *words* as a time expression, or None if no rule matches them as a whole."""
        ...

    def opening(self, sentence: str, start: int, definitions: Definitions) -> tuple[int, Reading] | None:
        """Return the offset and the meaning of the time expression that opens the sentence which starts at *start*, or
        None.
        """
        ...

    def inside(self, sentence: str, definitions: Definitions) -> Iterator[tuple[int, Reading]]:
        """Yield the offset and the meaning of each time expression that dates or orders the content of a sentence."""
        ...

    def looks_back(self, words: str) -> bool:
        """Return whether a sentence refers to the past ("had lived", "used to")."""
        ...

    def looks_ahead(self, words: str) -> bool:
        """Return whether a sentence refers to the future ("will")."""
        ...

    def event_key(self, key: str) -> str:
        """Return the comparison key of an event name, without articles and other words that do not distinguish events."""
        ...

    def names_event(self, words: str, *, strict: bool) -> bool:
        """Return whether a text is the name of an event. If *strict* is true, only nouns for happenings count as event
        names.
        """
        ...

    def duration(self, words: str) -> Amount | None:
        """Return the least and the greatest amount that a duration ("for eighteen years") means, or None if *words* are
        not a duration.
        """
        ...

    def clock(self, words: str) -> ClockReading | None:
        """Return the time of day that the time expression *words* names, and the rest of the expression without the
        hour. For example, the rest of "that day at ten" is "that day". Return None if *words* name no time of day.
        """
        ...

    def age(self, value: str) -> int | None:
        """Return the age in whole years that a value states, or None if the value states no age or only an approximate
        age.
        """
        ...


TIME_RULES: Final[Component[TimeExpressionRules]] = Component("time_expressions")
"""The implementations of `TimeExpressionRules`, by language."""


def rules_for_words(words: str, language: Language) -> list[TimeExpressionRules]:
    """Return the rules that may parse the time expression *words* in a text of *language*, the preferred ones first.

    Words may be in another script than that of *language*, such as an English date in a Chinese story. Such words are
    first parsed by the rules of the default language of their script. For words in another script, the rules of
    *language* itself come second in the list. A calendar may name its months or eras in another script. The list is
    empty if *language* has no time expression rules.
    """
    own = TIME_RULES.find(language)
    if own is None:
        return []
    if has_han(words) is is_ideographic(language):
        return [own]
    return [rules_for_script_of(words), own]


def rules_for_text(text: str, language: Language) -> TimeExpressionRules | None:
    """Return the rules for running text in a story of *language*, or None if *language* has no rules. For a sentence in
    another script, return the rules of that script. A text without letters and digits, such as a line of asterisks
    between two scenes, has no script. A text without a script always gets the rules of *language*.
    """
    own = TIME_RULES.find(language)
    if own is None or not any(map(str.isalnum, text)):
        return own
    if is_ideographic(language):
        return own if has_han(text) or not text.isascii() else rules_for_script_of(text)
    return rules_for_script_of(text) if has_han(text) else own


def rules_for_script_of(text: str) -> TimeExpressionRules:
    """Return the rules of the default language for the script in which *text* is written, which is either Chinese
    characters or an alphabet.
    """
    return TIME_RULES.of(default_for(ideographic=has_han(text)) or fallback().code)
