"""Tests of the words and the fields that show the start and the end of a fact, in Chinese and in English."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from episodic.app import StoryGraph
from episodic.model.episodes import FrameKind
from episodic.model.graph import TimelineTurn
from episodic.model.json_shapes import Json
from episodic.model.moments import TimeBasis
from episodic.search.fact_listing import FactQuery
from episodic.search.fact_views import FactView
from episodic.search.filters import SearchFilters
from episodic.search.scope import Scope
from episodic.serialisers.views import VIEWS
from tests.stories.conftest import NewGraph
from tests.stories.lines import Story, Words, quoted
from tests.stories.scenario_stories import LANGUAGES
from tests.stories.story_reading import read
from tests.stories.test_lines import TALE

pytestmark = pytest.mark.parametrize("language", LANGUAGES)

HOMES = Story(
    (
        (
            ("林河住在海港，已经住了许多年。", "Lin lived in Harbor, and had for many years."),
            ("吴海说：“林河从前住在山村。”", "Wu said: “Lin once lived in Village.”"),
        ),
        (
            ("林河搬到了京城。", "Lin moved to Capital."),
            ("从前，阿梅曾住在石镇。", "Mei had once lived in Town."),
            ("那时，白安搬到了水宫。", "At that time Ben had moved to Palace."),
        ),
        (
            ("吴海望着海。", "Wu looked at the sea."),
            ("吴海小时候住在草屋。", "As a child Wu lived in Hut."),
        ),
    ),
    (
        (("林河住在海港", "Lin lived in Harbor"), [quoted("lin", "lives_in", "harbor")]),
        (
            ("林河从前住在山村", "Lin once lived in Village"),
            [quoted("lin", "lives_in", "village", scope="claim", holder="wu", placing="back")],
        ),
        (("林河搬到了京城", "Lin moved to Capital"), [quoted("lin", "lives_in", "capital", phase="begins")]),
        (("阿梅曾住在石镇", "Mei had once lived in Town"), [quoted("mei", "lives_in", "town", placing="back")]),
        (
            ("白安搬到了水宫", "Ben had moved to Palace"),
            [quoted("ben", "lives_in", "palace", phase="begins", placing="back")],
        ),
        (("吴海小时候住在草屋", "As a child Wu lived in Hut"), [quoted("wu", "lives_in", "hut")]),
    ),
    ((("吴海小时候", "As a child"), "flashback!"),),
)


async def views(graph: StoryGraph, predicate: str = "lives_in", filters: SearchFilters | None = None) -> list[FactView]:
    """The facts of a predicate, ended ones too, in narrative order."""
    scope = Scope(include_ended=True, filters=filters or SearchFilters())
    page = await graph.get_facts(FactQuery(predicate=predicate), scope=scope)
    return sorted(page.facts, key=lambda one: one.fact.narrative_key)


async def test_words_say_only_what_the_text_says(new_graph: NewGraph, language: str) -> None:
    """A home that the text only mentions began "by" this chapter, a move begins a home "from" its chapter, and a home
    in a look back was "before" the chapter, or before a later scene of it.
    """
    found = await read(new_graph, HOMES, language)

    chinese = [
        "第1章时如此，至第2章止",
        "第1章所说（指从前）",
        "自第2章起",
        "第2章此处之前（回溯）",
        "第2章此处之前已开始（回溯）",
        "第3章之前（倒叙）",
    ]
    english = [
        "by chapter 1, until chapter 2",
        "said in chapter 1 of an earlier time",
        "from chapter 2",
        "before this point in chapter 2 (looking back)",
        "since before this point in chapter 2 (looking back)",
        "before chapter 3 (flashback)",
    ]
    assert [one.validity.words for one in await views(found.graph)] == (chinese if language == "zh" else english)


THOUGHTS: Words = (
    "吴海要住到海港，以为阿梅住在石镇，说白安住在京城",
    "Wu planned on Harbor, thought Mei in Town, said Ben was in Capital",
)


@pytest.mark.parametrize(
    ("frame", "chinese", "english"),
    [
        (
            "tale",
            ("之前所打算（故事）", "之前所信（故事）", "所说（指从前）（故事）"),
            ("planned before chapter 1", "believed before chapter 1", "said in chapter 1 of an earlier time"),
        ),
        (
            "letter",
            ("此处之前所打算（信）", "此处之前所信（信）", "此处之前所写（信）"),
            tuple(f"{one} before this point in chapter 1" for one in ("planned", "believed", "written")),
        ),
    ],
)
async def test_what_somebody_thinks_in_a_tale_or_letter_is_of_its_time(
    new_graph: NewGraph, language: str, frame: str, chinese: Sequence[str], english: Sequence[str]
) -> None:
    """A plan or belief in a tale or letter is not one of the chapter in which it is told or read."""
    statements = [
        quoted("wu", "lives_in", "harbor", scope="plan", holder="wu"),
        quoted("mei", "lives_in", "town", scope="belief", holder="wu"),
        quoted("ben", "lives_in", "capital", scope="claim", holder="wu"),
    ]
    chapter = (("林河望着海。", "Lin looked at the sea."), (f"{THOUGHTS[0]}。", f"{THOUGHTS[1]}."))
    story = Story((chapter,), ((THOUGHTS, statements),), ((THOUGHTS, f"{frame}!"),))

    words = [one.validity.words for one in await views((await read(new_graph, story, language)).graph)]

    chinese = [f"第1章{one}" for one in chinese]
    assert words == (chinese if language == "zh" else [f"{one} ({frame})" for one in english])


async def test_fields_beside_the_words_have_no_language(new_graph: NewGraph, language: str) -> None:
    """The basis of each bound, the frame, the turn and the moment of a claim are the same in both languages."""
    found = await read(new_graph, HOMES, language)

    shown = [VIEWS.object_of(one) for one in await views(found.graph)]

    def basis(value: Json) -> Json:
        return value["basis"] if isinstance(value, dict) else None

    assert [
        (basis(one["valid_at"]), basis(one["invalid_at"]), basis(one["said"]), one["frame"], one["turn"])
        for one in shown
    ] == [
        (TimeBasis.BY, TimeBasis.EVENT, None, FrameKind.MAIN, TimelineTurn.ON),
        (TimeBasis.BEFORE, None, TimeBasis.EVENT, FrameKind.MAIN, TimelineTurn.BACK),
        (TimeBasis.STATED, None, None, FrameKind.MAIN, TimelineTurn.ON),
        (TimeBasis.EARLIER, None, None, FrameKind.MAIN, TimelineTurn.BACK),
        (TimeBasis.EARLIER, None, None, FrameKind.MAIN, TimelineTurn.BACK),
        (TimeBasis.BEFORE, None, None, FrameKind.FLASHBACK, TimelineTurn.ON),
    ]
    assert [one["may_have_ended"] for one in shown] == [False, True, False, True, False, True]


async def test_a_search_and_a_profile_carry_the_mark_of_the_timeline(new_graph: NewGraph, language: str) -> None:
    """Searches, profiles and timelines mark the flashback in the same way."""
    found = await read(new_graph, HOMES, language)
    wu, hut = found.words["wu"], found.words["hut"]
    mark = "倒叙" if language == "zh" else "flashback"

    hits = await found.graph.search(f"{wu} {hut}")
    profile = await found.graph.get_entity(wu)
    timeline = await found.graph.timeline(wu, predicate="lives_in")
    drawn = (await found.graph.explore([wu])).to_mermaid()

    assert any(mark in one.validity.words for one in hits.facts)
    assert any(mark in one.validity.words for one in profile.facts)
    assert any(mark in one.shown.validity.words for one in timeline.versions)
    assert mark in drawn


async def test_the_timeline_orders_a_tale_inside_the_tale(new_graph: NewGraph, language: str) -> None:
    """Under the heading of the tale, Hut, which a flashback inside the tale narrates, comes before Village and Town."""
    undated = Story(
        ((("老人讲起旧事。", "The old man began his tale."), *TALE.chapters[0][1:4], *TALE.chapters[0][5:]),),
        [one for one in TALE.says if one[1][0].object != "palace"],
        (*TALE.frames[:1], ((TALE.chapters[0][2][0][1:6], "Before that"), "flashback!"), *TALE.frames[2:]),
    )
    found = await read(new_graph, undated, language)
    names = {name: key for key, name in found.words.items()}

    line = await found.graph.timeline(found.words["lin"])

    ((versions, run),) = [(one.versions, one.run) for one in line.sections if one.run is not None]
    assert [names[one.shown.target] for one in versions] == ["hut", "village", "town"]
    assert run.words(line.language) == ("第1章故事所述" if language == "zh" else "told in a tale, chapter 1")
    assert VIEWS.object_of(versions[0])["narrated_in"] == VIEWS.of(run)


STAY: Words = ("第十日，林河搬到海港住三天", "On day 10, Lin moved to Harbor for three days")
ON_DAY_TEN: Words = ("第十日", "On day 10")


def stay(*more: tuple[Words, ...], days: Words = ("三天", "for three days")) -> Story:
    """Lin moves to Harbor on day 10 for some days; the following chapters have nothing to do with Lin."""
    mark = (f"for:{days[0]}", f"for:{days[1]}")
    return Story(
        (((f"{STAY[0]}。", f"{STAY[1]}."),), *more),
        ((STAY, [quoted("lin", "lives_in", "harbor", time=ON_DAY_TEN, phase="begins", marks=[mark])]),),
    )


LATER: tuple[Words, ...] = (("第三十日，吴海望着海。", "On day 30, Wu looked at the sea."),)


async def test_a_stated_duration_bounds_the_end(new_graph: NewGraph, language: str) -> None:
    """A person who moves to a place on day 10 for three days has left it on day 14."""
    found = await read(new_graph, stay(LATER), language)

    (home,) = await views(found.graph)

    assert home.fact.invalid_at is not None
    assert (home.fact.invalid_at.earliest, home.fact.invalid_at.latest) == (13, 13)
    assert [await found.at(day, "lives_in") for day in (12, 14)] == [{"lin harbor": "holds"}, {}]


async def test_a_duration_that_the_story_has_not_reached_ends_nothing(new_graph: NewGraph, language: str) -> None:
    """Without a later chapter the stay goes on."""
    found = await read(new_graph, stay(), language)

    (home,) = await views(found.graph)

    assert (home.validity.ended, home.fact.duration) == (False, "三天" if language == "zh" else "for three days")


async def test_a_duration_without_an_upper_bound_ends_nothing(new_graph: NewGraph, language: str) -> None:
    """The text says "for many days", which gives no upper bound."""
    found = await read(new_graph, stay(LATER, days=("许多天", "for many days")), language)

    (home,) = await views(found.graph)

    assert not home.validity.ended


async def test_a_duration_of_the_past_is_an_upper_bound(new_graph: NewGraph, language: str) -> None:
    """On day 30 the text looks back: on day 15, Lin had lived in Harbor for three days. The stay is possible on day 17
    and over on day 19.
    """
    quote = ("第15日，林河曾在海港住过三天", "On day 15, Lin had lived in Harbor for three days")
    home = quoted(
        "lin",
        "lives_in",
        "harbor",
        time=("第15日", "On day 15"),
        placing="back",
        marks=[("for:三天", "for:for three days")],
    )
    story = Story(
        (((f"第30日，吴海望着海。{quote[0]}。", f"On day 30, Wu looked at the sea. {quote[1]}."),),), ((quote, [home]),)
    )
    found = await read(new_graph, story, language)

    assert [await found.at(day, "lives_in") for day in (17, 19)] == [{"lin harbor": "possible"}, {}]


async def test_habit_condition_and_duration_can_be_filtered(new_graph: NewGraph, language: str) -> None:
    """Each of the three has a filter field of its own."""
    quote = ("林河常去海港，逢雨才去", "Lin used to visit Harbor, but only if it rained")
    marks = [("habit", "habit"), ("if:逢雨", "if:only if it rained")]
    story = stay(LATER)
    story = Story(
        (*story.chapters, ((f"{quote[0]}。", f"{quote[1]}."),)),
        (*story.says, (quote, [quoted("lin", "visited", "harbor", marks=marks)])),
    )
    found = await read(new_graph, story, language)

    async def predicates(name: str) -> list[str]:
        filters = (
            SearchFilters(properties=((name, "exists", True),))
            if name != "habit"
            else SearchFilters(properties=((name, "=", True),))
        )
        page = await found.graph.get_facts(scope=Scope(include_ended=True, filters=filters))
        return [one.predicate for one in page.facts]

    assert [await predicates(one) for one in ("habit", "condition", "duration")] == [
        ["visited"],
        ["visited"],
        ["lives_in"],
    ]


AT_LAST: tuple[Words, ...] = (
    ("终于，吴海见到林河，林河一向敬重阿梅。", "At last, Wu met Lin, who admired Mei."),
    ("次日，白安住在海港，白安搬到了京城。", "The next day, Ben lived in Harbor, and Ben moved to Capital."),
)
STANDING = Story(
    (AT_LAST,),
    (
        (("吴海见到林河", "Wu met Lin"), [quoted("wu", "met", "lin", time=("终于", "At last"))]),
        (("林河一向敬重阿梅", "who admired Mei"), [quoted("lin", "admires", "mei")]),
        (("白安住在海港", "Ben lived in Harbor"), [quoted("ben", "lives_in", "harbor")]),
        (("白安搬到了京城", "Ben moved to Capital"), [quoted("ben", "lives_in", "capital", phase="begins")]),
    ),
)


async def test_words_that_only_order_the_text_date_nothing(new_graph: NewGraph, language: str) -> None:
    """ "At last" is no start of anything, and "the next day" is the start of what begins on this day only."""
    found = await read(new_graph, STANDING, language)

    met, admires, harbor, capital = [
        one.fact.valid_at for name in ("met", "admires", "lives_in") for one in await views(found.graph, name)
    ]

    assert [None if one is None else one.text for one in (met, admires, harbor, capital)] == [
        None,
        None,
        None,
        ("次日", "The next day")[language == "en"],
    ]
    assert all(one is not None and one.chapter is not None for one in (met, admires, harbor))


async def test_a_home_mentioned_on_a_date_is_shown_with_the_date(new_graph: NewGraph, language: str) -> None:
    """Ben is a resident by the date of the passage."""
    dated = Story(
        ((("第三十日，白安住在海港。", "On day 30, Ben lived in Harbor."),),),
        ((("白安住在海港", "Ben lived in Harbor"), [quoted("ben", "lives_in", "harbor")]),),
    )
    found = await read(new_graph, dated, language)

    (home,) = await views(found.graph)

    assert "30" in home.validity.words
    assert home.fact.valid_at is not None
    assert (home.fact.valid_at.earliest, home.fact.valid_at.latest) == (30, 30)


@pytest.mark.parametrize(
    ("words", "turn"),
    [(("前天", "The day before yesterday"), TimelineTurn.BACK), (("明天", "Tomorrow"), TimelineTurn.AHEAD)],
)
async def test_a_claim_about_another_day_has_two_moments(
    new_graph: NewGraph, language: str, words: Words, turn: TimelineTurn
) -> None:
    """The claim is shown with the day of its content and with the chapter in which it is said, and its content has a
    place on the story's line, although the reader marked it as `now`.
    """
    met = (f"{words[0]}我见到白安", f"{words[1]} I meet Ben")
    story = Story(
        ((("林河见到阿梅。", "Lin met Mei."), (f"吴海说：“{met[0]}。”", f"Wu said: “{met[1]}.”")),),
        (
            (("林河见到阿梅", "Lin met Mei"), [quoted("lin", "met", "mei")]),
            (met, [quoted("wu", "met", "ben", time=words, scope="claim", holder="wu")]),
        ),
    )
    found = await read(new_graph, story, language)

    _, claim = await views(found.graph, "met")

    said = "第1章所说" if language == "zh" else "said in chapter 1"
    assert words[language == "en"] in claim.validity.words
    assert said in claim.validity.words
    assert [one.turn for one in claim.fact.places] == [turn]


async def test_what_somebody_announces_for_tomorrow_is_said_today(new_graph: NewGraph, language: str) -> None:
    """The words of another day stand in his speech; the same words in the narration are the time of the event."""
    tomorrow: Words = ("次日", "the next day")
    told = Story(
        (
            (
                (
                    "第十日，林河到了海港。吴海说：“次日都来听令。”",
                    "On day 10, Lin came to Harbor. Wu said: “All are to come the next day.”",
                ),
                ("次日白安见到阿梅。", "The next day Ben met Mei."),
            ),
        ),
        (
            (
                ("第十日，林河到了海港", "On day 10, Lin came to Harbor"),
                [quoted("lin", "arrived_at", "harbor", time=("第十日", "day 10"))],
            ),
            (("次日都来听令", "All are to come the next day"), [quoted("wu", "summoned", "lin", time=tomorrow)]),
            (
                ("次日白安见到阿梅", "The next day Ben met Mei"),
                [quoted("ben", "met", "mei", time=("次日", "The next day"))],
            ),
        ),
    )
    story = await read(new_graph, told, language)

    (summons,), (meeting,) = await story.facts("summoned"), await story.facts("met")

    assert summons.valid_at is not None
    assert (summons.valid_at.text, summons.valid_at.earliest) == (("第十日", "On day 10")[language == "en"], 10)
    assert meeting.valid_at is not None
    assert meeting.valid_at.earliest == 11
