"""Finds the setups (open questions of the story) that are about what a writer is going to write."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from episodic.context.cast_facts import payoffs
from episodic.model.graph import Fact
from episodic.model.readings import StatementScope
from episodic.search.candidates import SearchPool
from episodic.search.filter_fields import HitKind
from episodic.search.filters import SearchFilters
from episodic.search.fusion import Recipe, RetrieverWeights
from episodic.search.hybrid_search import AS_RANKED, retrieve_ranked, search_request, search_results
from episodic.search.related_by import RelatedBy
from episodic.search.retrievers import EmbeddedQuery
from episodic.search.view import View

_MOST: Final = 12
"""The maximum number of setups that are found by words."""
_BY_WORDS: Final = Recipe(retrievers=RetrieverWeights(vector=0))
_NO_VECTOR: Final = EmbeddedQuery(None)


async def setups_about(view: View, texts: Sequence[str]) -> tuple[Fact, ...]:
    """Return the setups of the view that share names or words with *texts*, such as the brief of a chapter, and the
    facts that pay them. No embedder is asked. The result is empty if *texts* have no words.
    """
    words = " ".join(" ".join(texts).split())
    if not words:
        return ()
    wide = view.wider().with_setups()
    filters = SearchFilters(scopes=(StatementScope.SETUP,))
    asked = replace(wide, scope=replace(wide.scope, filters=filters))
    request = search_request(words, kinds=(HitKind.FACT,), limit=_MOST, recipe=_BY_WORDS)
    pool = SearchPool(asked)
    retrieved = await retrieve_ranked(pool, request, AS_RANKED, _NO_VECTOR)
    results = await search_results(pool, request, retrieved, AS_RANKED)
    related = [one.uuid for one in results.facts if one.related_by is not RelatedBy.SIMILARITY]
    found = tuple(await wide.facts(related))
    return (*found, *await payoffs(wide, found))
