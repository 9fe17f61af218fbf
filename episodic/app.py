"""`StoryGraph`, the main class of the package, which connects the store, readers, judges and embedder of one work."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from episodic.dedup.judges import RuleBasedIdentityJudge
from episodic.embeddings.hashed import HashedEmbedder
from episodic.errors import EmptyTextError
from episodic.extraction.readers import Reader
from episodic.facade.answers import WorkAnswers
from episodic.facade.edits import WorkEdits
from episodic.facade.overrides import WorkOverrides
from episodic.facade.reads import WorkReads
from episodic.facade.series import Series
from episodic.guards import GuardedEmbedder, GuardedModel
from episodic.model.episodes import Chapter, Layer
from episodic.model.name_keys import check_work_name
from episodic.model.records import Work
from episodic.model.settings import WorkSettings
from episodic.pipeline.edits.ingestion import Ingestion, quiet
from episodic.pipeline.edits.settings_change import keep_settings
from episodic.pipeline.import_export.exporting import export_lines
from episodic.pipeline.import_export.importing import Imported, parse_export
from episodic.pipeline.import_export.restoring import Restored, restore
from episodic.pipeline.reports import ChapterReport, ManuscriptReport, OnProgress, Outcome
from episodic.pipeline.rule_based_reading import rule_based_reader
from episodic.pipeline.session.judge_calls import Judges
from episodic.pipeline.session.session import Session, SessionServices
from episodic.pipeline.sync.planning import Extent
from episodic.ports import Embedder, GraphStore, LanguageModel
from episodic.search.scope import Scope
from episodic.temporal.judges import RuleBasedTemporalJudge
from episodic.text.file_names import manuscript_name
from episodic.text.manuscript_files import load_manuscript
from episodic.views.view_factory import ViewFactory

Clock = Callable[[], str]


def utc_now() -> str:
    """Return the current time in UTC in ISO 8601 format, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


@dataclass(frozen=True, slots=True)
class ReaderSetup:
    """The reader of chapters, and a function that creates the judges for a work's settings."""

    reader: Reader
    judges_for: Callable[[WorkSettings], Judges]


def rule_based_setup() -> ReaderSetup:
    """Return a reader and judges that use only rules and call no language model."""
    return ReaderSetup(rule_based_reader(), lambda _: Judges(RuleBasedIdentityJudge(), RuleBasedTemporalJudge()))


def llm_based_setup(model: LanguageModel) -> ReaderSetup:
    """Return a reader and judges that ask a language model.

    The judges decide simple questions by rules, without a model call.
    """
    from episodic.dedup.llm_judge import LLMIdentityJudge
    from episodic.extraction.llm_based import LLMReader
    from episodic.temporal.llm_judge import LLMTemporalJudge

    def judges_for(settings: WorkSettings) -> Judges:
        return Judges(LLMIdentityJudge(model), LLMTemporalJudge(model, settings=settings))

    return ReaderSetup(LLMReader(model), judges_for)


class DescriptionVectors:
    """A cache of the vectors of entity descriptions, which the offline `HashedEmbedder` computes."""

    def __init__(self) -> None:
        self._embedder = HashedEmbedder()
        self._known: dict[str, NDArray[np.float32]] = {}

    def vectors(self, texts: Sequence[str]) -> Sequence[NDArray[np.float32]]:
        """Return one vector for each text, in the order of the texts."""
        fresh = [text for text in dict.fromkeys(texts) if text not in self._known]
        if fresh:
            self._known.update(zip(fresh, self._embedder.embedded(fresh), strict=True))
        return [self._known[text] for text in texts]


