"""Every read of a work: each takes a Scope, and none calls a model."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from episodic.facade.stored import WHOLE, StoredWork
from episodic.search import reads
from episodic.search.exploring import ONE_STEP
from episodic.search.fields import HitKind
from episodic.search.fusion import DEFAULT_RECIPE, Recipe
from episodic.search.listing import EVERY_FACT
from episodic.search.ranking import Ranking
from episodic.search.results import SearchResults
from episodic.search.scope import Scope
from episodic.search.searching import AS_RANKED, EVERY_KIND, search


class Reading(StoredWork):
    """The reads of a work."""

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

    async def timeline_picture(
        self, entity: str | None = None, *, predicate: str | None = None, scope: Scope = WHOLE
    ) -> str:
        """The timeline as one SVG file: telling order above, story order below, flashbacks marked."""
        from episodic.pictures.timelines import timeline_svg  # noqa: PLC0415 - only a picture needs what draws

        return timeline_svg(await self.timeline(entity, predicate=predicate, scope=scope))

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
