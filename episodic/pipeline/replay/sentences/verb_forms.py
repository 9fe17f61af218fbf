"""Makes the verb of a sentence singular or plural, so that it agrees with the subject ("his brothers live")."""

from __future__ import annotations

import re
from typing import Final

from episodic.languages import lexicon

FIRST_WORD: Final = re.compile(r"\s+([^\W\d_]+)")


def is_plural(name: str) -> bool:
    """Return whether a name means several people or things, as "his younger brothers" does."""
    return lexicon.pattern("plural_names").fullmatch(name) is not None


def singular_forms() -> dict[str, str]:
    """Return a map from plural verb forms, such as "live", to singular verb forms ("lives")."""
    return dict(one.split("=", 1) for one in lexicon.words("singular_verbs"))


def with_plural_verb(text: str, subject: str) -> str:
    """Return *text* with its verb in the plural, or unchanged. The verb is changed only if *text* begins with
    *subject*, a plural such as "his brothers", and the plural of the verb is known.
    """
    if not text.startswith(subject) or not is_plural(subject):
        return text
    rest = text[len(subject) :]
    word = FIRST_WORD.match(rest)
    plurals = {singular: plural for plural, singular in singular_forms().items()}
    if word is None or word[1] not in plurals:
        return text
    return f"{subject}{rest[: word.start(1)]}{plurals[word[1]]}{rest[word.end(1) :]}"
