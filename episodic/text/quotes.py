"""Search for the position of a quote in the text from which the quote was taken."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Final

from episodic.model.spans import Span
from episodic.text.scripts import has_letters, is_ideographic

_ELLIPSIS: Final = re.compile(r"\s*(?:…+|\.{3,})\s*")
_LONGEST_SHORTENED: Final = 400
"""The maximum number of characters of the text that a shortened quote ("He had … in York") means."""
_QUOTES = frozenset("\"'“”„‟‘’‚‛「」『』﹁﹂﹃﹄〝〞〟«»‹›`´ʼ")
_ONE_QUOTE = '"'
_NARROW_TO_WIDE = range(0xFF01, 0xFFEF)


def align(quote: str, text: str) -> Span | None:
    """Return the first span at which *text* contains *quote*, or None. If *text* does not contain *quote* exactly,
    differences in width, quotation marks and white space are ignored, as in `occurrences`.
    """
    return next(iter(occurrences(quote, text)), None)


def quoted_spans(quote: str, text: str) -> tuple[Span, ...]:
    """Return all spans of *text* that *quote* means, in text order. The quote may be shortened by an ellipsis, as in
    "He had … in York". A span of this shortened quote goes from one "He had" in the text to the next "in York", and has
    at most _LONGEST_SHORTENED characters.
    """
    exact = occurrences(quote, text)
    parts = [part for part in _ELLIPSIS.split(quote) if has_letters(part)]
    if exact or len(parts) < 2:
        return exact
    first, *others = (occurrences(part, text) for part in parts)
    return tuple(span for start in first if (span := _continued(start, others)) is not None)


def _continued(start: Span, others: Iterable[tuple[Span, ...]]) -> Span | None:
    """Return the span of a shortened quote, from its first part at *start* to the end of its last part, or None. For
    each further part of the quote, *others* contains the spans at which the part stands in the text. Of these spans,
    the first one after the preceding part counts.
    """
    end = start.end
    for places in others:
        following = next((place for place in places if place.start >= end), None)
        if following is None:
            return None
        end = following.end
    return Span(start.start, end) if end - start.start <= _LONGEST_SHORTENED else None


def occurrences(quote: str, text: str) -> tuple[Span, ...]:
    """Return all spans of *quote* in *text*, in text order, even if they overlap.

    If the text contains no exact match, the comparison ignores the difference between full and half width, the kind of
    quotation marks, and white space. Between two alphabetic words, white space of any length counts as one space.
    """
    words = quote.strip()
    if not words:
        return ()
    exact = tuple(Span(start, start + len(words)) for start in _finds(words, text))
    if exact:
        return exact
    wanted, _ = _key(words)
    key, offsets = _key(text)
    if not wanted:
        return ()
    found: list[Span] = []
    for start in _finds(wanted, key):
        end = start + len(wanted)
        begins = start == 0 or offsets[start - 1] != offsets[start]
        ends = end == len(offsets) or offsets[end] != offsets[end - 1]
        if begins and ends:
            found.append(Span(offsets[start], _character_end(text, offsets[end - 1])))
    return tuple(found)


def _finds(words: str, text: str) -> Iterator[int]:
    start = text.find(words)
    while start >= 0:
        yield start
        start = text.find(words, start + 1)


def _character_end(text: str, start: int) -> int:
    end = start + 1
    while end < len(text) and unicodedata.combining(text[end]):
        end += 1
    return end


def _key(text: str) -> tuple[str, list[int]]:
    key: list[str] = []
    offsets: list[int] = []
    gap: int | None = None
    for place, character in enumerate(text):
        if character.isspace() or _is_format(character):
            gap = place if gap is None else gap
            continue
        folded = _fold(character)
        if gap is not None:
            # A space between two alphabetic words is part of the text, but a space beside a Han character or
            # punctuation is only layout.
            if key and _spaced(key[-1]) and _spaced(folded[0]):
                key.append(" ")
                offsets.append(gap)
            gap = None
        key.extend(folded)
        offsets.extend([place] * len(folded))
    return "".join(key), offsets


def _is_format(character: str) -> bool:
    return character > "\x7f" and unicodedata.category(character) == "Cf"


def _spaced(character: str) -> bool:
    return character.isalnum() and not is_ideographic(character)


def _fold(character: str) -> str:
    if character in _QUOTES:
        return _ONE_QUOTE
    if character <= "\x7f":
        return character
    if ord(character) in _NARROW_TO_WIDE:
        wide = unicodedata.normalize("NFKC", character)
        return _ONE_QUOTE if wide in _QUOTES else wide
    return unicodedata.normalize("NFD", character)
