"""Tests of a work as its first chapters tell it: it equals the work that a replay of these chapters gives."""

from __future__ import annotations

import random
from dataclasses import replace

from episodic.app import StoryGraph
from episodic.model.episodes import Chapter
from episodic.model.facets import Facet, facet
from episodic.model.graph import Fact
from episodic.model.records import Kind
from episodic.model.settings import WorkSettings
from episodic.pipeline.projection.record_encoding import Derived, record_of
from episodic.stores.sqlite import SQLiteStore
from episodic.views.told.chapters import ToldChapters
from episodic.views.told.records import ToldRecords
from episodic.views.told.work import ToldWork
from tests.story import CHAPTERS, VARIANTS
from tests.unit.views.told.changed_chapters import changed, replayed_story

STORY = (*CHAPTERS, *(Chapter(text, title=f"第{number}章") for number, text in enumerate(VARIANTS, start=5)))
DATED = (
    Chapter("建安五年春，林远住在海门城。\n\n三日后，林远搬到云州。沈度见到了林远。\n", title="一"),
    Chapter("多年以前，林远住在青州。\n\n建安六年，林远回到海门城。沈度死了。\n", title="二"),
    Chapter("建安五年夏，沈度住在云州。林远斩赵虎。\n", title="三"),
)


def text_of(values: list[Derived]) -> dict[str, str]:
    """Return the JSON of some values by id."""
    return {one.uuid: record_of(one).value for one in values}


async def compare(chapters: tuple[Chapter, ...]) -> None:
    """For each number of first chapters, compare the derived work with a work that has only these chapters."""
    async with StoryGraph(SQLiteStore(":memory:"), group_id="story") as graph:
        await graph.add_manuscript(chapters)
        ids = [one.uuid for one in (await graph.session.state()).inputs.episodes]
        for count in range(1, len(chapters) + 1):
            replayed = await ToldChapters(graph.store, "story").of(ids[:count])
            assert replayed is not None
            told = ToldWork("story", replayed, settings=WorkSettings(), acts={})
            async with StoryGraph(SQLiteStore(":memory:"), group_id="story") as ended:
                await ended.add_manuscript(chapters[:count])
                expected = {
                    kind: {one.uuid: one.value for one in await ended.store.fetch("story", kind)}
                    for kind in (Kind.FACT, Kind.ENTITY, Kind.MENTION)
                }

            entities = [told.entity(uuid) for uuid in told.entities]
            assert text_of(list(told.facts())) == expected[Kind.FACT], count
            assert text_of([one for one in entities if one is not None]) == expected[Kind.ENTITY], count
            assert text_of(list(told.entities.all_mentions())) == expected[Kind.MENTION], count


async def test_the_work_of_the_first_chapters_is_the_work_that_ends_there() -> None:
    await compare(STORY)


async def test_facts_with_days_are_compared_with_all_facts() -> None:
    """The turn of a dated fact depends on the days of other facts."""
    await compare(DATED)


def any_fact(_: Fact) -> bool:
    return True


async def test_the_latest_facts_of_an_entity_are_the_last_in_narrative_order() -> None:
    async with StoryGraph(SQLiteStore(":memory:"), group_id="story") as graph:
        await graph.add_manuscript(STORY)
        ids = [one.uuid for one in (await graph.session.state()).inputs.episodes]
        replayed = await ToldChapters(graph.store, "story").of(ids)
        assert replayed is not None
        told = ToldWork("story", replayed, settings=WorkSettings(), acts={})
        for entity in told.entities:
            every = {one.uuid: one.told_at for one in told.latest_facts_of(entity, 1 << 20, passes=any_fact)}
            stored = await graph.store.neighbours("story", [entity], limit=1 << 20)
            assert every.keys() == {one.uuid for one in stored}, entity
            last = await graph.store.neighbours("story", [entity], limit=2)
            found = {one.uuid for one in told.latest_facts_of(entity, 2, passes=any_fact)}
            assert {one.uuid for one in last} <= found, entity


async def test_facts_that_do_not_pass_do_not_count_as_the_latest() -> None:
    async with StoryGraph(SQLiteStore(":memory:"), group_id="story") as graph:
        await graph.add_manuscript(STORY)
        ids = [one.uuid for one in (await graph.session.state()).inputs.episodes]
        replayed = await ToldChapters(graph.store, "story").of(ids)
        assert replayed is not None
        told = ToldWork("story", replayed, settings=WorkSettings(), acts={})
        homes = (frozenset({facet(Facet.PREDICATE, "lives_in")}),)
        for entity in told.entities:
            last = await graph.store.neighbours("story", [entity], limit=1, facets=homes)
            found = told.latest_facts_of(entity, 1, passes=lambda one: one.predicate == "lives_in", facets=homes)
            assert {one.uuid for one in last} <= {one.uuid for one in found}, entity
            assert all(one.predicate == "lives_in" for one in found), entity


async def test_facts_quoted_in_a_chapter_are_found_by_the_statements_of_the_chapter() -> None:
    story = await replayed_story()
    seen = 0
    for seed in range(3):
        chance = random.Random(seed)
        told = ToldWork("story", [changed(one, chance) for one in story], settings=WorkSettings(), acts={})
        records = ToldRecords(told)
        for chapter in told.chapters:
            quoted = frozenset({facet(Facet.CHAPTER, chapter.episode)})
            for facets in ((quoted,), (quoted, frozenset({facet(Facet.PREDICATE, "lives_in")}))):
                for entity in told.entities:
                    expected = [
                        one for one in records.latest_facts_of(entity, 1 << 20, ()) if records.has_facets(one, facets)
                    ]
                    seen += len(expected)
                    assert records.latest_facts_of(entity, 1 << 20, facets) == expected
                    assert records.latest_facts_of(entity, 2, facets) == expected[:2]
    assert seen


async def test_judgements_are_derived_again_only_if_further_chapters_have_some() -> None:
    story = [changed(one, random.Random(1)) for one in await replayed_story()]
    plain = [one._replace(told=replace(one.told, verdicts=(), moved=[])) for one in story[3:5]]
    last = story[5]._replace(told=replace(story[5].told, verdicts=story[0].told.verdicts, moved=[]))
    works: list[ToldWork] = []
    for chapters in (story[:3], [*story[:3], plain[0]], [*story[:3], *plain], [*story[:3], *plain, last]):
        earlier = works[-1] if works else None
        works.append(ToldWork("story", chapters, settings=WorkSettings(), acts={}, earlier=earlier))
        if len(works) != 2:
            _ = works[-1].exclusions

    first, _, same, judged = works

    assert same.continues(first)
    assert same.exclusions is first.exclusions
    anew = ToldWork("story", judged.chapters, settings=WorkSettings(), acts={})
    assert judged.exclusions is not first.exclusions
    assert judged.exclusions.verdicts == anew.exclusions.verdicts
