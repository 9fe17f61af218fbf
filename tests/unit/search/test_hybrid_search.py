"""Hybrid search in Chinese and English: hits, ranking, limits, scopes, weights, boosts and diversity."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import replace

import pytest

from episodic.model.graph import Fact
from episodic.model.holding import Holding
from episodic.search.chapter_refs import chapter_refs
from episodic.search.filter_fields import HitKind
from episodic.search.filters import SearchFilters
from episodic.search.fusion import Method, Recipe
from episodic.search.hybrid_search import EVERY_KIND, search
from episodic.search.ranking import Ranking
from episodic.search.results import FactHit
from episodic.search.scope import Scope
from episodic.search.view import View
from tests.unit.search.story_builder import Tale, harbor, lotm

FACTS = frozenset({HitKind.FACT})
ENTITIES = frozenset({HitKind.ENTITY})
PASSAGES = frozenset({HitKind.PASSAGE})


async def test_a_question_in_chinese_finds_the_fact_and_the_thing() -> None:
    """The fact comes first with its passage, and the item is among the entities."""
    view = await lotm().view()

    found = await search(view, "克莱恩常用于攻击的神奇物品", limit=5)

    assert found.facts[0].text == "克莱恩·莫雷蒂拥有“丧钟”手枪。"
    assert found.hits[0] == found.facts[0]
    assert "“丧钟”手枪" in [one.name for one in found.entities]
    assert all(0 <= one.score <= 1 for one in found.hits)


async def test_a_question_in_english_finds_the_fact() -> None:
    """The query's words have another order and case than the text."""
    view = await harbor().view()

    found = await search(view, "who was given the SWORD?")

    assert found.facts[0].text == "Lin gave Wu the Sword of Tides at noon."


@pytest.mark.parametrize("name", ["周明瑞", "克莱恩", "克莱恩・莫雷蒂", "“周明瑞”"])
async def test_a_query_that_is_only_a_name_ranks_the_entity_first(name: str) -> None:
    """The name in the query may be any alias, in any character width and with quotation marks."""
    view = await lotm().view()

    found = await search(view, name)

    assert found.hits[0].kind is HitKind.ENTITY
    assert found.entities[0].name == "克莱恩·莫雷蒂"
    assert found.entities[0].score == 1.0
    assert "name" in found.entities[0].sources


@pytest.mark.parametrize("name", ["lin", "LIN MARSH", "Wu", "the capital"])
async def test_a_query_that_is_only_an_english_name_ranks_the_entity_first(name: str) -> None:
    tale = harbor()
    view = await tale.view()

    found = await search(view, name)

    assert found.hits[0].uuid == found.entities[0].uuid
    assert name.casefold() in [one.casefold() for one in found.entities[0].aliases]


async def test_all_entities_of_a_shared_name_come_first() -> None:
    """The entity with more mentions comes before the other."""
    tale = Tale("two")
    tale.chapter("One", "Catherine wrote. Catherine slept. Young Cathy sang.")
    tale.who("Catherine", "Person", uuid="00000000-0000-4000-8000-000000000001")
    tale.who("Young Cathy", "Person", "Catherine", uuid="00000000-0000-4000-8000-000000000002")
    view = await tale.view()

    found = await search(view, "Catherine")

    assert [one.name for one in found.entities] == ["Young Cathy", "Catherine"]
    assert [one.kind for one in found.hits[:2]] == [HitKind.ENTITY] * 2


async def test_a_fact_hit_has_its_quote_chapter_and_validity() -> None:
    """The hit has the verbatim quote with offsets and chapter, and the validity in words."""
    tale = lotm()
    view = await tale.view()

    fact = (await search(view, "谁领导值夜者")).facts[0]

    assert (fact.subject, fact.predicate, fact.target) == ("邓恩·史密斯", "领导", "值夜者")
    assert fact.sentence is not None
    assert (fact.sentence.ordinal, fact.sentence.title) == (2, "值夜者")
    assert tale.episodes[1].text[fact.sentence.start : fact.sentence.end] == "邓恩·史密斯领导着值夜者。"
    assert fact.validity.words == "自第2章起"


async def test_a_passage_that_states_a_fact_is_attached_to_it() -> None:
    """The passage is not listed as a hit of its own."""
    view = await lotm().view()

    found = await search(view, "邓恩·史密斯领导着值夜者")

    first = found.hits[0]
    assert isinstance(first, FactHit)
    assert first.said_in is not None
    assert first.said_in.text == "邓恩·史密斯领导着值夜者。\n"
    assert first.said_in.uuid not in [one.uuid for one in (*found.hits, *found.passages)]


