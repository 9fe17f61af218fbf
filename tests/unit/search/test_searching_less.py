"""Search where something is missing: no hits, no words, no embedder, a reranker that fails."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pytest

from episodic.embeddings.hashed import HashedEmbedder
from episodic.errors import EmbedderMismatchError, EmbeddingUnavailableError, ModelUnavailableError
from episodic.model.episodes import Language
from episodic.ports import Vector
from episodic.search.fields import HitKind
from episodic.search.filters import SearchFilters
from episodic.search.fusion import Floor, Recipe
from episodic.search.ranking import Ranking
from episodic.search.scope import Scope
from episodic.search.searching import search
from episodic.search.view import View
from episodic.stores.sqlite import SQLiteStore
from tests.unit.search.telling import EMBEDDER, harbor, lotm

FACTS = frozenset({HitKind.FACT})


class SilentEmbedder:
    """An embedder that cannot be reached."""

    name = EMBEDDER.name
    dimension = EMBEDDER.dimension

    async def embed(self, texts: Sequence[str]) -> Vector:
        """Raises."""
        raise EmbeddingUnavailableError(f"no connection for {len(texts)} text")


class EmptyEmbedder:
    """An embedder that finds nothing to embed."""

    name = EMBEDDER.name
    dimension = EMBEDDER.dimension

    async def embed(self, texts: Sequence[str]) -> Vector:
        """Zeros."""
        return np.zeros((len(texts), self.dimension), np.float32)


@dataclass
class Preferring:
    """A reranker that likes texts with certain words best."""

    words: str

    async def score(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        """100 for those, less for every other, in order."""
        assert query
        return [100.0 if self.words in text else -float(place) for place, text in enumerate(texts)]


class NeverReady:
    """A reranker that does not answer."""

    async def score(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        """Waits for what never comes."""
        await asyncio.Event().wait()
        return [float(len(query))] * len(texts)


class Failing:
    """A reranker whose model is down."""

    async def score(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        """Raises."""
        raise ModelUnavailableError(query, f"timed out over {len(texts)} texts")


@dataclass
class Fixed:
    """A reranker that always answers the same."""

    scores: tuple[float, ...]

    async def score(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        """Whatever was asked."""
        return self.scores if query and texts else ()


async def test_nothing_found_says_what_was_searched_and_filtered() -> None:
    """Arms, names, what is in force and what the work holds, in both languages."""
    tale = lotm()
    view = await tale.view(Scope(filters=SearchFilters(predicates=("敌对",))))

    found = await search(view, "克莱恩的敌人", kinds=FACTS)

    assert not found.found
    assert found.searched.stored == {HitKind.FACT: 7}
    assert found.searched.names == ("克莱恩",)
    assert "predicates: 敌对" in found.searched.filters
    english, chinese = found.searched.words(), found.searched.words(Language.CHINESE)
    assert "Searched (kept/considered): text/fact 0/" in english
    assert "The work holds: 7 fact" in english
    assert "已检索" in chinese
    assert "克莱恩" in chinese


async def test_arms_say_how_much_the_scope_took_away() -> None:
    """Considered and kept, arm by arm."""
    tale = lotm()
    view = await tale.view(Scope(filters=SearchFilters(predicates=("领导",))))

    found = await search(view, "值夜者", kinds=FACTS)

    text = next(one for one in found.searched.arms if one.arm == "text")
    assert text.kept == 1
    assert text.considered > 1


@pytest.mark.parametrize("query", ["", "  \n", "？！……", "***"])
async def test_a_query_without_words_finds_nothing_and_says_why(query: str) -> None:
    """It is no error: an empty box is an everyday thing."""
    view = await lotm().view()

    found = await search(view, query)

    assert found.hits == ()
    assert "no letter or digit" in found.searched.note


async def test_who_is_called_by_marks_alone_is_found_by_them() -> None:
    """A name is a name."""
    tale = lotm()
    tale.chapter("问号", "“？？？”敲了门。")
    tale.who("？？？", "人物")
    view = await tale.view()

    found = await search(view, "？？？")

    assert found.entities[0].name == "？？？"


async def test_a_query_as_long_as_a_chapter_is_cut_and_that_is_said() -> None:
    """What stands at its start is found."""
    view = await lotm().view()

    found = await search(view, "谁领导值夜者？" + "天色渐晚，" * 1_000)

    assert found.searched.degraded == ("only the first 2,000 characters of the query were searched",)
    assert "领导" in [one.predicate for one in found.facts]


async def test_an_empty_work_is_searched_without_fuss() -> None:
    """Nothing there, nothing found."""
    view = View("empty", SQLiteStore(":memory:"), EMBEDDER, {})

    found = await search(view, "克莱恩")

    assert found.hits == ()


async def test_an_embedder_that_is_down_leaves_out_its_arm_only() -> None:
    """And the answer says so."""
    tale = lotm()
    view = replace(await tale.view(), embedder=SilentEmbedder())

    found = await search(view, "谁领导值夜者")

    assert found.facts[0].predicate == "领导"
    assert "vector" not in found.facts[0].sources
    assert found.searched.degraded == ("not searched by vector: no connection for 1 text",)


async def test_a_query_that_has_no_vector_is_searched_by_words() -> None:
    """A row of zeros points nowhere."""
    tale = lotm()
    view = replace(await tale.view(), embedder=EmptyEmbedder())

    found = await search(view, "谁领导值夜者")

    assert found.facts[0].predicate == "领导"
    assert found.searched.degraded == ()


async def test_another_embedder_than_the_works_is_an_error() -> None:
    """Vectors of two embedders cannot be compared."""
    tale = lotm()
    view = replace(await tale.view(), embedder=HashedEmbedder(128))

    with pytest.raises(EmbedderMismatchError):
        await search(view, "克莱恩")


async def test_a_reranker_decides_the_order() -> None:
    """Its scores, brought to the one scale."""
    view = await lotm().view()

    found = await search(view, "克莱恩现在怎样", kinds=FACTS, ranking=Ranking(reranker=Preferring("笔记")))

    assert "笔记" in found.facts[0].text
    assert [one.score for one in found.facts] == sorted((one.score for one in found.facts), reverse=True)
    assert found.facts[0].score == 1.0


async def test_a_bare_name_stays_first_before_a_reranker() -> None:
    """Who is named is not a matter of taste."""
    view = await lotm().view()

    found = await search(view, "周明瑞", ranking=Ranking(reranker=Preferring("圣赛琳娜")))

    assert found.hits[0].uuid == found.entities[0].uuid
    assert found.entities[0].name == "克莱恩·莫雷蒂"


@pytest.mark.parametrize(
    ("reranker", "words"),
    [
        (NeverReady(), "no answer within"),
        (Failing(), "timed out"),
        (Fixed(()), "0 came"),
        (Fixed((float("nan"),) * 5), "5 came"),
    ],
)
async def test_a_reranker_that_fails_changes_nothing(reranker: NeverReady | Failing | Fixed, words: str) -> None:
    """The order of the arms stays, and the answer says why."""
    view = await lotm().view()
    recipe = Recipe(rerank_seconds=0.01)
    plain = await search(view, "克莱恩", kinds=FACTS)

    found = await search(view, "克莱恩", kinds=FACTS, recipe=recipe, ranking=Ranking(reranker=reranker))

    assert found.facts == plain.facts
    assert len(found.searched.degraded) == 1
    assert words in found.searched.degraded[0]


@pytest.mark.parametrize("nonsense", ["zzz", "qzxjv", "犇羴鱻", "wqpt mnbv"])
async def test_a_word_that_nobody_wrote_finds_nothing(nonsense: str) -> None:
    """Vectors always point somewhere; what only they find, and far off, is nothing, and the answer says so."""
    view = await lotm().view()

    found = await search(view, nonsense)

    assert found.hits == ()
    assert found.searched.stored is not None


async def test_a_misspelt_name_is_still_found_by_its_vector() -> None:
    """No word of the query stands anywhere, but most of its letters do, in this order."""
    view = await harbor().view()

    found = await search(view, "Harborr")

    assert found.entities[0].name == "Harbor"
    assert found.entities[0].sources == ("vector",)


async def test_a_floor_holds_for_the_embedder_that_it_was_measured_for() -> None:
    """It is a value of the recipe; the vectors of another embedder have another one, or none."""
    view = await harbor().view()

    found = await search(view, "Harborr", recipe=Recipe(floors=(Floor("another/", 0.99),)))
    strict = await search(view, "Harborr", recipe=Recipe(floors=(Floor("hashed-ngrams-1/", 0.99),)))

    assert found.hits != ()
    assert strict.hits == ()
