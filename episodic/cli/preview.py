"""The preview of an ingestion: the planned action for each chapter, and an upper estimate of tokens and cost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import ceil

from episodic.cli.cost_factors import (
    CALLS_PER_CHAPTER,
    CALLS_PER_WINDOW,
    PROMPT_ABOUT_SETTLED,
    PROMPT_PER_TEXT,
    REPLY_ABOUT_SETTLED,
    identity_calls,
    measured_reply_per_text,
    prompt_factors,
    usual_reply_per_text,
)
from episodic.cli.messages import ingestion as say
from episodic.cli.messages.message import Phrase, Separator, joined, message
from episodic.extraction.rule_based.language_rules import READING
from episodic.llm.usage import Prices
from episodic.model.episodes import Chapter, Episode, Language, Layer
from episodic.model.readings import ChapterReading, WindowReading
from episodic.model.records import Kind, from_json
from episodic.pipeline.chapter_reading import stored_readings, text_digest, window_digest, windows_of
from episodic.pipeline.inputs import ChapterInput
from episodic.pipeline.order_keys import episode_of
from episodic.pipeline.replay.chapter_preparation import RULE_READER_PREFIX
from episodic.pipeline.sync.planning import PARTIAL, Extent, ManuscriptPlan, PlannedChapter, plan
from episodic.pipeline.sync.reading_reuse import shifted_readings
from episodic.ports import GraphStore
from episodic.text.language import language_of
from episodic.text.token_counts import estimated_tokens
from episodic.text.windows import WINDOW_LENGTH

_CALIBRATED_BY = 20
"""The maximum number of chapters in which the length of replies is measured: the last chapters of the work that a model
has read.
"""


class ChapterAction(StrEnum):
    """The action that an ingestion would take for a chapter."""

    NEW = "new"
    CHANGED = "changed"
    MOVED = "moved"
    RENAMED = "renamed"
    UNCHANGED = "unchanged"
    WAITING = "waiting"
    """The chapter is stored, but could not be read so far."""


ACTION_NAMES: Mapping[ChapterAction, Phrase] = {
    ChapterAction.NEW: message("preview.plans_new"),
    ChapterAction.CHANGED: message("preview.plans_changed"),
    ChapterAction.MOVED: message("preview.plans_moved"),
    ChapterAction.RENAMED: message("preview.plans_renamed"),
    ChapterAction.UNCHANGED: message("preview.plans_unchanged"),
    ChapterAction.WAITING: message("preview.plans_waiting"),
}
READ_ACTIONS = frozenset({ChapterAction.NEW, ChapterAction.CHANGED, ChapterAction.WAITING})
"""The actions for which the text of a chapter is read. With any other action, the chapter is moved, renamed or left
unchanged.
"""


@dataclass(frozen=True, slots=True)
class ChapterPreview:
    """A chapter of the manuscript with its key and its planned action.

    `windows` is the number of parts of the chapter (windows) that would be read, or None if it is not known. If
    `windows` is None, a chapter that is new, changed or not read yet counts as read completely, and any other chapter
    as not read. `of` is the planned change of the chapter in a ManuscriptPlan. It is None if the work does not exist
    yet, or if chapters are only read again.
    """

    chapter: Chapter
    key: str
    plan: ChapterAction
    windows: int | None = None
    of: PlannedChapter | None = None

    @property
    def whole(self) -> int:
        """Return how many windows the whole chapter has, estimated from its length, at least 1."""
        return max(1, ceil(len(self.chapter.text) / WINDOW_LENGTH))

    @property
    def reading(self) -> int:
        if self.windows is not None:
            return self.windows
        return self.whole if self.plan in READ_ACTIONS else 0

    @property
    def words(self) -> Phrase:
        """Return the planned action as a phrase, with the chapter's former title and the chapters that it was split
        from or joined with.
        """
        return joined(self._said())

    def _said(self) -> Iterable[Phrase]:
        of, plan = self.of, ACTION_NAMES[self.plan]
        renamed = of is not None and of.renamed and of.there is not None
        if of is not None and self.plan in READ_ACTIONS and self.reading < self.whole:
            yield joined((plan, say.windows(self.reading, self.whole)), separator=Separator.NOTHING)
        elif not renamed or self.plan is not ChapterAction.RENAMED:
            yield plan
        if of is None:
            return
        if of.moved and self.plan is not ChapterAction.MOVED:
            yield ACTION_NAMES[ChapterAction.MOVED]
        if renamed and of.there is not None:
            yield say.was(of.there.title)
        if of.part_of is not None:
            yield say.split_from(of.part_of.title)
        yield from (say.joined_with(one.title) for one in of.takes_in)


@dataclass(frozen=True, slots=True)
class Preview:
    """What an ingestion of a manuscript would do: the action for each chapter, and the plan of all changes of the work.

    `found` is the plan of all changes, which also lists the stored chapters that the manuscript no longer contains.
    """

    chapters: tuple[ChapterPreview, ...]
    found: ManuscriptPlan
    reply_per_text: float | None = None
    """The length of a model's replies as a multiple of the text. The length is measured in chapters that a model has
    read. The attribute is None if the length was not measured.
    """
    by_rules: int = 0
    """The number of chapters with unchanged text whose stored reading was made by rules."""
    others: tuple[str, ...] = ()
    """The names of the work's other manuscripts, if an ingestion would add a new manuscript beside them."""

    @property
    def fresh(self) -> bool:
        """Return whether all chapters are new and no stored chapter would be removed or joined with another."""
        return all(one.plan is ChapterAction.NEW for one in self.chapters) and not self.found.gone

    def count(self, *kinds: ChapterAction) -> int:
        return sum(one.plan in kinds for one in self.chapters)


