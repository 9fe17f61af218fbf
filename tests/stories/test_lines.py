"""Tests of the story-time scenarios S11 to S21 in Chinese and in English, on every store, through the public interface."""

from __future__ import annotations

import pytest

from episodic.app import StoryGraph
from episodic.model.graph import Fact, IssueKind
from episodic.search.fact_listing import FactQuery
from episodic.search.scope import Scope
from tests.stories.conftest import NewGraph
from tests.stories.lines import Story, quoted
from tests.stories.scenario_stories import LANGUAGES

pytestmark = pytest.mark.parametrize("language", LANGUAGES)


class Read:
    """A story that was read. Questions use the keys of its names."""

    def __init__(self, graph: StoryGraph, words: dict[str, str]) -> None:
        self.graph, self.words = graph, words

    async def facts(self, predicate: str, *, subject: str = "", scope: Scope | None = None) -> list[Fact]:
        """Return the facts of a predicate in narrative order, including ended facts."""
        query = FactQuery(predicate=predicate, subject=self.words[subject] if subject else None)
        page = await self.graph.get_facts(query, scope=scope or Scope(include_ended=True))
        return sorted((one.fact for one in page.facts), key=lambda one: one.told_at)

    async def at(self, moment: str | int, predicate: str, *, pov: str = "") -> dict[str, str]:
        """Return the facts that hold at a day or chapter: subject, object or value, and the answer."""
        as_of = self.words["day"].format(moment) if isinstance(moment, int) else moment
        scope = Scope(as_of=as_of, pov=self.words[pov] if pov else None)
        page = await self.graph.get_facts(FactQuery(predicate=predicate), scope=scope)
        keys = {name: key for key, name in self.words.items()}
        return {
            f"{keys[one.fact.subject_name]} {keys.get(one.fact.object_name or '', one.fact.value or '')}".strip(): (
                one.holding or ""
            )
            for one in page.facts
        }

    async def kinds(self) -> list[IssueKind]:
        return [one.issue.kind for one in await self.graph.issues()]


async def read(new_graph: NewGraph, story: Story, language: str) -> Read:
    tale = story.tale(language)
    graph = new_graph(tale.script.model(), tale.settings)
    report = await graph.add_manuscript(tale.chapters)
    assert [one.error for one in report.failed] == []
    return Read(graph, tale.words)


def days(fact: Fact) -> tuple[int | None, int | None]:
    """Return the first and the last day on which a fact may have begun."""
    return (None, None) if fact.valid_at is None else (fact.valid_at.earliest, fact.valid_at.latest)


VILLAGE = (("林河从小住在山村", "Lin lived in Village"), [quoted("lin", "lives_in", "village")])
TALE = Story(
    (
        (
            ("第五十日，老人讲起旧事。", "On day 50, the old man began his tale."),
            ("“林河从小住在山村。”", "“Lin lived in Village.”"),
            ("“更早的时候林河住在草屋。”", "“Before that Lin had his home in Hut.”"),
            ("“林河搬到了石镇。”", "“Lin moved to Town.”"),
            ("林河梦见自己住在水宫。", "Lin dreamt of a home in Palace."),
            ("林河住在京城。", "Lin was at home in Capital."),
        ),
    ),
    (
        VILLAGE,
        (("林河住在草屋", "Lin had his home in Hut"), [quoted("lin", "lives_in", "hut")]),
        (("林河搬到了石镇", "Lin moved to Town"), [quoted("lin", "lives_in", "town", phase="begins")]),
        (
            ("林河梦见自己住在水宫", "Lin dreamt of a home in Palace"),
            [quoted("lin", "lives_in", "palace", scope="dream", holder="lin")],
        ),
        (("林河住在京城", "Lin was at home in Capital"), [quoted("lin", "lives_in", "capital")]),
    ),
    (
        (("林河从小住在山村", "Lin lived in Village"), "tale!"),
        (("更早的时候", "Before that"), "flashback!"),
        (("林河搬到了石镇", "Lin moved to Town"), "tale"),
        (("林河梦见", "Lin dreamt"), "dream!"),
    ),
)


