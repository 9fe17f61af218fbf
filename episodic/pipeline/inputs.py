"""The inputs of a work (chapters, readings, judgements, overrides, settings), and functions that load these inputs."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from episodic.errors import HistoryCompactedError, UnknownRevisionError
from episodic.model.decisions import Judgement, Override
from episodic.model.deferred import Deferred, address_of, deferred_values
from episodic.model.episodes import ORDER_GAP, Episode, Layer
from episodic.model.readings import ChapterReading
from episodic.model.records import Kind, Record, from_json
from episodic.model.settings import WorkSettings
from episodic.ports import GraphStore

SETTINGS_ID = "settings"
PROPOSAL_READER = "proposal"
"""The name of the reader of proposed facts. A chapter whose reading names this reader contains proposed facts and no
text of the story, so the chapter is never read again.
"""
CANON_LAYERS = frozenset({Layer.CANON})
"""The layers from which the stored graph is derived."""
_INPUT_KINDS = (Kind.EPISODE, Kind.READING, Kind.JUDGEMENT, Kind.ACT)
_NARRATED_LAYERS = (Layer.CANON, Layer.DRAFT)
"""The layers whose chapters share one narrative order: canon and drafts. A draft with the key of a canon chapter takes
the place of the canon chapter.
"""
_DIGESTS = re.compile(r'"digests":(\[[^\]]*\])')
"""A pattern that finds, in the JSON of a chapter's reading, the digests of the inputs from which its parts (windows)
were read. A text of the story inside the JSON never matches the pattern of digests, because its quotation marks are
escaped.
"""
_OTHER_LAYERS = (Layer.PLAN, Layer.NOTE)
"""The layers whose chapters have no place in narrative order: plans and notes. In a replay, plans follow all canon
chapters and drafts, and notes follow the plans.
"""


@dataclass(frozen=True, slots=True)
class ChapterInput:
    """A chapter's text and the reading of this text."""

    episode: Episode
    reading: ChapterReading


@dataclass(frozen=True, slots=True)
class WorkInputs:
    """The inputs of a work: chapters in narrative order, judgements by question id, overrides from oldest to newest.

    `waiting` are the chapters that have no reading yet: a job will read them, or their reading failed. Such a chapter
    has its place in narrative order, and its passages are stored, but nothing else in the graph is derived from it.
    """

    group_id: str
    revision: int = 0
    settings: WorkSettings = field(default_factory=WorkSettings)
    chapters: tuple[ChapterInput, ...] = ()
    judgements: Mapping[str, Judgement] = field(default_factory=dict[str, Judgement])
    acts: tuple[Override, ...] = ()
    waiting: tuple[Episode, ...] = ()

    @property
    def episodes(self) -> tuple[Episode, ...]:
        """Return the chapters of all layers by order key, including chapters without a reading."""
        every = (*(one.episode for one in self.chapters), *self.waiting)
        return tuple(sorted(every, key=lambda one: (one.order, one.uuid)))

    def in_narrative_order(self, layers: frozenset[Layer] = CANON_LAYERS) -> tuple[ChapterInput, ...]:
        """Return the read chapters of the given layers in the order in which chapters are replayed.

        If a draft and a canon chapter have the same key and both layers are given, only the draft is returned. Plans
        follow all canon and draft chapters, and notes follow the plans.
        """
        line: dict[str, ChapterInput] = {}
        for layer in _NARRATED_LAYERS:
            if layer in layers:
                line.update({one.episode.key: one for one in self.chapters if one.episode.layer is layer})
        told = sorted(line.values(), key=lambda one: (one.episode.order, one.episode.uuid))
        beside = [
            one for layer in _OTHER_LAYERS if layer in layers for one in self.chapters if one.episode.layer is layer
        ]
        last = told[-1].episode.order if told else 0
        # Plans and notes get order keys after the last chapter for the replay, whatever their stored order keys are.
        places = range(last + ORDER_GAP, last + ORDER_GAP * (len(beside) + 1), ORDER_GAP)
        told.extend(
            replace(one, episode=replace(one.episode, order=place)) for one, place in zip(beside, places, strict=True)
        )
        return tuple(told)

    def waiting_in(self, layers: frozenset[Layer]) -> tuple[Episode, ...]:
        """Return the chapters of *layers* that have no reading yet, layer by layer, in narrative order. A canon chapter
        is left out if *layers* include drafts and a draft with its key was read.
        """
        drafted = {one.episode.key for one in self.chapters if one.episode.layer is Layer.DRAFT}
        hidden = drafted if Layer.DRAFT in layers else set[str]()
        found = [
            one for one in self.waiting if one.layer in layers and not (one.layer is Layer.CANON and one.key in hidden)
        ]
        return tuple(sorted(found, key=lambda one: (one.layer, one.order, one.uuid)))

    @property
    def layers(self) -> frozenset[Layer]:
        """Return the layers that have at least one read chapter."""
        return frozenset(one.episode.layer for one in self.chapters)

    def with_chapter(self, chapter: ChapterInput) -> WorkInputs:
        """Return the inputs with *chapter* at its place in narrative order.

        If the inputs have a chapter with the same id, that chapter is replaced.
        """
        others = [one for one in self.chapters if one.episode.uuid != chapter.episode.uuid]
        ordered = sorted((*others, chapter), key=lambda one: (one.episode.order, one.episode.uuid))
        waiting = tuple(one for one in self.waiting if one.uuid != chapter.episode.uuid)
        return replace(self, chapters=tuple(ordered), waiting=waiting).with_drafts_in_place()

    def with_waiting(self, episode: Episode) -> WorkInputs:
        """Return the inputs with *episode* as a chapter without a reading, in place of any chapter with its id."""
        without = self.without_chapter(episode.uuid)
        return replace(without, waiting=(*without.waiting, episode)).with_drafts_in_place()

    def with_drafts_in_place(self) -> WorkInputs:
        """Return the inputs in which each draft has the order key of its canon chapter, the one with the same key. A
        draft without a canon chapter keeps its order key.

        A draft and its canon chapter share an order key, so that the draft moves along with the canon chapter. The
        draft keeps the order key if the canon chapter is removed. Exports number the chapters by order key, so that a
        moved canon chapter and its draft have the same number.
        """
        episodes = self.episodes
        canon = {one.key: one.order for one in episodes if one.layer is Layer.CANON}
        strayed = {
            one.uuid: replace(one, order=canon[one.key])
            for one in episodes
            if one.layer is Layer.DRAFT and canon.get(one.key, one.order) != one.order
        }
        if not strayed:
            return self
        chapters = [
            replace(one, episode=strayed[one.episode.uuid]) if one.episode.uuid in strayed else one
            for one in self.chapters
        ]
        return replace(
            self,
            chapters=tuple(sorted(chapters, key=lambda one: (one.episode.order, one.episode.uuid))),
            waiting=tuple(strayed.get(one.uuid, one) for one in self.waiting),
        )

    def without_chapter(self, episode: str) -> WorkInputs:
        """Return the inputs without the chapter that has the id *episode*."""
        return replace(
            self,
            chapters=tuple(one for one in self.chapters if one.episode.uuid != episode),
            waiting=tuple(one for one in self.waiting if one.uuid != episode),
        )


