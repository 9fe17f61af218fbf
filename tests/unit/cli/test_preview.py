"""The cost estimate before an ingestion."""

from __future__ import annotations

import pytest

from episodic.cli.preview import ChapterAction, ChapterPreview, all_new, estimate
from episodic.llm.metering import estimated_tokens
from episodic.llm.usage import Prices
from episodic.model.episodes import Chapter


@pytest.mark.parametrize(("length", "calls", "times"), [(12_000, 9, 6), (3_000, 5, 12)])
def test_the_estimate_is_an_upper_bound_of_a_chapters_cost(length: int, calls: int, times: int) -> None:
    """The estimate is an upper bound, because episodic promises these bounds before it calls the model."""
    chapter = Chapter("潮" * length, title="第一章")

    found = estimate(all_new([chapter]))

    assert found.calls == calls
    assert found.prompt_tokens == times * estimated_tokens(chapter.text)


def test_stored_chapters_cost_nothing() -> None:
    chapter = Chapter("潮水来了。", title="第一章")

    found = estimate([ChapterPreview(chapter, "第一章", ChapterAction.UNCHANGED)])

    assert (found.chapters, found.calls, found.prompt_tokens, found.reply_tokens) == (0, 0, 0, 0)


def test_the_cost_in_money_uses_the_users_prices() -> None:
    """The price is given per million input tokens and per million output tokens."""
    found = estimate(all_new([Chapter("潮" * 12_000, title="第一章")]))

    cost = found.cost(Prices(2.0, 8.0))

    assert cost == pytest.approx((2.0 * found.prompt_tokens + 8.0 * found.reply_tokens) / 1_000_000)
