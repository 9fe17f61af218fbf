"""Tests of inserting, moving and renaming chapters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest
from pydantic import BaseModel

from episodic.app import StoryGraph
from episodic.errors import (
    DuplicateEpisodeError,
    EmptyTextError,
    InvalidNameError,
    InvalidOverrideError,
    ModelUnavailableError,
    UnknownEpisodeError,
)
from episodic.extraction.llm_based.prompts import EntitiesPrompt, FactsPrompt
from episodic.llm.scripted import ScriptedModel
from episodic.model.episodes import Chapter, Episode, Layer
from episodic.pipeline.edits.chapter_moves import insert_episode, move_episode
from episodic.pipeline.reports import Outcome
from episodic.prompts import Prompt
from episodic.stores.sqlite import SQLiteStore
from tests.stories.script import Says, Script
from tests.story import CHAPTERS, VARIANTS, canonical, fresh_export, memory_graph

KEYED = tuple(replace(one, key=f"ch{number}") for number, one in enumerate(CHAPTERS))
NEW = Chapter(VARIANTS[0], title="插曲", key="new")
READING: tuple[type[Prompt[BaseModel]], ...] = (EntitiesPrompt, FactsPrompt)
HOMES = ("Harrow Ferry", "Port Sable", "Winter Keep", "Long Reach")
SCRIPT = Script(
    {"Marsh": "Person", **dict.fromkeys(HOMES, "Place")},
    {f"Marsh lived in {home}.": [Says("Marsh", "lives_in", home)] for home in HOMES},
)


def chapters_with_homes(places: Sequence[str]) -> list[Chapter]:
    """Return a manuscript whose chapters state one home each, with a numbered heading."""
    return [
        Chapter(f"Chapter {number}\n\nMarsh lived in {home}.\n", title=f"Chapter {number}", path=(f"Chapter {number}",))
        for number, home in enumerate(places, start=1)
    ]


class FailingModel:
    """A model with the script's answers that raises an error for the chapters in `ill`."""

    def __init__(self) -> None:
        self.ill: tuple[type[Prompt[BaseModel]], ...] = ()

    def __call__(self, prompt: Prompt[BaseModel]) -> BaseModel | Exception:
        return ModelUnavailableError("facts", "gone") if isinstance(prompt, self.ill) else SCRIPT.answer(prompt)


def scripted(answer: FailingModel | None = None) -> tuple[StoryGraph, ScriptedModel]:
    """Return a graph in memory and its model."""
    model = ScriptedModel(answer or FailingModel())
    return StoryGraph(SQLiteStore(":memory:"), model=model), model


def call_counts(model: ScriptedModel) -> Counter[str]:
    """Return the numbers of extraction calls and of judge calls since the last call of this function."""
    kinds = Counter("reading" if isinstance(one, READING) else "questions" for one in model.asked)
    model.asked.clear()
    return kinds


async def episodes(graph: StoryGraph) -> tuple[Episode, ...]:
    """Return the chapters in narrative order."""
    return (await graph.session.state()).inputs.episodes


async def keys(graph: StoryGraph) -> list[str]:
    """Return the keys of the chapters in narrative order."""
    return [one.key for one in await episodes(graph)]


@pytest.mark.parametrize(("before", "place"), [(True, 2), (False, 3)])
async def test_an_inserted_chapter_follows_its_neighbour_and_changes_no_other_order_key(
    before: bool, place: int
) -> None:
    """The graph equals that of reading the chapters once in this order."""
    async with memory_graph() as graph:
        await graph.add_manuscript(KEYED)
        orders = {one.key: one.order for one in await episodes(graph)}

        report = await graph.insert_episode(NEW, before="ch2" if before else None, after=None if before else "ch2")

        assert (report.outcome, report.key, report.windows_read) == (Outcome.ADDED, "new", 1)
        assert {one.key: one.order for one in await episodes(graph) if one.key != "new"} == orders
        assert await canonical(graph) == await fresh_export([*KEYED[:place], NEW, *KEYED[place:]])


