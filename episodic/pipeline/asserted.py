"""Everything asserted of one work, as it is loaded, replayed and saved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from episodic.model.asserted import Act, Judgement
from episodic.model.episodes import Episode
from episodic.model.readings import ChapterReading
from episodic.model.records import Kind, from_json
from episodic.model.settings import WorkSettings
from episodic.ports import GraphStore

SETTINGS_ID = "settings"


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


async def load(store: GraphStore, group_id: str) -> Asserted:
    """Everything asserted of the work at its present revision; an empty one if there is no such work."""
    work = await store.work(group_id)
    if work is None:
        return Asserted(group_id)
    episodes = [from_json(Episode, one.value) for one in await store.fetch(group_id, Kind.EPISODE)]
    readings = {one.uuid: from_json(ChapterReading, one.value) for one in await store.fetch(group_id, Kind.READING)}
    judgements = [from_json(Judgement, one.value) for one in await store.fetch(group_id, Kind.JUDGEMENT)]
    acts = [from_json(Act, one.value) for one in await store.fetch(group_id, Kind.ACT)]
    settings = await store.fetch(group_id, Kind.SETTING, ids=[SETTINGS_ID])
    ordered = sorted(episodes, key=lambda one: (one.order, one.uuid))
    return Asserted(
        group_id=group_id,
        revision=work.revision,
        settings=from_json(WorkSettings, settings[0].value) if settings else WorkSettings(),
        chapters=tuple(AssertedChapter(one, readings[one.uuid]) for one in ordered if one.uuid in readings),
        judgements={one.uuid: one for one in judgements},
        acts=tuple(sorted(acts, key=lambda one: one.number)),
        waiting=tuple(one for one in ordered if one.uuid not in readings),
    )
