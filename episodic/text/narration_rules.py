"""Rules by which a language marks text of another narrator: headings, letters and signatures."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from episodic.languages.registry import Component


@dataclass(frozen=True, slots=True)
class NarrationRules:
    """Narration rules of one language. Patterns capture the name of the narrator or signer in their group `who`.

    `tellers` match headings that name a narrator. The group `kind` is set for diaries and similar headings, which
    need a date below. `anywhere` says whether the patterns of `tellers` may match inside a heading. `nobody` are
    first characters of words that are not names. `set_off` says whether blank lines surround headings and letters;
    otherwise any line may begin a paragraph, and `sentence_ends` are the last characters of lines that are not
    headings. `date` matches a date. `salutation` and `signature` match the first and last lines of a letter.
    `closing` matches the formula that must precede a signature ("Yours truly,"; None means that a signature needs no
    formula). `postscript` matches the start of a postscript.
    """

    tellers: tuple[re.Pattern[str], ...]
    anywhere: bool
    nobody: frozenset[str]
    set_off: bool
    sentence_ends: str
    date: re.Pattern[str]
    salutation: re.Pattern[str]
    signature: re.Pattern[str]
    closing: re.Pattern[str] | None
    postscript: re.Pattern[str]


NARRATION: Final[Component[NarrationRules]] = Component("narration")
"""The narration rules of each language that has such rules."""
