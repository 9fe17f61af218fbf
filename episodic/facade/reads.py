"""StoryGraph methods that read: search, entities, facts, timelines, issues, chapters, statistics.

Only a search with `mode="fine"` calls a language model.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Literal, get_args

from episodic.errors import InvalidFilterError
from episodic.facade.digests import WorkDigests
from episodic.facade.stored_work import DEFAULT_SCOPE
from episodic.ports import ForeignRetriever
from episodic.search import reads
from episodic.search.fact_listing import EVERY_FACT
from episodic.search.filter_fields import HitKind
from episodic.search.fusion import DEFAULT_RECIPE, Recipe
from episodic.search.hybrid_search import AS_RANKED, EVERY_KIND, search, search_request
from episodic.search.ranking import Ranking
from episodic.search.results import SearchResults
from episodic.search.scope import Scope
from episodic.search.traversal import ONE_STEP
from episodic.telemetry import note

SearchMode = Literal["fast", "fine"]
"""Whether a search calls no model ("fast"), or a model expands the query and selects among the results ("fine")."""


class WorkReads(WorkDigests):
    """The StoryGraph methods that read a work. Each method takes a Scope, which limits the part of the work that is
    read. If the work does not have what the scope names, UnknownEpisodeError, UnknownMomentError, UnknownRevisionError,
    HistoryCompactedError, UnknownEntityError, AmbiguousNameError or InvalidFilterError is raised. Each method may also
    raise StoreError.
    """

    async def search(  # noqa: PLR0913 - the search has many independent options
        self,
        query: str,
        *,
        scope: Scope = DEFAULT_SCOPE,
        mode: SearchMode = "fast",
        history: Sequence[str] = (),
        kinds: Collection[HitKind] = EVERY_KIND,
        limit: int = 10,
        recipe: Recipe = DEFAULT_RECIPE,
        ranking: Ranking = AS_RANKED,
        extra_retrievers: Sequence[ForeignRetriever] = (),
        digests: int = 0,
    ) -> SearchResults:
        """Return the facts, entities and passages that match the query, best first.

        With the default mode "fast", no language model is called. With the mode "fine", the model expands the query and
        selects among the results, with at most two calls. The texts *history* are the last turns of the conversation,
        from which the model sees whom "his" means in a query such as "his sword". With the mode "fine" but no model,
        the result is that of the mode "fast", and `searched.degraded` says so. If a call of the model fails, the result
        is that of the mode "fast" or of the expanded query, and `searched.degraded` says so. *scope* limits the part of
        the work that is searched. The results of *extra_retrievers* are fused with those of the built-in retrievers. A
        fact that adds nothing to another hit is listed in the `effects` or `alike` of that other hit. *digests* is the
        maximum number of digests of chapters, volumes and communities to search in addition. An empty result describes
        what was searched and what was filtered out. Raises UnknownEpisodeError, UnknownMomentError,
        UnknownPredicateError for a predicate of the filters or of the boost, InvalidFilterError, EmbedderMismatchError,
        EmbeddingError, StoreError.
        """
        ranking = replace(ranking, extra_retrievers=(*ranking.extra_retrievers, *extra_retrievers))
        if mode not in get_args(SearchMode):
            raise InvalidFilterError(f"Invalid mode of search: {mode!r}.", hint="Give one of: fast, fine.")
        view = await self.views.view(scope, boost=ranking.boost)
        if mode == "fast":
            found = await search(view, query, kinds=kinds, limit=limit, recipe=recipe, ranking=ranking)
        else:
            from episodic.search.fine_search import FineSearch, fine_search  # noqa: PLC0415 - fast searches do not load it

            request = search_request(query, kinds=kinds, limit=limit, recipe=recipe)
            found = await fine_search(view, request, FineSearch(self.model, tuple(history)), ranking=ranking)
        found = replace(found, digests=await self._matching_digests(query, scope, limit=digests))
        note(limit=limit, hits=len(found.hits), degraded=len(found.searched.degraded))
        if self.on_retrieve is not None:
            self.on_retrieve(query, tuple(hit.uuid for hit in found.hits))
        return found

    async def get_entity(self, reference: str, *, scope: Scope = DEFAULT_SCOPE) -> reads.EntityProfile:
        """Return the profile of an entity, given by id, former id, name, alias or title ("the captain"). The profile
        has at most 100 of the entity's facts that are visible in *scope*.

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
        """Return one page of the facts that match *asked*, in story order. A state that follows from an event on the
        page is listed in the `effects` of this event. If the scope has a moment (`as_of`), the list begins with the
        states that hold at this moment, including states that follow from an event. With `as_of`, the states that hold
        are followed by the events that have happened. After the events comes what somebody says, thinks, plans or
        wishes, and last come the facts that are only possibly true at this moment. Raises UnknownEntityError,
        AmbiguousNameError, UnknownPredicateError, and InvalidFilterError for a limit below 1 or an invalid cursor.
        """
        return await reads.get_facts(await self.views.view(scope), asked, cursor=cursor, limit=limit)

    async def timeline(
        self, entity: str | None = None, *, predicate: str | None = None, scope: Scope = DEFAULT_SCOPE
    ) -> reads.Timeline:
        """Return the timeline of an entity, of a predicate, of both, or of the whole work: current and ended facts in
        story order. A fact that other facts ended is returned together with these facts and their quotes. Raises
        UnknownEntityError, AmbiguousNameError, UnknownPredicateError.
        """
        return await reads.timeline(await self.views.view(scope), entity, predicate=predicate)

    async def timeline_picture(
        self, entity: str | None = None, *, predicate: str | None = None, scope: Scope = DEFAULT_SCOPE
    ) -> str:
        """Return the timeline as the text of an SVG file, with narrative order above, story order below, and flashbacks
        marked.
        """
        from episodic.svg.timelines import timeline_svg  # noqa: PLC0415 - other reads do not load the SVG code

        return timeline_svg(await self.timeline(entity, predicate=predicate, scope=scope))

    async def issues(self, *, waived: bool = False, scope: Scope = DEFAULT_SCOPE) -> tuple[reads.IssueView, ...]:
        """Return the issues for the author to check, most urgent first, each with its quotes.

        Waived issues are included only if *waived* is true.
        """
        return await reads.issues(await self.views.view(scope), waived=waived)

    async def chapters(self, *, scope: Scope = DEFAULT_SCOPE) -> tuple[reads.ChapterEntry, ...]:
        """Return the chapters of the layers that *scope* reads, layer by layer in narrative order, each with the number
        of its visible facts. The entry of a chapter that could not be read states why the reading failed. The entry of
        a chapter without a reading has `unread` set to true.
        """
        return await reads.chapters(await self.views.view(scope))

    async def chapter_contents(self, reference: str | int, *, scope: Scope = DEFAULT_SCOPE) -> reads.ChapterContents:
        """Return the entities that a chapter mentions and the facts that it states. *reference* is the chapter's
        id, key, heading number, ordinal or title. Raises UnknownEpisodeError.
        """
        return await reads.chapter_contents(await self.views.view(scope), reference)

    async def rejections(self, *, scope: Scope = DEFAULT_SCOPE) -> tuple[reads.ChapterRejections, ...]:
        """Return the rejected parts of model replies, grouped by chapter, each with its reason and words."""
        return await reads.rejections(await self.views.view(scope))

    async def stats(
        self, *, group_by: Sequence[str] = (), limit: int | None = None, scope: Scope = DEFAULT_SCOPE
    ) -> reads.Stats:
        """Return how many entities, facts and other records the work has. If *group_by* contains field names, the
        records are also counted for each group of equal field values. Raises InvalidFilterError if no kind of record
        has all fields in *group_by*.
        """
        return await reads.stats(await self.views.view(scope), group_by=group_by, limit=limit)

    async def explore(
        self,
        seeds: Sequence[str] = (),
        *,
        query: str | None = None,
        path_between: tuple[str, str] | None = None,
        traversal: reads.Traversal = ONE_STEP,
        scope: Scope = DEFAULT_SCOPE,
    ) -> reads.Subgraph:
        """Return the graph neighbourhood of the start entities *seeds*, within the bounds of *traversal*.

        With *query*, the entities that a search finds are added to the start entities. The facts of each entity are
        ordered by how well they answer the query. With *path_between*, the result is the shortest path of facts between
        two entities, at the moment of story time that *scope* gives. With `Traversal(via=Via.CO_MENTION)`, the result
        has the entities that are mentioned in the same passages as the start entities. Raises UnknownEntityError,
        AmbiguousNameError, InvalidFilterError.
        """
        asked = reads.Exploration(tuple(seeds), query, path_between)
        return await reads.explored(await self.views.view(scope), asked, traversal=traversal)

    async def read_passages(
        self, references: Sequence[reads.PassageRef], *, before: int = 0, after: int = 0, scope: Scope = DEFAULT_SCOPE
    ) -> tuple[reads.PassageView, ...]:
        """Return the passages that the given passage ids, fact ids or quotes refer to, each once, in narrative order.
        For a fact id, the passages with all quotes of the fact are returned. Raises InputError for an id of neither a
        passage nor a fact.

        *before* and *after* are the numbers of neighbouring passages to return in addition.
        """
        return await reads.read_passages(await self.views.view(scope), references, before=before, after=after)
