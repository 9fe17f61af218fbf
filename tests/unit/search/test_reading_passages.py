"""The author's own words behind facts, and what stands around them."""

from __future__ import annotations

import pytest

from episodic.errors import InputError
from episodic.model.episodes import Layer
from episodic.search.reading_passages import read_passages
from episodic.search.scope import Scope
from episodic.search.searching import search
from tests.unit.search.telling import Tale, harbor, lotm, planned


def passage_ids(tale: Tale) -> list[str]:
    """All passages, as told."""
    return [one.uuid for one in tale.passages]


async def test_a_fact_leads_to_the_passage_that_says_it() -> None:
    """By its id, by its quotes, by the passage's own id."""
    tale = lotm()
    view = await tale.view()
    fact = tale.facts[3]

    by_fact = await read_passages(view, [fact.uuid])
    by_quote = await read_passages(view, fact.evidence)
    by_id = await read_passages(view, [by_fact[0].passage.uuid])

    assert [one.text for one in by_fact] == ["克莱恩在查尼斯门后得到了安提哥努斯家族笔记。\n"]
    assert by_fact == by_quote == by_id
    assert by_fact[0].sentence.ordinal == 3


async def test_a_quotation_of_a_hit_can_be_read_on() -> None:
    """What search shows is what reading takes."""
    view = await harbor().view()
    sentence = (await search(view, "who was given the sword")).facts[0].sentence
    assert sentence is not None

    (found,) = await read_passages(view, [sentence])

    assert sentence.text in found.text


async def test_neighbours_stand_in_telling_order_over_chapters_ends() -> None:
    """What was asked for is marked."""
    tale = lotm()
    view = await tale.view()
    ids = passage_ids(tale)

    found = await read_passages(view, [ids[1]], before=1, after=2)

    assert [one.passage.uuid for one in found] == ids[0:4]
    assert [one.asked for one in found] == [False, True, False, False]


async def test_the_first_and_the_last_passage_have_no_further_neighbours() -> None:
    """No circle, no error."""
    tale = lotm()
    view = await tale.view()
    ids = passage_ids(tale)

    assert [one.passage.uuid for one in await read_passages(view, [ids[0]], before=3)] == ids[:1]
    assert [one.passage.uuid for one in await read_passages(view, [ids[-1]], after=3)] == ids[-1:]


async def test_a_passage_asked_for_twice_comes_once() -> None:
    """Also as a neighbour of another."""
    tale = lotm()
    view = await tale.view()
    ids = passage_ids(tale)

    found = await read_passages(view, [ids[1], ids[2], ids[1]], before=1, after=1)

    assert [one.passage.uuid for one in found] == ids[0:4]


async def test_a_quote_over_two_passages_leads_to_both() -> None:
    """Neither half is lost."""
    tale = Tale("over")
    tale.chapter("One", "Lin said: come", "with me.", "Wu came.")
    quote = tale.quote("come\nwith")

    found = await read_passages(await tale.view(), [quote])

    assert [one.text for one in found] == ["Lin said: come\n", "with me.\n"]


async def test_an_id_of_nothing_is_an_error() -> None:
    """Which a tool can hand back to its model."""
    with pytest.raises(InputError, match="nothing-there"):
        await read_passages(await lotm().view(), ["nothing-there"])


async def test_canon_does_not_read_on_into_a_plan() -> None:
    """Neither by id nor as a neighbour."""
    tale = planned()
    view = await tale.view()

    found = await read_passages(view, [tale.passages[0].uuid], after=5)

    assert len(found) == 1
    with pytest.raises(InputError):
        await read_passages(view, [tale.passages[1].uuid])


async def test_layers_read_together_are_still_told_apart() -> None:
    """The last words of canon are not followed by the first of a plan."""
    tale = planned()
    view = await tale.view(Scope(layers=frozenset(Layer)))

    found = await read_passages(view, [tale.passages[0].uuid], after=5)

    assert [one.passage.layer for one in found] == [Layer.CANON]


async def test_nothing_asked_for_is_nothing_read() -> None:
    """An empty list is an empty answer."""
    assert await read_passages(await lotm().view(), [], before=2) == ()
