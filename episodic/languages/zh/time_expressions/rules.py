"""Rules for Chinese time expressions relative to the preceding passage, the current passage or a named event."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache, partial
from typing import Final

from episodic.languages.zh.time_expressions.dates import DAYPART, SEASON, SEASONS
from episodic.languages.zh.time_expressions.durations import AMOUNT, amount_of, counted
from episodic.languages.zh.time_expressions.events import CHINESE_EVENTS
from episodic.languages.zh.time_expressions.excluded_words import AFTER_THIS, BEFORE_THIS, NO_PLACE, ONCE, TODAY
from episodic.languages.zh.time_expressions.numerals import HAN_NUMBER
from episodic.model.moments import UNKNOWN_TIME, Anchor, TimeExpression, TimeKind
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
    of_event,
    order,
    same,
)

_TAIL: Final = rf"(?:的?(?:一个)?{DAYPART})?"
_YEAR_TAIL: Final = (
    rf"(?:的?(?P<season>{SEASON}))?(?:[^,，。的]{{0,2}}月(?:[初廿卅]?[一二三四五六七八九十]+日?)?)?(?:的?{DAYPART})?"
)
_UNIT: Final = "天|日|夜|晚|年|个?月|周|个?星期|个?礼拜"
_ANY_NAME: Final = r"[^,，。；;!！?？]{1,12}?"
_NAME_OF_AN_EVENT: Final = (
    r"(?:(?:那|这)(?:一)?(?:场|次|回)?)?"
    r"(?:[^\W\d_在于自从到等了的着过他她我你和与][^\W\d_了的着过他她我你]{0,5}?)?"
    rf"(?:{CHINESE_EVENTS})"
)
_STOP: Final = "(?=[,，。;；]|$)"
_VAGUE: Final = ("数", "几")


@cache
def chinese_rules(*, strict: bool) -> tuple[Rule, ...]:
    """Return the rules for Chinese time expressions that are relative or vague, without the rules for dates.

    If *strict* is true, the rules are for running text. In running text, the name of an event must end in a word for a
    kind of event, such as 战 ("battle"). Words such as 那时, which are a time expression only when they stand alone, do
    not count in running text.
    """
    forms = (*_amounts(), *_days(), *_years(), *_events(strict=strict), *_plain(strict=strict))
    if not strict:
        forms = (*forms, *_whole())
    return tuple(Rule(re.compile(pattern), says) for pattern, says in forms)


def _long(anchor: Anchor, *, earlier: bool = False) -> Says:
    """Return a function that takes a match such as 三日后 ("three days later") and returns a time three days after the
    moment *anchor*. If *earlier* is true, the returned time is before *anchor*.
    """

    def says(match: re.Match[str]) -> TimeExpression | None:
        amount = amount_of(match)
        if amount is None:
            return None
        return before(amount, anchor) if earlier else after(amount, anchor)

    return says


def _within(match: re.Match[str]) -> TimeExpression | None:
    """Return the time of an expression such as 数月之间 ("within some months"). A vague number with 间 or 之间 ("some
    months") can mean one unit more than the number says. An expression with an exact number or another ending, such as
    三日之内 ("within three days"), means at most the stated duration.
    """
    amount = amount_of(match)
    if amount is None:
        return None
    vague = match["many"] is not None or match["number"] in _VAGUE
    if vague and match["side"] in ("间", "之间"):
        return after(replace(amount, high=None if amount.high is None else amount.high + 1), Anchor.PREVIOUS)
    return after(replace(amount, low=0), Anchor.PREVIOUS)


def _below(match: re.Match[str]) -> TimeExpression | None:
    """Return the time of an expression such as 不数月 ("in less than a few months"). The returned time lies at most the
    stated duration after the preceding passage.
    """
    amount = amount_of(match)
    return None if amount is None else after(replace(amount, low=0), Anchor.PREVIOUS)


def _lasting(match: re.Match[str]) -> TimeExpression | None:
    return None if amount_of(match) is None else UNKNOWN_TIME


def _amounts() -> tuple[Form, ...]:
    passing = "一晃|转眼间?|一转眼(?:间)?|不觉|不知不觉(?:间)?|倏忽|忽忽|匆匆|如此|这样"
    return (
        (rf"(?:又|再)?(?:过了?)?{AMOUNT}(?:以后|之后|过后|后来|后)的?{_TAIL}", _long(Anchor.PREVIOUS)),
        (rf"(?:又|再)?(?:过了?|隔了?)(?:大约|约)?{AMOUNT}", _long(Anchor.PREVIOUS)),
        (rf"(?:方|才|刚|又)?[走行]了(?:大约|约)?{AMOUNT}{_STOP}", _long(Anchor.PREVIOUS)),
        (rf"(?:{passing})就?(?:又?是|又?过了|已)?{AMOUNT}(?:过去了?)?", _long(Anchor.PREVIOUS)),
        (rf"{AMOUNT}(?:过去了?|一过|已过)", _long(Anchor.PREVIOUS)),
        (rf"(?:还|尚)?(?=不到|不出|未及|不及|不消|不足){AMOUNT}{_TAIL}", _long(Anchor.PREVIOUS)),
        (rf"(?:早在|远在|大约|大概|约)?{AMOUNT}(?:以前|之前|前)的?{_TAIL}", _long(Anchor.HERE, earlier=True)),
        (rf"{AMOUNT}(?P<side>之内|以内|内|之间|间)", _within),
        (rf"(?:越|阅|居|又|(?:其|此)?后){AMOUNT}{_STOP}", _long(Anchor.PREVIOUS)),
        (rf"(?<![数几])不(?:出|过|及|到|足|满|逾|消)?{AMOUNT}{_STOP}", _below),
        (rf"(?:整整|一连|接连|连日|连)?过?{AMOUNT}(?:以来|来)?", _lasting),
        (rf"第(?P<nth>{HAN_NUMBER}{{1,9}})(?P<unit>{_UNIT})的?(?P<season>{SEASON})?{_TAIL}", _nth),
    )


def _nth(match: re.Match[str]) -> TimeExpression | None:
    """Return the time of an expression such as 第二日 ("the second day"), or None for 第一日 ("the first day").

    The expression 第二日 means the day after the preceding passage. The expression 第三日 does not name the day from
    which it counts. 第三日 is taken to mean a day from one to three days after the preceding passage.
    """
    bounds = counted(match["nth"])
    if bounds is None or bounds[0] < 2:
        return None
    unit = _turned(match["unit"])
    said = after(Amount(1, 1 if bounds[1] == 2 else bounds[1], unit), Anchor.PREVIOUS)
    season = match["season"] if unit == "calendar year" else None
    return replace(said, season=_quarter(season)) if season else said


def _turned(word: str) -> str:
    if word in ("天", "日", "夜", "晚"):
        return "day"
    if word.endswith("月"):
        return "calendar month"
    return "calendar year" if word in ("年", "岁", "载") else "calendar week"


def _quarter(words: str) -> int:
    return next(SEASONS[sign] for sign in words if sign in SEASONS)


def _turn(anchor: Anchor, steps: int, *, unit: str = "day") -> Says:
    """Return a function for the time that is *steps* units after the moment *anchor*, such as the time of the preceding
    passage. If *steps* is negative, the time lies before *anchor*.

    If the matched expression names a season, the function returns a time in this season.
    """
    amount = Amount(abs(steps), abs(steps), unit)

    def says(match: re.Match[str]) -> TimeExpression:
        said = before(amount, anchor) if steps < 0 else after(amount, anchor)
        season = match.groupdict().get("season")
        return replace(said, season=_quarter(season)) if season else said

    return says


def _next_season(match: re.Match[str]) -> TimeExpression:
    return replace(after(NEXT_SEASON, Anchor.PREVIOUS), season=_quarter(match["season"]))


def _season(match: re.Match[str]) -> TimeExpression:
    """Return the season, without a year, that an expression such as 那年冬天 ("the winter of that year") names."""
    return TimeExpression(TimeKind.CALENDAR, season=_quarter(match["season"]))


def _age(match: re.Match[str], name: str) -> TimeExpression | None:
    """Return the time of an expression such as 林晚十四岁那年 ("the year in which Lin Wan was fourteen").

    The bounds of the time are wide, for two reasons. A newborn child is zero years old in one way of counting, and one
    year old in another. Any part of the year may be meant.
    """
    bounds = counted(match["age"])
    if bounds is None:
        return None
    return after(Amount(max(bounds[0] - 2, 0), bounds[1] + 1, "year"), Anchor.EVENT, event=name)


def _named_weekday(match: re.Match[str]) -> TimeExpression:
    return replace(UNKNOWN_TIME, weekday=min("一二三四五六日天".index(match["weekday"]), 6))


def _whole() -> tuple[Form, ...]:
    """Return the rules for Chinese words that are a time expression only if the text contains nothing else.

    In running text, words that are a time expression when they stand alone can be part of a longer phrase with another
    meaning.
    """
    born = partial(event_named, strict=False)
    return (
        (r"那时候?|那个时候|彼时|其时", always(same(Anchor.RECALLED))),
        (
            r"(?P<event>[^,，。;；!！?？他她它我你]{2,16}?)(?:的?时候|之时|时|的?那一?[天日])",
            of_event(lambda _, name: same(Anchor.EVENT, event=name), named=_clause_key),
        ),
        (rf"(?P<season>{SEASON})", _season),
        (rf"(?:星期|礼拜|周)(?P<weekday>[一二三四五六日天]){_TAIL}", _named_weekday),
        (
            rf"(?P<event>[^,，。他她它我你的]{{2,6}}?)(?P<age>{HAN_NUMBER}{{1,4}})岁(?:那一?年|时|的时候)",
            of_event(_age, named=lambda name: born(f"{name}出生")),
        ),
    )


def _clause_key(words: str) -> str | None:
    """Return the key of an event that is described by a clause such as 太太成亲 ("the mistress married"). Return None
    if *words* contain a word for a time, as 天亮 ("dawn") does. Return None also if *words* begin or end with a word
    such as 那 ("that"). Clauses with such words rarely describe one particular event.
    """
    return (
        None
        if re.search(r"[这那此当一几数某]$|[岁年月日天夜晚早午]|^[这那此当同小老少幼]", words)
        else event_key(words)
    )


def _days() -> tuple[Form, ...]:
    here, previous = Anchor.HERE, Anchor.PREVIOUS
    some_day = before(Amount(1, None, "day"), here)
    return (
        (rf"(?:(?:次|翌|第二|转|越)(?:日|天|晨|晚|夜|早)|隔(?:日|天|晨|早)){_TAIL}", _turn(previous, 1)),
        (r"(?:次|翌)日?(?:清晨|早晨|凌晨|早|晨|午|晚)|(?:一|过了一)(?:夜|宿)(?:之后|过后|无话)", _turn(previous, 1)),
        (rf"(?:明日|明天|明儿|明晨|明早|明晚|明夜|来日(?=清|早|一)){_TAIL}", _turn(here, 1)),
        (rf"(?<!大)(?:后天|后日){_TAIL}", _turn(here, 2)),
        (rf"(?:大后天|大后日){_TAIL}", _turn(here, 3)),
        (rf"(?:昨日|昨天|昨儿|昨晨|昨早){_TAIL}", _turn(here, -1)),
        # The words for "last night" may mean the day before, or the same day in the hours after midnight.
        (r"(?:昨夜|昨晚|昨宵|隔夜|隔晚|隔宵)", always(before(Amount(0, 1, "day"), here))),
        (rf"(?<!大)前天{_TAIL}|前夜|前晚", _turn(here, -2)),
        (rf"大前天{_TAIL}", _turn(here, -3)),
        (rf"(?:前|头)一[天日夜晚]{_TAIL}|头天(?=[清早上夜晚傍]){_TAIL}", _turn(here, -1)),
        (r"前日|前几日|前些日子|前些天|前几天|日前", always(some_day)),
        (r"(?:直到|到)如今|时至今日|直到今[天日]", always(same(Anchor.SCENE))),
        (rf"(?:{TODAY}){_TAIL}", always(same(here))),
        (
            rf"(?:(?:当|是|同|即|本)(?:日(?![本常光用])|夜|晚|晨)|[当同]天|同一[天日])(?!子){_TAIL}",
            always(same(previous)),
        ),
        (
            rf"(?:这|那)一?(?:天|夜|晚)(?!边|地){_TAIL}|这一?日{_TAIL}|那一?日(?![本常光用军元头]){_TAIL}",
            always(same(previous)),
        ),
        (
            r"(?:又?过了?)?(?:片刻|顷刻|半晌|俄顷)(?:以后|之后|过后|后)",
            always(after(Amount(0, 1, "day"), previous)),
        ),
    )


def _years() -> tuple[Form, ...]:
    here, previous = Anchor.HERE, Anchor.PREVIOUS
    year = partial(_turn, unit="calendar year")
    month = partial(_turn, unit="calendar month")
    week = partial(_turn, unit="calendar week")
    return (
        (
            rf"(?:到了)?(?:次年|翌年|转年|转过年来?|隔年|越年|越明年|逾年(?=[春夏秋冬])|来年|第二年){_YEAR_TAIL}",
            year(previous, 1),
        ),
        (rf"(?:同年|是年|是岁|当年(?=[春夏秋冬])){_YEAR_TAIL}", year(previous, 0)),
        (rf"(?:明年|下一年){_YEAR_TAIL}", year(here, 1)),
        (rf"后年{_YEAR_TAIL}", year(here, 2)),
        # Expressions such as 今年 and 本月 say nothing about the time of the passage. 今年 and 本月 mean the year or
        # month of the passage itself.
        (rf"(?:今年|本年){_YEAR_TAIL}|这个?月|本月", always(UNKNOWN_TIME)),
        (rf"(?:去年|旧年|上一年|头年){_YEAR_TAIL}", year(here, -1)),
        (rf"(?<!大)前年{_YEAR_TAIL}", year(here, -2)),
        (rf"大前年{_YEAR_TAIL}", year(here, -3)),
        (r"次月|翌月", month(previous, 1)),
        (r"当月|同月|是月", month(previous, 0)),
        (r"下个?月", month(here, 1)),
        (r"上个?月", month(here, -1)),
        (r"下个?(?:星期|礼拜)|下周", week(here, 1)),
        (r"上个?(?:星期|礼拜)|上周", week(here, -1)),
        (rf"(?:又到了|又是|到了)(?P<season>{SEASON})", _next_season),
        (rf"(?:那|这)一?年的?(?P<season>{SEASON}){_TAIL}", _season),
    )


def _beside_event(match: re.Match[str], name: str) -> TimeExpression | None:
    """Return the time of an expression such as 大火后三日 ("three days after the fire") or 大火之后 ("after the fire")."""
    earlier = match["side"].endswith("前")
    if match["unit"] is None and match["whole"] is None:
        return order(Anchor.EVENT, earlier=earlier, event=name)
    amount = amount_of(match)
    if amount is None:
        return None
    return (before if earlier else after)(amount, Anchor.EVENT, event=name)


def _nth_of_event(match: re.Match[str], name: str) -> TimeExpression | None:
    """Return the time of an expression such as 大火后第三日 ("the third day after the fire"), which means three days
    after the event.

    In an expression without 后 ("after"), the day on which the event began may count as the first day. An example is
    围城第三日 ("the third day of the siege").
    """
    bounds = counted(match["nth"])
    if bounds is None or bounds[0] < 1:
        return None
    unit, number, side = _turned(match["nth_unit"]), bounds[1], match["side"] or ""
    if not side:
        return after(Amount(number - 1, number, unit), Anchor.EVENT, event=name)
    return (before if side.endswith("前") else after)(Amount(number, number, unit), Anchor.EVENT, event=name)


def _next_to_event(match: re.Match[str], name: str) -> TimeExpression | None:
    """Return the time of an expression such as 起火的前一日 ("the day before the fire") or 战后次年 ("the year after
    the war").
    """
    word = match["step"]
    unit = next((_turned(sign) for sign in ("月", "年") if sign in word), "day")
    return (before if word.startswith(("前", "头")) else after)(Amount(1, 1, unit), Anchor.EVENT, event=name)


def _at_event(match: re.Match[str], name: str) -> TimeExpression | None:
    """Return the time of an expression such as 大火那天 ("the day of the fire").

    Return None for an expression such as 大火那年 ("the year of the fire"), because this year contains moments before
    and after the fire.
    """
    return None if "年" in match["when"] else same(Anchor.EVENT, event=name)


def _events(*, strict: bool) -> tuple[Form, ...]:
    event = rf"(?:自从|自|从)?(?P<event>{_NAME_OF_AN_EVENT if strict else _ANY_NAME})(?:发生|爆发|开始)?"
    late, early = "之后|以后|过后|后", "之前|以前|前"
    step = "次日|翌日|第二天|次年|翌年|第二年|前一[天日夜晚年]|前[日夜]|头一[天夜晚]|后一[天日年]|次月"
    named = partial(event_named, strict=strict)
    at_event = Anchor.EVENT
    follows = of_event(lambda _, name: order(at_event, earlier=False, event=name), named=named)
    precedes = of_event(lambda _, name: order(at_event, earlier=True, event=name), named=named)
    nth = rf"第(?P<nth>{HAN_NUMBER}{{1,9}})个?(?P<nth_unit>天|日|夜|晚|年|月|周|星期)"
    return (
        (
            rf"{event}(?P<side>{late}|{early}),?的?(?:大约|约)?(?:{AMOUNT})?的?{_TAIL}",
            of_event(_beside_event, named=named),
        ),
        (rf"{event}(?P<side>{late}|{early})?,?的?{nth}{_TAIL}", of_event(_nth_of_event, named=named)),
        (rf"{event}(?:{late})?的?(?P<step>{step}){_TAIL}", of_event(_next_to_event, named=named)),
        (rf"{event}的?(?P<when>那一?[天日夜晚年]|当[天日夜晚年]|之[日夜]){_TAIL}", of_event(_at_event, named=named)),
        (
            rf"{event}(?P<when>之时|时|的时候){_TAIL}",
            of_event(_at_event, named=partial(event_named, strict=True)),
        ),
        (rf"{event}(?:(?:{late})?不久(?:{late})?|以来|至今|到现在)", follows),
        (rf"{event}(?:(?:{early})不久|前夕)", precedes),
    )


def _plain(*, strict: bool) -> tuple[Form, ...]:
    earlier = BEFORE_THIS if strict else f"{BEFORE_THIS}|{ONCE}"
    return (
        (rf"(?:{AFTER_THIS})", always(order(Anchor.PREVIOUS, earlier=False))),
        (rf"(?:{earlier})", always(order(Anchor.HERE, earlier=True))),
        (rf"(?:{NO_PLACE})", always(UNKNOWN_TIME)),
        (rf"{DAYPART}+", always(UNKNOWN_TIME)),
    )
