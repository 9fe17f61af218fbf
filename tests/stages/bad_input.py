"""Helpers for the tests of bad input and safety: graphs on files, hostile names, and a check that nothing changed."""

from __future__ import annotations

import contextlib
import re
from collections.abc import AsyncGenerator, Callable, Mapping
from pathlib import Path

import pytest
from pydantic import BaseModel

from episodic.app import StoryGraph
from episodic.dedup.llm_judge import SamePrompt, SameReply
from episodic.errors import EpisodicError
from episodic.extraction.llm_based.prompts import EntitiesPrompt, FactsPrompt
from episodic.llm.scripted import ScriptedModel
from episodic.ports import LanguageModel
from episodic.prompts import Prompt
from episodic.stores.sqlite import SQLiteStore
from episodic.temporal.llm_time_expressions import TimesReply, WhenPrompt
from tests.memory_stores import filled_store
from tests.replies import Framed, Named, Stated, entities_reply, facts_reply
from tests.story import CHAPTERS, canonical

CLOCK = "2026-01-01T00:00:00+00:00"
Answer = Callable[[Prompt[BaseModel]], BaseModel | str | Exception]


def file_graph(path: Path, model: LanguageModel | None = None, *, group_id: str = "story") -> StoryGraph:
    """Return a graph on a file with a constant clock. Without a model, rules read the chapters."""
    return StoryGraph(SQLiteStore(path), group_id=group_id, model=model, clock=lambda: CLOCK)


@contextlib.asynccontextmanager
async def small_story_graph(path: Path) -> AsyncGenerator[StoryGraph]:
    """Return a graph on a file that contains a small story."""

    async def ingest(store: SQLiteStore) -> None:
        await StoryGraph(store, group_id="story", clock=lambda: CLOCK).add_manuscript(CHAPTERS)

    assert await (await filled_store(CHAPTERS, ingest)).copy_to(path)
    async with file_graph(path) as graph:
        yield graph


@contextlib.asynccontextmanager
async def assert_refused(
    graph: StoryGraph, kind: type[EpisodicError], *, code: int
) -> AsyncGenerator[pytest.ExceptionInfo[EpisodicError]]:
    """Check that the block raises exactly this error with a hint, and leaves the work unchanged."""
    before = await canonical(graph)
    with pytest.raises(EpisodicError) as raised:
        yield raised
    assert type(raised.value) is kind
    assert raised.value.exit_code == code
    assert raised.value.message
    assert raised.value.hint
    assert await canonical(graph) == before


def reading(entities: Mapping[str, str], statements: list[Stated]) -> ScriptedModel:
    """Return a scripted model that answers with `scripted_answers`."""
    return ScriptedModel(scripted_answers(entities, statements))


def scripted_answers(entities: Mapping[str, str], statements: list[Stated]) -> Callable[[Prompt[BaseModel]], BaseModel]:
    """Return the answers of a model that finds these names (with their types) in every window, and return the
    statements whose quotes occur in the window. People are numbered in the given order. All other questions get the
    most careful answer.
    """

    def answer(prompt: Prompt[BaseModel]) -> BaseModel:
        match prompt:
            case EntitiesPrompt():
                forms = [Named(type=kind, names=[name]) for name, kind in entities.items() if name in prompt.window]
                count = len(re.findall(re.escape(prompt.mark) + r"\d", prompt.window))
                return entities_reply(forms, [Framed(passage=number) for number in range(1, count + 1)])
            case FactsPrompt():
                return facts_reply([one for one in statements if one.quote in prompt.window])
            case _:
                return empty_reply(prompt)

    return answer


def empty_reply(prompt: Prompt[BaseModel]) -> BaseModel:
    """Return a reply that finds nothing and decides nothing."""
    match prompt:
        case EntitiesPrompt():
            return entities_reply([])
        case FactsPrompt():
            return facts_reply([])
        case SamePrompt():
            return SameReply(answers=[])
        case WhenPrompt():
            return TimesReply(times=[])
        case _:
            return prompt.reply()
