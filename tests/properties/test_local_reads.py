"""Tests of reads up to a chapter and at a moment, in works with random revisions: they equal the reads of a replay."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Hashable, Iterable, Mapping
from functools import cache
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from episodic.app import StoryGraph
from episodic.errors import EpisodicError
from episodic.model.episodes import Layer
from episodic.search import reads
from episodic.search.entity_lookup import lookup_entity
from episodic.search.fact_listing import FactQuery
from episodic.search.hybrid_search import search
from episodic.search.issue_listing import issues_near
from episodic.search.scope import Scope
from episodic.search.view import View
from episodic.views.told.issues import FOLDED_ISSUES
from tests.properties.test_revisions import (
    EDITS,
    EVERY_READER,
    OF_FACTS,
    OF_PEOPLE,
    NewGraph,
    RevisedWork,
    Step,
    decide,
)
from tests.sample_sizes import examples

QUERIES = (
    "林远",
    "海门城",
    "住在哪里",
    "无名氏",
    "Marsh Weller",
    "Port Sable",
    "沈度病死",
    "who lives in Harrow Ferry",
)
UNRANKED = frozenset({"score", "sources", "said_in"})
"""The fields of a hit that depend on the scores of the other hits."""


@cache
def compared_fields(kind: Hashable) -> tuple[str, ...] | None:
    """Return the fields of a dataclass that do not depend on scores, or None if *kind* is no dataclass."""
    if not dataclasses.is_dataclass(kind):
        return None
    return tuple(one.name for one in dataclasses.fields(kind) if one.name not in UNRANKED)


def plain(value: object) -> object:
    """Return a value as nested tuples, without the fields that depend on scores."""
    if isinstance(value, str | bytes | int | None):
        return value
    named = compared_fields(cast("Hashable", type(value)))
    if named is not None:
        return tuple([(name, plain(getattr(value, name))) for name in named])
    if isinstance(value, Mapping):
        items = cast("Mapping[object, object]", value).items()
        return tuple([(plain(key), plain(each)) for key, each in items])
    if isinstance(value, list | tuple | set | frozenset):
        return tuple([plain(one) for one in cast("Iterable[object]", value)])
    return value


async def profile_of(view: View, entity: str) -> object:
    """Return the profile of an entity, or None if the view does not show the entity."""
    return None if await lookup_entity(view, entity) is None else plain(await reads.get_entity(view, entity))


async def what_is_read(view: View) -> dict[str, object]:
    """Return what every kind of read shows in a view. Pages of facts show what one page shows, and as much as statistics
    count.
    """
    facts = await reads.get_facts(view, FactQuery(), limit=1000)
    walked, page = list[object](), await reads.get_facts(view, limit=3)
    while page.cursor is not None:
        walked += page.facts
        page = await reads.get_facts(view, limit=3, cursor=page.cursor)
    assert (*walked, *page.facts) == facts.facts
    assert facts.total == len(facts.facts) == (await reads.stats(view)).facts
    shown: dict[str, object] = {
        "facts": plain(facts),
        "timeline": plain(await reads.timeline(view)),
        "stats": plain(await reads.stats(view)),
        "chapters": plain(await reads.chapters(view)),
        "issues": plain(await reads.issues(view)),
    }
    for predicate in sorted({one.fact.predicate for one in facts.one_by_one})[:4]:
        shown[f"facts of {predicate}"] = plain(await reads.get_facts(view, FactQuery(predicate=predicate), limit=1000))
    chapters = [one.uuid for one in view.chapters.values() if one.layer is Layer.CANON]
    for chapter in chapters:
        near = await issues_near(view, facts=[one.uuid for one in facts.facts[:3]], chapters=[chapter])
        folded = [(one.uuid, one.text) for one in near if one.issue.kind in FOLDED_ISSUES]
        shown[f"issues near {chapter}"] = folded
    for entity in await view.entities():
        shown[entity.uuid] = await profile_of(view, entity.uuid)
        shown[f"around {entity.uuid}"] = plain(await reads.explore(view, [entity.uuid]))
    for query in QUERIES:
        found = await search(view, query, limit=200)
        shown[query] = sorted(repr(plain(one)) for one in (*found.facts, *found.entities, *found.passages))
    return shown


async def differences(graph: StoryGraph, scope: Scope) -> list[str]:
    """Return the names of the reads that show something else than the reads of a replay."""
    try:
        expected = await what_is_read(await graph.views.replayed_view(scope))
    except EpisodicError as error:
        with pytest.raises(type(error)):
            await what_is_read(await graph.views.view(scope))
        return []
    found = await what_is_read(await graph.views.view(scope))
    return [name for name in {*found, *expected} if found.get(name) != expected.get(name)]


async def first_entities(graph: StoryGraph) -> list[str]:
    return [one.uuid for one in await (await graph.views.view(Scope())).entities()][:3]


async def read_what_people_know(graph: StoryGraph) -> None:
    """Read what some entities know, because reads of the next revision use some of it again."""
    for person in await first_entities(graph):
        await reads.get_facts(await graph.views.view(Scope(pov=person)), limit=1000)


steps = st.lists(
    st.builds(Step, st.sampled_from((*OF_PEOPLE, *OF_FACTS, *EDITS)), st.integers(0, 7), st.integers(0, 7)),
    min_size=4,
    max_size=8,
)
"""At least a few revisions: the first example would else have none, and cost as much as any other."""


@EVERY_READER
@settings(max_examples=examples(3), deadline=None)
@given(steps=steps)
def test_reads_of_a_part_of_the_work_are_those_of_a_replay(new_graph: NewGraph, steps: list[Step]) -> None:
    """The work has random edits, merges, splits and corrections. It is read up to each chapter and at moments."""

    async def revise_and_read() -> None:
        async with new_graph() as graph:
            life = RevisedWork(graph)
            for other in (0, 2, 5, 6):
                await life.apply(Step("add", 0, other))
            for step in steps:
                if step.what in EDITS:
                    await life.apply(step)
                elif await decide(graph, step):
                    life.done.append(life.desk)
                    life.undone.clear()
                await read_what_people_know(graph)
            canon = [one for one in (await graph.session.state()).inputs.episodes if one.layer is Layer.CANON]
            for episode in canon:
                for ended in (True, False):
                    scope = Scope(told_by=episode.uuid, include_ended=ended)
                    assert await differences(graph, scope) == [], scope
            for moment in ("chapter 1", "chapter 2", "chapter 4", "day 3"):
                assert await differences(graph, Scope(as_of=moment)) == [], moment
                if len(canon) > 2:
                    scope = Scope(as_of=moment, told_by=canon[2].uuid)
                    assert await differences(graph, scope) == [], scope

            for person in await first_entities(graph):
                for scope in (
                    Scope(pov=person, include_ended=True),
                    Scope(pov=person, as_of="chapter 2"),
                    Scope(pov=person, told_by=canon[-1].uuid if canon else None),
                ):
                    assert await differences(graph, scope) == [], scope

    asyncio.run(revise_and_read())
