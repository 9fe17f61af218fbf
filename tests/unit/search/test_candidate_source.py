"""Candidates from values: a search finds the same in a store without scoring rows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from episodic.agents.dry_runs import DryRunStore
from episodic.ports import CandidateSource
from episodic.search.filter_fields import HitKind
from episodic.search.filters import SearchFilters
from episodic.search.hybrid_search import search
from episodic.search.scope import Scope
from tests.unit.search.story_builder import Tale, harbor, lotm

SCOPES = (
    Scope(),
    Scope(include_ended=True),
    Scope(filters=SearchFilters(predicates=("领导", "lives_in"))),
    Scope(filters=SearchFilters(entity_types=("人物", "Person"), kinds=(HitKind.ENTITY,))),
    Scope(filters=SearchFilters(chapters=(1,))),
)


@pytest.mark.parametrize("tale", [harbor(), lotm()])
@pytest.mark.parametrize("query", ["克莱恩住在哪里", "谁领导值夜者", "Lin Marsh gave Wu the sword", "the lamp", "?"])
async def test_a_store_without_scoring_rows_gives_the_same_hits(tale: Tale, query: str) -> None:
    for scope in SCOPES:
        store = await tale.saved()
        view = replace(await tale.view(store=store), scope=scope)
        plain = replace(view, store=DryRunStore(store))

        assert isinstance(view.store, CandidateSource)
        assert not isinstance(plain.store, CandidateSource)
        assert await search(view, query) == await search(plain, query), scope
