"""A work that is open for writing, with methods that find entities, chapters and facts by name or id."""

from __future__ import annotations

from episodic.errors import UnknownFactError
from episodic.facade.stored_work import DEFAULT_SCOPE, StoredWork
from episodic.model.episodes import Episode, Layer
from episodic.model.graph import Fact
from episodic.model.records import Kind, Redirect, from_json
from episodic.pipeline.session.session import Session
from episodic.search.chapter_lookup import find_episode
from episodic.search.reads import get_entity


class WritableWork(StoredWork):
    """A work that is open for writing, with methods that find the work's entities, chapters and facts by name or id."""

    session: Session

    async def entity_id(self, reference: str) -> str:
        """Return the id of the entity that has the given id, former id, name, alias or title ("the captain"). Raises
        UnknownEntityError, AmbiguousNameError.
        """
        return (await get_entity(await self.views.view(DEFAULT_SCOPE), reference)).entity.uuid

    async def find_episode(self, reference: str | int, *, layer: Layer | None = None) -> Episode:
        """Return the chapter that has the given key, id, heading number, ordinal (counted from 1) or title.

        If *layer* is given, only chapters of that layer are considered, except that an id names a chapter of any layer.
        Raises UnknownEpisodeError.
        """
        episodes = (await self.session.state()).inputs.episodes
        return find_episode(episodes, reference, layer=layer)

    async def last_episodes(
        self, number: int = 3, *, before: str | int | None = None, layer: Layer = Layer.CANON
    ) -> tuple[Episode, ...]:
        """Return the last *number* chapters of a layer, or the last chapters before the chapter *before*, with their
        texts, in narrative order. Raises UnknownEpisodeError.
        """
        end = None if before is None else (await self.find_episode(before, layer=layer)).order
        episodes = (await self.session.state()).inputs.episodes
        known = [one for one in episodes if one.layer is layer and (end is None or one.order < end)]
        known.sort(key=lambda one: (one.order, one.uuid))
        return tuple(known[-number:] if number > 0 else ())

    async def find_fact(self, reference: str) -> Fact:
        """Return the fact with the given id. An id that is no longer used resolves to the fact that replaced the old
        fact.

        Raises UnknownFactError.
        """
        state = await self.session.state()
        fact = state.graph.facts.get(reference)
        if fact is None:
            redirect = next(iter(await self.store.fetch(self.group_id, Kind.REDIRECT, ids=[reference])), None)
            target = None if redirect is None else from_json(Redirect, redirect.value).target
            fact = None if target is None else state.graph.facts.get(target)
        if fact is None:
            raise UnknownFactError(reference)
        return fact
