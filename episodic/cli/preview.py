"""What an ingestion would do, and about what it would cost, before anything is written or spent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from episodic.cli.escaping import Json
from episodic.cli.terminal import Terminal, styled
from episodic.cli.wording import reading_in as say
from episodic.cli.wording.phrase import Phrase, joined
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


PLANS: Mapping[Plan, Phrase] = {
    Plan.NEW: Phrase("new", "新"),
    Plan.CHANGED: Phrase("changed", "有改动"),
    Plan.MOVED: Phrase("moved", "移动"),
    Plan.RENAMED: Phrase("renamed", "改名"),
    Plan.UNCHANGED: Phrase("unchanged", "未变"),
    Plan.WAITING: Phrase("waiting", "待读"),
}
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
    def words(self) -> Phrase:
        """What would become of it, with what it was before."""
        return joined(self._said())

    def _said(self) -> Iterable[Phrase]:
        of, plan = self.of, PLANS[self.plan]
        renamed = of is not None and of.renamed and of.there is not None
        if of is not None and self.plan in READ and self.reading < self.whole:
            yield joined((plan, say.windows(self.reading, self.whole)), english="", chinese="")
        elif not renamed or self.plan is not Plan.RENAMED:
            yield plan
        if of is None:
            return
        if of.moved and self.plan is not Plan.MOVED:
            yield PLANS[Plan.MOVED]
        if renamed and of.there is not None:
            yield say.was(of.there.title)
        if of.part_of is not None:
            yield say.split_from(of.part_of.title)
        yield from (say.joined_with(one.title) for one in of.takes_in)


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
    form = say.manuscript(manuscript.format, manuscript.encoding, chapters=len(chapters), characters=sizes)
    terminal.line(styled(manuscript.title, "bold"), "  ", form)
    rows = _rows(preview)
    if len(rows) > ROWS:
        half = ROWS // 2
        rows = [*rows[:half], ("…", say.more_rows(len(rows) - ROWS), "", ""), *rows[-half:]]
    if rows:
        terminal.table(say.CHAPTER_COLUMNS, rows, right=(0, 2))
    _show_gone(terminal, preview)
    for finding in manuscript.findings:
        terminal.line(styled("! ", "yellow"), say.noticed(finding), indent=0)
    counts = [(preview.count(kind), said) for kind, said in PLANS.items()]
    terminal.line(
        say.tally([*counts, (len(preview.found.joined), say.JOINED), (len(preview.found.removed), say.REMOVED)])
    )


def _rows(preview: Preview) -> list[tuple[str, str | Phrase, str, str | Phrase]]:
    """A row a chapter; of a manuscript that is there, those that change; several in a row that are only renamed share one."""
    rows: list[tuple[str, str | Phrase, str, str | Phrase]] = []
    numbered = enumerate(preview.chapters, start=1)
    for kind, group in groupby(numbered, key=lambda one: (one[1].plan, one[1].of is not None and one[1].of.moved)):
        run = list(group)
        if kind[0] is Plan.UNCHANGED and not preview.fresh:
            continue
        if kind[0] is Plan.RENAMED and len(run) > RENAMED_APART:
            (first, one), (last, other) = run[0], run[-1]
            was, were = (each.of.there.title if each.of and each.of.there else "" for each in (one, other))
            size = sum(len(each.chapter.text) for _, each in run)
            named = f"{_named(one)} … {_named(other)}"
            rows.append((f"{first}-{last}", named, f"{size:,}", say.were(was, were)))
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
        terminal.line(terminal.styled(say.JOINED_FROM, "yellow"), say.into(gone.title, into[gone.uuid]))
    for gone in found.removed:
        terminal.line(terminal.styled(say.TAKEN_OUT, "red"), gone.title)
    for gone in found.kept:
        terminal.line(terminal.styled(say.KEPT, "cyan"), say.kept_there(gone.title))
    if found.resembles:
        terminal.line(styled("! ", "yellow"), say.resembles(found.resembles))


def show_estimate(terminal: Terminal, cost: Estimate, *, model: str, prices: Prices | None, again: bool) -> None:
    """Tokens always, money only from the user's prices; beside the answer where that is JSON. *again*: the work is there."""
    tell = terminal.note if terminal.json else terminal.line
    what = say.estimated(
        model, calls=cost.calls, chapters=cost.chapters, prompts=cost.prompt_tokens, replies=cost.reply_tokens
    )
    how = say.estimated_so(PROMPT_PER_TEXT, PROMPT_PER_CHAPTER, again=again)
    tell(joined((what, how), english="", chinese=""))
    if prices is not None:
        tell(say.priced(cost.cost(prices), prices.currency))


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
