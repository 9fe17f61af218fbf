"""One work held open to be changed: its session, and how its things are found."""

from __future__ import annotations

from episodic.chapters import found_episode
from episodic.errors import UnknownFactError
from episodic.facade.stored import WHOLE, StoredWork
from episodic.model.episodes import Episode, Layer
from episodic.model.graph import Fact
from episodic.model.records import Kind, from_json
from episodic.pipeline.deriving.records_of import Redirect
from episodic.pipeline.work.session import Session
from episodic.search.reads import get_entity


class OpenWork(StoredWork):
    """A work of a store that can be changed."""

    session: Session

    async def entity_id(self, reference: str) -> str:
        """The id of the entity of this id, name or alias. Raises UnknownEntityError, AmbiguousNameError."""
        return (await get_entity(await self.views.view(WHOLE), reference)).entity.uuid

    async def find_episode(self, reference: str | int, *, layer: Layer | None = None) -> Episode:
        """The chapter of this key, id, heading number, ordinal (counted from 1) or title; of *layer* if one is given.

        Raises UnknownEpisodeError.
        """
        episodes = (await self.session.state()).asserted.episodes
        return found_episode(episodes, reference, layer=layer)

    async def find_fact(self, reference: str) -> Fact:
        """The fact of this id, or of one that has become it. Raises UnknownFactError."""
        state = await self.session.state()
        fact = state.graph.facts.get(reference)
        if fact is None:
            moved = next(iter(await self.store.fetch(self.group_id, Kind.REDIRECT, ids=[reference])), None)
            target = None if moved is None else from_json(Redirect, moved.value).target
            fact = None if target is None else state.graph.facts.get(target)
        if fact is None:
            raise UnknownFactError(reference)
        return fact
