"""Tests of chapters whose text is stored at once, and which a job reads later."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace

import pytest
from pydantic import BaseModel

from benchmarks.novel import Novel
from episodic.app import StoryGraph
from episodic.embeddings.hashed import HashedEmbedder
from episodic.errors import DuplicateEpisodeError, ModelUnavailableError
from episodic.jobs.records import Job, JobState
from episodic.llm.scripted import ScriptedModel
from episodic.model.episodes import Chapter, Layer
from episodic.model.records import Kind
from episodic.pipeline.reports import ChapterReport, Outcome
from episodic.ports import LanguageModel, Reply
from episodic.prompts import Prompt
from episodic.search.scope import Scope
from tests.memory_stores import memory_store
from tests.story import CHAPTERS, VARIANTS, canonical, memory_graph

FIRST, SECOND, THIRD = CHAPTERS[:3]
EDITED = replace(FIRST, text=VARIANTS[0])
DRAFTS = Scope(layers=frozenset({Layer.DRAFT}))


def refuse(prompt: Prompt[BaseModel]) -> BaseModel:
    raise AssertionError(f"nobody may ask {prompt.name}")


class HeldModel:
    """A model that replies only after `free` was set, and says when it was asked."""

    def __init__(self, model: LanguageModel) -> None:
        self.name, self._model = model.name, model
        self.asked, self.free = asyncio.Event(), asyncio.Event()

    async def ask(self, prompt: Prompt[Reply]) -> Reply:
        self.asked.set()
        await self.free.wait()
        return await self._model.ask(prompt)


async def queued(graph: StoryGraph, chapter: Chapter = SECOND) -> ChapterReport:
    return await graph.add_episode(chapter, wait=False)


async def run(graph: StoryGraph, report: ChapterReport) -> Job:
    assert report.job is not None
    return await graph.jobs.run(report.job)


async def found(graph: StoryGraph, query: str, scope: Scope | None = None) -> list[str]:
    """Return the titles of the chapters of the passages that a search finds."""
    results = await graph.search(query, scope=scope or Scope())
    return [one.sentence.title for one in results.passages]


async def test_the_text_of_a_queued_chapter_is_found_at_once_and_no_model_is_asked() -> None:
    graph = StoryGraph(memory_store(), model=ScriptedModel(refuse))

    report = await queued(graph)
    passages = (await graph.search("铁剑")).passages
    (view,) = await graph.read_passages([passages[0].uuid])

    assert (report.outcome, report.diff.empty) == (Outcome.QUEUED, True)
    assert "铁剑" in view.text
    assert view.text in SECOND.text
    assert view.sentence.title == SECOND.title
    assert (await graph.stats()).facts == (await graph.stats()).entities == 0
    assert [one.action for one in await graph.commits()] == [f"queue {SECOND.title}"]


async def test_a_queued_chapter_has_its_place_in_narrative_order() -> None:
    graph = StoryGraph(memory_store())
    await graph.add_episode(FIRST)
    await queued(graph)
    await graph.add_episode(THIRD)

    assert [one.chapter.title for one in await graph.chapters()] == [FIRST.title, SECOND.title, THIRD.title]
    assert await found(graph, "铁剑") == [SECOND.title]
    assert await found(graph, "铁剑", Scope(told_by=2)) == [SECOND.title]
    assert SECOND.title not in await found(graph, "铁剑", Scope(told_by=1))


async def test_the_passages_of_a_queued_chapter_have_vectors() -> None:
    graph = StoryGraph(memory_store(), embedder=HashedEmbedder(64))

    await queued(graph)

    records = await graph.store.fetch(graph.group_id, Kind.PASSAGE, vectors=True)
    assert records
    assert all(one.vector for one in records)


async def test_a_queued_chapter_is_listed_as_not_read_until_its_job_has_ended() -> None:
    graph = StoryGraph(memory_store())
    await graph.add_episode(FIRST)
    report = await queued(graph)

    before = await graph.chapters()
    job = await run(graph, report)
    after = await graph.chapters()

    assert [(one.unread, one.failure, one.facts > 0) for one in before] == [(False, None, True), (True, None, False)]
    assert [(one.unread, one.facts > 0) for one in after] == [(False, True), (False, True)]
    assert (job.state, job.done, job.total) == (JobState.SUCCEEDED, 1, 1)
    assert job.result is not None
    assert (job.result.outcomes, job.result.chapter) == ({"added": 1}, report.episode)


Edit = Callable[[StoryGraph], Awaitable[object]]


EDITS: Mapping[str, tuple[Edit, Sequence[Chapter], Mapping[str, int]]] = {
    "nothing": (lambda graph: graph.stats(), (FIRST, SECOND), {"added": 1}),
    "another": (lambda graph: graph.add_episode(THIRD), (FIRST, SECOND, THIRD), {"added": 1}),
    "read at once": (lambda graph: graph.add_episode(SECOND), (FIRST, SECOND), {"unchanged": 1}),
    "retry": (lambda graph: graph.retry(), (FIRST, SECOND), {"unchanged": 1}),
    "moved": (lambda graph: graph.move_episode(2, before=1), (SECOND, FIRST), {"added": 1}),
    "earlier edited": (lambda graph: graph.replace_episode(1, VARIANTS[0]), (EDITED, SECOND), {"added": 1}),
    "removed": (lambda graph: graph.remove_episode(2), (FIRST,), {"gone": 1}),
    "undone": (lambda graph: graph.undo(), (FIRST,), {"gone": 1}),
}
"""Edits before the job runs, each with the chapters after it and the outcome of the job."""


@pytest.mark.parametrize(("edit", "expected", "outcomes"), list(EDITS.values()), ids=list(EDITS))
async def test_after_its_job_the_graph_is_that_of_a_chapter_that_was_read_at_once(
    edit: Edit, expected: Sequence[Chapter], outcomes: Mapping[str, int]
) -> None:
    """The work may be edited before the job runs."""
    async with memory_graph() as graph, memory_graph() as direct:
        await graph.add_episode(FIRST)
        report = await queued(graph)
        await edit(graph)

        job = await run(graph, report)
        for chapter in (FIRST if one.title == FIRST.title else one for one in expected):
            await direct.add_episode(chapter)
        if expected[0] == EDITED:
            await direct.replace_episode(1, EDITED.text)
        ordinals = [one.chapter.title for one in await graph.chapters()]

        assert job.state is JobState.SUCCEEDED
        assert job.result is not None
        assert job.result.outcomes == outcomes
        assert job.done == 1 - outcomes.get("gone", 0)
        assert ordinals == [one.title for one in expected]
        assert await canonical(graph) == await canonical(direct)


NOVEL = Novel("zh", 400, people=6, new=2, facts=6)
PAGES = [NOVEL.chapter(number) for number in range(1, 4)]
DURING: Mapping[str, tuple[Edit, Mapping[str, int]]] = {
    "removed": (lambda graph: graph.remove_episode(2), {"gone": 1}),
    "edited": (lambda graph: graph.replace_episode(2, PAGES[2].text), {"unchanged": 1}),
    "moved": (lambda graph: graph.move_episode(2, before=1), {"added": 1}),
    "renamed": (lambda graph: graph.rename_episode(2, "Two"), {"added": 1}),
}
"""Edits by another process while the model reads the chapter of a job, each with the outcome of the job."""


@pytest.mark.parametrize(("edit", "outcomes"), list(DURING.values()), ids=list(DURING))
async def test_an_edit_while_the_model_reads_the_chapter_is_kept(edit: Edit, outcomes: Mapping[str, int]) -> None:
    model = ScriptedModel(NOVEL.answer)
    held = HeldModel(model)
    graph = StoryGraph(memory_store(), model=held)
    other, direct = StoryGraph(graph.store, model=model), StoryGraph(memory_store(), model=model)
    for each in (other, direct):
        await each.add_episode(PAGES[0])
    await direct.add_episode(PAGES[1])
    running = asyncio.ensure_future(run(graph, await queued(graph, PAGES[1])))
    await held.asked.wait()

    await edit(other)
    held.free.set()
    job = await running
    await edit(direct)

    assert job.result is not None
    assert (job.state, job.result.outcomes) == (JobState.SUCCEEDED, outcomes)
    assert await canonical(graph) == await canonical(direct)


async def test_an_edited_chapter_is_read_with_its_new_text() -> None:
    async with memory_graph() as graph, memory_graph() as direct:
        for each, wait in ((graph, False), (direct, True)):
            await each.add_episode(FIRST)
            report = await each.add_episode(SECOND, wait=wait)
            await each.replace_episode(2, VARIANTS[1])
            if not wait:
                assert (await run(each, report)).result is not None

        assert await canonical(graph) == await canonical(direct)


async def test_chapters_queued_one_after_the_other_and_read_backwards_give_the_graph_of_the_model() -> None:
    """The model's judges see other chapters, depending on the order in which the jobs run."""
    graph = StoryGraph(memory_store(), model=ScriptedModel(NOVEL.answer))
    direct = StoryGraph(memory_store(), model=ScriptedModel(NOVEL.answer))
    await direct.add_manuscript(PAGES)

    reports = [await queued(graph, one) for one in PAGES]
    for report in reversed(reports):
        await run(graph, report)

    assert await canonical(graph) == await canonical(direct)


