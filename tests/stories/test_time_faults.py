"""Regression tests of times and orders that were once derived wrongly, through the public interface."""

from __future__ import annotations

import pytest

from episodic.app import StoryGraph
from episodic.model.episodes import Chapter
from episodic.model.graph import Fact
from episodic.search.fact_listing import FactQuery
from episodic.search.scope import Scope
from tests.stories.conftest import NewGraph
from tests.stories.lines import NAMES, Story, quoted
from tests.stories.scenario_stories import LANGUAGES
from tests.story import memory_graph

ENDED = Scope(include_ended=True)


async def facts(graph: StoryGraph, predicate: str) -> list[Fact]:
    """Return the facts of a predicate in narrative order."""
    page = await graph.get_facts(FactQuery(predicate=predicate), scope=ENDED)
    return sorted((one.fact for one in page.facts), key=lambda one: one.narrative_key)


def days(fact: Fact) -> tuple[int | None, int | None]:
    return (None, None) if fact.valid_at is None else (fact.valid_at.earliest, fact.valid_at.latest)


async def read(new_graph: NewGraph, story: Story, language: str) -> StoryGraph:
    tale = story.tale(language)
    graph = new_graph(tale.script.model(), tale.settings)
    await graph.add_manuscript(tale.chapters)
    return graph


async def days_by_rule(*texts: str) -> list[str]:
    """Return the labels of the days of all dated facts, in narrative order."""
    async with memory_graph() as graph:
        await graph.add_manuscript([Chapter(text, key=f"ch{number}") for number, text in enumerate(texts, 1)])
        page = await graph.get_facts(scope=ENDED)
    found = sorted((one.fact for one in page.facts), key=lambda one: one.narrative_key)
    return [one.valid_at.label or "" for one in found if one.valid_at is not None]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_friends_and_allies_are_ended_by_enmity(new_graph: NewGraph, language: str) -> None:
    """An enemy is neither a friend nor an ally. An ally may be a friend."""
    story = Story(
        (
            (("吴海和林河结盟，也是朋友。", "Wu and Lin were allies, and friends."),),
            (("吴海和林河成了仇人。", "Wu and Lin became enemies."),),
        ),
        (
            (("结盟", "allies"), [quoted("wu", "ally_of", "lin")]),
            (("朋友", "friends"), [quoted("wu", "friend_of", "lin")]),
            (("成了仇人", "became enemies"), [quoted("wu", "enemy_of", "lin", phase="begins")]),
        ),
    )
    graph = await read(new_graph, story, language)

    (ally,), (friend,), (enemy,) = [await facts(graph, one) for one in ("ally_of", "friend_of", "enemy_of")]

    assert (ally.ended_by, friend.ended_by) == ((enemy.uuid,), (enemy.uuid,))


@pytest.mark.parametrize("language", LANGUAGES)
async def test_statements_of_one_quote_stand_in_the_reader_s_order(new_graph: NewGraph, language: str) -> None:
    """One sentence says that a person moved from Harbor to Town to Capital."""
    quote = ("林河先住海港再住石镇后住京城", "Lin lived in Harbor, then Town, then Capital")
    homes = [quoted("lin", "lives_in", one, phase="begins") for one in ("harbor", "town", "capital")]
    graph = await read(new_graph, Story((((f"{quote[0]}。", f"{quote[1]}."),),), ((quote, homes),)), language)

    harbor, town, capital = await facts(graph, "lives_in")

    assert (harbor.ended_by, town.ended_by, capital.ended_by) == ((town.uuid,), (capital.uuid,), ())


@pytest.mark.parametrize("language", LANGUAGES)
async def test_facts_of_one_quote_are_listed_in_the_reader_s_order(new_graph: NewGraph, language: str) -> None:
    """Lists and the timeline keep the reader's order of facts, whatever the ids of the facts are."""
    quote = ("林河见吴海，吴海见阿梅，阿梅见白安", "Lin met Wu, who met Mei, who met Ben")
    meetings = [("lin", "wu"), ("wu", "mei"), ("mei", "ben")]
    met = [quoted(one, "met", other) for one, other in meetings]
    graph = await read(new_graph, Story((((f"{quote[0]}。", f"{quote[1]}."),),), ((quote, met),)), language)

    listed = (await graph.get_facts(FactQuery(predicate="met"))).facts
    line = await graph.timeline(predicate="met")

    side = 0 if language == "zh" else 1
    expected = [(NAMES[one][side], NAMES[other][side]) for one, other in meetings]
    # "Met" is symmetric, so that each fact has its two people in the order of their ids.
    assert [{one.subject, one.target} for one in listed] == [set(pair) for pair in expected]
    assert [{one.shown.subject, one.shown.target} for one in line.versions] == [set(pair) for pair in expected]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_thing_is_no_place_that_ends_a_place(new_graph: NewGraph, language: str) -> None:
    """The reader extracts the old house as a thing. A person who sits in the old house is still in Harbor."""
    story = Story(
        (
            (("林河在海港。", "Lin was in Harbor."),),
            (("林河坐在老宅上。", "Lin sat upon the house."),),
        ),
        (
            (("林河在海港", "Lin was in Harbor"), [quoted("lin", "located_in", "harbor")]),
            (("林河坐在老宅上", "Lin sat upon the house"), [quoted("lin", "located_in", "house")]),
        ),
    )
    graph = await read(new_graph, story, language)

    assert [one.ended_by for one in await facts(graph, "located_in")] == [(), ()]


