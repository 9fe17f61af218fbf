"""Reading a chapter's windows: entities first, then facts; a window whose text did not change keeps its reading."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar, cast

from episodic.extraction.readers import EntitiesReading, FactsReading, Reader
from episodic.model.episodes import Episode
from episodic.model.ids import digest_of
from episodic.model.readings import ChapterReading, Window, WindowReading
from episodic.model.settings import WorkSettings
from episodic.pipeline.asserted import AssertedChapter
from episodic.text.passages import passages
from episodic.text.windows import windows

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PartRead:
    """A chapter whose entities are read and whose facts are not: `kept[i]` is the reading that window i keeps, if any."""

    episode: Episode
    windows: tuple[Window, ...]
    digests: tuple[str, ...]
    kept: tuple[WindowReading | None, ...]
    entities: tuple[EntitiesReading | None, ...]

    @property
    def fresh(self) -> int:
        """How many windows are read anew."""
        return sum(one is None for one in self.kept)

    def without_facts(self) -> ChapterReading:
        """The reading so far, enough to see who is who."""
        return self._reading([None] * len(self.windows), reader="")

    def with_facts(self, facts: Sequence[FactsReading | None], reader: str) -> ChapterReading:
        """The whole reading."""
        return self._reading(facts, reader=reader)

    def _reading(self, facts: Sequence[FactsReading | None], *, reader: str) -> ChapterReading:
        read: list[WindowReading] = []
        for kept, entities, said in zip(self.kept, self.entities, facts, strict=True):
            if kept is not None:
                read.append(kept)
                continue
            assert entities is not None, "a window is kept or read"  # noqa: S101
            statements = said.statements if said else ()
            rejected = (*entities.rejected, *(said.rejected if said else ()))
            read.append(WindowReading(entities.nodes, entities.frames, statements, rejected, reader))
        return ChapterReading(
            episode=self.episode.uuid,
            starts=tuple(one.start for one in self.windows),
            digests=self.digests,
            passages=tuple(one.passages for one in self.windows),
            windows=tuple(read),
        )


def window_digest(window: Window) -> str:
    """Stands for everything that a reader of the window is shown."""
    shown = (window.text, window.context, window.passages, window.language.value)
    return digest_of(repr((*shown, window.voices) if window.voices else shown))


def kept_readings(chapters: Iterable[AssertedChapter]) -> dict[str, WindowReading]:
    """The readings at hand, by the digest of what was read; of equal windows the first told."""
    kept: dict[str, WindowReading] = {}
    for chapter in chapters:
        for digest, reading in zip(chapter.reading.digests, chapter.reading.windows, strict=True):
            kept.setdefault(digest, reading)
    return kept


def windows_of(episode: Episode) -> tuple[Window, ...]:
    """The windows that the chapter is read in."""
    return windows(episode.text, passages(episode.text, episode.language), episode.language)


async def read_entities(
    episode: Episode, *, reader: Reader, settings: WorkSettings, kept: Mapping[str, WindowReading]
) -> PartRead:
    """Read the entities of every window that has no reading yet, all at once. Raises ModelError."""
    parts = windows_of(episode)
    digests = tuple(window_digest(one) for one in parts)
    known = tuple(kept.get(one) for one in digests)

    def ask(number: int) -> Awaitable[EntitiesReading] | None:
        return None if known[number] is not None else reader.entities(parts[number], settings)

    read = await together([ask(number) for number in range(len(parts))])
    return PartRead(episode, parts, digests, known, tuple(read))


async def read_facts(part: PartRead, *, reader: Reader, settings: WorkSettings) -> ChapterReading:
    """Read the facts of every window that has no reading yet, all at once. Raises ModelError."""

    def ask(number: int) -> Awaitable[FactsReading] | None:
        entities = part.entities[number]
        return None if entities is None else reader.facts(part.windows[number], entities, settings)

    facts = await together([ask(number) for number in range(len(part.windows))])
    return part.with_facts(facts, reader.name)


async def together(calls: Sequence[Awaitable[T] | None]) -> list[T | None]:
    """The answers in order, asked for at once; when one fails, the others are cancelled and its error is raised."""

    async def one(call: Awaitable[T]) -> T:
        return await call

    asked = [number for number, call in enumerate(calls) if call is not None]
    if len(asked) == 1:
        return [None if call is None else await call for call in calls]
    try:
        async with asyncio.TaskGroup() as group:
            tasks = [None if call is None else group.create_task(one(call)) for call in calls]
    except BaseExceptionGroup as failed:
        raise first_of(failed) from failed
    return [None if task is None else task.result() for task in tasks]


def first_of(failed: BaseExceptionGroup[BaseException]) -> BaseException:
    """The first single error inside a group of errors."""
    first = failed.exceptions[0]
    return (
        first_of(cast("BaseExceptionGroup[BaseException]", first)) if isinstance(first, BaseExceptionGroup) else first
    )
