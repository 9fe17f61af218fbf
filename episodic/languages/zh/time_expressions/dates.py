"""Parses dates in Chinese text: numbered days (第一百零三日), reign years, dates of the work's calendars and of the
real world.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Final

from episodic.languages.zh.time_expressions.numerals import HAN_NUMBER, chinese_number
from episodic.model.moments import TimeExpression, TimeKind
from episodic.model.settings import CalendarDefinition
from episodic.temporal.calendars.gregorian import BEFORE_CHRIST, GREGORIAN
from episodic.temporal.calendars.reign_years import REIGN, ReignTable, shipped_reigns, titles
from episodic.temporal.expressions.calendar_names import Vocabulary, vocabulary_of
from episodic.temporal.expressions.feasts import Feast
from episodic.temporal.expressions.rule_syntax import Reading, alternatives

SEASONS: Final = {"春": 1, "夏": 2, "秋": 3, "冬": 4}
SEASON: Final = "(?:(?:[初仲暮孟季早盛深隆残晚][春夏秋冬]|[春夏秋冬])(?:天|季|日|间|末|初)?)"
_PART: Final = alternatives(
    """
    清早 大清早 一清早 清晨 凌晨 拂晓 黎明 天明 天亮 平明 天晓 早晨 早上 一早 大早 晨间 上午 中午 正午 晌午 午间 午前 午后 下午 傍晚 黄昏 日暮 薄暮 日落 日出 晚上 夜晚 夜里 夜间 入夜 深夜 午夜
    半夜 子夜 夜半 夜分(?![兵军]) 晚间 当夜 当晚 晚(?![饭宴]) 夜(?![宴饭]) 晨 早(?![饭膳]) 暮 [一二三四五]更(?:时分|天|后)? [子丑寅卯辰巳午未申酉戌亥]时(?:初|末|三刻|一刻)? 饭后 早饭后 晚饭后
    时分 一个(?:清晨|早晨|下午|傍晚|夜晚|晚上|黄昏) [上下]午[0-9一二三四五六七八九十两]{1,3}[点时](?:半|钟)?
    """
)
DAYPART: Final = f"(?:的?(?:{_PART}))"
"""Pattern of a part of the day, such as 清晨, which does not identify the day."""

_LUNAR: Final[dict[str, Feast]] = {
    "元宵": Feast(1, 15), "端午": Feast(5, 5), "端阳": Feast(5, 5), "七夕": Feast(7, 7), "中秋": Feast(8, 15),
    "重阳": Feast(9, 9), "重九": Feast(9, 9), "腊八": Feast(12, 8), "除夕": Feast(12), "大年三十": Feast(12), "岁除": Feast(12),
}  # fmt: skip
"""The Chinese names of feasts, with their dates in the lunisolar year.

