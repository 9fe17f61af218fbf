"""Finds the speakers of English quotations whose speaker is named in the text right before or after the quotation."""

from __future__ import annotations

import re

from episodic.extraction.rule_based.masked_text import MARKS, PERSON, SPEECH, MaskedText
from episodic.languages.en.reading.names import SAYS

_BEHIND = re.compile(
    rf" ?(?:(?:{SAYS}) (?P<after>{PERSON})(?!['’])|(?P<before>{PERSON}) (?:had |then |only |[a-z]+ly )?(?:{SAYS})\b)(?=[ ,.;:!—\-\n]|$)"
    rf"|^ ?(?:{SAYS}) (?P<last>{PERSON})$"
)
_AHEAD = re.compile(
    rf"(?:^|[.!?;\n] ?|{SPEECH} )(?P<s>{PERSON}) (?:then |only |[a-z]+ly )?(?:{SAYS})[^.!?;\n{MARKS}{SPEECH}]{{0,30}}[,:](?:--|—)? ?$"
)


def speakers(masked: MaskedText) -> dict[int, int]:
    """Return the index of the speaker's node for each quotation whose speaker is certain. The keys are the numbers of
    the quotations.
    """
    found: dict[int, int] = {}
    text = masked.text
    previous: tuple[int, int] | None = None
    for offset, number in masked.speech.items():
        behind = _BEHIND.match(text, offset + 1)
        if behind is not None:
            group = next(name for name in ("after", "before", "last") if behind.group(name) is not None)
            found[number] = masked.nodes[behind.start(group)]
        else:
            ahead = _AHEAD.search(text, max(0, offset - 80), offset)
            if ahead is not None:
                found[number] = masked.nodes[ahead.start("s")]
            elif previous is not None and previous[1] in found and _is_continuation(text, previous[0], offset):
                found[number] = found[previous[1]]
        previous = (offset, number)
    return found


def _is_continuation(text: str, earlier: int, offset: int) -> bool:
    """Return whether the quotation at *offset* continues the quotation at *earlier*, as in “No,” said Joe, “not I.”"""
    between = text[earlier + 1 : offset]
    return len(between) < 160 and "\n" not in between and between.strip() != "" and SPEECH not in between