class StoryGraph(WorkReads, WorkAnswers, WorkEdits, WorkOverrides):
    """The knowledge graph of one work, with methods that ingest and edit chapters and that answer searches.

    If no *model* is given, rules read the chapters. Any exception of the model, embedder or reranker is raised as a
    ModelError, EmbeddingError or RerankerError. `settings` (entity types, predicates, calendars) are stored with the
    work; the default None keeps the stored settings. Use the object as an async context manager, or call `setup` and
    `close`.
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
        """Connect the store, the model and the embedder.


        Raises InvalidNameError for a group name that cannot be stored.
        """
        self.group_id = check_work_name(group_id)
        self.store = store
        self.embedder = HashedEmbedder() if embedder is None else GuardedEmbedder(embedder)
        self.model = None if model is None else GuardedModel(model)
        readers = rule_based_setup() if self.model is None else llm_based_setup(self.model)
        tools = SessionServices(
            reader=readers.reader,
            judges_for=readers.judges_for,
            embedder=self.embedder,
            vectors_of=DescriptionVectors().vectors,
            clock=clock,
        )
        self.session = Session(self.group_id, store=store, tools=tools, settings=settings)
        self.views = ViewFactory(self.group_id, store=store, embedder=self.embedder, session=lambda: self.session)

    async def add_episode(  # noqa: PLR0913 - Graphiti's add_episode has the same parameters
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
        """Read a chapter and add the chapter at the end of the work.

        If the work already has the chapter with the same text, nothing is changed and no model is called. `name` is the
        chapter's title, and also the chapter's key unless `uuid` is given. Raises DuplicateEpisodeError if a chapter
        with that key has another text. Raises ModelError if the model could not read the chapter; the chapter is stored
        nevertheless, and the method `retry` reads the chapter again.
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
        """Read a file, a folder or a sequence of chapters.

        A repeated call continues an interrupted call and processes only the changed chapters. A path stands for a
        complete manuscript, which is named after the file or folder unless *named* is given. Chapters of a complete
        manuscript are recognised by their text, even after an edit, a move, a split, a merge or a new title. Chapters
        that the manuscript no longer contains are removed from the work, unless *removing* is False. A sequence of
        chapters without *named* is only a part of the work: its chapters are recognised by their keys, and no other
        chapter is removed unless *removing* is True. Chapters that the model could not read are listed as failed in the
        report, and all other chapters are processed. Raises StoreError, EmptyTextError and, for a path, the errors of
        `load_manuscript`.
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
        """Return all works of the store."""
        return await self.store.works()

    def series(self, name_or_works: str | Sequence[str]) -> Series:
        """Return the series of the store with this name, or a series of these works that is not stored.

        The works of a series are searched together. The series may not exist yet; its method `add` creates it.
        """
        from episodic.read_only import ReadOnlyWork

        def open_work(work: str) -> ReadOnlyWork:
            return ReadOnlyWork(self.store, group_id=work, embedder=self.embedder)

        named = isinstance(name_or_works, str)
        return Series(
            self.store,
            name_or_works if isinstance(name_or_works, str) else "",
            works=() if named else tuple(name_or_works),
            open_work=open_work,
            clock=self.session.tools.clock,
        )

    async def export(self, *, canonical: bool = False, scope: Scope | None = None) -> AsyncIterator[str]:
        """Yield the work as JSON lines in the format of docs/export.md.

        With *canonical*, two works with the same content give the same lines. A *scope* can limit the export to the
        chapters up to `told_by`, to a revision, or to some layers. Without a scope, everything is exported. Raises
        StoreError, and InvalidFilterError if the scope has `as_of`, `pov` or filters, which cannot limit an export.
        """
        store = self.store if scope is None else await self.views.store_for(scope)
        async for line in export_lines(store, self.group_id, canonical=canonical):
            yield line

    async def import_(self, lines: Iterable[str]) -> int:
        """Import an exported work and return the revision of the work.

        All lines are checked before the first record is written, and the import is atomic. Raises ImportFormatError,
        EmbedderMismatchError, StoreError, and InputError if the store has another work with the same name.
        """
        return (await self.restore(parse_export(lines, group_id=self.group_id))).revision

    async def restore(self, found: Imported) -> Restored:
        """Import a work that `parse_export` has checked. The field `changed` of the result says whether anything was
        written.

        Raises the same errors as `import_`.
        """
        restored = await restore(self.store, found, embedder=self.embedder, vectors_of=self.session.tools.vectors_of)
        self.session.forget()
        return restored

    async def delete(self) -> bool:
        """Delete the whole work with its history. Return True if the store had the work, otherwise False."""
        existed = await self.store.delete(self.group_id)
        self.session.forget()
        return existed


def _words(moment: str | datetime | date | None) -> str | None:
    """Return the reference time as text for the calendars.

    A real-world moment becomes an ISO date, and any other text is returned unchanged. Text counts as a real-world
    moment only in strict ISO 8601 format with a time of day, because a date of an invented calendar may look like an
    ISO date.
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
