"""Tests of the story-time scenarios S16 and S18 to S21, which are about states and events, in Chinese and in English, on
every store.
"""

from __future__ import annotations

import pytest

from episodic.model.graph import IssueKind
from episodic.model.predicates import PredicateKind
from episodic.pipeline.edits.overrides import FactChange
from episodic.search.scope import Scope
from tests.stories.conftest import NewGraph
from tests.stories.lines import Story, quoted
from tests.stories.scenario_stories import LANGUAGES, chapter
from tests.stories.script import Says, Script
from tests.stories.story_reading import days, read

pytestmark = pytest.mark.parametrize("language", LANGUAGES)


CHILDHOOD = Story(
    (
        (
            ("第五千日，林河在城墙上。", "On day 5000, Lin stood on the wall."),
            (
                "小时候林河有绿眼睛，留着长发，后来林河搬到海港，那时吴海已死。",
                "As a child Lin had green eyes, and his hair was long; Lin moved to Harbor, and Wu was dead.",
            ),
        ),
    ),
    (
        (("绿眼睛", "green eyes"), [quoted("lin", "eye_colour", value=("绿色", "green"))]),
        (("留着长发", "hair was long"), [quoted("lin", "hair_length", value=("长", "long"))]),
        (("林河搬到海港", "Lin moved to Harbor"), [quoted("lin", "lives_in", "harbor", phase="begins")]),
        (("吴海已死", "Wu was dead"), [quoted("wu", "dead")]),
    ),
    ((("小时候", "As a child"), "flashback!"),),
)


async def test_s16_what_is_told_of_childhood_and_now(new_graph: NewGraph, language: str) -> None:
    """The colour of the eyes, the new home and a death hold at the end. The long hair of childhood is only possible,
    because it may have been cut.
    """
    story = await read(new_graph, CHILDHOOD, language)

    assert list((await story.at("chapter 1", "eye_colour")).values()) == ["holds"]
    assert await story.at("chapter 1", "lives_in") == {"lin harbor": "holds"}
    assert list((await story.at("chapter 1", "dead")).values()) == ["holds"]
    assert list((await story.at("chapter 1", "hair_length")).values()) == ["possible"]


async def test_s16_what_is_told_now_of_the_hair(new_graph: NewGraph, language: str) -> None:
    """A statement that the hair is short ends the long hair. A statement that it is still long shows that the long hair
    holds.
    """
    short = quoted("lin", "hair_length", value=("短", "short"))
    long = quoted("lin", "hair_length", value=("长", "long"))
    cut = CHILDHOOD.with_chapter(("林河是短发。", "Lin wore short hair."), short)
    kept = CHILDHOOD.with_chapter(("林河还是长发。", "Lin still wore long hair."), long)

    old, new = await (await read(new_graph, cut, language)).facts("hair_length")
    still = await read(new_graph, kept, language)

    assert old.ended_by == (new.uuid,)
    assert list((await still.at("chapter 2", "hair_length")).values()) == ["holds"]


async def test_s16_other_eyes_contradict(new_graph: NewGraph, language: str) -> None:
    """The colour of a person's eyes never changes, so that two colours contradict each other."""
    brown = quoted("lin", "eye_colour", value=("褐色", "brown"))
    story = await read(
        new_graph, CHILDHOOD.with_chapter(("林河的褐眼睛亮了。", "The brown eyes of Lin shone."), brown), language
    )

    assert await story.kinds() == [IssueKind.CONTRADICTION]


@pytest.mark.parametrize(
    ("named", "placing", "visits"), [(True, "back", 1), (True, "now", 2), (False, "back", 2), (False, "now", 2)]
)
async def test_s18_two_tellings_are_one_event_on_evidence(
    new_graph: NewGraph, language: str, named: bool, placing: str, visits: int
) -> None:
    """Two persons' reports of a battle are one event if they use the same name and one of them looks back. Otherwise
    they are two events.
    """
    event = ("石桥之战", "the battle of the bridge") if named else ("", "")
    fought = quoted("wu", "fought", "lin", event=event)
    story = await read(
        new_graph,
        Story(
            (
                (("第一日，吴海和林河交战。", "On day 1, Wu and Lin fought."),),
                (("第九日，人们谈起吴海和林河打过一仗。", "On day 9, they spoke of a fight of Wu and Lin."),),
            ),
            (
                (("吴海和林河交战", "Wu and Lin fought"), [fought]),
                (
                    ("吴海和林河打过一仗", "a fight of Wu and Lin"),
                    [quoted("wu", "fought", "lin", event=event, placing=placing)],
                ),
            ),
        ),
        language,
    )

    assert len(await story.facts("fought")) == visits


