"""Recognition of Chinese headings with a number, such as 第三章, and without a number, such as 楔子."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from episodic.languages.zh.text.numerals import HAN_NUMERAL_CLASS, han_number
from episodic.text.heading_marks import BACK, BETWEEN, FRONT, PROSE_END, Form, HeadingMark, Rank
from episodic.text.heading_numerals import number_of

_UNITS = {
    **dict.fromkeys("部季", Rank.VOLUME),
    **dict.fromkeys("卷册冊辑輯编編", Rank.VOLUME),
    "篇": Rank.PART,
    **dict.fromkeys("章回话話幕折", Rank.CHAPTER),
    "集": Rank.EPISODE,
    **dict.fromkeys("节節", Rank.SECTION),
}
_ONE_FORM = str.maketrans("冊輯編話節", "册辑编话节")
_NUMERAL = rf"[{HAN_NUMERAL_CLASS}\d]{{1,12}}"
_HAN_UNIT = re.compile(
    rf"(?:正文\s*)?(?P<open>[【〔\[《（(]?)\s*第\s*(?P<number>{_NUMERAL})\s*(?P<unit>[{''.join(_UNITS)}])(?:\s*[】〕\]》）)])?"
    r"(?P<sep>[\s:：、.．·—–_~～|-]*)(?P<title>.*)"
)
_HAN_VOLUME = re.compile(rf"(?P<unit>卷)\s*(?:之)?\s*(?P<number>{_NUMERAL})(?P<sep>[\s:：、.．·—–_-]+|$)(?P<title>.*)")
_HAN_HALF = re.compile(r"(?P<number>[上中下])(?P<unit>[卷部册冊篇编編])(?P<sep>[\s:：、.．·—–_-]+|$)(?P<title>.*)")
_FRONT_WORDS = "序章|序言|序幕|序曲|自序|代序|小序|序|前言|楔子|引子|引言|开篇|開篇|缘起|緣起|卷首语|题记|題記"
_BACK_WORDS = "尾声|尾聲|终章|終章|后记|後記|跋|附录|附錄|后序|番外篇?|外传|外傳|完本感言|完结感言"
_BETWEEN_WORDS = "间章|間章|幕间|幕間|间奏|插曲"
_HAN_SPECIAL = re.compile(
    rf"[【〔《（(]?(?:(?P<front>{_FRONT_WORDS})|(?P<back>{_BACK_WORDS})|(?P<between>{_BETWEEN_WORDS}))[】〕》）)]?"
    rf"(?:\s*[之·]?\s*(?P<number>{_NUMERAL}))?(?P<sep>[\s:：、.．·—–_-]+|$)(?P<title>.*)"
)
_PROSE_START = re.compile(r"[中里裡的所是就说說讲講写寫以之在也都我你他她它有没沒这這那前后後末开開结結已才便却卻还還]")
_CLOSED = re.compile(r"[（(]?(?:完|终|終|结束|結束|全文完|未完待续)[）)]?")
_HALVES = "上中下"


class ChineseHeadings:
    numeral: Final = rf"[{HAN_NUMERAL_CLASS}]{{1,8}}"
    numeral_in_name: Final = rf"[{HAN_NUMERAL_CLASS}]+|[{_HALVES}](?=[卷部册篇集章）)\s]|$)"
    contents: Final = r"目\s*[录錄次]"
    no_story: Final = r"封面|书名页|扉页|版权(?:页|信息|声明)?|版權頁?|目[录錄次]"

    def number(self, words: str) -> int | None:
        """Return the value of a Chinese numeral, or None if *words* are not a Chinese numeral."""
        return han_number(words.replace("○", "零"))

    def number_in_name(self, words: str) -> int | None:
        """Return the value of a number in a file name, or None if the words are not a number.

        The characters 上, 中 and 下 have the values 1, 2 and 3.
        """
        return _HALVES.index(words) + 1 if words in _HALVES else number_of(words)

    def units(self, words: str) -> tuple[HeadingMark, ...]:
        """Return the numbered headings that the line *words* consists of, such as 第三章, or nothing if it begins with no
        heading.

        One line can contain two headings, such as 第一卷 风起 第一章 少年.
        """
        han = _han_mark(words)
        if han is None:
            return ()
        inner = _inner(han.title) if han.rank <= Rank.PART else None
        if inner is None:
            return (han,)
        before, mark = inner
        above = words[: len(words) - len(mark.words)].strip()
        return replace(han, title=before, form=Form.SURE, words=above), replace(mark, form=max(mark.form, Form.LIKELY))

    def special(self, words: str) -> str | None:
        """Return the kind of a heading such as 序章, 尾声 or 幕间, or None for other words."""
        match = _HAN_SPECIAL.fullmatch(words)
        if match is None:
            return None
        return FRONT if match["front"] else BACK if match["back"] else BETWEEN


def _inner(title: str) -> tuple[str, HeadingMark] | None:
    """Return the two parts of *title*, the text after a volume's number: the volume's title, and the chapter heading
    after it on the same line.

    Return None if the line of the volume's heading contains no chapter heading.
    """
    for place in (index for index, character in enumerate(title) if character == "第"):
        if place == 0 or title[place - 1].isspace():
            mark = _han_mark(title[place:])
            if mark is not None and mark.rank > Rank.PART:
                return title[:place].strip(), replace(mark, words=title[place:])
    return None


def _han_mark(words: str) -> HeadingMark | None:
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
    return None if form is None else HeadingMark(unit.translate(_ONE_FORM), _UNITS[unit], number, title, form)


def _han_form(title: str, *, separated: bool, rank: Rank) -> Form | None:
    if not title:
        return Form.SURE
    if "。" in title[:-1] or len(title) > 60 or (PROSE_END.search(title) and not separated):
        return None
    if PROSE_END.search(title):
        return Form.WEAK
    if separated:
        return Form.SURE
    if _PROSE_START.match(title) or len(title) > 30 or title[-1] in "！？!?…”」":
        return Form.WEAK
    return Form.LIKELY if rank is Rank.CHAPTER else Form.WEAK


RULES: Final = ChineseHeadings()
