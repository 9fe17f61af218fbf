"""A work that is only looked at: every read of it, and nothing loaded that writes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from episodic.facade.reading import Reading
from episodic.model.names import check_name
from episodic.ports import Embedder, GraphStore
from episodic.views import Views

if TYPE_CHECKING:
    from episodic.pipeline.work.session import Session


class StoredReading(Reading):
    """A work that is only looked at; what tells it anew is loaded when a scope first needs that."""

    def __init__(self, store: GraphStore, *, group_id: str, embedder: Embedder) -> None:
        """Raises InvalidNameError for a group name that cannot be kept."""
        self.group_id = check_name(group_id, "group name")
        self.store = store
        self.embedder = embedder
        self.views = Views(self.group_id, store=store, embedder=embedder, session=self._session)

    def _session(self) -> Session:
        from episodic.app import StoryGraph

        return StoryGraph(self.store, group_id=self.group_id, embedder=self.embedder).session
