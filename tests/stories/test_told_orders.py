"""The order of two facts in story time, and the moment from which time words count, in Chinese and in English."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from episodic.app import StoryGraph
from episodic.model.episodes import Chapter
from episodic.model.graph import Fact, TimelineTurn
from episodic.search.fact_listing import FactQuery
from episodic.search.scope import Scope
from episodic.search.story_order import StoryOrder, order_of
from episodic.stores.sqlite import SQLiteStore
from tests.stories.conftest import NewGraph
from tests.stories.lines import Story, quoted
from tests.stories.scenario_stories import LANGUAGES
from tests.stories.story_reading import Read, read
from tests.story import memory_graph

pytestmark = pytest.mark.parametrize("language", LANGUAGES)

ENDED = Scope(include_ended=True)
HOMECOMING = Story(
    (
        (
            ("林河回到海港。他见到阿梅。", "Lin came home to Harbor. Lin met Mei there."),
            ("老宅已经卖给吴海。林河将去京城。", "Wu had bought the house. Lin would go to Capital."),
            ("“吴海从前住在山村。吴海搬到了石镇。”", "“Wu lived in Village. Wu moved to Town.”"),
            ("阿梅梦见自己住在水宫。", "Mei dreamt of a home in Palace."),
            ("林河去了里城。", "Lin walked to Leeds."),
        ),
        (("白安死了。", "Ben died."),),
    ),
    (
        (("林河回到海港", "Lin came home to Harbor"), [quoted("lin", "returned_to", "harbor")]),
        (("他见到阿梅", "Lin met Mei there"), [quoted("lin", "met", "mei")]),
        (("老宅已经卖给吴海", "Wu had bought the house"), [quoted("wu", "bought", "house", placing="back")]),
        (("林河将去京城", "Lin would go to Capital"), [quoted("lin", "went_to", "capital", placing="ahead")]),
        (("吴海从前住在山村", "Wu lived in Village"), [quoted("wu", "lives_in", "village")]),
        (("吴海搬到了石镇", "Wu moved to Town"), [quoted("wu", "lives_in", "town", phase="begins")]),
        (
            ("阿梅梦见自己住在水宫", "Mei dreamt of a home in Palace"),
            [quoted("mei", "lives_in", "palace", scope="dream", holder="mei")],
        ),
        (("林河去了里城", "Lin walked to Leeds"), [quoted("lin", "travelled_to", "leeds")]),
        (("白安死了", "Ben died"), [quoted("ben", "dead", phase="begins")]),
    ),
    (
        (("“吴海从前住在山村", "“Wu lived in Village"), "tale!"),
        (("阿梅梦见", "Mei dreamt"), "dream!"),
    ),
)


async def by_target(story: Read) -> dict[str, Fact]:
    """Return each fact by the key of its object, or of its subject if there is no object."""
    keys = {name: key for key, name in story.words.items()}
    page = await story.graph.get_facts(scope=ENDED)
    facts = [one.fact for one in page.facts]
    return {keys[one.object_name or one.subject_name]: one for one in facts if not one.derived}


async def test_the_order_of_narrated_events_is_told(new_graph: NewGraph, language: str) -> None:
    """The order of events is known within a passage, between passages of one scene, between scenes, and between
    chapters.
    """
    facts = await by_target(await read(new_graph, HOMECOMING, language))
    line = [facts[one] for one in ("harbor", "mei", "leeds", "ben")]

    for number, first in enumerate(line):
        for second in line[number + 1 :]:
            assert order_of(first, second) is StoryOrder.BEFORE, (first.text, second.text)
            assert order_of(second, first) is StoryOrder.AFTER, (first.text, second.text)


async def test_what_is_looked_back_to_comes_before_its_scene(new_graph: NewGraph, language: str) -> None:
    """The sale is before the departure, and before whatever is narrated later. Its order to the homecoming, which an
    earlier passage narrates, is unknown. The journey that is to come is after the homecoming.
    """
    facts = await by_target(await read(new_graph, HOMECOMING, language))

    assert order_of(facts["house"], facts["leeds"]) is StoryOrder.BEFORE
    assert order_of(facts["ben"], facts["house"]) is StoryOrder.AFTER
    assert order_of(facts["house"], facts["harbor"]) is StoryOrder.UNKNOWN
    assert order_of(facts["capital"], facts["mei"]) is StoryOrder.AFTER
    assert order_of(facts["capital"], facts["leeds"]) is StoryOrder.UNKNOWN
    assert order_of(facts["house"], facts["capital"]) is StoryOrder.BEFORE


async def test_a_tale_has_an_order_of_its_own_before_its_telling(new_graph: NewGraph, language: str) -> None:
    facts = await by_target(await read(new_graph, HOMECOMING, language))

    assert order_of(facts["village"], facts["town"]) is StoryOrder.BEFORE
    assert order_of(facts["town"], facts["leeds"]) is StoryOrder.BEFORE
    assert order_of(facts["ben"], facts["village"]) is StoryOrder.AFTER
    assert {one.turn for one in facts["town"].places} == {TimelineTurn.ON, TimelineTurn.BACK}


async def test_a_dream_takes_place_where_it_is_dreamt(new_graph: NewGraph, language: str) -> None:
    facts = await by_target(await read(new_graph, HOMECOMING, language))

    assert [order_of(facts["palace"], facts[one]) for one in ("harbor", "mei")] == [StoryOrder.AFTER] * 2
    assert [order_of(facts["palace"], facts[one]) for one in ("leeds", "ben")] == [StoryOrder.BEFORE] * 2
    assert order_of(facts["palace"], facts["town"]) is StoryOrder.AFTER
    assert order_of(facts["palace"], facts["capital"]) is StoryOrder.UNKNOWN


async def test_a_plan_has_no_order_to_what_its_quote_says_of_the_future(new_graph: NewGraph, language: str) -> None:
    plan = ("白安将死，那时我去京城", "Ben will die, and then I go to Capital")
    story = Story(
        ((("林河说：“白安将死，那时我去京城。”", "Lin said: “Ben will die, and then I go to Capital.”"),),),
        (
            (
                plan,
                [
                    quoted("ben", "dead", scope="belief", holder="lin", placing="ahead"),
                    quoted("lin", "went_to", "capital", scope="plan", holder="lin"),
                ],
            ),
        ),
    )
    facts = await by_target(await read(new_graph, story, language))

    assert order_of(facts["ben"], facts["capital"]) is StoryOrder.UNKNOWN
    assert order_of(facts["capital"], facts["ben"]) is StoryOrder.UNKNOWN


async def test_a_passage_dated_back_is_on_no_line(new_graph: NewGraph, language: str) -> None:
    story = Story(
        (
            (
                ("第20日，林河去了海港。", "On day 20, Lin went to Harbor."),
                ("第10日，林河去了京城。", "On day 10, Lin went to Capital."),
                ("林河去了石镇。", "Lin went to Town."),
            ),
        ),
        (
            (("林河去了海港", "Lin went to Harbor"), [quoted("lin", "went_to", "harbor")]),
            (("林河去了京城", "Lin went to Capital"), [quoted("lin", "went_to", "capital")]),
            (("林河去了石镇", "Lin went to Town"), [quoted("lin", "went_to", "town")]),
        ),
    )
    facts = await by_target(await read(new_graph, story, language))

    assert order_of(facts["capital"], facts["harbor"]) is not StoryOrder.AFTER
    assert order_of(facts["harbor"], facts["town"]) is StoryOrder.BEFORE


async def test_facts_are_listed_in_the_order_of_their_lines(new_graph: NewGraph, language: str) -> None:
    """The sale and the tale come before the passage that looks back to them."""
    story = await read(new_graph, HOMECOMING, language)
    keys = {name: key for key, name in story.words.items()}

    page = await story.graph.get_facts(scope=ENDED)

    listed = [keys[one.fact.object_name or one.fact.subject_name] for one in page.facts if not one.fact.derived]
    assert listed.index("house") < listed.index("capital")
    assert listed.index("town") < listed.index("leeds")
    assert [one for one in listed if one in ("harbor", "mei", "leeds", "ben")] == ["harbor", "mei", "leeds", "ben"]


NEXT_DAYS = {
    "en": """Marsh Weller met Odile Reed.

