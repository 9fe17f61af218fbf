"""Tests of a model that fails for one chapter of five: the other chapters are stored, and `retry` reads the failed
chapter.
"""

from __future__ import annotations

import asyncio

import pytest
from pydantic import BaseModel

from benchmarks.novel import Novel
from episodic.app import StoryGraph
from episodic.dedup.llm_judge import SamePrompt
from episodic.errors import ModelError, ModelFailedError, ModelRefusedError, ModelReplyError, ModelUnavailableError
from episodic.extraction.llm_based.prompts import EntitiesPrompt, FactsPrompt
from episodic.llm.scripted import Answer, ScriptedModel
from episodic.model.episodes import Chapter
from episodic.pipeline.reports import Outcome
from episodic.ports import Reply
from episodic.prompts import Prompt
from episodic.stores.sqlite import SQLiteStore
from tests.story import canonical

BROKEN = 2
MARK = "（此章有误）"


def novel() -> tuple[Novel, list[Chapter]]:
    """Return a small novel and its five chapters. The middle chapter contains the words that select it."""
    made = Novel("zh", 500, people=6, new=2, facts=6)
    chapters = [made.chapter(number) for number in range(1, 6)]
    broken = chapters[BROKEN]
    chapters[BROKEN] = Chapter(MARK + broken.text, title=broken.title, key=broken.key, number=broken.number)
    return made, chapters


class Sometimes:
    """The novel's model, which fails for the marked chapter and one kind of question while `ill` is set."""

    def __init__(self, made: Novel, error: ModelError, kind: type[Prompt[BaseModel]]) -> None:
        self.ill = True
        self._healthy: Answer = made.answer
        self._error = error
        self._kind = kind

    def __call__(self, prompt: Prompt[BaseModel]) -> BaseModel | str | Exception:
        if self.ill and isinstance(prompt, self._kind) and MARK in prompt.messages().user:
            return self._error
        return self._healthy(prompt)


def graph_of(answer: Answer) -> StoryGraph:
    return StoryGraph(SQLiteStore(":memory:"), model=ScriptedModel(answer))


ERRORS = [
    ModelUnavailableError("entities", "status 503: overloaded"),
    ModelRefusedError("status 401: wrong key"),
    ModelReplyError("entities", "no JSON in it"),
]


@pytest.mark.parametrize("kind", [EntitiesPrompt, FactsPrompt])
@pytest.mark.parametrize("error", ERRORS, ids=[type(one).__name__ for one in ERRORS])
async def test_the_failed_chapter_is_reported_and_listed_and_the_others_are_there(
    error: ModelError, kind: type[Prompt[BaseModel]]
) -> None:
    """One chapter is FAILED with its reason, and four chapters are ADDED. The list of chapters says why the failed
    chapter is empty.
    """
    made, chapters = novel()

    async with graph_of(Sometimes(made, error, kind)) as graph:
        report = await graph.add_manuscript(chapters)
        entries = await graph.chapters()

    outcomes = [one.outcome for one in report.chapters]
    assert outcomes == [Outcome.FAILED if number == BROKEN else Outcome.ADDED for number in range(5)]
    assert [one.error for one in report.failed] == [error]
    assert [one.failure for one in entries] == [str(error) if number == BROKEN else None for number in range(5)]
    assert [one.chapter.title for one in entries] == [one.title for one in chapters]
    assert [one.facts > 0 for one in entries] == [number != BROKEN for number in range(5)]


@pytest.mark.parametrize("kind", [EntitiesPrompt, FactsPrompt])
async def test_retry_gives_the_graph_of_an_undisturbed_run(kind: type[Prompt[BaseModel]]) -> None:
    """After the model works again, the retry gives the same graph as a run without failure."""
    made, chapters = novel()
    model = Sometimes(made, ERRORS[0], kind)

    async with graph_of(made.answer) as calm:
        await calm.add_manuscript(chapters)
        wanted = await canonical(calm)
    async with graph_of(model) as graph:
        await graph.add_manuscript(chapters)
        disturbed = await canonical(graph)
        model.ill = False
        report = await graph.retry()
        found = await canonical(graph)
        again = await graph.retry()

    assert disturbed != wanted
    assert [one.outcome for one in report.chapters] == [Outcome.ADDED]
    assert found == wanted
    assert again.chapters == ()


async def test_the_same_command_again_reads_what_failed_and_nothing_else() -> None:
    """If the manuscript is added again, the model is asked only about the failed chapter."""
    made, chapters = novel()
    answer = Sometimes(made, ERRORS[0], EntitiesPrompt)
    model = ScriptedModel(answer)

    async with StoryGraph(SQLiteStore(":memory:"), model=model) as graph:
        await graph.add_manuscript(chapters)
        answer.ill = False
        asked = len(model.asked)
        report = await graph.add_manuscript(chapters)

    read = [one for one in model.asked[asked:] if isinstance(one, EntitiesPrompt | FactsPrompt)]
    assert [one.outcome is Outcome.UNCHANGED for one in report.chapters] == [number != BROKEN for number in range(5)]
    assert len(read) == 2
    assert all(MARK in one.messages().user for one in read)