@pytest.mark.parametrize("query", ["值夜者", "克莱恩正式加入值夜者", "周明瑞", "序列"])
async def test_hits_are_ordered_by_score(query: str) -> None:
    """A fact with its passage takes the better rank of the two."""
    view = await lotm().view(Scope(include_ended=True))

    scores = [one.score for one in (await search(view, query, limit=20)).hits]

    assert scores == sorted(scores, reverse=True)


async def test_a_passage_without_a_fact_is_found_by_itself() -> None:
    view = await harbor().view()

    found = await search(view, "rain on the quay", kinds=PASSAGES)

    assert found.passages[0].text == "Rain fell on the empty quay.\n"
    assert found.passages[0].sentence.ordinal == 3


async def test_words_that_occur_only_in_the_text_are_found() -> None:
    """No entity and no fact contains the words of the query."""
    view = await lotm().view()

    found = await search(view, "查尼斯门")

    assert any("查尼斯门" in hit.text for hit in found.hits[:3])


async def test_mixed_scripts_match_both() -> None:
    """Both parts of the query are searched."""
    tale = Tale("mixed")
    tale.chapter("一", "Klein收起了丧钟。", "有人敲门。", "The bell rang.")
    view = await tale.view()

    found = await search(view, "Klein 的丧钟")

    assert found.passages[0].text == "Klein收起了丧钟。\n"


async def test_a_long_chinese_passage_is_found_by_words_at_its_end() -> None:
    """The passage has more than 9,000 bytes, and full-width marks."""
    tale = Tale("long")
    long = "潮水一遍一遍地拍着石阶，" * 250 + "最后只剩下“查尼斯门”三个字。"
    tale.chapter("一", long, "林晚睡了。")
    view = await tale.view()

    found = await search(view, "查尼斯门")

    assert len(long.encode()) > 9_000
    assert found.passages[0].text.strip() == long


async def test_ended_facts_come_only_when_asked_for() -> None:
    """Ended facts are hidden by default."""
    tale = lotm()
    store = await tale.saved()

    now = await search(await tale.view(store=store), "克莱恩是值夜者的成员吗", kinds=FACTS)
    ever = await search(await tale.view(Scope(include_ended=True), store=store), "克莱恩是值夜者的成员吗", kinds=FACTS)

    assert "克莱恩·莫雷蒂是值夜者的成员。" not in [one.text for one in now.facts]
    assert ever.facts[0].text == "克莱恩·莫雷蒂是值夜者的成员。"
    assert ever.facts[0].validity.words == "自第2章起，至第5章止"


async def test_as_of_a_moment_only_what_may_hold_is_found() -> None:
    """Each hit says whether the fact holds or possibly holds."""
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


async def test_a_strict_filter_still_fills_the_limit() -> None:
    """Retrievers run with larger limits until enough records pass the filter."""
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


async def test_the_graph_retriever_reads_on_under_a_strict_filter() -> None:
    """The matching facts are early in narrative order and share no word with the query."""
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


async def test_the_graph_retriever_keeps_the_facts_with_most_words_of_the_query() -> None:
    """All facts of the entity are considered, and an early fact with a word of the query is kept before later ones."""
    tale = Tale("hub")
    tale.chapter("One", *(f"She saw the moon, night {number}." for number in range(30)), "Lin, the Owl, slept.")
    tale.who("Lin", "Person", "the Owl")
    for number in range(30):
        quote = f"She saw the moon, night {number}."
        tale.fact("Lin", "saw", quote=quote, text=f"Lin: {'comet' if number == 3 else number}")
    view = replace(await tale.view(), embedder=None)

    found = await search(view, "the Owl comet", kinds=FACTS, limit=2, recipe=Recipe(candidates=5))

    report = next(one for one in found.searched.retrievers if one.retriever == "graph")
    assert (report.considered, report.kept) == (30, 5)
    assert found.facts[0].text == "Lin: comet"


async def test_each_kind_is_limited_by_itself() -> None:
    view = await lotm().view()

    found = await search(view, "克莱恩和值夜者", limit=2)

    assert len(found.hits) == 2
    assert [len(found.facts), len(found.entities), len(found.passages)] == [2, 2, 2]