async def test_a_chapter_that_the_model_could_not_read_stays_searchable_and_its_job_is_resumed() -> None:
    ill, error = [True], ModelUnavailableError("entities", "status 503: overloaded")

    def answer(prompt: Prompt[BaseModel]) -> BaseModel | str | Exception:
        return error if ill[0] else NOVEL.answer(prompt)

    graph = StoryGraph(memory_store(), model=ScriptedModel(answer))
    direct = StoryGraph(memory_store(), model=ScriptedModel(NOVEL.answer))
    chapter = PAGES[0]
    await direct.add_episode(chapter)
    report = await queued(graph, chapter)

    failed = await run(graph, report)
    (entry,) = await graph.chapters()
    titles = await found(graph, chapter.text[:20])
    ill[0] = False
    resumed = await graph.jobs.resume(failed.uuid)

    assert failed.state is JobState.FAILED
    assert failed.failure is not None
    assert "episodic retry" in failed.failure.hint
    assert (entry.unread, entry.failure) == (True, str(error))
    assert titles
    assert set(titles) == {entry.chapter.title}
    assert resumed.state is JobState.SUCCEEDED
    assert await canonical(graph) == await canonical(direct)


async def test_undo_takes_the_text_back_and_redo_restores_it() -> None:
    async with memory_graph() as graph:
        await graph.add_episode(FIRST)
        before = await canonical(graph)
        await queued(graph)
        after = await canonical(graph)

        await graph.undo()
        undone = await canonical(graph)
        await graph.redo()

        assert undone == before
        assert await canonical(graph) == after != before


