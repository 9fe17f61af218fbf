"""Tests of the question loop: the graph does not depend on the order of the answers, and no question is asked twice."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from pydantic import BaseModel

from benchmarks.novel import Novel
from episodic.app import StoryGraph
from episodic.dedup.llm_judge import SamePrompt, SameReply
from episodic.dedup.questions import EntityDescription, IdentityAnswer, IdentityQuestion
from episodic.errors import ModelUnavailableError
from episodic.extraction.llm_based.prompts import FactsPrompt
from episodic.languages.en import ENGLISH
from episodic.llm.scripted import Answer, ScriptedModel
from episodic.model.decisions import Judgement, Question, QuestionKind
from episodic.model.deferred import deferred
from episodic.model.episodes import Chapter
from episodic.model.records import to_json
from episodic.pipeline.session.judge_calls import as_by_rule
from episodic.pipeline.session.question_loop import AnswerCache
from episodic.ports import Reply
from episodic.prompts import Prompt
from episodic.stores.sqlite import SQLiteStore
from episodic.temporal.questions import (
    PredicateAnswer,
    PredicateQuestion,
    RivalAnswer,
    RivalQuestion,
    RivalSide,
    Verdict,
    WhenAnswer,
    WhenQuestion,
)
from tests.story import canonical


class Nicknamed(Novel):
    """A novel whose people have nicknames. Each nickname may belong to any person."""

    def _name(self, number: int) -> str:
        return "灰紫绿铜铁红"[number % 6] + "鹭狐鹰獾"[number // 6]


NOVEL = Nicknamed("zh", 900, people=6, facts=5)
CHAPTERS = tuple(NOVEL.chapter(number) for number in range(1, 7))
NOBODY = EntityDescription("Wu", "Person", ("Wu",), ())
SAME = EntityDescription("Wu", "Person", ("Wu",), (), ("Wu",))


def knowing_reader(prompt: Prompt[BaseModel]) -> BaseModel:
    """Return the novel's reader with a judge that knows the meaning of the one unknown predicate."""
    if "predicates" in prompt.reply.model_fields:
        return prompt.reply(predicates=["1|event"])
    return NOVEL.answer(prompt)


async def read(*batches: tuple[Chapter, ...], model: ScriptedModel | None = None) -> list[str]:
    """Return the canonical graph after these manuscripts in order."""
    async with StoryGraph(SQLiteStore(":memory:"), group_id="story", model=model or NOVEL.model()) as graph:
        for batch in batches:
            await graph.add_manuscript(batch)
        return await canonical(graph)


@pytest.mark.parametrize("answer", [NOVEL.answer, knowing_reader], ids=["as by rule", "otherwise"])
async def test_a_batch_gives_the_graph_that_its_chapters_give_one_by_one(answer: Answer) -> None:
    """The replays are cached in one run and repeated in the other."""
    at_once = await read(CHAPTERS, model=ScriptedModel(answer))

    one_by_one = await read(*((chapter,) for chapter in CHAPTERS), model=ScriptedModel(answer))

    assert one_by_one == at_once


@pytest.mark.parametrize("answer", [NOVEL.answer, knowing_reader], ids=["as by rule", "otherwise"])
async def test_what_was_derived_while_waiting_is_what_would_have_been_derived_later(answer: Answer) -> None:
    """The answers are delayed enough for a speculative replay, whose result is discarded if an answer differs from the
    rules.
    """
    swift = await read(CHAPTERS, model=ScriptedModel(answer))

    slow = await read(CHAPTERS, model=ScriptedModel(answer, delay=0.05))

    assert slow == swift


class LateIdentities(ScriptedModel):
    """A model that answers identity questions only after all facts are read and replayed."""

    def __init__(self, answer: Answer, windows: int) -> None:
        super().__init__(answer)
        self._left = windows
        self._read = asyncio.Event()

    async def ask(self, prompt: Prompt[Reply]) -> Reply:
        """Answer prompts in a fixed order of stages."""
        stage = prompt.name
        if stage == SamePrompt.name:
            await self._read.wait()
            for _ in range(20):
                await asyncio.sleep(0)
        reply = await super().ask(prompt)
        if stage == FactsPrompt.name:
            self._left -= 1
            if not self._left:
                self._read.set()
        return reply


def united(prompt: Prompt[BaseModel]) -> BaseModel:
    """Accept the first candidate for each new entity, which rules would never do."""
    if isinstance(prompt, SamePrompt):
        return SameReply(answers=[f"{number}|1" for number in range(1, 21)])
    return NOVEL.answer(prompt)


@pytest.mark.parametrize("answer", [NOVEL.answer, united], ids=["as by rule", "otherwise"])
async def test_who_is_who_may_be_known_after_the_chapters_have_been_told(answer: Answer) -> None:
    """The chapters are replayed while the questions are asked, and again if an answer differs from the rules."""
    before = await read(CHAPTERS, model=ScriptedModel(answer))

    after = await read(CHAPTERS, model=LateIdentities(answer, len(CHAPTERS)))

    assert after == before


