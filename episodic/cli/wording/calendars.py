"""What is said of calendars."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from episodic.cli.wording.phrase import SILENT, Phrase, joined, same
from episodic.model.settings import CalendarDefinition, Era, LeapRule
from episodic.temporal.calendar_invented import Stretch

NO_REIGN = Phrase("No reign is known for this date.", "这一天没有已知的年号。")
THE_YEAR = Phrase("The year", "一年")
ERAS = Phrase("Eras", "纪元")
THE_WEEK = Phrase("The week", "一周")
TIED_TO = Phrase("Tied to", "与其他历法的对应")
SOME_DATES = Phrase("Some dates", "日期举例")
REIGNS = Phrase("Reigns", "年号")
STRETCH_COLUMNS = (SILENT, Phrase("name", "名称"), Phrase("days", "天数"), SILENT)
ERA_COLUMNS = (Phrase("name", "名称"), Phrase("counts", "纪年"))
REIGN_COLUMNS = (
    Phrase("dynasty", "朝代"),
    Phrase("title", "年号"),
    Phrase("first", "始于"),
    Phrase("last", "终于"),
    Phrase("years", "年数"),
)
_UNITS = {"day": "天", "hour": "小时"}


def good(name: str) -> Phrase:
    """A calendar file can be used."""
    return Phrase(f"{name}: good.", f"{name}：没有问题。")


def within(written: Sequence[str], *, inside: bool) -> Phrase:
    """A date on another calendar; *inside*: somewhere in what is written."""
    both = Phrase(" or ".join(written), " 或 ".join(written))
    return Phrase(f"within {both.english}", f"在{both.chinese}之内") if inside else both


def year(definition: CalendarDefinition, least: int, most: int) -> Phrase:
    """How long a year is, and in what time is counted."""
    hours = definition.hours
    days = Phrase(f"{least}", f"{least}") if least == most else Phrase(f"{least} to {most}", f"{least} 到 {most}")
    each = Phrase(f", of {hours} hours each", f"，一天 {hours} 小时") if hours else SILENT
    return Phrase(
        f"A year has {days.english} days{each.english}. Time is counted in {definition.unit}s.",
        f"一年 {days.chinese} 天{each.chinese}。时间以{_UNITS.get(definition.unit, definition.unit)}计。",
    )


def named(name: str, others: Sequence[str]) -> Phrase:
    """A name, and its other names."""
    return Phrase(f"{name} ({', '.join(others)})", f"{name}（{'、'.join(others)}）") if others else same(name)


def names(each: Iterable[Phrase]) -> Phrase:
    """Names one after the other."""
    return joined(each, chinese="、")


def length(one: Stretch) -> Phrase:
    """How many days a month or another stretch of a year has."""
    if not one.days:
        return same(str(one.more))
    if not one.more:
        return same(f"{one.days}")
    return Phrase(f"{one.days} or {one.days + one.more}", f"{one.days} 或 {one.days + one.more}")


def when(one: Stretch) -> Phrase:
    """In which years a stretch is there, where that is not every year, and whether it is of no month."""
    outside = Phrase("of no month", "不属于任何月") if one.outside else SILENT
    if one.rule is None or one.days:
        return outside
    kind = outside or Phrase("leap month", "闰月")
    return Phrase(f"{kind.english}, only in {one.rule.name} years", f"{kind.chinese}，只在{_rule(one.rule)}年有")


def leap_years(rule: LeapRule) -> Phrase:
    """Which years are leap years by a rule."""
    return Phrase(
        f"{rule.name[:1].upper()}{rule.name[1:]} years: {leap_in_words(rule)}", f"{_rule(rule)}年：{_leap(rule)}"
    )


def _rule(rule: LeapRule) -> str:
    return "闰" if rule.name == "leap" else rule.name.removesuffix("年")


def leap_in_words(rule: LeapRule) -> str:
    """A leap rule as an English sentence, which is what JSON answers, too."""
    counted = "" if rule.first_year == 1 else f" The calendar's first year counts as {rule.first_year}."
    if rule.every:
        text = f"every {_th(rule.every)} year" if rule.every > 1 else "every year"
        if rule.except_every:
            text += f", except every {_th(rule.except_every)}"
        if rule.unless_every:
            text += f", unless it is a {_th(rule.unless_every)}"
        return f"{text}.{counted}"
    years = ", ".join(map(str, rule.years))
    return (
        f"years {years} of every {rule.cycle}.{counted}"
        if rule.cycle
        else f"the years {years}, and no others.{counted}"
    )


def _leap(rule: LeapRule) -> str:
    counted = "" if rule.first_year == 1 else f"历法的第一年算作第 {rule.first_year} 年。"
    if rule.every:
        text = f"每 {rule.every} 年一次" if rule.every > 1 else "每年"
        if rule.except_every:
            text += f"，逢 {rule.except_every} 的倍数除外"
        if rule.unless_every:
            text += f"，但逢 {rule.unless_every} 的倍数仍算"
        return f"{text}。{counted}"
    years = "、".join(map(str, rule.years))
    return f"每 {rule.cycle} 年中的第 {years} 年。{counted}" if rule.cycle else f"只有第 {years} 年。{counted}"


def _th(number: int) -> str:
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def counting(era: Era) -> Phrase:
    """How an era counts its years."""
    said = (
        Phrase(
            f"backwards; its year {era.first_year} is the last before year {era.starts + 1} of the calendar",
            f"倒数，第 {era.first_year} 年是历法第 {era.starts + 1} 年的前一年",
        )
        if era.backwards
        else Phrase(
            f"from {era.first_year}, which is year {era.starts + 1} of the calendar",
            f"从第 {era.first_year} 年起，即历法的第 {era.starts + 1} 年",
        )
    )
    years = Phrase(f"has {era.years} years", f"共 {era.years} 年") if era.years is not None else SILENT
    beside = Phrase("beside the others", "与其他纪元并行") if era.beside else SILENT
    return joined((said, years, beside), english="; ", chinese="；")


def week(definition: CalendarDefinition) -> Phrase:
    """How weeks and years go together."""
    of = definition.week
    if of is None:
        return SILENT
    first = of.days[of.first - 1].name
    goes = (
        Phrase(f"Every year begins with {first}.", f"每年从{first}开始。")
        if of.anew
        else Phrase(f"Weeks go on from year to year; the first day is {first}.", f"各年的周相接，第一天是{first}。")
    )
    outside = Phrase(" Days of no month have no week day.", "不属于任何月的日子不计入周。") if of.outside else SILENT
    return joined((goes, outside), english="", chinese="")


def tied(date: str, calendar: str) -> Phrase:
    """Which day of another calendar its first day is."""
    other = {"gregorian": "公历", "reign": "年号"}.get(calendar, calendar)
    return Phrase(f"Its first day is {date} of calendar {calendar!r}.", f"它的第一天是「{other}」的 {date}。")


def dynasties(kept: Sequence[str]) -> Phrase:
    """Which dynasties a title of several rulers is of."""
    return Phrase(
        f"Titles that several rulers had are of: {', '.join(kept)}.",
        f"几位君主用过的年号，按这些朝代算：{'、'.join(kept)}。",
    )
