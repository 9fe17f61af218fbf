"""Tests of batch ingestion: several chapters in one transaction, each with its own revision and diff."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from pydantic import BaseModel

from episodic.app import StoryGraph
from episodic.errors import EmbeddingUnavailableError, ModelUnavailableError, StoreFullError
from episodic.extraction.llm_based.prompts import FactsPrompt
from episodic.llm.scripted import ScriptedModel
from episodic.model.episodes import Chapter, Layer
from episodic.model.graph import IssueKind
from episodic.model.records import Changes
from episodic.pipeline.edits.batch_ingestion import CHARACTERS_PER_TRANSACTION
from episodic.pipeline.reports import Outcome
from episodic.ports import Vector
from episodic.prompts import Prompt
from episodic.search.scope import Scope
from episodic.stores.sqlite import SQLiteStore
from tests.stories.script import Says, Script
from tests.story import CHAPTERS, canonical, memory_graph, told

HOMES = ("Harrow Ferry", "Port Sable", "Winter Keep")
SCRIPT = Script(
    {"Marsh": "Person", "Odile": "Person", **dict.fromkeys(HOMES, "Place")},
    {f"Marsh lived in {home}.": [Says("Marsh", "lives_in", home)] for home in HOMES}
    | {
        "Odile had green eyes.": [Says("Odile", "eye_colour", value="green")],
        "Odile had brown eyes.": [Says("Odile", "eye_colour", value="brown")],
        "Odile mended the nets.": [Says("Odile", "mended", value="the nets")],
    },
)
STORY = (
    Chapter("Marsh lived in Harrow Ferry.\n\nOdile had green eyes.\n", title="One", key="one"),
    Chapter("Marsh lived in Port Sable.\n\nOdile mended the nets.\n", title="Two", key="two"),
    Chapter("Marsh lived in Winter Keep.\n\nOdile had brown eyes.\n", title="Three", key="three"),
)


class Counted(SQLiteStore):
    """A store that remembers how many revisions each transaction made."""

    def __init__(self) -> None:
        super().__init__(":memory:")
        self.transactions: list[int] = []

    async def commit(self, changes: Changes, *more: Changes) -> int:
        """As it is."""
        revision = await super().commit(changes, *more)
        self.transactions.append(1 + len(more))
        return revision


async def test_the_chapters_of_a_manuscript_are_saved_together_and_are_revisions_of_their_own() -> None:
    """Each is read as it was when it was the last."""
    store = Counted()

    async with StoryGraph(store, group_id="story") as graph:
        await graph.add_manuscript(CHAPTERS)
        commits = [(one.revision, one.action) for one in await graph.commits()]
        then = [line async for line in graph.export(scope=Scope(at_revision=2), canonical=True)]

    assert store.transactions == [4]
    assert commits == [(number, f"add {chapter.title}") for number, chapter in enumerate(CHAPTERS, start=1)]
    assert then == await told(CHAPTERS[:2])


async def test_each_revision_can_be_undone_by_itself() -> None:
    """As if the chapters had been added one after the other."""
    async with memory_graph() as graph:
        await graph.add_manuscript(CHAPTERS)

        await graph.undo()

        assert await canonical(graph) == await told(CHAPTERS[:3])


@pytest.mark.parametrize("asked", [False, True], ids=["by rules", "by a model"])
async def test_long_chapters_are_saved_in_several_transactions(asked: bool) -> None:
    """So that none grows beyond what a server can hold."""
    filler = "The wind was in the trees all night, and nobody said a word.\n\n" * (CHARACTERS_PER_TRANSACTION // 110)
    long = [Chapter(f"{one.text}\n{filler}", title=one.title, key=one.key) for one in STORY]
    store = Counted()

    async with StoryGraph(store, model=ScriptedModel(SCRIPT.answer) if asked else None) as graph:
        report = await graph.add_manuscript(long)

    assert store.transactions == [1, 1, 1]
    assert [one.outcome for one in report.chapters] == [Outcome.ADDED] * 3


async def test_chapters_beside_canon_are_saved_one_by_one() -> None:
    """Each has a change of its own to tell."""
    store = Counted()

    async with StoryGraph(store, model=ScriptedModel(SCRIPT.answer)) as graph:
        report = await graph.add_manuscript(STORY, layer=Layer.DRAFT)

    assert store.transactions[:3] == [1, 1, 1]
    assert [[one.object_name for one in chapter.diff.added if one.object_name] for chapter in report.chapters] == [
        [home] for home in HOMES
    ]


async def test_a_chapter_that_cannot_be_read_keeps_its_place_between_the_others() -> None:
    """It fails as a revision of its own, and the others are what they are without it."""

    def failing(prompt: Prompt[BaseModel]) -> BaseModel | Exception:
        ill = isinstance(prompt, FactsPrompt) and "Port Sable" in prompt.window
        return ModelUnavailableError("facts", "gone") if ill else SCRIPT.answer(prompt)

    store = Counted()
    async with StoryGraph(store, model=ScriptedModel(failing)) as graph:
        report = await graph.add_manuscript(STORY)
        commits = [one.action for one in await graph.commits()]

    assert [one.outcome for one in report.chapters] == [Outcome.ADDED, Outcome.FAILED, Outcome.ADDED]
    assert store.transactions == [3]
    assert commits == ["add one", "failed two", "add three"]


@pytest.mark.parametrize("layer", [Layer.CANON, Layer.DRAFT])
async def test_what_somebody_else_adds_meanwhile_costs_no_question_again(tmp_path: Path, layer: Layer) -> None:
    """What was read goes on top of it, be it in a place that was taken, and nothing that was answered is asked once more."""
    file = str(tmp_path / "work.db")
    asked: list[Prompt[BaseModel]] = []

    def answer(prompt: Prompt[BaseModel]) -> BaseModel:
        if not asked:
            with ThreadPoolExecutor(1) as other:
                other.submit(asyncio.run, _added(file, layer)).result()
        asked.append(prompt)
        return SCRIPT.answer(prompt)

    async with StoryGraph(SQLiteStore(file), group_id="both", model=ScriptedModel(answer)) as graph:
        report = await graph.add_manuscript(STORY)
        keys = {one.key for one in (await graph.session.state()).inputs.episodes}

    assert [(one.outcome, one.windows_read, one.windows_kept) for one in report.chapters] == [(Outcome.ADDED, 1, 0)] * 3
    assert keys == {"one", "two", "three", "beside"}
    assert len({repr(one) for one in asked}) == len(asked)


async def _added(file: str, layer: Layer) -> None:
    async with StoryGraph(SQLiteStore(file), group_id="both") as graph:
        await graph.add_episode(Chapter("The tide came in.\n", title="Beside", key="beside"), layer=layer)


async def test_the_change_is_shared_out_among_the_chapters_that_tell_of_it() -> None:
    """What begins goes to the first that tells of it, what ends or is doubted to the last; nothing is listed twice."""
    async with StoryGraph(SQLiteStore(":memory:"), model=ScriptedModel(SCRIPT.answer)) as graph:
        report = await graph.add_manuscript(STORY)
        state = await graph.session.state()

    diffs = [one.diff for one in report.chapters]
    assert [[one.object_name or one.value for one in diff.added] for diff in diffs] == [
        ["Harrow Ferry", "green"],
        ["Port Sable", "the nets"],
        ["Winter Keep", "brown"],
    ]
    assert [[one.kind for one in diff.issues_new] for diff in diffs] == [[], [], [IssueKind.CONTRADICTION]]
    assert sorted(one.uuid for diff in diffs for one in diff.added) == sorted(state.graph.facts)
    assert sorted(one.uuid for diff in diffs for one in diff.entities_new) == sorted(state.graph.entities)


async def test_a_store_without_room_saves_none_of_them(tmp_path: Path) -> None:
    """Neither a chapter nor a revision."""
    filler = "".join(f"Nobody came to house number {number}.\n\n" for number in range(1_000))
    file = tmp_path / "full.db"
    async with StoryGraph(SQLiteStore(file)) as graph:
        await graph.add_episode(STORY[0])

    async with StoryGraph(SQLiteStore(file, max_pages=_pages(file) + 4)) as graph:
        with pytest.raises(StoreFullError):
            await graph.add_manuscript([*STORY, Chapter(filler, title="Four", key="four")])
        keys = [one.key for one in (await graph.session.state()).inputs.episodes]
        commits = [one.action for one in await graph.commits()]

    assert keys == ["one"]
    assert commits == ["add one"]


class OnceGone:
    """An embedder that cannot be reached the first time."""

    name = "once-gone/2"
    dimension = 2

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def embed(self, texts: Sequence[str]) -> Vector:
        """One row a text, all alike."""
        self.asked.extend(texts)
        if len(self.asked) == len(texts):
            raise EmbeddingUnavailableError("no connection")
        return np.full((len(texts), self.dimension), 0.5**0.5, dtype=np.float32)


async def test_equal_texts_are_embedded_once() -> None:
    """One call of a paid embedder for each text."""
    embedder = OnceGone()
    embedder.asked.append("")

    async with StoryGraph(
        SQLiteStore(":memory:"), model=ScriptedModel(SCRIPT.answer, delay=0.05), embedder=embedder
    ) as graph:
        await graph.add_manuscript(STORY)

    assert len(embedder.asked) == len(set(embedder.asked))


async def test_nothing_of_a_draft_is_embedded() -> None:
    """It is kept beside canon as it was read; a paid embedder is asked for nothing that is not saved."""
    embedder = OnceGone()

    async with StoryGraph(
        SQLiteStore(":memory:"), model=ScriptedModel(SCRIPT.answer, delay=0.05), embedder=embedder
    ) as graph:
        report = await graph.add_manuscript(STORY, layer=Layer.DRAFT)

    assert report.failed == ()
    assert embedder.asked == []


def _pages(file: Path) -> int:
    return file.stat().st_size // 8192
