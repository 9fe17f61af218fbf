"""Tests of what a parallel strand of a chapter follows, in a chapter that a scripted model reads."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from episodic.search.story_order import StoryOrder, order_of
from tests.replies import Stated
from tests.unit.pipeline.replay.told_facts import facts_told

ACTORS = {"Lin": "Person", "Wu": "Person", "Mei": "Person", "Crew": "Organization"}
PLACES = ("Harbor", "York", "Leeds", "Hull", "Dover", "Bath")


async def told_before(*paragraphs: str, asides: Sequence[int], lives: bool = False) -> set[str]:
    """Return the places of what is certainly before the last sentence. Each paragraph names who goes to which place,
    as in "Lin Harbor, Mei York". *asides* are the numbers of the paragraphs that open strands. If *lives* is true, the
    first sentence says that somebody lives in a place.
    """
    told = " ".join(paragraphs)
    kinds = {name: kind for name, kind in (*ACTORS.items(), *((place, "Place") for place in PLACES)) if name in told}
    names = list(kinds)
    text, facts = "", list[Stated]()
    for paragraph in paragraphs:
        for who, place in (one.split(" ") for one in paragraph.split(", ")):
            state = lives and not facts
            quote = f"{who} lived in {place}" if state else f"{who} went to {place}"
            predicate = "lives_in" if state else "went_to"
            numbers = (1 + names.index(who), 1 + names.index(place))
            facts.append(
                Stated(quote=quote, subject=numbers[0], predicate=predicate, object=numbers[1], text=f"{quote}.")
            )
            text += f"{quote}. "
        text += "\n\n***\n\n"
    passages = [f"{number}|main|aside" for number in asides]
    entities = [f"{kind}|{name}" for name, kind in kinds.items()]
    found = [one for one in await facts_told(text, entities, facts, passages=passages) if not one.derived]
    last = max(found, key=lambda one: one.told_at)
    return {one.object_name or "" for one in found if order_of(one, last) is StoryOrder.BEFORE}


async def test_a_strand_follows_the_last_passage_of_its_person() -> None:
    assert await told_before("Lin Harbor", "Lin York", "Mei Leeds", "Lin Hull", asides=[4]) == {"Harbor", "York"}


async def test_a_strand_of_somebody_new_follows_nothing_of_its_chapter() -> None:
    assert await told_before("Lin Harbor", "Mei York", "Wu Leeds", asides=[3]) == set()


async def test_a_person_who_comes_into_a_strand_brings_his_past_with_him() -> None:
    assert await told_before("Lin Harbor", "Mei York", "Wu Leeds", "Lin Hull", asides=[3]) == {"Harbor", "Leeds"}


async def test_a_third_strand_follows_both_strands_of_its_person() -> None:
    paragraphs = ("Lin Harbor", "Mei York", "Wu Leeds", "Lin Hull", "Wu Dover", "Lin Bath")

    assert await told_before(*paragraphs, asides=[3, 6]) == {"Harbor", "Leeds", "Hull"}


async def test_an_aside_about_the_person_just_told_of_is_no_strand() -> None:
    assert await told_before("Mei York", "Lin Harbor", "Lin Hull", asides=[3]) == {"York", "Harbor"}


async def test_a_strand_lies_beside_the_passage_before_it() -> None:
    """Lin left before Mei, but Mei need not have arrived when Lin goes on."""
    assert await told_before("Lin Harbor", "Lin York, Mei Leeds", "Lin Hull", asides=[3]) == {"Harbor", "York"}


async def test_who_comes_later_into_the_first_passage_of_a_strand_brings_his_past_from_there_on() -> None:
    """Wu opens the strand, so that it may begin before Lin's last passage. What Lin does in it comes after that."""
    paragraphs = ("Lin Harbor", "Mei York", "Lin Leeds, Wu Hull")

    assert await told_before("Lin Harbor", "Mei York", "Wu Leeds", asides=[3]) == set()
    assert await told_before("Lin Harbor", "Mei York", "Wu Leeds, Lin Hull", asides=[3]) == {"Harbor", "Leeds"}
    assert await told_before(*paragraphs, asides=[3]) == {"Harbor", "Leeds"}


async def test_a_group_is_no_person() -> None:
    """Parts of a crew act in several places at once."""
    assert await told_before("Crew Harbor", "Mei York", "Crew Leeds", asides=[3]) == set()


async def test_a_state_is_no_act() -> None:
    """That Lin lives in Harbor does not show that the strand comes after the passage that says so."""
    assert await told_before("Lin Harbor", "Mei York", "Lin Leeds", asides=[3], lives=True) == set()


