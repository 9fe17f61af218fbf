"""Tests of the order that times of day give to what an account tells."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from episodic.languages.en import ENGLISH
from episodic.languages.registry import codes
from episodic.model.graph import LinePlace, TimelineTurn
from episodic.model.moments import UNKNOWN_TIME, Anchor, ClockTime, TimeExpression, TimeKind
from episodic.model.readings import Placement, StatementScope
from episodic.temporal.calendars.work_calendars import Calendars
from episodic.temporal.chronology.chronology import Certainty, Chronology
from episodic.temporal.chronology.counted_from import lies_before_scene
from episodic.temporal.expressions import read_time
from tests.unit.temporal.story_builder import MET, DayCount, Tale, chronology_of, day, order

CLAIM = StatementScope.CLAIM


def time_of(words: str) -> TimeExpression:
    found = (read_time(words, language=code, calendars=Calendars()) for code in codes())
    return next(one for one in found if one is not None)


def account(*told: str, scope: StatementScope = CLAIM, tale: Tale | None = None) -> Tale:
    """A tale in which one person reports one event for each text of *told*, the words of its time. Words after a bar
    are the whole quote.
    """
    tale = tale or Tale().chapter(1)
    for number, text in enumerate(told):
        words, _, quote = text.partition("|")
        holder = None if scope is StatementScope.WORLD else "Mei"
        tale.say(
            "Wu", MET, str(number), scope=scope, holder=holder, placing=Placement.BACK, time=time_of(words), quote=quote
        )
        said = tale.statements[-1]
        tale.statements[-1] = replace(said, core=replace(said.core, time=words))
    return tale


def orders(tale: Tale) -> str:
    """The order of each two statements in the order of their telling: "<", ">" or "?" for unknown."""
    chronology = chronology_of(tale)
    places = [chronology.line_places(one.uuid) for one in tale.statements]
    return "".join(
        "<" if _precedes(one, other) else ">" if _precedes(other, one) else "?"
        for one, other in combinations(places, 2)
    )


def _precedes(first: tuple[LinePlace, ...], second: tuple[LinePlace, ...]) -> bool:
    """Whether one place of a line is before another, as `order_of` compares them."""
    return any(
        one.line == other.line
        and one.turn is not TimelineTurn.AHEAD
        and other.turn is not TimelineTurn.BACK
        and (one.told < other.told or (one.told == other.told and one.turn is not other.turn))
        for one in first
        for other in second
    )


@pytest.mark.parametrize(
    "told",
    [
        ["at eight twenty", "about midnight"],
        ["at eleven that night", "at two in the morning"],
        ["about midnight", "at two in the morning", "at five in the morning"],
        ["at half past nine in the evening", "towards eleven o'clock", "at 11.30 p.m.", "shortly after midnight"],
        ["at ten past eight", "at eight twenty", "at nine", "about midnight"],
        ["at six in the morning", "at noon", "in the evening", "at midnight"],
        ["yesterday at nine in the morning", "yesterday at three in the afternoon", "this morning"],
        ["that evening at seven", "at twenty past nine", "at ten"],
        ["in the afternoon", "in the evening"],
        ["at dawn", "at noon", "at dusk", "about midnight"],
        ["on Thursday", "on Friday", "by Saturday evening"],
        ["on Thursday at nine", "on Friday at eight in the morning"],
        ["at eight in the evening", "the next morning at ten"],
        ["酉时", "二更", "三更时分", "四更天", "五更"],
        ["清晨", "午时", "黄昏", "二更", "半夜"],
        ["午后", "掌灯时分", "子时"],
        ["下午三点", "晚上八点半", "九点一刻", "凌晨两点"],
        ["卯时", "辰时", "巳时", "午时", "未时", "申时", "酉时", "戌时", "亥时"],
        ["当夜二更", "次日清晨"],
        ["星期四", "星期五晚上"],
    ],
)
def test_an_account_that_goes_forward_is_in_the_order_of_its_times(told: list[str]) -> None:
    tale = account(*told)

    assert set(orders(tale)) == {"<"}


@pytest.mark.parametrize(
    "told",
    [
        # The words name no half of the day, or the second time may be earlier, or of the next day.
        ["at nine", "at two"],
        ["at two", "at nine"],
        ["about midnight", "at eight twenty"],
        ["at nine", "at two in the morning"],
        ["at nine in the evening", "at eight in the morning"],
        ["at nine in the evening", "at seven"],
        ["at ten in the morning", "at nine in the morning"],
        ["about eight", "at ten past eight"],
        ["about midnight", "at twelve o'clock at night"],
        ["in the morning", "at eleven in the forenoon"],
        ["at noon", "some days later"],
        ["at eight in the evening", "a year later, at nine in the evening"],
        ["at eight|I had breakfasted at eight", "at nine in the morning"],
        ["at eight in the morning|He landed at eight", "at nine in the evening|He had left Dover at nine"],
        ["on Friday", "on Thursday"],
        ["on Monday", "on Saturday"],
        ["two days ago at nine in the morning", "on Thursday at ten in the morning"],
        ["every morning", "at midnight"],
        ["this evening at eight", "at once", "at nine in the evening"],
        ["黄昏", "掌灯时分"],
        ["三更", "午后"],
        ["子时", "半夜"],
        ["八点", "两点"],
    ],
)
def test_times_that_do_not_decide_give_no_order(told: list[str]) -> None:
    assert set(orders(account(*told))) == {"?"}


@pytest.mark.parametrize(
    "told",
    [
        ["yesterday at nine in the evening", "yesterday at eight in the morning"],
        ["that day at noon", "that day at ten in the morning"],
        ["this evening at nine", "yesterday at ten in the evening"],
        ["last night at two in the morning", "last night at eleven"],
        ["last night about midnight", "last night at ten"],
        ["昨日酉时", "昨日辰时"],
        ["昨夜三更", "昨夜二更时分"],
        ["今晚九点", "今日午后"],
    ],
)
def test_times_of_a_named_day_are_compared_in_any_order_of_telling(told: list[str]) -> None:
    assert orders(account(*told)) == ">"


def test_an_hour_is_of_the_half_of_the_day_that_its_clause_names() -> None:
    named = account("at eight|After dinner he came at eight", "at eleven in the morning")
    other = account("at eight|He dined in the evening, but came at eight", "at eleven in the morning")

    assert (orders(named), orders(other)) == ("?", "?")
    assert orders(account("at three in the afternoon", "at eight|At breakfast at eight, he came")) == "?"
    assert orders(account("at eleven in the morning", "at eight|After dinner he came at eight")) == "<"


def test_what_the_narration_looks_back_to_is_ordered_in_the_network() -> None:
    tale = account("at eight twenty", "about midnight", scope=StatementScope.WORLD)

    assert order(tale) is Certainty.CERTAIN
    assert order(account("at nine", "at two", scope=StatementScope.WORLD)) is Certainty.UNKNOWN


def test_a_time_in_an_account_does_not_move_the_scene() -> None:
    """Mei says in the evening that Wu came at ten in the morning. What follows is on the evening's day."""
    tale = Tale().chapter(1, day(40)).say("Lin", MET, "gate")
    account("at ten in the morning", "at noon", tale=tale).say("Lin", MET, "door")

    chronology = chronology_of(tale)
    places = [chronology.position_of(one.uuid) for one in tale.statements]
    assert chronology.bounds(places[3])[:2] == (40, 40)
    assert chronology.before(places[0], places[3]) is Certainty.CERTAIN