async def load(store: GraphStore, group_id: str) -> WorkInputs:
    """Load the inputs of the work at the current revision. If the work does not exist, the returned inputs are empty."""
    work = await store.work(group_id)
    if work is None:
        return WorkInputs(group_id)
    return inputs_from_records(
        group_id,
        work.revision,
        {kind: await store.fetch(group_id, kind) for kind in (*_INPUT_KINDS, Kind.SETTING)},
    )


async def load_without_judgements(store: GraphStore, group_id: str, revision: int) -> WorkInputs:
    """Load the inputs of an existing work, whose current revision is *revision*, as `load` does, but without judgements,
    which a checkpoint contains. A reading is decoded from JSON only when it is used.
    """
    kinds = (Kind.EPISODE, Kind.ACT, Kind.SETTING)
    records: dict[Kind, Sequence[Record]] = {kind: await store.fetch(group_id, kind) for kind in kinds}
    readings = _decoded_later(await store.fetch(group_id, Kind.READING))
    return _inputs_of(group_id, revision, records, readings=readings, judgements={})


def _decoded_later(records: Sequence[Record]) -> dict[str, ChapterReading]:
    source = _DecodedLater([one.value for one in records])
    values = deferred_values(ChapterReading, source, range(len(records)))
    return dict(zip((one.uuid for one in records), values, strict=True))


def window_digests(reading: ChapterReading) -> tuple[str, ...]:
    """Return the digests of the inputs from which the parts (windows) of a chapter's reading were made. The digests of
    a reading that is not decoded yet are found in its JSON, without decoding it.
    """
    address = address_of(reading)
    if address is not None and isinstance(address.source, _DecodedLater):
        return address.source.digests(address.number)
    return reading.digests


@dataclass(frozen=True, slots=True)
class _DecodedLater:
    values: Sequence[str]

    def digests(self, number: int) -> tuple[str, ...]:
        found = _DIGESTS.search(self.values[number])
        return () if found is None else tuple(json.loads(found[1]))

    def load(self, number: int) -> Deferred:
        return from_json(ChapterReading, self.values[number])


