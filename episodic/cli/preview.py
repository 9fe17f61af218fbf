"""What an ingestion would do, and about what it would cost, before anything is written or spent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from episodic.cli.escaping import Json
from episodic.cli.terminal import Terminal, styled
from episodic.llm.counting import Prices
from episodic.llm.metering import estimated_tokens
from episodic.model.episodes import Chapter, Episode
from episodic.model.records import Kind, from_json
from episodic.pipeline.order import chapter_keys
from episodic.ports import GraphStore
from episodic.text.files import Manuscript

WINDOW = 4_000
"""Characters of a chapter that one call reads."""
PROMPT_PER_TEXT = 4
"""At most so many times a chapter's own text goes into its prompts,"""
PROMPT_PER_CHAPTER = 24_000
"""and so many characters besides: 6 times a chapter of 12,000 characters, 12 times one of 3,000."""
REPLY_PER_TEXT = 1.0
"""A reader's replies are about as long as what it reads."""
ROWS = 40
"""A preview shows the first and last chapters of a longer manuscript."""


class Plan(StrEnum):
    """What would become of a chapter."""

    NEW = "new"
    CHANGED = "changed"
    UNCHANGED = "unchanged"
    WAITING = "waiting"
    """It is there and could not be read yet."""


@dataclass(frozen=True, slots=True)
class Planned:
    """A chapter with its key and what would become of it."""

    chapter: Chapter
    key: str
    plan: Plan


@dataclass(frozen=True, slots=True)
class Estimate:
    """An upper estimate of what a model would be asked; tokens by the rule of `estimated_tokens`."""

    chapters: int
    calls: int
    prompt_tokens: int
    reply_tokens: int

    def cost(self, prices: Prices) -> float:
        """In the currency of the user's prices."""
        asked, answered = self.prompt_tokens * prices.input_per_million, self.reply_tokens * prices.output_per_million
        return (asked + answered) / 1_000_000


async def planned(store: GraphStore, group_id: str, chapters: Sequence[Chapter]) -> list[Planned]:
    """Which chapters are new, changed, unchanged or still waiting to be read."""
    there: Mapping[str, Episode] = {
        one.key: one
        for one in (from_json(Episode, record.value) for record in await store.fetch(group_id, Kind.EPISODE))
    }
    read = {record.uuid for record in await store.fetch(group_id, Kind.READING)} if there else set[str]()
    return [
        Planned(chapter, key, _plan(chapter, there.get(key), read))
        for key, chapter in zip(chapter_keys(chapters), chapters, strict=True)
    ]


def all_new(chapters: Sequence[Chapter]) -> list[Planned]:
    """The plan of a work that is not there yet."""
    return [Planned(chapter, key, Plan.NEW) for key, chapter in zip(chapter_keys(chapters), chapters, strict=True)]


def _plan(chapter: Chapter, there: Episode | None, read: set[str]) -> Plan:
    if there is None:
        return Plan.NEW
    if there.text != chapter.text:
        return Plan.CHANGED
    return Plan.UNCHANGED if there.failure is None and there.uuid in read else Plan.WAITING


def estimate(plan: Sequence[Planned]) -> Estimate:
    """What reading the chapters that are not there yet takes at most; a changed one is counted whole."""
    calls = prompts = replies = 0
    fresh = [one.chapter for one in plan if one.plan is not Plan.UNCHANGED]
    for one in fresh:
        length, tokens = max(1, len(one.text)), estimated_tokens(one.text)
        windows = max(1, round(length / WINDOW))
        calls += 2 * windows + 3
        prompts += round(tokens * (PROMPT_PER_TEXT + PROMPT_PER_CHAPTER / length))
        replies += round(tokens * REPLY_PER_TEXT)
    return Estimate(len(fresh), calls, prompts, replies)


def show_preview(terminal: Terminal, manuscript: Manuscript, plan: Sequence[Planned]) -> None:
    """The manuscript's form, its chapters and what was noticed."""
    sizes = sum(len(one.chapter.text) for one in plan)
    encoding = f", {manuscript.encoding}" if manuscript.encoding else ""
    terminal.line(
        styled(manuscript.title, "bold"),
        f"  {manuscript.format}{encoding}, {len(plan):,} chapters, {sizes:,} characters",
    )
    rows = [
        (str(number), " / ".join(one.chapter.path) or one.key, f"{len(one.chapter.text):,}", one.plan.value)
        for number, one in enumerate(plan, start=1)
    ]
    if len(rows) > ROWS:
        half = ROWS // 2
        rows = [*rows[:half], ("…", f"({len(rows) - ROWS} more)", "", ""), *rows[-half:]]
    terminal.table(("#", "chapter", "characters", ""), rows, right=(0, 2))
    for finding in manuscript.findings:
        terminal.line(styled("! ", "yellow"), finding.text, indent=0)
    counts = {kind: sum(one.plan is kind for one in plan) for kind in Plan}
    terminal.line(", ".join(f"{count:,} {kind.value}" for kind, count in counts.items() if count))


def show_estimate(terminal: Terminal, cost: Estimate, *, model: str, prices: Prices | None) -> None:
    """Tokens always, money only from the user's prices; beside the answer where that is JSON."""
    say = terminal.note if terminal.json else terminal.line
    say(
        f"{model} would be asked at most about {cost.calls:,} times for {cost.chapters:,} chapters: "
        f"{cost.prompt_tokens:,} tokens of prompts, {cost.reply_tokens:,} of replies "
        f"(a token is 4 bytes of text; prompts hold {PROMPT_PER_TEXT} times the text and {PROMPT_PER_CHAPTER:,} "
        "characters a chapter; what is in the cache costs nothing)."
    )
    if prices is not None:
        say(f"At your prices: at most about {cost.cost(prices):,.2f} {prices.currency}.")


def preview_value(
    manuscript: Manuscript, plan: Sequence[Planned], cost: Estimate | None, prices: Prices | None
) -> dict[str, Json]:
    """The preview as JSON."""
    return {
        "title": manuscript.title,
        "format": manuscript.format,
        "encoding": manuscript.encoding,
        "findings": [
            {"kind": one.kind.value, "text": one.text, "about": list(one.about)} for one in manuscript.findings
        ],
        "chapters": [
            {"key": one.key, "title": one.chapter.title, "characters": len(one.chapter.text), "plan": one.plan.value}
            for one in plan
        ],
        "estimate": None
        if cost is None
        else {
            "calls": cost.calls,
            "prompt_tokens": cost.prompt_tokens,
            "reply_tokens": cost.reply_tokens,
            "cost": None if prices is None else round(cost.cost(prices), 4),
            "currency": None if prices is None else prices.currency,
        },
    }
