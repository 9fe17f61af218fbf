"""Removes the punctuation mark of a sentence from the end of a name."""

from __future__ import annotations

import re
from typing import Final

from episodic.languages import lexicon

_FINAL: Final = re.compile(r"(?P<mark>[.,;:。，、；：])(?P<closing>[\"'”’」』》]*)\s*$")
_LAST_WORD: Final = re.compile(r"[^\s\"“”‘「『《]+$")


def without_final_mark(name: str) -> str:
    """Return *name* without the punctuation mark of a sentence at its end. The mark is also removed before a closing
    quotation mark: the "Concern." becomes the "Concern". The full stop of an abbreviation is kept, as in "Pike Jr." and
    "Washington, D.C.".
    """
    found = _FINAL.search(name)
    if found is None:
        return name
    kept = name[: found.start()]
    if not any(map(str.isalnum, kept)) or kept.endswith(".") or (found["mark"] == "." and _is_abbreviated(kept)):
        return name
    return kept + found["closing"]


def _is_abbreviated(name: str) -> bool:
    """Return whether the last word is a single letter, has a full stop inside it, or is a known abbreviation."""
    found = _LAST_WORD.search(name)
    word = "" if found is None else found[0]
    return len(word) == 1 or "." in word or word in lexicon.words("final_abbreviations")