@pytest.mark.parametrize("predicate", ["part_of", "located_in", "contains"])
@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_room_does_not_end_its_mansion(new_graph: NewGraph, language: str, predicate: str) -> None:
    """If one of two places is inside the other, both hold, however the text states it."""
    inside = ("palace", predicate, "kitchen") if predicate == "contains" else ("kitchen", predicate, "palace")
    story = Story(
        (
            (("水宫里有厨房。林河在水宫。", "Palace has a kitchen. Lin was in Palace."),),
            (("林河在厨房。", "Lin was in the kitchen."),),
        ),
        (
            (("水宫里有厨房", "Palace has a kitchen"), [quoted(*inside)]),
            (("林河在水宫", "Lin was in Palace"), [quoted("lin", "located_in", "palace")]),
            (("林河在厨房", "Lin was in the kitchen"), [quoted("lin", "located_in", "kitchen")]),
        ),
    )
    graph = await read(new_graph, story, language)

    assert all(one.ended_by == () for one in await facts(graph, "located_in"))


async def test_the_next_day_inside_a_chapter_is_counted_by_rule() -> None:
    """The three paragraphs are on 9 August 1840, on the next day, and on the day after."""
    english = (
        "On 9 August 1840, Marsh Weller lived in Harrow Ferry.\n\n"
        "The next day, Marsh Weller met Odile Reed.\n\nThe next day, Odile Reed died.\n"
    )

    found = await days_by_rule(english)

    assert [one for one in found if "August" in one] == found
    assert found[-1].startswith(("11 August 1840", "from 11 August 1840"))


@pytest.mark.parametrize(
    "told",
    [
        "On 9 August 1840, Marsh Weller met Odile Reed.\n\nAnother day passed, and the next day Odile Reed died.",
        "On 9 August 1840, Marsh Weller met Odile Reed.\n\nSo another day passed. The next day, Odile Reed died.",
        "公元1840年8月9日，林河见到吴海。\n\n如此又过了一日，次日，吴海死了。",
        "公元1840年8月9日，林河见到吴海。\n\n又过一日，众人无话。次日，吴海死了。",
    ],
)
async def test_the_next_day_counts_from_the_day_that_has_passed(told: str) -> None:
    """One day passes, and the death is on the day after it."""
    found = await days_by_rule(told)

    assert found[-1].removeprefix("from ").startswith(("11 August 1840", "1840年8月11日"))


async def test_a_month_takes_the_year_that_was_told_last() -> None:
    """A year in which nothing is stated counts, too. After a gap of several years, no year is assumed."""
    near = ("光和元年三月，林河住在海港。\n", "当时天下大乱。中平六年夏，大雨。\n六月，吴海死了。\n")
    far = ("光和元年三月，林河住在海港。\n", "数年之后，大雨。\n六月，吴海死了。\n")

    told_near, told_far = await days_by_rule(*near), await days_by_rule(*far)

    assert "189" in told_near[-1] or "中平六年" in told_near[-1]
    assert not any("178年6月" in one or "光和元年六月" in one for one in (*told_near, *told_far))


@pytest.mark.parametrize(
    "said",
    [
        "林河说：“光和元年，海港大水。”",
        "“光和元年，海港大水。”林河说。",
        "林河说：“海港大水。\n“光和元年，又是大水。”\n",
    ],
)
async def test_a_year_in_speech_completes_no_month_of_the_narration(said: str) -> None:
    (found,) = await days_by_rule(f"中平六年夏，大雨。{said}六月，吴海死了。\n")

    assert "189" in found, found


