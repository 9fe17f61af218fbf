"""Who has a thing, by the facts of a work."""

from __future__ import annotations

from episodic.answering.possession import facts_of_things, holders, is_possession, things_of
from episodic.search.scope import Scope
from episodic.search.word_overlap import QueryTerms
from tests.unit.search.story_builder import Tale

TOLD = ("Lin had the iron key.", "Lin found the iron key.", "Wu had the brass key.")


def keys() -> Tale:
    tale = Tale("keys")
    tale.chapter("One", *TOLD)
    tale.who("Lin")
    tale.who("Wu")
    tale.who("iron key", "Item")
    tale.who("brass key", "物品")
    tale.fact("Lin", "拥有", "iron key", quote=TOLD[0])
    tale.fact("Lin", "found", "iron key", quote=TOLD[1])
    tale.fact("Wu", "holds", "brass key", quote=TOLD[2])
    return tale


async def test_a_predicate_says_who_has_a_thing_under_any_of_its_names() -> None:
    tale = keys()
    view = await tale.view()

    assert [is_possession(view, one) for one in tale.facts] == [True, False, True]


async def test_people_are_no_things() -> None:
    tale = keys()
    ids = {name: entity.uuid for name, entity in tale.entities.items()}

    found = await things_of(await tale.view(), ids.values())

    assert set(found) == {ids["iron key"], ids["brass key"]}


async def test_each_thing_has_its_holder_and_words_select_the_things() -> None:
    tale = keys()
    view = await tale.view(Scope(include_ended=True))
    told = await facts_of_things(view, {tale.entities["iron key"].uuid, tale.entities["brass key"].uuid})

    every = holders(view, told, QueryTerms.of("key", ()))
    brass = holders(view, told, QueryTerms.of("brass key", ()))

    assert sorted(one.subject for one in every.known) == ["Lin", "Wu"]
    assert [one.subject for one in brass.known] == ["Wu"]
