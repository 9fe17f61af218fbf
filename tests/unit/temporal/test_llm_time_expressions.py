"""Tests of the validation of LLM replies about time expressions."""

from __future__ import annotations

from episodic.languages.en import ENGLISH
from episodic.languages.zh import CHINESE
from episodic.llm.scripted import ScriptedModel
from episodic.model.episodes import Language
from episodic.model.moments import UNKNOWN_TIME, Anchor, TimeExpression, TimeKind
from episodic.model.settings import CalendarDefinition, Era, Month, WorkSettings
from episodic.temporal.expressions.events import event_key
from episodic.temporal.llm_judge import LLMTemporalJudge
from episodic.temporal.llm_time_expressions import TimesReply
from episodic.temporal.questions import WhenQuestion, question_of

TIDES = CalendarDefinition("Tide Count", (Era("Long Ebb"),), (Month("Thaw", 30), Month("Frost", 30)))
SETTINGS = WorkSettings(calendars=(TIDES,))


async def read(
    row: str,
    words: str,
    sentence: str = "",
    *,
    settings: WorkSettings = SETTINGS,
    language: Language = ENGLISH,
) -> TimeExpression:
    """Return the time expression that is accepted if the model answers the question about *words* with *row*."""
    judge = LLMTemporalJudge(ScriptedModel(lambda _: TimesReply(times=[row])), settings=settings)
    answers = await judge.when([WhenQuestion(language, words, sentence or words)], language=language)
    return answers[0].expression


async def test_a_date_of_the_works_calendar() -> None:
    """Calendar and era are those of the work. Parts of the date that the words leave out stay empty."""
    row = "1|date|y:12|m:2|calendar:tide count|era:the Long Ebb"

    found = await read(row, "in Frost of the twelfth year", settings=SETTINGS)

    assert found == TimeExpression(TimeKind.CALENDAR, calendar="Tide Count", era="Long Ebb", year=12, month=2)


async def test_an_era_names_its_calendar() -> None:
    """The words seldom name the calendar itself."""
    row = "1|date|y:12|era:Long Ebb"

    found = await read(row, "Year 12 of the Long Ebb")

    assert found == TimeExpression(TimeKind.CALENDAR, calendar="Tide Count", era="Long Ebb", year=12)


async def test_a_date_before_christ() -> None:
    """The real world's calendar counts backwards by its era."""
    row = "1|date|calendar:gregorian|era:BC|y:44"

    assert await read(row, "44 BC") == TimeExpression(TimeKind.CALENDAR, calendar="gregorian", era="BC", year=44)


async def test_a_bare_count_of_days() -> None:
    """ "Day 103" is a day and nothing else."""
    row = "1|date|calendar:day|d:103|y:1"

    assert await read(row, "on day 103") == TimeExpression(TimeKind.CALENDAR, calendar="day", day=103)


async def test_a_year_without_a_number_in_the_words_is_a_guess() -> None:
    """The text does not say which spring."""
    row = "1|date|calendar:gregorian|y:1804|s:1"

    assert await read(row, "that spring") == UNKNOWN_TIME


async def test_a_calendar_that_the_work_does_not_have_is_not_believed() -> None:
    """The date is kept without a calendar."""
    row = "1|date|calendar:Shire Reckoning|era:Third Age|y:12"

    found = await read(row, "in the year 12")

    assert found == TimeExpression(TimeKind.CALENDAR, year=12)


async def test_an_era_stands_in_the_words() -> None:
    """A reign that no calendar lists is kept if the text names it."""
    row = "1｜date｜era：嘉和｜y：9"

    found = await read(row, "嘉和九年", language=CHINESE)

    assert (found.era, found.year) == ("嘉和", 9)


async def test_an_exact_offset() -> None:
    """三日后 is three days after what was told before."""
    row = "1|after|previous|3 day"

    found = await read(row, "三日后", language=CHINESE)

    assert found == TimeExpression(TimeKind.OFFSET, low=3, high=3, unit="day", anchor=Anchor.PREVIOUS)


async def test_an_open_offset_before_the_moment_it_stands_in() -> None:
    """ "Years ago" means at least two years, without an upper bound."""
    row = "1|before|here|2.. year"

    found = await read(row, "some years ago")

    assert found == TimeExpression(TimeKind.OFFSET, low=2, high=None, unit="year", before=True, anchor=Anchor.HERE)


async def test_an_offset_from_a_named_event_has_the_events_key() -> None:
    """An event has the same key wherever it is named."""
    row = "1|after|event:the flood|2 day"

    found = await read(row, "two days after the flood")

    assert found.name == event_key("the flood")


async def test_what_the_words_do_not_bear_out_says_nothing() -> None:
    """The rows have an unnamed event, an unknown anchor or unit, impossible bounds, or another question's number."""
    for row in [
        "1|after|event:the war|2 day",
        "1|after|event:|2 day",
        "1|after|event|2 day",
        "1|after|2 day",
        "1|after|previous|2 moon",
        "1|after|previous|5..2 day",
        "1|after|previous|1..0 day",
        "1|after|previous|1..1000000000000 day",
        "1|date|y:1000000000000",
        "1|date|y:12|m:-1",
        "1|date|y:12|s:5",
        "1|date|y:twelve",
        "1|date",
        "1|sometime",
        "1|sometime|y:12",
        "1",
        "2|date|y:12",
        "date|y:12",
    ]:
        assert await read(row, "two days after the flood in the year 12") == UNKNOWN_TIME, row


