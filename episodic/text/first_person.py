"""Each language's words for "I", and rules to turn a sentence with "I" into a sentence about a named person."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from episodic.languages.registry import Component


@dataclass(frozen=True, slots=True)
class FirstPersonRules:
    """The words for the first person ("I", "my") in one language.

    `words` matches a word that means the speaker, such as "I" or "my". `unclear` matches words that a sentence in the
    third person cannot keep. The function `third_person` returns what replaces a match of `words` if the speaker has
    the given name.
    """

    words: re.Pattern[str]
    unclear: re.Pattern[str]
    third_person: Callable[[re.Match[str], str], str]

    def named(self, sentence: str, name: str) -> str:
        """Return *sentence* in the third person, with *name* in place of the words for the speaker."""
        return self.words.sub(lambda match: self.third_person(match, name), sentence)


FIRST_PERSON: Final[Component[FirstPersonRules]] = Component("first_person")
"""Registry of the first person of each language that has rules for it."""


def first_person_rules(sentence: str) -> FirstPersonRules | None:
    """Return the rules of the first language whose words for the speaker occur in *sentence*, or None if no language's
    words occur.
    """
    return next((rules for _, rules in FIRST_PERSON.all() if rules.words.search(sentence)), None)