async def test_after_an_old_inscription_the_year_of_the_narration_goes_on() -> None:
    (found,) = await days_by_rule("中平六年夏，大雨。碑上刻着“光和元年”四字。六月，吴海死了。\n")

    assert "189" in found, found


@pytest.mark.parametrize(("told", "since"), [("1838年3月5日", "1836年3月23日"), ("1836年3月5日", "1838年3月23日")])
async def test_a_past_day_since_when_something_is_so_does_not_take_the_narration_back(told: str, since: str) -> None:
    """A later day moves the narration on, as every date does."""
    found = await days_by_rule(f"{told}，大雨。自{since}起，林河住在海港。十一月，吴海死了。\n")

    assert found[-1].startswith("1838年11月"), found


@pytest.mark.parametrize(
    ("told", "month"),
    [
        (("1838年3月5日，大雨。", "十个月后，大雨。", "三个月后，大雨。", "四月，吴海死了。"), "1839年4月"),
        (("1838年3月5日，大雨。", "两年后，大雨。", "二月，吴海死了。"), "1841年2月"),
        (("1838年3月5日，大雨。", "两三年后，大雨。", "二月，吴海死了。"), None),
        (("中平六年十月，大雨。", "十个月后，大雨。", "十一月，吴海死了。"), None),
    ],
)
async def test_a_month_is_not_before_the_time_that_has_passed_since_the_last_date(
    told: tuple[str, ...], month: str | None
) -> None:
    """Where the year is uncertain, the month has none."""
    found = await days_by_rule(*(f"{one}\n" for one in told))

    assert [one for one in found if "月" in one and "或以后" not in one] == ([] if month is None else [month])


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_month_is_not_before_the_day_of_a_tale(new_graph: NewGraph, language: str) -> None:
    """Whoever tells of July tells it later."""
    story = Story(
        (
            (
                ("1838年3月5日，林河见到吴海。", "On 5 March 1838, Lin met Wu."),
                ("1839年7月9日，林河死了。", "On 9 July 1839, Lin died."),
                ("五月，吴海死了。", "In May, Wu died."),
            ),
        ),
        (
            (("林河死了", "Lin died"), [quoted("lin", "dead", phase="begins", scope="claim", holder="wu")]),
            (("吴海死了", "Wu died"), [quoted("wu", "dead", phase="begins")]),
        ),
        ((("1839年7月9日", "On 9 July 1839"), "tale!"),),
    )
    graph = await read(new_graph, story, language)

    narrated = next(one for one in await facts(graph, "dead") if one.holder is None)

    assert narrated.valid_at is not None
    assert "1840" in (narrated.valid_at.label or "")


async def test_after_a_quoted_year_the_year_is_unknown() -> None:
    """A year between quotation marks can be the name of a new reign."""
    found = await days_by_rule("中平六年夏，大雨。改元“光和元年”。六月，吴海死了。\n")

    assert all(one.endswith("或以后") for one in found), found


async def test_an_english_year_in_speech_completes_no_month_of_the_narration() -> None:
    (found,) = await days_by_rule(
        'On 9 August 1840, it rained. "In March 1805 the mill burned," said Marsh Weller. '
        'Odile Reed replied, "It was in 1806." On 11 September, Marsh Weller died.\n'
    )

    assert found.startswith("11 September 1840"), found


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_month_in_speech_takes_the_year_of_the_same_speech(new_graph: NewGraph, language: str) -> None:
    """A year in speech holds up to the end of the speech."""
    story = Story(
        (
            (
                (
                    "1840年8月9日，大雨。吴海说：“1805年三月，林河在老宅。六月，林河在海港。”十月，林河在水宫。",
                    (
                        'On 9 August 1840, it rained. Wu said: "In March 1805, Lin was in the house. '
                        'On 2 June, Lin was in Harbor." On 3 October, Lin was in Palace.'
                    ),
                ),
            ),
        ),
        (
            (
                ("六月，林河在海港", "On 2 June, Lin was in Harbor"),
                [quoted("lin", "located_in", "harbor", scope="claim", holder="wu", time=("六月", "2 June"))],
            ),
            (
                ("十月，林河在水宫", "On 3 October, Lin was in Palace"),
                [quoted("lin", "located_in", "palace", time=("十月", "3 October"))],
            ),
        ),
    )
    graph = await read(new_graph, story, language)

    claimed, narrated = [one.valid_at for one in await facts(graph, "located_in")]

    assert claimed is not None
    assert "1805" in (claimed.label or "")
    assert narrated is not None
    assert "1840" in (narrated.label or "")


