"""`StoryGraph`: one work's memory. The only place that knows every floor."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from episodic.dedup.judges import RuledIdentityJudge
from episodic.embeddings.hashed import HashedEmbedder
from episodic.errors import EmptyTextError
from episodic.extraction.readers import Reader
from episodic.extraction.ruled.reader import RuledReader
from episodic.facade.authoring import Authoring
from episodic.facade.reading import Reading
from episodic.facade.revising import Revising
from episodic.model.episodes import Chapter, Language, Layer
from episodic.model.names import check_name
from episodic.model.records import Work
from episodic.model.settings import WorkSettings
from episodic.pipeline.edits.ingest import Ingestion, quiet
from episodic.pipeline.edits.resetting import keep_settings
from episodic.pipeline.exchange.exporting import export_lines
from episodic.pipeline.exchange.importing import Imported, parse_export
from episodic.pipeline.exchange.restoring import Restored, restore
from episodic.pipeline.manuscript.planning import Extent
from episodic.pipeline.report import ChapterReport, ManuscriptReport, OnProgress, Outcome
from episodic.pipeline.work.answering import Judges
from episodic.pipeline.work.session import Session, Tools
from episodic.ports import Embedder, GraphStore, LanguageModel
from episodic.search.scope import Scope
from episodic.temporal.calendars import Calendars
from episodic.temporal.expressions import placing_of, statement_time
from episodic.temporal.judges import RuledTemporalJudge
from episodic.text.file_names import manuscript_name
from episodic.text.files import load_manuscript
from episodic.views import Views

Clock = Callable[[], str]


def utc_now() -> str:
    """The wall clock, in UTC, to the second (ISO 8601)."""
    return datetime.now(UTC).isoformat(timespec="seconds")


@dataclass(frozen=True, slots=True)
class Readers:
    """Who reads chapters, and who judges what is open in a work of given settings."""

    reader: Reader
    judges_for: Callable[[WorkSettings], Judges]


def ruled_readers() -> Readers:
    """Readers that need no model."""
    reader = RuledReader(
        statement_time=_statement_time, placing=lambda sentence, language: placing_of(sentence, language=language)
    )
    return Readers(reader, lambda _: Judges(RuledIdentityJudge(), RuledTemporalJudge()))


@lru_cache(maxsize=8)
def _calendars(settings: WorkSettings) -> Calendars:
    return Calendars(settings.calendars)


def _statement_time(words: str, language: Language, settings: WorkSettings) -> str | None:
    return statement_time(words, language=language, calendars=_calendars(settings))


def prompted_readers(model: LanguageModel) -> Readers:
    """Readers that ask a language model, and let rules settle the sure cases."""
    from episodic.dedup.prompted import PromptedIdentityJudge
    from episodic.extraction.prompted import PromptedReader
    from episodic.temporal.prompted import PromptedTemporalJudge

    def judges_for(settings: WorkSettings) -> Judges:
        return Judges(PromptedIdentityJudge(model), PromptedTemporalJudge(model, settings=settings))

    return Readers(PromptedReader(model), judges_for)


class Descriptions:
    """Vectors of descriptions by the offline embedder, each made once."""

    def __init__(self) -> None:
        self._embedder = HashedEmbedder()
        self._known: dict[str, NDArray[np.float32]] = {}

    def vectors(self, texts: Sequence[str]) -> Sequence[NDArray[np.float32]]:
        """One vector a text, in order."""
        fresh = [text for text in dict.fromkeys(texts) if text not in self._known]
        if fresh:
            self._known.update(zip(fresh, self._embedder.embedded(fresh), strict=True))
        return [self._known[text] for text in texts]


class StoryGraph(Reading, Revising, Authoring):
    """The memory of one work: chapters go in, questions come out.

    Without a *model* it reads by rules. `settings` (entity types, predicates, calendars) are kept with the work; None keeps
    what the work has. Use it as an async context manager, or call `setup` and `close`.
    """

    def __init__(
        self,
        store: GraphStore,
        *,
        group_id: str = "story",
        model: LanguageModel | None = None,
        embedder: Embedder | None = None,
        settings: WorkSettings | None = None,
        clock: Clock = utc_now,
    ) -> None:
        """Raises InvalidNameError for a group name that cannot be kept."""
        self.group_id = check_name(group_id, "group name")
        self.store = store
        self.embedder = embedder or HashedEmbedder()
        readers = ruled_readers() if model is None else prompted_readers(model)
        tools = Tools(
            reader=readers.reader,
            judges_for=readers.judges_for,
            embedder=self.embedder,
            vectors_of=Descriptions().vectors,
            clock=clock,
        )
        self.session = Session(self.group_id, store=store, tools=tools, settings=settings)
        self.views = Views(self.group_id, store=store, embedder=self.embedder, session=lambda: self.session)

    async def add_episode(  # noqa: PLR0913 - the parameters that Graphiti has, too
        self,
        episode_body: str | Chapter,
        *,
        name: str = "",
        uuid: str | None = None,
        reference_time: str | datetime | date | None = None,
        source_description: str = "",
        layer: Layer = Layer.CANON,
        on_progress: OnProgress = quiet,
    ) -> ChapterReport:
        """Read one chapter and put it after the others. The same text again changes nothing and costs nothing.

        `name` is its title and, unless `uuid` gives it another, its key. Raises DuplicateEpisodeError if a chapter of that key
        has another text, and the ModelError of a chapter that could not be read (it keeps its place: see `retry`).
        """
        chapter = episode_body if isinstance(episode_body, Chapter) else Chapter(episode_body, title=name)
        chapter = replace(
            chapter,
            key=uuid or chapter.key or chapter.title or name or None,
            reference_time=_words(reference_time) or chapter.reference_time,
            source_description=source_description or chapter.source_description,
        )
        report = await Ingestion(self.session, on_progress=on_progress).run([chapter], layer=layer, replacing=False)
        (only,) = report.chapters
        if only.outcome is Outcome.FAILED and only.error is not None:
            raise only.error
        return only

    async def add_manuscript(
        self,
        manuscript: str | Path | Sequence[Chapter],
        *,
        layer: Layer = Layer.CANON,
        named: str | None = None,
        removing: bool | None = None,
        on_progress: OnProgress = quiet,
    ) -> ManuscriptReport:
        """Read a file, a folder or chapters in order. Run again, it goes on where it was, and does only what changed.

        A path's chapters are all of the manuscript of its file's or folder's name (*named* gives it another): they are known again
        by their words, however they were edited, moved, split, joined or renamed, and one that is gone is taken back, unless
        *removing* is False. Chapters by hand without a name are a part of the work, known by their keys: nothing is taken back for
        them unless *removing* is True. Chapters that a model could not read are listed as failed and the others go on. Raises what
        `load_manuscript` raises for a path, StoreError, EmptyTextError.
        """
        if isinstance(manuscript, str | Path):
            chapters: Sequence[Chapter] = load_manuscript(Path(manuscript)).chapters
            named = manuscript_name(Path(manuscript)) if named is None else named
        else:
            chapters = manuscript
        if not chapters:
            raise EmptyTextError("the manuscript")
        extent = Extent.of(named or "", removing=removing)
        report = await Ingestion(self.session, on_progress=on_progress).run(chapters, layer=layer, extent=extent)
        reset = await keep_settings(self.session, self.store)
        return report if reset is None else replace(report, revision=reset.revision, diff=report.diff.then(reset.diff))

    async def works(self) -> Sequence[Work]:
        """Every work of the store."""
        return await self.store.works()

    async def export(self, *, canonical: bool = False, scope: Scope | None = None) -> AsyncIterator[str]:
        """The work as JSON lines (docs/export.md), streamed; canonical for comparing two works.

        With a *scope* the work as it was told by a chapter, stood at a revision, or is in some layers; None is everything kept.
        Raises InvalidFilterError where the scope asks for a part of a telling (as_of, pov, filters), StoreError.
        """
        store = self.store if scope is None else await self.views.telling(scope)
        async for line in export_lines(store, self.group_id, canonical=canonical):
            yield line

    async def import_(self, lines: Iterable[str]) -> int:
        """Bring an exported work in, all of it or nothing; its revision. The file is checked whole before anything is written.

        Raises ImportFormatError, EmbedderMismatchError, InputError (the store has another work of that name), StoreError.
        """
        return (await self.restore(parse_export(lines, group_id=self.group_id))).revision

    async def restore(self, found: Imported) -> Restored:
        """Bring in a work that `parse_export` checked; whether anything had to be written. Raises what `import_` does then."""
        restored = await restore(self.store, found, embedder=self.embedder, vectors_of=self.session.tools.vectors_of)
        self.session.forget()
        return restored

    async def delete(self) -> bool:
        """Take the whole work away, with its history; whether there was one."""
        there = await self.store.delete(self.group_id)
        self.session.forget()
        return there


def _words(moment: str | datetime | date | None) -> str | None:
    """A reference time as the calendars read it: a real-world date by its day, anything else in the caller's words.

    Only the strict ISO 8601 form counts as a real-world date; words of an invented calendar are never guessed at.
    """
    if isinstance(moment, datetime):
        return moment.date().isoformat()
    if isinstance(moment, date):
        return moment.isoformat()
    if moment is None or "T" not in moment:
        return moment
    from dateutil.parser import isoparse

    try:
        return isoparse(moment).date().isoformat()
    except ValueError:
        return moment
