"""Tests of the times that letters and tales give, in Chinese and in English."""

from __future__ import annotations

import pytest

from episodic.model.moments import TimeBasis
from episodic.model.readings import StatementScope
from episodic.search.fact_listing import FactQuery
from episodic.search.story_order import StoryOrder, order_of
from tests.stories.conftest import NewGraph
from tests.stories.lines import Story, Words, quoted
from tests.stories.scenario_stories import LANGUAGES
from tests.stories.story_reading import days, read

pytestmark = pytest.mark.parametrize("language", LANGUAGES)

FOLDED: Words = ("第五十日，吴海折起报纸", "On day 50, Wu folded the paper")
LIN_MET: Words = ("那天夜里，林河见到白安", "That night, Lin met Ben")
BEN_MET: Words = ("白安在客栈见到阿梅", "Ben met Mei at the Inn")
MEI_MET: Words = ("次日阿梅见到林河", "The next day, Mei met Lin")


def _sentence(words: Words) -> Words:
    return (f"{words[0]}。", f"{words[1]}.")


def _report(frame: str) -> Story:
    """On day 50, Wu folds a newspaper, whose report begins with "that night"."""
    return Story(
        (tuple(_sentence(one) for one in (FOLDED, LIN_MET, BEN_MET, MEI_MET)),),
        (
            (("吴海折起报纸", "Wu folded the paper"), [quoted("wu", "folded", value=("报纸", "paper"))]),
            (("林河见到白安", "Lin met Ben"), [quoted("lin", "met", "ben")]),
            (BEN_MET, [quoted("ben", "met", "mei")]),
            (("阿梅见到林河", "Mei met Lin"), [quoted("mei", "met", "lin")]),
        ),
        ((LIN_MET, f"{frame}!"), (BEN_MET, frame), (MEI_MET, frame)),
    )


@pytest.mark.parametrize("frame", ["letter", "tale"])
async def test_that_night_in_a_report_is_not_the_night_of_its_reading(
    new_graph: NewGraph, language: str, frame: str
) -> None:
    """Only what the report has told before gives a time to "that night" and "the next day"."""
    story = await read(new_graph, _report(frame), language)

    first, _, last = await story.facts("met")

    assert [days(one)[0] for one in (first, last)] == [None, None]
    assert first.valid_at is not None
    assert last.valid_at is not None
    assert first.valid_at.counted_from is None
    assert last.valid_at.counted_from is not None
    assert last.valid_at.counted_from.quote == BEN_MET[language == "en"]


async def test_ten_years_ago_at_the_opening_of_a_tale_counts_from_its_telling(
    new_graph: NewGraph, language: str
) -> None:
    told = Story(
        (
            (
                ("第五千日，吴海讲起旧事。", "On day 5000, Wu began his tale."),
                ("十年前，林河见到白安。", "Ten years ago, Lin met Ben."),
            ),
        ),
        (
            (("吴海讲起旧事", "Wu began his tale"), [quoted("wu", "told", value=("旧事", "tale"))]),
            (("林河见到白安", "Lin met Ben"), [quoted("lin", "met", "ben")]),
        ),
        ((("十年前", "Ten years ago"), "tale!"),),
    )
    story = await read(new_graph, told, language)

    (met,) = await story.facts("met")

    first, last = days(met)
    assert first is not None
    assert last is not None
    assert 5000 - 10 * 366 <= first <= last <= 5000 - 10 * 354


async def test_a_letter_told_in_claims_counts_from_no_gesture_of_its_reader(new_graph: NewGraph, language: str) -> None:
    """The letter tells its events as claims of Wu, and Lin enters while Mei reads. "The next day" is not the day after
    his entrance.
    """
    claimed = ("林河见到白安", "Lin met Ben")
    entered = ("阿梅见到林河进来", "Mei met Lin at the door")
    next_day = ("次日白安见到吴海", "The next day, Ben met Wu")
    told = Story(
        (
            (
                ("吴海写了一封信。", "Wu wrote a letter."),
                (f"{claimed[0]}；{entered[0]}。", f"{claimed[1]}; {entered[1]}."),
                _sentence(next_day),
            ),
        ),
        (
            (claimed, [quoted("lin", "met", "ben", scope="claim", holder="wu")]),
            (entered, [quoted("mei", "met", "lin")]),
            (("白安见到吴海", "Ben met Wu"), [quoted("ben", "met", "wu", scope="claim", holder="wu")]),
        ),
        ((claimed, "letter!"), (next_day, "letter")),
    )
    story = await read(new_graph, told, language)

    *_, last = await story.facts("met")

    assert last.valid_at is not None
    assert last.valid_at.counted_from is not None
    assert last.valid_at.counted_from.quote == claimed[language == "en"]


