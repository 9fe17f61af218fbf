"""Everything asserted of one work, as it is loaded, replayed and saved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from episodic.errors import HistoryCompactedError, UnknownRevisionError
from episodic.model.asserted import Act, Judgement
from episodic.model.episodes import Episode, Layer
from episodic.model.readings import ChapterReading
from episodic.model.records import Kind, Record, from_json
from episodic.model.settings import WorkSettings
from episodic.ports import GraphStore

SETTINGS_ID = "settings"
CANON_LINE = frozenset({Layer.CANON})
"""The layers that the stored graph is derived from."""
_WHOLE = (Kind.EPISODE, Kind.READING, Kind.JUDGEMENT, Kind.ACT)
_BESIDE = (Layer.PLAN, Layer.NOTE)
"""Layers that are no part of the telling, in the order in which they are read after it."""


@dataclass(frozen=True, slots=True)
class AssertedChapter:
    """One chapter as written, with what its reader got out of it."""

    episode: Episode
    reading: ChapterReading


@dataclass(frozen=True, slots=True)
class Asserted:
    """A work's chapters in telling order, the kept answers by question, and the author's acts in the order they were made.

    `waiting` are chapters that could not be read yet: they have their place, and nothing is derived from them.
    """

    group_id: str
    revision: int = 0
    settings: WorkSettings = field(default_factory=WorkSettings)
    chapters: tuple[AssertedChapter, ...] = ()
    judgements: Mapping[str, Judgement] = field(default_factory=dict[str, Judgement])
    acts: tuple[Act, ...] = ()
    waiting: tuple[Episode, ...] = ()

    @property
    def episodes(self) -> tuple[Episode, ...]:
        """Every chapter, read or waiting, in telling order."""
        every = (*(one.episode for one in self.chapters), *self.waiting)
        return tuple(sorted(every, key=lambda one: (one.order, one.uuid)))

    def told(self, layers: frozenset[Layer] = CANON_LINE) -> tuple[AssertedChapter, ...]:
        """The read chapters of these layers in the order in which they are told together.

        A draft stands where the canon chapter of its key stands, and instead of it; plans, then notes, come after the telling.
        """
        canon = {one.episode.key: one for one in self.chapters if one.episode.layer is Layer.CANON}
        line = canon if Layer.CANON in layers else dict[str, AssertedChapter]()
        if Layer.DRAFT in layers:
            drafts = [one for one in self.chapters if one.episode.layer is Layer.DRAFT]
            line = {**line, **{one.episode.key: _standing_in(one, canon.get(one.episode.key)) for one in drafts}}
        told = sorted(line.values(), key=lambda one: (one.episode.order, one.episode.uuid))
        for layer in _BESIDE:
            told.extend(one for one in self.chapters if one.episode.layer is layer and layer in layers)
        return tuple(told)

    @property
    def layers(self) -> frozenset[Layer]:
        """The layers that chapters have been read in."""
        return frozenset(one.episode.layer for one in self.chapters)

    def with_chapter(self, chapter: AssertedChapter) -> Asserted:
        """With *chapter* put at its place in the telling, instead of the one of its id, if there is one."""
        others = [one for one in self.chapters if one.episode.uuid != chapter.episode.uuid]
        ordered = sorted((*others, chapter), key=lambda one: (one.episode.order, one.episode.uuid))
        waiting = tuple(one for one in self.waiting if one.uuid != chapter.episode.uuid)
        return replace(self, chapters=tuple(ordered), waiting=waiting)

    def with_waiting(self, episode: Episode) -> Asserted:
        """With a chapter that could not be read."""
        without = self.without_chapter(episode.uuid)
        return replace(without, waiting=(*without.waiting, episode))

    def without_chapter(self, episode: str) -> Asserted:
        """As if the chapter had never been told."""
        return replace(
            self,
            chapters=tuple(one for one in self.chapters if one.episode.uuid != episode),
            waiting=tuple(one for one in self.waiting if one.uuid != episode),
        )


def _standing_in(draft: AssertedChapter, canon: AssertedChapter | None) -> AssertedChapter:
    if canon is None or canon.episode.order == draft.episode.order:
        return draft
    return replace(draft, episode=replace(draft.episode, order=canon.episode.order))


async def load(store: GraphStore, group_id: str) -> Asserted:
    """Everything asserted of the work at its present revision; an empty one if there is no such work."""
    work = await store.work(group_id)
    if work is None:
        return Asserted(group_id)
    return asserted_of(
        group_id,
        work.revision,
        {kind: await store.fetch(group_id, kind) for kind in (*_WHOLE, Kind.SETTING)},
    )


async def load_at(store: GraphStore, group_id: str, revision: int) -> Asserted:
    """Everything asserted of the work as it was at *revision*.

    Raises UnknownRevisionError where there never was one, HistoryCompactedError where it cannot be read any more.
    """
    work = await store.work(group_id)
    if work is None or not 0 <= revision <= work.revision:
        raise UnknownRevisionError(revision, newest=0 if work is None else work.revision)
    found: dict[Kind, Sequence[Record]] = {}
    for kind in (*_WHOLE, Kind.SETTING):
        rows = await store.history(group_id, kind)
        found[kind] = [one for one, put, retired in rows if put <= revision and (retired is None or retired > revision)]
    await check_readable(store, group_id, revision)
    return asserted_of(group_id, revision, found)


async def check_readable(store: GraphStore, group_id: str, revision: int) -> None:
    """Raises HistoryCompactedError if history that *revision* needs was let go. Ask after reading: it may go meanwhile."""
    work = await store.work(group_id)
    if work is not None and revision < work.readable_from and work.readable_from > 1:
        raise HistoryCompactedError(group_id, revision, readable_from=work.readable_from)


def asserted_of(group_id: str, revision: int, records: Mapping[Kind, Sequence[Record]]) -> Asserted:
    """What the records of a work's asserted kinds come to."""
    episodes = [from_json(Episode, one.value) for one in records[Kind.EPISODE]]
    readings = {one.uuid: from_json(ChapterReading, one.value) for one in records[Kind.READING]}
    judgements = [from_json(Judgement, one.value) for one in records[Kind.JUDGEMENT]]
    acts = [from_json(Act, one.value) for one in records[Kind.ACT]]
    settings = [from_json(WorkSettings, one.value) for one in records[Kind.SETTING] if one.uuid == SETTINGS_ID]
    ordered = sorted(episodes, key=lambda one: (one.order, one.uuid))
    return Asserted(
        group_id=group_id,
        revision=revision,
        settings=settings[0] if settings else WorkSettings(),
        chapters=tuple(AssertedChapter(one, readings[one.uuid]) for one in ordered if one.uuid in readings),
        judgements={one.uuid: one for one in judgements},
        acts=tuple(sorted(acts, key=lambda one: one.number)),
        waiting=tuple(one for one in ordered if one.uuid not in readings),
    )
