"""Search as a reader meets it, in Chinese and in English."""

from __future__ import annotations

from dataclasses import replace

import pytest

from episodic.model.graph import Fact
from episodic.search.chapters import chapter_refs
from episodic.search.fields import HitKind
from episodic.search.filters import SearchFilters
from episodic.search.fusion import Method, Recipe
from episodic.search.ranking import Ranking
from episodic.search.results import FactHit
from episodic.search.scope import Scope
from episodic.search.searching import search
from episodic.search.view import View
from episodic.temporal.asof import Holding
from tests.unit.search.telling import Tale, harbor, lotm

FACTS = frozenset({HitKind.FACT})
ENTITIES = frozenset({HitKind.ENTITY})
PASSAGES = frozenset({HitKind.PASSAGE})


async def test_a_question_in_chinese_finds_the_fact_and_the_thing() -> None:
    """The fact first, with the passage that says so; the thing among the entities; both scored."""
    view = await lotm().view()

    found = await search(view, "克莱恩常用于攻击的神奇物品", limit=5)

    assert found.facts[0].text == "克莱恩·莫雷蒂拥有“丧钟”手枪。"
    assert found.hits[0] == found.facts[0]
    assert "“丧钟”手枪" in [one.name for one in found.entities]
    assert all(0 <= one.score <= 1 for one in found.hits)


async def test_a_question_in_english_finds_the_fact() -> None:
    """Words in another order, another case."""
    view = await harbor().view()

    found = await search(view, "who was given the SWORD?")

    assert found.facts[0].text == "Lin gave Wu the Sword of Tides at noon."


@pytest.mark.parametrize("name", ["周明瑞", "克莱恩", "克莱恩・莫雷蒂", "“周明瑞”"])
async def test_a_bare_name_gives_its_bearer_first(name: str) -> None:
    """Any alias, in any width and with marks around it."""
    view = await lotm().view()

    found = await search(view, name)

    assert found.hits[0].kind is HitKind.ENTITY
    assert found.entities[0].name == "克莱恩·莫雷蒂"
    assert found.entities[0].score == 1.0
    assert "name" in found.entities[0].sources


@pytest.mark.parametrize("name", ["lin", "LIN MARSH", "Wu", "the capital"])
async def test_a_bare_english_name_gives_its_bearer_first(name: str) -> None:
    """Case does not count."""
    tale = harbor()
    view = await tale.view()

    found = await search(view, name)

    assert found.hits[0].uuid == found.entities[0].uuid
    assert name.casefold() in [one.casefold() for one in found.entities[0].aliases]


async def test_all_bearers_of_a_bare_name_come_first() -> None:
    """The more often mentioned one before the other."""
    tale = Tale("two")
    tale.chapter("One", "Catherine wrote. Catherine slept. Young Cathy sang.")
    tale.who("Catherine", "Person", uuid="00000000-0000-4000-8000-000000000001")
    tale.who("Young Cathy", "Person", "Catherine", uuid="00000000-0000-4000-8000-000000000002")
    view = await tale.view()

    found = await search(view, "Catherine")

    assert [one.name for one in found.entities] == ["Young Cathy", "Catherine"]
    assert [one.kind for one in found.hits[:2]] == [HitKind.ENTITY] * 2


async def test_a_fact_is_shown_with_its_sentence_and_chapter() -> None:
    """The author's words, where they stand, and since when it holds."""
    tale = lotm()
    view = await tale.view()

    fact = (await search(view, "谁领导值夜者")).facts[0]

    assert (fact.subject, fact.predicate, fact.target) == ("邓恩·史密斯", "领导", "值夜者")
    assert fact.sentence is not None
    assert (fact.sentence.ordinal, fact.sentence.title) == (2, "值夜者")
    assert tale.episodes[1].text[fact.sentence.start : fact.sentence.end] == "邓恩·史密斯领导着值夜者。"
    assert fact.validity.words == "自第2章起"


async def test_a_passage_that_says_a_fact_stands_with_it() -> None:
    """And is not counted again."""
    view = await lotm().view()

    found = await search(view, "邓恩·史密斯领导着值夜者")

    first = found.hits[0]
    assert isinstance(first, FactHit)
    assert first.said_in is not None
    assert first.said_in.text == "邓恩·史密斯领导着值夜者。\n"
    assert first.said_in.uuid not in [one.uuid for one in (*found.hits, *found.passages)]


