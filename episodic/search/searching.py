"""Search: facts, entities and passages together, by name, full text, vectors and the graph, without any model."""

from __future__ import annotations

from collections.abc import Collection

from episodic.errors import InvalidFilterError
from episodic.search.arms import Answers, Arm, Searching, answers
from episodic.search.candidates import STORED, Pool
from episodic.search.fields import HitKind
from episodic.search.fusion import DEFAULT_RECIPE, Recipe
from episodic.search.presenting import joined, presented
from episodic.search.ranking import Ranking, best_of_each, ranked
from episodic.search.reordering import diverse, reranked
from episodic.search.results import ArmReport, EntityHit, FactHit, PassageHit, Searched, SearchResults
from episodic.search.view import View
from episodic.text.scripts import has_letters

EVERY_KIND = frozenset(HitKind)
AS_RANKED = Ranking()
_READ_CHARACTERS = 2_000


async def search(
    view: View,
    query: str,
    *,
    kinds: Collection[HitKind] = EVERY_KIND,
    limit: int = 10,
    recipe: Recipe = DEFAULT_RECIPE,
    ranking: Ranking = AS_RANKED,
) -> SearchResults:
    """What fits the query, best first: `hits` over all of *kinds*, and each kind by itself, at most *limit* each.

    A query that is a name and nothing else gives those who bear it first. Nothing outside the view's scope is returned; arms are
    asked for more until *limit* are found or nothing is left. A query without any letter or digit finds only who is called so,
    and the answer says so. Raises InvalidFilterError, UnknownEpisodeError (in a filter), EmbedderMismatchError, StoreError.
    """
    wanted = tuple(kind for kind in HitKind if kind in kinds)
    if not wanted or len(wanted) != len(set(kinds)):
        raise InvalidFilterError(
            f"These are no kinds to search: {', '.join(sorted(kinds))}.", hint=f"Known: {', '.join(HitKind)}."
        )
    if limit < 1:
        raise InvalidFilterError(f"A limit of {limit} asks for nothing.", hint="Give 1 or more.")
    asked = Searching(query[:_READ_CHARACTERS], wanted, limit, recipe)
    pool = Pool(view)
    found = await answers(pool, asked)
    every = ranked(pool, found, search=asked, ranking=ranking)
    degraded = list(found.degraded)
    if len(query) > _READ_CHARACTERS:
        degraded.append(f"only the first {_READ_CHARACTERS:,} characters of the query were searched")
    if ranking.reranker is not None:
        every, failures = await reranked(every, asked, ranking.reranker)
        degraded.extend(failures)
    if ranking.diversity is not None:
        every = await diverse(view, every, limit=limit, cosine=ranking.diversity)
    # Twice the limit: as many passages as there are facts may be put to one.
    order = joined(best_of_each(every, 2 * limit), limit=limit)
    searched = await _searched(view, asked, found=found, degraded=degraded, nothing=not order)
    hits = [presented(view, one, found) for one in order]
    return SearchResults(
        query=query,
        hits=tuple(hits[:limit]),
        facts=tuple(hit for hit in hits if isinstance(hit, FactHit)),
        entities=tuple(hit for hit in hits if isinstance(hit, EntityHit)),
        passages=tuple(hit for hit in hits if isinstance(hit, PassageHit)),
        searched=searched,
    )


async def _searched(view: View, asked: Searching, *, found: Answers, degraded: list[str], nothing: bool) -> Searched:
    reports = [
        ArmReport(arm.value, kind, one.considered, len(one.scores))
        for arm in Arm
        for kind in HitKind
        for one in (found.found.get((arm, kind)),)
        if one is not None
    ]
    stored: dict[HitKind, int] | None = None
    if nothing:
        counts = await view.store.counts(view.group_id)
        stored = {kind: counts.get(STORED[kind], 0) for kind in asked.kinds}
    note = "" if has_letters(asked.query) else "The query holds no letter or digit: only names were looked up"
    return Searched(
        arms=tuple(reports),
        names=tuple(name.key for name in found.names),
        filters=view.scope.words(),
        degraded=tuple(degraded),
        stored=stored,
        note=note,
    )
