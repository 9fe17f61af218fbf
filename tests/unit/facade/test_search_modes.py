"""Tests of the read methods of a graph: the mode of a search, retrievers of one's own, and the hook after a search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import pytest
from pydantic import BaseModel

from episodic.errors import InvalidFilterError
from episodic.facade.reads import SearchMode
from episodic.llm.scripted import ScriptedModel
from episodic.ports import ForeignHit
from episodic.prompts import Prompt
from episodic.search.fine_prompts import ExpandPrompt, ExpandReply, SelectReply
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