@pytest.mark.parametrize("query", ["值夜者", "克莱恩正式加入值夜者", "周明瑞", "序列"])
async def test_hits_stand_in_the_order_of_their_scores(query: str) -> None:
    """A fact with its passage stands where the better of the two did."""
    view = await lotm().view(Scope(include_ended=True))

    scores = [one.score for one in (await search(view, query, limit=20)).hits]

    assert scores == sorted(scores, reverse=True)


async def test_a_passage_without_a_fact_is_found_by_itself() -> None:
    """Though nobody and nothing in it is known."""
    view = await harbor().view()

    found = await search(view, "rain on the quay", kinds=PASSAGES)

    assert found.passages[0].text == "Rain fell on the empty quay.\n"
    assert found.passages[0].sentence.ordinal == 3


async def test_words_that_stand_only_in_the_text_are_found() -> None:
    """No entity, no fact is called so."""
    view = await lotm().view()

    found = await search(view, "查尼斯门")

    assert any("查尼斯门" in hit.text for hit in found.hits[:3])


async def test_mixed_scripts_match_both() -> None:
    """Neither part of the query is thrown away."""
    tale = Tale("mixed")
    tale.chapter("一", "Klein收起了丧钟。", "有人敲门。", "The bell rang.")
    view = await tale.view()

    found = await search(view, "Klein 的丧钟")

    assert found.passages[0].text == "Klein收起了丧钟。\n"


async def test_ended_facts_come_only_when_asked_for() -> None:
    """He left the Nighthawks."""
    tale = lotm()
    store = await tale.saved()

    now = await search(await tale.view(store=store), "克莱恩是值夜者的成员吗", kinds=FACTS)
    ever = await search(await tale.view(Scope(include_ended=True), store=store), "克莱恩是值夜者的成员吗", kinds=FACTS)

    assert "克莱恩·莫雷蒂是值夜者的成员。" not in [one.text for one in now.facts]
    assert ever.facts[0].text == "克莱恩·莫雷蒂是值夜者的成员。"
    assert ever.facts[0].validity.words == "自第2章起，至第5章止"


async def test_as_of_a_moment_only_what_may_hold_is_found() -> None:
    """And each says how it stands."""
    tale = harbor()

    def holding(fact: Fact) -> Holding:
        return Holding.POSSIBLE if "Harbor" in fact.text else Holding.NO

    view = View(
        "harbor",
        await tale.saved(),
        None,
        chapter_refs(tale.episodes),
        Scope(as_of="day 15"),
        holding=holding,
    )

    found = await search(view, "Where does Lin live?", kinds=FACTS)

    assert [(one.text, one.holding) for one in found.facts] == [("Lin Marsh lives in Harbor.", Holding.POSSIBLE)]


async def test_the_limit_is_filled_through_a_strict_filter() -> None:
    """Arms are asked for more until enough has passed, however far down it is."""
    tale = Tale("many")
    tale.chapter("One", *(f"Lin saw the red moon, night {number}." for number in range(300)))
    tale.who("Lin")
    for number in range(300):
        quote = f"Lin saw the red moon, night {number}."
        tale.fact("Lin", "saw", quote=quote, value="rare" if number % 100 == 7 else "common")
    rare = SearchFilters(properties=(("value", "=", "rare"),))
    view = await tale.view(Scope(filters=rare))

    found = await search(view, "Lin saw the red moon", limit=3, recipe=Recipe(candidates=4, neighbours=4))

    assert len(found.facts) == 3
    assert {one.shown.fact.value for one in found.facts} == {"rare"}


async def test_the_graph_looks_on_through_a_strict_filter() -> None:
    """Far behind the latest told facts, sharing no word with the query."""
    tale = Tale("hub")
    tale.chapter("One", *(f"She saw the moon, night {number}." for number in range(60)), "Lin, the Owl, slept.")
    tale.who("Lin", "Person", "the Owl")
    for number in range(60):
        quote = f"She saw the moon, night {number}."
        tale.fact("Lin", "saw", quote=quote, text=f"Lin: {number}", value="rare" if number == 31 else "common")
    rare = SearchFilters(properties=(("value", "=", "rare"),))
    view = replace(await tale.view(Scope(filters=rare)), embedder=None)

    found = await search(view, "the Owl", kinds=FACTS, recipe=Recipe(neighbours=2))

    assert [one.shown.fact.value for one in found.facts] == ["rare"]