The feasts on the last day of the year have no day, because the last day is the twenty-ninth or the thirtieth.
"""

_LUNAR_FEAST: Final = f"(?:{'|'.join(sorted(_LUNAR, key=len, reverse=True))})"
_DYNASTY: Final = (
    "大?(?:五代后汉|蜀汉|后汉|前汉|东汉|西汉|汉赵|成汉|曹魏|北魏|东魏|西魏|冉魏|东吴|孙吴|西晋|东晋|后赵|前秦|后秦|前燕|后燕|刘宋|南齐|北齐|"
    "北周|武周|北宋|南宋|后梁|后唐|后晋|后周|西夏|南明|日本|蜀|汉|新|魏|吴|晋|赵|秦|燕|齐|梁|陈|周|隋|唐|宋|辽|金|元|明|清)朝?"
)
"""Pattern of the name of a dynasty, which may precede a reign title."""
_DATE: Final = TimeExpression(TimeKind.CALENDAR)
_NUMBER: Final = f"{HAN_NUMBER}{{1,12}}"
_YEAR: Final = rf"第?(?:(?P<year>-?{_NUMBER})|(?P<first>元))年"
_MONTH_NUMBER: Final = "(?:[二三]?十[一二三四五六七八九]?|[一二三四五六七八九]|[1-9][0-9]?|0[1-9])"
_MONTH_NAMES: Final = {"正": 1, "元": 1, "端": 1, "冬": 11, "腊": 12}
_DAY: Final = (
    "(?:初[一二三四五六七八九十]日?|[0-3]?[0-9](?:日|号)|[一二三四五六七八九](?:日|号)|"
    "(?:廿|卅|[二三]?十)[一二三四五六七八九]?(?:日|号|(?![年月岁个天人余里一二三四五六七八九十百千]))|朔日?|望日?|元旦|元日)"
)
_DAY_ALONE: Final = "初[一二三四五六七八九十]日|廿[一二三四五六七八九]?日|朔日|望日"
"""Pattern of days of a lunar month that cannot be a number of days, as 十五日 can."""
_FEAST_DAY: Final = "(?:佳节|节日|节|日)?(?:(?:之|的)?(?=夜|晚))?(?!前|后|之前|之后|以前|以后|过后|将)"
_LENGTH: Final = "(?!前|后|间|来|以|之|多|余)"
"""Look-ahead after a number of years, which excludes durations such as 三百年 in 三百年前."""
_REAL_YEAR: Final = "[12][0-9]{3}|[一二][一二三四五六七八九零〇]{3}|一千[一二三四五六七八九零百十]{1,6}|两千[零一二三四五六七八九百十]{0,6}"
_NOT_IN_ERA: Final = re.compile(
    "[了过有住经约近整足前后第又再这那数几每连共满历时凡年月日天在于到自从是的此来去等待里中已说着上写改为，。、,;“”\"'?!？！：:]|[0-9]"
)


def _rest(month: str, week_day: str) -> str:
    numbered = rf"闰(?P<leap>{_MONTH_NUMBER}|[正冬腊])月|(?P<month>{_MONTH_NUMBER}|[正元端冬腊])月(?![亮光色])"
    return (
        rf"(?:[,的]?(?!{month})(?P<season>{SEASON}))?"
        rf"(?:[,的]?(?:(?P<feast>{_LUNAR_FEAST}){_FEAST_DAY}|(?:(?P<named>{month})(?:月(?!亮))?|{numbered})份?(?P<day>{_DAY})?))?"
        rf"(?:,?{week_day})?(?:,?{DAYPART})?"
    )


def _dated(era: str, reign: str, rest: str) -> Iterator[str]:
    """Yield the patterns of dates whose year belongs to a known era, with named groups such as "month" and "year"."""
    yield rf"(?:[Tt]he )?(?P<era>{era}),?(?:纪元?|历)?{_YEAR}{rest}"
    yield rf"(?P<dynasty>{_DYNASTY})?(?P<era>{reign}){_YEAR}{rest}"
    yield rf"(?P<common>公元|西元|公历|阳历)(?P<bc>前)?{_YEAR}{rest}"
    yield rf"(?P<real>{_REAL_YEAR})年{_LENGTH}{rest}"
    yield r"(?P<iso>[0-9]{4,9}-[0-9]{2}(?:-[0-9]{2})?)(?![0-9-])"


class ChineseDates:
    """A parser for Chinese dates that knows the names of months, days and eras in the calendars of one work."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        month = vocabulary.month_pattern()
        rest = _rest(month, vocabulary.week_day_pattern())
        season = rf"(?:(?!{month})(?P<season>{SEASON}),?)?"
        named = rf"(?P<named>{month})(?:月(?!亮))?"
        inside = "里|间|份|中|末|初|底|上旬|中旬|下旬"
        self._count = re.compile(rf"第(?P<count>-?[0-9,]{{1,15}}|{_NUMBER})(?:日|天)(?!后|之后|以后|前){DAYPART}?")
        dated = _dated(vocabulary.era_pattern(), _reign_pattern(vocabulary.reigns), rest)
        self._dated = tuple(re.compile(pattern) for pattern in dated)
        self._unknown = re.compile(rf"(?P<era>[\u4e00-\u9fff]{{2,8}}?){_YEAR}{_LENGTH}{rest}")
        self._yearless = re.compile(
            rf"{season}(?:{named}|(?P<month>{_MONTH_NUMBER}|[正腊])月)(?P<day>{_DAY}){DAYPART}?"
        )
        self._month_only = re.compile(
            rf"{season}(?:{named}|(?P<month>十[一二]|[一二三四五六七八九十正腊])月)(?:{inside})?{DAYPART}?(?![\u4e00-\u9fff])"
        )
        self._feast = re.compile(
            rf"(?<![年逢过每]){season}(?P<feast>{_LUNAR_FEAST}){_FEAST_DAY}{DAYPART}?(?![\u4e00-\u9fff])"
        )
        self._of_month = re.compile(
            rf"(?:[是本当同此]月(?P<day>{_DAY})|(?P<alone>{_DAY_ALONE})|(?<=[至到])(?P<until>{_DAY})(?=[,，夜晚早清]|$)){DAYPART}?"
        )
        self._day_number = re.compile(rf"(?P<day>(?:十|二十)[一二三四五六七八九]日|[二三]十日){DAYPART}?(?=[,，]|$)")
        self._bare = re.compile(f"{_YEAR}{rest}")

    def at(self, text: str, at: int, *, running: bool = False) -> Reading | None:
        """Return the date that begins at the offset *at* of a normalised text, and the offset of its end. Return None
        if no date begins at *at*.

        *running* is true if *text* contains more than a date, so that stricter rules apply.
        """
        if text[max(at - 1, 0) : at + 1] == "改元":
            return None  # In 改元永安元年, the first 元 belongs to the verb and is no dynasty.
        found = [self._day_count(text, at)]
        found.extend(self._full(pattern.match(text, at)) for pattern in self._dated)
        if not any(found):
            found.append(self._unknown_era(text, at, running=running))
            found.append(self._full(self._yearless.match(text, at)))
            found.append(self._full(self._month_only.match(text, at)))
            found.append(self._lunar_feast(text, at))
            found.append(self._day_of_month(text, at))
            if not running or self._vocabulary.only is not None:
                found.append(self._in_the_only_era(text, at))
            found.append(self._only_day(text, at))
        return max((one for one in found if one is not None), key=lambda one: one[1], default=None)

    def _day_count(self, text: str, at: int) -> Reading | None:
        """Return a numbered day (day count) such as 第一百零三日, and the offset of its end. Return None if no day
        count begins at the offset *at*.

        An expression after 至 or 到, such as 至第十六日, is no day count. An expression with a Chinese numeral below
        ten, such as 第三日, is no day count either. Expressions such as 至第十六日 and 第三日 count from a day that
        they do not name.
        """
        match = None if text[at - 1 : at] in ("至", "到") else self._count.match(text, at)
        number = None if match is None else _figure(match["count"])
        if match is None or number is None:
            return None
        if 0 <= number < 10 and not match["count"][0].isascii() and match["count"][0] not in "零〇":
            return None
        return replace(_DATE, calendar="day", day=number), match.end()

    def _unknown_era(self, text: str, at: int, *, running: bool) -> Reading | None:
        match = self._unknown.match(text, at)
        if match is None or _NOT_IN_ERA.search(match["era"]) or chinese_number(match["era"]) is not None:
            return None
        if any(sign in "一二三四五六七八九十百千万两" for sign in match["era"][-1]):
            return None
        sure = match["season"] or match["month"] or match["first"] or match["era"][-1] in "历纪元朝代"
        if running and not sure:
            return None
        return self._full(match)

    def _in_the_only_era(self, text: str, at: int) -> Reading | None:
        """Return a date without an era, such as 三百四十九年三月, and the offset of its end. Return None if no such
        date begins at the offset *at*.

        A number of years can be a date or a duration. A number of years counts as a date only if a part of a year such
        as a month follows, or if the year is 元年.
        """
        match = self._bare.match(text, at)
        if match is None or not (match["season"] or match["month"] or match["named"] or match["first"]):
            return None
        return self._full(match)

    def _lunar_feast(self, text: str, at: int) -> Reading | None:
        """Return the date of a feast such as 中秋, without a year. Return None if no feast is named at *at*, or if the
        work has an invented calendar.

        The date of a feast gets its year later, from a reign year elsewhere in the text.
        """
        match = None if self._vocabulary.invented else self._feast.match(text, at)
        found = self._full(match)
        return None if found is None else (replace(found[0], calendar=REIGN), found[1])

    def _day_of_month(self, text: str, at: int) -> Reading | None:
        """Return the day of a lunar month without its month, such as 初三日 or 是月十五日. Return None if no such day is
        named at *at*, or if the work has an invented calendar. The month follows later from a date elsewhere in the
        text.
        """
        match = None if self._vocabulary.invented else self._of_month.match(text, at)
        if match is None:
            return None
        day = _day(match["day"] or match["alone"] or match["until"])
        return replace(_DATE, calendar=REIGN, day=day), match.end()

    def _only_day(self, text: str, at: int) -> Reading | None:
        """Return a day from the eleventh on without its month, such as 十五日, if *text* or a clause ends with it.
        Elsewhere it can be a number of days. Return None if no such day begins at *at*, or if the work has an invented
        calendar.
        """
        match = None if self._vocabulary.invented else self._day_number.match(text, at)
        return None if match is None else (replace(_DATE, day=_day(match["day"])), match.end())

    def _full(self, match: re.Match[str] | None) -> Reading | None:
        if match is None:
            return None
        found = {name: value for name, value in match.groupdict().items() if value is not None}
        if "iso" in found:
            year, month, *days = (int(part) for part in found["iso"].split("-"))
            day = days[0] if days else None
            return replace(_DATE, calendar=GREGORIAN, year=year, month=month, day=day), match.end()
        dated = self._year(found)
        parted = None if dated is None else self._part(dated, found)
        return None if parted is None else (parted, match.end())

    def _year(self, found: dict[str, str]) -> TimeExpression | None:
        """Return a date with the matched year and its era, or None if the year is not certain.

        A year without an era belongs to the only era of the work, if the work has exactly one era.
        """
        if "real" in found:
            # In a work with an invented calendar, 一八一二年 may be a year of this calendar.
            certain = found["real"].isascii() or not self._vocabulary.invented
            return replace(_DATE, calendar=GREGORIAN, year=chinese_number(found["real"])) if certain else None
        if "first" not in found and "year" not in found:
            return _DATE
        number = 1 if "first" in found else _figure(found["year"])
        if number is None:
            return None
        if "common" in found:
            return replace(_DATE, calendar=GREGORIAN, era=BEFORE_CHRIST if "bc" in found else None, year=number)
        named = self._vocabulary.era(found["era"]) if "era" in found else self._vocabulary.only
        if named is None:
            return replace(_DATE, era=self._reign(found), year=number)
        return replace(_DATE, calendar=named.calendar, era=named.era, year=number)

    def _reign(self, found: dict[str, str]) -> str | None:
        """Return the era of the matched date as the text writes it, or None if the date has no era.

        If several rulers used the same reign title and the text names the dynasty, the returned era begins with the
        dynasty.
        """
        era = found.get("era")
        if era is None or "dynasty" not in found or len(self._vocabulary.reigns.named(era)) == 1:
            return era
        return found["dynasty"] + era

    def _part(self, said: TimeExpression, found: dict[str, str]) -> TimeExpression | None:
        if "feast" in found:
            # A feast does not change a date of the work's own calendar. A feast of the lunisolar year may be on any day
            # of the work's own calendar.
            feast = _LUNAR[found["feast"]]
            return said if said.calendar is not None else replace(said, month=feast.month, day=feast.day)
        if "named" in found:
            named = self._vocabulary.month(found["named"]) or self._vocabulary.month(f"{found['named']}月")
            if named is None or said.calendar not in (None, named.calendar):
                return None
            said = replace(said, calendar=named.calendar, month=named.month)
        elif "leap" in found:
            number = _MONTH_NAMES.get(found["leap"]) or chinese_number(found["leap"])
            if number is None or said.calendar is not None or said.era is None:
                return None
            said = replace(said, month=-number)
        elif "month" in found:
            word = found["month"]
            number = _MONTH_NAMES.get(word) or chinese_number(word)
            only = self._vocabulary.only
            calendar = said.calendar or (only.calendar if only is not None and said.era is None else None)
            said = replace(said, calendar=calendar, month=number)
        elif "season" in found:
            return replace(said, season=next(SEASONS[sign] for sign in found["season"] if sign in SEASONS))
        return replace(said, day=_day(found["day"])) if "day" in found else said


def _day(words: str) -> int | None:
    if words[0] in "朔望元":
        return 15 if words[0] == "望" else 1
    return chinese_number(words.strip("初日号"))


def _figure(words: str) -> int | None:
    plain = words.replace(",", "")
    return int(plain) if re.fullmatch(r"-?[0-9]+", plain) else chinese_number(plain)


@lru_cache(maxsize=64)
def chinese_dates_of(definitions: tuple[CalendarDefinition, ...]) -> ChineseDates:
    """Return the parser for Chinese dates in a work with the given calendars."""
    return ChineseDates(vocabulary_of(definitions))


def _reign_pattern(reigns: ReignTable) -> str:
    """Return a pattern that matches every reign title of the work and every shipped reign title.

    The pattern prefers a longer title to a shorter title with the same beginning.
    """
    return "|".join(map(re.escape, titles((*reigns.added, *shipped_reigns()))))