The next day, Odile Reed went to London. That evening, Odile Reed died.

***

Three years before, Tom Reed had met Odile Reed.
|The following morning Marsh Weller met Tom Reed.
""",
    "zh": """林河住在海港。吴海住在石镇。白安住在京城。林河见到吴海。

次日，吴海去了京城。当晚，吴海死了。

***

三年前，白安曾见到吴海。
|翌日早晨，林河见到白安。
""",
}


async def test_time_words_say_what_they_count_from(language: str) -> None:
    """Undated words for another day are shown with the quote of the moment from which they count."""
    async with memory_graph() as graph:
        texts = NEXT_DAYS[language].split("|")
        await graph.add_manuscript([Chapter(text, key=f"ch{number}") for number, text in enumerate(texts, 1)])
        page = await graph.get_facts(scope=ENDED)

    shown = {one.fact.valid_at.text: one for one in page.facts if one.fact.valid_at and one.fact.valid_at.text}
    counted = {
        words: one.fact.valid_at.counted_from.quote
        for words, one in shown.items()
        if one.fact.valid_at is not None and one.fact.valid_at.counted_from is not None
    }
    if language == "zh":
        assert counted["次日"] == "林河见到吴海"
        assert counted["当晚"] == "次日，吴海去了京城"
        assert counted["翌日早晨"] == "当晚，吴海死了"
        assert shown["次日"].validity.words == "「次日」（自「林河见到吴海」算起）"
    else:
        assert counted["The next day"] == "Marsh Weller met Odile Reed"
        assert counted["That evening"] == "The next day, Odile Reed went to London"
        assert counted["Three years before"] == "That evening, Odile Reed died"
        assert counted["The following morning"] == "That evening, Odile Reed died"
        assert shown["The next day"].validity.words == "at “The next day” (counted from “Marsh Weller met Odile Reed”)"


async def test_a_known_date_needs_no_quote(language: str) -> None:
    dated = {
        "en": "On 9 August 1840, Marsh Weller met Odile Reed.\n\nThe next day, Odile Reed went to London.\n",
        "zh": "公元1840年8月9日，林河住在海港。吴海住在石镇。\n\n次日，吴海去了京城。\n",
    }
    async with memory_graph() as graph:
        await graph.add_manuscript([Chapter(dated[language], key="ch1")])
        (journey,) = (await graph.get_facts(FactQuery(predicate="went_to"), scope=ENDED)).facts

    point = journey.fact.valid_at
    assert point is not None
    assert point.text == ("次日" if language == "zh" else "The next day")
    assert point.earliest == point.latest is not None
    assert point.counted_from is None
    assert ("10" if language == "zh" else "10 August 1840") in journey.validity.words


THEN = [("then", "then")]
LOOK_BACK = Story(
    (
        (
            ("林河见到白安。", "Lin met Ben."),
            (
                "吴海曾卖掉老宅，去了京城，又去了石镇，还见过阿梅。",
                "Wu had sold the house, gone to Capital, then to Town, and had once met Mei.",
            ),
            ("阿梅说白安到过里城，后来到过山村。", "Mei said Ben had come to Leeds, and then to Village."),
        ),
    ),
    (
        (("林河见到白安", "Lin met Ben"), [quoted("lin", "met", "ben")]),
        (
            ("吴海曾卖掉老宅，去了京城，又去了石镇", "Wu had sold the house, gone to Capital, then to Town"),
            [
                quoted("wu", "sold", "house", placing="back"),
                quoted("wu", "went_to", "capital", placing="back", marks=THEN),
                quoted("wu", "went_to", "town", placing="back", marks=THEN),
            ],
        ),
        (("还见过阿梅", "had once met Mei"), [quoted("wu", "met", "mei", placing="back")]),
        (
            ("白安到过里城", "Ben had come to Leeds"),
            [quoted("ben", "arrived_at", "leeds", scope="claim", holder="mei", placing="back")],
        ),
        (
            ("后来到过山村", "then to Village"),
            [quoted("ben", "arrived_at", "village", scope="claim", holder="mei", placing="back", marks=THEN)],
        ),
    ),
)


async def test_statements_that_look_back_are_in_the_order_that_the_text_states(
    new_graph: NewGraph, language: str
) -> None:
    """The rows of one quote, and the rows of a person's account. Without such words, two statements about the past have
    no order.
    """
    facts = await by_target(await read(new_graph, LOOK_BACK, language))

    line = [facts[one] for one in ("house", "capital", "town")]
    assert [order_of(one, other) for one, other in pairwise(line)] == [StoryOrder.BEFORE, StoryOrder.BEFORE]
    assert order_of(line[2], line[0]) is StoryOrder.AFTER
    assert order_of(facts["leeds"], facts["village"]) is StoryOrder.BEFORE
    assert order_of(facts["town"], facts["mei"]) is StoryOrder.UNKNOWN
    assert order_of(facts["town"], facts["leeds"]) is StoryOrder.UNKNOWN


async def test_what_somebody_tells_of_the_past_comes_before_the_telling(new_graph: NewGraph, language: str) -> None:
    """The claim is before what is narrated after it, and has no order to what is narrated before it."""
    story = LOOK_BACK.with_chapter(("林河去了海港。", "Lin went to Harbor."), quoted("lin", "went_to", "harbor"))
    facts = await by_target(await read(new_graph, story, language))

    assert order_of(facts["leeds"], facts["harbor"]) is StoryOrder.BEFORE
    assert order_of(facts["ben"], facts["leeds"]) is StoryOrder.UNKNOWN


LETTER = Story(
    (
        (
            ("林河见到白安。", "Lin met Ben."),
            (
                "阿梅的信说：吴海卖掉了老宅。第12日吴海去了京城。白安便去了石镇。白安将住在山村。",
                "Mei's letter: Wu sold the house. On day 12 Wu went to Capital. Ben went to Town. Ben will live in Village.",
            ),
            ("林河说，阿梅说过，十天前吴海去了里城。", "Lin said Mei had said that Wu went to Leeds ten days ago."),
            ("林河去了海港。", "Lin went to Harbor."),
        ),
    ),
    (
        (("林河见到白安", "Lin met Ben"), [quoted("lin", "met", "ben")]),
        (("吴海卖掉了老宅", "Wu sold the house"), [quoted("wu", "sold", "house", scope="claim", holder="mei")]),
        (
            ("第12日吴海去了京城", "On day 12 Wu went to Capital"),
            [quoted("wu", "went_to", "capital", scope="claim", holder="mei", time=("第12日", "On day 12"))],
        ),
        (("白安便去了石镇", "Ben went to Town"), [quoted("ben", "went_to", "town", scope="claim", holder="mei")]),
        (
            ("白安将住在山村", "Ben will live in Village"),
            [quoted("ben", "lives_in", "village", scope="claim", holder="mei", placing="ahead")],
        ),
        (
            ("十天前吴海去了里城", "Wu went to Leeds ten days ago"),
            [
                quoted(
                    "wu",
                    "went_to",
                    "leeds",
                    scope="claim",
                    holder="mei",
                    placing="back",
                    time=("十天前", "ten days ago"),
                    marks=[("via:1", "via:1")],
                )
            ],
        ),
        (("林河去了海港", "Lin went to Harbor"), [quoted("lin", "went_to", "harbor")]),
    ),
    ((("阿梅的信", "Mei's letter"), "letter!"),),
)


async def test_the_claims_of_a_letter_come_before_the_scene_that_reads_it(new_graph: NewGraph, language: str) -> None:
    """In the order of the letter. What the letter expects is free."""
    facts = await by_target(await read(new_graph, LETTER, language))

    line = [facts[one] for one in ("house", "capital", "town")]
    assert [order_of(one, other) for one, other in pairwise(line)] == [StoryOrder.BEFORE, StoryOrder.BEFORE]
    assert {order_of(one, facts["harbor"]) for one in line} == {StoryOrder.BEFORE}
    assert order_of(facts["town"], facts["village"]) is StoryOrder.BEFORE
    assert order_of(facts["village"], facts["harbor"]) is StoryOrder.UNKNOWN


async def test_a_claim_with_time_words_that_is_passed_on_comes_before_its_telling(
    new_graph: NewGraph, language: str
) -> None:
    facts = await by_target(await read(new_graph, LETTER, language))

    assert facts["leeds"].tellers
    assert order_of(facts["leeds"], facts["harbor"]) is StoryOrder.BEFORE


async def test_a_work_that_is_opened_again_for_each_chapter_has_the_same_orders(tmp_path: Path, language: str) -> None:
    """Sequences and the moments before which claims lie are stored with the work."""
    story = LOOK_BACK.with_chapter(("林河去了海港。", "Lin went to Harbor."), quoted("lin", "went_to", "harbor"))
    story = replace(story, chapters=(*story.chapters, *LETTER.chapters), says=(*story.says, *LETTER.says))
    tale = replace(story, frames=LETTER.frames).tale(language)

    for chapter in tale.chapters:
        async with StoryGraph(SQLiteStore(tmp_path / "w.db"), group_id="w", model=tale.script.model()) as graph:
            await graph.add_manuscript([chapter])
    async with StoryGraph(SQLiteStore(tmp_path / "w.db"), group_id="w") as graph:
        opened = await graph.get_facts(scope=ENDED)
    async with StoryGraph(SQLiteStore(":memory:"), group_id="w", model=tale.script.model()) as graph:
        await graph.add_manuscript(tale.chapters)
        at_once = await graph.get_facts(scope=ENDED)

    assert [(one.fact.text, one.fact.places) for one in opened.facts] == [
        (one.fact.text, one.fact.places) for one in at_once.facts
    ]
    assert any(len(one.fact.places) > 1 for one in opened.facts)


async def test_a_habit_comes_after_nothing(new_graph: NewGraph, language: str) -> None:
    """The text tells late what Lin used to do all the time. What it tells after the habit is later."""
    marks = [("habit", "habit")]
    told = Story(
        ((("吴海见到阿梅。林河常去海港。白安见到林河。", "Wu met Mei. Lin used to go to Harbor. Ben met Lin."),),),
        (
            (("吴海见到阿梅", "Wu met Mei"), [quoted("wu", "met", "mei")]),
            (("林河常去海港", "Lin used to go to Harbor"), [quoted("lin", "went_to", "harbor", marks=marks)]),
            (("白安见到林河", "Ben met Lin"), [quoted("ben", "met", "lin")]),
        ),
    )

    facts = await by_target(await read(new_graph, told, language))

    assert order_of(facts["mei"], facts["harbor"]) is StoryOrder.UNKNOWN
    assert order_of(facts["harbor"], facts["mei"]) is StoryOrder.UNKNOWN
    assert order_of(facts["harbor"], facts["lin"]) is StoryOrder.BEFORE
    assert order_of(facts["mei"], facts["lin"]) is StoryOrder.BEFORE
