"""What a single line looks like as a heading: its unit, its number and its title. Whether it is one, its surroundings decide."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import IntEnum

from episodic.text.numerals import HAN_NUMERAL_CLASS, number_of
from episodic.text.scripts import HAN

LONGEST_HEADING = 120


class Rank(IntEnum):
    """How high a heading stands; a smaller one holds greater ones."""

    VOLUME = 0
    PART = 1
    CHAPTER = 2
    EPISODE = 3
    SECTION = 4
    NUMBER = 5
    OUTLINE = 6


class Form(IntEnum):
    """How surely a line that reads like a heading is one, by its own words."""

    WEAK = 0
    LIKELY = 1
    SURE = 2


FRONT = "front"
BACK = "back"
BETWEEN = "between"
CONTENTS = "contents"
SPECIAL = "special"
_SPECIALS = frozenset({FRONT, BACK, BETWEEN})


@dataclass(frozen=True, slots=True)
class Mark:
    """A line read as a heading: `family` is its kind of unit (章, 回, chapter, roman ...), `outline` its Markdown level (0: none)."""

    family: str
    rank: Rank
    number: int | None
    title: str
    form: Form
    outline: int = 0
    words: str = ""
    """Its part of the line, where it shares the line with another."""

    @property
    def series(self) -> str:
        """What it is counted with: its family; prologues, epilogues and the like, which need no number, are one series."""
        return SPECIAL if self.family in _SPECIALS else self.family


_UNITS = {
    **dict.fromkeys("部季", Rank.VOLUME),
    **dict.fromkeys("卷册冊辑輯编編", Rank.VOLUME),
    "篇": Rank.PART,
    **dict.fromkeys("章回话話幕折", Rank.CHAPTER),
    "集": Rank.EPISODE,
    **dict.fromkeys("节節", Rank.SECTION),
}
_ONE_FORM = str.maketrans("冊輯編話節", "册辑编话节")
_ENGLISH_UNITS = {
    "volume": Rank.VOLUME,
    "vol": Rank.VOLUME,
    "book": Rank.VOLUME,
    "part": Rank.PART,
    "chapter": Rank.CHAPTER,
    "chap": Rank.CHAPTER,
    "canto": Rank.CHAPTER,
    "stave": Rank.CHAPTER,
    "letter": Rank.CHAPTER,
    "episode": Rank.EPISODE,
    "act": Rank.EPISODE,
    "section": Rank.SECTION,
    "scene": Rank.SECTION,
}
_NUMERAL = rf"[{HAN_NUMERAL_CLASS}\d]{{1,12}}"
_NUMBER_WORD = (
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|"
    r"twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|"
    r"eleventh|twelfth|[a-z]+teenth|[a-z]+tieth)"
)
_ENGLISH_NUMBER = rf"(?:\d{{1,4}}(?:st|nd|rd|th)?|[ivxlcdm]{{1,9}}|(?:the\s+)?{_NUMBER_WORD}(?:[\s-]+(?:and\s+)?{_NUMBER_WORD}){{0,4}})\b"
_HAN_UNIT = re.compile(
    rf"(?:正文\s*)?(?P<open>[【〔\[《（(]?)\s*第\s*(?P<number>{_NUMERAL})\s*(?P<unit>[{''.join(_UNITS)}])(?:\s*[】〕\]》）)])?"
    r"(?P<sep>[\s:：、.．·—–_~～|-]*)(?P<title>.*)"
)
_HAN_VOLUME = re.compile(rf"(?P<unit>卷)\s*(?:之)?\s*(?P<number>{_NUMERAL})(?P<sep>[\s:：、.．·—–_-]+|$)(?P<title>.*)")
_HAN_HALF = re.compile(r"(?P<number>[上中下])(?P<unit>[卷部册冊篇编編])(?P<sep>[\s:：、.．·—–_-]+|$)(?P<title>.*)")
_ENGLISH_UNIT = re.compile(
    rf"(?P<unit>{'|'.join(_ENGLISH_UNITS)})\.?\s+(?P<number>{_ENGLISH_NUMBER})(?P<sep>[\s.:,—–_-]*)(?P<title>.*)",
    re.IGNORECASE,
)
_ENGLISH_ORDINAL = re.compile(
    rf"(?:the\s+)?(?P<number>{_NUMBER_WORD}(?:-{_NUMBER_WORD})?)\s+(?P<unit>part|book|volume|chapter|act|canto)\b(?P<sep>[\s.:—–_-]*)(?P<title>.*)",
    re.IGNORECASE,
)
_BARE = re.compile(
    rf"[\[（(【〔—–\-]*\s*(?P<number>\d{{1,4}}|[IVXLC]{{1,9}}|[{HAN_NUMERAL_CLASS}]{{1,8}}|{_NUMBER_WORD}(?:-{_NUMBER_WORD})?)"
    r"(?P<close>(?:\s*[\]）)】〕—–\-]+)?)(?P<sep>[.．、:：]?\s*)(?P<title>.*)",
    re.IGNORECASE,
)
_OUTLINE = re.compile(r"(?P<level>#{1,6})[ \t\u3000]+(?P<words>.*?)[ \t]*#*")
_EMPHASIS = re.compile(r"(?P<mark>[*_]{1,3})(?P<words>.+)(?P=mark)")
_CONTENTS = re.compile(r"(?:目\s*[录錄次]|(?:table\s+of\s+)?contents)[:：.]?", re.IGNORECASE)
_LEADERS = re.compile(r"(?:[.．·…\s]{3,}|\t+|\s{2,})\s*\d{1,5}$")

_FRONT_WORDS = "序章|序言|序幕|序曲|自序|代序|小序|序|前言|楔子|引子|引言|开篇|開篇|缘起|緣起|卷首语|题记|題記"
_BACK_WORDS = "尾声|尾聲|终章|終章|后记|後記|跋|附录|附錄|后序|番外篇?|外传|外傳|完本感言|完结感言"
_BETWEEN_WORDS = "间章|間章|幕间|幕間|间奏|插曲"
_HAN_SPECIAL = re.compile(
    rf"[【〔《（(]?(?:(?P<front>{_FRONT_WORDS})|(?P<back>{_BACK_WORDS})|(?P<between>{_BETWEEN_WORDS}))[】〕》）)]?"
    rf"(?:\s*[之·]?\s*(?P<number>{_NUMERAL}))?(?P<sep>[\s:：、.．·—–_-]+|$)(?P<title>.*)"
)
_ENGLISH_SPECIAL = re.compile(
    r"(?:the\s+)?(?:(?P<front>prologue|preface|foreword|introduction|prelude|overture|author['’]s note)|"
    r"(?P<back>epilogue|afterword|postscript|appendix|coda|conclusion)|(?P<between>interlude|intermezzo|intermission))"
    rf"(?:\s+(?P<number>{_ENGLISH_NUMBER}))?(?P<sep>\s*[.:—–-]+\s*|$)(?P<title>.*)",
    re.IGNORECASE,
)
_PROSE_START = re.compile(r"[中里裡的所是就说說讲講写寫以之在也都我你他她它有没沒这這那前后後末开開结結已才便却卻还還]")
_PROSE_END = re.compile(r"[。；;，,、：:]$")
_CLOSED = re.compile(r"[（(]?(?:完|终|終|结束|結束|全文完|未完待续)[）)]?")


def marks_of(words: str) -> tuple[Mark, ...]:
    """A line, read as headings, outermost first: none for prose, two for "第一卷 风起 第一章 少年"."""
    if not words or len(words) > LONGEST_HEADING:
        return ()
    outline = _OUTLINE.fullmatch(words)
    if outline is None:
        return _plain_marks(words)
    level, inner = len(outline["level"]), heading_words(words)
    if not inner:
        return ()
    found = _plain_marks(inner)
    if found:
        return tuple(replace(mark, form=Form.SURE, outline=level) for mark in found)
    return (Mark(f"#{level}", Rank.OUTLINE, None, inner, Form.SURE, level),)


def heading_words(words: str) -> str:
    """The words of a heading without the marks that Markdown puts before and around them."""
    outline = _OUTLINE.fullmatch(words)
    inner = outline["words"].strip() if outline is not None else words
    emphasised = _EMPHASIS.fullmatch(inner)
    return emphasised["words"].strip() if emphasised is not None else inner


def without_leader(title: str) -> str:
    """A title as a contents page has it, without the dots and the page number behind it."""
    return _LEADERS.sub("", title).strip()


def _plain_marks(words: str) -> tuple[Mark, ...]:
    if _CONTENTS.fullmatch(words):
        return (Mark(CONTENTS, Rank.CHAPTER, None, words, Form.SURE),)
    han = _han_mark(words)
    if han is not None:
        inner = _inner(han.title) if han.rank <= Rank.PART else None
        if inner is None:
            return (han,)
        before, mark = inner
        above = words[: len(words) - len(mark.words)].strip()
        return replace(han, title=before, form=Form.SURE, words=above), replace(mark, form=max(mark.form, Form.LIKELY))
    one = _special_mark(words) or _english_mark(words) or _bare_mark(words)
    return () if one is None else (one,)


def _inner(title: str) -> tuple[str, Mark] | None:
    """A chapter's heading that stands on one line behind its volume's, and the volume's own title."""
    for place in (index for index, character in enumerate(title) if character == "第"):
        if place == 0 or title[place - 1].isspace():
            mark = _han_mark(title[place:])
            if mark is not None and mark.rank > Rank.PART:
                return title[:place].strip(), replace(mark, words=title[place:])
    return None


