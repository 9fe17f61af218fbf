"""The cost estimate before an ingestion."""

from __future__ import annotations

from dataclasses import replace

import pytest

from episodic.cli.cost_factors import PROMPT_ABOUT_SETTLED, measured_reply_per_text
from episodic.cli.preview import ChapterAction, ChapterPreview, estimate, unread
from episodic.languages.registry import codes
from episodic.llm.usage import Prices
from episodic.model.episodes import Chapter, Episode, Language
from episodic.model.readings import ChapterReading, StatementCore, StatementReading, WindowReading
from episodic.model.spans import Span
from episodic.pipeline.replay.questions import state_ends
from episodic.pipeline.replay.questions.payoffs import CANDIDATES_PER_CHAPTER, SETUPS_PER_CHAPTER
from episodic.temporal.questions import CandidateQuestion, PayoffQuestion, StateEndQuestion
from episodic.temporal.settled_prompts import SettledPrompt, settled_prompt
from episodic.text.token_counts import estimated_tokens
from tests.unit.context.setup_story import chapters as setup_chapters
from tests.unit.context.setup_story import graph_of, model_of


@pytest.mark.parametrize(
    ("text", "calls", "prompts", "replies"),
    [("潮" * 4_438, 4, 13_900, 5_169), ("The tide rose. " * 664, 7, 15_000, 4_286)],
    ids=["zh", "en"],
)
def test_the_estimate_is_at_most_a_third_more_than_real_chapters_cost(
    text: str, calls: int, prompts: int, replies: int
) -> None:
    """The costs of two chapters of published works, counted from their recorded prompts and replies, bound the estimate
    of texts of the same length from below.
    """
    found = estimate(unread([Chapter(text, title="1")]).chapters)

    assert calls <= found.calls <= calls + 2
    assert prompts <= found.prompt_tokens <= 1.34 * prompts
    assert replies <= found.reply_tokens <= 1.34 * replies


@pytest.mark.parametrize("language", codes())
def test_the_question_about_setups_and_states_is_counted_from_the_second_chapter_on(language: Language) -> None:
    """The question is as long as the estimate says at most, with the fullest lists of setups, states and statements."""
    texts = [f"{number}{'潮' * 400}" for number in range(CANDIDATES_PER_CHAPTER + state_ends.CANDIDATES_PER_CHAPTER)]
    setups = [tuple(texts[number : number + 5]) for number in range(SETUPS_PER_CHAPTER)]
    states = [tuple(texts[-number - 3 :][:3]) for number in range(state_ends.STATES_PER_CHAPTER)]
    asked: list[CandidateQuestion] = [
        *(PayoffQuestion(language, f"{number}{'水' * 400}", one) for number, one in enumerate(setups)),
        *(StateEndQuestion(language, f"{number}{'山' * 400}", one) for number, one in enumerate(states)),
    ]
    sent = settled_prompt(asked, language=language).messages()
    first, second = (Chapter("潮" * 8_000, title=title) for title in ("第一章", "第二章"))

    one, two = estimate(unread([first]).chapters), estimate(unread([first, second]).chapters)
    again = estimate(unread([first]).chapters, begins=False)

    assert len(sent.system) + len(sent.user) <= PROMPT_ABOUT_SETTLED
    counted = two.prompt_tokens - 2 * one.prompt_tokens
    assert counted == pytest.approx(estimated_tokens("潮" * PROMPT_ABOUT_SETTLED), abs=2)
    assert two.prompt_tokens - one.prompt_tokens == again.prompt_tokens
    assert two.reply_tokens > 2 * one.reply_tokens


async def test_the_question_about_setups_is_no_further_call() -> None:
    model = model_of()
    async with graph_of(model) as graph:
        await graph.add_manuscript(setup_chapters())

    assert any(isinstance(prompt, SettledPrompt) for prompt in model.asked)
    assert len(model.asked) <= estimate(unread(setup_chapters()).chapters).calls


def test_replies_are_estimated_as_measured_in_the_work() -> None:
    """The replies about earlier chapters predict more than the average of other books."""
    chapter = Chapter("潮" * 4_000, title="第一章")

    found = estimate(unread([chapter]).chapters, 1.1)

    assert found.reply_tokens == pytest.approx(1.1 * estimated_tokens(chapter.text), rel=0.01)


def test_stored_chapters_cost_nothing() -> None:
    chapter = Chapter("潮水来了。", title="第一章")

    found = estimate([ChapterPreview(chapter, "第一章", ChapterAction.UNCHANGED)])

    assert (found.chapters, found.calls, found.prompt_tokens, found.reply_tokens) == (0, 0, 0, 0)


def test_the_cost_in_money_uses_the_users_prices() -> None:
    """The price is given per million input tokens and per million output tokens."""
    found = estimate(unread([Chapter("潮" * 12_000, title="第一章")]).chapters)

    cost = found.cost(Prices(2.0, 8.0))

    assert cost == pytest.approx((2.0 * found.prompt_tokens + 8.0 * found.reply_tokens) / 1_000_000)


def test_replies_are_measured_in_tokens_of_what_was_stored() -> None:
    """A Han character is three quarters of a token, and the marks of a reply are a quarter each."""
    core = StatementCore("孙大只因怕孙二路上遇险，把剑给了孙二。", "给予")
    statement = StatementReading(quote=Span(0, 10), core=core, subject=0)
    window = WindowReading(nodes=(), frames=(), statements=(statement,) * 200)
    episode = Episode("1", "g", "1", 1, "One", (), "潮" * 5_000, Language("zh"))
    reading = ChapterReading("1", (0,), ("",), ((),), (window,))

    assert measured_reply_per_text([(replace(episode, text="潮" * 2_000), reading)]) is None
    measured = measured_reply_per_text([(episode, reading)])
    # Each statement: its sentence of 15 tokens, a quote half as long, and 8 tokens of marks.
    assert measured == pytest.approx(1.1 * 200 * (1.5 * 15 + 8) / 3_750, rel=0.02)