async def test_the_judgement_of_a_newspaper_is_not_before_what_it_reports(new_graph: NewGraph, language: str) -> None:
    """The report opens with what its writer thinks of Lin, and then tells what Lin did."""
    judged, met = ("林河是个好人", "Lin is a good man"), ("林河见到白安", "Lin met Ben")
    told = Story(
        (
            (
                ("吴海读阿梅的信。", "Wu read the letter of Mei."),
                (f"{judged[0]}。{met[0]}。", f"{judged[1]}. {met[1]}."),
                ("吴海笑了。", "Wu laughed."),
            ),
        ),
        (
            (("吴海读阿梅的信", "Wu read the letter"), [quoted("wu", "met", "mei")]),
            (judged, [quoted("lin", "trait", value=("好人", "good man"), scope="belief", holder="mei")]),
            (met, [quoted("lin", "met", "ben", scope="claim", holder="mei")]),
        ),
        ((judged, "letter!"),),
    )
    story = await read(new_graph, told, language)

    (opinion,) = await story.facts("trait")
    met_ben = next(one for one in await story.facts("met") if one.scope is StatementScope.CLAIM)
    chronology = (await story.graph.session.state()).graph.chronology
    assert chronology is not None

    thought, happened = (chronology.position_of(one.uuid) for one in (opinion, met_ben))
    assert chronology.precedes(happened, thought)
    assert not chronology.precedes(thought, happened)


async def test_a_letter_is_written_before_it_is_read(new_graph: NewGraph, language: str) -> None:
    """ "I write this by candlelight" is said when the letter is written, and not in the scene in which Mei reads it."""
    wrote = ("我吴海在烛光下写信", "I, Wu, write this letter by candlelight")
    told = Story(
        (
            (
                ("阿梅打开信，遇见林河。", "Mei opened the letter and met Lin."),
                _sentence(wrote),
            ),
        ),
        (
            (("遇见林河", "met Lin"), [quoted("mei", "met", "lin")]),
            (wrote, [quoted("wu", "created", value=("信", "letter"), scope="claim", holder="wu")]),
        ),
        ((wrote, "letter!"),),
    )
    story = await read(new_graph, told, language)

    (writing,) = (await story.graph.get_facts(FactQuery(predicate="created"))).facts
    (read_now,) = (await story.graph.get_facts(FactQuery(predicate="met"))).facts

    assert writing.fact.said is not None
    assert writing.fact.said.basis is TimeBasis.BEFORE
    words = ("第1章此处之前所写（信）", "written before this point in chapter 1 (letter)")
    assert writing.validity.words == words[language == "en"]
    assert read_now.validity.words == ("第1章", "at chapter 1")[language == "en"]


async def test_the_writing_of_a_letter_is_not_before_what_the_letter_tells(new_graph: NewGraph, language: str) -> None:
    """The letter opens with words about itself. What it tells was before."""
    wrote, met = ("我吴海写下此事", "I, Wu, have set this down"), ("林河见到白安", "Lin met Ben")
    told = Story(
        (
            (
                ("阿梅打开信。", "Mei opened the letter."),
                (f"{wrote[0]}。{met[0]}。", f"{wrote[1]}. {met[1]}."),
                ("阿梅笑了。", "Mei laughed."),
            ),
        ),
        (
            (wrote, [quoted("wu", "created", value=("此事", "this"), scope="claim", holder="wu")]),
            (met, [quoted("lin", "met", "ben", scope="claim", holder="wu")]),
        ),
        ((wrote, "letter!"),),
    )
    story = await read(new_graph, told, language)

    (writing,), (meeting,) = await story.facts("created"), await story.facts("met")

    assert order_of(meeting, writing) is not StoryOrder.AFTER
    chronology = (await story.graph.session.state()).graph.chronology
    assert chronology is not None
    wrote_at, met_at = (chronology.position_of(one.uuid) for one in (writing, meeting))
    assert chronology.precedes(met_at, wrote_at)