async def test_an_offset_without_bounds_is_an_order() -> None:
    """ "Long after" is only after."""
    row = "1|after|event:the flood"

    found = await read(row, "long after the flood")

    assert found == TimeExpression(TimeKind.ORDER, anchor=Anchor.EVENT, name=event_key("the flood"))


async def test_an_order_before_the_time_told_before() -> None:
    """The words say only that the moment is before or after."""
    row = "1|before|previous"

    assert await read(row, "before that") == TimeExpression(TimeKind.ORDER, before=True, anchor=Anchor.PREVIOUS)


async def test_an_offset_from_another_date_carries_that_date() -> None:
    """The example is two days after the third of Frost."""
    row = "1|after|2 day|calendar:Tide Count|m:2|d:3"

    found = await read(row, "two days after the third of Frost")

    assert (found.kind, found.low, found.anchor) == (TimeKind.OFFSET, 2, Anchor.REFERENCE)
    assert (found.calendar, found.month, found.day) == ("Tide Count", 2, 3)


async def test_the_works_calendars_are_shown_with_their_months_numbered() -> None:
    """The reply needs the number of a month, not its name."""
    model = ScriptedModel(lambda _: TimesReply(times=[]))

    await LLMTemporalJudge(model, settings=SETTINGS).when(
        [WhenQuestion(ENGLISH, "in Frost", "It was in Frost.")], language=ENGLISH
    )

    assert "calendar Tide Count; eras Long Ebb; months 1 Thaw, 2 Frost" in model.asked[0].messages().user


async def test_more_than_twenty_words_make_another_prompt() -> None:
    """Each prompt numbers its own questions."""
    model = ScriptedModel(lambda _: TimesReply(times=["1|after|previous"]))
    questions = [WhenQuestion(ENGLISH, f"after {n}", "x") for n in range(21)]

    answers = await LLMTemporalJudge(model).when(questions, language=ENGLISH)

    assert len(model.asked) == 2
    assert [number for number, one in enumerate(answers) if one.expression.stated] == [0, 20]


async def test_an_invalid_row_loses_no_other_row() -> None:
    """Each row is read on its own."""
    model = ScriptedModel(lambda _: TimesReply(times=["1|after|previous|2 moons", "x", "2|after|previous|2 day"]))
    questions = [WhenQuestion(ENGLISH, words, words) for words in ("two moons later", "two days later")]

    answers = await LLMTemporalJudge(model).when(questions, language=ENGLISH)

    assert [one.expression.stated for one in answers] == [False, True]


async def test_simultaneity_with_an_event_is_an_offset_of_zero() -> None:
    """ "When the mistress was married" is the moment of the wedding."""
    found = await read("1|at|event:the mistress was married", "when the mistress was married")

    name = event_key("the mistress was married")
    assert found == TimeExpression(TimeKind.OFFSET, low=0, high=0, anchor=Anchor.EVENT, name=name)


async def test_then_is_the_moment_of_the_look_back() -> None:
    """彼时 counts from what was just recalled."""
    found = await read("1|at|recalled", "彼时", language=CHINESE)

    assert found == TimeExpression(TimeKind.OFFSET, low=0, high=0, anchor=Anchor.RECALLED)


async def test_the_parts_of_a_row_may_have_any_order() -> None:
    """The parts show what they are."""
    rows = ["1|after|previous|3..5 day", "1|offset|3..5 days|after|previous", "1|previous|3-5 day|after"]

    found = [await read(row, "a few days later") for row in rows]

    assert found == [TimeExpression(TimeKind.OFFSET, low=3, high=5, anchor=Anchor.PREVIOUS)] * 3


async def test_an_amount_with_an_open_beginning_has_no_lower_bound() -> None:
    """ "Within a week" may be at once."""
    found = await read("1|after|previous|..1 week", "within a week")

    assert found == TimeExpression(TimeKind.OFFSET, high=1, unit="week", anchor=Anchor.PREVIOUS)


async def test_events_are_listed_before_the_first_question_of_each_chapter() -> None:
    """The numbers of events begin anew for each chapter, and an answer can give a listed event by name."""
    rows = ["1|before|event:2", "2|at|event:1", "3|at|event:the Death of Ann", "4|at|event:1"]
    model = ScriptedModel(lambda _: TimesReply(times=rows))
    first, second = ("the fire", "Bo's trial"), ("the death of Ann",)
    questions = [WhenQuestion(ENGLISH, words, words, events=first) for words in ("ere that", "on the fatal day")]
    questions += [WhenQuestion(ENGLISH, words, words, events=second) for words in ("at the end", "then")]
    questions.append(WhenQuestion(ENGLISH, "then", "then", events=()))

    answers = await LLMTemporalJudge(model).when(questions, language=ENGLISH)

    shown = model.asked[0].messages().user
    assert "Events: 1 the fire; 2 Bo's trial\n1. ere that" in shown
    assert "\nEvents: 1 the death of Ann\n3. at the end" in shown
    names = [event_key(one) for one in ("Bo's trial", "the fire", "the death of Ann", "the death of Ann")]
    assert [one.expression.name for one in answers] == [*names, None]


def test_a_question_without_events_has_the_id_that_older_versions_gave_it() -> None:
    """Stored answers of older versions stay valid."""
    question = WhenQuestion(ENGLISH, "once", "She was rich once.", events=("the fire",))

    old = question_of(question.without_events(), "chapter")

    assert "events" not in old.payload
    assert old.uuid == question_of(WhenQuestion(ENGLISH, "once", "She was rich once."), "chapter").uuid
    assert old.uuid != question_of(WhenQuestion(ENGLISH, "once", "She was rich once.", events=()), "chapter").uuid
