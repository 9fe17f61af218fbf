"""Reads canon chapters by rules at each replay, with the names that the chapters before them contain.

The names of earlier chapters are known only when the chapters are replayed in narrative order. When a canon chapter is
added, its reading by rules has no content yet, and each replay completes this reading. A window (part of a chapter) is
read again by rules only if the known names that concern this window have changed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from episodic.extraction.rule_based.language_rules import KnownName
from episodic.extraction.rule_based.reader import READER_NAME, RuleBasedReader
from episodic.model.episodes import Language
from episodic.model.readings import NodeReading, WindowReading
from episodic.model.settings import WorkSettings
from episodic.pipeline.chapter_reading import windows_of
from episodic.pipeline.inputs import ChapterInput
from episodic.temporal.calendars.work_calendars import Calendars
from episodic.temporal.expressions import placing_of, statement_time

KnownIn = Callable[[str, Sequence[NodeReading]], tuple[tuple[KnownName, ...], str]]
"""A function that returns the names of entities with which rules read a window (part of a chapter). The function also
returns a digest of everything on which this reading depends apart from the text.

The arguments are the text of the window, and the people and things that the rules found in the earlier windows of the
same chapter.
"""


def rule_based_reader() -> RuleBasedReader:
    """Return a rule-based reader with the time rules of all languages."""
    return RuleBasedReader(
        statement_time=_statement_time, placing=lambda sentence, language: placing_of(sentence, language=language)
    )


@lru_cache(maxsize=8)
def _calendars(settings: WorkSettings) -> Calendars:
    return Calendars(settings.calendars)


@lru_cache(maxsize=4096)
def _statement_time(words: str, language: Language, settings: WorkSettings) -> str | None:
    return statement_time(words, language=language, calendars=_calendars(settings))


def is_completed_by_rules(chapter: ChapterInput) -> bool:
    """Return whether at least one window of the chapter is read by the current rule-based reader."""
    return any(window.reader == READER_NAME for window in chapter.reading.windows)


@dataclass(slots=True)
class RuleBasedCompletion:
    """Reads windows again whose readings by the rule-based reader have no content yet or were made with other known
    names. The last result for each chapter is cached.
    """

    reader: RuleBasedReader
    settings: WorkSettings
    _done: dict[str, ChapterInput]

    @classmethod
    def of(cls, settings: WorkSettings) -> RuleBasedCompletion:
        return cls(rule_based_reader(), settings, {})

    def completed(self, chapter: ChapterInput, known_in: KnownIn, *, first_person: bool = False) -> ChapterInput:
        """Return the chapter with complete readings, or *chapter* itself if all readings are complete.

        Parts of the chapter (windows) that were not read by the rule-based reader are not changed. *first_person* says
        whether most earlier chapters have a first-person narrator.
        """
        last = self._done.get(chapter.episode.uuid)
        earlier: list[NodeReading] = []
        made: list[WindowReading] = []
        for number, stored in enumerate(chapter.reading.windows):
            reading = stored
            if stored.reader == READER_NAME:
                known, digest = known_in(self._text(chapter, number), earlier)
                if stored.known != digest:
                    reading = self._from_last(last, chapter, number, digest) or self._read(
                        chapter, number, known, digest, first_person=first_person
                    )
            earlier.extend(reading.nodes)
            made.append(reading)
        if all(one is other for one, other in zip(made, chapter.reading.windows, strict=True)):
            return chapter
        if last is not None and last.episode is chapter.episode and last.reading.windows == tuple(made):
            return last
        result = replace(chapter, reading=replace(chapter.reading, windows=tuple(made)))
        self._done[chapter.episode.uuid] = result
        return result

    def _from_last(
        self, last: ChapterInput | None, chapter: ChapterInput, number: int, digest: str
    ) -> WindowReading | None:
        if last is None or last.reading.digests != chapter.reading.digests:
            return None
        reading = last.reading.windows[number]
        return reading if reading.known == digest and reading.reader == READER_NAME else None

    def _text(self, chapter: ChapterInput, number: int) -> str:
        starts = (*chapter.reading.starts, len(chapter.episode.text))
        return chapter.episode.text[starts[number] : starts[number + 1]]

    def _read(
        self, chapter: ChapterInput, number: int, known: Sequence[KnownName], digest: str, *, first_person: bool
    ) -> WindowReading:
        window = replace(windows_of(chapter.episode)[number], first_person=first_person)
        return self.reader.read(window, self.settings, known=known, digest=digest)
