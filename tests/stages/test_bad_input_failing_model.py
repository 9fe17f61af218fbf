"""A model that fails for one chapter of five: that chapter is told apart, the others are there, and `retry` mends it."""

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
    """A small novel and its five chapters; the middle one holds words by which it is known again."""
    made = Novel("zh", 500, people=6, new=2, facts=6)
    chapters = [made.chapter(number) for number in range(1, 6)]
    broken = chapters[BROKEN]
    chapters[BROKEN] = Chapter(MARK + broken.text, title=broken.title, key=broken.key, number=broken.number)
    return made, chapters


class Sometimes:
    """The novel's model, which fails on the marked chapter with an error as long as it is `ill`, at one kind of question."""

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
    """One FAILED with its reason, four ADDED; the list of chapters says why the one is empty."""
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
    """Once the model is well again, reading what is waiting leaves no trace of the failure."""
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
    """Adding the manuscript once more is a retry, too: only the failed chapter is asked about."""
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
    """Who that chapter is about is not guessed: it waits, and once it is asked again the graph is that of a calm day."""
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
    """One chapter alone: the error itself comes out, and the chapter is listed as waiting."""
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
    """Nothing of the work changes while its new text cannot be read."""
    made, chapters = novel()
    answer = Sometimes(made, ERRORS[0], EntitiesPrompt)

    async with graph_of(answer) as graph:
        await graph.add_manuscript(chapters[:2])
        before = await canonical(graph)
        with pytest.raises(ModelUnavailableError):
            await graph.replace_episode("ch2", chapters[BROKEN].text)

        assert await canonical(graph) == before


class Slow:
    """A model whose answer for the second half of a chapter fails at once, while those for the first would take for ever."""

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
    """A chapter of several windows: when one fails, the calls for the others end, and no further one begins."""
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
    """A defect of a user's client is a named error of the chapter, with the defect as its cause."""
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