def test_two_people_and_two_scenes_have_no_common_day() -> None:
    tale = account("at eight in the morning")
    tale.say("Wu", MET, "b", scope=CLAIM, holder="Lin", placing=Placement.BACK, time=time_of("at noon"))
    assert orders(tale) == "?"
    later = account("at noon", tale=account("at eight in the morning").chapter(2))
    assert orders(later) == "?"


def test_a_day_that_words_name_is_the_same_for_two_people_of_one_scene() -> None:
    nine, ten = time_of("yesterday at nine in the evening"), time_of("yesterday at ten in the morning")
    tale = Tale().chapter(1).say("Wu", MET, "a", scope=CLAIM, holder="Mei", placing=Placement.BACK, time=nine)
    tale.say("Wu", MET, "b", scope=CLAIM, holder="Lin", placing=Placement.BACK, time=ten)
    assert orders(tale) == ">"

    later = Tale().chapter(1).say("Wu", MET, "a", scope=CLAIM, holder="Mei", placing=Placement.BACK, time=nine)
    later.chapter(2).say("Wu", MET, "b", scope=CLAIM, holder="Lin", placing=Placement.BACK, time=ten)
    assert orders(later) == "?"


def test_a_chapter_added_later_gives_the_same_as_a_fresh_reading() -> None:
    first = account("at eight twenty", "about midnight", "at nine in the morning")
    known, chapter = len(first.statements), account("at noon", "at dusk", tale=first.chapter(2))
    grown = Chronology.of(first.passages[:1], first.statements[:known], DayCount())
    grown = grown.extended(first.passages[1:], first.statements[known:])
    fresh = chronology_of(chapter)

    for one in chapter.statements:
        assert grown.line_places(one.uuid) == fresh.line_places(one.uuid)


