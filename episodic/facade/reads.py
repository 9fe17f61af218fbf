"""StoryGraph methods that read: search, entities, facts, timelines, issues, chapters, statistics.

No read method calls a model.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from episodic.facade.stored_work import DEFAULT_SCOPE, StoredWork
from episodic.search import reads
from episodic.search.fact_listing import EVERY_FACT
from episodic.search.filter_fields import HitKind
from episodic.search.fusion import DEFAULT_RECIPE, Recipe
from episodic.search.hybrid_search import AS_RANKED, EVERY_KIND, search
from episodic.search.ranking import Ranking
from episodic.search.results import SearchResults
from episodic.search.scope import Scope
from episodic.search.traversal import ONE_STEP


class WorkReads(StoredWork):
    """The methods that read a work. Each method takes a Scope, which limits the part of the work that the method sees."""

    async def search(
        self,
        query: str,
        *,
        scope: Scope = DEFAULT_SCOPE,
        kinds: Collection[HitKind] = EVERY_KIND,
        limit: int = 10,
        recipe: Recipe = DEFAULT_RECIPE,
        ranking: Ranking = AS_RANKED,
    ) -> SearchResults:
        """Returns the facts, entities and passages that match the query, best first. No model is called.

        `scope` limits what is searched (see Scope). An empty result describes what the search covered and filtered out.
        Raises UnknownEpisodeError, UnknownMomentError, InvalidFilterError, StoreError.
        """
        view = await self.views.view(scope)
        return await search(view, query, kinds=kinds, limit=limit, recipe=recipe, ranking=ranking)

    async def get_entity(self, reference: str, *, scope: Scope = DEFAULT_SCOPE) -> reads.EntityProfile:
        """Returns an entity, given by id, name or alias, with the facts that hold about the entity.

        Raises UnknownEntityError, AmbiguousNameError.
        """
        return await reads.get_entity(await self.views.view(scope), reference)

    async def get_facts(
        self,
        asked: reads.FactQuery = EVERY_FACT,
        *,
        scope: Scope = DEFAULT_SCOPE,
        cursor: str | None = None,
        limit: int = 100,
    ) -> reads.FactPage:
        """Returns one page of an exact list of facts, in story order. Raises UnknownEntityError, AmbiguousNameError."""
        return await reads.get_facts(await self.views.view(scope), asked, cursor=cursor, limit=limit)

    async def timeline(
        self, entity: str | None = None, *, predicate: str | None = None, scope: Scope = DEFAULT_SCOPE
    ) -> reads.Timeline:
        """Returns current and ended facts in story order. Each ended fact has the fact that ended it, and the evidence
        for both facts.
        """
        return await reads.timeline(await self.views.view(scope), entity, predicate=predicate)

    async def timeline_picture(
        self, entity: str | None = None, *, predicate: str | None = None, scope: Scope = DEFAULT_SCOPE
    ) -> str:
        """Returns the timeline as the text of an SVG file: narrative order above, story order below, flashbacks marked."""
        from episodic.svg.timelines import timeline_svg  # noqa: PLC0415 - other reads do not load the SVG code

        return timeline_svg(await self.timeline(entity, predicate=predicate, scope=scope))

    async def issues(self, *, waived: bool = False, scope: Scope = DEFAULT_SCOPE) -> tuple[reads.IssueView, ...]:
        """Returns the issues for the author to check, most urgent first, each with its quotes."""
        return await reads.issues(await self.views.view(scope), waived=waived)

    async def chapters(self, *, scope: Scope = DEFAULT_SCOPE) -> tuple[reads.ChapterEntry, ...]:
        """Returns the chapters in narrative order, with counts of their content. A chapter that could not be read has
        the reason instead.
        """
        return await reads.chapters(await self.views.view(scope))

    async def rejections(self, *, scope: Scope = DEFAULT_SCOPE) -> tuple[reads.ChapterRejections, ...]:
        """Returns the parts of model replies that were rejected, by chapter, each with its reason and words."""
        return await reads.rejections(await self.views.view(scope))

    async def stats(
        self, *, group_by: Sequence[str] = (), limit: int | None = None, scope: Scope = DEFAULT_SCOPE
    ) -> reads.Stats:
        """Returns counts of entities, facts and other records, grouped by *group_by* if given."""
        return await reads.stats(await self.views.view(scope), group_by=group_by, limit=limit)

    async def explore(
        self, seeds: Sequence[str], *, reach: reads.Traversal = ONE_STEP, scope: Scope = DEFAULT_SCOPE
    ) -> reads.Subgraph:
        """Returns the graph neighbourhood of some entities, within the bounds of *reach*.

        Raises UnknownEntityError, AmbiguousNameError.
        """
        return await reads.explore(await self.views.view(scope), seeds, reach=reach)

    async def read_passages(
        self, references: Sequence[reads.PassageRef], *, before: int = 0, after: int = 0, scope: Scope = DEFAULT_SCOPE
    ) -> tuple[reads.PassageView, ...]:
        """Returns the text of the passages with these passage ids or fact ids, and *before* and *after* neighbouring
        passages.
        """
        return await reads.read_passages(await self.views.view(scope), references, before=before, after=after)