async def load_at(store: GraphStore, group_id: str, revision: int) -> WorkInputs:
    """Load the inputs of the work as they were at *revision*.

    Raises UnknownRevisionError if the work never had this revision, and HistoryCompactedError if the history of this
    revision was deleted.
    """
    work = await store.work(group_id)
    if work is None or not 0 <= revision <= work.revision:
        raise UnknownRevisionError(revision, newest=0 if work is None else work.revision)
    found: dict[Kind, Sequence[Record]] = {}
    for kind in (*_INPUT_KINDS, Kind.SETTING):
        rows = await store.history(group_id, kind)
        found[kind] = [one for one, put, retired in rows if put <= revision and (retired is None or retired > revision)]
    await check_readable(store, group_id, revision)
    return inputs_from_records(group_id, revision, found)


async def load_before(store: GraphStore, known: WorkInputs, revision: int) -> WorkInputs:
    """Load the inputs of the work at *revision* as `load_at` does, but with the current settings, and only with the
    judgements that are no longer current. Raises the same errors as `load_at`.

    *known* are the current inputs. Values that are still current are taken from *known* without decoding them again. A
    chapter that is equal in both is the same object, because the cache of replays takes a chapter as unchanged only
    then, and the overrides are the same object if all of them are equal.
    """
    current: dict[Kind, set[str]] = {}
    changed: dict[Kind, list[Record]] = {}
    for kind in _INPUT_KINDS:
        rows = await store.history(known.group_id, kind)
        then = [(one, end) for one, put, end in rows if put <= revision and (end is None or end > revision)]
        current[kind] = {one.uuid for one, end in then if end is None}
        changed[kind] = [one for one, end in then if end is not None]
    await check_readable(store, known.group_id, revision)
    episodes = [one for one in known.episodes if one.uuid in current[Kind.EPISODE]]
    readings = {one.episode.uuid: one.reading for one in known.chapters if one.episode.uuid in current[Kind.READING]}
    acts = [one for one in known.acts if one.uuid in current[Kind.ACT]]
    found = _with_chapters(
        replace(known, judgements=_judgements_of(changed)),
        [*episodes, *(from_json(Episode, one.value) for one in changed[Kind.EPISODE])],
        readings | _readings_of(changed),
        [*acts, *(from_json(Override, one.value) for one in changed[Kind.ACT])],
    )
    there = {one.episode.uuid: one for one in known.chapters}
    chapters = (one if one != (same := there.get(one.episode.uuid)) else same for one in found.chapters)
    return replace(found, chapters=tuple(chapters), acts=known.acts if known.acts == found.acts else found.acts)


async def check_readable(store: GraphStore, group_id: str, revision: int) -> None:
    """Raise HistoryCompactedError if the history that *revision* needs was deleted.

    Call this function after the history has been read, because another process may compact the history (delete old
    versions) during the read.
    """
    work = await store.work(group_id)
    if work is not None and revision < work.readable_from and work.readable_from > 1:
        raise HistoryCompactedError(group_id, revision, readable_from=work.readable_from)


def inputs_from_records(group_id: str, revision: int, records: Mapping[Kind, Sequence[Record]]) -> WorkInputs:
    return _inputs_of(group_id, revision, records, readings=_readings_of(records), judgements=_judgements_of(records))


def _readings_of(records: Mapping[Kind, Sequence[Record]]) -> dict[str, ChapterReading]:
    return {one.uuid: from_json(ChapterReading, one.value) for one in records[Kind.READING]}


def _judgements_of(records: Mapping[Kind, Sequence[Record]]) -> dict[str, Judgement]:
    return {one.uuid: from_json(Judgement, one.value) for one in records[Kind.JUDGEMENT]}


def _inputs_of(
    group_id: str,
    revision: int,
    records: Mapping[Kind, Sequence[Record]],
    *,
    readings: Mapping[str, ChapterReading],
    judgements: Mapping[str, Judgement],
) -> WorkInputs:
    settings = [from_json(WorkSettings, one.value) for one in records[Kind.SETTING] if one.uuid == SETTINGS_ID]
    work = WorkInputs(group_id, revision, settings[0] if settings else WorkSettings(), judgements=judgements)
    episodes = [from_json(Episode, one.value) for one in records[Kind.EPISODE]]
    return _with_chapters(work, episodes, readings, [from_json(Override, one.value) for one in records[Kind.ACT]])


def _with_chapters(
    work: WorkInputs, episodes: Sequence[Episode], readings: Mapping[str, ChapterReading], acts: Sequence[Override]
) -> WorkInputs:
    """Return *work* with other chapters and overrides. A chapter that has no reading waits for one."""
    ordered = sorted(episodes, key=lambda one: (one.order, one.uuid))
    return replace(
        work,
        chapters=tuple(ChapterInput(one, readings[one.uuid]) for one in ordered if one.uuid in readings),
        acts=tuple(sorted(acts, key=lambda one: one.number)),
        waiting=tuple(one for one in ordered if one.uuid not in readings),
    ).with_drafts_in_place()
