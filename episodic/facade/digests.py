"""StoryGraph methods that read the digests (most salient facts) of chapters, volumes and communities."""

from __future__ import annotations

from typing import get_args

from episodic.context.communities import Community, CommunityKind, storylines
from episodic.context.digest_search import search_digests
from episodic.context.digest_table import DigestTable, StoredDigests
from episodic.context.digests import Digest, digests
from episodic.context.factions import factions
from episodic.errors import InvalidFilterError
from episodic.facade.stored_work import DEFAULT_SCOPE, StoredWork
from episodic.search.digest_hits import DigestHit
from episodic.search.scope import Scope


class WorkDigests(StoredWork):
    """The StoryGraph methods that read digests, which are the most salient facts of a chapter, volume or community. No
    method of this class calls a language model.
    """

    async def communities(
        self, *, kind: CommunityKind = "storyline", scope: Scope = DEFAULT_SCOPE
    ) -> tuple[Community, ...]:
        """Return the storylines or the factions of the story, the largest first.

        A storyline is a group of entities that facts connect with each other. A faction is an organisation with at
        least two members. An entity belongs to one storyline at most, and may belong to several factions. Each
        community has the most salient facts between its members. Raises InvalidFilterError for an unknown *kind*.
        """
        if kind not in get_args(CommunityKind):
            hint = f"Give one of: {', '.join(get_args(CommunityKind))}."
            raise InvalidFilterError(f"Invalid kind of community: {kind!r}.", hint=hint)
        view = await self.views.view(scope)
        if kind == "faction":
            return await factions(view)
        return await storylines(view, await self._stored_digests(scope))

    async def digests(self, *, scope: Scope = DEFAULT_SCOPE) -> tuple[Digest, ...]:
        """Return the most salient facts of each chapter, and of each volume or part, in narrative order.

        For the whole canon, digests that `build_digests` stored for the present revision are read. The digests are
        derived from the facts if *scope* is not the whole canon, or if `build_digests` has stored no digests for the
        present revision.
        """
        return await digests(await self.views.view(scope), await self._stored_digests(scope))

    async def _stored_digests(self, scope: Scope) -> DigestTable | None:
        return await StoredDigests(self.store, self.group_id).current() if scope == DEFAULT_SCOPE else None

    async def _matching_digests(self, query: str, scope: Scope, *, limit: int) -> tuple[DigestHit, ...]:
        if limit < 0:
            raise InvalidFilterError(f"The number of digests is {limit}.", hint="Give 0 or more.")
        if not limit:
            return ()
        found = await self.digests(scope=scope), await self.communities(scope=scope)
        return search_digests(query, *found, limit=limit)