async def test_a_failed_question_about_identity_fails_its_chapter_only() -> None:
    """No identity is guessed. After the questions are asked again, the graph equals that of a run without failure."""
    made, chapters = novel()
    newcomers = [
        one for one in made.cast if one in chapters[BROKEN].text and one not in chapters[0].text + chapters[1].text
    ]
    failed: list[str] = []

    def answer(prompt: Prompt[BaseModel]) -> BaseModel | Exception:
        if isinstance(prompt, SamePrompt) and newcomers[0] in prompt.asked and not failed:
            failed.append(prompt.asked)
            return ERRORS[0]
        return made.answer(prompt)

    async with graph_of(made.answer) as calm:
        await calm.add_manuscript(chapters)
        wanted = await canonical(calm)
    async with graph_of(answer) as graph:
        report = await graph.add_manuscript(chapters)
        await graph.retry()

        assert [one.outcome is Outcome.FAILED for one in report.chapters] == [number == BROKEN for number in range(5)]
        assert await canonical(graph) == wanted


async def test_add_episode_raises_what_the_model_raised_and_the_chapter_keeps_its_place() -> None:
    """For a single chapter the model's error itself is raised, and the chapter is listed as waiting."""
    made, chapters = novel()
    answer = Sometimes(made, ERRORS[0], FactsPrompt)

    async with graph_of(answer) as graph:
        await graph.add_episode(chapters[0])
        with pytest.raises(ModelUnavailableError) as raised:
            await graph.add_episode(chapters[BROKEN])
        entries = await graph.chapters()
        answer.ill = False
        report = await graph.add_episode(chapters[BROKEN])

    assert raised.value is ERRORS[0]
    assert [one.failure is not None for one in entries] == [False, True]
    assert report.outcome is Outcome.ADDED


async def test_a_replacement_that_fails_leaves_the_old_chapter_in_place() -> None:
    """The old chapter stays until the new text can be read."""
    made, chapters = novel()
    answer = Sometimes(made, ERRORS[0], EntitiesPrompt)

    async with graph_of(answer) as graph:
        await graph.add_manuscript(chapters[:2])
        before = await canonical(graph)
        with pytest.raises(ModelUnavailableError):
            await graph.replace_episode("ch2", chapters[BROKEN].text)

        assert await canonical(graph) == before


class Slow:
    """A model whose answer for the second half of a chapter fails immediately, while the answers for the first half
    never come.
    """

    name = "slow"

    def __init__(self) -> None:
        self.begun = 0
        self.cancelled = 0
        self.asked_after_failure = 0
        self.failed = False

    async def ask(self, prompt: Prompt[Reply]) -> Reply:
        self.asked_after_failure += self.failed
        self.begun += 1
        if MARK in prompt.messages().user.split("林远住在终点。")[0] and "林远住在终点" in prompt.messages().user:
            await asyncio.sleep(0)
            self.failed = True
            raise ERRORS[0]
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        raise AssertionError("nothing sets it")


async def test_siblings_of_a_failed_call_are_cancelled_and_nothing_more_is_asked() -> None:
    """If one window of a chapter fails, the calls for the other windows are cancelled, and no further call is made."""
    text = "那天的风很大，院子里的树影在墙上晃来晃去。\n\n" * 1_500 + MARK + "林远住在终点。\n"
    model = Slow()

    async with StoryGraph(SQLiteStore(":memory:"), model=model) as graph:
        report = await asyncio.wait_for(graph.add_manuscript([Chapter(text, title="长")]), timeout=60)
        begun = model.begun
        await asyncio.sleep(0.05)

    assert [one.outcome for one in report.chapters] == [Outcome.FAILED]
    assert begun > 2
    assert model.cancelled == begun - 1
    assert model.asked_after_failure == 0
    assert model.begun == begun


async def test_a_model_client_that_raises_something_foreign_fails_its_chapter_only() -> None:
    """An exception in a user's client becomes a named error of the chapter, with the exception as its cause."""
    made, chapters = novel()

    def answer(prompt: Prompt[BaseModel]) -> BaseModel | Exception:
        return ZeroDivisionError("a defect") if MARK in prompt.messages().user else made.answer(prompt)

    async with graph_of(answer) as graph:
        report = await graph.add_manuscript(chapters)

    outcomes = [one.outcome for one in report.chapters]
    assert outcomes == [Outcome.FAILED if number == BROKEN else Outcome.ADDED for number in range(5)]
    (failed,) = report.failed
    assert isinstance(failed.error, ModelFailedError)
    assert failed.error.raised == "ZeroDivisionError"
    assert isinstance(failed.error.__cause__, ZeroDivisionError)
    assert "a defect" not in str(failed.error)