async def test_that_night_is_the_night_of_the_day_that_the_text_has_just_recalled(
    new_graph: NewGraph, language: str
) -> None:
    """The day stands in the passage before, and no statement is about the writing of the letter."""
    habit: Words = ("林河住在客栈", "Lin lived at the Inn")
    day: Words = ("第三十日，林河曾打算去京城", "On day 30, Lin had meant to go to Capital")
    night: Words = ("那天夜里，林河见到白安", "That night, Lin met Ben")
    told = Story(
        (
            (
                _sentence(FOLDED),
                ("".join((*(_sentence(habit)[:1]), _sentence(day)[0])), f"{habit[1]}. {day[1]}."),
                _sentence(night),
            ),
        ),
        (
            (("吴海折起报纸", "Wu folded the paper"), [quoted("wu", "folded", value=("报纸", "paper"))]),
            (habit, [quoted("lin", "lives_in", "inn", scope="claim", holder="wu")]),
            (
                ("林河曾打算去京城", "Lin had meant to go"),
                [quoted("lin", "went_to", "capital", scope="plan", holder="lin")],
            ),
            (("林河见到白安", "Lin met Ben"), [quoted("lin", "met", "ben", scope="claim", holder="wu")]),
        ),
        ((habit, "letter!"), (night, "letter")),
    )
    story = await read(new_graph, told, language)

    (met,) = await story.facts("met")

    assert days(met) == (30, 30)


AT_THE_TIME: Words = ("当时", "at the time")


def _spoken(*, first: bool, frame: str = "") -> Story:
    """On day 50, Wu meets Lin, and sits down and writes (*frame*: letter), or says: perhaps, "On day 40 I came to
    Harbor", and "Ben was at the Inn at the time".
    """
    came: Words = ("第四十日我到了海港", "On day 40 I came to Harbor")
    inn: Words = ("当时白安在客栈", "Ben was at the Inn at the time")
    said = [came, inn] if first else [inn]
    words = ("".join(f"{one[0]}。" for one in said), " ".join(f"{one[1]}." for one in said))
    wrote: Words = ("吴海遂修书与林河", "Wu sat down and wrote to Lin")
    arrived = quoted("wu", "arrived_at", "harbor", scope="claim", holder="wu", time=("第四十日", "On day 40"))
    return Story(
        (
            (
                ("第五十日，吴海遇见林河。", "On day 50, Wu met Lin."),
                _sentence(wrote) if frame else ("众人坐下。", "They sat down."),
                (words if frame else (f"吴海道：“{words[0]}”", f'Wu said, "{words[1]}"')),
            ),
        ),
        (
            (("吴海遇见林河", "Wu met Lin"), [quoted("wu", "met", "lin")]),
            *([(wrote, [quoted("wu", "wrote", "lin")])] if frame else []),
            *([(came, [arrived])] if first else []),
            (inn, [quoted("ben", "located_in", "inn", scope="claim", holder="wu", time=AT_THE_TIME)]),
        ),
        ((said[0], f"{frame}!"),) if frame else (),
    )


@pytest.mark.parametrize("frame", ["", "letter"])
@pytest.mark.parametrize("first", [True, False])
async def test_at_the_time_in_speech_is_the_time_spoken_of(
    new_graph: NewGraph, language: str, frame: str, first: bool
) -> None:
    """If the speaker has told of no other time, "at the time" is not known to be the day on which he speaks."""
    story = await read(new_graph, _spoken(first=first, frame=frame), language)

    (inn,) = await story.facts("located_in", subject="ben")

    assert days(inn) == ((40, 40) if first else (None, None))
