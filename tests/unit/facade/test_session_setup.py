"""Tests of which model reads the chapters and which answers the questions of the judges."""

from __future__ import annotations

from episodic.app import StoryGraph
from episodic.dedup.llm_judge import LLMIdentityJudge
from episodic.extraction.llm_based import LLMReader
from episodic.facade.session_setup import llm_based_setup
from episodic.llm.scripted import ScriptedModel
from episodic.model.settings import WorkSettings
from episodic.stores.sqlite import SQLiteStore
from tests.stages.bad_input import empty_reply
from tests.story import CHAPTERS


def model(name: str) -> ScriptedModel:
    return ScriptedModel(empty_reply, name=name)


async def test_small_questions_go_to_the_small_model() -> None:
    """The large model reads the chapters, and the small model answers the questions of the judges."""
    large, small = model("large"), model("small")
    setup = llm_based_setup(large, small)
    judges = setup.judges_for(WorkSettings())

    assert isinstance(setup.reader, LLMReader)
    assert isinstance(judges.identity, LLMIdentityJudge)
    assert "large" in setup.reader.name
    assert "small" in judges.identity.name
    assert "small" in judges.temporal.name


async def test_without_a_small_model_one_model_does_everything() -> None:
    only = model("only")

    async with StoryGraph(SQLiteStore(":memory:"), model=only) as graph:
        await graph.add_manuscript(CHAPTERS[:1])

    assert only.asked
    assert "only" in llm_based_setup(only).judges_for(WorkSettings()).identity.name
