"""The JSON of reports: memory diffs, ingestion reports, overrides, revisions, draft checks and model usage."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from episodic.llm.usage import Prices, Usage
from episodic.model.decisions import Override
from episodic.model.json_shapes import Computed, Object, Shape, in_words
from episodic.model.records import Commit
from episodic.model.spans import Evidence
from episodic.pipeline.edits.draft_check import DraftFinding, DraftReport
from episodic.pipeline.reports import ChapterReport, IdentityChange, ManuscriptReport, MemoryDiff
from episodic.search.chapter_refs import ChapterRef
from episodic.serialisers.views import VIEWS


def _named(pairs: Iterable[IdentityChange], one: str, other: str) -> list[dict[str, object]]:
    return [{one: each.one, other: each.other} for each in pairs]


_OVERRIDE = Shape(
    without=frozenset(
        {"group_id", "anchors", "told_from", "number", "statements", "added", "quotes", "kept", "part_of"}
    ),
    computed={
        "words": lambda one: one.target_words,
        "predicate": lambda one: None if one.predicate is None else one.predicate.name,
    },
)
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
        Commit: Shape(without=frozenset({"commit_id"})),
        Override: _OVERRIDE,
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
    """Return the JSON of a chapter report, in which `diff` has only counts of facts, entities and issues."""
    changes = REPORTS.object_of(one.diff, Shape(without=_COUNTED))
    numbers: Object = {key: len(each) for key, each in changes.items() if isinstance(each, list)}
    return {**REPORTS.object_of(one, Shape(without=frozenset({"diff"}), computed=_CHAPTER.computed)), "diff": numbers}


def override_object(one: Override, *, loose: bool) -> Object:
    """Return the JSON of an override. *loose* says whether the override has no effect, because the mentions, quotes or
    issue to which it refers no longer exist.
    """
    return {**REPORTS.object_of(one), "loose": loose}


def commit_object(one: Commit, *, done: Collection[int], undone: Collection[int]) -> Object:
    """Return the JSON of a revision, including whether the revision can be undone or redone."""
    return {**REPORTS.object_of(one), "can_undo": one.revision in done, "can_redo": one.revision in undone}


def draft_check_object(one: DraftReport, chapters: Mapping[str, ChapterRef]) -> Object:
    """Return the JSON of the result of a draft check, in which each quote has its chapter.

    The keys `chapter` and `title` of a quote from a draft are None.
    """

    def of_chapter(name: str) -> Computed:
        return lambda evidence: getattr(chapters.get(evidence.episode), name, None)

    quote = Shape(
        names={"quote": "text"},
        without=frozenset({"episode", "told"}),
        computed={"chapter": of_chapter("ordinal"), "title": of_chapter("title")},
    )
    report = Shape(
        names={"episode": "draft"},
        computed={"episode": lambda each: {"key": each.episode.key, "title": each.episode.title}},
    )
    return REPORTS.extended({Evidence: quote, DraftReport: report, DraftFinding: in_words("text")}).object_of(one)


def usage(one: Usage, prices: Prices | None) -> Object:
    """Return the JSON of the model usage: calls, cached replies, repairs, retries, tokens and cost. The cost and the
    currency are None if *prices* is None.
    """
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
