"""What an ingestion would do, and about what it would cost, before anything is written or spent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from episodic.cli.escaping import Json
from episodic.cli.terminal import Terminal, styled
from episodic.llm.counting import Prices
from episodic.llm.metering import estimated_tokens
from episodic.model.episodes import Chapter, Episode, Layer
from episodic.model.readings import ChapterReading, WindowReading
from episodic.model.records import Kind, from_json
from episodic.pipeline.asserted import AssertedChapter
from episodic.pipeline.manuscript.carrying import carried
from episodic.pipeline.manuscript.planning import PARTLY, Extent, ManuscriptPlan, PlannedChapter, plan
from episodic.pipeline.order import episode_of
from episodic.pipeline.reading import kept_readings, window_digest, windows_of
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
RENAMED_APART = 2
"""So many chapters in a row that are only renamed have a row each."""
ROWS = 40
"""A preview shows the first and last chapters of a longer manuscript."""


class Plan(StrEnum):
    """What would become of a chapter."""

    NEW = "new"
    CHANGED = "changed"
    MOVED = "moved"
    RENAMED = "renamed"
    UNCHANGED = "unchanged"
    WAITING = "waiting"
    """It is there and could not be read yet."""


READ = frozenset({Plan.NEW, Plan.CHANGED, Plan.WAITING})
"""What is read; the rest is only told elsewhere or called otherwise."""


@dataclass(frozen=True, slots=True)
class Planned:
    """A chapter with its key and what would become of it; `windows` of it would be read (None: all), `of` is what it was."""

    chapter: Chapter
    key: str
    plan: Plan
    windows: int | None = None
    of: PlannedChapter | None = None

    @property
    def whole(self) -> int:
        """How many windows it has."""
        return max(1, round(len(self.chapter.text) / WINDOW))

    @property
    def reading(self) -> int:
        """How many windows would be read."""
        if self.windows is not None:
            return self.windows
        return self.whole if self.plan in READ else 0

    @property
    def words(self) -> str:
        """What would become of it, with what it was before."""
        said = [self.plan.value]
        if self.of is not None:
            there = self.of.there
            if self.plan in READ and self.reading < self.whole:
                said[0] += f" ({self.reading} of {self.whole} windows)"
            if self.of.moved and self.plan is not Plan.MOVED:
                said.append("moved")
            if self.of.renamed and there is not None:
                said = [one for one in said if one != Plan.RENAMED]
                said.append(f"renamed (was {there.title})")
            if self.of.part_of is not None:
                said.append(f"split from {self.of.part_of.title}")
            said.extend(f"joined with {one.title}" for one in self.of.takes_in)
        return ", ".join(said)


@dataclass(frozen=True, slots=True)
class Preview:
    """The manuscript's chapters with what would become of them, and of those that it has no more."""

    chapters: tuple[Planned, ...]
    found: ManuscriptPlan

    @property
    def fresh(self) -> bool:
        """Whether nothing of the manuscript is there yet."""
        return all(one.plan is Plan.NEW for one in self.chapters) and not self.found.gone

    def count(self, *kinds: Plan) -> int:
        """How many chapters would become one of these."""
        return sum(one.plan in kinds for one in self.chapters)


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


async def previewed(
    store: GraphStore, group_id: str, chapters: Sequence[Chapter], *, layer: Layer, extent: Extent
) -> Preview:
    """Which chapters are new, changed, moved, renamed, unchanged or still waiting to be read, and which are gone."""
    stored = [from_json(Episode, record.value) for record in await store.fetch(group_id, Kind.EPISODE)]
    there = sorted((one for one in stored if one.layer is layer), key=lambda one: (one.order, one.uuid))
    found = plan(there, chapters, extent=extent if layer is Layer.CANON else PARTLY)
    read = {uuid for kind, uuid in await store.digests(group_id) if kind is Kind.READING} if there else set[str]()
    wanted = [*_sources(found)]
    readings = dict[str, ChapterReading]()
    if wanted:
        records = await store.fetch(group_id, Kind.READING, ids=[one.uuid for one in wanted])
        readings.update((one.uuid, from_json(ChapterReading, one.value)) for one in records)
    known = {one.uuid: AssertedChapter(one, readings[one.uuid]) for one in wanted if one.uuid in readings}
    kept = kept_readings(known.values())
    return Preview(tuple(_planned(one, read, known, kept) for one in found.chapters), found)


