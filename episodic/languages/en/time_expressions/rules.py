"""Rules for English time expressions relative to the preceding passage, the current passage or a named event."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache, partial
from typing import Final

from episodic.languages.en.time_expressions.dates import DAYPART, SEASON, SEASONS
from episodic.languages.en.time_expressions.durations import AMOUNT, amount_of
from episodic.languages.en.time_expressions.events import ENGLISH_EVENTS
from episodic.languages.en.time_expressions.excluded_words import (
    AFTER_THIS,
    AT_PRESENT,
    BEFORE_THIS,
    IN_THE_SCENE,
    NO_PLACE,
)
from episodic.languages.en.time_expressions.numerals import ORDINAL, english_ordinal
from episodic.model.moments import UNKNOWN_TIME, Anchor, TimeExpression, TimeKind
from episodic.temporal.calendars.gregorian import GREGORIAN
from episodic.temporal.expressions.events import event_key, event_named
from episodic.temporal.expressions.rule_syntax import (
    NEXT_SEASON,
    Amount,
    Form,
    Rule,
    Says,
    after,
    always,
    before,
    from_date,
    of_event,
    order,
    same,
)

_DAYS: Final = (
    r"(?:day|morning|forenoon|noon|afternoon|evening|night|dawn|midnight|dusk|noonday|daybreak|sunrise|sunset)"
)
_WEEKDAY: Final = r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day"
_WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_TURN: Final = rf"(?P<turn>{_DAYS}|week|month|year|{SEASON})"
_NTH: Final = rf"the (?P<nth>{ORDINAL}) (?P<unit>day|night|morning|evening|afternoon|week|month|year)"
_TAIL: Final = rf"(?:,? {DAYPART})?"
_PART_OF: Final = r"(?:(?:later|earlier|late|early) (?:on )?)?"
_STOP: Final = r"(?= *$| *[,.;:!?])"
_END: Final = r"(?= *$| *[,.;:!?]| (?!of\b|after\b|before\b|from\b|to\b|that\b|or\b)\w)"
_ANY_NAME: Final = r"[^,;.:!?]{2,60}"
_NAME_OF_AN_EVENT: Final = (
    rf"(?:(?:the|a|an|that|this) )?(?:[\w'\-]+ ){{0,3}}?(?:{ENGLISH_EVENTS})\b"
    r"(?: (?:of|at|in|on) (?:the )?(?-i:[A-Z][\w'\-]+)(?: (?-i:[A-Z][\w'\-]+))*)?"
)
_HAPPENING: Final = re.compile(
    r"\b(?:was|were|got) (?:[a-z]+ed|born|wed|slain|built|lost|won|sold|sunk|crowned)\b"
    r"|\b(?:died|fell|began|ended|married|returned|left|arrived|broke out|burned|burnt|sank|came home)\b"
)
_PRONOUN: Final = re.compile(r"(?:i|he|she|it|they|we|you|this|that|there|there's|it's|[a-z]+ing)\b", re.IGNORECASE)
_DAY: Final = Amount(1, 1, "day")
_CALENDAR_TURNS: Final = {name: Amount(1, 1, f"calendar {name}") for name in ("week", "month", "year")}


@cache
def english_rules(*, strict: bool) -> tuple[Rule, ...]:
    """Return the rules for English time expressions that are relative or vague, without the rules for dates.

    If *strict* is true, the rules are for running text, where the name of an event must contain a noun for an event.
    Words such as "then", which are a time expression only when they stand alone, do not count in running text.
    """
    forms = (*_amounts(), *_neighbours(), *_weekdays(), *_events(strict=strict), *_plain())
    if not strict:
        forms = (*forms, *_whole())
    return tuple(Rule(re.compile(pattern, re.IGNORECASE), says) for pattern, says in forms)


def _long(anchor: Anchor, *, earlier: bool = False, first: int | None = None) -> Says:
    """Return a function that reads a match such as "three days later" as a time that lies three days after the moment
    *anchor*. If *earlier* is true, the time lies before *anchor*. *anchor* is, for example, the time of the preceding
    passage.

    If *first* is given, it replaces the lower bound of the duration, as 0 does for "within three days".
    """

    def says(match: re.Match[str]) -> TimeExpression | None:
        amount = amount_of(match)
        if amount is None:
            return None
        amount = amount if first is None else replace(amount, low=first)
        return before(amount, anchor) if earlier else after(amount, anchor)

    return says


def _lasting(match: re.Match[str]) -> TimeExpression | None:
    return None if amount_of(match) is None else UNKNOWN_TIME


def _between_years(match: re.Match[str]) -> TimeExpression | None:
    """Return the time of an expression such as "between 1880 and 1884": one moment in the years from 1880 to 1884.
    Return None if the years are not in ascending order between 1000 and 2999.
    """
    since, until = int(match["since"]), int(match["until"])
    if not 1000 <= since < until <= 2999:
        return None
    date = TimeExpression(TimeKind.CALENDAR, calendar=GREGORIAN, year=since)
    return from_date(after(Amount(0, until - since, "year"), Anchor.PREVIOUS), date)


def _amounts() -> tuple[Form, ...]:
    here, previous = Anchor.HERE, Anchor.PREVIOUS
    later = "later(?![\\w-])|afterwards?|thereafter|on|hence|after that|after this|had passed|passed|went by"
    return (
        (r"between (?:the years )?(?P<since>\d{4}) and (?P<until>\d{4})(?![\w,.]*\d)", _between_years),
        (rf"{AMOUNT} (?:{later}){_TAIL}", _long(previous)),
        (rf"{AMOUNT} after{_STOP}{_TAIL}", _long(previous)),
        (rf"after {AMOUNT}{_END}{_TAIL}", _long(previous)),
        (rf"{_NTH} (?:after(?:wards?)?|following)(?: that| this)?{_STOP}{_TAIL}", _nth_later),
        (rf"another {AMOUNT}(?: later)?{_END}", _long(previous)),
        (rf"(?:within|inside) {AMOUNT}{_END}", _long(previous, first=0)),
        (rf"(?:within|inside) the hour{_END}", always(after(Amount(0, 1, "day"), previous))),
        (rf"(?:within|before) the (?P<turn>week|month|year)(?: was out)?{_END}", _within),
        (rf"{AMOUNT} (?:ago|since|back|past)\b", _long(here, earlier=True)),
        (rf"{AMOUNT} (?:before|earlier|previously)(?: that$| this$|{_STOP}){_TAIL}", _long(here, earlier=True)),
        (rf"in (?!(?:these|those) ){AMOUNT}(?:' time|'s time| time)?{_END}", _long(here)),
        (rf"{AMOUNT} from (?:now|today|hence|to-day)", _long(here)),
        (rf"(?:for|during|over|through|throughout|every) (?:the (?:last|past|next) )?{AMOUNT}{_END}", _lasting),
        (rf"{AMOUNT}(?: long| running| together| on end)?{_END}", _lasting),
    )


def _turn(anchor: Anchor, *, earlier: bool = False) -> Says:
    """Return a function that reads expressions such as "the next day" as the day, week, month, year or season after the
    moment *anchor*. If *earlier* is true, the time lies before *anchor*. *anchor* is, for example, the time of the
    preceding passage.
    """

    def says(match: re.Match[str]) -> TimeExpression:
        word = match["turn"].casefold()
        amount = NEXT_SEASON if word in SEASONS else _CALENDAR_TURNS.get(word, _DAY)
        turned = before(amount, anchor) if earlier else after(amount, anchor)
        return replace(turned, season=SEASONS.get(word))

    return says


def _after_next(match: re.Match[str]) -> TimeExpression:
    word = match["turn"].casefold()
    return after(Amount(2, 2, "day" if word == "day" else f"calendar {word}"), Anchor.HERE)


def _later_in(match: re.Match[str]) -> TimeExpression:
    """Return a time that is later than the preceding passage, but in the same week, month or year."""
    return after(Amount(0, 0, f"calendar {match['turn'].casefold()}"), Anchor.PREVIOUS)


def _nth(match: re.Match[str]) -> TimeExpression | None:
    """Return the time of an expression such as "the third day", or None for "the first day".

    The expression "the third day" does not name the day from which it counts. "The third day" is taken to mean a day
    from one to three days after the preceding passage.
    """
    number = english_ordinal(match["nth"])
    return None if number is None or number < 2 else after(Amount(1, number, _unit(match["unit"])), Anchor.PREVIOUS)


def _nth_later(match: re.Match[str]) -> TimeExpression | None:
    """Return the time of an expression such as "the third day after", which is three days after the preceding passage."""
    number = english_ordinal(match["nth"])
    return None if number is None else after(Amount(number, number, _unit(match["unit"])), Anchor.PREVIOUS)


def _within(match: re.Match[str]) -> TimeExpression:
    return after(Amount(0, 1, match["turn"].casefold()), Anchor.PREVIOUS)


def _season(match: re.Match[str]) -> TimeExpression:
    """Return the season of an unnamed year for an expression such as "midsummer" or "in the summer"."""
    return TimeExpression(
        TimeKind.CALENDAR, season=SEASONS[match["season"].casefold().removeprefix("mid").removeprefix("-")]
    )


def _unit(word: str) -> str:
    return f"calendar {word.casefold()}" if word.casefold() in _CALENDAR_TURNS else "day"


def _neighbours() -> tuple[Form, ...]:
    here, previous = Anchor.HERE, Anchor.PREVIOUS
    some_day = before(Amount(1, None, "day"), here)
    return (
        (rf"(?:the )?(?:very )?next (?P<turn>{_DAYS}){_TAIL}", _turn(previous)),
        (rf"the (?:very )?(?:next|following|ensuing) {_TURN}{_TAIL}", _turn(previous)),
        (rf"(?:next|following) {_TURN}{_TAIL}", _turn(here)),
        (rf"the next {_DAYS} but one{_TAIL}", always(after(Amount(2, 2, "day"), previous))),
        (r"the (?P<turn>day|week|month|year) after next", _after_next),
        (rf"the {_TURN} (?:after(?: that)?|following|afterwards){_STOP}{_TAIL}", _turn(previous)),
        (rf"the (?:morrow|next){_TAIL}", always(after(_DAY, previous))),
        (rf"the {_TURN} before{_STOP}{_TAIL}", _turn(here, earlier=True)),
        (rf"the (?:previous|preceding) {_TURN}{_TAIL}", _turn(here, earlier=True)),
        # The words "last night" may mean the day before, or the same day in the hours after midnight.
        (r"last night", always(before(Amount(0, 1, "day"), here))),
        (r"last (?P<turn>week|month|year|spring|summer|autumn|fall|winter)\b", _turn(here, earlier=True)),
        (rf"(?:the )?day before yesterday{_TAIL}", always(before(Amount(2, 2, "day"), here))),
        (rf"(?:the )?day after to-?morrow{_TAIL}", always(after(Amount(2, 2, "day"), here))),
        (rf"yesterday{_TAIL}", always(before(_DAY, here))),
        (rf"to-?morrow{_TAIL}", always(after(_DAY, here))),
        (r"the other (?:day|evening|morning|night)", always(some_day)),
        (rf"(?:to-?day|to-?night|this (?:very )?{_DAYS}){_TAIL}", always(same(here))),
        # Expressions such as "this week" say nothing about the time of the passage, because they mean the week of the
        # passage itself.
        (rf"this (?:week|month|year|{SEASON})", always(UNKNOWN_TIME)),
        (rf"{_PART_OF}(?:the|that|this) (?:very )?same (?:very )?(?:{_DAYS}|date){_TAIL}", always(same(previous))),
        (rf"{_PART_OF}that (?:very )?(?:{_DAYS}|date){_TAIL}", always(same(previous))),
        (r"(?:the|that) same (?P<turn>week|month|year)", _later_in),
        (rf"{_NTH}{_END}", _nth),
    )


def _whole() -> tuple[Form, ...]:
    """Return the rules for English words that are a time expression only if the text contains nothing else.

    In running text, words such as "then" or "at that time" can be part of a longer phrase with another meaning.
    """
    return (
        (r"(?:just |even )?at that time|(?:just|even|back|right back) then", always(same(Anchor.RECALLED))),
        # The word "then" alone gets no time of its own, because it has two meanings. The word "then" may mean "at that
        # time", or "next", which the order of the text says anyway.
        (r"then and there|there and then|(?:by )?then", always(UNKNOWN_TIME)),
        (
            r"(?:when|at the time when|the day when) (?P<event>[^,;.:!?]{3,60})",
            of_event(lambda _, name: same(Anchor.EVENT, event=name), named=_clause_key),
        ),
        (rf"(?:(?:on|by) (?:the )?)?(?P<weekday>{'|'.join(_WEEKDAYS)}){_TAIL}", _named_weekday),
        (rf"(?:(?:the )?(?:early|late|middle of(?: the)?)[ -])?(?:the )?(?P<season>(?:mid-?)?{SEASON})", _season),
        (
            rf"(?P<event>[^,;.:!?]{{2,40}})'s (?P<nth>{ORDINAL}) year",
            of_event(_year_of_life, named=lambda name: event_named(f"{name}'s birth", strict=True)),
        ),
    )


def _clause_key(words: str) -> str | None:
    """Return the key of an event that is described by a clause such as "the mistress was married". Return None if
    *words* begin with a pronoun or tell no event.
    """
    return None if _PRONOUN.match(words) or not _HAPPENING.search(words) else event_key(words)


def _year_of_life(match: re.Match[str], name: str) -> TimeExpression | None:
    """Return the time of an expression such as "Mara's fourteenth year".

    Mara's fourteenth year begins 13 years after Mara's birth and ends 14 years after Mara's birth.
    """
    number = english_ordinal(match["nth"])
    return None if not number else after(Amount(number - 1, number, "year"), Anchor.EVENT, event=name)


def _named_weekday(match: re.Match[str]) -> TimeExpression:
    return replace(UNKNOWN_TIME, weekday=_WEEKDAYS.index(match["weekday"].casefold()))


def _weekdays() -> tuple[Form, ...]:
    return (
        (rf"next {_WEEKDAY}", always(after(Amount(1, 14, "day"), Anchor.HERE))),
        (rf"last {_WEEKDAY}", always(before(Amount(1, 14, "day"), Anchor.HERE))),
        (rf"the (?:next|following) {_WEEKDAY}", always(after(Amount(1, 13, "day"), Anchor.PREVIOUS))),
    )


def _from_event(match: re.Match[str], name: str) -> TimeExpression | None:
    """Return the time of an expression such as "five days after the wedding" or "two days before the siege"."""
    amount = amount_of(match)
    if amount is None:
        return None
    earlier = match["side"].casefold() in ("before", "prior to")
    return (before if earlier else after)(amount, Anchor.EVENT, event=name)


def _within_event(match: re.Match[str], name: str) -> TimeExpression | None:
    """Return the time of an expression such as "within an hour of the event"."""
    amount = amount_of(match)
    return None if amount is None else after(replace(amount, low=0), Anchor.EVENT, event=name)


def _nth_after(match: re.Match[str], name: str) -> TimeExpression | None:
    """Return the time of an expression such as "the third day after the fire".

    The third day after the fire is three days after the fire. The third year after the fire is the third calendar year
    that begins after the fire.
    """
    number, unit = english_ordinal(match["nth"]), _unit(match["unit"])
    if number is None:
        return None
    if match["side"].casefold() == "of":
        # In "the third day of the siege", it is unknown whether the first day of the siege is counted.
        return after(Amount(max(number - 1, 0), number, unit), Anchor.EVENT, event=name)
    earlier = match["side"].casefold() == "before"
    return (before if earlier else after)(Amount(number, number, unit), Anchor.EVENT, event=name)


def _beside_event(match: re.Match[str], name: str) -> TimeExpression | None:
    """Return the time of an expression such as "the day after the fire", "the winter before the war" or "the night of
    the fire". Return None for an expression such as "the year of the flood" or "the summer of the war".
    """
    side, word = match["side"].casefold(), match["turn"].casefold()
    if side != "of":
        said = _turn(Anchor.EVENT, earlier=side == "before")(match)
        return None if said is None else replace(said, name=name)
    # An expression such as "the year of the flood" says nothing about the order, because it can mean a moment before or
    # after the flood.
    return None if word in SEASONS or word in _CALENDAR_TURNS else same(Anchor.EVENT, event=name)


def _events(*, strict: bool) -> tuple[Form, ...]:
    event = rf"(?P<event>{_NAME_OF_AN_EVENT if strict else _ANY_NAME})"
    at_event = Anchor.EVENT
    named = partial(event_named, strict=strict)
    sure = partial(event_named, strict=True)
    late = (
        "(?:soon|shortly|just|right|directly|immediately|long|not long|some time) after|after|following|(?:ever )?since"
    )
    early = "(?:shortly|just|right|long|not long|some time) before|before|until|till|up to|prior to"
    return (
        (rf"{AMOUNT} (?P<side>after|before|following|from|prior to) {event}", of_event(_from_event, named=named)),
        (rf"(?:within|inside) {AMOUNT} (?:of|after) {event}", of_event(_within_event, named=named)),
        (rf"{_NTH} (?P<side>after|from|following|before|of) {event}", of_event(_nth_after, named=named)),
        (rf"the (?:very )?{_TURN} (?P<side>after|before|following|of) {event}", of_event(_beside_event, named=named)),
        (
            rf"the eve of {event}",
            of_event(lambda _, name: before(Amount(0, 1, "day"), at_event, event=name), named=named),
        ),
        (rf"(?:(?:at )?the time of|at) {event}", of_event(lambda _, name: same(at_event, event=name), named=sure)),
        (rf"(?:{late}) {event}", of_event(lambda _, name: order(at_event, earlier=False, event=name), named=named)),
        (rf"(?:{early}) {event}", of_event(lambda _, name: order(at_event, earlier=True, event=name), named=named)),
    )


def _plain() -> tuple[Form, ...]:
    end = r"(?![\w'-])"
    return (
        (rf"(?:{AFTER_THIS}){end}", always(order(Anchor.PREVIOUS, earlier=False))),
        (rf"(?:{BEFORE_THIS}){end}", always(order(Anchor.HERE, earlier=True))),
        (rf"(?:{IN_THE_SCENE}){end}", always(same(Anchor.SCENE))),
        (rf"(?:{AT_PRESENT}){end}", always(same(Anchor.HERE))),
        (rf"(?:{NO_PLACE}){end}", always(UNKNOWN_TIME)),
        (rf"{DAYPART}(?:,? (?:and )?{DAYPART})*{end}", always(UNKNOWN_TIME)),
    )