@pytest.mark.parametrize(
    ("text", "quotes", "names", "followed"),
    [
        ("Lin left Harbor.\n\n***\n\nMei left York.\n\n***\n\nMeanwhile, Lin was seized by the guards.",
         ("Lin left Harbor", "Mei left York", "Lin was seized by the guards"), ("Lin", "Mei", "the guards"), True),
        ("Lin left Harbor.\n\n***\n\nMei left York.\n\n***\n\nIn Leeds, the guards seized Lin.",
         ("Lin left Harbor", "Mei left York", "the guards seized Lin"), ("Lin", "Mei", "the guards"), False),
        ("林河离开海港。\n\n***\n\n梅英离开约城。\n\n***\n\n且说林河在里城被军士捉住。",
         ("林河离开海港", "梅英离开约城", "林河在里城被军士捉住"), ("林河", "梅英", "军士"), True),
        ("林河离开海港。\n\n***\n\n梅英离开约城。\n\n***\n\n里城军士捉住林河。",
         ("林河离开海港", "梅英离开约城", "里城军士捉住林河"), ("林河", "梅英", "军士"), False),
    ],
)  # fmt: skip
async def test_a_strand_that_turns_to_a_person_by_name_follows_his_last_passage(
    text: str, quotes: Sequence[str], names: Sequence[str], followed: bool
) -> None:
    """The guards act, but the narrator turns to Lin, to whom the act is done."""
    told = [
        Stated(quote=quotes[0], subject=1, predicate="*departed", text=f"{quotes[0]}."),
        Stated(quote=quotes[1], subject=2, predicate="*departed", text=f"{quotes[1]}."),
        Stated(quote=quotes[2], subject=3, predicate="*seized", object=1, text=f"{quotes[2]}."),
    ]
    entities = [f"Person|{one}" for one in names]
    found = await facts_told(text, entities, told, passages=["3|main|aside"])

    first, _, last = sorted((one for one in found if not one.derived), key=lambda one: one.told_at)
    assert (order_of(first, last) is StoryOrder.BEFORE) is followed


@pytest.mark.parametrize(
    ("paragraphs", "quotes", "names", "ordered"),
    [
        (("Mei left York. Lin was about to go home when word came that Wu had reached Leeds.",
          "Now Wu, when spring came, left Harbor."),
         ("Mei left York", "Wu had reached Leeds", "Wu, when spring came, left Harbor"), ("Mei", "Wu"), False),
        (("Mei left York. Lin was at home. Wu reached Leeds.", "Now Wu, when spring came, left Harbor."),
         ("Mei left York", "Wu reached Leeds", "Wu, when spring came, left Harbor"), ("Mei", "Wu"), True),
        (("Mei left York. Wu reached Leeds. Lin sent a messenger to Mei.", "Meanwhile, Wu left Harbor."),
         ("Mei left York", "Wu reached Leeds", "Wu left Harbor"), ("Mei", "Wu"), True),
        (("梅英离开约城。林河正欲退兵，忽报吴海到了里城。", "却说春来时，吴海离开海港。"),
         ("梅英离开约城", "吴海到了里城", "吴海离开海港"), ("梅英", "吴海"), False),
        (("梅英离开约城。吴海到了里城，林河正欲退兵。", "却说春来时，吴海离开海港。"),
         ("梅英离开约城", "吴海到了里城", "吴海离开海港"), ("梅英", "吴海"), True),
        (("梅英离开约城。吴海到了里城，林河差人飞报梅英。", "却说春来时，吴海离开海港。"),
         ("梅英离开约城", "吴海到了里城", "吴海离开海港"), ("梅英", "吴海"), True),
    ],
)  # fmt: skip
async def test_a_strand_may_go_back_before_the_report_at_which_the_last_one_broke_off(
    paragraphs: Sequence[str], quotes: Sequence[str], names: Sequence[str], ordered: bool
) -> None:
    """Wu must have set out before the report of his arrival. Without a report, his strand follows what he did last."""
    told = [
        Stated(quote=quotes[0], subject=1, predicate="*departed", text=f"{quotes[0]}."),
        Stated(quote=quotes[1], subject=2, predicate="*arrived", text=f"{quotes[1]}."),
        Stated(quote=quotes[2], subject=2, predicate="*departed", text=f"{quotes[2]}."),
    ]
    text = "\n\n***\n\n".join(paragraphs)
    found = await facts_told(text, [f"Person|{one}" for one in names], told, passages=["2|main|aside"])

    _, report, last = sorted((one for one in found if not one.derived), key=lambda one: one.told_at)
    assert (order_of(report, last) is StoryOrder.BEFORE) is ordered
