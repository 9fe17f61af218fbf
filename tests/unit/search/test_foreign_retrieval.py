"""Tests of foreign retrievers: fusion under their names, results that are records of the work, errors and scopes."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

import pytest

from episodic.errors import InvalidFilterError
from episodic.model.episodes import Layer
from episodic.ports import ForeignHit, ForeignRetriever
from episodic.search.fusion import Recipe
from episodic.search.hybrid_search import search
from episodic.search.ranking import Ranking
from episodic.search.results import SearchResults
from episodic.search.scope import Scope
from episodic.search.view import View
from tests.unit.search.story_builder import lotm


@dataclass
class Index:
    """A retriever with fixed hits."""

    hits: Sequence[ForeignHit] = ()
    name: str = "my index"

    async def retrieve(self, query: str, *, limit: int) -> Sequence[ForeignHit]:
        assert query
        return self.hits[:limit]


class Failing(Index):
    async def retrieve(self, query: str, *, limit: int) -> Sequence[ForeignHit]:
        raise RuntimeError(f"secret key in {query} {limit}")


class Hanging(Index):
    async def retrieve(self, query: str, *, limit: int) -> Sequence[ForeignHit]:
        await asyncio.Event().wait()
        return self.hits


async def searched(view: View, *retrievers: ForeignRetriever, query: str = "手枪", **options: float) -> SearchResults:
    recipe = Recipe(**options)  # type: ignore[arg-type] # only time limits are given
    return await search(view, query, recipe=recipe, ranking=Ranking(extra_retrievers=retrievers))


async def test_a_record_that_only_the_retriever_finds_is_a_hit_under_its_name() -> None:
    tale = lotm()
    view = await tale.view()
    fact = next(one for one in tale.facts if one.predicate == "位于")

    found = await searched(view, Index([ForeignHit(fact.uuid, score=7.0)]))

    assert [hit.sources for hit in found.facts if hit.uuid == fact.uuid] == [("my index",)]
    assert [one.kept for one in found.searched.retrievers if one.retriever == "my index"] == [1]
    assert found.foreign == ()


async def test_the_words_of_a_passage_mean_the_passage() -> None:
    tale = lotm()
    view = await tale.view()
    passage = tale.passages[0]

    found = await searched(view, Index([ForeignHit("chunk-17", passage.text)]))

    shown = [*found.passages, *(hit.said_in for hit in found.facts if hit.said_in is not None)]
    assert [hit.uuid for hit in shown if "my index" in hit.sources] == [passage.uuid]


async def test_the_report_counts_the_records_of_each_kind_that_the_results_mean() -> None:
    """The ended fact is hidden, and the last result means no record."""
    tale = lotm()
    ended = next(one for one in tale.facts if one.invalid_at is not None)
    fact = next(one for one in tale.facts if one.predicate == "位于")
    hits = [ForeignHit(one) for one in (fact.uuid, fact.uuid, ended.uuid, tale.passages[0].uuid, "elsewhere")]

    found = await searched(await tale.view(), Index(hits))

    reports = [one for one in found.searched.retrievers if one.retriever == "my index"]
    assert sorted((one.kind, one.considered, one.kept) for one in reports) == [("fact", 2, 1), ("passage", 1, 1)]


async def test_another_result_stays_foreign() -> None:
    view = await lotm().view()

    found = await searched(view, Index([ForeignHit("https://example.org", "A text\nof another place.", 0.4)]))

    (other,) = found.foreign
    assert (other.source, other.reference, other.text) == (
        "my index", "https://example.org", "A text of another place.",
    )  # fmt: skip


async def test_a_restricted_scope_leaves_foreign_results_out() -> None:
    tale = lotm()
    view = await tale.view(Scope(layers=frozenset({Layer.CANON, Layer.PLAN})))

    found = await searched(view, Index([ForeignHit("x", "something from a later chapter")]))

    assert found.foreign == ()
    assert [one for one in found.searched.degraded if "my index" in one]


async def test_a_record_outside_the_scope_is_left_out() -> None:
    tale = lotm()
    ended = next(one for one in tale.facts if one.invalid_at is not None)

    found = await searched(await tale.view(), Index([ForeignHit(ended.uuid, ended.text)]))

    assert ended.uuid not in [hit.uuid for hit in found.facts]
    assert found.foreign == ()


async def test_a_retriever_that_fails_is_reported_without_its_words() -> None:
    view = await lotm().view()

    found = await searched(view, Failing(name="a"), Hanging(name="b"), foreign_seconds=0.01)

    assert found.hits
    assert [one.partition(":")[0] for one in found.searched.degraded] == ["not searched by a", "not searched by b"]
    assert "secret" not in repr(found.searched)


async def test_hits_that_are_none_are_reported() -> None:
    view = await lotm().view()
    wrong = Index(cast("Sequence[ForeignHit]", ["text"]))

    found = await searched(view, wrong, Index([ForeignHit("x", score=float("nan"))], name="other"))

    assert len(found.searched.degraded) == 2


async def test_names_of_retrievers_must_differ() -> None:
    view = await lotm().view()

    for names in (("a", "a"), ("vector",), ("",)):
        with pytest.raises(InvalidFilterError, match="names of retrievers"):
            await searched(view, *(replace(Index(), name=name) for name in names))