async def test_s19_words_inside_a_passage_count_from_where_they_stand(new_graph: NewGraph, language: str) -> None:
    """The laughing is on day 10, the asking on the next day, and the leaving two days later."""
    met, asked = ("林河笑着见了阿梅", "Lin laughed with Mei"), ("次日林河拜访吴海", "The next day Lin visited Wu")
    left = ("又过了一日林河离开海港", "the day after Lin left Harbor")
    story = await read(
        new_graph,
        Story(
            (
                (
                    (
                        f"第十日，{met[0]}。{asked[0]}；{left[0]}。",
                        f"On day 10, {met[1]}. {asked[1]}; {left[1]}.",
                    ),
                ),
            ),
            (
                (met, [quoted("lin", "met", "mei")]),
                (asked, [quoted("lin", "visited", "wu", time=("次日", "The next day"))]),
                (left, [quoted("lin", "left", "harbor", time=("又过了一日", "the day after"))]),
            ),
        ),
        language,
    )

    found = [days((await story.facts(one))[0]) for one in ("met", "visited", "left")]

    assert found == [(10, 10), (11, 11), (12, 12)]


async def test_s20_at_the_time_of_something_is_a_time(new_graph: NewGraph, language: str) -> None:
    """The coming and the gladness are on the day of the wedding. What she knows "even now" is on the day on which she
    tells the tale.
    """
    came = ("我吴海在阿梅成亲时到了海港", "I, Wu, came to Harbor when Mei was married")
    glad, knows = (
        ("那时吴海加入水宫", "Wu was of Palace at that time"),
        ("阿梅直到如今认识林河", "Mei knows Lin even now"),
    )
    story = await read(
        new_graph,
        Story(
            (
                (("第十日，阿梅成亲，嫁给林河。", "On day 10, Mei was married to Lin."),),
                (
                    ("第五十日，吴海讲起往事。", "On day 50, Wu told his tale."),
                    (f"“{came[0]}；{glad[0]}。{knows[0]}。”", f"“{came[1]}; {glad[1]}. {knows[1]}.”"),
                ),
            ),
            (
                (
                    ("阿梅成亲", "Mei was married"),
                    [quoted("mei", "married_to", "lin", phase="begins", event=("阿梅成亲", "Mei was married"))],
                ),
                (came, [quoted("wu", "went_to", "harbor", time=("阿梅成亲时", "when Mei was married"))]),
                (glad, [quoted("wu", "member_of", "palace", time=("那时", "at that time"))]),
                (knows, [quoted("mei", "knows_that", "lin", time=("直到如今", "even now"))]),
            ),
            ((came, "tale!"),),
        ),
        language,
    )

    found = [days((await story.facts(one))[0]) for one in ("went_to", "member_of", "knows_that")]

    assert found == [(10, 10), (10, 10), (50, 50)]


HOMES = {
    "york": ("白安搬到越州", "Ben moved to York"),
    "leeds": ("白安搬到里城", "Ben moved to Leeds"),
    "hull": ("白安曾住在湖州", "Ben had lived in Hull"),
}


