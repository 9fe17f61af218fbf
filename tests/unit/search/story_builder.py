"""Three sample works, and the names of the builder with which tests build others."""

from __future__ import annotations

from dataclasses import replace

from episodic.languages.en import ENGLISH
from episodic.languages.zh import CHINESE
from episodic.model.episodes import Layer
from episodic.model.moments import TimeBasis, TimePoint
from episodic.model.predicates import PredicateKind
from episodic.model.readings import StatementScope
from tests.unit.search.work_builder import EMBEDDER, Tale, day

__all__ = ["EMBEDDER", "Tale", "day", "harbor", "lotm", "planned"]

KLEIN = "克莱恩·莫雷蒂"


def lotm() -> Tale:
    """A Chinese work of five chapters: a man with two names joins a group, is promoted and leaves."""
    tale = Tale("lotm", CHINESE)
    tale.chapter("绯红", "周明瑞在剧痛中醒来，发现自己成了克莱恩·莫雷蒂。")
    tale.chapter(
        "值夜者", "邓恩·史密斯领导着值夜者。", "通过考验后，克莱恩正式加入值夜者。", "值夜者的驻地在圣赛琳娜教堂。"
    )
    tale.chapter("笔记", "克莱恩在查尼斯门后得到了安提哥努斯家族笔记。", "他喝下魔药，成为序列9的占卜家。")
    tale.chapter("小丑", "克莱恩晋升了，现在他是序列8的小丑。")
    tale.chapter("丧钟", "克莱恩离开了值夜者，独自上路。", "他腰间的“丧钟”手枪是一件用于攻击的神奇物品。")
    tale.who(KLEIN, "人物", "周明瑞", "克莱恩")
    tale.who("邓恩·史密斯", "人物")
    tale.who("值夜者", "组织")
    tale.who("圣赛琳娜教堂", "地点")
    tale.who("安提哥努斯家族笔记", "物品")
    tale.who("“丧钟”手枪", "物品", "丧钟")
    _joins_and_leaves(tale)
    _rises(tale)
    return tale


def _joins_and_leaves(tale: Tale) -> None:
    two, five = _at(tale, 1), _at(tale, 4)
    member = tale.fact(
        KLEIN,
        "成员",
        "值夜者",
        quote="通过考验后，克莱恩正式加入值夜者。",
        text="克莱恩·莫雷蒂是值夜者的成员。",
        since=two,
        end_quote="克莱恩离开了值夜者",
    )
    tale.facts[0] = replace(member, invalid_at=five, ended_by=(member.uuid,))
    tale.fact("邓恩·史密斯", "领导", "值夜者", quote="邓恩·史密斯领导着值夜者。", since=two)
    tale.fact("值夜者", "位于", "圣赛琳娜教堂", quote="值夜者的驻地在圣赛琳娜教堂。", since=two)
    tale.fact(
        KLEIN,
        "获得",
        "安提哥努斯家族笔记",
        quote="克莱恩在查尼斯门后得到了安提哥努斯家族笔记。",
        since=_at(tale, 2),
        kind=PredicateKind.EVENT,
    )


def _rises(tale: Tale) -> None:
    diviner = tale.fact(
        KLEIN,
        "序列",
        quote="他喝下魔药，成为序列9的占卜家。",
        text="克莱恩·莫雷蒂的序列是序列9：占卜家。",
        value="序列9:占卜家",
        since=_at(tale, 2),
    )
    clown = tale.fact(
        KLEIN,
        "序列",
        quote="克莱恩晋升了，现在他是序列8的小丑。",
        text="克莱恩·莫雷蒂的序列是序列8：小丑。",
        value="序列8:小丑",
        since=_at(tale, 3),
    )
    tale.ends(diviner, clown)
    tale.fact(
        KLEIN,
        "拥有",
        "“丧钟”手枪",
        quote="他腰间的“丧钟”手枪是一件用于攻击的神奇物品。",
        text="克莱恩·莫雷蒂拥有“丧钟”手枪。",
        since=_at(tale, 4),
    )


def _at(tale: Tale, number: int) -> TimePoint:
    """Returns the chapter with this index (from 0) as a point in story time."""
    return TimePoint(chapter=tale.episodes[number].uuid, basis=TimeBasis.STATED)


def harbor() -> Tale:
    """An English work of four chapters with a move, a belief, a gift and a death."""
    tale = Tale("harbor", ENGLISH)
    tale.chapter("The Quay", "On the tenth day Miss Lin Marsh lived in Harbor.", "Wu O'Brien mended nets beside her.")
    tale.chapter("A Gift", "Lin gave Wu the Sword of Tides at noon.", "Mei believed that Chen was alive.")
    tale.chapter("The Road", "On the twentieth day Lin moved to the Capital.", "Rain fell on the empty quay.")
    tale.chapter("A Letter", "Mei learned that Chen had died on the thirtieth day.")
    tale.who("Lin Marsh", "Person", "Lin", "Miss Lin Marsh")
    tale.who("Wu O'Brien", "Person", "Wu")
    tale.who("Mei")
    tale.who("Chen")
    tale.who("Harbor", "Place")
    tale.who("Capital", "Place", "the Capital")
    tale.who("Sword of Tides", "Item")
    home = tale.fact(
        "Lin Marsh",
        "lives_in",
        "Harbor",
        quote="Miss Lin Marsh lived in Harbor",
        text="Lin Marsh lives in Harbor.",
        since=day(10),
    )
    city = tale.fact(
        "Lin Marsh",
        "lives_in",
        "Capital",
        quote="On the twentieth day Lin moved to the Capital.",
        text="Lin Marsh lives in the Capital.",
        since=day(20),
    )
    tale.ends(home, city)
    tale.fact(
        "Lin Marsh",
        "gave",
        "Sword of Tides",
        quote="Lin gave Wu the Sword of Tides at noon.",
        since=day(12),
        kind=PredicateKind.EVENT,
        others={"recipient": "Wu O'Brien"},
    )
    tale.fact(
        "Chen",
        "state",
        quote="Mei believed that Chen was alive.",
        value="alive",
        scope=StatementScope.BELIEF,
        holder="Mei",
    )
    tale.fact("Chen", "state", quote="Chen had died on the thirtieth day", value="dead", since=day(30))
    return tale


def planned() -> Tale:
    """A work with a canon chapter and a plan chapter; the plan has names that canon does not have."""
    tale = Tale("planned")
    tale.chapter("One", "Lin lived in Harbor.")
    tale.chapter("Outline", "Lin, the Silent Queen, will die in Winter Keep.", layer=Layer.PLAN)
    tale.who("Lin", "Person", "the Silent Queen")
    tale.who("Harbor", "Place")
    tale.who("Winter Keep", "Place")
    tale.fact("Lin", "lives_in", "Harbor", quote="Lin lived in Harbor.")
    tale.fact("Lin", "dies_in", "Winter Keep", quote="Lin, the Silent Queen, will die in Winter Keep.")
    return tale
