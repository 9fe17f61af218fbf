"""Tests of how far time words and places reach in what is shown of a fact, in Chinese and in English."""

from __future__ import annotations

import pytest

from episodic.model.graph import TimelineTurn
from episodic.search.fact_listing import FactQuery
from episodic.search.scope import Scope
from episodic.search.timeline_sections import TimelineSectionKind
from tests.stories.conftest import NewGraph
from tests.stories.lines import Story, Words, quoted
from tests.stories.scenario_stories import LANGUAGES
from tests.stories.story_reading import read
from tests.stories.test_shown_times import views

pytestmark = pytest.mark.parametrize("language", LANGUAGES)


@pytest.mark.parametrize(
    ("opening", "reaches"),
    [
        (("第二天", "The next day"), 2),
        (("当夜二更", "That night at ten o’clock"), 1),
        (("当夜", "That night"), 2),
        (("当夜，直到天明", "That night, until daybreak,"), 1),
    ],
)
async def test_time_words_are_shown_for_what_their_sentences_tell(
    new_graph: NewGraph, language: str, opening: Words, reaches: int
) -> None:
    """A day goes on in the next sentence, and an hour does not, nor does a night whose end is told. What is told after
    that may be later, so that no words are shown for it.
    """
    story = Story(
        (
            (("林河到了海港。", "Lin came to Harbor."),),
            (
                (
                    f"{opening[0]}，林河见到吴海。林河买了断剑。众人散了。林河去了京城。",
                    f"{opening[1]} Lin met Wu. Lin bought the sword. They parted. Lin went to Capital.",
                ),
            ),
        ),
        (
            (("林河到了海港", "Lin came to Harbor"), [quoted("lin", "arrived_at", "harbor")]),
            (("林河见到吴海", "Lin met Wu"), [quoted("lin", "met", "wu")]),
            (("林河买了断剑", "Lin bought the sword"), [quoted("lin", "bought", "sword")]),
            (("林河去了京城", "Lin went to Capital"), [quoted("lin", "went_to", "capital")]),
        ),
    )

    told = await read(new_graph, story, language)

    shown = [(await told.facts(one))[0].valid_at for one in ("met", "bought", "went_to")]
    words = opening[language == "en"].split("，")[0].split(",")[0]
    assert [None if one is None else one.text for one in shown] == [words] * reaches + [None] * (3 - reaches)


async def test_where_somebody_is_is_shown_for_the_moment_only(new_graph: NewGraph, language: str) -> None:
    """The text says neither that Lin stays in the inn, nor since when he has been there. A home is shown as lasting."""
    story = Story(
        ((("林河在客栈，住在海港。林河到了京城。", "Lin was at the Inn, and lived in Harbor. Lin came to Capital."),),),
        (
            (("林河在客栈", "Lin was at the Inn"), [quoted("lin", "located_in", "inn")]),
            (("住在海港", "lived in Harbor"), [quoted("lin", "lives_in", "harbor")]),
            (("林河到了京城", "Lin came to Capital"), [quoted("lin", "arrived_at", "capital")]),
        ),
    )
    told = await read(new_graph, story, language)

    page = await told.graph.get_facts(scope=Scope(include_ended=True))

    shown = {(one.fact.predicate, one.fact.derived): one.validity.words for one in page.one_by_one}
    chapter, by = (("第1章", "第1章时如此"), ("at chapter 1", "by chapter 1"))[language == "en"]
    assert shown["located_in", False] == shown["located_in", True] == chapter
    assert shown["lives_in", False] == by