def _han_mark(words: str) -> Mark | None:
    match = _HAN_UNIT.fullmatch(words) or _HAN_VOLUME.fullmatch(words) or _HAN_HALF.fullmatch(words)
    if match is None:
        return None
    half = "上中下".find(match["number"]) + 1 if len(match["number"]) == 1 else 0
    number = half or number_of(match["number"])
    title = match["title"].strip()
    if number is None or _CLOSED.fullmatch(title):
        return None
    unit = match["unit"]
    form = _han_form(title, separated=bool(match["sep"]) or not title, rank=_UNITS[unit])
    return None if form is None else Mark(unit.translate(_ONE_FORM), _UNITS[unit], number, title, form)


def _han_form(title: str, *, separated: bool, rank: Rank) -> Form | None:
    """How surely a title makes a heading; None where it is the rest of a sentence."""
    if not title:
        return Form.SURE
    if "。" in title[:-1] or len(title) > 60 or (_PROSE_END.search(title) and not separated):
        return None
    if _PROSE_END.search(title):
        return Form.WEAK
    if separated:
        return Form.SURE
    if _PROSE_START.match(title) or len(title) > 30 or title[-1] in "！？!?…”」":
        return Form.WEAK
    return Form.LIKELY if rank is Rank.CHAPTER else Form.WEAK


