"""A work opened read-only, without importing the code that ingests and edits chapters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from episodic.facade.answers import WorkAnswers
from episodic.facade.context import WorkContext
from episodic.facade.reads import WorkReads
from episodic.guards import GuardedEmbedder
from episodic.model.name_keys import check_work_name
from episodic.ports import Embedder, GraphStore
from episodic.views.view_factory import ViewFactory

if TYPE_CHECKING:
    # At run time, the module `session` is imported only by reads that must process the chapters again (a replay).
    from episodic.pipeline.session.session import Session


class ReadOnlyWork(WorkReads, WorkAnswers, WorkContext):
    """A work opened read-only. The code that processes stored chapters again (a replay) is imported only when a read
    needs it.
    """

    def __init__(self, store: GraphStore, *, group_id: str, embedder: Embedder) -> None:
        """Prepare reads of the work *group_id* in *store*; *embedder* embeds the queries of searches.

        Raises InvalidNameError for a group name that is not allowed for a work.
        """
        self.group_id = check_work_name(group_id)
        self.store = store
        self.embedder = GuardedEmbedder.of(embedder)
        self.views = ViewFactory(self.group_id, store=store, embedder=self.embedder, session=self._session)

    def _session(self) -> Session:
        from episodic.facade.session_setup import session_services
        from episodic.pipeline.session.session import Session

        return Session(self.group_id, store=self.store, tools=session_services(self.embedder), settings=None)
