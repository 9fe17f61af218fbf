"""Tests of the promotion of proposals: facts with a quote are added to the quote, other facts become a chapter."""

from __future__ import annotations

from dataclasses import replace

from episodic.model.episodes import Chapter, Layer
from episodic.pipeline.edits.proposals import ProposedFact
from episodic.search.reads import FactQuery
from tests.story import canonical, memory_graph
from tests.unit.agents.tool_story import story_graph

QUOTED = ProposedFact("林晚", "喜欢", object="沈三更", text="林晚喜欢沈三更。", quote="林晚的师父是沈三更")
PLAIN = ProposedFact("林晚", "敌人", object="裴照", text="林晚是裴照的敌人。")
TOO_EARLY = ProposedFact("裴照", "认识", object="林晚", text="裴照认识林晚。", quote="林晚的师父是沈三更")


async def test_a_fact_with_a_quote_is_added_to_the_quote() -> None:
    async with story_graph() as graph:
        chapters = await graph.chapters()
        proposed = await graph.propose_facts([QUOTED])
        edited = await graph.promote(proposed.key, layer=Layer.NOTE)
        (fact,) = (await graph.get_facts(FactQuery(subject="林晚", predicate="喜欢"))).facts
        after, acts = await graph.chapters(), await graph.acts()
        layers = {one.layer for one in (await graph.session.state()).inputs.episodes}

    assert [one.text for one in edited.diff.added] == ["林晚喜欢沈三更。"]
    assert [(one.text, one.ordinal) for one in fact.quotes] == [("林晚的师父是沈三更", 1)]
    assert [one.chapter.title for one in after] == [one.chapter.title for one in chapters]
    assert len(acts) == 1
    assert layers == {Layer.CANON}


async def test_the_other_facts_of_a_proposal_become_the_last_chapter() -> None:
    async with story_graph() as graph:
        proposed = await graph.propose_facts([QUOTED, PLAIN, TOO_EARLY], layer=Layer.PLAN)
        edited = await graph.promote(proposed.key, layer=Layer.PLAN)
        last = (await graph.chapters())[-1]
        (chapter,) = [one for one in (await graph.session.state()).inputs.episodes if one.key == proposed.key]

    assert sorted(one.text for one in edited.diff.added) == ["林晚喜欢沈三更。", "林晚是裴照的敌人。", "裴照认识林晚。"]
    assert last.chapter.ordinal == 4
    assert chapter.layer is Layer.CANON
    assert "林晚是裴照的敌人。" in chapter.text
    assert TOO_EARLY.quote in chapter.text
    assert "喜欢" not in chapter.text


async def test_a_promoted_draft_stays_in_the_volume_of_the_chapter_that_it_replaces() -> None:
    first = Chapter(
        "Mara lived in Oxford.",
        title="Chapter 1",
        path=("Volume 1", "Chapter 1"),
        number=1,
        source_description="first edition",
        reference_time="1900-01-01",
    )
    async with memory_graph() as graph:
        await graph.add_manuscript([first], named="novel")
        (before,) = await graph.last_episodes()
        await graph.add_episode("Mara lived in Rome.", name=before.key, layer=Layer.DRAFT)
        await graph.promote(before.key)
        (after,) = await graph.last_episodes()
        await graph.add_episode(Chapter("Mara lived in Bonn.", title="Home", key=before.key), layer=Layer.DRAFT)
        await graph.promote(before.key)
        (renamed,) = await graph.last_episodes()

    assert after == replace(before, text="Mara lived in Rome.", revision=2)
    assert (renamed.title, renamed.path, renamed.number) == ("Home", ("Volume 1", "Home"), 1)


async def test_a_promotion_is_undone_in_one_step() -> None:
    async with story_graph() as graph:
        proposed = await graph.propose_facts([QUOTED, PLAIN])
        before = await canonical(graph)
        await graph.promote(proposed.key, layer=Layer.NOTE)
        await graph.undo()
        after = await canonical(graph)

    assert after == before