async def test_what_the_author_decided_counts_though_who_is_who_is_told_ahead() -> None:
    """The override applies also to chapters whose identities were resolved before their facts were read."""
    told: list[list[str]] = []

    for late in (False, True):
        async with StoryGraph(SQLiteStore(":memory:"), group_id="story", model=NOVEL.model()) as graph:
            await graph.add_manuscript(CHAPTERS[:2])
            entities = (await graph.session.state()).graph.entities.values()
            first, second, *_ = sorted(one.name for one in entities if one.type == "Person")
            await graph.merge_entities(first, second)
            store = graph.store
            model = LateIdentities(NOVEL.answer, len(CHAPTERS) - 2) if late else NOVEL.model()
            rest = StoryGraph(store, group_id="story", model=model)
            await rest.add_manuscript(CHAPTERS[2:])
            told.append(await canonical(rest))

    assert told[1] == told[0]


async def test_a_chapter_of_which_nobody_says_who_is_who_is_left_out_though_it_was_told() -> None:
    """The other chapters are the same as without the speculative replay."""
    told: list[list[str]] = []
    failed: list[list[str]] = []

    for late in (False, True):
        asked: list[str] = []

        def failing(prompt: Prompt[BaseModel], asked: list[str] = asked) -> BaseModel | Exception:
            if isinstance(prompt, SamePrompt):
                asked.append(prompt.asked)
                return ModelUnavailableError("same", "no connection") if len(asked) == 2 else united(prompt)
            return united(prompt)

        model = LateIdentities(failing, len(CHAPTERS)) if late else ScriptedModel(failing)
        async with StoryGraph(SQLiteStore(":memory:"), group_id="story", model=model) as graph:
            report = await graph.add_manuscript(CHAPTERS)
            failed.append([one.title for one in report.failed])
            told.append(await canonical(graph))

    assert len(failed[0]) == 1
    assert failed[1] == failed[0]
    assert told[1] == told[0]


async def test_an_edit_and_back_leaves_nothing_behind() -> None:
    """The replay starts at the edit and uses cached replays."""
    whole = await read(CHAPTERS)
    other = Chapter(CHAPTERS[2].text[:400], key=CHAPTERS[2].key, title=CHAPTERS[2].title)

    again = await read(CHAPTERS, (other,), (CHAPTERS[2],))

    assert again == whole


async def test_a_chapter_whose_questions_fail_is_left_out_and_the_others_are_kept() -> None:
    """The work equals a work without the failed chapter."""
    asked: list[str] = []

    def failing(prompt: Prompt[BaseModel]) -> BaseModel | Exception:
        if isinstance(prompt, SamePrompt):
            asked.append(prompt.messages().user)
            return ModelUnavailableError("same", "no connection") if len(asked) == 1 else NOVEL.answer(prompt)
        return NOVEL.answer(prompt)

    async with StoryGraph(SQLiteStore(":memory:"), group_id="story", model=ScriptedModel(failing)) as graph:
        report = await graph.add_manuscript(CHAPTERS)
        await asyncio.sleep(0)
        left = len(report.failed)
        retried = await graph.retry()

    assert left == 1
    assert not retried.failed


@pytest.mark.parametrize(
    ("kind", "content", "same", "other"),
    [
        (
            QuestionKind.IDENTITY,
            IdentityQuestion(ENGLISH, NOBODY, (SAME,)),
            IdentityAnswer((0,), reason="in other words"),
            IdentityAnswer(()),
        ),
        (
            QuestionKind.RIVALS,
            RivalQuestion(ENGLISH, RivalSide("a", "p", ()), RivalSide("b", "p", ())),
            RivalAnswer(Verdict.BOTH),
            RivalAnswer(Verdict.EXCLUDES),
        ),
        (
            QuestionKind.PREDICATE,
            PredicateQuestion("revered"),
            PredicateAnswer("revered"),
            PredicateAnswer("revered", living=True),
        ),
    ],
)
def test_an_answer_is_as_by_rule_if_it_would_change_nothing(
    kind: QuestionKind, content: object, same: object, other: object
) -> None:
    """The decision of the answer counts, but not its reason."""
    question = Question("id", kind, "chapter", to_json(content))

    assert as_by_rule(question, to_json(same))
    assert not as_by_rule(question, to_json(other))


def test_time_words_that_stay_unread_are_as_by_rule() -> None:
    """Without an answer, the time expression stays unread."""
    question = Question("id", QuestionKind.WHEN, "chapter", to_json(WhenQuestion(ENGLISH, "once", "")))

    assert as_by_rule(question, to_json(WhenAnswer()))


class Unreadable:
    """A source whose values must not be loaded."""

    def load(self, number: int) -> Judgement:
        raise AssertionError(number)


def test_a_stored_answer_is_loaded_only_when_it_is_used() -> None:
    stored = deferred(Judgement, Unreadable(), 0)

    answers = AnswerCache.of({"q1": stored})

    assert "q1" in answers.texts
    assert answers.judgements["q1"] is stored


def test_only_another_answer_to_a_stored_question_counts_as_a_change() -> None:
    stored = Judgement("q1", "work", QuestionKind.WHEN, "ch1", "{}", "1", "reader")
    answers = AnswerCache.of({"q1": stored})

    answers.keep({"q1": replace(stored, reader="another reader"), "q2": replace(stored, uuid="q2", answer="2")})
    before = answers.changes
    answers.keep({"q1": replace(stored, answer="3")})

    assert (before, answers.changes) == (0, 1)
    assert answers.texts == {"q1": "3", "q2": "2"}
