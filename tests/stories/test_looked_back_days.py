"""Stories whose narration looks back inside a scene: what follows goes on from the scene, in Chinese and in English."""

from __future__ import annotations

import pytest

from episodic.search.story_order import StoryOrder, order_of
from tests.stories.conftest import NewGraph
from tests.stories.lines import Story, Words, quoted
from tests.stories.scenario_stories import LANGUAGES
from tests.stories.story_reading import days, read
from tests.stories.test_told_orders import by_target

pytestmark = pytest.mark.parametrize("language", LANGUAGES)


async def test_the_day_of_a_look_back_dates_nothing_after_it(new_graph: NewGraph, language: str) -> None:
    """The reader has seen that Ben's move is looked back to, although no word of the sentence says so. The meeting after
    it is on the day of the scene.
    """
    told = Story(
        (
            (
                (
                    "第五十日，林河见到阿梅。第三十日，白安已搬到越州。林河见到吴海。",
                    "On day 50, Lin met Mei. On day 30, Ben already moved to York. Lin met Wu.",
                ),
            ),
        ),
        (
            (("林河见到阿梅", "Lin met Mei"), [quoted("lin", "met", "mei", time=("第五十日", "On day 50"))]),
            (
                ("白安已搬到越州", "Ben already moved to York"),
                [quoted("ben", "lives_in", "york", phase="begins", placing="back", time=("第三十日", "On day 30"))],
            ),
            (("林河见到吴海", "Lin met Wu"), [quoted("lin", "met", "wu")]),
        ),
    )
    story = await read(new_graph, told, language)

    (home,) = await story.facts("lives_in")
    _, last = await story.facts("met")

    assert days(home) == (30, 30)
    assert days(last)[0] == 50


async def test_a_death_of_unknown_order_keeps_nothing_possible_for_ever(new_graph: NewGraph, language: str) -> None:
    """Ben's house and his death are both looked back to. Whichever came first, the house is Wu's when Wu buys it."""
    told = Story(
        (
            (("第五十日，老宅是白安的。白安死了。", "On day 50, the house had been Ben's. Ben had died."),),
            (("第六十日，吴海买下老宅。", "On day 60, Wu bought the house."),),
        ),
        (
            (("老宅是白安的", "the house had been Ben's"), [quoted("ben", "holds", "house", placing="back")]),
            (("白安死了", "Ben had died"), [quoted("ben", "dead", phase="begins", placing="back")]),
            (
                ("吴海买下老宅", "Wu bought the house"),
                [quoted("wu", "holds", "house", phase="begins", time=("第六十日", "On day 60"))],
            ),
        ),
    )
    story = await read(new_graph, told, language)

    assert await story.at(70, "holds") == {"wu house": "holds"}
    assert await story.at("ch2", "holds") == {"wu house": "holds"}


async def test_since_a_day_is_no_current_moment(new_graph: NewGraph, language: str) -> None:
    """Ben has lived in York since 20 March and still does on 19 April. The next scene is three days after that."""
    told = Story(
        (
            (("1840年3月5日，白安住在里城。", "On 5 March 1840, Ben lived in Leeds."),),
            (
                (
                    "1840年4月19日，林河见到阿梅。自1840年3月20日起，白安一直住在越州。",
                    "On 19 April 1840, Lin met Mei. Ben had been living in York since 20 March 1840.",
                ),
                ("三天后，林河见到白安。", "Three days later, Lin met Ben."),
            ),
        ),
        (
            (
                ("白安住在里城", "Ben lived in Leeds"),
                [quoted("ben", "lives_in", "leeds", time=("1840年3月5日", "On 5 March 1840"))],
            ),
            (
                ("林河见到阿梅", "Lin met Mei"),
                [quoted("lin", "met", "mei", time=("1840年4月19日", "On 19 April 1840"))],
            ),
            (
                ("白安一直住在越州", "Ben had been living in York"),
                [quoted("ben", "lives_in", "york", time=("自1840年3月20日起", "since 20 March 1840"))],
            ),
            (("林河见到白安", "Lin met Ben"), [quoted("lin", "met", "ben", time=("三天后", "Three days later"))]),
        ),
    )
    story = await read(new_graph, told, language)

    leeds, york = await story.facts("lives_in")
    _, last = await story.facts("met")

    began, met = days(york)[0], days(last)[0]
    assert began is not None
    assert met is not None
    assert (days(york), days(last)) == ((began, began), (met, met))
    assert met - began == 33
    assert leeds.ended_by == (york.uuid,)
    assert len(york.evidence) == 1
    assert await story.at("ch2", "lives_in") == {"ben york": "holds"}


