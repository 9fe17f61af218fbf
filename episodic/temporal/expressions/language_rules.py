"""The protocol of a language's time expression rules, and the choice of the rules that parse a text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, Protocol

from episodic.languages.registry import Component, default_for, fallback, is_ideographic
from episodic.model.episodes import Language
from episodic.model.settings import CalendarDefinition
from episodic.temporal.expressions.normalisation import has_han
from episodic.temporal.expressions.rule_syntax import Reading

Definitions = tuple[CalendarDefinition, ...]


class TimeExpressionRules(Protocol):
    """The time expression rules of one language. Input texts are normalised (folded); offsets refer to the input
    text.
    """

    @property
    def number(self) -> re.Pattern[str]:
        """Matches a number that is written in words."""
        ...

    def read(self, words: str, definitions: Definitions) -> Reading | None:
        """Parses the whole text *words* as a time expression; returns None if no rule matches all of the text."""
        ...

    def opening(self, sentence: str, start: int, definitions: Definitions) -> tuple[int, Reading] | None:
        """Returns the time expression that opens the sentence at offset *start*, with the expression's offset."""
        ...

    def inside(self, sentence: str, definitions: Definitions) -> Iterator[tuple[int, Reading]]:
        """Returns the time expressions that date or order the content of a sentence, with their offsets."""
        ...

    def looks_back(self, words: str) -> bool:
        """Whether a sentence refers to the past ("had lived", "used to")."""
        ...

    def looks_ahead(self, words: str) -> bool:
        """Whether a sentence refers to the future ("will")."""
        ...

    def event_key(self, key: str) -> str:
        """Returns the comparison key of an event name, without words that do not distinguish events, such as
        articles.
        """
        ...

    def names_event(self, words: str, *, strict: bool) -> bool:
        """Whether a text names an event; with *strict*, only nouns for happenings count as event names."""
        ...

    def age(self, value: str) -> int | None:
        """Returns the age in whole years that a value states; None if the value states no age or only an approximate
        age.
        """
        ...


TIME_RULES: Final[Component[TimeExpressionRules]] = Component("time_expressions")
"""The time expression rules of each language that has such rules."""


def rules_for_words(words: str, language: Language) -> list[TimeExpressionRules]:
    """Returns the rules to try on the expression *words* in a text of *language*, in order.

    An expression in the script of another language (an English date in a Chinese story) is parsed by the rules of that
    script's default language. If *language* has no rules, the result is empty for every expression.
    """
    own = TIME_RULES.find(language)
    if own is None:
        return []
    if has_han(words) is is_ideographic(language):
        return [own]
    of_script = rules_for_script_of(words)
    return [of_script] if has_han(words) else [of_script, own]


def rules_for_text(text: str, language: Language) -> TimeExpressionRules | None:
    """Returns the rules for running text of *language*, or None if the language has no rules."""
    own = TIME_RULES.find(language)
    if own is None:
        return None
    if is_ideographic(language):
        return own if has_han(text) or not text.isascii() else rules_for_script_of(text)
    return rules_for_script_of(text) if has_han(text) else own


def rules_for_script_of(text: str) -> TimeExpressionRules:
    """Returns the rules of the default language for the script of *text*."""
    return TIME_RULES.of(default_for(ideographic=has_han(text)) or fallback().code)
