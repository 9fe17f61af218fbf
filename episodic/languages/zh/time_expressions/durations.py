"""Parser for Chinese durations, which returns a lower and an upper bound that are never more exact than the text."""

from __future__ import annotations

import re
from typing import Final

from episodic.languages.zh.time_expressions.numerals import HAN_NUMBER, chinese_number
from episodic.temporal.expressions.rule_syntax import Amount

_UNITS: Final = {
    "天": ("day", 1), "日": ("day", 1), "昼夜": ("day", 1), "晚": ("day", 1), "夜": ("day", 1), "宿": ("day", 1),
    "晨": ("day", 1),
    "星期": ("week", 1), "礼拜": ("week", 1), "周": ("week", 1), "旬": ("day", 10),
    "月": ("month", 1), "季": ("month", 3), "季度": ("month", 3),
    "年": ("year", 1), "载": ("year", 1), "春秋": ("year", 1), "寒暑": ("year", 1), "周年": ("year", 1), "年头": ("year", 1),
    "冬": ("year", 1), "秋": ("year", 1), "春": ("year", 1), "世纪": ("year", 100), "甲子": ("year", 60), "年代": ("year", 10),
}  # fmt: skip
_HOURS: Final = {
    "小时": 1, "钟头": 1, "时辰": 2, "分钟": 0, "分": 0, "秒": 0, "秒钟": 0, "刻": 0, "刻钟": 0, "炷香": 0, "盏茶": 0, "顿饭": 0,
    "点钟": 1,
}  # fmt: skip
_ALL: Final = "|".join(sorted({*_UNITS, *_HOURS}, key=len, reverse=True))
_QUALIFIER: Final = (
    "大约|大概|大致|约莫|约|差不多|将近|接近|近|快|至少|起码|不下|不止|不只|超过|逾|不到|不足|未及|不及|不出|不过|不满|未满|最多|至多|"
    "足足|整整|恰恰|恰|刚刚|刚|仅仅|仅|只|才|又|再|整|已|已经|经|满|也就|少说"
)
_MANY: Final = "许多|好多|很多|诸多|无数|若干|好几|好些|一些|几许|几|数|些|多|两三|三两|累|经|有"
_WHOLE: Final = {
    "月余": Amount(1, 2, "month"), "年余": Amount(1, 2, "year"), "岁余": Amount(1, 2, "year"), "旬余": Amount(10, 20, "day"),
    "旬日": Amount(8, 12, "day"), "旬月": Amount(10, 31, "day"), "经月": Amount(1, 2, "month"),
    "逾月": Amount(1, None, "month"), "逾年": Amount(1, None, "year"), "经年": Amount(1, None, "year"),
    "弥月": Amount(1, 1, "month"), "期年": Amount(1, 1, "year"),
    "周岁": Amount(1, 1, "year"), "日余": Amount(1, 2, "day"), "百日": Amount(100, 100, "day"),
}  # fmt: skip
AMOUNT: Final = (
    rf"(?:(?:(?P<qualifier>{_QUALIFIER})(?:过)?(?:了)?)?"
    rf"(?:(?P<number>{HAN_NUMBER}{{0,9}}(?:[数几]{HAN_NUMBER}{{1,2}}|{HAN_NUMBER}[数几]?|[数几]))(?P<odd>余|多|来|有余|几)?|"
    rf"(?P<many>{_MANY})|(?P<half>小?半|大半))"
    rf"(?P<half_of>个半)?(?:个|多个|余个|来个)?(?:多)?(?P<unit>{_ALL})(?P<tail>多|有余|余|半|左右|上下|光景|许)?(?:的?(?:时间|工夫|功夫|光阴|时光))?"
    rf"|(?P<whole>{'|'.join(_WHOLE)}))"
)
"""Pattern of a Chinese duration, whose groups the function `amount_of` interprets."""


_DURATION: Final = re.compile(
    rf"(?:(?:前后|共|一共|总共|一连|接连|连|长达|达|历时|历|为时|为期)了?)?{AMOUNT}(?:之久|整)?"
)


def chinese_duration(words: str) -> Amount | None:
    """Return the bounds of the duration *words* (十八年), or None if the text is not a duration."""
    found = _DURATION.fullmatch(words)
    return None if found is None else amount_of(found)


def amount_of(match: re.Match[str]) -> Amount | None:
    """Return the bounds of the duration in a match of AMOUNT, or None if the match contains no valid number."""
    if match["whole"]:
        return _WHOLE[match["whole"]]
    word = match["unit"]
    tail = match["tail"] or ""
    if match["half"]:
        return _half(word, more=tail in ("多", "有余", "余"))
    bounds = _count(match)
    if bounds is None:
        return None
    if match["half_of"] or tail == "半":
        return _and_a_half(bounds[0], word)
    if tail in ("多", "有余", "余"):
        bounds = bounds[0], None if bounds[1] is None else bounds[1] + 1
    low, high = _qualified(bounds, match["qualifier"] or "", about=tail in ("左右", "上下", "光景", "许"))
    if word in _HOURS:
        hours = _HOURS[word]
        if not hours:
            return Amount(0, 1, "hour")
        return Amount(low * hours, None if high is None else high * hours, "hour")
    unit, times = _UNITS[word]
    return Amount(low * times, None if high is None else high * times, unit)


