"""Stories in which somebody orders, announces or agrees on what is to happen: its time is no moment of the story."""

from __future__ import annotations

import pytest

from tests.stories.conftest import NewGraph
from tests.stories.lines import QuotedStatement, Story, Words, quoted
from tests.stories.scenario_stories import LANGUAGES
from tests.stories.story_reading import days, read

pytestmark = pytest.mark.parametrize("language", LANGUAGES)

ORDER: Words = ("林河下令吴海今夜三更出城", "Lin ordered Wu to leave at midnight")
SPOKEN: Words = ("林河对吴海说：“今夜三更出城。”", "Lin said to Wu: “We leave at midnight.”")
AGREED: Words = ("林河与吴海约于三日后相会", "Lin and Wu agreed to meet in three days")


def _told(sentence: Words, *stated: QuotedStatement, quote: Words | None = None) -> Story:
    """A day on which Lin announces something, and on which Ben meets Mei afterwards."""
    end = "" if sentence[0].endswith("”") else "。"
    return Story(
        (
            (
                (
                    f"第十日，阿梅住在海港。{sentence[0]}{end}白安见到阿梅。",
                    f"On day 10, Mei lived in Harbor. {sentence[1]}{'.' if end else ''} Ben met Mei.",
                ),
            ),
        ),
        (
            (("阿梅住在海港", "Mei lived in Harbor"), [quoted("mei", "lives_in", "harbor")]),
            (quote or sentence, list(stated)),
            (("白安见到阿梅", "Ben met Mei"), [quoted("ben", "met", "mei")]),
        ),
    )


@pytest.mark.parametrize(
    ("sentence", "quote", "time"),
    [
        (ORDER, ORDER, ("今夜三更", "at midnight")),
        (SPOKEN, ("今夜三更出城", "We leave at midnight"), ("今夜三更", "at midnight")),
        (AGREED, AGREED, ("三日后", "in three days")),
    ],
    ids=["ordered", "announced", "agreed"],
)
async def test_the_time_of_what_is_planned_is_not_that_of_the_planning(
    new_graph: NewGraph, language: str, sentence: Words, quote: Words, time: Words
) -> None:
    planning = quoted("lin", "instructed", "wu", time=time, text=quote[language == "en"])
    story = await read(new_graph, _told(sentence, planning, quote=quote), language)

    (told,) = await story.facts("instructed")
    (met,) = await story.facts("met")

    assert days(told) == days(met) == (10, 10)
    for one in (told, met):
        assert one.valid_at is not None
        assert time[language == "en"] not in (one.valid_at.text or "")


async def test_what_is_carried_out_has_the_time_that_was_planned_for_it(new_graph: NewGraph, language: str) -> None:
    """The statement does not tell that Lin resolves to go, but that he goes."""
    sentence: Words = ("林河决定次日去越州，便去了", "Lin resolved to go to York the next day, and went")
    went = quoted(
        "lin",
        "went_to",
        "york",
        time=("次日", "the next day"),
        text=("林河去越州。", "Lin went to York.")[language == "en"],
    )
    story = await read(new_graph, _told(sentence, went), language)

    (journey,) = await story.facts("went_to")

    assert days(journey) == (11, 11)


async def test_a_planned_time_in_speech_is_not_that_of_its_passage(new_graph: NewGraph, language: str) -> None:
    """The reader took the words of the speech for those of the passage."""
    words: Words = ("明日", "To-morrow at noon")
    speech: Words = (
        f"林河说：“{words[0]}我去越州。”白安见到阿梅。",
        f"Lin said: “{words[1]} I go to York.” Ben met Mei.",
    )
    told = Story(
        ((("第十日，吴海见到阿梅。", "On day 10, Wu met Mei."), speech),),
        (
            (("吴海见到阿梅", "Wu met Mei"), [quoted("wu", "met", "mei")]),
            (("白安见到阿梅", "Ben met Mei"), [quoted("ben", "met", "mei")]),
        ),
        times=((speech, words),),
    )
    story = await read(new_graph, told, language)

    first, second = await story.facts("met")

    assert days(first) == (10, 10)
    assert days(second) == (10, None)


async def test_a_day_that_is_agreed_on_is_no_current_moment(new_graph: NewGraph, language: str) -> None:
    sentence: Words = ("林河约于第三十日，与吴海相会", "Lin settled that on day 30, he should meet Wu")
    story = await read(new_graph, _told(sentence), language)

    (met,) = await story.facts("met")

    assert days(met)[0] == 10
