"""Who says what stands between quotation marks, where the English text makes that plain."""

from __future__ import annotations

import re

from episodic.extraction.ruled.english_names import SAYS
from episodic.extraction.ruled.masked import MARKS, PERSON, SPEECH, Masked

_BEHIND = re.compile(
    rf" ?(?:(?:{SAYS}) (?P<after>{PERSON})(?!['’])|(?P<before>{PERSON}) (?:had |then |only |[a-z]+ly )?(?:{SAYS})\b)(?=[ ,.;:!—\-\n]|$)"
    rf"|^ ?(?:{SAYS}) (?P<last>{PERSON})$"
)
_AHEAD = re.compile(
    rf"(?:^|[.!?;\n] ?|{SPEECH} )(?P<s>{PERSON}) (?:then |only |[a-z]+ly )?(?:{SAYS})[^.!?;\n{MARKS}{SPEECH}]{{0,30}}[,:](?:--|—)? ?$"
)


def speakers(where: Masked) -> dict[int, int]:
    """The node that speaks each quotation, by the quotation's number; those without a clear speaker are left out."""
    found: dict[int, int] = {}
    text = where.text
    previous: tuple[int, int] | None = None
    for place, number in where.speech.items():
        behind = _BEHIND.match(text, place + 1)
        if behind is not None:
            part = next(one for one in ("after", "before", "last") if behind.group(one) is not None)
            found[number] = where.nodes[behind.start(part)]
        else:
            ahead = _AHEAD.search(text, max(0, place - 80), place)
            if ahead is not None:
                found[number] = where.nodes[ahead.start("s")]
            elif previous is not None and previous[1] in found and _goes_on(text, previous[0], place):
                found[number] = found[previous[1]]
        previous = (place, number)
    return found


def _goes_on(text: str, earlier: int, place: int) -> bool:
    """Whether the quotation at *place* goes on with the one before it: “No,” said Joe, “not I.”"""
    between = text[earlier + 1 : place]
    return len(between) < 160 and "\n" not in between and between.strip() != "" and SPEECH not in between
