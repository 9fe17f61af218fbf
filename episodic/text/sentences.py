"""Division of a text into sentences."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from episodic.languages.registry import is_ideographic as is_ideographic_language
from episodic.model.episodes import Language
from episodic.model.spans import Span
from episodic.text.paragraphs import paragraphs
from episodic.text.scripts import is_ideographic
from episodic.text.sentence_rules import abbreviations, counted_abbreviations, said_after, said_after_ideographs

LONGEST_SENTENCE = 2_000
"""The maximum length of a sentence in characters. A sentence longer than LONGEST_SENTENCE is divided at weaker
punctuation marks.
"""

_END = re.compile(r"(?P<marks>[。！？｡．!?….]+)(?P<closers>[”’」』）】》〉〕\"')\]]*)")
_CLOSING_QUOTES = "”’」』\"'"
_FULL_WIDTH_STOP = "．"
"""A full-width mark that some editions of Chinese texts use as a full stop, and that is also the decimal point of
full-width numbers (１．５).
"""
_STRONG = frozenset("。！？｡．")
_GOES_ON = frozenset("，、；：,;:。！？．!?）)」』”’")

_WORD_BEFORE = re.compile(r"[^\W\d_]+(?:\.[^\W\d_]+)*$")
_NUMBER_AFTER = re.compile(r"\s*[\dIVXLC]")
_INITIALS = re.compile(r"(?:[A-Z]\.)*[A-Z]")
_CLAUSE_END = re.compile(r"[，。！？：；“”「」『』\s]")
_WEAK = (re.compile(r"[；;：:]"), re.compile(r"[，,、—]"), re.compile(r"\s"))


def sentences(text: str, language: Language) -> tuple[Span, ...]:
    """Return the spans of the sentences of *text* in text order. The text between the sentences consists only of white
    space. A sentence includes its closing quotation marks and ends no later than its paragraph. A title such as "Mr.",
    an initial, and an ellipsis before a small letter do not end a sentence. The end of a quotation does not end a
    sentence if the words after the quotation say who spoke.
    """
    found: list[Span] = []
    for paragraph in paragraphs(text):
        found.extend(sentences_in(text, paragraph.body, language))
    return tuple(found)


def sentences_in(text: str, span: Span, language: Language) -> tuple[Span, ...]:
    """Return the spans of the sentences of the paragraph at *span*."""
    found: list[Span] = []
    start = span.start
    for match in _END.finditer(text, span.start, span.end):
        if match.start() < start or not _is_end(text, match, span=span, language=language):
            continue
        found.extend(_kept(text, start, match.end()))
        start = match.end()
    found.extend(_kept(text, start, span.end))
    return tuple(found)


def sentence_of(found: Sequence[Span], span: Span) -> Span:
    """Return the span of the sentence in which *span* lies, or *span* itself if it lies before all sentences.

    If *span* reaches over several sentences, the returned span covers them all.
    """
    last = bisect_left(found, max(span.end, span.start + 1), key=lambda one: one.start) - 1
    first = min(bisect_right(found, span.start, key=lambda one: one.end), max(last, 0))
    if last < 0 or not found:
        return span
    return Span(min(found[first].start, span.start), max(found[last].end, span.end))


def _is_end(text: str, match: re.Match[str], *, span: Span, language: Language) -> bool:
    marks, closers = match["marks"], match["closers"]
    end = match.end()
    if end >= span.end:
        return True
    before = text[match.start() - 1 : match.start()]
    if marks == _FULL_WIDTH_STOP and before.isalnum() and not is_ideographic(before):
        return False
    following = text[end]
    if marks[-1] in "….":
        return _is_stop(text, match, span=span, language=language)
    if following in _GOES_ON:
        return False
    if is_ideographic_language(language) or not _STRONG.isdisjoint(marks):
        return not (closers and _said_in_ideographs(text, end, span.end))
    return _starts_after(text, end, span=span, quoted=any(mark in _CLOSING_QUOTES for mark in closers))


def _is_stop(text: str, match: re.Match[str], *, span: Span, language: Language) -> bool:
    marks, closers, end = match["marks"], match["closers"], match.end()
    following = text[end]
    if "…" in marks or (len(marks) > 1 and not marks.strip(".")):
        if is_ideographic_language(language) or is_ideographic(following):
            return bool(closers) and following not in _GOES_ON and not _said_in_ideographs(text, end, span.end)
        return _starts_after(text, end, span=span, quoted=bool(closers))
    if len(marks) > 1:
        return following not in _GOES_ON
    if is_ideographic(following):
        return not text[match.start() - 1 : match.start()].isdigit()
    return not _abbreviated(text, match) and _starts_after(text, end, span=span, quoted=False)


def _starts_after(text: str, end: int, *, span: Span, quoted: bool) -> bool:
    """In alphabetic scripts, a sentence begins after a space and not with a small letter. If *quoted* is true, a
    quotation ends at *end*. Words such as "said Ann" after a quotation do not begin a sentence.
    """
    if is_ideographic(text[end]):
        return True
    if not text[end].isspace():
        return text[end] in "“‘「『—("
    rest = text[end : min(end + 80, span.end)].lstrip()
    if not rest or rest[0].islower():
        return not rest
    return not (quoted and said_after(rest))


def _abbreviated(text: str, match: re.Match[str]) -> bool:
    before = _WORD_BEFORE.search(text, max(0, match.start() - 24), match.start())
    if before is None or match["closers"]:
        return False
    word = before.group()
    # A single capital letter before a full stop is an initial, after which the sentence goes on. Of the single capital
    # letters, only "I" can be the end of a sentence, as a pronoun.
    if word != "I" and _INITIALS.fullmatch(word):
        return True
    return word in abbreviations() or (
        word in counted_abbreviations() and _NUMBER_AFTER.match(text, match.end()) is not None
    )


def _said_in_ideographs(text: str, start: int, stop: int) -> bool:
    """Return whether words such as 他说 at *start* belong to the quotation before them; the words 他说： belong to the
    quotation after them.
    """
    said = said_after_ideographs(text, start, min(stop, start + 16))
    if said is None:
        return False
    close = _CLAUSE_END.search(text, said, min(stop, said + 16))
    return close is None or close.group() not in "：“「『"


def _kept(text: str, start: int, end: int) -> list[Span]:
    raw = text[start:end]
    head = len(raw) - len(raw.lstrip())
    start, end = start + head, start + len(raw.rstrip())
    found: list[Span] = []
    while end - start > LONGEST_SENTENCE:
        cut = _weak_cut(text, start)
        found.append(Span(start, cut - (len(text[start:cut]) - len(text[start:cut].rstrip()))))
        start = cut + len(text[cut:end][:LONGEST_SENTENCE]) - len(text[cut:end][:LONGEST_SENTENCE].lstrip())
    if end > start:
        found.append(Span(start, end))
    return found


def _weak_cut(text: str, start: int) -> int:
    """Return where a sentence longer than LONGEST_SENTENCE is cut, in the second half of this length. The cut is after
    the last semicolon or colon, else after the last comma or dash. If there is no such mark, the cut is after the last
    white space, else at the full length.
    """
    low, high = start + LONGEST_SENTENCE // 2, start + LONGEST_SENTENCE
    for mark in _WEAK:
        places = [match.end() for match in mark.finditer(text, low, high)]
        if places:
            return places[-1]
    return high
