"""The cost estimate before an ingestion."""

from __future__ import annotations

import pytest

from episodic.cli.preview import ChapterAction, ChapterPreview, all_new, estimate
from episodic.llm.usage import Prices
from episodic.model.episodes import Chapter
from episodic.text.token_counts import estimated_tokens


@pytest.mark.parametrize(("length", "calls", "times"), [(5_000, 5, 6.3), (9_000, 7, 5.9), (15_000, 11, 6.1)])
def test_the_estimate_is_what_a_chapter_may_cost_at_most(length: int, calls: int, times: float) -> None:
    """Prompts contain about six times the text, and replies less than three times."""
    chapter = Chapter("潮" * length, title="第一章")

    found = estimate(all_new([chapter]))

    tokens = estimated_tokens(chapter.text)
    assert found.calls == calls
    assert found.prompt_tokens == pytest.approx(times * tokens, rel=0.02)
    assert found.reply_tokens == pytest.approx(2.5 * tokens, rel=0.01)


def test_replies_are_estimated_as_measured_in_the_work() -> None:
    """The replies about earlier chapters predict more than the average of other books."""
    chapter = Chapter("潮" * 4_000, title="第一章")

    found = estimate(all_new([chapter]), 1.1)

    assert found.reply_tokens == pytest.approx(1.1 * estimated_tokens(chapter.text), rel=0.01)


def test_stored_chapters_cost_nothing() -> None:
    chapter = Chapter("潮水来了。", title="第一章")

    found = estimate([ChapterPreview(chapter, "第一章", ChapterAction.UNCHANGED)])

    assert (found.chapters, found.calls, found.prompt_tokens, found.reply_tokens) == (0, 0, 0, 0)


def test_the_cost_in_money_uses_the_users_prices() -> None:
    """The price is given per million input tokens and per million output tokens."""
    found = estimate(all_new([Chapter("潮" * 12_000, title="第一章")]))

    cost = found.cost(Prices(2.0, 8.0))

    assert cost == pytest.approx((2.0 * found.prompt_tokens + 8.0 * found.reply_tokens) / 1_000_000)