async def test_the_same_chapter_has_one_job_and_a_chapter_that_was_read_has_none() -> None:
    graph = StoryGraph(memory_store())

    first, again = await queued(graph), await queued(graph)
    await run(graph, first)
    later = await queued(graph)

    assert first.job == again.job
    assert (later.outcome, later.job) == (Outcome.UNCHANGED, None)
    assert len(await graph.jobs.list()) == 1
    with pytest.raises(DuplicateEpisodeError):
        await queued(graph, replace(SECOND, text=VARIANTS[0]))


async def test_a_queued_draft_is_found_only_among_drafts() -> None:
    draft = replace(SECOND, title=FIRST.title)
    async with memory_graph() as graph, memory_graph() as direct:
        await graph.add_episode(FIRST)
        before = await graph.store.fetch(graph.group_id, Kind.PASSAGE)
        await direct.add_episode(FIRST)
        await direct.add_episode(draft, layer=Layer.DRAFT)
        report = await graph.add_episode(draft, layer=Layer.DRAFT, wait=False)

        canon = [one.text for one in (await graph.search("铁剑")).passages]
        drafts = [one.text for one in (await graph.search("铁剑", scope=DRAFTS)).passages]
        stored = await graph.store.fetch(graph.group_id, Kind.PASSAGE)
        await run(graph, report)

        assert not any("铁剑" in one for one in canon)
        assert any("铁剑" in one for one in drafts)
        assert stored == before
        assert await canonical(graph) == await canonical(direct)


async def test_a_draft_that_was_read_hides_the_queued_chapter_in_whose_place_it_is() -> None:
    both = Scope(layers=frozenset({Layer.CANON, Layer.DRAFT}))
    async with memory_graph() as graph:
        await queued(graph)
        await graph.add_episode(replace(THIRD, title=SECOND.title), layer=Layer.DRAFT)

        texts = "".join(one.text for one in (await graph.search("铁剑", scope=both, limit=50)).passages)

        assert "铁剑" not in texts


async def test_a_failed_chapter_that_another_reader_reads_has_the_graph_of_that_reader() -> None:
    error = ModelUnavailableError("entities", "status 503: overloaded")
    async with memory_graph() as graph, memory_graph() as direct:
        failing = StoryGraph(graph.store, group_id=graph.group_id, model=ScriptedModel(lambda _: error))
        with pytest.raises(ModelUnavailableError):
            await failing.add_episode(FIRST)
        await direct.add_episode(FIRST)

        await graph.retry()

        assert await canonical(graph) == await canonical(direct)
        assert [one.reader for one in await graph.chapters()] == [one.reader for one in await direct.chapters()]
