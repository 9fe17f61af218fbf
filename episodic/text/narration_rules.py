"""Each language's rules for text not told by the main narrator: letters, and headings that name a narrator."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from episodic.languages.registry import Component


@dataclass(frozen=True, slots=True)
class NarrationRules:
    """The rules by which headings that name a narrator, and letters, are recognised in texts of one language.

    The patterns in `tellers` and the pattern `signature` capture the name of the narrator or signer in the group `who`.

    The patterns in `tellers` match headings that name a narrator. If the pattern's group `kind` captures another word
    than "narrative", as in "Ann's diary", the heading counts only with a date below it. `anywhere` is true if the
    patterns in `tellers` may match inside a heading and not only at its beginning. A captured word that begins with a
    character of `nobody` is no name. `set_off` is true for a language in which blank lines surround headings and
    letters. If `set_off` is false, any line may be a heading, unless it ends with a character of `sentence_ends`. The
    pattern `date` matches a date at the beginning of a diary's entry. `salutation` and `signature` match the first and
    last lines of a letter. `closing` matches the formula that must precede a signature, such as "Yours truly,", and is
    None if a signature needs no formula. `postscript` matches the start of a postscript.
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