async def test_order_keys_are_spread_in_the_same_commit_if_a_gap_is_full() -> None:
    """Thirty insertions at one position are one revision each, and keep the order."""
    async with memory_graph() as graph:
        report = await graph.add_manuscript(KEYED[:2])
        first = report.revision

        for number in range(30):
            await graph.insert_episode(Chapter(f"林远说：第{number}句。", title=f"夹{number}"), after="ch0")

        inserted = [f"夹{number}" for number in reversed(range(30))]
        assert await keys(graph) == ["ch0", *inserted, "ch1"]
        assert (await graph.session.state()).inputs.revision == first + 30


async def test_a_heading_that_is_taken_gets_the_next_number() -> None:
    """An explicit key that is taken is refused."""
    async with memory_graph() as graph:
        await graph.add_manuscript([Chapter(VARIANTS[0], title="One"), Chapter(VARIANTS[1], title="Two")])

        report = await graph.insert_episode(Chapter(VARIANTS[2], title="One"), before="Two")

        assert report.key == "One (2)"


async def test_a_moved_chapter_keeps_its_key_and_reading() -> None:
    """The graph equals that of a text in the new order."""
    async with memory_graph() as graph:
        await graph.add_manuscript(KEYED)

        edited = await graph.move_episode("ch3", before="ch1")

        assert await keys(graph) == ["ch0", "ch3", "ch1", "ch2"]
        assert edited.revision == len(KEYED) + 1
        assert await canonical(graph) == await fresh_export([KEYED[0], KEYED[3], *KEYED[1:3]])


@pytest.mark.parametrize("place", [{"before": "ch2"}, {"after": "ch0"}])
async def test_a_move_to_the_same_position_changes_nothing(place: dict[str, str]) -> None:
    """The move creates no revision."""
    async with memory_graph() as graph:
        await graph.add_manuscript(KEYED)

        edited = await graph.move_episode("ch1", **place)

        assert edited.diff.empty
        assert edited.revision == len(KEYED)


async def test_a_renamed_chapter_keeps_key_and_text() -> None:
    """The last title is shown. Giving a chapter the title that it already has changes nothing."""
    async with memory_graph() as graph:
        await graph.add_manuscript([replace(KEYED[0], path=("Part One", KEYED[0].title)), *KEYED[1:]])

        edited = await graph.rename_episode("ch0", " 潮起 ")
        again = await graph.rename_episode("ch0", "潮起")

        first = (await episodes(graph))[0]
        assert (first.key, first.title, first.path) == ("ch0", "潮起", ("Part One", "潮起"))
        assert first.text == KEYED[0].text
        assert again.revision == edited.revision


async def test_moving_and_renaming_read_nothing() -> None:
    """Questions are asked again only if their text changed, and a title is not part of any question."""
    graph, model = scripted()
    async with graph:
        await graph.add_manuscript(chapters_with_homes(HOMES), named="novel")
        call_counts(model)

        await graph.rename_episode(1, "The Ferry")
        renamed = call_counts(model)
        await graph.move_episode(4, before=2)
        moved = call_counts(model)
        await graph.move_episode(2, after=4)
        back = call_counts(model)

        assert renamed == Counter()
        assert moved["reading"] == 0
        assert back["reading"] == 0


async def test_only_the_inserted_chapter_is_read() -> None:
    """The inserted chapter has one window and needs two prompts, for its entities and its facts."""
    graph, model = scripted()
    async with graph:
        await graph.add_manuscript(chapters_with_homes(HOMES[:3]), named="novel")
        call_counts(model)

        await graph.insert_episode(Chapter("Marsh lived in Long Reach.\n", title="Interlude"), after=1)

        assert call_counts(model)["reading"] == 2


