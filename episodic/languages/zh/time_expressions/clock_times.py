"""Parser for the time of day in Chinese time expressions: double-hours (酉时), night watches (三更), hours (晚上八点半) and
parts of the day (掌灯时分).

The twelve double-hours are two hours each, and 子时 begins at 23:00. The five night watches divide the time from 19:00
to 5:00. Each watch is one of the double-hours from 戌时 to 寅时. A night watch (更) is divided into five 点 of 24
minutes each. Yan Zhitui (颜氏家训·书证) explains why a night has five watches, and that the watches move with the
season. The rules of this parser give each watch its conventional fixed hours in every season (一更: 19:00 to 21:00).
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from episodic.languages.zh.time_expressions.numerals import HAN_NUMBER, chinese_number
from episodic.model.moments import ClockTime
from episodic.temporal.expressions.rule_syntax import ClockReading, alternatives

_HALF: Final = 720
_DAY: Final = 1440
_BRANCHES: Final = "子丑寅卯辰巳午未申酉戌亥"
_WATCHES: Final = {"初": 0, "一": 0, "二": 1, "三": 2, "四": 3, "五": 4}
_FIRST_WATCH: Final = 1140
_BOUNDS: Final = (
    ("凌晨", (0, 360)),
    ("拂晓 黎明 破晓 天明 天亮 天晓 天色微明 平明 平旦 侵晨 鸡鸣 东方发白", (210, 450)),
    ("日出", (210, 480)),
    ("大清早 一清早 清早 清晨 早晨 早上 早间 晨间 一早 大早 (?<=[次翌明今昨日天])[早晨](?!饭|膳|朝)", (240, 600)),
    ("上午 午前", (420, 735)),
    ("中午 正午 晌午 午间 日中 当午", (660, 810)),
    ("午后 下午 过午", (690, 1000)),
    ("日暮 薄暮 日落 日没 傍晚 黄昏 向晚 (?:掌|上|点)灯", (1000, 1260)),
    ("入夜", (1050, 1320)),
    ("晚上 晚间 夜晚 (?<=[明今昨当是日天])晚(?!饭|宴|年|辈)", (1020, 1410)),
    ("午夜 子夜 夜半 半夜 中夜 夜分(?![兵军])", (-60, 60)),
    ("深夜 夜深", (1260, 1680)),
)
"""The first and the last minute of parts of the day, counted from midnight. The bounds of parts of the day that depend
on the light, such as dusk, are wide enough for every season.
"""
_PARTS: Final = tuple((re.compile(alternatives(words)), bounds) for words, bounds in _BOUNDS)
_PERIOD: Final = r"(?P<period>凌晨|清晨|清早|早晨|早上|上午|今早|明早|次早|中午|正午|午后|下午|傍晚|黄昏|[今昨明当是]?晚上?|[今昨当是]夜|深夜|半夜|夜里|夜间|夜晚|晚间|夜)的?"
_CLOCK: Final = re.compile(
    rf"(?:{_PERIOD})?(?P<about>大约|约莫|大概|约|将近|近|快到?|差不多)?"
    rf"(?:(?P<hour>[0-2]?[0-9]|十[一二]?|[一二两三四五六七八九])(?:(?P<oclock>[点點]钟)|[点點]|时(?![候分刻辰常间节代]))"
    rf"(?:(?P<half>半)|(?P<quarter>[一三])刻|过?(?P<minute>{HAN_NUMBER}{{1,3}})分?|整)?钟?"
    r"|(?P<h24>[0-2]?[0-9]):(?P<m24>[0-5][0-9])(?![0-9:]))(?P<so>左右|上下|前后|许|光景|多)?"
)
_DOUBLE_HOUR: Final = re.compile(
    rf"(?P<branch>[{_BRANCHES}])(?:牌?时(?:分|候)?|(?=[初正末]))(?:(?P<opening>初刻)|(?P<side>初|正|末|中)?(?:(?P<quarter>[初一二三四])?刻)?)"
)
_WATCH: Final = re.compile(r"(?P<watch>[初一二三四五])(?:更(?:天|时分?|鼓)?|鼓)(?:(?P<point>[一二三四五])[点點])?")
_NO_MOMENT: Final = re.compile("每|天天|日日|夜夜|常|往往|整|终|一直|直[到至]|[从自打]|以来|有一?[天日]|某")
"""Pattern of words such as 每, 直到 or 有一天, with which a time of day names no single moment."""
_SMALL_HOURS: Final = 330
"""A time of the night up to this minute (5:30) is after midnight."""
_NIGHT: Final = re.compile("[夜晚宵]")
_ENDING: Final = re.compile(
    "(?:的?(?:时分|时节|之时)|天)?(?:(?P<after>之后|以后|过后|已过|后)|(?P<before>之前|以前|前|未到))?"
)


class _Found(NamedTuple):
    clock: ClockTime
    start: int
    end: int
    hour: bool
    """True if the words name an hour of the modern clock, and false for a double-hour, a night watch or a part of the
    day.
    """


def chinese_clock(words: str) -> ClockReading | None:
    """Return the time of day that the normalised *words* name, and the words that are left to be read as a day. An hour
    of the modern clock is removed from the words for the day, so that 明天 is left of 明天八点. Any other time of day stays
    in the words for the day (明天三更 is returned whole), unless *words* contain nothing else. Return None if *words* name
    no time of day, or if they name no single moment (每日清晨, 直到三更).
    """
    found = _watch(words) or _double_hour(words) or _hour(words) or _part(words)
    if found is None or _NO_MOMENT.search(words[: found.start] + " " + words[found.end :]):
        return None
    clock, ending = found.clock, _ENDING.match(words, found.end)
    if clock.last <= _SMALL_HOURS and not clock.either_half and _NIGHT.search(words[: found.start]):
        clock = ClockTime(clock.first + _DAY, clock.last + _DAY)
    if ending is not None and ending["after"]:
        clock = ClockTime(clock.first, clock.last + 180, clock.either_half)
    elif ending is not None and ending["before"]:
        clock = ClockTime(clock.first - 180, clock.last, clock.either_half)
    end = found.end if ending is None else ending.end()
    rest = (words[: found.start] + words[end:]).strip(" ,，的")
    return clock, rest if found.hour or not rest else words


def _watch(words: str) -> _Found | None:
    match = _WATCH.search(words)
    if match is None:
        return None
    first = _FIRST_WATCH + 120 * _WATCHES[match["watch"]]
    last = first + 120
    if match["point"]:
        first += 24 * (_WATCHES[match["point"]])
        last = first + 24
    # The third to fifth watches of a day (from 23:00 on) belong to the night that begins on the evening before this
    # day.
    early = _DAY if first >= _DAY - 60 else 0
    return _Found(ClockTime(first - early, last - early), *match.span(), hour=False)


def _double_hour(words: str) -> _Found | None:
    match = _DOUBLE_HOUR.search(words)
    if match is None:
        return None
    first = 120 * _BRANCHES.index(match["branch"]) - 60
    last = first + 120
    if match["opening"]:
        last = first + 15
    elif match["side"] in ("初", "正"):
        first += 60 if match["side"] == "正" else 0
        last = first + 60
        if match["quarter"]:
            first += 15 * (0 if match["quarter"] == "初" else _WATCHES[match["quarter"]] + 1)
            last = first + 15
    elif match["side"] == "末":
        first += 60
    return _Found(ClockTime(first, last), *match.span(), hour=False)


def _hour(words: str) -> _Found | None:
    match = _CLOCK.search(words)
    if match is None:
        return None
    figures, period = match["h24"], match["period"] or ""
    hour = int(figures) if figures else chinese_number(match["hour"])
    if hour is None or hour > 24 or (hour == 1 and not (period or match["oclock"] or match["minute"] or figures)):
        return None
    minute, slack = 0, 5
    if match["half"]:
        minute = 30
    elif match["quarter"]:
        minute = 15 if match["quarter"] == "一" else 45
    elif match["minute"] or figures:
        minute, slack = (int(match["m24"]) if figures else chinese_number(match["minute"]) or 0), 1
    if match["about"] or match["so"]:
        slack = 30
    sure = hour > 12 or hour == 0 or (figures or "").startswith("0")
    at = hour * 60 + minute if sure else hour % 12 * 60 + minute
    late = 0 if sure else _half(period, at)
    if minute > 59:
        return None
    clock = ClockTime(at - slack + (late or 0), at + slack + (late or 0), either_half=late is None)
    # Other rules read the day in a period such as 今晚 ("this evening").
    return _Found(clock, match.end("period") if period else match.start(), match.end(), hour=True)


def _half(period: str, at: int) -> int | None:
    """Return the number of minutes to add to *at* to get the minute of the day. *at* is a minute from 0 to 719 of a
    twelve-hour clock. *period* is a word such as 下午 ("afternoon"). Return None if *period* is empty.
    """
    if re.search("凌晨|早|晨|上午", period):
        return 0
    if re.search("中午|正午", period):
        return 0 if at >= 600 else _HALF
    if re.search("午|傍晚|黄昏", period):
        return _HALF
    return (_DAY if at < 300 else _HALF) if period else None


def _part(words: str) -> _Found | None:
    found = ((pattern.search(words), bounds) for pattern, bounds in _PARTS)
    named = [(match, bounds) for match, bounds in found if match is not None]
    if not named:
        return None
    match, bounds = min(named, key=lambda one: (one[0].start(), -one[0].end()))
    return _Found(ClockTime(*bounds), *match.span(), hour=False)
