"""Degraded searches: no hits, queries without words, unavailable embedders, failing rerankers, cosine floors."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pytest

from episodic.embeddings.hashed import HashedEmbedder
from episodic.errors import EmbedderMismatchError, EmbeddingUnavailableError, ModelUnavailableError
from episodic.languages.zh import CHINESE
from episodic.ports import Vector
from episodic.search.filter_fields import HitKind
from episodic.search.filters import SearchFilters
from episodic.search.fusion import Floor, Recipe
from episodic.search.hybrid_search import search
from episodic.search.ranking import Ranking
from episodic.search.scope import Scope
from episodic.search.view import View
from tests.memory_stores import memory_store
from tests.unit.search.story_builder import EMBEDDER, harbor, lotm

FACTS = frozenset({HitKind.FACT})


class UnavailableEmbedder:
    """An embedder that is unavailable."""

    name = EMBEDDER.name
    dimension = EMBEDDER.dimension

    async def embed(self, texts: Sequence[str]) -> Vector:
        raise EmbeddingUnavailableError(f"no connection for {len(texts)} text")


class ZeroEmbedder:
    """An embedder that returns zero vectors."""

    name = EMBEDDER.name
    dimension = EMBEDDER.dimension

    async def embed(self, texts: Sequence[str]) -> Vector:
        """Return zero vectors."""
        return np.zeros((len(texts), self.dimension), np.float32)


@dataclass
class KeywordReranker:
    """A reranker that prefers texts with certain words."""

    words: str

    async def score(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        """Score texts with the words 100, and the other texts with decreasing numbers."""
        assert query
        return [100.0 if self.words in text else -float(place) for place, text in enumerate(texts)]


class HangingReranker:
    """A reranker that never answers."""

    async def score(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        """Wait for ever."""
        await asyncio.Event().wait()
        return [float(len(query))] * len(texts)


class FailingReranker:
    """A reranker whose model is unavailable."""

    async def score(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        raise ModelUnavailableError(query, f"timed out over {len(texts)} texts")


@dataclass
class FixedReranker:
    """A reranker that returns fixed scores."""

    scores: tuple[float, ...]

    async def score(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        """Return the fixed scores."""
        return self.scores if query and texts else ()


async def test_a_search_without_hits_reports_what_was_searched_and_filtered() -> None:
    """The report has the retrievers, names, restrictions and record counts of the work, in both languages."""
    tale = lotm()
    view = await tale.view(Scope(filters=SearchFilters(predicates=("敌对",))))

    found = await search(view, "克莱恩的敌人", kinds=FACTS)

    assert not found.found
    assert found.searched.stored == {HitKind.FACT: 7}
    assert found.searched.names == ("克莱恩",)
    assert "predicates: 敌对" in found.searched.filters
    english, chinese = found.searched.words(), found.searched.words(CHINESE)
    assert "Searched (kept/considered): text/fact 0/" in english
    assert "The work holds: 7 fact" in english
    assert "已检索" in chinese
    assert "克莱恩" in chinese


async def test_the_report_counts_records_that_the_scope_removed() -> None:
    tale = lotm()
    view = await tale.view(Scope(filters=SearchFilters(properties=(("text", "contains", "领导"),))))

    found = await search(view, "值夜者", kinds=FACTS)

    text = next(one for one in found.searched.retrievers if one.retriever == "text")
    assert text.kept == 1
    assert text.considered > 1


@pytest.mark.parametrize("query", ["", "  \n", "？！……", "***"])
async def test_a_query_without_words_finds_nothing_and_explains_it(query: str) -> None:
    """An empty query is not an error."""
    view = await lotm().view()

    found = await search(view, query)

    assert found.hits == ()
    assert "no letter or digit" in found.searched.note


async def test_a_name_of_punctuation_only_is_found() -> None:
    """A name does not need letters."""
    tale = lotm()
    tale.chapter("问号", "“？？？”敲了门。")
    tale.who("？？？", "人物")
    view = await tale.view()

    found = await search(view, "？？？")

    assert found.entities[0].name == "？？？"


async def test_a_very_long_query_is_cut_and_the_result_says_so() -> None:
    """Search uses only the start of a very long query."""
    view = await lotm().view()

    found = await search(view, "谁领导值夜者？" + "天色渐晚，" * 1_000)

    assert found.searched.degraded == ("only the first 2,000 characters of the query were searched",)
    assert "领导" in [one.predicate for one in found.facts]


async def test_an_empty_work_gives_no_hits_and_no_error() -> None:
    view = View("empty", memory_store(), EMBEDDER, {})

    found = await search(view, "克莱恩")

    assert found.hits == ()


async def test_an_unavailable_embedder_leaves_out_only_the_vector_retriever() -> None:
    tale = lotm()
    view = replace(await tale.view(), embedder=UnavailableEmbedder())

    found = await search(view, "谁领导值夜者")

    assert found.facts[0].predicate == "领导"
    assert "vector" not in found.facts[0].sources
    assert found.searched.degraded == ("not searched by vector: no connection for 1 text",)


async def test_a_query_with_a_zero_vector_is_searched_by_text() -> None:
    tale = lotm()
    view = replace(await tale.view(), embedder=ZeroEmbedder())

    found = await search(view, "谁领导值夜者")

    assert found.facts[0].predicate == "领导"
    assert found.searched.degraded == ()


async def test_an_embedder_other_than_the_works_is_an_error() -> None:
    """Vectors of different embedders cannot be compared."""
    tale = lotm()
    view = replace(await tale.view(), embedder=HashedEmbedder(128))

    with pytest.raises(EmbedderMismatchError):
        await search(view, "克莱恩")


async def test_a_reranker_decides_the_order() -> None:
    """The scores of a reranker are normalised to 0..1."""
    view = await lotm().view()

    found = await search(view, "克莱恩现在怎样", kinds=FACTS, ranking=Ranking(reranker=KeywordReranker("笔记")))

    assert "笔记" in found.facts[0].text
    assert [one.score for one in found.facts] == sorted((one.score for one in found.facts), reverse=True)
    assert found.facts[0].score == 1.0


async def test_an_entity_whose_name_is_the_query_stays_first_under_a_reranker() -> None:
    """Entities whose name is the query are not reranked."""
    view = await lotm().view()

    found = await search(view, "周明瑞", ranking=Ranking(reranker=KeywordReranker("圣赛琳娜")))

    assert found.hits[0].uuid == found.entities[0].uuid
    assert found.entities[0].name == "克莱恩·莫雷蒂"


@pytest.mark.parametrize(
    ("reranker", "words"),
    [
        (HangingReranker(), "no answer within"),
        (FailingReranker(), "timed out"),
        (FixedReranker(()), "got 0"),
        (FixedReranker((float("nan"),) * 5), "got 5"),
    ],
)
async def test_a_failing_reranker_keeps_the_order(
    reranker: HangingReranker | FailingReranker | FixedReranker, words: str
) -> None:
    view = await lotm().view()
    recipe = Recipe(rerank_seconds=0.01)
    plain = await search(view, "克莱恩", kinds=FACTS)

    found = await search(view, "克莱恩", kinds=FACTS, recipe=recipe, ranking=Ranking(reranker=reranker))

    assert found.facts == plain.facts
    assert len(found.searched.degraded) == 1
    assert words in found.searched.degraded[0]


@pytest.mark.parametrize("nonsense", ["zzz", "qzxjv", "犇羴鱻", "wqpt mnbv"])
async def test_an_invented_word_finds_nothing(nonsense: str) -> None:
    """A record found by vectors alone, with a cosine below the floor, is left out and counted as considered."""
    view = await lotm().view()

    found = await search(view, nonsense)

    assert found.hits == ()
    assert found.searched.stored is not None


async def test_a_misspelt_name_is_found_by_vector_search() -> None:
    """No word of the query occurs in the work, but the work has most letters of the query in the same order."""
    view = await harbor().view()

    found = await search(view, "Harborr")

    assert found.entities[0].name == "Harbor"
    assert found.entities[0].sources == ("vector",)


async def test_a_cosine_floor_applies_to_its_embedder_only() -> None:
    """The recipe sets a cosine floor for each embedder."""
    view = await harbor().view()

    found = await search(view, "Harborr", recipe=Recipe(floors=(Floor("another/", 0.99),)))
    strict = await search(view, "Harborr", recipe=Recipe(floors=(Floor("hashed-ngrams-1/", 0.99),)))

    assert found.hits != ()
    assert strict.hits == ()
