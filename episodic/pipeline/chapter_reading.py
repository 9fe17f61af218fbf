"""Lets a reader read a chapter window by window, where a window is a part of the chapter that is read in one call. A
reader extracts first the entities and then the facts of each window.

A window keeps its stored reading if its text, the text before it and the tale that it continues are unchanged.
"""

from __future__ import annotations

from collections.abc import Awaitable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from episodic.concurrency import run_all
from episodic.extraction.llm_based.open_tales import OpenTale, continued, open_tale
from episodic.extraction.readers import EntitiesReading, FactsReading, Reader
from episodic.extraction.rule_based.reader import READER_NAME
from episodic.model.episodes import Episode, Language, Layer
from episodic.model.ids import digest_of
from episodic.model.readings import ChapterReading, Window, WindowReading
from episodic.model.settings import WorkSettings
from episodic.pipeline.inputs import ChapterInput, window_digests
from episodic.text.passages import passages
from episodic.text.windows import windows

T = TypeVar("T")
_TALE_MARK = "~"


@dataclass(frozen=True, slots=True)
class PartialReading:
    """A chapter whose entities have been read and whose facts have not been read yet.

    `kept[i]` is the stored reading of window i, or None if window i has no stored reading.
    """

    episode: Episode
    windows: tuple[Window, ...]
    digests: tuple[str, ...]
    kept: tuple[WindowReading | None, ...]
    entities: tuple[EntitiesReading | None, ...]

    @property
    def fresh(self) -> int:
        """Return the number of windows of the chapter that have no stored reading and must therefore be read."""
        return sum(one is None for one in self.kept)

    def without_facts(self) -> ChapterReading:
        """Return the chapter's reading with its new entities and no new facts, from which identities can be resolved
        before facts are read.
        """
        return self._reading([None] * len(self.windows), reader="")

    def with_facts(self, facts: Sequence[FactsReading | None], reader: str) -> ChapterReading:
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


def window_digest(window: Window, tale: OpenTale | None = None) -> str:
    """Return a digest of a window and of the tale that the window continues. The digest depends on the window's text,
    context, passages, language and voices (spans in which another narrator says "I").
    """
    shown = (window.text, window.context, window.passages, window.language)
    text = digest_of(repr((*shown, window.voices) if window.voices else shown))
    return text if tale is None else f"{text}{_TALE_MARK}{digest_of(repr((tale.kind.value, tale.teller)))}"


def text_digest(digest: str) -> str:
    """Return the part of a window's digest that does not depend on the tale that the window continues."""
    return digest.partition(_TALE_MARK)[0]


def digest_in_tale_of(window: Window, digest: str) -> str:
    """Return the digest that *window* would have if it continued the same tale as the window with the digest *digest*.
    If the window with the digest *digest* continues no tale, return the digest of *window* without a tale.
    """
    return "".join((window_digest(window), *digest.partition(_TALE_MARK)[1:]))


def stored_readings(chapters: Iterable[ChapterInput]) -> Mapping[str, WindowReading]:
    """Return the readings of all windows of *chapters*, by window digest. A stored reading is decoded from JSON only
    when it is used.
    """
    places: dict[str, tuple[ChapterReading, int]] = {}
    for chapter in chapters:
        for number, digest in enumerate(window_digests(chapter.reading)):
            places.setdefault(digest, (chapter.reading, number))
    return _StoredReadings(places)


class LayeredReadings(Mapping[str, WindowReading]):
    """The readings of windows by window digest, from several mappings. If several mappings have a window's digest as a
    key, the reading is taken from the first of them.
    """

    def __init__(self, *layers: Mapping[str, WindowReading]) -> None:
        self._layers = layers

    def __getitem__(self, digest: str) -> WindowReading:
        for layer in self._layers:
            if digest in layer:
                return layer[digest]
        raise KeyError(digest)

    def __contains__(self, digest: object) -> bool:
        return any(digest in layer for layer in self._layers)

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys(digest for layer in self._layers for digest in layer))

    def __len__(self) -> int:
        return len(set[str]().union(*self._layers))