def _special_mark(words: str) -> Mark | None:
    match = _HAN_SPECIAL.fullmatch(words) or _ENGLISH_SPECIAL.fullmatch(words)
    if (
        match is None
        or len(words) > 60
        or _PROSE_END.search(words)
        or not (words[0].isupper() or HAN.search(words[:2]))
    ):
        return None
    family = FRONT if match["front"] else BACK if match["back"] else BETWEEN
    return Mark(family, Rank.CHAPTER, None, words, Form.SURE)


def _english_mark(words: str) -> Mark | None:
    match = _ENGLISH_UNIT.fullmatch(words) or _ENGLISH_ORDINAL.fullmatch(words)
    if match is None or not words[0].isupper():
        return None
    number = number_of(match["number"])
    unit = match["unit"].casefold()
    title, sep = match["title"].strip(), match["sep"]
    if number is None or not _opens_title(title, marked=bool(sep.strip())):
        return None
    family = {"vol": "volume", "chap": "chapter"}.get(unit, unit)
    form = Form.WEAK if title.endswith((",", ";")) or len(title) > 90 else Form.SURE
    return Mark(family, _ENGLISH_UNITS[unit], number, title, form)


def _opens_title(title: str, *, marked: bool) -> bool:
    """Whether what follows a number is a title: capital or Han first, or set off by a mark."""
    return not title or marked or title[0].isupper() or not title[0].isalpha() or HAN.match(title) is not None


def _bare_mark(words: str) -> Mark | None:
    match = _BARE.fullmatch(words)
    if match is None or len(words) > 80:
        return None
    written, title, sep = match["number"], match["title"].strip(), match["sep"]
    number = number_of(written)
    if number is None or (written.isalpha() and written.isascii() and not written[0].isupper()):
        return None
    padded = written.isdigit() and written.startswith("0")
    if title and not (sep.strip() or match["close"].strip() or (padded and sep)):
        return None
    if title and (_PROSE_END.search(title) or title.endswith(".") or not _opens_title(title, marked=False)):
        return None
    return Mark(_script_of(written), Rank.NUMBER, number, title, Form.WEAK)


def _script_of(number: str) -> str:
    """In which way a bare number is written: a count keeps to one."""
    if number.isdigit():
        return "digits"
    if HAN.match(number):
        return "han"
    return "roman" if set(number) <= set("IVXLC") else "word"
