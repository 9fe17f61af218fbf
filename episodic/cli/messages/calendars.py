"""Messages of the `calendar` commands about calendar files, converted dates, leap years and eras."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from episodic.cli.messages.message import SILENT, Phrase, Separator, joined, listed, message, message_or, same
from episodic.languages.messages import template
from episodic.model.settings import CalendarDefinition, Era, LeapRule
from episodic.temporal.calendars.custom import YearSegment

NO_REIGN = message("calendars.no_reign")
THE_YEAR = message("calendars.the_year")
ERAS = message("calendars.eras")
THE_WEEK = message("calendars.the_week")
TIED_TO = message("calendars.tied_to")
SOME_DATES = message("calendars.some_dates")
REIGNS = message("calendars.reigns")
STRETCH_COLUMNS = (SILENT, message("calendars.stretch_columns_name"), message("calendars.stretch_columns_days"), SILENT)
ERA_COLUMNS = (message("calendars.era_columns_name"), message("calendars.era_columns_counts"))
REIGN_COLUMNS = (
    message("calendars.reign_columns_dynasty"),
    message("calendars.reign_columns_title"),
    message("calendars.reign_columns_first"),
    message("calendars.reign_columns_last"),
    message("calendars.reign_columns_years"),
)


def file_is_valid(name: str) -> Phrase:
    return message("calendars.good", name=name)


def within(written: Sequence[str], *, inside: bool) -> Phrase:
    """Return a converted date as a phrase; *written* has several texts, joined with "or", if several dates are
    possible.
    """
    both = joined([same(one) for one in written], separator=Separator.OR)
    return message("calendars.within", both=both) if inside else both


def year(definition: CalendarDefinition, least: int, most: int) -> Phrase:
    """Return the length of a year, and the unit in which the calendar counts time (day or hour)."""
    hours = definition.hours
    days = (
        message("calendars.year_days", least=least)
        if least == most
        else message("calendars.year_days_range", least=least, most=most)
    )
    each = message("calendars.year_each", hours=hours) if hours else SILENT
    unit = message_or(f"calendars.unit_{definition.unit}", definition.unit)
    return message("calendars.year", days=days, each=each, unit=unit)


def named(name: str, others: Sequence[str]) -> Phrase:
    """Return a month, weekday or era by its name, followed by its other names."""
    return message("calendars.named", name=name, others=listed(others)) if others else same(name)


def names(each: Iterable[Phrase]) -> Phrase:
    return joined(each, separator=Separator.LIST)


def length(one: YearSegment) -> Phrase:
    """Return the number of days of a segment of a year, for example a month."""
    if not one.days:
        return same(str(one.more))
    if not one.more:
        return same(f"{one.days}")
    return message("calendars.length", least=one.days, most=one.days + one.more)


def when(one: YearSegment) -> Phrase:
    """Return the phrase that says in which years a segment of the year exists ("in leap years"), and whether it lies
    outside the months. The phrase is empty for a month that every year has.
    """
    outside = message("calendars.when_outside") if one.outside else SILENT
    if one.rule is None or one.days:
        return outside
    kind = outside or message("calendars.when_kind")
    return message("calendars.when", kind=kind, rule=_rule(one.rule))


def leap_years(rule: LeapRule) -> Phrase:
    """Return the phrase that says which years are leap years under a leap rule."""
    return message("calendars.leap_years", rule=_rule(rule), years=leap_in_words(rule))


def _rule(rule: LeapRule) -> Phrase:
    """Return the name of a leap rule without the final word for "year" (such as 年), because the messages add this word."""
    if rule.name == "leap":
        return message("calendars.leap")
    return Phrase(lambda language: rule.name.removesuffix(template("calendars.year_suffix", language)))


def leap_in_words(rule: LeapRule) -> Phrase:
    counted = SILENT if rule.first_year == 1 else message("calendars.leap_counted", year=rule.first_year)
    if rule.every:
        parts = [message("calendars.leap_each" if rule.every > 1 else "calendars.leap_always", nth=rule.every)]
        if rule.except_every:
            parts.append(message("calendars.leap_except", nth=rule.except_every))
        if rule.unless_every:
            parts.append(message("calendars.leap_unless", nth=rule.unless_every))
        return message("calendars.leap_sentence", text=joined(parts, separator=Separator.NOTHING), counted=counted)
    years = listed(map(str, rule.years))
    if rule.cycle:
        return message("calendars.leap_cycle", years=years, cycle=rule.cycle, counted=counted)
    return message("calendars.leap_listed", years=years, counted=counted)


def counting(era: Era) -> Phrase:
    said = message(
        "calendars.counting_backwards" if era.backwards else "calendars.counting_from",
        first=era.first_year,
        start=era.starts + 1,
    )
    years = message("calendars.counting_years", years=era.years) if era.years is not None else SILENT
    beside = message("calendars.counting_beside") if era.beside else SILENT
    return joined((said, years, beside), separator=Separator.SEMICOLON)


def week(definition: CalendarDefinition) -> Phrase:
    """Return the phrase that says with which weekday a calendar, or each of its years, begins. The phrase is empty for
    a calendar without weeks.
    """
    of = definition.week
    if of is None:
        return SILENT
    first = of.days[of.first - 1].name
    goes = message("calendars.week_goes", first=first) if of.anew else message("calendars.week_goes_on", first=first)
    outside = message("calendars.week_outside") if of.outside else SILENT
    return joined((goes, outside), separator=Separator.NOTHING)


def tied(date: str, calendar: str) -> Phrase:
    """Return the phrase that says which day of another calendar is the first day of this calendar."""
    named_so = message_or(f"calendars.calendar_{calendar}", calendar)
    return message("calendars.tied", date=date, calendar=named_so)


def dynasties(kept: Sequence[str]) -> Phrase:
    """Return the phrase that says which dynasties' rulers are meant by a reign title that several rulers had."""
    return message("calendars.dynasties", dynasties=listed(kept))
