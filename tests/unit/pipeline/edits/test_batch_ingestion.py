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
from episodic.errors import EmbeddingUnavailableError, InputError, ModelUnavailableError, StoreFullError
from episodic.extraction.llm_based.prompts import FactsPrompt
from episodic.llm.scripted import ScriptedModel
from episodic.model.episodes import Chapter, Layer
from episodic.model.graph import IssueKind
from episodic.model.records import Changes
from episodic.pipeline.edits import batch_ingestion
from episodic.pipeline.reports import Outcome
from episodic.ports import Vector
from episodic.prompts import Prompt
from episodic.search.scope import Scope
from episodic.stores.sqlite import SQLiteStore
from tests.stories.script import Says, Script
from tests.story import CHAPTERS, canonical, fresh_export, memory_graph

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


class CountingStore(SQLiteStore):
    """A store that records how many revisions each transaction saved."""

    def __init__(self) -> None:
        super().__init__(":memory:")
        self.transactions: list[int] = []

    async def commit(self, changes: Changes, *more: Changes) -> int:
        """Commit like the parent class and record the number of revisions."""
        revision = await super().commit(changes, *more)
        self.transactions.append(1 + len(more))
        return revision


async def test_the_chapters_of_a_manuscript_are_saved_together_as_separate_revisions() -> None:
    """Each revision is the work that ends with its chapter."""
    store = CountingStore()

    async with StoryGraph(store, group_id="story") as graph:
        await graph.add_manuscript(CHAPTERS)
        commits = [(one.revision, one.action) for one in await graph.commits()]
        then = [line async for line in graph.export(scope=Scope(at_revision=2), canonical=True)]

    assert store.transactions == [4]
    assert commits == [(number, f"add {chapter.title}") for number, chapter in enumerate(CHAPTERS, start=1)]
    assert then == await fresh_export(CHAPTERS[:2])


async def test_each_revision_of_a_batch_can_be_undone_separately() -> None:
    """The result equals that of chapters that were added one after the other."""
    async with memory_graph() as graph:
        await graph.add_manuscript(CHAPTERS)

        await graph.undo()

        assert await canonical(graph) == await fresh_export(CHAPTERS[:3])


@pytest.mark.parametrize("asked", [False, True], ids=["by rules", "by a model"])
async def test_long_chapters_are_saved_in_several_transactions(asked: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The size of a transaction is limited, because servers have a memory limit."""
    monkeypatch.setattr(batch_ingestion, "CHARACTERS_PER_TRANSACTION", 6_000)
    filler = "The wind was in the trees all night, and nobody said a word.\n\n" * 60
    long = [Chapter(f"{one.text}\n{filler}", title=one.title, key=one.key) for one in STORY]
    store = CountingStore()

    async with StoryGraph(store, model=ScriptedModel(SCRIPT.answer) if asked else None) as graph:
        report = await graph.add_manuscript(long)

    assert store.transactions == [1, 1, 1]
    assert [one.outcome for one in report.chapters] == [Outcome.ADDED] * 3


async def test_drafts_are_saved_one_by_one() -> None:
    """Each draft has a diff of its own."""
    store = CountingStore()

    async with StoryGraph(store, model=ScriptedModel(SCRIPT.answer)) as graph:
        report = await graph.add_manuscript(STORY, layer=Layer.DRAFT)

    assert store.transactions[:3] == [1, 1, 1]
    assert [[one.object_name for one in chapter.diff.added if one.object_name] for chapter in report.chapters] == [
        [home] for home in HOMES
    ]


async def test_a_failed_chapter_keeps_its_position() -> None:
    """The failed chapter has a separate revision, and does not affect the other chapters."""

    def failing(prompt: Prompt[BaseModel]) -> BaseModel | Exception:
        ill = isinstance(prompt, FactsPrompt) and "Port Sable" in prompt.window
        return ModelUnavailableError("facts", "gone") if ill else SCRIPT.answer(prompt)

    store = CountingStore()
    async with StoryGraph(store, model=ScriptedModel(failing)) as graph:
        report = await graph.add_manuscript(STORY)
        commits = [one.action for one in await graph.commits()]

    assert [one.outcome for one in report.chapters] == [Outcome.ADDED, Outcome.FAILED, Outcome.ADDED]
    assert store.transactions == [3]
    assert commits == ["add one", "failed two", "add three"]


@pytest.mark.parametrize("layer", [Layer.CANON, Layer.DRAFT])
async def test_a_concurrent_commit_causes_no_repeated_questions(tmp_path: Path, layer: Layer) -> None:
    """The readings and answers are reused after the other client's commit, even if its chapter has the same position."""
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


async def test_changes_are_reported_with_the_chapters_that_cause_them() -> None:
    """A new fact is reported with the first chapter that states it, and an end or a doubt with the last. No change is
    listed twice.
    """
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


async def test_a_full_store_saves_no_chapter_of_the_batch(tmp_path: Path) -> None:
    """No chapter and no revision is saved."""
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


class OnceFailingEmbedder:
    """An embedder whose first call fails."""

    name = "once-gone/2"
    dimension = 2

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def embed(self, texts: Sequence[str]) -> Vector:
        """Return one vector per text. All vectors are equal."""
        self.asked.extend(texts)
        if len(self.asked) == len(texts):
            raise EmbeddingUnavailableError("no connection")
        return np.full((len(texts), self.dimension), 0.5**0.5, dtype=np.float32)


@pytest.mark.parametrize("named", [None, "novel"])
async def test_nothing_is_saved_if_two_chapters_have_the_same_key(named: str | None) -> None:
    twice = [Chapter("Marsh lived in Port Sable.", key="a"), Chapter("Odile mended the nets.", key="a")]
    async with memory_graph() as graph:
        with pytest.raises(InputError, match="2 chapters have the key 'a'"):
            await graph.add_manuscript(twice, named=named)

        assert not await graph.works()


async def test_chapters_whose_titles_look_numbered_are_all_added() -> None:
    titles = ("One (2)", "One", "One")
    texts = ("Marsh lived in Port Sable.", "Odile mended the nets.", "Odile had green eyes.")
    chapters = [Chapter(text, title=title) for text, title in zip(texts, titles, strict=True)]
    async with memory_graph() as graph:
        await graph.add_manuscript(chapters)
        again = await graph.add_manuscript(chapters)
        told = await graph.last_episodes()

    assert [one.text for one in told] == list(texts)
    assert {one.outcome for one in again.chapters} == {Outcome.UNCHANGED}


async def test_equal_texts_are_embedded_once() -> None:
    """A paid embedder is called once for each different text."""
    embedder = OnceFailingEmbedder()
    embedder.asked.append("")

    async with StoryGraph(
        SQLiteStore(":memory:"), model=ScriptedModel(SCRIPT.answer, delay=0.05), embedder=embedder
    ) as graph:
        await graph.add_manuscript(STORY)

    assert len(embedder.asked) == len(set(embedder.asked))


async def test_drafts_are_not_embedded() -> None:
    """Drafts are stored without vectors, so a paid embedder is not called for them."""
    embedder = OnceFailingEmbedder()

    async with StoryGraph(
        SQLiteStore(":memory:"), model=ScriptedModel(SCRIPT.answer, delay=0.05), embedder=embedder
    ) as graph:
        report = await graph.add_manuscript(STORY, layer=Layer.DRAFT)

    assert report.failed == ()
    assert embedder.asked == []


def _pages(file: Path) -> int:
    return file.stat().st_size // 8192
