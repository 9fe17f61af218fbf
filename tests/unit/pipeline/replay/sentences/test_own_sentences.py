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


async def test_a_list_that_says_who_all_are_stays_whole() -> None:
    """ "The family contains Ann" would not tell that they are only two."""
    families = {
        "the family were only two, Ann and Bo": ["Organization|the family", "Person|Ann", "Person|Bo"],
        "这家人是两口人，安和、波平": ["组织|这家人", "人物|安和", "人物|波平"],
    }
    for quote, entities in families.items():
        sentence = f"{quote[:1].upper()}{quote[1:]}."
        fact = Stated(quote=quote, subject=1, predicate="contains", object=[2, 3], text=sentence)

        told = await facts_told(f"{quote}.\n", entities, [fact])

        assert {one.text for one in told} == {sentence}


async def test_what_several_people_have_together_stays_theirs() -> None:
    debts = {
        "Ann and Bo raised their debts.": ["Person|Ann", "Person|Bo"],
        "安和、波平都背着他们的债。": ["人物|安和", "人物|波平"],
    }
    for sentence, people in debts.items():
        fact = Stated(quote=sentence[:-1], subject=[1, 2], predicate="owes", value="debts", text=sentence)

        told = await facts_told(f"{sentence}\n", people, [fact])

        assert {one.text for one in told} == {sentence}


async def test_what_relates_the_people_of_a_list_is_said_of_none_alone() -> None:
    text = "安和、波平都是真定人，又同姓。"
    people = ["人物|安和", "人物|波平", "地点|真定"]
    fact = Stated(quote=text[:-1], subject=[1, 2], predicate="籍贯", object=3, text=text)

    told = await facts_told(f"{text}\n", people, [fact])

    assert not any("安和是真定人，又同姓" in one.text for one in told)


async def test_a_sentence_that_says_how_long_or_tells_a_wish_stays_whole() -> None:
    """ "Bo has a new life" would tell as so what Ann only wishes."""
    entities = ["Person|Ann", "Person|Bo", "Person|Cal", "Item|a new life", "Place|York"]
    told = [
        ("The young should have a new life", {"predicate": "holds", "object": 4, "scope": "wish", "holder": 1}),
        ("The brothers had long lived in York", {"predicate": "lives_in", "object": 5, "marks": ["for:long"]}),
    ]
    chinese = ["人物|安和", "人物|波平", "人物|林河", "物品|新的生活", "地点|真定"]
    said = [
        ("后辈应该有新的生活", {"predicate": "持有", "object": 4, "scope": "wish", "holder": 1}),
        ("弟兄几个多年住在真定", {"predicate": "居住于", "object": 5, "marks": ["for:多年"]}),
    ]
    for people, rows, stop in ((entities, told, "."), (chinese, said, "。")):
        facts = [
            Stated.model_validate({"quote": quote, "subject": [2, 3], "text": f"{quote}{stop}"} | row)
            for quote, row in rows
        ]
        text = "".join(f"{one.split('|')[1]}{stop} " for one in people) + "".join(f"{one}{stop} " for one, _ in rows)

        found = await facts_told(f"{text}\n", people, facts)

        assert {one.text for one in found} == {f"{quote}{stop}" for quote, _ in rows}
