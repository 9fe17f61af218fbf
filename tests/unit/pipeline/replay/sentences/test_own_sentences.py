"""Tests of sentences for each of several people whom one sentence names."""

from __future__ import annotations

from tests.replies import Stated
from tests.unit.pipeline.replay.told_facts import facts_told

PEOPLE = ["Person|Ann", "Person|Bo", "Person|Cal", "Person|Dee", "Organization|the Guild"]


async def test_who_joins_people_is_not_said_to_be_a_member_of_them() -> None:
    """The short sentence of a predicate fits only what the predicate can have as its object."""
    text = "Ann and Bo joined Cal and Dee on the road. Cal and Dee joined the Guild.\n"
    facts = [
        Stated(
            quote="Ann and Bo joined Cal and Dee",
            subject=[1, 2],
            predicate="*joined",
            object=[3, 4],
            text="Ann and Bo joined Cal and Dee from among the trees.",
        ),
        Stated(
            quote="Cal and Dee joined the Guild",
            subject=[3, 4],
            predicate="joined",
            object=5,
            text="With their new papers Cal and Dee joined the Guild.",
        ),
    ]

    told = await facts_told(text, PEOPLE, facts)

    assert {one.text for one in told} == {
        "Ann and Bo joined Cal and Dee from among the trees.",
        "With their new papers Cal joined the Guild.",
        "With their new papers Dee joined the Guild.",
    }


async def test_a_list_that_says_who_each_one_is_stays_whole() -> None:
    """ "The eldest son of Dee is his second son Bo" would be wrong."""
    sons = {
        "长子是安和，次子波平": ("后主的长子是安和，次子波平。", ["人物|后主", "人物|安和", "人物|波平|次子波平"]),
        "his eldest son was Ann, his second son Bo": (
            "Dee's eldest son was Ann, his second son Bo.",
            ["Person|Dee", "Person|Ann", "Person|Bo|his second son Bo"],
        ),
    }
    for quote, (sentence, people) in sons.items():
        fact = Stated(quote=quote, subject=[2, 3], predicate="child_of", object=1, text=sentence)

        told = await facts_told(f"{people[0].split('|')[1]}. {quote}.\n", people, [fact])

        assert {one.text for one in told} == {sentence}


async def test_a_list_with_one_item_for_each_one_stays_whole() -> None:
    """ "Ann is the eldest, second and third child of Dee" would be wrong."""
    people = {
        "安和、波平、采薇是戴公的长子、次子、三子": ("人物", ["安和", "波平", "采薇", "戴公"]),
        "Ann, Bo and Cal are the eldest, second and third child of Dee": ("Person", ["Ann", "Bo", "Cal", "Dee"]),
    }
    for quote, (kind, names) in people.items():
        stop = "。" if kind == "人物" else "."
        fact = Stated(quote=quote, subject=[1, 2, 3], predicate="child_of", object=4, text=f"{quote}{stop}")

        told = await facts_told(f"{quote}{stop}\n", [f"{kind}|{name}" for name in names], [fact])

        assert {one.text for one in told} == {fact.text}