def test_time_words_of_several_statements_count_once() -> None:
    """Both statements of the second quote are on the day after the first one, and the third quote is a day later."""
    tale = account("at eight in the evening", "the next morning at ten")
    tale.say("Wu", MET, "b", scope=CLAIM, holder="Mei", placing=Placement.BACK, same_quote=True)
    repeated, words = tale.statements[1], tale.statements[1].core.time
    tale.statements[2] = replace(
        tale.statements[2], time=repeated.time, core=replace(tale.statements[2].core, time=words)
    )
    account("the next morning", tale=tale)

    assert orders(tale) == "<<<?<<"


def test_a_habit_and_a_denial_have_no_time_of_day() -> None:
    tale = account("at eight in the morning", "at noon")
    habit = tale.statements[1]
    tale.statements[1] = replace(habit, core=replace(habit.core, habit=True))

    assert orders(tale) == "?"


def test_a_weekday_is_counted_from_a_known_day_of_the_speech() -> None:
    """19 October 1878 was a Saturday. Thursday, said of what has happened, is the Thursday before."""
    saturday = TimeExpression(day(1).kind, calendar="gregorian", year=1878, month=10, day=19)
    tale = account("on Thursday", "on Monday", "on Saturday", tale=Tale().chapter(1, saturday))

    chronology = chronology_of(tale, Calendars())
    found = [chronology.bounds(chronology.position_of(one.uuid)) for one in tale.statements]

    labels = [chronology.label(one, ENGLISH) for one in found[:2]]
    assert labels == ["17 October 1878", "14 October 1878"]
    assert found[2].earliest is None


MINUTES = st.integers(0, 1439)


@settings(max_examples=60, deadline=None)
@given(st.lists(MINUTES, min_size=2, max_size=5, unique=True))
def test_exact_times_of_a_named_day_are_ordered_as_their_minutes(minutes: list[int]) -> None:
    """From 5:31 on, a time cannot be of the night after the day that the words name."""
    minutes = [one for one in minutes if one > 330]
    said = [replace(time_of("yesterday"), clock=ClockTime(one, one)) for one in minutes]
    tale = Tale().chapter(1)
    for number, time in enumerate(said):
        tale.say("Wu", MET, str(number), scope=CLAIM, holder="Mei", placing=Placement.BACK, time=time)

    wanted = ["<" if one < other else ">" for one, other in combinations(minutes, 2)]
    assert orders(tale) == "".join(wanted)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(MINUTES, st.booleans()), min_size=2, max_size=6))
