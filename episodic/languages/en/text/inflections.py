"""Stems and inflected forms of English words, so that "live" in a search also finds "lived" in the text."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from episodic.text.inflections import Inflections

_IRREGULAR = tuple(
    tuple(row.split())
    for row in (
        "give gave given,take took taken,get got gotten,go went gone,meet met,leave left,hold held,have had has,lose lost,find found,"
        "see saw seen,know knew known,say said,tell told,become became,bear bore born borne,wear wore worn,fight fought,slay slew slain,"
        "steal stole stolen,write wrote written,bring brought,buy bought,sell sold,send sent,teach taught,think thought,keep kept,"
        "lead led,lie lay lain,ride rode ridden,run ran,sing sang sung,speak spoke spoken,stand stood,swear swore sworn,catch caught,"
        "choose chose chosen,come came,do did done,draw drew drawn,drink drank,drive drove driven,eat ate eaten,fall fell fallen,"
        "feel felt,fly flew flown,forget forgot forgotten,forgive forgave forgiven,grow grew grown,hang hung,hear heard,hide hid hidden,"
        "make made,mean meant,pay paid,rise rose risen,seek sought,shoot shot,show shown,sit sat,sleep slept,strike struck,swim swam,"
        "throw threw thrown,understand understood,wake woke woken,win won,man men,woman women,child children,wife wives,knife knives"
    ).split(",")
)
_BASE = {form: row[0] for row in _IRREGULAR for form in row}
_ROWS = {row[0]: row for row in _IRREGULAR}
_SHORTEST = 3
"""A word with fewer characters than this is not stemmed, and `forms` returns no other forms of it."""
_PLURAL = re.compile(r"(?<=[sxz])es$|(?<=[cs]h)es$|(?<![sui])s$")
_VOWEL = re.compile("[aeiouy]")
_DOUBLED = re.compile(r"([bdgmnprt])\1$")


@lru_cache(maxsize=1 << 14)
def stem(word: str) -> str:
    """Return the stem of a word, which its regular forms and many irregular ones share.

    For example, "lives", "lived" and "living" have the same stem, and so do "give" and "gave".

    A word of one or two letters, or with other characters than the English letters, is returned unchanged. Only a few
    changes are made, so that different words rarely get the same stem. An irregular form becomes its base form. Endings
    of verbs and plurals and a final "e" are removed, and some doubled final consonants become single. A final "y" or
    "ie" becomes "i".
    """
    if not (word.isascii() and word.isalpha()) or len(word) < _SHORTEST:
        return word
    base = _BASE.get(word, word)
    if base.endswith(("ied", "ies")):
        base = base[:-3] + "y"
    elif base == word:
        base = _without_ending(base)
    base = _DOUBLED.sub(r"\1", base)
    if base.endswith("ie"):
        base = base[:-2] + "y"
    elif len(base) > _SHORTEST - 1 and base.endswith("e"):
        base = base[:-1]
    return base[:-1] + "i" if base.endswith("y") and len(base) > 1 else base


def _without_ending(word: str) -> str:
    for ending in ("ing", "ed"):
        left = word.removesuffix(ending)
        if left != word and len(left) > 1 and _VOWEL.search(left) and not word.endswith("eed"):
            return left
    return _PLURAL.sub("", word)


@lru_cache(maxsize=1 << 12)
def forms(word: str) -> tuple[str, ...]:
    """Return the other inflected forms of a word, without the word itself.

    Some returned forms may not exist in English, which does no harm in a search.
    """
    if not (word.isascii() and word.isalpha()) or len(word) < _SHORTEST:
        return ()
    base = _BASE.get(word, word)
    root = base.removesuffix("e")
    made = [*_ROWS.get(base, (base,)), f"{base}s", f"{base}es", f"{base}ed", f"{base}d", f"{base}ing", f"{root}ing"]
    short = _without_ending(word)
    if short != word:
        made += [short, f"{short}e", f"{short}s", f"{short}es", f"{short}ed", f"{short}ing", _DOUBLED.sub(r"\1", short)]
    if word.endswith(("y", "ied", "ies")):
        root = word[:-1] if word.endswith("y") else word[:-3]
        made += [f"{root}y", f"{root}ies", f"{root}ied", f"{root}ying"]
    if base.endswith("ie"):
        made.append(f"{base[:-2]}ying")
    own = stem(word)
    return tuple(one for one in dict.fromkeys(made) if one != word and stem(one) == own)


RULES: Final = Inflections(stem, forms)
