"""Tests of the story-time scenarios S11 to S15, which are about lines: moments that the text tells in story order."""

from __future__ import annotations

import pytest

from episodic.model.graph import IssueKind
from tests.stories.conftest import NewGraph
from tests.stories.lines import Story, quoted
from tests.stories.scenario_stories import LANGUAGES
from tests.stories.story_reading import days, read

pytestmark = pytest.mark.parametrize("language", LANGUAGES)


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
    """The time expression "a hundred days after the war" counts from the present war, and is therefore after the
    telling of the tale.
    """
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
    """The writer is at the inn on day 10 (or, without a date, before the letter is read), and is possibly still there
    when it is read. The writer's journey is certainly after the stay at the inn.
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
    """On the day of the homecoming, the house belongs to Wu and not to Lin. The order of the sale and of Lin's leaving
    is unknown. "Today" is the day of the homecoming.
    """
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


def _lie(*, narrated: bool) -> Story:
    """Return the story of a fire and of what Wu claims about it. If *narrated* is true, the narration dates the fire."""
    begun = ("第三十日，大火烧了山村", "On day 30, the fire took Village")
    broke = begun if narrated else ("大火烧了山村", "the fire took Village")
    day_10, now = ("第十日", "on day 10"), ("如今住在京城", "lives in Capital now")
    then = ("大火那天", "on the day of the fire")
    lie = ("吴海说大火发生在第十日", "Wu claimed that the fire was on day 10")
    home = ("大火那天林河住在海港", "on the day of the fire Lin lived in Harbor")
    fire = ("大火", "the fire")
    return Story(
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
    )


@pytest.mark.parametrize("narrated", [False, True])
async def test_s15_a_lie_dates_nothing_but_itself(new_graph: NewGraph, language: str, narrated: bool) -> None:
    """The fire keeps its date, or is before the day of the claim. According to the claim, the fire was on day 10. On
    day 20, the claim had not been made yet.
    """
    story = await read(new_graph, _lie(narrated=narrated), language)

    world, claimed = await story.facts("happened")
    harbor, capital = await story.facts("lives_in")

    assert days(world) == ((30, 30) if narrated else (None, 50))
    assert [days(one) for one in (claimed, harbor, capital)] == [(10, 10), (10, 10), (50, 50)]
    assert harbor.ended_by == (capital.uuid,)
    assert await story.at(20, "lives_in", pov="wu") == {}
    assert await story.at(60, "lives_in", pov="wu") == {"lin capital": "holds"}