@dataclass(frozen=True, slots=True)
class Estimate:
    """An upper estimate of model calls and tokens."""

    chapters: int
    calls: int
    prompt_tokens: int
    reply_tokens: int

    def cost(self, prices: Prices) -> float:
        asked, answered = self.prompt_tokens * prices.input_per_million, self.reply_tokens * prices.output_per_million
        return (asked + answered) / 1_000_000


async def previewed(
    store: GraphStore, group_id: str, chapters: Sequence[Chapter], *, layer: Layer, extent: Extent
) -> Preview:
    """Return what an ingestion of a manuscript into an existing work would do with each chapter. Raises StoreError."""
    stored = [from_json(Episode, record.value) for record in await store.fetch(group_id, Kind.EPISODE)]
    stored_episodes = sorted(
        (episode for episode in stored if episode.layer is layer), key=lambda episode: (episode.order, episode.uuid)
    )
    found = plan(stored_episodes, chapters, extent=extent if layer is Layer.CANON else PARTIAL)
    read = {uuid for _, uuid in await store.digests(group_id, Kind.READING)} if stored_episodes else set[str]()
    wanted = [*_sources(found)]
    readings = dict[str, ChapterReading]()
    if wanted:
        records = await store.fetch(group_id, Kind.READING, ids=[episode.uuid for episode in wanted])
        readings.update((record.uuid, from_json(ChapterReading, record.value)) for record in records)
    known = {
        episode.uuid: ChapterInput(episode, readings[episode.uuid]) for episode in wanted if episode.uuid in readings
    }
    kept = stored_readings(known.values())
    return Preview(
        tuple(_planned(planned, read, known, kept) for planned in found.chapters),
        found,
        await _measured_replies(store, group_id, stored_episodes),
        sum(one.reader.startswith(RULE_READER_PREFIX) for one in _unchanged(found)),
        _other_manuscripts(stored_episodes, found),
    )


def _other_manuscripts(stored: Sequence[Episode], found: ManuscriptPlan) -> tuple[str, ...]:
    names = dict.fromkeys(one.manuscript for one in stored if one.manuscript)
    fresh = found.extent.whole and any(one.inserted for one in found.chapters)
    return tuple(names) if fresh and found.extent.manuscript not in names else ()


def _unchanged(found: ManuscriptPlan) -> Iterable[Episode]:
    return (one.there for one in found.chapters if one.there is not None and not one.edited)


async def _measured_replies(store: GraphStore, group_id: str, stored: Sequence[Episode]) -> float | None:
    by_model = {one.uuid: one for one in stored if not one.unread and not one.reader.startswith(RULE_READER_PREFIX)}
    latest = list(by_model)[-_CALIBRATED_BY:]
    if not latest:
        return None
    records = await store.fetch(group_id, Kind.READING, ids=latest)
    return measured_reply_per_text(
        (by_model[record.uuid], from_json(ChapterReading, record.value)) for record in records
    )


async def reread_estimate(
    store: GraphStore, group_id: str, *, reader: str, wanted: Sequence[str] | None, every: bool
) -> Estimate:
    """Return the upper estimate of model calls and tokens for reading chapters again. The estimate leaves out the
    windows (parts of chapters) that *reader* (a model or the rules) has read already. *wanted* are the ids of the
    chapters, or None for all chapters. If *every* is true, the estimate includes the windows that *reader* has read.
    """
    stored = [from_json(Episode, record.value) for record in await store.fetch(group_id, Kind.EPISODE)]
    episodes = {one.uuid: one for one in stored if wanted is None or one.uuid in wanted}
    readings = {
        record.uuid: from_json(ChapterReading, record.value)
        for record in await store.fetch(group_id, Kind.READING, ids=list(episodes))
    }
    plan = [
        ChapterPreview(
            Chapter(one.text, key=one.key, title=one.title),
            one.key,
            ChapterAction.CHANGED,
            sum(every or window.reader != reader for window in readings[one.uuid].windows),
        )
        for one in episodes.values()
        if one.uuid in readings
    ]
    return estimate(plan, await _measured_replies(store, group_id, list(episodes.values())), begins=False)