def test_an_unnamed_day_never_goes_back(told: list[tuple[int, bool]]) -> None:
    """Whatever the times, an account of unnamed days has no later told event before an earlier told one."""
    tale = Tale().chapter(1)
    for number, (minute, unsure) in enumerate(told):
        clock = ClockTime(minute % 720 if unsure else minute, minute % 720 if unsure else minute, unsure)
        time = replace(UNKNOWN_TIME, clock=clock)
        tale.say("Wu", MET, str(number), scope=CLAIM, holder="Mei", placing=Placement.BACK, time=time)

    assert ">" not in orders(tale)


def test_a_time_of_day_may_be_one_of_the_scene_itself() -> None:
    """A claim that looks back to "eight twenty" may be about a moment of the tale that is being told. A claim that looks
    back without a time is about a time before the tale's scene.
    """
    tale = Tale().chapter(1).say("Wu", MET, "x", scope=CLAIM, holder="Mei", placing=Placement.BACK)
    tale.say("Wu", MET, "z", scope=CLAIM, holder="Mei", placing=Placement.BACK, time=time_of("at eight twenty"))

    assert [lies_before_scene(one, ()) for one in tale.statements] == [True, False]


def test_a_vague_look_back_and_a_date_lie_before_the_scene() -> None:
    """What somebody has "just" done, and a date, an offset or an order that counts from another moment, need not."""
    once = TimeExpression(TimeKind.ORDER, before=True, anchor=Anchor.HERE)
    lately = TimeExpression(TimeKind.OFFSET, low=0, high=1, before=True, anchor=Anchor.HERE)
    told = [
        ("in those years", once),
        ("on the thirtieth", TimeExpression(TimeKind.CALENDAR, day=30)),
        ("当年", once),
        ("刚才", once),
        ("an hour ago", lately),
        ("last night", lately),
        ("昨夜", lately),
        ("before the flood", replace(once, anchor=Anchor.EVENT, name="flood")),
    ]
    tale = Tale().chapter(1)
    for words, time in told:
        tale.say("Wu", MET, words, placing=Placement.BACK, time=time)
    said = [
        replace(one, core=replace(one.core, time=words)) for one, (words, _) in zip(tale.statements, told, strict=True)
    ]

    wanted = [True, True, True, False, False, True, True, False]
    assert [lies_before_scene(one, {"flood"}) for one in said] == wanted


@pytest.mark.parametrize("words", ["in the time of the flood", "洪水时"])
def test_words_for_an_event_that_the_story_has_not_told_lie_before_the_scene(words: str) -> None:
    """Nothing then says that the event belongs to the scene, and `back` means before this scene."""
    time = TimeExpression(TimeKind.OFFSET, low=0, high=0, anchor=Anchor.EVENT, name="flood")
    for told in (False, True):
        tale = Tale().chapter(1)
        tale.say("Wu", MET, "a", event="flood" if told else None)
        tale.say("Wu", MET, "b", scope=CLAIM, holder="Mei", placing=Placement.BACK, time=time)
        looking_back = tale.statements[-1]
        tale.statements[-1] = replace(looking_back, core=replace(looking_back.core, time=words))
        chronology = chronology_of(tale)
        first, back = (chronology.line_places(one.uuid) for one in tale.statements)
        found = [(one.turn, one.told < first[0].told) for one in back if one.line == first[0].line]

        assert found == [(TimelineTurn.BACK, not told)]


def test_a_date_of_the_day_of_the_scene_need_not_lie_before_the_scene() -> None:
    """In a scene of day 10 that has begun with a meeting, somebody tells of day 9, and of day 10."""
    tale = Tale().chapter(1, day(10)).say("Lin", MET, "Mei")
    for number in (9, 10):
        tale.say("Wu", MET, f"on {number}", scope=CLAIM, holder="Mei", placing=Placement.BACK, time=day(number))
    chronology = chronology_of(tale)

    (met,), (before,), (same,) = (chronology.line_places(one.uuid) for one in tale.statements)

    assert before.told < met.told
    assert same.told > met.told
