"""Tests of the stored form of replayed chapters."""

from __future__ import annotations

from dataclasses import replace

from episodic.model.records import Kind
from episodic.pipeline.projection.entity_naming import chapter_profiles
from episodic.pipeline.projection.told_chapters import from_record, profile_of, told_chapter, told_chapter_record
from episodic.pipeline.replay.replayed_chapter import ReplayedChapter
from tests.story import CHAPTERS, memory_graph


async def replayed() -> list[ReplayedChapter]:
    """Return the replayed chapters of a small story."""
    async with memory_graph() as graph:
        await graph.add_manuscript(CHAPTERS)
        return (await graph.session.state()).replay.chapters


async def test_a_chapter_is_the_same_after_it_was_stored() -> None:
    for chapter in await replayed():
        assert from_record(told_chapter_record(chapter)) == told_chapter(chapter)


async def test_the_names_of_a_chapter_are_those_of_its_mentions() -> None:
    for chapter in await replayed():
        made = {
            one.number: profile_of(one, chapter.episode.uuid, chapter.episode.order)
            for one in told_chapter(chapter).clusters
        }

        assert made == chapter_profiles(chapter)


async def test_every_statement_and_its_quote_is_stored() -> None:
    for chapter in await replayed():
        told = told_chapter(chapter)

        assert [one.uuid for one in told.statements] == [one.uuid for one in chapter.statements]
        assert [told.quotes[one.quote] for one in told.statements] == [one.evidence.quote for one in chapter.statements]


async def test_a_record_of_another_version_has_no_content() -> None:
    record = told_chapter_record((await replayed())[0])

    other = from_record(replace(record, value=record.value.replace('{"version":1,', '{"version":999,')))

    assert (other.version, other.statements) == (0, ())


async def test_each_canon_chapter_has_a_record_which_only_a_full_export_contains() -> None:
    async with memory_graph() as graph:
        await graph.add_manuscript(CHAPTERS)
        records = await graph.store.fetch("story", Kind.REPLAYED)
        full = [line async for line in graph.export() if '"kind":"replayed"' in line]
        canonical = [line async for line in graph.export(canonical=True) if '"kind":"replayed"' in line]

        assert [one.uuid for one in records] == [one.uuid for one in (await graph.session.state()).inputs.episodes]
        assert (len(full), canonical) == (len(records), [])
