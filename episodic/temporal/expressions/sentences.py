"""Finds the first narrated sentences of a passage, without headings and speech, and the ends of sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from episodic.text.scripts import is_ideographic

_OPEN: Final = "“「『‘"
_CLOSE: Final = "”」』’"
_ENDS: Final = "。！？!?…"
_SPOKEN: Final = _ENDS + ".．"
_INSIDE: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789,;:-'’\"”)")
_HEADING: Final = re.compile(
    r"[ \t\u3000]*(?:(?:#{1,6} |第[^\n，。,.；;：:！!？?]{1,9}[章回节卷集部幕]|(?i:chapter|part|book) )[^\n]{0,80}\n"
    r"|[^\n。！？!?.,，；;：:“”\"]{1,40}\n[ \t\r\u3000]*\n)\s*"
)


def head_sentences(text: str, *, limit: int = 2) -> Iterator[tuple[int, int]]:
    """Yield the start and the end offset of each narrated sentence among the first *limit* sentences after the headings
    of a passage.
    """
    at = 0
    for _ in range(3):
        heading = _HEADING.match(text, at)
        if heading is None or not text[at : heading.end()].strip():
            break
        at = heading.end()
    found = 0
    while at < len(text) and found < limit:
        while at < len(text) and (text[at].isspace() or text[at] in _CLOSE):
            at += 1
        end, spoken = _sentence_end(text, at)
        if end <= at:
            return
        if not spoken:
            yield at, end
        # A sentence that begins with speech is skipped, but counts towards *limit*.
        found += 1
        at = end


def sentence_end(text: str, at: int, *, or_speech: bool = False) -> int:
    """Return the offset after the sentence that starts at the offset *at*, at most 600 characters later. The sentence
    may contain speech. If *or_speech* is true, the sentence ends where a speech in it ends with the end of a sentence,
    at the latest.
    """
    return _sentence_end(text, at, or_speech=or_speech)[0]


def _sentence_end(text: str, at: int, *, or_speech: bool = False) -> tuple[int, bool]:
    """Return the offset after the sentence that starts at *at* (at most 600 characters later), and whether it begins
    with speech.
    """
    spoken = at < len(text) and (text[at] in _OPEN or text[at] == '"')
    quote = ""
    for place in range(at, min(len(text), at + 600)):
        sign = text[place]
        if quote:
            if sign == quote or (sign == '"' and _closes_curly(text, place, quote)):
                quote = ""
                if (spoken and place and text[place - 1] in _ENDS + ".,，") or (
                    or_speech and text[place - 1] in _SPOKEN
                ):
                    return place + 1, spoken
            continue
        if sign in "“「『" or sign == '"':
            quote = '"' if sign == '"' else _CLOSE[_OPEN.index(sign)]
        elif (
            sign in _ENDS
            or (sign == "．" and is_ideographic(text[place - 1 : place]))
            or (sign == "\n" and _line_end(text, place))
            or (sign == "." and _full_stop(text, place))
        ):
            return place + 1, spoken
    return min(len(text), at + 600), spoken


def _closes_curly(text: str, place: int, quote: str) -> bool:
    """Return whether the straight quotation mark at *place* closes a speech that should be closed by the mark *quote*.
    This happens in editions that mix straight and curly marks. The straight mark closes the speech only if it stands at
    the end of a sentence. In addition, further speech must open before *quote* occurs, or *quote* must not occur any
    more.
    """
    if quote not in "”」』" or text[place - 1] not in _ENDS + ".,，．":
        return False
    close, following = text.find(quote, place), text.find(_OPEN[_CLOSE.index(quote)], place)
    return close < 0 or 0 <= following < close


def _line_end(text: str, place: int) -> bool:
    return text[place - 1 : place] not in _INSIDE or text[place + 1 : place + 2] in ("", "\n", "\r")


def _full_stop(text: str, place: int) -> bool:
    if place + 1 < len(text) and not text[place + 1].isspace():
        return False
    word = re.search(r"([A-Za-z]+)$", text[max(0, place - 8) : place])
    return word is None or (len(word[1]) > 1 and word[1] not in ("Mr", "Mrs", "Ms", "Dr", "St", "Capt", "Col", "Esq"))
