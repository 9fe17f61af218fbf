"""`StoryGraph`, the main class of the package, which connects the store, the models or rules, and the embedder of one
work.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Sequence

from episodic.agents.tool_spec import ToolSpec
from episodic.context.digest_table import StoredDigests
from episodic.embeddings.hashed import HashedEmbedder
from episodic.facade.editable_work import EditableWork
from episodic.facade.series import Series
from episodic.facade.session_setup import Clock, llm_based_setup, rule_based_setup, session_services, utc_now
from episodic.guards import GuardedEmbedder, GuardedModel
from episodic.model.access import Access
from episodic.model.episodes import Language
from episodic.model.name_keys import check_work_name
from episodic.model.records import Work
from episodic.model.settings import WorkSettings
from episodic.pipeline.import_export.exporting import export_lines
from episodic.pipeline.import_export.importing import Imported, parse_export
from episodic.pipeline.import_export.renaming import rename_work, under_name
from episodic.pipeline.import_export.restoring import Restored, restore
from episodic.pipeline.session.services import SessionServices
from episodic.pipeline.session.session import Session
from episodic.ports import Embedder, GraphStore, LanguageModel
from episodic.read_only import ReadOnlyWork
from episodic.search.scope import Scope
from episodic.views.view_factory import ViewFactory


class StoryGraph(EditableWork):
    """The knowledge graph of one work, with methods that ingest and edit chapters and that answer searches.

    If no *model* is given, rules read the chapters. If a *small_model* is given, it answers the short questions about
    identity, time expressions, predicates, contradictions and payoffs in place of *model*. If the model, embedder or
    reranker raises an exception from outside this package, the caller gets a ModelError, EmbeddingError or
    RerankerError instead. `settings` (entity types, predicates, calendars) are stored with the work; the default None
    keeps the stored settings. Use the object as an async context manager, or call `setup` and `close`.
    """

    def __init__(  # noqa: PLR0913 - each argument is a part that the caller may supply
        self,
        store: GraphStore,
        *,
        group_id: str = "story",
        model: LanguageModel | None = None,
        small_model: LanguageModel | None = None,
        embedder: Embedder | None = None,
        settings: WorkSettings | None = None,
        clock: Clock = utc_now,
    ) -> None:
        """Connect the store, the model and the embedder.

        Raises InvalidNameError for a group name that is not allowed for a work.
        """
        self.group_id = check_work_name(group_id)
        self.store = store
        self.embedder = GuardedEmbedder.of(HashedEmbedder() if embedder is None else embedder)
        self.model = None if model is None else GuardedModel(model)
        small = None if small_model is None else GuardedModel(small_model)
        readers = rule_based_setup() if self.model is None else llm_based_setup(self.model, small)
        self._open(session_services(self.embedder, readers=readers, clock=clock), settings)

    def _open(self, tools: SessionServices, settings: WorkSettings | None) -> None:
        self.session = Session(self.group_id, store=self.store, tools=tools, settings=settings)
        self.views = ViewFactory(self.group_id, store=self.store, embedder=self.embedder, session=lambda: self.session)

    async def works(self) -> Sequence[Work]:
        """Return all works of the store, ordered by name. Raises StoreError."""
        return await self.store.works()

    def series(self, name_or_works: str | Sequence[str]) -> Series:
        """Return the series of the store with this name, or an unsaved series of the given works.

        The works of a series are searched together. The series may not exist yet; its method `add` creates it.
        """

        def open_work(work: str) -> ReadOnlyWork:
            found = ReadOnlyWork(self.store, group_id=work, embedder=self.embedder)
            found.model = self.model
            return found

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

        With *canonical*, two works with the same name and content give the same lines. A *scope* can limit the export
        to the chapters up to `told_by`, to a revision, or to some layers. Without a scope, the export contains all
        layers, and also their history unless *canonical* is true. Raises StoreError, and InvalidFilterError if the
        scope has `as_of`, `pov` or filters, which cannot limit an export.
        """
        store = self.store if scope is None else await self.views.store_for(scope)
        async for line in export_lines(store, self.group_id, canonical=canonical):
            yield line

    async def import_(self, lines: Iterable[str], *, renamed: bool = False) -> int:
        """Import an exported work and return the revision of the work. With *renamed*, the exported work may have
        another name than this graph; it is imported under this graph's name.

        All lines are checked before the first record is written, and the import is atomic. Raises ImportFormatError,
        EmbedderMismatchError, StoreError, and InputError if the store has another work, or another state of this work,
        under the same name.
        """
        found = parse_export(lines, group_id=None if renamed else self.group_id)
        return (await self.restore(found, renamed=renamed)).revision

    async def restore(self, found: Imported, *, renamed: bool = False) -> Restored:
        """Import a work that `parse_export` has checked. The field `changed` of the result says whether anything was
        written. With *renamed*, the work is imported under this graph's name.

        Raises EmbedderMismatchError, StoreError, and InputError if the store has another work, or another state of this
        work, under the same name.
        """
        if renamed:
            found = under_name(found, self.group_id, vectors_of=self.session.tools.vectors_of)
        restored = await restore(self.store, found, embedder=self.embedder, vectors_of=self.session.tools.vectors_of)
        self.session.forget()
        return restored

    async def rename_work(self, name: str) -> int:
        """Rename the work, set the `group_id` of this graph to the new name, and return the revision of the work.

        The chapters, entities and facts of the work get new ids; the old ids of entities and facts still resolve. Jobs
        of the work, API keys for the work, and series that contain the work are changed to its new name. Raises
        InputError if the store has no such work or has another work called *name*, and InvalidNameError if *name* is
        not allowed for a work. Raises JobStateError if a job of the work is running, StaleRevisionError if another
        process changes the work at the same time, EmbedderMismatchError and StoreError.
        """
        from episodic.api_keys import ApiKeys
        from episodic.pipeline.series_edits import rename_in_series, renamed_ids

        tools, old = self.session.tools, self.group_id
        stored = StoredDigests(self.store, old)

        async def follow() -> None:
            await rename_in_series(self.store, old, name, at=tools.clock())
            await ApiKeys(self.store, clock=tools.clock).rename_work(old, name)
            await self.jobs.rename_work(name, await renamed_ids(self.store, old, name))

        await self.jobs.check_idle()
        revision = (
            await rename_work(self.store, old, name, embedder=self.embedder, vectors_of=tools.vectors_of, follow=follow)
        ).revision
        await stored.delete()
        await self.views.close()
        self.group_id = name
        self._open(tools, None)
        return revision

    def toolset(self, access: Access | str = Access.READ, language: str | None = None) -> tuple[ToolSpec, ...]:
        """Return the tools of a tier for an agent, with schemas and texts in *language* (English if None).

        The tiers are `read`, `append` and `full`, and each tier also contains the tools of the lower tiers. Raises
        InputError for an unknown tier.
        """
        from episodic.agents.toolset import toolset_of

        return toolset_of(self, access=access, language=None if language is None else Language(language))
