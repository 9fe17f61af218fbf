"""Sentences of a text, in Chinese and in English."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from episodic.model.episodes import Language
from episodic.model.spans import Span
from episodic.text.paragraphs import paragraphs
from episodic.text.scripts import is_ideographic

LONGEST_SENTENCE = 2_000
"""A run of more characters without a sentence end counts as several sentences, cut at weaker marks."""

_END = re.compile(r"(?P<marks>[。！？｡!?….]+)(?P<closers>[”’」』）】》〉〕\"')\]]*)")
_CLOSING_QUOTES = "”’」』\"'"
_STRONG = frozenset("。！？｡")
_GOES_ON = frozenset("，、；：,;:。！？!?）)」』”’")

# Titles come before a name, so a capital after them starts no sentence.
_TITLES = frozenset(
    "Mr Mrs Ms Mx Dr St Ste Prof Capt Col Gen Lt Sgt Cpl Maj Cmdr Adm Rev Revd Hon Messrs Mme Mlle MM Mt Sr Sra Fr Bro Gov Sen Rep "
    "Pres Supt Insp Esq MR MRS DR ST PROF CAPT COL GEN LT REV HON vs cf viz pp".split()
)
_COUNTED = frozenset("No Nos Vol Vols Ch Fig no nos vol vols ch fig".split())
_WORD_BEFORE = re.compile(r"[^\W\d_]+(?:\.[^\W\d_]+)*$")
_NUMBER_AFTER = re.compile(r"\s*[\dIVXLC]")
_INITIALS = re.compile(r"(?:[A-Z]\.)*[A-Z]")
_SPEAKS = re.compile(
    r"(?:\S+\s+){0,3}?(?:said|says|cried|asked|replied|returned|answered|shouted|whispered|muttered|exclaimed|called|screamed|roared|"
    r"inquired|demanded|observed|remarked|murmured|begged|added|repeated|thought|growled|sobbed|gasped|laughed)\b"
)
_SPEAKS_HAN = re.compile(r"[^，。！？：；“”「」『』\s]{0,12}?[说說道问問答喊叫嚷骂罵叹嘆曰云吼喝劝勸想]")
_CLAUSE_END = re.compile(r"[，。！？：；“”「」『』\s]")
_WEAK = (re.compile(r"[；;：:]"), re.compile(r"[，,、—]"), re.compile(r"\s"))


def sentences(text: str, language: Language) -> tuple[Span, ...]:
    """The sentences of *text*, in order, without the spaces around them; between them there are only spaces.

    A sentence ends with its closing quotation marks, and at the latest with its paragraph. Titles (Mr., St.), initials and an
    ellipsis in the middle end none; nor does a question inside a quotation that goes on with who said it.
    """
    found: list[Span] = []
    for paragraph in paragraphs(text):
        found.extend(sentences_in(text, paragraph.body, language))
    return tuple(found)


def sentences_in(text: str, span: Span, language: Language) -> tuple[Span, ...]:
    """The sentences of one paragraph, whose place is *span*."""
    found: list[Span] = []
    start = span.start
    for match in _END.finditer(text, span.start, span.end):
        if match.start() < start or not _is_end(text, match, span=span, language=language):
            continue
        found.extend(_kept(text, start, match.end()))
        start = match.end()
    found.extend(_kept(text, start, span.end))
    return tuple(found)


def sentence_around(text: str, span: Span, language: Language) -> Span:
    """The sentence that holds *span*; from the first to the last one where it reaches into several. *span* itself in a text of spaces.

    It cuts the whole text first: for many places in one text, cut once and ask `sentence_of`.
    """
    return sentence_of(sentences(text, language), span)


def sentence_of(found: Sequence[Span], span: Span) -> Span:
    """Which of the sentences *found* hold *span*; from the first to the last one where it reaches into several."""
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
    following = text[end]
    if marks[-1] in "….":
        return _is_stop(text, match, span=span, language=language)
    if following in _GOES_ON:
        return False
    if language is Language.CHINESE or not _STRONG.isdisjoint(marks):
        return not (closers and _said_in_chinese(text, end, span.end))
    return _starts_after(text, end, span=span, quoted=any(mark in _CLOSING_QUOTES for mark in closers))


def _is_stop(text: str, match: re.Match[str], *, span: Span, language: Language) -> bool:
    """Whether full stops or an ellipsis end a sentence."""
    marks, closers, end = match["marks"], match["closers"], match.end()
    following = text[end]
    if "…" in marks or (len(marks) > 1 and not marks.strip(".")):
        if language is Language.CHINESE or is_ideographic(following):
            return bool(closers) and following not in _GOES_ON and not _said_in_chinese(text, end, span.end)
        return _starts_after(text, end, span=span, quoted=bool(closers))
    if len(marks) > 1:
        return following not in _GOES_ON
    if is_ideographic(following):
        return not text[match.start() - 1 : match.start()].isdigit()
    return not _abbreviated(text, match) and _starts_after(text, end, span=span, quoted=False)


def _starts_after(text: str, end: int, *, span: Span, quoted: bool) -> bool:
    """Whether a new sentence can start behind *end*: a space, then no small letter and no word of saying after a quotation."""
    if is_ideographic(text[end]):
        return True
    if not text[end].isspace():
        return text[end] in "“‘「『—("
    rest = text[end : min(end + 80, span.end)].lstrip()
    if not rest or rest[0].islower():
        return not rest
    return not (quoted and _SPEAKS.match(rest))


def _abbreviated(text: str, match: re.Match[str]) -> bool:
    before = _WORD_BEFORE.search(text, max(0, match.start() - 24), match.start())
    if before is None or match["closers"]:
        return False
    word = before.group()
    # "It was I. Then ..." ends a sentence, "E. Bennet" does not.
    if word != "I" and _INITIALS.fullmatch(word):
        return True
    return word in _TITLES or (word in _COUNTED and _NUMBER_AFTER.match(text, match.end()) is not None)


def _said_in_chinese(text: str, start: int, stop: int) -> bool:
    """Whether what follows a quotation says who spoke ("他说。"), rather than leading into the next one ("他说：")."""
    said = _SPEAKS_HAN.match(text, start, min(stop, start + 16))
    if said is None:
        return False
    close = _CLAUSE_END.search(text, said.end(), min(stop, said.end() + 16))
    return close is None or close.group() not in "：“「『"


def _kept(text: str, start: int, end: int) -> list[Span]:
    """The sentence between two places without the spaces around it, cut where it is longer than any sentence is."""
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
    """Where to cut a run that is too long: behind the last weaker mark of its second half, else at its very limit."""
    low, high = start + LONGEST_SENTENCE // 2, start + LONGEST_SENTENCE
    for mark in _WEAK:
        places = [match.end() for match in mark.finditer(text, low, high)]
        if places:
            return places[-1]
    return high