def all_new(chapters: Sequence[Chapter]) -> list[Planned]:
    """The chapters of a work that is not there yet."""
    return list(unread(chapters).chapters)


def unread(chapters: Sequence[Chapter]) -> Preview:
    """The preview of a work that is not there yet."""
    found = plan([], chapters)
    return Preview(tuple(Planned(one.chapter, one.key, Plan.NEW) for one in found.chapters), found)


def _sources(found: ManuscriptPlan) -> Iterable[Episode]:
    """The chapters whose readings may serve what the manuscript has now."""
    there = {one.there.uuid: one.there for one in found.chapters if one.there is not None and one.rewritten}
    parts = {one.part_of.uuid: one.part_of for one in found.chapters if one.part_of is not None}
    return {**there, **parts, **{one.uuid: one for one in found.gone}}.values()


def _planned(
    one: PlannedChapter, read: set[str], known: Mapping[str, AssertedChapter], kept: Mapping[str, WindowReading]
) -> Planned:
    there = one.there
    if there is None and one.part_of is None:
        return Planned(one.chapter, one.key, Plan.NEW, of=one)
    if there is None or one.edited:
        kind = Plan.NEW if there is None else Plan.CHANGED
    elif there.uuid not in read or there.failure is not None:
        kind = Plan.WAITING
    else:
        kind = Plan.MOVED if one.moved else Plan.RENAMED if one.renamed else Plan.UNCHANGED
    return Planned(
        one.chapter, one.key, kind, _windows(one, known, kept) if kind in READ or one.rewritten else None, one
    )


def _windows(
    one: PlannedChapter, known: Mapping[str, AssertedChapter], kept: Mapping[str, WindowReading]
) -> int | None:
    """How many windows have no reading yet; None where that is all."""
    if not known:
        return None
    episode = episode_of(one.chapter, one.key, group_id="", order=0, layer=Layer.CANON, reader="")
    at_hand = set(kept)
    if one.there is not None and one.there.uuid in known:
        at_hand |= carried(known[one.there.uuid], episode).keys()
    return sum(window_digest(window) not in at_hand for window in windows_of(episode))


def estimate(plan: Sequence[Planned]) -> Estimate:
    """What reading takes at most: all windows of new chapters, those of changed ones whose text is another, and their questions."""
    calls = prompts = replies = 0
    fresh = [one for one in plan if one.reading]
    for one in fresh:
        length, tokens = max(1, len(one.chapter.text)), estimated_tokens(one.chapter.text)
        share = one.reading / one.whole
        calls += 2 * one.reading + 3
        prompts += round(share * tokens * (PROMPT_PER_TEXT + PROMPT_PER_CHAPTER / length))
        replies += round(share * tokens * REPLY_PER_TEXT)
    return Estimate(len(fresh), calls, prompts, replies)


def show_preview(terminal: Terminal, manuscript: Manuscript, preview: Preview) -> None:
    """The manuscript's form, its chapters (of one that is there: what changed of it), and what was noticed."""
    chapters = preview.chapters
    sizes = sum(len(one.chapter.text) for one in chapters)
    encoding = f", {manuscript.encoding}" if manuscript.encoding else ""
    terminal.line(
        styled(manuscript.title, "bold"),
        f"  {manuscript.format}{encoding}, {len(chapters):,} chapters, {sizes:,} characters",
    )
    rows = _rows(preview)
    if len(rows) > ROWS:
        half = ROWS // 2
        rows = [*rows[:half], ("…", f"({len(rows) - ROWS} more)", "", ""), *rows[-half:]]
    if rows:
        terminal.table(("#", "chapter", "characters", ""), rows, right=(0, 2))
    _show_gone(terminal, preview)
    for finding in manuscript.findings:
        terminal.line(styled("! ", "yellow"), finding.text, indent=0)
    counts = [(preview.count(kind), kind.value) for kind in Plan]
    counts += [(len(preview.found.joined), "joined with others"), (len(preview.found.removed), "removed")]
    terminal.line(", ".join(f"{count:,} {word}" for count, word in counts if count))