async def test_an_end_that_is_told_again_ends_nothing_anew(new_graph: NewGraph, language: str) -> None:
    """The text looks back to the divorce that it has narrated: nothing is in doubt before it."""
    told = Story(
        (
            (("第十日，白安与阿梅成亲。", "On day 10, Ben married Mei."),),
            (("第二十日，林河见到吴海。", "On day 20, Lin met Wu."),),
            (("第三十日，白安与阿梅和离。", "On day 30, Ben was divorced from Mei."),),
            (("第四十日，白安已与阿梅和离。", "On day 40, Ben had been divorced from Mei."),),
        ),
        (
            (
                ("白安与阿梅成亲", "Ben married Mei"),
                [quoted("ben", "married_to", "mei", phase="begins", time=("第十日", "On day 10"))],
            ),
            (("林河见到吴海", "Lin met Wu"), [quoted("lin", "met", "wu", time=("第二十日", "On day 20"))]),
            (
                ("白安与阿梅和离", "Ben was divorced from Mei"),
                [quoted("ben", "married_to", "mei", phase="ends", time=("第三十日", "On day 30"))],
            ),
            (
                ("白安已与阿梅和离", "Ben had been divorced from Mei"),
                [quoted("ben", "married_to", "mei", phase="ends", placing="back")],
            ),
        ),
    )
    story = await read(new_graph, told, language)

    (marriage,) = await story.facts("married_to")

    assert len(marriage.ends) == 2
    assert list((await story.at("ch2", "married_to")).values()) == ["holds"]
    assert list((await story.at(25, "married_to")).values()) == ["holds"]
    assert await story.at("ch3", "married_to") == {}


@pytest.mark.parametrize(
    ("words", "day"), [(("前一天", "the day before"), None), (("昨日", "yesterday"), 19)], ids=["before", "yesterday"]
)
async def test_the_day_before_in_speech_counts_from_what_the_speaker_told(
    new_graph: NewGraph, language: str, words: Words, day: int | None
) -> None:
    """Of the day before his own words, a speaker says "yesterday"."""
    given = (f"白安{words[0]}还把断剑给了我", f"Ben gave me the sword only {words[1]}")
    gift = quoted("ben", "gave", "sword", scope="claim", holder="wu", recipients=["wu"], placing="back", time=words)
    told = Story(
        (
            (
                ("第二十日，林河见到吴海。", "On day 20, Lin met Wu."),
                (f"“{given[0]}。”吴海说。", f"“{given[1]}.” Wu said."),
            ),
        ),
        (
            (("林河见到吴海", "Lin met Wu"), [quoted("lin", "met", "wu", time=("第二十日", "On day 20"))]),
            (given, [gift]),
        ),
    )
    story = await read(new_graph, told, language)

    (fact,) = await story.facts("gave")

    assert days(fact)[0] == day
    assert fact.valid_at is None or day is not None or fact.valid_at.counted_from is None


@pytest.mark.parametrize("dated", [True, False])
async def test_a_named_event_of_last_night_was_before_the_whole_scene(
    new_graph: NewGraph, language: str, dated: bool
) -> None:
    """Without such words, a named event may have happened in the scene itself."""
    words = ("昨夜", "last night") if dated else ("", "")
    won = (f"吴海{words[0]}攻下海港", f"Wu had taken Harbor {words[1]}".strip())
    # So long a paragraph has several passages, which belong to one scene.
    long = ("海风吹过屋顶。" * 100, "The wind blew over the roofs. " * 100)
    text = (f"林河见到阿梅。{long[0]}林河见到白安。{won[0]}。", f"Lin met Mei. {long[1]}Lin met Ben. {won[1]}.")
    told = Story(
        ((text,),),
        (
            (("林河见到阿梅", "Lin met Mei"), [quoted("lin", "met", "mei")]),
            (("林河见到白安", "Lin met Ben"), [quoted("lin", "met", "ben")]),
            (
                won,
                [
                    quoted(
                        "wu",
                        "captured",
                        "harbor",
                        placing="back",
                        time=words,
                        event=("海港之战", "the fight for Harbor"),
                    )
                ],
            ),
        ),
    )

    facts = await by_target(await read(new_graph, told, language))

    expected = StoryOrder.BEFORE if dated else StoryOrder.UNKNOWN
    assert order_of(facts["harbor"], facts["mei"]) is expected
    assert order_of(facts["harbor"], facts["ben"]) is StoryOrder.BEFORE