def unread(chapters: Sequence[Chapter]) -> Preview:
    """Return the preview for a work that does not exist yet."""
    found = plan([], chapters)
    return Preview(tuple(ChapterPreview(one.chapter, one.key, ChapterAction.NEW) for one in found.chapters), found)


def _sources(found: ManuscriptPlan) -> Iterable[Episode]:
    there = {one.there.uuid: one.there for one in found.chapters if one.there is not None and one.rewritten}
    parts = {one.part_of.uuid: one.part_of for one in found.chapters if one.part_of is not None}
    return {**there, **parts, **{one.uuid: one for one in found.gone}}.values()


def _planned(
    planned: PlannedChapter, read: set[str], known: Mapping[str, ChapterInput], kept: Mapping[str, WindowReading]
) -> ChapterPreview:
    known_episode = planned.there
    if known_episode is None and planned.part_of is None:
        return ChapterPreview(planned.chapter, planned.key, ChapterAction.NEW, of=planned)
    if known_episode is None or planned.edited:
        kind = ChapterAction.NEW if known_episode is None else ChapterAction.CHANGED
    elif known_episode.uuid not in read or known_episode.failure is not None:
        kind = ChapterAction.WAITING
    else:
        kind = (
            ChapterAction.MOVED
            if planned.moved
            else ChapterAction.RENAMED
            if planned.renamed
            else ChapterAction.UNCHANGED
        )
    return ChapterPreview(
        planned.chapter,
        planned.key,
        kind,
        _windows(planned, known, kept) if kind in READ_ACTIONS or planned.rewritten else None,
        planned,
    )


def _windows(
    planned: PlannedChapter, known: Mapping[str, ChapterInput], kept: Mapping[str, WindowReading]
) -> int | None:
    if not known:
        return None
    episode = episode_of(planned.chapter, planned.key, group_id="", order=0, layer=Layer.CANON, reader="")
    at_hand = set(kept)
    if planned.there is not None and planned.there.uuid in known:
        at_hand |= shifted_readings(known[planned.there.uuid], episode).keys()
    read = set(map(text_digest, at_hand))
    return sum(window_digest(window) not in read for window in windows_of(episode))


def estimate(plan: Sequence[ChapterPreview], reply_per_text: float | None = None, *, begins: bool = True) -> Estimate:
    """Return an upper estimate of calls and tokens for reading chapters and for the questions about them.
    *reply_per_text* is the measured length of a model's replies as a multiple of the text, or None.

    *begins* says whether the first chapter of *plan* is the first chapter of the work. For the first chapter of a work,
    the model is hardly ever asked what becomes of earlier setups (such as promises) and states. Setups and states of
    earlier chapters do not exist then.
    """
    calls = prompts = replies = 0
    to_read = [(place, preview) for place, preview in enumerate(plan) if preview.reading]
    for place, preview in to_read:
        settled = place > 0 or not begins
        text = preview.chapter.text
        length, tokens = max(1, len(text)), estimated_tokens(text)
        share = preview.reading / preview.whole
        factors, identities = prompt_factors(language_of(text)), identity_calls(preview.reading)
        calls += CALLS_PER_WINDOW * preview.reading + identities + CALLS_PER_CHAPTER
        around = factors.window * preview.reading + factors.identity * identities + factors.chapter
        around += settled * PROMPT_ABOUT_SETTLED
        prompts += round(tokens * (share * PROMPT_PER_TEXT + around / length))
        per_text = share * (reply_per_text or usual_reply_per_text(language_of(text)))
        replies += round(tokens * (per_text + settled * REPLY_ABOUT_SETTLED / length))
    return Estimate(len(to_read), calls, prompts, replies)


def unread_by_rules(preview: Preview) -> dict[Language, list[str]]:
    """Return, by language, the titles of chapters that an ingestion would read although their language has no rules for
    reading.
    """
    found: dict[Language, list[str]] = {}
    for one in preview.chapters:
        language = language_of(one.chapter.text)
        if one.plan in READ_ACTIONS and not READING.supplied_by(language):
            found.setdefault(language, []).append(one.chapter.title or one.key)
    return found