class _StoredReadings(Mapping[str, WindowReading]):
    def __init__(self, places: Mapping[str, tuple[ChapterReading, int]]) -> None:
        self._places = places

    def __getitem__(self, digest: str) -> WindowReading:
        reading, number = self._places[digest]
        return reading.windows[number]

    def __contains__(self, digest: object) -> bool:
        return digest in self._places

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


def windows_of(episode: Episode) -> tuple[Window, ...]:
    """Return the windows of the chapter, the parts that a reader reads in one call each."""
    return _windows(episode.text, episode.language)


@lru_cache(maxsize=64)
def _windows(text: str, language: Language) -> tuple[Window, ...]:
    return windows(text, passages(text, language), language)


class _DeferringReader:
    """A reader that stands in for the rule-based reader and returns empty readings, which the replay completes.

    The rule-based reading of a canon chapter needs the names that occur in earlier chapters, which only the replay
    knows.
    """

    name = READER_NAME

    async def entities(self, window: Window, settings: WorkSettings) -> EntitiesReading:
        del window, settings
        return EntitiesReading((), ())

    async def facts(self, window: Window, entities: EntitiesReading, settings: WorkSettings) -> FactsReading:
        del window, entities, settings
        return FactsReading(())


def _reader_of(episode: Episode, reader: Reader) -> Reader:
    """Return *reader*, or a `_DeferringReader` in place of the rule-based reader if the chapter is in canon."""
    return _DeferringReader() if reader.name == READER_NAME and episode.layer is Layer.CANON else reader


async def read_entities(
    episode: Episode, *, reader: Reader, settings: WorkSettings, kept: Mapping[str, WindowReading]
) -> PartialReading:
    """Read the entities of the windows that have no stored reading, concurrently. Raises ModelError.

    A stored reading can be used only if its window continues the same tale as when it was read. The tale that a window
    continues is known only when the earlier windows have been read. A window's stored reading may turn out to belong to
    another tale. If no reading of the right tale is stored, the entities of this window are read last.
    """
    parts, used = windows_of(episode), _reader_of(episode, reader)
    carries = used.name != READER_NAME
    likely: list[WindowReading | None] = []
    for window in parts:
        before = likely[-1] if likely and carries else None
        tale = None if before is None else open_tale(parts[len(likely) - 1], before.nodes, before.frames)
        likely.append(kept.get(window_digest(window, tale)))
    answers = await run_together(
        [used.entities(one, settings) if there is None else None for one, there in zip(parts, likely, strict=True)]
    )
    digests: list[str] = []
    known: list[WindowReading | None] = []
    read: list[EntitiesReading | None] = []
    tale = None
    for window, answer in zip(parts, answers, strict=True):
        digests.append(window_digest(window, tale))
        known.append(kept.get(digests[-1]))
        reading: WindowReading | EntitiesReading | None = known[-1]
        if reading is None:
            entities = await used.entities(window, settings) if answer is None else answer
            reading = entities if tale is None else continued(entities, tale)
        read.append(reading if isinstance(reading, EntitiesReading) else None)
        tale = open_tale(window, reading.nodes, reading.frames) if carries else None
    return PartialReading(episode, parts, tuple(digests), tuple(known), tuple(read))


async def read_facts(part: PartialReading, *, reader: Reader, settings: WorkSettings) -> ChapterReading:
    """Read the facts of all windows that have no stored reading, concurrently. Raises ModelError."""
    used = _reader_of(part.episode, reader)

    def ask(number: int) -> Awaitable[FactsReading] | None:
        entities = part.entities[number]
        return None if entities is None else used.facts(part.windows[number], entities, settings)

    facts = await run_together([ask(number) for number in range(len(part.windows))])
    return part.with_facts(facts, reader.name)


async def run_together(calls: Sequence[Awaitable[T] | None]) -> list[T | None]:
    """Await the calls concurrently, and return the results in the order of *calls*.

    If an item of *calls* is None, the result for this item is None. If a call fails, the other calls are cancelled and
    the error of the failed call is raised.
    """
    answers = iter(await run_all(call for call in calls if call is not None))
    return [None if call is None else next(answers) for call in calls]
