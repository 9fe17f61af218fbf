"""Reading passages by id, quote and fact, with neighbours, across chapters and layers."""

from __future__ import annotations

import pytest

from episodic.errors import InputError
from episodic.model.episodes import Layer
from episodic.search.hybrid_search import search
from episodic.search.passage_reads import read_passages
from episodic.search.scope import Scope
from tests.unit.search.story_builder import Tale, harbor, lotm, planned


def passage_ids(tale: Tale) -> list[str]:
    return [one.uuid for one in tale.passages]


async def test_a_fact_resolves_to_the_passage_that_states_it() -> None:
    """A fact is given by its id, by its quotes, or by the passage's own id."""
    tale = lotm()
    view = await tale.view()
    fact = tale.facts[3]

    by_fact = await read_passages(view, [fact.uuid])
    by_quote = await read_passages(view, fact.evidence)
    by_id = await read_passages(view, [by_fact[0].passage.uuid])

    assert [one.text for one in by_fact] == ["克莱恩在查尼斯门后得到了安提哥努斯家族笔记。\n"]
    assert by_fact == by_quote == by_id
    assert by_fact[0].sentence.ordinal == 3


async def test_a_quotation_of_a_hit_resolves_to_its_passage() -> None:
    """Quotations in search results are valid references."""
    view = await harbor().view()
    sentence = (await search(view, "who was given the sword")).facts[0].sentence
    assert sentence is not None

    (found,) = await read_passages(view, [sentence])

    assert sentence.text in found.text


async def test_neighbours_come_in_narrative_order_across_chapter_ends() -> None:
    tale = lotm()
    view = await tale.view()
    ids = passage_ids(tale)

    found = await read_passages(view, [ids[1]], before=1, after=2)

    assert [one.passage.uuid for one in found] == ids[0:4]
    assert [one.asked for one in found] == [False, True, False, False]


async def test_the_first_and_the_last_passage_have_no_further_neighbours() -> None:
    tale = lotm()
    view = await tale.view()
    ids = passage_ids(tale)

    assert [one.passage.uuid for one in await read_passages(view, [ids[0]], before=3)] == ids[:1]
    assert [one.passage.uuid for one in await read_passages(view, [ids[-1]], after=3)] == ids[-1:]


async def test_a_passage_requested_twice_is_returned_once() -> None:
    """A passage can be requested and be a neighbour of another requested passage."""
    tale = lotm()
    view = await tale.view()
    ids = passage_ids(tale)

    found = await read_passages(view, [ids[1], ids[2], ids[1]], before=1, after=1)

    assert [one.passage.uuid for one in found] == ids[0:4]


async def test_a_quote_across_two_passages_resolves_to_both() -> None:
    tale = Tale("over")
    tale.chapter("One", "Lin said: come", "with me.", "Wu came.")
    quote = tale.quote("come\nwith")

    found = await read_passages(await tale.view(), [quote])

    assert [one.text for one in found] == ["Lin said: come\n", "with me.\n"]


async def test_an_unknown_id_is_an_error() -> None:
    """The error for an unknown id contains the id."""
    with pytest.raises(InputError, match="nothing-there"):
        await read_passages(await lotm().view(), ["nothing-there"])


async def test_passages_of_a_plan_are_not_read_in_canon() -> None:
    tale = planned()
    view = await tale.view()

    found = await read_passages(view, [tale.passages[0].uuid], after=5)

    assert len(found) == 1
    with pytest.raises(InputError):
        await read_passages(view, [tale.passages[1].uuid])


async def test_neighbours_do_not_cross_layers() -> None:
    """The last passage of canon has no neighbour in a plan."""
    tale = planned()
    view = await tale.view(Scope(layers=frozenset(Layer)))

    found = await read_passages(view, [tale.passages[0].uuid], after=5)

    assert [one.passage.layer for one in found] == [Layer.CANON]


async def test_no_references_return_no_passages() -> None:
    assert await read_passages(await lotm().view(), [], before=2) == ()
