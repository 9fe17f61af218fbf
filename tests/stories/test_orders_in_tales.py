"""The order of what a tale reports at times of its own, in Chinese and in English."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from episodic.search.story_order import StoryOrder, order_of
from tests.stories.conftest import NewGraph
from tests.stories.lines import QuotedStatement, Story, quoted
from tests.stories.scenario_stories import LANGUAGES
from tests.stories.story_reading import read
from tests.stories.test_told_orders import by_target

pytestmark = pytest.mark.parametrize("language", LANGUAGES)


async def test_a_dated_report_of_a_tale_follows_what_the_tale_told_before(new_graph: NewGraph, language: str) -> None:
    """Reports with time words of their own have an order, unless the words count back or name an earlier date."""
    story = Story(
        (
            (
                ("林河望着海，阿梅讲起往事。", "Lin looked at the sea, and Mei told him a tale."),
                (
                    "阿梅道：“那时吴海见到白安。第二天夜里，吴海买了老宅。白安去了京城。三年前，白安丢了断剑。”",
                    (
                        "Mei said: “At that time Wu met Ben. The next night Wu bought the house. Ben went to Capital. "
                        "Three years before, Ben lost the sword.”"
                    ),
                ),
            ),
        ),
        (
            (("吴海见到白安", "Wu met Ben"), [quoted("wu", "met", "ben", scope="claim", holder="mei")]),
            (
                ("吴海买了老宅", "Wu bought the house"),
                [quoted("wu", "bought", "house", time=("第二天夜里", "The next night"), scope="claim", holder="mei")],
            ),
            (
                ("白安去了京城", "Ben went to Capital"),
                [quoted("ben", "went_to", "capital", scope="claim", holder="mei")],
            ),
            (
                ("白安丢了断剑", "Ben lost the sword"),
                [quoted("ben", "lost", "sword", time=("三年前", "Three years before"), scope="claim", holder="mei")],
            ),
        ),
        ((("“那时吴海", "“At that time"), "tale!"),),
    )

    facts = await by_target(await read(new_graph, story, language))

    for first, second in pairwise([facts["ben"], facts["house"], facts["capital"]]):
        assert order_of(first, second) is StoryOrder.BEFORE, (first.text, second.text)
    assert order_of(facts["sword"], facts["house"]) is not StoryOrder.AFTER


async def test_a_work_that_is_a_tale_from_its_beginning_is_narrated_in_the_teller_s_claims(
    new_graph: NewGraph, language: str
) -> None:
    """No scene around the tale is known. What the tale narrates happens in the order in which it is narrated, and not
    at some time before.
    """
    claims: dict[str, Any] = {"scope": "claim", "holder": "mei"}
    story = Story(
        (
            (
                (
                    "阿梅道：“吴海见到白安。白安高兴起来。白安去了京城。”",
                    "Mei said: “Wu met Ben. Ben became glad. Ben went to Capital.”",
                ),
            ),
        ),
        (
            (("吴海见到白安", "Wu met Ben"), [quoted("wu", "met", "ben", **claims)]),
            (
                ("白安高兴起来", "Ben became glad"),
                [quoted("ben", "feels", value=("高兴", "glad"), phase="begins", **claims)],
            ),
            (("白安去了京城", "Ben went to Capital"), [quoted("ben", "went_to", "capital", **claims)]),
        ),
        ((("阿梅道", "Mei said"), "tale!"),),
    )

    facts = [one.fact for one in (await (await read(new_graph, story, language)).graph.get_facts()).facts]

    told = {one.predicate: one for one in facts}
    assert order_of(told["met"], told["feels"]) is StoryOrder.BEFORE
    assert order_of(told["feels"], told["went_to"]) is StoryOrder.BEFORE


@pytest.mark.parametrize("frame", ["dream", "tale!"])
@pytest.mark.parametrize("placing", ["back", "now"])
async def test_the_dead_tell_in_a_dream_what_happened_before_it(
    new_graph: NewGraph, language: str, frame: str, placing: str
) -> None:
    """The dead man's account is in the order in which he tells it, whether the reader calls it a tale in the dream or
    speech in the dream. It lies before the waking, and as a tale before the dream. The dream lies between the events
    around it.
    """

    def claimed(subject: str, predicate: str, target: str) -> list[QuotedStatement]:
        return [quoted(subject, predicate, target, scope="claim", holder="wu", placing=placing)]

    story = Story(
        (
            (
                ("林河去了海港。", "Lin went to Harbor."),
                ("林河梦见吴海来到客栈。", "Lin dreamt that Wu came to Inn."),
                (
                    "吴海道：“白安到了京城。我和他买了老宅。我们很富。他把我杀在山村。”",
                    "Wu said: “Ben came to Capital. I bought the house with him. We were rich. He killed me at Village.”",
                ),
                ("吴海离开了石镇。", "Wu left Town."),
                ("林河醒来，去了里城。", "Lin woke, and went to Leeds."),
            ),
        ),
        (
            (("林河去了海港", "Lin went to Harbor"), [quoted("lin", "went_to", "harbor")]),
            (("吴海来到客栈", "Wu came to Inn"), [quoted("wu", "arrived_at", "inn", scope="dream", holder="lin")]),
            (("白安到了京城", "Ben came to Capital"), claimed("ben", "arrived_at", "capital")),
            (("买了老宅", "bought the house"), claimed("ben", "bought", "house")),
            (("我们很富", "We were rich"), claimed("wu", "ally_of", "ben")),
            (("把我杀在山村", "killed me at Village"), claimed("ben", "fought", "village")),
            (("吴海离开了石镇", "Wu left Town"), [quoted("wu", "left", "town", scope="dream", holder="lin")]),
            (("去了里城", "went to Leeds"), [quoted("lin", "went_to", "leeds")]),
        ),
        (
            (("梦见吴海", "dreamt that Wu"), "dream!"),
            (("吴海道", "Wu said"), frame),
            (("离开了石镇", "left Town"), "dream"),
        ),
    )

    facts = await by_target(await read(new_graph, story, language))

    line = [facts[one] for one in ("harbor", "inn", "town", "leeds")]
    account = [facts[one] for one in ("capital", "house", "village")]
    for first, second in (*pairwise(line), *pairwise(account), (account[-1], line[2]), (account[-1], line[3])):
        assert order_of(first, second) is StoryOrder.BEFORE, (first.text, second.text)
        assert order_of(second, first) is StoryOrder.AFTER, (first.text, second.text)
    assert order_of(account[-1], line[0]) is StoryOrder.UNKNOWN
    assert order_of(account[-1], line[1]) is (StoryOrder.BEFORE if frame == "tale!" else StoryOrder.UNKNOWN)


@pytest.mark.parametrize(("scope", "placing"), [("world", "now"), ("claim", "now"), ("claim", "back")])
async def test_the_dated_head_of_a_tale_comes_before_what_follows(
    new_graph: NewGraph, language: str, scope: str, placing: str
) -> None:
    """The first event has time words that count back from the telling, and the others follow it."""
    holder = "wu" if scope == "claim" else ""
    story = Story(
        (
            (
                ("林河去了海港。", "Lin went to Harbor."),
                (
                    "吴海道：“五年前白安到了京城。他买了老宅。他拿走断剑。”",
                    "Wu said: “Five years ago Ben came to Capital. He bought the house. He took the sword.”",
                ),
            ),
        ),
        (
            (("林河去了海港", "Lin went to Harbor"), [quoted("lin", "went_to", "harbor")]),
            (
                ("白安到了京城", "Ben came to Capital"),
                [quoted("ben", "arrived_at", "capital", time=("五年前", "Five years ago"), scope=scope, holder=holder)],
            ),
            (
                ("他买了老宅", "He bought the house"),
                [quoted("ben", "bought", "house", scope=scope, holder=holder, placing=placing)],
            ),
            (
                ("他拿走断剑", "He took the sword"),
                [quoted("ben", "took", "sword", scope=scope, holder=holder, placing=placing)],
            ),
        ),
        ((("吴海道", "Wu said"), "tale!"),),
    )

    facts = await by_target(await read(new_graph, story, language))

    for first, second in pairwise([facts[one] for one in ("capital", "house", "sword", "harbor")]):
        assert order_of(first, second) is StoryOrder.BEFORE, (first.text, second.text)


def _dream_with_a_tale() -> Story:
    """Return the story of a dream in which a dead man tells a tale."""

    def claimed(subject: str, predicate: str, target: str, placing: str = "now") -> list[QuotedStatement]:
        return [quoted(subject, predicate, target, scope="claim", holder="wu", placing=placing)]

    return Story(
        (
            (
                ("林河去了海港。", "Lin went to Harbor."),
                (
                    "林河梦见吴海来到客栈。吴海道：“我丢了断剑。",
                    "Lin dreamt that Wu came to Inn. Wu said: “I lost the sword.",
                ),
                ("那时白安到了京城。", "At that time Ben came to Capital."),
                ("我和他买了老宅。”", "I bought the house with him.”"),
                ("“他把我杀在山村。”", "“He killed me at Village.”"),
                (
                    "林河道：“白安去了里城。”吴海道：“我离开了石镇。”",
                    "Lin said: “Ben has gone to Leeds.” Wu said: “I left Town.”",
                ),
            ),
        ),
        (
            (("林河去了海港", "Lin went to Harbor"), [quoted("lin", "went_to", "harbor")]),
            (("吴海来到客栈", "Wu came to Inn"), [quoted("wu", "arrived_at", "inn", scope="dream", holder="lin")]),
            (("我丢了断剑", "I lost the sword"), claimed("wu", "lost", "sword", "back")),
            (("白安到了京城", "Ben came to Capital"), claimed("ben", "arrived_at", "capital")),
            (("买了老宅", "bought the house"), claimed("ben", "bought", "house", "back")),
            (("把我杀在山村", "killed me at Village"), claimed("ben", "fought", "village")),
            (
                ("白安去了里城", "Ben has gone to Leeds"),
                [quoted("ben", "went_to", "leeds", scope="claim", holder="lin", placing="back")],
            ),
            (("我离开了石镇", "I left Town"), claimed("wu", "left", "town", "back")),
        ),
        (
            (("林河梦见", "Lin dreamt"), "dream!"),
            (("那时白安", "At that time Ben"), "tale!"),
            (("我和他买了", "I bought the house"), "dream"),
            (("“他把我", "“He killed"), "tale"),
            (("林河道", "Lin said"), "dream"),
        ),
    )


async def test_the_teller_of_a_tale_goes_on_with_it_in_the_dream_around_it(new_graph: NewGraph, language: str) -> None:
    """What the dead man tells as a tale and what he says in the dream between and after it are one account. A summary
    before the tale, and what he says after somebody else has spoken, have no order to it.
    """
    facts = await by_target(await read(new_graph, _dream_with_a_tale(), language))

    for first, second in pairwise([facts[one] for one in ("capital", "house", "village")]):
        assert order_of(first, second) is StoryOrder.BEFORE, (first.text, second.text)
        assert order_of(second, first) is StoryOrder.AFTER, (first.text, second.text)
    for apart in ("sword", "town"):
        assert order_of(facts[apart], facts["capital"]) is StoryOrder.UNKNOWN
        assert order_of(facts[apart], facts["village"]) is StoryOrder.UNKNOWN


async def test_what_somebody_plans_or_says_in_a_tale_has_its_place_in_the_tale(
    new_graph: NewGraph, language: str
) -> None:
    """The teller passes the plan and the words of others on, as events of her tale."""
    claims: dict[str, Any] = {"scope": "claim", "holder": "mei"}
    passed_on: dict[str, Any] = {"holder": "wu", "marks": [("via:2", "via:2")]}
    story = Story(
        (
            (
                (
                    "阿梅道：“吴海见到白安。吴海打算买下老宅。吴海说他丢了断剑。白安去了京城。”",
                    "Mei said: “Wu met Ben. Wu planned to buy the house. Wu said he lost the sword. Ben went to Capital.”",
                ),
            ),
        ),
        (
            (("吴海见到白安", "Wu met Ben"), [quoted("wu", "met", "ben", **claims)]),
            (
                ("打算买下老宅", "planned to buy the house"),
                [quoted("wu", "bought", "house", scope="plan", **passed_on)],
            ),
            (("丢了断剑", "lost the sword"), [quoted("wu", "lost", "sword", scope="claim", **passed_on)]),
            (("白安去了京城", "Ben went to Capital"), [quoted("ben", "went_to", "capital", **claims)]),
        ),
        ((("阿梅道", "Mei said"), "tale!"),),
    )

    facts = await by_target(await read(new_graph, story, language))

    assert {facts[one].teller_names for one in ("house", "sword")} == {(("阿梅",), ("Mei",))[language == "en"]}
    for one in ("house", "sword"):
        assert order_of(facts["ben"], facts[one]) is StoryOrder.BEFORE, one
    assert order_of(facts["sword"], facts["capital"]) is StoryOrder.BEFORE
    # What Wu plans may happen after Ben went to Capital.
    assert order_of(facts["house"], facts["capital"]) is StoryOrder.UNKNOWN


@pytest.mark.parametrize("frame", ["main", "flashback!"])
async def test_a_death_that_somebody_tells_is_not_as_late_as_his_words(
    new_graph: NewGraph, language: str, frame: str
) -> None:
    """On the main line and in a flashback, where it is speech and no narration."""
    story = Story(
        (
            (
                ("林河去了海港。", "Lin went to Harbor."),
                ("吴海到了京城。他道：“白安死了。”", "Wu came to Capital. He said: “Ben is dead.”"),
            ),
        ),
        (
            (("林河去了海港", "Lin went to Harbor"), [quoted("lin", "went_to", "harbor")]),
            (("吴海到了京城", "Wu came to Capital"), [quoted("wu", "arrived_at", "capital")]),
            (("白安死了", "Ben is dead"), [quoted("ben", "dead", scope="claim", holder="wu")]),
        ),
        ((("吴海到了", "Wu came"), frame),),
    )

    found = (await (await read(new_graph, story, language)).graph.get_facts()).facts
    facts = {one.fact.predicate: one.fact for one in found if one.fact.predicate in ("dead", "arrived_at")}

    assert order_of(facts["arrived_at"], facts["dead"]) is StoryOrder.UNKNOWN


async def test_a_letter_that_opens_with_what_was_long_before_lies_before_its_reading(
    new_graph: NewGraph, language: str
) -> None:
    """What the letter sums up is older than what its scene has told before the letter is read."""
    story = Story(
        (
            (
                (
                    "林河来到海港，吴海见到白安，林河读了阿梅的信。",
                    "Lin came to Harbor, Wu met Ben, and Lin read a letter of Mei.",
                ),
                ("“早年白安得到了断剑。”", "“In early days Ben took the sword.”"),
            ),
        ),
        (
            (("林河来到海港", "Lin came to Harbor"), [quoted("lin", "arrived_at", "harbor")]),
            (("吴海见到白安", "Wu met Ben"), [quoted("wu", "met", "ben")]),
            (
                ("白安得到了断剑", "Ben took the sword"),
                [quoted("ben", "took", "sword", scope="claim", holder="mei", placing="back")],
            ),
        ),
        frames=[(("“早年", "“In early"), "letter")],
    )

    facts = await by_target(await read(new_graph, story, language))

    assert order_of(facts["sword"], facts["harbor"]) is StoryOrder.BEFORE
    assert order_of(facts["sword"], facts["ben"]) is StoryOrder.BEFORE
