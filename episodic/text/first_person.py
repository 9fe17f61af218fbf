"""Each language's words for "I", and rules to turn a sentence with "I" into a sentence about a named person."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from episodic.languages.registry import Component

Sex = Literal["woman", "man"]
_QUOTED: Final = re.compile(r"“[^“”]*”|「[^「」]*」|『[^『』]*』|\"[^\"]*\"")
_QUOTATION_MARK: Final = re.compile(r"[\"“”「『]")


@dataclass(frozen=True, slots=True)
class FirstPersonRules:
    """The words of one language that mean the speaker ("I", "my"), and the functions that replace them by a name or a
    third-person pronoun.

    `words` matches a word that means the speaker, such as "I" or "my". `unclear` matches words with which a sentence
    cannot be turned into the third person. The function `third_person` returns the words that replace a match of
    `words`, given the speaker's name: for example "Ann's" for "my".
    """

    words: re.Pattern[str]
    unclear: re.Pattern[str]
    third_person: Callable[[re.Match[str], str], str]
    again: Callable[[re.Match[str], Sex | None], str | None]
    """Returns the pronoun that replaces a match of `words` after the first match in a sentence, such as "her" for "my".
    Returns None if the speaker's name must be repeated.
    """
    owners: re.Pattern[str]
    """Matches a possessive of the first person together with the word beside it, such as "my bag" or "our efforts"."""
    owned: Callable[[re.Match[str], str], str]
    """Returns the words for a match of `owners`, such as "Ann's bag" for "my bag", given the name."""
    agreeing: Callable[[str, str], str] = lambda sentence, _: sentence
    """Given a sentence with a name in place of "I", and the name, returns it with further verbs of this person in the
    third person ("Ann pays and tip" becomes "Ann pays and tips").
    """

    def named(self, sentence: str, name: str, *, alone: bool, sex: Sex | None) -> str:
        """Return the sentence in the third person: "I" becomes *name*. *alone* says that the sentence names no other
        person, so that a second "I" can become a pronoun.
        """
        first = self.words.search(sentence)

        def said(match: re.Match[str]) -> str:
            further = alone and first is not None and match.start() > first.start()
            pronoun = self.again(match, sex) if further else None
            return self.third_person(match, name) if pronoun is None else pronoun

        return self.agreeing(self.words.sub(said, sentence), name)

    def is_clear(self, sentence: str) -> bool:
        """Return whether a sentence in the first person can be rewritten in the third person. The result is false if
        the sentence contains words that match `unclear`. The result is also false if a pronoun such as "I" stands in
        quotation marks, because another speaker may say it.
        """
        if self.unclear.search(sentence) or _QUOTATION_MARK.search(_QUOTED.sub("", sentence)):
            return False
        return not any(self.words.search(one) or self.owners.search(one) for one in _QUOTED.findall(sentence))

    def with_owner(self, sentence: str, name: str) -> str:
        """Return the sentence with possessives of the first person replaced by the possessive of *name*, so that "my
        bag" becomes "Ann's bag".
        """
        return self.owners.sub(lambda match: self.owned(match, name), sentence)


FIRST_PERSON: Final[Component[FirstPersonRules]] = Component("first_person")


def first_person_rules(sentence: str) -> FirstPersonRules | None:
    """Return the rules of the first language whose words for the speaker occur in *sentence*, or None if no language's
    words occur.
    """
    return next((rules for _, rules in FIRST_PERSON.all() if rules.words.search(sentence)), None)


def first_owner_rules(sentence: str) -> FirstPersonRules | None:
    """Return the rules of the first language whose words for the speaker as an owner occur in *sentence*, or None if no
    language's words occur.
    """
    return next((rules for _, rules in FIRST_PERSON.all() if rules.owners.search(sentence)), None)