async def test_a_stay_that_lasts_into_a_later_chapter_is_shown_with_its_end(new_graph: NewGraph, language: str) -> None:
    story = Story(
        ((("林河在客栈。", "Lin was at the Inn."),), (("林河离开了客栈。", "Lin left the Inn."),)),
        (
            (("林河在客栈", "Lin was at the Inn"), [quoted("lin", "located_in", "inn")]),
            (("林河离开了客栈", "Lin left the Inn"), [quoted("lin", "left", "inn")]),
        ),
    )
    told = await read(new_graph, story, language)

    page = await told.graph.get_facts(scope=Scope(include_ended=True))

    (words,) = [one.validity.words for one in page.facts if one.fact.predicate == "located_in"]
    assert words == ("第1章时如此，至第2章止", "by chapter 1, until chapter 2")[language == "en"]


async def test_what_somebody_reports_as_happened_lies_before_his_words(new_graph: NewGraph, language: str) -> None:
    """The reader did not mark the event as past. A state of which somebody speaks began before his words, too."""
    met, lives = ("我见到白安", "I met Ben"), ("我住在海港", "I live in Harbor")
    story = Story(
        (
            (
                ("林河见到阿梅。", "Lin met Mei."),
                (f"吴海说：“{met[0]}。{lives[0]}。”", f"Wu said: “{met[1]}. {lives[1]}.”"),
            ),
        ),
        (
            (("林河见到阿梅", "Lin met Mei"), [quoted("lin", "met", "mei")]),
            (met, [quoted("wu", "met", "ben", scope="claim", holder="wu")]),
            (lives, [quoted("wu", "lives_in", "harbor", scope="claim", holder="wu")]),
        ),
    )
    found = await read(new_graph, story, language)

    (_, reported), (home,) = await views(found.graph, "met"), await views(found.graph, "lives_in")

    assert [one.turn for one in reported.fact.places] == [TimelineTurn.BACK]
    assert reported.validity.words == ("第1章所说", "said in chapter 1")[language == "en"]
    assert [one.turn for one in home.fact.places] == [TimelineTurn.BACK]
    assert [one.turn for one in (*reported.fact.said_places, *home.fact.said_places)] == [TimelineTurn.ON] * 2


async def test_the_day_before_yesterday_in_speech_counts_from_the_speaking(new_graph: NewGraph, language: str) -> None:
    """What people said in an earlier time was said then, and not where the narration reports it."""
    rode: Words = ("林河上了船", "Lin went on board")
    found: Words = ("前天白安见到断剑", "the day before yesterday Ben saw the sword")
    rumour: Words = ("从前人说吴海是好人", "people used to say that Wu was good")
    told = Story(
        (
            (
                (f"{rode[0]}。", f"{rode[1]}."),
                (f"阿梅说：“{found[0]}。”{rumour[0]}。", f"Mei said: “{found[1]}.” {rumour[1]}."),
            ),
        ),
        (
            (rode, [quoted("lin", "boarded", value=("船", "ship"))]),
            (
                found,
                [
                    quoted(
                        "ben",
                        "saw",
                        "sword",
                        scope="claim",
                        holder="mei",
                        placing="back",
                        time=("前天", "the day before yesterday"),
                    )
                ],
            ),
            (rumour, [quoted("wu", "character", value=("好", "good"), scope="claim", placing="back")]),
        ),
    )
    graph = (await read(new_graph, told, language)).graph

    (saw,), (good,) = [(await graph.get_facts(FactQuery(predicate=one))).facts for one in ("saw", "character")]

    assert saw.validity.valid_at is not None
    assert saw.validity.valid_at.counted_from is not None
    assert saw.validity.valid_at.counted_from.quote == rode[language == "en"]
    assert good.validity.words == ("有人这样说", "as somebody said")[language == "en"]


