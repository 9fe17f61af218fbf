"""Tests of the read methods of a graph: the mode of a search, retrievers of one's own, and the hook after a search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import pytest
from pydantic import BaseModel

from episodic.app import StoryGraph
from episodic.errors import InvalidFilterError
from episodic.facade.reads import SearchMode
from episodic.llm.scripted import ScriptedModel
from episodic.ports import ForeignHit
from episodic.prompts import Prompt
from episodic.search.fine_prompts import ExpandPrompt, ExpandReply, SelectReply
from episodic.stores.sqlite import SQLiteStore
from tests.story import CHAPTERS, memory_graph


class Notes:
    """A retriever with one note."""

    name = "notes"

    async def retrieve(self, query: str, *, limit: int) -> Sequence[ForeignHit]:
        return [ForeignHit("note 1", f"a note about {query}", 1.0)][:limit]


async def test_the_fine_mode_asks_the_model_of_the_graph() -> None:
    def reply(prompt: Prompt[BaseModel]) -> BaseModel:
        if isinstance(prompt, ExpandPrompt):
            return ExpandReply(questions=[], keywords=["铁剑"], synonyms=[])
        return SelectReply(chosen=["1"])

    async with memory_graph() as graph:
        await graph.add_manuscript(CHAPTERS)
        model = graph.model = ScriptedModel(reply)

        found = await graph.search("他的兵器", mode="fine", history=["林远是谁？"])

    assert len(found.hits) == 1
    assert len(model.asked) == 2
    assert found.searched.degraded == ()


async def test_an_unknown_mode_is_refused() -> None:
    async with memory_graph() as graph:
        with pytest.raises(InvalidFilterError, match="mode of search"):
            await graph.search("林远", mode=cast("SearchMode", "slow"))


async def test_a_retriever_is_given_with_the_search() -> None:
    async with memory_graph() as graph:
        await graph.add_manuscript(CHAPTERS[:1])

        found = await graph.search("林远", extra_retrievers=[Notes()])

    assert [one.source for one in found.foreign] == ["notes"]


async def test_the_hook_gets_the_query_and_the_ids_and_nothing_is_written() -> None:
    called: list[tuple[str, tuple[str, ...]]] = []
    async with StoryGraph(
        SQLiteStore(":memory:"), group_id="story", on_retrieve=lambda query, ids: called.append((query, ids))
    ) as graph:
        await graph.add_manuscript(CHAPTERS)
        before = await graph.store.digests("story"), len(await graph.store.commits("story"))

        found = await graph.search("林远住在哪里")
        await graph.answer("林远住在哪里")

        assert called == [("林远住在哪里", tuple(hit.uuid for hit in found.hits))]
        assert (await graph.store.digests("story"), len(await graph.store.commits("story"))) == before