@pytest.mark.parametrize("said", ["林河说：“海港大水，次日大雨。”", "“海港大水，次日大雨。”林河说。"])
async def test_a_next_day_in_speech_does_not_move_the_narration(said: str) -> None:
    (found,) = await days_by_rule(f"1840年8月9日，大雨。{said}吴海死了。\n")

    assert found == "1840年8月9日"


async def test_years_from_a_gregorian_day_are_that_day_years_earlier() -> None:
    """ "Twelve years earlier" is a range of a few days, not of five months."""
    async with memory_graph() as graph:
        text = "On 9 August 1840, Marsh Weller met Odile Reed. Twelve years earlier, Marsh Weller had lived in Harrow Ferry.\n"
        await graph.add_manuscript([Chapter(text, key="ch1")])
        (home,) = await facts(graph, "lives_in")

    first, last = days(home)

    assert first is not None
    assert last is not None
    assert last - first <= 3


async def test_the_date_under_the_end_of_a_chapter_dates_nothing() -> None:
    story = "林晚住在苇港。“潮水来了。”林晚说。\n\n一九二一年一月。\n"

    assert await days_by_rule(story) == []


@pytest.mark.parametrize("language", LANGUAGES)
async def test_love_and_hate_of_one_person_exclude_each_other(new_graph: NewGraph, language: str) -> None:
    """Hatred ends love, and another's love goes on."""
    story = Story(
        (
            (("吴海爱阿梅，林河也爱阿梅。", "Wu loved Mei, and Lin loved Mei."),),
            (("吴海恨上了阿梅。", "Wu began to hate Mei."),),
        ),
        (
            (("吴海爱阿梅", "Wu loved Mei"), [quoted("wu", "loves", "mei")]),
            (("林河也爱阿梅", "Lin loved Mei"), [quoted("lin", "loves", "mei")]),
            (("吴海恨上了阿梅", "Wu began to hate Mei"), [quoted("wu", "hates", "mei", phase="begins")]),
        ),
    )
    graph = await read(new_graph, story, language)

    (first, second), (hatred,) = [await facts(graph, one) for one in ("loves", "hates")]

    assert (first.ended_by, second.ended_by) == ((hatred.uuid,), ())


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_courtesy_name_once_given_is_timeless(new_graph: NewGraph, language: str) -> None:
    """A name that is given in chapter 2 holds in chapter 1, and has no beginning."""
    story = Story(
        (
            (("吴海望着海。", "Wu looked at the sea."),),
            (("吴海取字子安。", "Wu took the courtesy name of Zian."),),
        ),
        (
            (
                ("吴海取字子安", "Wu took the courtesy name of Zian"),
                [quoted("wu", "字" if language == "zh" else "courtesy_name", value=("子安", "Zian"), phase="begins")],
            ),
        ),
    )
    graph = await read(new_graph, story, language)

    (name,) = (await graph.get_facts(scope=Scope(as_of="ch1"))).facts

    assert (name.fact.predicate, name.holding, name.validity.words) == ("courtesy_name", "holds", "")


async def test_a_widow_who_is_none_any_more_was_a_wife() -> None:
    """The end of her widowhood ends no marriage; her husband's death does."""
    async with memory_graph() as graph:
        texts = ("Mary Weller was the wife of Tom Reed.\n", "Tom Reed died.\n", "Mary Weller was no longer a widow.\n")
        await graph.add_manuscript([Chapter(text, key=f"ch{number}") for number, text in enumerate(texts, 1)])
        page = await graph.get_facts(FactQuery(predicate="married_to"), scope=ENDED)
        (death,) = await facts(graph, "dead")

    (marriage,) = page.facts
    assert (marriage.fact.ended_by, marriage.endings) == ((death.uuid,), ())


@pytest.mark.parametrize("language", LANGUAGES)
async def test_in_those_days_is_not_the_same_day(new_graph: NewGraph, language: str) -> None:
    """A word for the same day, in a sentence that looks back, dates nothing, even if the reader marks the statement as
    `now`.
    """
    quote = ("当日吴海曾住在海港", "That day Wu had long lived in Harbor")
    story = Story(
        ((("第30日，林河望着海。", "On day 30, Lin looked at the sea."), (f"{quote[0]}。", f"{quote[1]}.")),),
        ((quote, [quoted("wu", "lives_in", "harbor", time=("当日", "That day"))]),),
    )
    graph = await read(new_graph, story, language)

    (home,) = (await graph.get_facts(FactQuery(predicate="lives_in"), scope=ENDED)).facts

    assert home.fact.valid_at is not None
    assert home.fact.valid_at.latest is None
