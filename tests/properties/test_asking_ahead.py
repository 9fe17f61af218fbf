"""Whatever is asked together, and however fast answers come: the same manuscript asks the same and gives the same graph."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable

from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from episodic.app import StoryGraph
from episodic.dedup.prompted import SameForm, SamePrompt, SameReply
from episodic.llm.scripted import ScriptedModel
from episodic.model.episodes import Chapter
from episodic.ports import Reply
from episodic.prompts import Prompt
from episodic.stores.sqlite import SQLiteStore
from tests.stories.unknown_words import SCRIPT, knowing
from tests.story import canonical

texts = st.lists(st.sampled_from(sorted(SCRIPT.sentences)), min_size=1, max_size=3, unique=True).map(" ".join)
manuscripts = st.lists(texts, min_size=1, max_size=4).map(
    lambda found: tuple(Chapter(f"{text}\n", title=f"T{place}", key=f"k{place}") for place, text in enumerate(found))
)


async def _read(*versions: tuple[Chapter, ...]) -> tuple[list[str], int]:
    """The canonical graph after reading these versions of a manuscript, and what reading the last one again asks."""
    model = ScriptedModel(knowing)
    async with StoryGraph(SQLiteStore(":memory:"), group_id="story", model=model) as graph:
        for version in versions:
            report = await graph.add_manuscript(version, named="story", removing=True)
            assert not report.failed
        asked = len(model.asked)
        await graph.add_manuscript(versions[-1], named="story", removing=True)
        return await canonical(graph), len(model.asked) - asked


@settings(max_examples=40, deadline=None)
@given(first=manuscripts, last=manuscripts)
def test_a_manuscript_that_became_another_gives_the_graph_of_the_other(
    first: tuple[Chapter, ...], last: tuple[Chapter, ...]
) -> None:
    """Chapters that are rewritten, added and taken out, several at once."""
    lived, again = asyncio.run(_read(first, last))

    fresh, _ = asyncio.run(_read(last))

    assert lived == fresh
    assert again == 0


@settings(max_examples=20, deadline=None)
@given(whole=manuscripts)
def test_chapters_one_by_one_give_the_graph_of_the_manuscript(whole: tuple[Chapter, ...]) -> None:
    """Alone, a chapter asks in other prompts; the questions are the same."""
    one_by_one, _ = asyncio.run(_read(*(whole[:count] for count in range(1, len(whole) + 1))))

    at_once, again = asyncio.run(_read(whole))

    assert one_by_one == at_once
    assert again == 0


NEW = re.compile(r"^N(\d+) .*→ K(\d+)", re.MULTILINE)
"""One who is new in a chapter, and the first of those whom it may be."""
DELAYS = st.sampled_from((0.0, 0.004, 0.03))
"""Seconds that an answer takes: none, less than what is waited for before time is used, more than that."""


class Timed(ScriptedModel):
    """Answers to each kind of prompt after its own time; says of everybody new either that they are known or that they are not."""

    def __init__(self, delays: dict[str, float], *, same: bool) -> None:
        super().__init__(self._said)
        self._delays = delays
        self._same = same

    async def ask(self, prompt: Prompt[Reply]) -> Reply:
        """As asked, in its time."""
        await asyncio.sleep(self._delays.get(prompt.name, 0))
        return await super().ask(prompt)

    def _said(self, prompt: Prompt[BaseModel]) -> BaseModel:
        if not isinstance(prompt, SamePrompt):
            return knowing(prompt)
        found = [(int(new), int(known)) for new, known in NEW.findall(prompt.asked)]
        return SameReply(answers=[SameForm(n=new, same=[known] if self._same else []) for new, known in found])


async def _asked(model: ScriptedModel, parts: Iterable[tuple[Chapter, ...]]) -> tuple[list[str], list[str]]:
    """What a model is asked while these manuscripts are read one after the other, in any order, and the canonical graph."""
    async with StoryGraph(SQLiteStore(":memory:"), group_id="story", model=model) as graph:
        for part in parts:
            report = await graph.add_manuscript(part)
            assert not report.failed
        return sorted(one.digest for one in model.asked), await canonical(graph)


@settings(max_examples=30, deadline=None)
@given(
    whole=manuscripts,
    cut=st.integers(1, 4),
    same=st.booleans(),
    delays=st.fixed_dictionaries(dict.fromkeys(("entities", "facts", "same", "predicates", "rivals", "when"), DELAYS)),
)
def test_how_fast_answers_come_changes_nothing(
    whole: tuple[Chapter, ...], cut: int, same: bool, delays: dict[str, float]
) -> None:
    """Whoever is known first, words or people, and whether or not what is answered is what a rule had taken to be so."""
    parts = [part for part in (whole[:cut], whole[cut:]) if part]

    swift = asyncio.run(_asked(Timed({}, same=same), parts))
    timed = asyncio.run(_asked(Timed(delays, same=same), parts))

    assert timed == swift
