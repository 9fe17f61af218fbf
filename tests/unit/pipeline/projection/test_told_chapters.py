"""Tests of the stored form of replayed chapters."""

from __future__ import annotations

import json
from dataclasses import fields, replace

from pydantic import TypeAdapter

from episodic.model.records import Kind
from episodic.pipeline.projection.entity_naming import chapter_profiles
from episodic.pipeline.projection.told_chapters import (
    VERSION,
    StatementDetails,
    StoredChapter,
    ToldChapter,
    ToldCluster,
    ToldStatement,
    ToldSurface,
    profile_of,
    record_of_fields,
    statement_details,
    stored_chapter,
    told_chapter,
    told_chapter_record,
    told_cluster,
)
from episodic.pipeline.replay.replayed_chapter import ReplayedChapter
from tests.story import CHAPTERS, memory_graph


async def replayed() -> list[ReplayedChapter]:
    """Return the replayed chapters of a small story."""
    async with memory_graph() as graph:
        await graph.add_manuscript(CHAPTERS)
        return (await graph.session.state()).replay.chapters


def statements_of(chapter: StoredChapter) -> tuple[ToldStatement, ...]:
    """Return the statements of a stored chapter. Their details are the same before and after the row is parsed."""
    stored, found = chapter.statements, list[ToldStatement]()
    for number in range(len(stored)):
        details = statement_details(stored.stored(number))
        found.append(TypeAdapter(ToldStatement).validate_python(stored[number]))
        assert details == statement_details(stored.stored(number))
        assert details == StatementDetails(**{one.name: getattr(found[-1], one.name) for one in fields(details)})
    return tuple(found)


async def test_a_chapter_is_the_same_after_it_was_stored() -> None:
    for chapter in await replayed():
        told = told_chapter(chapter)
        stored = stored_chapter(told_chapter_record(chapter))

        assert stored is not None
        assert tuple(map(told_cluster, stored.clusters)) == told.clusters
        assert statements_of(stored) == told.statements
        assert (stored.verdicts, stored.language) == (told.verdicts, told.language)
        assert {one.order for one in stored.passages} <= {chapter.episode.order}
        assert tuple(replace(one, episode="", order=0) for one in stored.passages) == told.passages


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


async def test_a_statement_keeps_the_sentence_that_is_shown_for_it() -> None:
    chapter = (await replayed())[0]
    said = tuple(replace(one, sentence=f"Sentence {one.uuid}.") for one in chapter.statements)

    stored = stored_chapter(told_chapter_record(replace(chapter, statements=said)))

    assert stored is not None
    assert stored.statements
    assert all(one.sentence == f"Sentence {one.uuid}." for one in statements_of(stored))


async def test_a_chapter_that_was_stored_without_columns_is_read() -> None:
    chapter = (await replayed())[0]
    told = told_chapter(chapter)
    value = TypeAdapter(ToldChapter).dump_json(replace(told, version=3), exclude_defaults=True).decode("utf-8")

    stored = stored_chapter(replace(told_chapter_record(chapter), value=value))

    assert stored is not None
    assert statements_of(stored) == told.statements


async def test_a_record_is_made_anew_from_its_fields() -> None:
    for chapter in await replayed():
        record = told_chapter_record(chapter)

        assert record_of_fields(record.uuid, record.told, json.loads(record.value)) == record


async def test_a_record_of_another_version_is_not_read() -> None:
    record = told_chapter_record((await replayed())[0])

    assert (
        stored_chapter(replace(record, value=record.value.replace(f'{{"version":{VERSION},', '{"version":999,')))
        is None
    )


async def test_each_canon_chapter_has_a_record_which_only_a_full_export_contains() -> None:
    async with memory_graph() as graph:
        await graph.add_manuscript(CHAPTERS)
        records = await graph.store.fetch("story", Kind.REPLAYED)
        full = [line async for line in graph.export() if '"kind":"replayed"' in line]
        canonical = [line async for line in graph.export(canonical=True) if '"kind":"replayed"' in line]

        assert [one.uuid for one in records] == [one.uuid for one in (await graph.session.state()).inputs.episodes]
        assert (len(full), canonical) == (len(records), [])


def test_a_name_loses_marks_of_emphasis_and_of_its_sentence_in_the_stored_form_too() -> None:
    surfaces = (
        ToldSurface('the "Concern."', (5,)),
        ToldSurface('the "Concern"', (40, 60)),
        ToldSurface("_my_ father", (90,)),
    )

    profile = profile_of(ToldCluster(1, surfaces), "e", 1)

    assert {name: one.count for name, one in profile.names.items()} == {'the "Concern"': 3, "my father": 1}
    assert profile.first_name == 'the "Concern"'