async def test_an_hour_of_a_later_sentence_is_not_counted_from_the_day_before(
    new_graph: NewGraph, language: str
) -> None:
    """Nine days pass, and the text goes on to the evening. The evening is not shown as that of the day before."""
    dusk: Words = ("傍晚", "At dusk")
    story = Story(
        (
            (("林河到了海港。", "Lin came to Harbor."),),
            (
                (
                    "又过了九日，林河见到吴海。众人忙碌。众人散了。傍晚林河去了京城。",
                    "Nine days later Lin met Wu. They were busy. They parted. At dusk Lin went to Capital.",
                ),
            ),
        ),
        (
            (("林河到了海港", "Lin came to Harbor"), [quoted("lin", "arrived_at", "harbor")]),
            (("林河见到吴海", "Lin met Wu"), [quoted("lin", "met", "wu")]),
            (("傍晚林河去了京城", "At dusk Lin went to Capital"), [quoted("lin", "went_to", "capital", time=dusk)]),
        ),
    )

    told = await read(new_graph, story, language)

    (met,), (went,) = await told.facts("met"), await told.facts("went_to")
    assert met.valid_at is not None
    assert went.valid_at is not None
    assert met.valid_at.counted_from is not None
    assert (went.valid_at.text, went.valid_at.counted_from) == (dusk[language == "en"], None)


DATED = Story(
    (
        (
            ("林河到了海港。", "Lin came to Harbor."),
            ("阿梅道：“白安在草屋。”", "Mei said, 'Ben is in Hut.'"),
            ("阿梅想：“吴海刚才去了客栈。”", "Mei thought, 'Wu has just gone to the Inn.'"),
            ("1805年5月，林河死了。", "In May 1805 Lin died."),
        ),
    ),
    (
        (("林河到了海港", "Lin came to Harbor"), [quoted("lin", "arrived_at", "harbor")]),
        (("白安在草屋", "Ben is in Hut"), [quoted("ben", "located_in", "hut", scope="claim", holder="mei")]),
        (
            ("吴海刚才去了客栈", "Wu has just gone to the Inn"),
            [quoted("wu", "went_to", "inn", scope="belief", holder="mei", placing="earlier")],
        ),
        (("林河死了", "Lin died"), [quoted("lin", "dead", phase="begins", time=("1805年5月", "In May 1805"))]),
    ),
)


async def test_what_is_told_before_a_month_comes_before_what_happens_in_it(new_graph: NewGraph, language: str) -> None:
    """The text says of the arrival only that it was in this month at the latest. What is said, and what is thought of
    the same scene, stands where it is said and thought.
    """
    story = await read(new_graph, DATED, language)

    sections = (await story.graph.timeline()).sections

    (placed,) = sections
    assert placed.kind is TimelineSectionKind.PLACED
    assert [one.shown.fact.predicate for one in placed.versions] == ["arrived_at", "located_in", "went_to", "dead"]


@pytest.mark.parametrize("words", [("次日", "The next day"), ("当晚", "That evening")])
@pytest.mark.parametrize("between", [True, False])
async def test_time_words_name_no_fact_before_what_was_told_in_between(
    new_graph: NewGraph, language: str, between: bool, words: Words
) -> None:
    """The reader extracts nothing from the sentences between the two facts. The words may count from them."""
    more: Words = ("众人大醉。有人忽然病倒。", "They drank. Somebody fell ill. ") if between else ("", "")
    story = Story(
        (
            (
                ("林河到了海港。", "Lin came to Harbor."),
                (
                    f"林河见到吴海。{more[0]}{words[0]}，林河去了京城。",
                    f"Lin met Wu. {more[1]}{words[1]}, Lin went to Capital.",
                ),
            ),
        ),
        (
            (("林河到了海港", "Lin came to Harbor"), [quoted("lin", "arrived_at", "harbor")]),
            (("林河见到吴海", "Lin met Wu"), [quoted("lin", "met", "wu")]),
            (("林河去了京城", "Lin went to Capital"), [quoted("lin", "went_to", "capital")]),
        ),
    )

    told = await read(new_graph, story, language)

    (went,) = await told.facts("went_to")
    assert went.valid_at is not None
    assert went.valid_at.text == words[language == "en"]
    quote = None if went.valid_at.counted_from is None else went.valid_at.counted_from.quote
    assert quote == (None if between else ("林河见到吴海", "Lin met Wu")[language == "en"])