async def test_s11_a_tale_is_a_line_before_its_telling(new_graph: NewGraph, language: str) -> None:
    """The homes are Hut, Village and Town, and then the home on the day of the tale. A home in the dream does not end
    another home, and has no order to the other homes.
    """
    story = await read(new_graph, TALE, language)

    homes = {one.object_name: one for one in await story.facts("lives_in", subject="lin")}
    hut, village, town, capital, palace = (
        homes[story.words[one]] for one in ("hut", "village", "town", "capital", "palace")
    )

    assert [one.ended_by for one in (hut, village, town)] == [(village.uuid,), (town.uuid,), (capital.uuid,)]
    assert (capital.ended_by, palace.ended_by) == ((), ())
    assert days(palace) == (None, None)
    assert await story.kinds() == []


async def test_s11_words_that_count_from_the_world_win_over_the_telling(new_graph: NewGraph, language: str) -> None:
    """A hundred days after the present war is after the telling of the tale."""
    later = ("大战之后一百日", "A hundred days after the war")
    text = ("“大战之后一百日，吴海得到了断剑。”", "“A hundred days after the war, Wu got the sword.”")
    story = await read(
        new_graph,
        Story(
            ((("第五十日，大战爆发。", "On day 50, the war broke out."), text),),
            (
                (
                    ("大战爆发", "the war broke out"),
                    [quoted("war", "happened", value=("爆发", "broke out"), event=("大战", "the war"))],
                ),
                (
                    ("大战之后一百日，吴海得到了断剑", "A hundred days after the war, Wu got the sword"),
                    [quoted("wu", "holds", "sword", phase="begins", time=later)],
                ),
            ),
            ((later, "tale!"),),
        ),
        language,
    )

    (sword,) = await story.facts("holds")

    assert days(sword) == (150, 150)
    assert await story.kinds() == []


@pytest.mark.parametrize("dated", [True, False])
async def test_s12_a_letter_lies_before_its_reading(new_graph: NewGraph, language: str, dated: bool) -> None:
    """The inn is on day 10 (without a date: before the reading) and possible at the reading. The coming is certainly
    after the inn.
    """
    time = ("第十日", "On day 10") if dated else ("", "")
    inn = ("第十日我吴海在客栈", "On day 10 I, Wu, am at Inn") if dated else ("我吴海在客栈", "I, Wu, am at Inn")
    come = ("我要去海港", "I shall go to Harbor")
    story = await read(
        new_graph,
        Story(
            (
                (
                    ("第四千日，阿梅读信。", "On day 4000, Mei read a letter."),
                    (f"{inn[0]}，{come[0]}。", f"{inn[1]}, and {come[1]}."),
                ),
            ),
            (
                (inn, [quoted("wu", "located_in", "inn", time=time)]),
                (come, [quoted("wu", "went_to", "harbor", placing="ahead")]),
            ),
            ((inn, "letter!"),),
        ),
        language,
    )

    (at_inn,), (coming,) = await story.facts("located_in"), await story.facts("went_to")

    assert days(at_inn) == ((10, 10) if dated else (None, 4000))
    assert days(coming) == ((10, None) if dated else (None, None))
    assert await story.at("chapter 1", "located_in") == {"wu inn": "possible"}
    assert await story.at("chapter 1", "went_to") == {"wu harbor": "possible"}


@pytest.mark.parametrize("again", [False, True])
async def test_s13_a_flashback_goes_on_in_a_later_chapter(new_graph: NewGraph, language: str, again: bool) -> None:
    """A flashback that is interrupted in chapter 1 and continued in chapter 3 is one run. Two flashbacks have no order."""
    first, second = ("断剑曾归林河", "the sword was Lin's"), ("断剑到了吴海手里", "the sword was Wu's")
    story = await read(
        new_graph,
        Story(
            (
                (
                    ("阿梅在海港。", "Mei was in Harbor."),
                    ("想当年，断剑曾归林河。", "In her memory, the sword was Lin's."),
                ),
                (("阿梅去了京城。", "Mei went to Capital."),),
                (("断剑到了吴海手里。", "Then the sword was Wu's."),),
            ),
            ((first, [quoted("lin", "holds", "sword")]), (second, [quoted("wu", "holds", "sword")])),
            (
                (("想当年", "In her memory"), "flashback!"),
                (("断剑到了", "Then the sword"), "flashback!" if again else "flashback"),
            ),
        ),
        language,
    )

    lins, wus = await story.facts("holds")

    assert lins.ended_by == (() if again else (wus.uuid,))
    assert await story.kinds() == ([IssueKind.ORDER_UNKNOWN] if again else [])