async def test_each_kind_is_limited_by_itself() -> None:
    """And all together, too."""
    view = await lotm().view()

    found = await search(view, "克莱恩和值夜者", limit=2)

    assert len(found.hits) == 2
    assert [len(found.facts), len(found.entities), len(found.passages)] == [2, 2, 2]


async def test_only_the_kinds_that_are_asked_for_are_found() -> None:
    """A name in the query still leads to its facts."""
    view = await lotm().view()

    found = await search(view, "周明瑞", kinds=FACTS)

    assert found.entities == ()
    assert found.passages == ()
    assert {one.subject for one in found.facts} >= {"克莱恩·莫雷蒂"}
    assert all(one.kind is HitKind.FACT for one in found.hits)


async def test_the_graph_finds_what_shares_no_word_with_the_query() -> None:
    """The type of the thing is asked for, in the other language."""
    tale = lotm()
    view = replace(await tale.view(), embedder=None)

    found = await search(view, "Which item does 周明瑞 have?", kinds=FACTS)

    assert found.facts[0].sources == ("graph",)
    assert found.facts[0].target in ("“丧钟”手枪", "安提哥努斯家族笔记")


async def test_hits_say_which_arms_and_names_found_them() -> None:
    """So that a reader can see why."""
    view = await lotm().view()

    found = await search(view, "值夜者的驻地")

    assert found.facts[0].sources == ("text", "vector", "graph")
    assert found.facts[0].matched == ("值夜者",)


async def test_weights_move_kinds() -> None:
    """Entities above all, or not at all."""
    view = await lotm().view()

    up = await search(
        view, "谁领导值夜者", ranking=Ranking(weights={HitKind.ENTITY: 1.0, HitKind.FACT: 0.1, HitKind.PASSAGE: 0.1})
    )
    down = await search(view, "谁领导值夜者", ranking=Ranking(weights={HitKind.ENTITY: 0.0}))

    assert up.hits[0].kind is HitKind.ENTITY
    assert all(one.score == 0 for one in down.entities)


async def test_a_boost_moves_and_never_removes() -> None:
    """The same hits, those that fulfil it higher."""
    view = await lotm().view()
    plain = await search(view, "克莱恩", kinds=FACTS)

    last = plain.facts[-1].predicate

    boosted = await search(view, "克莱恩", kinds=FACTS, ranking=Ranking(boost=SearchFilters(predicates=(last,))))

    assert [one.predicate for one in boosted.facts].index(last) < len(plain.facts) - 1
    assert {one.uuid for one in boosted.facts} == {one.uuid for one in plain.facts}
    assert all(0 <= one.score <= 1 for one in boosted.facts)


async def test_diversity_puts_near_equal_facts_behind() -> None:
    """Ten times the same and one other: the other is among the first three."""
    tale = Tale("same")
    tale.chapter("One", *(f"Lin walked along the quay on day {number}." for number in range(10)), "Lin sold nets.")
    tale.who("Lin")
    for number in range(10):
        tale.fact("Lin", "walked", quote=f"Lin walked along the quay on day {number}.")
    tale.fact("Lin", "sold", quote="Lin sold nets.")
    view = await tale.view()

    plain = await search(view, "Lin walked along the quay", kinds=FACTS, limit=11)
    diverse = await search(view, "Lin walked along the quay", kinds=FACTS, limit=11, ranking=Ranking(diversity=0.7))

    assert "Lin sold nets." not in [one.text for one in plain.facts[:3]]
    assert "Lin sold nets." in [one.text for one in diverse.facts[:3]]
    assert {one.uuid for one in diverse.facts} == {one.uuid for one in plain.facts}


@pytest.mark.parametrize("method", list(Method))
async def test_searching_twice_gives_the_same(method: Method) -> None:
    """Order included."""
    view = await lotm().view()

    first = await search(view, "克莱恩的序列", recipe=Recipe(method=method))
    again = await search(view, "克莱恩的序列", recipe=Recipe(method=method))

    assert first == again