async def test_only_the_new_chapter_of_a_renumbered_manuscript_is_read() -> None:
    """The headings in the other texts changed, but their readings are reused."""
    graph, model = scripted()
    async with graph:
        await graph.add_manuscript(chapters_with_homes(HOMES[:3]), named="novel")
        call_counts(model)

        changed = chapters_with_homes([HOMES[0], HOMES[3], *HOMES[1:3]])
        report = await graph.add_manuscript(changed, named="novel")

        assert call_counts(model)["reading"] == 2
        outcomes = [one.outcome for one in report.chapters]
        assert outcomes == [Outcome.UNCHANGED, Outcome.ADDED, Outcome.RENAMED, Outcome.RENAMED]
        assert [one.text for one in await episodes(graph)] == [one.text for one in changed]
        fresh, _ = scripted()
        await fresh.add_manuscript(changed, named="novel")
        assert await canonical(graph) == await canonical(fresh)
        await fresh.close()


async def test_only_the_chapter_appended_to_a_file_is_read() -> None:
    """The empty lines at the end of the previous chapter do not change its content."""
    graph, model = scripted()
    async with graph:
        chapters = chapters_with_homes(HOMES[:2])
        await graph.add_manuscript(chapters, named="novel")
        call_counts(model)

        longer = replace(chapters[1], text=chapters[1].text + "\n\n")
        report = await graph.add_manuscript([chapters[0], longer, chapters_with_homes(HOMES[:3])[2]], named="novel")

        assert call_counts(model)["reading"] == 2
        assert [one.windows_read for one in report.chapters] == [0, 0, 1]


async def test_moved_and_removed_chapters_are_reported_without_reading() -> None:
    """Removed chapters are last in the report."""
    graph, model = scripted()
    async with graph:
        first = chapters_with_homes(HOMES)
        await graph.add_manuscript(first, named="novel")
        call_counts(model)

        report = await graph.add_manuscript([first[3], first[0], first[2]], named="novel")

        assert call_counts(model)["reading"] == 0
        assert [(one.title, one.outcome) for one in report.chapters] == [
            ("Chapter 4", Outcome.MOVED),
            ("Chapter 1", Outcome.UNCHANGED),
            ("Chapter 3", Outcome.UNCHANGED),
            ("Chapter 2", Outcome.REMOVED),
        ]
        assert report.diff.retired


async def test_an_interrupted_ingestion_is_resumed() -> None:
    """Everything committed before is a valid work, and the final graph equals that of an undisturbed run."""
    sometimes = FailingModel()
    graph, _ = scripted(sometimes)
    changed = chapters_with_homes([HOMES[3], HOMES[0], HOMES[2]])
    changed[1] = replace(changed[1], text=changed[1].text + "\nThe tide was out.\n")
    async with graph:
        await graph.add_manuscript(chapters_with_homes(HOMES[:3]), named="novel")
        sometimes.ill = (FactsPrompt,)
        broken = await graph.add_manuscript(changed, named="novel")
        sometimes.ill = ()

        mended = await graph.add_manuscript(changed, named="novel")

        assert [one.outcome for one in broken.chapters] == [
            Outcome.FAILED,
            Outcome.FAILED,
            Outcome.UNCHANGED,
            Outcome.REMOVED,
        ]
        assert not mended.failed
        fresh, _ = scripted()
        await fresh.add_manuscript(changed, named="novel")
        assert await canonical(graph) == await canonical(fresh)
        await fresh.close()


async def test_chapters_without_a_manuscript_are_removed_only_on_request() -> None:
    """Chapters that were added by hand are a part of the work."""
    async with memory_graph() as graph:
        await graph.add_manuscript(KEYED)

        await graph.add_manuscript(KEYED[:2])
        kept = await keys(graph)
        await graph.add_manuscript(KEYED[:2], removing=True)

        assert kept == ["ch0", "ch1", "ch2", "ch3"]
        assert await keys(graph) == ["ch0", "ch1"]


async def test_removed_chapters_can_be_kept() -> None:
    """The work keeps chapters that the manuscript no longer has."""
    async with memory_graph() as graph:
        chapters = chapters_with_homes(HOMES)
        await graph.add_manuscript(chapters, named="novel")

        report = await graph.add_manuscript(chapters[:2], named="novel", removing=False)

        assert [one.outcome for one in report.chapters] == [Outcome.UNCHANGED] * 2
        assert len(await keys(graph)) == 4