async def test_s14_what_had_been_before_the_homecoming(new_graph: NewGraph, language: str) -> None:
    """Now the house is Wu's and not Lin's. The sale and the leaving have no order. "Today" is that day."""
    sold = ("老宅已卖给吴海", "the house had been sold to Wu")
    left, going = ("林河曾离开海港", "Lin had once left Harbor"), ("林河今天要去京城", "Lin will go to Capital today")
    texts = (
        "第二十日，林河回家。老宅已卖给吴海。林河曾离开海港。林河今天要去京城。",
        "On day 20, Lin came home, the house had been sold to Wu. Lin had once left Harbor. Lin will go to Capital today.",
    )
    story = await read(
        new_graph,
        Story(
            ((("第一日，老宅是林河的。", "On day 1, the house was Lin's."),), (texts,)),
            (
                (("老宅是林河的", "the house was Lin's"), [quoted("lin", "holds", "house")]),
                (
                    sold,
                    [quoted("wu", "holds", "house", phase="begins", placing="back"), quoted("wu", "holds", "house")],
                ),
                (left, [quoted("lin", "left", "harbor", placing="back")]),
                (going, [quoted("lin", "went_to", "capital", placing="ahead", time=("今天", "today"))]),
            ),
        ),
        language,
    )

    lins, wus = await story.facts("holds")
    (leaving,), (journey,) = await story.facts("left"), await story.facts("went_to")

    assert (lins.ended_by, wus.ended_by) == ((wus.uuid,), ())
    assert await story.at(20, "holds") == {"wu house": "holds"}
    assert [days(one)[1] for one in (wus, leaving)] == [20, 20]
    assert days(journey) == (20, 20)
    assert await story.kinds() == []


@pytest.mark.parametrize("narrated", [False, True])
async def test_s15_a_lie_dates_nothing_but_itself(new_graph: NewGraph, language: str, narrated: bool) -> None:
    """The fire keeps its date, or is before the day of the claim. In the claim, the fire was on day 10. On day 20
    nothing had been claimed.
    """
    begun = ("第三十日，大火烧了山村", "On day 30, the fire took Village")
    broke = begun if narrated else ("大火烧了山村", "the fire took Village")
    day_10, now = ("第十日", "on day 10"), ("如今住在京城", "lives in Capital now")
    then = ("大火那天", "on the day of the fire")
    lie = ("吴海说大火发生在第十日", "Wu claimed that the fire was on day 10")
    home = ("大火那天林河住在海港", "on the day of the fire Lin lived in Harbor")
    fire = ("大火", "the fire")
    story = await read(
        new_graph,
        Story(
            (
                ((f"{broke[0]}。", f"{broke[1]}."),),
                (
                    (
                        f"第五十日，{lie[0]}，{home[0]}，{now[0]}。",
                        f"On day 50, {lie[1]}, that {home[1]}, and that he {now[1]}.",
                    ),
                ),
            ),
            (
                (broke, [quoted("fire", "happened", value=("烧了山村", "took Village"), event=fire)]),
                (
                    lie,
                    [
                        quoted(
                            "fire",
                            "happened",
                            value=("发生", "was"),
                            event=fire,
                            time=day_10,
                            scope="claim",
                            holder="wu",
                            placing="back",
                        )
                    ],
                ),
                (home, [quoted("lin", "lives_in", "harbor", time=then, scope="claim", holder="wu", placing="back")]),
                (now, [quoted("lin", "lives_in", "capital", scope="claim", holder="wu")]),
            ),
        ),
        language,
    )

    world, claimed = await story.facts("happened")
    harbor, capital = await story.facts("lives_in")

    assert days(world) == ((30, 30) if narrated else (None, 50))
    assert [days(one) for one in (claimed, harbor, capital)] == [(10, 10), (10, 10), (50, 50)]
    assert harbor.ended_by == (capital.uuid,)
    assert await story.at(20, "lives_in", pov="wu") == {}
    assert await story.at(60, "lives_in", pov="wu") == {"lin capital": "holds"}


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
    """Eye colour, the new home and the death are permanent. The hair may have been cut."""
    story = await read(new_graph, CHILDHOOD, language)

    assert list((await story.at("chapter 1", "eye_colour")).values()) == ["holds"]
    assert await story.at("chapter 1", "lives_in") == {"lin harbor": "holds"}
    assert list((await story.at("chapter 1", "dead")).values()) == ["holds"]
    assert list((await story.at("chapter 1", "hair_length")).values()) == ["possible"]


