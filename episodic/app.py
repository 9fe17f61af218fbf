"""`StoryGraph`: one work's memory. The only place that knows every floor."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from functools import lru_cache
from pathlib import Path
from types import TracebackType
from typing import Self

import numpy as np
from dateutil.parser import isoparse
from numpy.typing import NDArray

from episodic.chapters import found_episode
from episodic.dedup.judges import RuledIdentityJudge
from episodic.dedup.prompted import PromptedIdentityJudge
from episodic.embeddings.hashed import HashedEmbedder
from episodic.errors import EmptyTextError
from episodic.extraction.prompted import PromptedReader
from episodic.extraction.readers import Reader
from episodic.extraction.ruled.reader import RuledReader
from episodic.model.episodes import Chapter, Episode, Language, Layer
from episodic.model.names import check_name
from episodic.model.records import Work
from episodic.model.settings import WorkSettings
from episodic.pipeline.answering import Judges
from episodic.pipeline.edits import Edited, merge_entities, remove_episode, replace_episode
from episodic.pipeline.exporting import export_lines
from episodic.pipeline.importing import parse_export
from episodic.pipeline.ingest import Ingestion, quiet
from episodic.pipeline.report import ChapterReport, ManuscriptReport, OnProgress, Outcome
from episodic.pipeline.restoring import restore
from episodic.pipeline.session import Session, Tools
from episodic.ports import Embedder, GraphStore, LanguageModel
from episodic.search import reads
from episodic.search.exploring import ONE_STEP
from episodic.search.fields import HitKind
from episodic.search.fusion import DEFAULT_RECIPE, Recipe
from episodic.search.listing import EVERY_FACT
from episodic.search.ranking import Ranking
from episodic.search.results import SearchResults
from episodic.search.scope import Scope
from episodic.search.searching import AS_RANKED, EVERY_KIND, search
from episodic.temporal.calendars import Calendars
from episodic.temporal.expressions import placing_of, statement_time
from episodic.temporal.judges import RuledTemporalJudge
from episodic.temporal.prompted import PromptedTemporalJudge
from episodic.text.files import load_manuscript
from episodic.views import Views

Clock = Callable[[], str]
WHOLE = Scope()
"""Everything told so far, ended facts left out."""


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


class StoryGraph:
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
        self.views = Views(self.session, store)

    async def __aenter__(self) -> Self:
        await self.setup()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def setup(self) -> None:
        """Make what the store needs (tables, indexes, constraints). Raises StoreError."""
        await self.store.setup()

    async def close(self) -> None:
        """Let go of the store."""
        await self.views.close()
        await self.store.close()

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
        on_progress: OnProgress = quiet,
    ) -> ManuscriptReport:
        """Read a file, a folder or chapters in order. Run again, it goes on where it was; changed chapters replace their old text.

        Chapters that a model could not read are listed as failed and the others go on. Raises what `load_manuscript` raises for
        a path, StoreError, EmptyTextError.
        """
        if isinstance(manuscript, str | Path):
            chapters: Sequence[Chapter] = load_manuscript(Path(manuscript)).chapters
        else:
            chapters = manuscript
        if not chapters:
            raise EmptyTextError("the manuscript")
        return await Ingestion(self.session, on_progress=on_progress).run(chapters, layer=layer)

    async def retry(self, *, on_progress: OnProgress = quiet) -> ManuscriptReport:
        """Read the chapters that could not be read before."""
        return await Ingestion(self.session, on_progress=on_progress).reread_waiting()

    async def replace_episode(
        self, reference: str | int, episode_body: str | Chapter, *, on_progress: OnProgress = quiet
    ) -> ChapterReport:
        """Put another text in a chapter's place; its report says what that changed in memory.

        *reference* is a key, a heading number, an ordinal, a title or an id. Raises UnknownEpisodeError, ModelError.
        """
        episode = await self.find_episode(reference)
        chapter = episode_body if isinstance(episode_body, Chapter) else Chapter(episode_body)
        return await replace_episode(self.session, episode, chapter, on_progress=on_progress)

    async def remove_episode(self, reference: str | int) -> Edited:
        """Take a chapter back: the graph becomes what it would be without it. Raises UnknownEpisodeError."""
        return await remove_episode(self.session, (await self.find_episode(reference)).uuid)

    async def merge_entities(
        self, first: str, second: str, *, told_from: str | int | None = None, by: str = "author", reason: str = ""
    ) -> Edited:
        """Declare two entities (names or ids) one, from a chapter on: by default from the later one's first mention.

        Raises UnknownEntityError, AmbiguousNameError, InvalidActError.
        """
        one, other = await self.entity_id(first), await self.entity_id(second)
        chapter = None if told_from is None else (await self.find_episode(told_from)).uuid
        return await merge_entities(self.session, one, other, told_from=chapter, by=by, reason=reason)

    async def search(
        self,
        query: str,
        *,
        scope: Scope = WHOLE,
        kinds: Collection[HitKind] = EVERY_KIND,
        limit: int = 10,
        recipe: Recipe = DEFAULT_RECIPE,
        ranking: Ranking = AS_RANKED,
    ) -> SearchResults:
        """What fits the query among facts, entities and passages, best first; no model is called.

        `scope` restricts what is seen (see Scope). An empty answer says what was searched and filtered. Raises
        UnknownEpisodeError, UnknownMomentError, InvalidFilterError, StoreError.
        """
        view = await self.views.view(scope)
        return await search(view, query, kinds=kinds, limit=limit, recipe=recipe, ranking=ranking)

    async def get_entity(self, reference: str, *, scope: Scope = WHOLE) -> reads.Portrait:
        """One entity by id, name or alias, with what holds of it. Raises UnknownEntityError, AmbiguousNameError."""
        return await reads.get_entity(await self.views.view(scope), reference)

    async def get_facts(
        self,
        asked: reads.FactQuery = EVERY_FACT,
        *,
        scope: Scope = WHOLE,
        cursor: str | None = None,
        limit: int = 100,
    ) -> reads.FactPage:
        """An exact, paged listing of facts, in story order. Raises UnknownEntityError, AmbiguousNameError."""
        return await reads.get_facts(await self.views.view(scope), asked, cursor=cursor, limit=limit)

    async def timeline(
        self, entity: str | None = None, *, predicate: str | None = None, scope: Scope = WHOLE
    ) -> reads.Timeline:
        """Every version of what was true, in story order, with what ended each and the evidence for both."""
        return await reads.timeline(await self.views.view(scope), entity, predicate=predicate)

    async def issues(self, *, waived: bool = False, scope: Scope = WHOLE) -> tuple[reads.ShownIssue, ...]:
        """What the author should look at, most pressing first, each with its quotes."""
        return await reads.issues(await self.views.view(scope), waived=waived)

    async def chapters(self, *, scope: Scope = WHOLE) -> tuple[reads.ChapterEntry, ...]:
        """The chapters in telling order, with what each holds; one that could not be read says why."""
        return await reads.chapters(await self.views.view(scope))

    async def stats(
        self, *, group_by: Sequence[str] = (), limit: int | None = None, scope: Scope = WHOLE
    ) -> reads.Stats:
        """Counts, grouped if asked."""
        return await reads.stats(await self.views.view(scope), group_by=group_by, limit=limit)

    async def explore(
        self, seeds: Sequence[str], *, reach: reads.Reach = ONE_STEP, scope: Scope = WHOLE
    ) -> reads.Subgraph:
        """The neighbourhood of some entities, within bounds. Raises UnknownEntityError, AmbiguousNameError."""
        return await reads.explore(await self.views.view(scope), seeds, reach=reach)

    async def read_passages(
        self, references: Sequence[reads.PassageRef], *, before: int = 0, after: int = 0, scope: Scope = WHOLE
    ) -> tuple[reads.ShownPassage, ...]:
        """The author's own words behind ids of passages or facts, with neighbours."""
        return await reads.read_passages(await self.views.view(scope), references, before=before, after=after)

    async def entity_id(self, reference: str) -> str:
        """The id of the entity of this id, name or alias. Raises UnknownEntityError, AmbiguousNameError."""
        return (await self.get_entity(reference)).entity.uuid

    async def find_episode(self, reference: str | int) -> Episode:
        """The chapter of this key, id, heading number, ordinal (counted from 1) or title. Raises UnknownEpisodeError."""
        episodes = (await self.session.state()).asserted.episodes
        return found_episode(episodes, reference)

    async def works(self) -> Sequence[Work]:
        """Every work of the store."""
        return await self.store.works()

    def export(self, *, canonical: bool = False) -> AsyncIterator[str]:
        """The work as JSON lines (docs/export.md), streamed; canonical for comparing two works. Raises StoreError."""
        return export_lines(self.store, self.group_id, canonical=canonical)

    async def import_(self, lines: Iterable[str]) -> int:
        """Bring an exported work in, all of it or nothing; its revision. The file is checked whole before anything is written.

        Raises ImportFormatError, EmbedderMismatchError, InputError (the store has another work of that name), StoreError.
        """
        found = parse_export(lines, group_id=self.group_id)
        revision = await restore(self.store, found, embedder=self.embedder, vectors_of=self.session.tools.vectors_of)
        self.session.forget()
        return revision

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
    try:
        return isoparse(moment).date().isoformat()
    except ValueError:
        return moment
