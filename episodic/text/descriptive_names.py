"""Detection of descriptions that are used as names, such as "the brown old seaman" or 那个卖炭的老人."""

from __future__ import annotations

import re
from collections.abc import Iterable

from episodic.languages import lexicon
from episodic.text.scripts import is_ideographic

_WORDS = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_OWNED = re.compile(r"(?:['’]s|s['’]) (?!.*[A-Z])[a-z]")
_FEW_WORDS = 4
_FEW_IDEOGRAPHS = 8
LONGEST_HAN_NAME = 6
"""A name with Han characters that is longer than this many (6) characters counts as a description and not as a proper
name.

Foreign names with a middle dot (克莱恩·莫雷蒂) may be longer.
"""


def is_description(name: str) -> bool:
    """Return whether *name* is a description, such as "the old man", and not a proper name.

    A name in an alphabetic script is a description if none of its words after the determiner begins with a capital
    letter. A name in Han characters is a description if it contains a particle such as 的 or begins with a
    demonstrative. A name in Han characters is also a description if it is longer than LONGEST_HAN_NAME and has no
    middle dot.
    """
    if any(is_ideographic(one) for one in name):
        long = len(name) > LONGEST_HAN_NAME and "·" not in name
        particles, openers = lexicon.words("description_particles"), tuple(lexicon.words("description_openers"))
        return any(particle in name for particle in particles) or name.startswith(openers) or long
    words = _WORDS.findall(name)
    if words and words[0].lower() in lexicon.words("determiners"):
        words = words[1:]
    return bool(words) and all(word[0].islower() for word in words)


def names_owner(name: str) -> bool:
    """Return whether *name* describes somebody or something by an owner or relative, such as "Ann's visitor" or 其父."""
    if any(is_ideographic(one) for one in name):
        return name.startswith(tuple(lexicon.words("owner_openers")))
    return _OWNED.search(name) is not None


def names_speaker(name: str) -> bool:
    """Return whether the meaning of *name* depends on who says it. Such a name contains a word such as "my" or "your",
    or begins with 我 or 你.
    """
    if any(is_ideographic(one) for one in name):
        return name.startswith(tuple(lexicon.words("speaker_words")))
    return any(word.casefold() in lexicon.words("speaker_words") for word in _WORDS.findall(name))


def opens_with_owner(text: str) -> bool:
    """Return whether *text* begins with a pronoun that stands for an owner, as in "her cook" or 他房里的丫头. Such a name
    does not tell whom it means without its context.
    """
    words = (text[:1],) if text and is_ideographic(text[0]) else text.split(maxsplit=1)[:1]
    return any(word.casefold() in lexicon.words("third_owners") for word in words)


def says_only(name: str, relation: str) -> bool:
    """Return whether *name* says nothing but the relation *relation*, with or without its owner. For example, "Father",
    "my poor father" and "Ann's father" only say "father", and 其妾 and 他妾 only say 妾.
    """
    key, word = name.casefold(), relation.casefold()
    described = names_speaker(name) or names_owner(name) or is_description(name)
    described = described or lexicon.pattern("opening_pronouns").match(name) is not None
    return bool(word) and (key == word or (described and key.endswith(word)))


def says_whose(name: str, owner: str, relation: str) -> bool:
    """Return whether a name in Han characters consists of an *owner*, a particle and a *relation*, such as 林河之母."""
    return bool(owner and relation) and any(
        name == f"{owner}{particle}{relation}" for particle in lexicon.words("owner_particles")
    )


def adds_only_relation(sentence: str, names: Iterable[str]) -> bool:
    """Return whether a sentence such as "my aunt is Ann's aunt" consists of *names* and of a few words that relate them."""
    rest = sentence.casefold()
    for name in sorted(map(str.casefold, names), key=len, reverse=True):
        rest = rest.replace(name, " ") if name else rest
    ideographs = sum(map(is_ideographic, rest))
    return ideographs <= _FEW_IDEOGRAPHS if ideographs else len(_WORDS.findall(rest)) <= _FEW_WORDS


def without_article(name: str) -> str:
    """Return *name*, which must be in lower case, without an English article or other determiner at its beginning."""
    first, space, rest = name.partition(" ")
    return rest if space and first in lexicon.words("determiners") else name