async def test_s16_what_is_told_now_of_the_hair(new_graph: NewGraph, language: str) -> None:
    """ "Short hair" ends the long hair, and "still long" does not."""
    short = quoted("lin", "hair_length", value=("短", "short"))
    long = quoted("lin", "hair_length", value=("长", "long"))
    cut = CHILDHOOD.with_chapter(("林河是短发。", "Lin wore short hair."), short)
    kept = CHILDHOOD.with_chapter(("林河还是长发。", "Lin still wore long hair."), long)

    old, new = await (await read(new_graph, cut, language)).facts("hair_length")
    still = await read(new_graph, kept, language)

    assert old.ended_by == (new.uuid,)
    assert list((await still.at("chapter 2", "hair_length")).values()) == ["holds"]


async def test_s16_other_eyes_contradict(new_graph: NewGraph, language: str) -> None:
    """Eye colour does not change."""
    brown = quoted("lin", "eye_colour", value=("褐色", "brown"))
    story = await read(
        new_graph, CHILDHOOD.with_chapter(("林河的褐眼睛亮了。", "The brown eyes of Lin shone."), brown), language
    )

    assert await story.kinds() == [IssueKind.CONTRADICTION]


async def test_s17_a_passing_state_is_over_with_its_scene(new_graph: NewGraph, language: str) -> None:
    """A person was in the kitchen as a child and again thirty years later, which gives two facts. Each is possible in
    the next passage, and then over.
    """
    there, again = ("林河走进厨房", "Lin went into the kitchen"), ("林河又坐在厨房", "Lin sat in the kitchen again")
    here = [quoted("lin", "in_room", "kitchen")]
    story = await read(
        new_graph,
        Story(
            (
                ((f"{there[0]}。", f"{there[1]}."),),
                (("阿梅笑了。", "Mei laughed."),),
                (("吴海来了。", "Wu came."),),
                ((f"三十年后，{again[0]}。", f"Thirty years later, {again[1]}."),),
            ),
            ((there, here), (again, here)),
        ),
        language,
    )

    found = [(await story.at(f"chapter {number}", "in_room")).get("lin kitchen", "no") for number in range(1, 5)]

    assert len(await story.facts("in_room")) == 2
    assert found == ["holds", "possible", "no", "holds"]


@pytest.mark.parametrize(
    ("named", "placing", "visits"), [(True, "back", 1), (True, "now", 2), (False, "back", 2), (False, "now", 2)]
)
async def test_s18_two_tellings_are_one_event_on_evidence(
    new_graph: NewGraph, language: str, named: bool, placing: str, visits: int
) -> None:
    """A battle in two tales is one event if both tales use one name and one tale looks back. Two battles in two tales
    are two events if the tales use different names or neither tale looks back.
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
    """He laughs on day 10, asks on the next day, and leaves two days later."""
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
    """The coming and the gladness are on the day of the wedding. What she knows "even now" is on the day of the
    telling.
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
    """York is ended by Leeds. The home in Hull was nine years before and never after York. The next paragraph is on 4
    August.
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