async def test_s21_neither_a_date_back_nor_a_memory_cuts_the_line(new_graph: NewGraph, language: str) -> None:
    """The home in York ends when the home in Leeds begins. The home in Hull was nine years before, and is never after
    York. The next paragraph is on 4 August.
    """
    nine = ("九年前", "Nine years before")
    met = ("白安见了阿梅", "Ben met Mei")
    york, leeds, hull = (HOMES[one] for one in ("york", "leeds", "hull"))
    story = await read(
        new_graph,
        Story(
            (
                (
                    (
                        f"1850年7月6日，{york[0]}。\n\n1850年6月30日，林河见了吴海。",
                        f"On 6 July 1850, {york[1]}.\n\nOn 30 June 1850, Lin met Wu.",
                    ),
                ),
                (
                    (
                        f"1850年8月4日，{leeds[0]}。\n\n{nine[0]}，{hull[0]}。\n\n{met[0]}。",
                        f"On 4 August 1850, {leeds[1]}.\n\n{nine[1]}, {hull[1]}.\n\n{met[1]}.",
                    ),
                ),
            ),
            (
                (york, [quoted("ben", "lives_in", "york", phase="begins")]),
                (leeds, [quoted("ben", "lives_in", "leeds", phase="begins")]),
                (hull, [quoted("ben", "lives_in", "hull", time=nine, placing="back")]),
                (met, [quoted("ben", "met", "mei")]),
            ),
        ),
        language,
    )

    in_york, in_leeds, in_hull = await story.facts("lives_in", subject="ben")
    (meeting,) = await story.facts("met")
    first, last = days(meeting)
    since = days(in_hull)

    assert (in_york.ended_by, in_hull.ended_by) == ((in_leeds.uuid,), (in_york.uuid,))
    assert first is not None
    assert first == last == days(in_leeds)[0]
    assert since[0] is not None
    assert since[1] is not None
    assert since[0] <= first - 9 * 365 - 2 <= since[1] <= since[0] + 3
    assert "ben hull" not in await story.at("1850-07-10", "lives_in")


async def test_a_concubine_does_not_end_a_marriage(new_graph: NewGraph, language: str) -> None:
    story = Story(
        ((("林河娶了阿梅，又有一妾吴海。", "Lin married Mei, and kept Wu as a concubine."),),),
        (
            (("林河娶了阿梅", "Lin married Mei"), [quoted("lin", "married_to", "mei", phase="begins")]),
            (
                ("有一妾吴海", "kept Wu as a concubine"),
                [quoted("lin", "married_to", "wu", marks=[("q:妾", "q:concubine")])],
            ),
        ),
    )

    told = await read(new_graph, story, language)

    assert [one.ended_by for one in await told.facts("married_to")] == [(), ()]


async def test_service_ends_with_the_master_and_a_promise_begins_when_it_is_made(
    new_graph: NewGraph, language: str
) -> None:
    story = Story(
        (
            (("林河是吴海的部将。林河答应回来。", "Lin served Wu. Lin promised to return."),),
            (("吴海死了。", "Wu died."),),
        ),
        (
            (("林河是吴海的部将", "Lin served Wu"), [quoted("lin", "serves", "wu")]),
            (("林河答应回来", "Lin promised to return"), [quoted("lin", "promised", value=("回来", "to return"))]),
            (("吴海死了", "Wu died"), [quoted("wu", "dead", phase="begins")]),
        ),
    )

    told = await read(new_graph, story, language)

    (service,), (promise,), (death,) = [await told.facts(one) for one in ("serves", "promised", "dead")]
    assert service.ended_by == (death.uuid,)
    assert promise.begins


async def test_an_author_may_say_that_a_moment_was_more(new_graph: NewGraph, language: str) -> None:
    """Who is startled does not fear from then on, unless the author says so. Another correction changes only what it
    says.
    """
    lin, wu, told = (
        ("林河", "吴海", "林河听吴海说完惊呆了") if language == "zh" else ("Lin", "Wu", "Lin was startled by Wu")
    )
    script = Script({lin: "Person", wu: "Person"}, {told: [Says(lin, "fears", wu, text=told)]})
    graph = new_graph(script.model(), None)
    await graph.add_manuscript([chapter(1, f"{told}，{wu}笑了。\n" if language == "zh" else f"{told}.\n")])
    (moment,) = (await graph.get_facts(scope=Scope(include_ended=True))).facts
    assert moment.fact.kind is PredicateKind.EVENT

    await graph.correct_fact(moment.uuid, FactChange(salience=3))
    (marked,) = (await graph.get_facts(scope=Scope(include_ended=True))).facts
    assert (marked.fact.kind, marked.fact.predicate) == (PredicateKind.EVENT, moment.fact.predicate)

    await graph.correct_fact(marked.uuid, FactChange(predicate="fears"))
    (corrected,) = (await graph.get_facts(scope=Scope(include_ended=True))).facts
    assert (corrected.fact.kind, corrected.fact.predicate) == (PredicateKind.STATE, "fears")