@pytest.mark.parametrize("kinds", [EVERY_KIND, *({kind} for kind in HitKind)])
async def test_a_search_says_whether_its_limit_leaves_hits_out(kinds: AbstractSet[HitKind]) -> None:
    """Also if hits of one kind only are searched."""
    view = await lotm().view()
    every = await search(view, "克莱恩和值夜者", kinds=kinds, limit=100)

    assert every.left_out == 0
    for limit in range(1, len(every.hits) + 2):
        found = await search(view, "克莱恩和值夜者", kinds=kinds, limit=limit)
        assert (found.left_out > 0) == (len(every.hits) > limit), limit


async def test_only_the_requested_kinds_are_returned() -> None:
    """A name in the query still finds the entity's facts."""
    view = await lotm().view()

    found = await search(view, "周明瑞", kinds=FACTS)

    assert found.entities == ()
    assert found.passages == ()
    assert {one.subject for one in found.facts} >= {"克莱恩·莫雷蒂"}
    assert all(one.kind is HitKind.FACT for one in found.hits)


async def test_the_entities_of_a_question_are_found_without_its_facts() -> None:
    view = await lotm().view()

    found = await search(view, "克莱恩和值夜者在哪里", kinds={HitKind.ENTITY}, limit=50)

    assert {"克莱恩·莫雷蒂", "值夜者"} <= {one.name for one in found.entities}
    assert found.facts == ()
    assert found.passages == ()
    assert all(0 < one.score <= 1 for one in found.hits)


async def test_the_graph_retriever_finds_facts_that_share_no_word_with_the_query() -> None:
    """The query names the item's type in the other language."""
    tale = lotm()
    view = replace(await tale.view(), embedder=None)

    found = await search(view, "Which item does 周明瑞 have?", kinds=FACTS)

    assert found.facts[0].sources == ("graph",)
    assert found.facts[0].target in ("“丧钟”手枪", "安提哥努斯家族笔记")


async def test_hits_report_their_retrievers_and_matched_names() -> None:
    """`sources` and `matched` explain a hit."""
    view = await lotm().view()

    found = await search(view, "值夜者的驻地")

    assert found.facts[0].sources == ("text", "vector", "graph")
    assert found.facts[0].matched == ("值夜者",)


async def test_kind_weights_change_the_ranking() -> None:
    """With suitable weights, entities come first or are left out."""
    view = await lotm().view()

    up = await search(
        view, "谁领导值夜者", ranking=Ranking(weights={HitKind.ENTITY: 1.0, HitKind.FACT: 0.1, HitKind.PASSAGE: 0.1})
    )
    down = await search(view, "谁领导值夜者", ranking=Ranking(weights={HitKind.ENTITY: 0.0}))

    assert up.hits[0].kind is HitKind.ENTITY
    assert all(one.score == 0 for one in down.entities)


async def test_a_boost_changes_the_order_and_removes_no_hit() -> None:
    """Boosted hits score higher."""
    view = await lotm().view()
    plain = await search(view, "克莱恩", kinds=FACTS)

    last = plain.facts[-1].predicate

    boosted = await search(view, "克莱恩", kinds=FACTS, ranking=Ranking(boost=SearchFilters(predicates=(last,))))

    assert [one.predicate for one in boosted.facts].index(last) < len(plain.facts) - 1
    assert {one.uuid for one in boosted.facts} == {one.uuid for one in plain.facts}
    assert all(0 <= one.score <= 1 for one in boosted.facts)


async def test_diversity_moves_near_duplicate_facts_to_the_end() -> None:
    """Of ten near-duplicates and one different fact, the different fact is among the first three."""
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
    view = await lotm().view()

    first = await search(view, "克莱恩的序列", recipe=Recipe(method=method))
    again = await search(view, "克莱恩的序列", recipe=Recipe(method=method))

    assert first == again


async def test_salience_moves_a_fact_a_little_and_no_further() -> None:
    """A fact with high salience gets a higher score and a detail gets a lower score, but the order of unlike facts
    stays.
    """
    tale = lotm()
    usual = await search(await tale.view(), "克莱恩拥有的手枪", kinds=FACTS)
    scored = {}
    for salience in (1, 3):
        tale.facts[:] = [replace(one, salience=salience) if one.predicate == "拥有" else one for one in tale.facts]
        found = await search(await tale.view(), "克莱恩拥有的手枪", kinds=FACTS)
        assert [hit.uuid for hit in found.facts] == [hit.uuid for hit in usual.facts]
        scored[salience] = found.facts[0].score

    assert scored[1] < usual.facts[0].score <= scored[3] <= 1
