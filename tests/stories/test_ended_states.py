"""States that ended without a word about their end, in Chinese and in English."""

from __future__ import annotations

import pytest

from episodic.model.graph import IssueKind
from tests.stories.conftest import NewGraph
from tests.stories.lines import Story, quoted
from tests.stories.scenario_stories import LANGUAGES
from tests.stories.story_reading import read

pytestmark = pytest.mark.parametrize("language", LANGUAGES)

SULLEN, FRIENDLY, HONEST = ("孤僻", "sullen"), ("随和", "friendly"), ("老实", "honest")
MAID, COOK = ("赵家的女仆", "a maid of the Zhaos"), ("在城里做工", "a worker in the mill")

CHANGED = Story(
    (
        [
            (
                "白安性情孤僻。白安老实。阿梅是赵家的女仆。",
                "Ben was sullen. Ben was honest. Mei was a maid of the Zhaos.",
            )
        ],
        [("林河来到海港。", "Lin came to Harbor.")],
        [("如今白安很随和。阿梅在城里做工。", "Ben was friendly these days. Mei was a worker in the mill.")],
        [("吴海见到阿梅。", "Wu met Mei.")],
    ),
    (
        (("白安性情孤僻", "Ben was sullen"), [quoted("ben", "character", value=SULLEN)]),
        (("白安老实", "Ben was honest"), [quoted("ben", "character", value=HONEST)]),
        (("阿梅是赵家的女仆", "Mei was a maid of the Zhaos"), [quoted("mei", "title", value=MAID)]),
        (("林河来到海港", "Lin came to Harbor"), [quoted("lin", "arrived_at", "harbor")]),
        (("白安很随和", "Ben was friendly"), [quoted("ben", "character", value=FRIENDLY)]),
        (("阿梅在城里做工", "Mei was a worker in the mill"), [quoted("mei", "title", value=COOK)]),
        (("吴海见到阿梅", "Wu met Mei"), [quoted("wu", "met", "mei")]),
    ),
    ends=((SULLEN, FRIENDLY), (MAID, COOK)),
)


async def test_a_state_ends_where_the_state_that_replaced_it_is_told(new_graph: NewGraph, language: str) -> None:
    """As of the first chapter the earlier state holds, as of the third only the later one, and a trait beside them goes on."""
    side = LANGUAGES.index(language)
    story = await read(new_graph, CHANGED, language)

    first, third = await story.at("chapter 1", "character"), await story.at("chapter 3", "character")

    assert {key for key, holding in first.items() if holding == "holds"} >= {
        f"ben {SULLEN[side]}",
        f"ben {HONEST[side]}",
    }
    assert f"ben {SULLEN[side]}" not in third
    assert third[f"ben {FRIENDLY[side]}"] == third[f"ben {HONEST[side]}"] == "holds"
    assert f"mei {MAID[side]}" not in await story.at("chapter 4", "title")
    (sullen,) = [one for one in await story.facts("character") if one.value == SULLEN[side]]
    assert sullen.invalid_at is not None
    assert IssueKind.CONTRADICTION not in await story.kinds()


async def test_nothing_ends_where_the_reader_lets_both_hold(new_graph: NewGraph, language: str) -> None:
    """Two traits of one person may be true at once."""
    side = LANGUAGES.index(language)
    story = await read(new_graph, Story(CHANGED.chapters, CHANGED.says), language)

    now = await story.at("chapter 4", "character")

    assert {key: now.get(key) for key in (f"ben {SULLEN[side]}", f"ben {FRIENDLY[side]}")} == {
        f"ben {SULLEN[side]}": "holds",
        f"ben {FRIENDLY[side]}": "holds",
    }


async def test_what_one_quote_shares_out_among_several_goes_on_for_each(new_graph: NewGraph, language: str) -> None:
    """The town has one leader at a time, but one quote gives its parts to two people. A later leader follows both."""
    shared = ("令林河管石镇东门，吴海管西门", "Lin was to hold the east gate of the Town, and Wu the west gate")
    told = Story(
        ([(f"{shared[0]}。", f"{shared[1]}.")], [("阿梅管石镇。", "Mei took over the Town.")]),
        (
            (shared, [quoted(who, "leads", "town", phase="begins") for who in ("lin", "wu")]),
            (("阿梅管石镇", "Mei took over the Town"), [quoted("mei", "leads", "town", phase="begins")]),
        ),
    )
    story = await read(new_graph, told, language)

    lin, wu, mei = await story.facts("leads")

    assert {lin.ended_by, wu.ended_by} == {(mei.uuid,)}
    assert not mei.ended_by
    assert [one.chapter for one in (lin.invalid_at, wu.invalid_at) if one is not None] == [mei.evidence[0].episode] * 2


async def test_a_debt_outlives_the_debtor(new_graph: NewGraph, language: str) -> None:
    """Ben dies, and what he owes Mei may be paid out of what he leaves. His fear ends with him."""
    told = Story(
        ([("白安欠阿梅钱。白安怕吴海。", "Ben owed Mei money. Ben feared Wu.")], [("白安死了。", "Ben died.")]),
        (
            (("白安欠阿梅钱", "Ben owed Mei money"), [quoted("ben", "owes", "mei")]),
            (("白安怕吴海", "Ben feared Wu"), [quoted("ben", "fears", "wu")]),
            (("白安死了", "Ben died"), [quoted("ben", "dead")]),
        ),
    )
    story = await read(new_graph, told, language)

    (debt,), (fear,) = await story.facts("owes"), await story.facts("fears")

    assert not debt.ended
    assert debt.invalid_at is None
    assert fear.ended


async def test_a_state_that_begins_is_not_ended_by_the_end_of_the_state_before_it(
    new_graph: NewGraph, language: str
) -> None:
    """The reader says that a wound which opens ends its healing. So it healed before that, and never after it."""
    healing, open_ = ("伤口渐渐愈合", "with a wound that heals"), ("伤口又裂开", "with a wound open again")
    told = Story(
        (
            [("林河伤口渐渐愈合。", "Lin was with a wound that heals.")],
            [("林河伤口又裂开。", "Lin was with a wound open again.")],
        ),
        (
            (("林河伤口渐渐愈合", "Lin was with a wound that heals"), [quoted("lin", "health", value=healing)]),
            (
                ("林河伤口又裂开", "Lin was with a wound open again"),
                [quoted("lin", "health", value=open_, phase="begins")],
            ),
        ),
        ends=((healing, open_),),
        excluding=((healing, open_),),
    )
    story = await read(new_graph, told, language)

    first, second = await story.facts("health")

    assert first.invalid_at is not None
    assert second.value == open_[LANGUAGES.index(language)]
    assert second.invalid_at is None
    assert not second.ended
