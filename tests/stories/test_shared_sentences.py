"""Tests of sentences that state facts about several people or things: each fact gets a sentence of its own, in both
languages.
"""

from __future__ import annotations

import pytest

from episodic.search.scope import Scope
from tests.stories.conftest import NewGraph
from tests.stories.scenario_stories import LANGUAGES, chapter
from tests.stories.script import Says, Script

pytestmark = pytest.mark.parametrize("language", LANGUAGES)

PEOPLE = {
    "zh": {"林河": "Person", "吴海": "Person", "海港": "Place", "断剑": "Item", "铁盾": "Item"},
    "en": {"Lin": "Person", "Wu": "Person", "Harbor": "Place", "sword": "Item", "shield": "Item"},
}


async def sentences(new_graph: NewGraph, language: str, quote: str, *says: tuple[str, str, str]) -> list[str]:
    """Return the sentences of the facts of one quote, in narrative order."""
    script = Script(PEOPLE[language], {quote: [Says(*one, text=quote) for one in says]})
    graph = new_graph(script.model(), None)
    await graph.add_manuscript([chapter(1, f"{quote}。\n" if language == "zh" else f"{quote}.\n")])
    page = await graph.get_facts(scope=Scope(include_ended=True))
    return [one.text for one in sorted(page.facts, key=lambda one: one.fact.narrative_key)]


async def test_a_list_of_subjects_is_divided(new_graph: NewGraph, language: str) -> None:
    if language == "zh":
        says = [("林河", "lives_in", "海港"), ("吴海", "lives_in", "海港")]
        found = await sentences(new_graph, language, "林河和吴海都住在海港", *says)
    else:
        says = [("Lin", "lives_in", "Harbor"), ("Wu", "lives_in", "Harbor")]
        found = await sentences(new_graph, language, "Lin and Wu live in Harbor", *says)

    expected = {"zh": ["林河住在海港", "吴海住在海港"], "en": ["Lin lives in Harbor.", "Wu lives in Harbor."]}
    assert found == expected[language]


async def test_a_list_of_objects_is_divided(new_graph: NewGraph, language: str) -> None:
    if language == "zh":
        says = [("林河", "携带", "断剑"), ("林河", "携带", "铁盾")]
        found = await sentences(new_graph, language, "林河带着断剑、铁盾", *says)
    else:
        says = [("Lin", "carries", "sword"), ("Lin", "carries", "shield")]
        found = await sentences(new_graph, language, "Lin carries a sword and a shield", *says)

    expected = {"zh": ["林河带着断剑", "林河带着铁盾"], "en": ["Lin carries a sword", "Lin carries a shield"]}
    assert found == expected[language]


async def test_a_sentence_without_a_list_is_composed(new_graph: NewGraph, language: str) -> None:
    """The composed sentence of a fact names only one of the two owners."""
    if language == "zh":
        says = [("林河", "holds", "断剑"), ("林河", "holds", "铁盾")]
        found = await sentences(new_graph, language, "林河腰间有断剑，背上是铁盾", *says)
    else:
        says = [("Lin", "holds", "sword"), ("Lin", "holds", "shield")]
        found = await sentences(new_graph, language, "Lin wore a sword and bore a shield", *says)

    expected = {"zh": ["林河持有断剑。", "林河持有铁盾。"], "en": ["Lin has sword.", "Lin has shield."]}
    assert found == expected[language]


async def test_statements_of_two_predicates_keep_their_sentence(new_graph: NewGraph, language: str) -> None:
    if language == "zh":
        says = [("林河", "lives_in", "海港"), ("林河", "holds", "断剑")]
        found = await sentences(new_graph, language, "林河带着断剑住在海港", *says)
    else:
        says = [("Lin", "lives_in", "Harbor"), ("Lin", "holds", "sword")]
        found = await sentences(new_graph, language, "Lin lives in Harbor with a sword", *says)

    assert len(set(found)) == 1


async def test_a_list_that_makes_sense_only_as_a_whole_is_kept(new_graph: NewGraph, language: str) -> None:
    """A ship sails between two places, and a list has a further name that is no entity."""
    if language == "zh":
        quote, says = "林河在海港和断剑之间跑船", [("林河", "往来于", "海港"), ("林河", "往来于", "断剑")]
    else:
        quote, says = "Lin sails between Harbor and sword", [("Lin", "sails", "Harbor"), ("Lin", "sails", "sword")]
    assert await sentences(new_graph, language, quote, *says) == [quote, quote]

    if language == "zh":
        quote, says = "老人、林河和吴海住在海港", [("林河", "lives_in", "海港"), ("吴海", "lives_in", "海港")]
        expected = ["林河住在海港。", "吴海住在海港。"]
    else:
        quote, says = (
            "An old man, Lin and Wu lived in Harbor",
            [("Lin", "lives_in", "Harbor"), ("Wu", "lives_in", "Harbor")],
        )
        expected = ["Lin lives in Harbor.", "Wu lives in Harbor."]
    assert await sentences(new_graph, language, quote, *says) == expected