def _rows(preview: Preview) -> list[tuple[str, str, str, str]]:
    """A row a chapter; of a manuscript that is there, those that change; several in a row that are only renamed share one."""
    rows: list[tuple[str, str, str, str]] = []
    numbered = enumerate(preview.chapters, start=1)
    for kind, group in groupby(numbered, key=lambda one: (one[1].plan, one[1].of is not None and one[1].of.moved)):
        run = list(group)
        if kind[0] is Plan.UNCHANGED and not preview.fresh:
            continue
        if kind[0] is Plan.RENAMED and len(run) > RENAMED_APART:
            (first, one), (last, other) = run[0], run[-1]
            was = " … ".join(each.of.there.title for each in (one, other) if each.of and each.of.there)
            size = sum(len(each.chapter.text) for _, each in run)
            rows.append((f"{first}-{last}", f"{_named(one)} … {_named(other)}", f"{size:,}", f"renamed (were {was})"))
            continue
        rows.extend((str(number), _named(one), f"{len(one.chapter.text):,}", one.words) for number, one in run)
    return rows


def _named(one: Planned) -> str:
    return " / ".join(one.chapter.path) or one.key


def _show_gone(terminal: Terminal, preview: Preview) -> None:
    """What the manuscript has no more, and what it may be instead."""
    found = preview.found
    into = {gone.uuid: one.chapter.title or one.key for one in found.chapters for gone in one.takes_in}
    for gone in found.joined:
        terminal.line(styled("joined:  ", "yellow"), f"{gone.title}, into {into[gone.uuid]}")
    for gone in found.removed:
        terminal.line(styled("removed: ", "red"), gone.title)
    for gone in found.kept:
        terminal.line(styled("kept:    ", "cyan"), f"{gone.title}, which the manuscript has no more")
    if found.resembles:
        terminal.line(
            styled("! ", "yellow"),
            f"Most of these chapters are those of {found.resembles!r}, word for word, and would be there twice. "
            f"If this is that manuscript, say so: --manuscript {found.resembles!r}",
        )


def show_estimate(terminal: Terminal, cost: Estimate, *, model: str, prices: Prices | None, again: bool) -> None:
    """Tokens always, money only from the user's prices; beside the answer where that is JSON. *again*: the work is there."""
    say = terminal.note if terminal.json else terminal.line
    besides = " Questions of other chapters that this changes are asked besides." if again else ""
    say(
        f"{model} would be asked at most about {cost.calls:,} times for {cost.chapters:,} chapters: "
        f"{cost.prompt_tokens:,} tokens of prompts, {cost.reply_tokens:,} of replies "
        f"(a token is 4 bytes of text; prompts hold {PROMPT_PER_TEXT} times the text and {PROMPT_PER_CHAPTER:,} "
        f"characters a chapter; what is in the cache costs nothing).{besides}"
    )
    if prices is not None:
        say(f"At your prices: at most about {cost.cost(prices):,.2f} {prices.currency}.")


def preview_value(
    manuscript: Manuscript, preview: Preview, cost: Estimate | None, prices: Prices | None
) -> dict[str, Json]:
    """The preview as JSON."""
    found = preview.found
    return {
        "title": manuscript.title,
        "format": manuscript.format,
        "encoding": manuscript.encoding,
        "manuscript": found.extent.manuscript,
        "findings": [
            {"kind": one.kind.value, "text": one.text, "about": list(one.about)} for one in manuscript.findings
        ],
        "chapters": [_chapter_value(one) for one in preview.chapters],
        "removed": [_entry(one) for one in found.removed],
        "joined": [_entry(one) for one in found.joined],
        "kept": [_entry(one) for one in found.kept],
        "resembles": found.resembles or None,
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


def _chapter_value(one: Planned) -> dict[str, Json]:
    of = one.of or PlannedChapter(one.chapter, one.key)
    return {
        "key": one.key,
        "title": one.chapter.title,
        "characters": len(one.chapter.text),
        "plan": one.plan.value,
        "windows": one.reading,
        "moved": of.moved,
        "was": of.there.title if of.there is not None and of.renamed else None,
        "split_from": None if of.part_of is None else of.part_of.key,
        "joined_with": [each.key for each in of.takes_in],
    }


def _entry(one: Episode) -> dict[str, Json]:
    return {"key": one.key, "title": one.title}