async def test_invalid_positions_are_refused() -> None:
    """For example, no position, two positions, or an unknown neighbour is refused, and nothing is changed."""
    async with memory_graph() as graph:
        await graph.add_manuscript(KEYED)
        await graph.add_episode(VARIANTS[0], name="draft", layer=Layer.DRAFT)
        before = await canonical(graph)
        ids = {one.key: one.uuid for one in await episodes(graph)}
        session = graph.session

        with pytest.raises(InvalidOverrideError, match="no place"):
            await graph.insert_episode(NEW)
        with pytest.raises(InvalidOverrideError, match="two places"):
            await graph.move_episode("ch0", before="ch1", after="ch2")
        with pytest.raises(InvalidOverrideError, match="beside itself"):
            await graph.move_episode("ch0", before="ch0")
        with pytest.raises(UnknownEpisodeError):
            await graph.insert_episode(NEW, after="nowhere")
        with pytest.raises(UnknownEpisodeError):
            await move_episode(session, "nobody", after=ids["ch1"])
        with pytest.raises(InvalidOverrideError, match="layer"):
            await insert_episode(session, NEW, after=ids["draft"])

        assert await canonical(graph) == before


async def test_invalid_keys_texts_and_titles_are_refused() -> None:
    """A key that is taken is refused, for the same text too, and so is a text or title without letters."""
    async with memory_graph() as graph:
        await graph.add_manuscript(KEYED)
        before = await canonical(graph)

        for taken in (replace(NEW, key="ch2"), KEYED[2]):
            with pytest.raises(DuplicateEpisodeError, match=r"'ch2' already exists\."):
                await graph.insert_episode(taken, after="ch0")
        with pytest.raises(EmptyTextError):
            await graph.insert_episode(replace(NEW, text="…… ！"), after="ch0")
        with pytest.raises(InvalidNameError):
            await graph.rename_episode("ch0", "  ")

        assert await canonical(graph) == before


async def test_a_text_that_the_model_fails_to_read_is_not_inserted() -> None:
    """The error is raised, and the work is unchanged."""
    sometimes = FailingModel()
    graph, _ = scripted(sometimes)
    async with graph:
        await graph.add_manuscript(chapters_with_homes(HOMES[:2]), named="novel")
        sometimes.ill = READING

        with pytest.raises(ModelUnavailableError):
            await graph.insert_episode(NEW, after=1)

        assert len(await episodes(graph)) == 2


async def test_a_neighbour_removed_by_another_client_is_an_error() -> None:
    """The chapter is not inserted at any other position."""
    store = SQLiteStore(":memory:")
    mine, theirs = StoryGraph(store), StoryGraph(store)
    await mine.add_manuscript(KEYED)
    neighbour = (await mine.find_episode("ch2")).uuid

    await theirs.remove_episode("ch2")

    with pytest.raises(UnknownEpisodeError):
        await move_episode(mine.session, (await mine.find_episode("ch0")).uuid, after=neighbour)
    assert await keys(mine) == ["ch0", "ch1", "ch3"]
    await store.close()


async def test_a_move_is_applied_after_a_concurrent_commit() -> None:
    """The edits of both clients are applied."""
    store = SQLiteStore(":memory:")
    mine, theirs = StoryGraph(store), StoryGraph(store)
    await mine.add_manuscript(KEYED)
    await theirs.find_episode("ch0")

    await mine.move_episode("ch0", after="ch3")
    await theirs.move_episode("ch1", after="ch3")

    assert await keys(theirs) == ["ch2", "ch3", "ch1", "ch0"]
    await store.close()


async def test_moving_back_or_undoing_restores_the_work() -> None:
    async with memory_graph() as graph:
        await graph.add_manuscript(KEYED)
        before = await canonical(graph)

        await graph.move_episode("ch0", after="ch2")
        await graph.move_episode("ch0", before="ch1")
        back = await canonical(graph)
        await graph.move_episode("ch3", before="ch0")
        await graph.undo()

        assert back == before
        assert await canonical(graph) == before
