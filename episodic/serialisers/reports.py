"""The JSON serialisers of reports: memory diffs, chapter and manuscript reports, and model usage."""

from __future__ import annotations

from collections.abc import Iterable

from episodic.llm.usage import Prices, Usage
from episodic.model.json_shapes import Object, Shape
from episodic.pipeline.reports import ChapterReport, IdentityChange, ManuscriptReport, MemoryDiff
from episodic.serialisers.views import VIEWS


def _named(pairs: Iterable[IdentityChange], one: str, other: str) -> list[dict[str, object]]:
    return [{one: each.one, other: each.other} for each in pairs]


_CHAPTER = Shape(computed={"error": lambda one: None if one.error is None else str(one.error)})
_COUNTED = frozenset({"united", "split"})

REPORTS = VIEWS.extended(
    {
        MemoryDiff: Shape(
            computed={
                "united": lambda one: _named(one.united, "gone", "into"),
                "split": lambda one: _named(one.split, "new", "from"),
            }
        ),
        ChapterReport: _CHAPTER,
        ManuscriptReport: Shape(
            computed={
                "failed": lambda one: len(one.failed),
                "chapters": lambda one: [counted(each) for each in one.chapters],
            }
        ),
    }
)


def counted(one: ChapterReport) -> Object:
    """Return the JSON of a chapter report, with the number of changes of each kind instead of the changes."""
    changes = REPORTS.object_of(one.diff, Shape(without=_COUNTED))
    numbers: Object = {key: len(each) for key, each in changes.items() if isinstance(each, list)}
    return {**REPORTS.object_of(one, Shape(without=frozenset({"diff"}), computed=_CHAPTER.computed)), "diff": numbers}


def usage(one: Usage, prices: Prices | None) -> Object:
    """Return the JSON of the model usage: calls, tokens and cost. The cost is None if *prices* is None."""
    total = one.total
    return {
        "calls": total.calls,
        "cached": total.cached,
        "repairs": total.repairs,
        "retries": total.retries,
        "prompt_tokens": total.spent.prompt_tokens,
        "completion_tokens": total.spent.completion_tokens,
        "tokens_by_stage": {name: tally.spent.tokens for name, tally in one.stages.items()},
        "cost": None if prices is None else round(total.cost(prices), 6),
        "currency": None if prices is None else prices.currency,
    }
