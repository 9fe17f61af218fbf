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
from episodic.temporal.llm_time_expressions import TimeForm, TimesReply
from episodic.temporal.questions import WhenQuestion

TIDES = CalendarDefinition("Tide Count", (Era("Long Ebb"),), (Month("Thaw", 30), Month("Frost", 30)))
SETTINGS = WorkSettings(calendars=(TIDES,))


async def read(
    form: TimeForm,
    words: str,
    sentence: str = "",
    *,
    settings: WorkSettings = SETTINGS,
    language: Language = ENGLISH,
) -> TimeExpression:
    """Return the validated answer if the model answers the question about *words* with *form*."""
    judge = LLMTemporalJudge(ScriptedModel(lambda _: TimesReply(times=[form])), settings=settings)
    answers = await judge.when([WhenQuestion(language, words, sentence or words)], language=language)
    return answers[0].expression


async def test_a_date_of_the_works_calendar() -> None:
    """Calendar and era come from the caller. The date has no parts that the words leave out."""
    form = TimeForm(n=1, kind="calendar", calendar="tide count", era="the Long Ebb", year=12, month=2)

    found = await read(form, "in Frost of the twelfth year", settings=SETTINGS)

    assert found == TimeExpression(TimeKind.CALENDAR, calendar="Tide Count", era="Long Ebb", year=12, month=2)


async def test_an_era_names_its_calendar() -> None:
    """The words of a text seldom name the calendar."""
    form = TimeForm(n=1, kind="calendar", era="Long Ebb", year=12)

    found = await read(form, "Year 12 of the Long Ebb")

    assert found == TimeExpression(TimeKind.CALENDAR, calendar="Tide Count", era="Long Ebb", year=12)


async def test_a_date_before_christ() -> None:
    """The years of the real calendar count backwards before Christ."""
    form = TimeForm(n=1, kind="calendar", calendar="gregorian", era="BC", year=44)

    assert await read(form, "44 BC") == TimeExpression(TimeKind.CALENDAR, calendar="gregorian", era="BC", year=44)


async def test_a_bare_count_of_days() -> None:
    """ "Day 103" is only a day."""
    form = TimeForm(n=1, kind="calendar", calendar="day", day=103, year=1)

    assert await read(form, "on day 103") == TimeExpression(TimeKind.CALENDAR, calendar="day", day=103)


async def test_a_year_without_a_number_in_the_words_is_a_guess() -> None:
    """The text does not say which spring is meant."""
    form = TimeForm(n=1, kind="calendar", calendar="gregorian", year=1804, season=1)

    assert await read(form, "that spring") == UNKNOWN_TIME


async def test_a_calendar_that_the_work_does_not_have_is_not_believed() -> None:
    """The date has no calendar."""
    form = TimeForm(n=1, kind="calendar", calendar="Shire Reckoning", era="Third Age", year=12)

    found = await read(form, "in the year 12")

    assert found == TimeExpression(TimeKind.CALENDAR, year=12)


async def test_an_era_stands_in_the_words() -> None:
    """A reign that no calendar lists is accepted if the text names it."""
    form = TimeForm(n=1, kind="calendar", era="嘉和", year=9)

    found = await read(form, "嘉和九年", language=CHINESE)

    assert (found.era, found.year) == ("嘉和", 9)


async def test_an_exact_offset() -> None:
    """三日后 is three days after the moment before."""
    form = TimeForm(n=1, kind="offset", low=3, high=3, unit="day", anchor="previous")

    found = await read(form, "三日后", language=CHINESE)

    assert found == TimeExpression(TimeKind.OFFSET, low=3, high=3, unit="day", anchor=Anchor.PREVIOUS)


async def test_an_open_offset_before_the_moment_it_stands_in() -> None:
    """ "Years ago" is at least two years, without an upper bound."""
    form = TimeForm(n=1, kind="offset", low=2, high=-1, unit="year", before=True, anchor="here")

    found = await read(form, "some years ago")

    assert found == TimeExpression(TimeKind.OFFSET, low=2, high=None, unit="year", before=True, anchor=Anchor.HERE)


async def test_an_offset_from_a_named_event_has_the_events_key() -> None:
    """An event has the same key wherever the text names it."""
    form = TimeForm(n=1, kind="offset", low=2, high=2, unit="day", anchor="event", name="the flood")

    found = await read(form, "two days after the flood")

    assert found.name == event_key("the flood")


async def test_what_the_words_do_not_bear_out_says_nothing() -> None:
    """The replies have an event without a name, an unknown anchor or unit, impossible bounds, or the number of another
    question.
    """
    for form in [
        TimeForm(n=1, kind="offset", low=2, high=2, unit="day", anchor="event", name="the war"),
        TimeForm(n=1, kind="offset", low=2, high=2, unit="day", anchor="event"),
        TimeForm(n=1, kind="offset", low=2, high=2, unit="day"),
        TimeForm(n=1, kind="offset", low=2, high=2, unit="moon", anchor="previous"),
        TimeForm(n=1, kind="offset", low=5, high=2, unit="day", anchor="previous"),
        TimeForm(n=1, kind="offset", low=1, high=0, unit="day", anchor="previous"),
        TimeForm(n=1, kind="offset", low=1, high=10**12, unit="day", anchor="previous"),
        TimeForm(n=1, kind="calendar", year=10**12),
        TimeForm(n=1, kind="calendar", year=12, month=-1),
        TimeForm(n=1, kind="calendar", year=12, season=5),
        TimeForm(n=1, kind="calendar"),
        TimeForm(n=1, kind="offset", low=1, high=1, unit="day", anchor="reference"),
        TimeForm(n=1, kind="sometime"),
        TimeForm(n=1, kind="unknown", year=12),
        TimeForm(n=2, kind="calendar", year=12),
    ]:
        assert await read(form, "two days after the flood in the year 12") == UNKNOWN_TIME, form


async def test_an_offset_without_bounds_is_an_order() -> None:
    """ "Long after" is an order without a distance."""
    form = TimeForm(n=1, kind="offset", anchor="event", name="the flood")

    found = await read(form, "long after the flood")

    assert found == TimeExpression(TimeKind.ORDER, anchor=Anchor.EVENT, name=event_key("the flood"))


async def test_an_order_before_the_time_told_before() -> None:
    """An order can only be before or after."""
    form = TimeForm(n=1, kind="order", before=True, anchor="previous", low=3, unit="year")

    assert await read(form, "before that") == TimeExpression(TimeKind.ORDER, before=True, anchor=Anchor.PREVIOUS)


async def test_an_offset_from_another_date_carries_that_date() -> None:
    """An example is "two days after the third of Frost"."""
    form = TimeForm(n=1, kind="offset", low=2, high=2, anchor="reference", calendar="Tide Count", month=2, day=3)

    found = await read(form, "two days after the third of Frost")

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
    model = ScriptedModel(lambda _: TimesReply(times=[TimeForm(n=1, kind="order", anchor="previous")]))
    questions = [WhenQuestion(ENGLISH, f"after {n}", "x") for n in range(21)]

    answers = await LLMTemporalJudge(model).when(questions, language=ENGLISH)

    assert len(model.asked) == 2
    assert [number for number, one in enumerate(answers) if one.expression.stated] == [0, 20]