def _count(match: re.Match[str]) -> tuple[int, int | None] | None:
    if match["many"]:
        word = match["many"]
        if word in ("两三", "三两"):
            return 2, 3
        return (2, 9) if word in ("几", "数", "些", "一些", "若干", "几许", "好几") else (2, None)
    return counted(match["number"] + (match["odd"] or ""))


def counted(words: str) -> tuple[int, int] | None:
    """Return the lower and upper bound of a Chinese count, or None for other words.

    For example, 三 means 3 to 3, 数 means 2 to 9, 十几 means 11 to 19, 数十 means 20 to 99, 二十余 means 20 to 29, and 三五 means
    3 to 5.
    """
    if words in ("几", "数"):
        return 2, 9
    if words in ("几个", "数个"):
        return 2, 9
    vague = re.fullmatch(r"[数几]([十百千万])(?:余|多|来|几)?", words)
    if vague:
        scale = chinese_number(vague[1]) or 10
        return 2 * scale, 10 * scale - 1
    open_end = re.fullmatch(rf"({HAN_NUMBER}+)(余|多|来|几|数|有余)", words)
    if open_end:
        return _open_count(open_end[1], open_end[2])
    pair = re.fullmatch(r"(.*?)([一二两三四五六七八九])([二两三四五六七八九])([十百千万]?)", words)
    if pair and (not pair[1] or pair[1][-1] in "十百千"):
        return _pair(pair)
    number = chinese_number(words)
    return None if number is None else (number, number)


def _open_count(words: str, odd: str) -> tuple[int, int] | None:
    number = chinese_number(words)
    if number is None:
        return None
    step = next(scale for scale in (10_000, 1000, 100, 10, 1) if number % scale == 0)
    if odd == "来":
        return max(number - max(1, step // 4), 1), number + step // 2
    least = 1 if odd in ("几", "数") and step > 1 else 0
    return number + least, number + step - 1 if step > 1 else number + 1


def _pair(pair: re.Match[str]) -> tuple[int, int] | None:
    low = chinese_number(pair[1] + pair[2] + pair[4])
    high = chinese_number(pair[1] + pair[3] + pair[4])
    one, other = chinese_number(pair[2]), chinese_number(pair[3])
    if None in (low, high, one, other) or low is None or high is None:
        return None
    return (low, high) if low < high else None


def _qualified(bounds: tuple[int, int | None], qualifier: str, *, about: bool) -> tuple[int, int | None]:
    low, high = bounds
    slack = max(1, low // 4)
    if about or qualifier in ("大约", "大概", "大致", "约莫", "约", "差不多"):
        # A duration such as 大约二十年 may deviate by a quarter in both directions, and at least by one unit.
        return max(low - slack, 0), None if high is None else high + slack
    if qualifier in ("将近", "接近", "近", "快"):
        return max(low - slack, 0), high
    if qualifier in ("至少", "起码", "不下", "不止", "不只", "超过", "逾", "少说"):
        return low, None
    if qualifier in ("不到", "不足", "未及", "不及", "不出", "不过", "不满", "未满", "最多", "至多"):
        return 0, high
    return low, high


def _half(word: str, *, more: bool) -> Amount | None:
    """Return the bounds of half a unit, such as 半月 ("half a month").

    If *more* is true, as for 半月有余 ("more than half a month"), the bounds are wider. With *more*, the bounds for
    years, months and weeks are half a unit and a whole unit.
    """
    if word in _HOURS:
        return Amount(0, max(_HOURS[word], 1), "hour")
    unit, times = _UNITS[word]
    if word in ("年", "载"):
        return Amount(6, 12 if more else 6, "month")
    if unit == "month":
        low, high = _half_of_months(times)
        return Amount(low, 31 * times if more else high, "day")
    if unit == "week":
        return Amount(3, 7 if more else 4, "day")
    return Amount(times // 2, times // 2, unit) if times > 1 else Amount(0, 1, "day")


def _half_of_months(count: int) -> tuple[int, int]:
    whole, rest = divmod(count, 2)
    return 28 * whole + 14 * rest, 31 * whole + 16 * rest


def _and_a_half(low: int, word: str) -> Amount:
    if word in _HOURS:
        return Amount(low * _HOURS[word], (low + 1) * max(_HOURS[word], 1), "hour")
    unit, times = _UNITS[word]
    if unit == "year" and times == 1:
        return Amount(12 * low + 6, 12 * low + 6, "month")
    if unit == "month":
        least, most = _half_of_months(times)
        return Amount(28 * low * times + least, 31 * low * times + most, "day")
    if unit == "week":
        return Amount(7 * low + 3, 7 * low + 4, "day")
    return Amount(low * times, (low + 1) * times, unit)
