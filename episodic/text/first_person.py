"""How a language says "I" in a sentence, and how the sentence says the same of somebody who is named."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from episodic.languages.registry import Component


@dataclass(frozen=True, slots=True)
class FirstPersonRules:
    """The first person of one language.

    `words` matches a word for the speaker, and `unclear` matches what a sentence in the third person cannot repeat. The
    function `third_person` returns what replaces a match of `words` if the speaker has the given name.
    """

    words: re.Pattern[str]
    unclear: re.Pattern[str]
    third_person: Callable[[re.Match[str], str], str]

    def named(self, sentence: str, name: str) -> str:
        """Return the sentence in the third person, with the name of the speaker."""
        return self.words.sub(lambda match: self.third_person(match, name), sentence)


FIRST_PERSON: Final[Component[FirstPersonRules]] = Component("first_person")
"""Registry of the first person of each language that has rules for it."""


def first_person_rules(sentence: str) -> FirstPersonRules | None:
    """Return the rules of the first language in whose words a sentence says "I", or None if it does not say so."""
    return next((rules for _, rules in FIRST_PERSON.all() if rules.words.search(sentence)), None)
