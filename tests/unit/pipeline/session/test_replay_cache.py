"""Tests of the replay cache: a replay starts from the last cached replay before the first change."""

from __future__ import annotations

from dataclasses import replace

from episodic.app import StoryGraph
from episodic.model.settings import EntityType
from episodic.pipeline.inputs import ChapterInput, WorkInputs
from episodic.pipeline.replay.replay import Replay
from episodic.pipeline.session.kept_replays import StoredReplay
from episodic.pipeline.session.replay_cache import ReplayCache
from tests.story import CHAPTERS, memory_graph


async def replayed_story(graph: StoryGraph) -> tuple[WorkInputs, list[Replay]]:
    """Return the inputs of the story, and a replay after each of its chapters."""
    await graph.add_manuscript(CHAPTERS)
    session = graph.session
    inputs = (await session.state()).inputs
    replay = session.bench.empty_replay(inputs, inputs.settings, session.answers)
    steps: list[Replay] = []
    for one in inputs.in_narrative_order():
        replay.add(one)
        steps.append(replay.copy())
    return inputs, steps


def edited(inputs: WorkInputs, number: int) -> WorkInputs:
    """Return the work with one chapter replaced by another value, as after an edit."""
    chapter = inputs.chapters[number]
    other = ChapterInput(replace(chapter.episode, revision=chapter.episode.revision + 1), chapter.reading)
    return inputs.with_chapter(other)


async def test_the_longest_beginning_that_did_not_change_is_found() -> None:
    """An edit of the third chapter keeps the replay of the first two."""
    async with memory_graph() as graph:
        inputs, steps = await replayed_story(graph)
        tellings = ReplayCache()
        for count, replay in enumerate(steps, start=1):
            tellings.keep(inputs, inputs.in_narrative_order()[:count], replay)

        changed = edited(inputs, 2)

        assert tellings.latest(inputs, inputs.in_narrative_order()) == (steps[3], 4)
        assert tellings.latest(changed, changed.in_narrative_order()) == (steps[1], 2)


async def test_a_beginning_that_changed_is_not_found() -> None:
    """After an edit of the first chapter everything is replayed."""
    async with memory_graph() as graph:
        inputs, steps = await replayed_story(graph)
        tellings = ReplayCache()
        tellings.keep(inputs, inputs.in_narrative_order(), steps[3])

        changed = edited(inputs, 0)

        assert tellings.latest(changed, changed.in_narrative_order()) is None


async def test_under_other_settings_nothing_is_kept() -> None:
    """A replay depends on the settings, too."""
    async with memory_graph() as graph:
        inputs, steps = await replayed_story(graph)
        tellings = ReplayCache()
        tellings.keep(inputs, inputs.in_narrative_order(), steps[3])

        settings = replace(inputs.settings, entity_types=(EntityType("Ship", "what sails"),))

        assert tellings.latest(replace(inputs, settings=settings), inputs.in_narrative_order()) is None


async def test_a_replay_with_open_questions_is_not_kept() -> None:
    """The rule-based answers to open questions may be wrong."""
    async with memory_graph() as graph:
        inputs, steps = await replayed_story(graph)
        tellings = ReplayCache()
        steps[3].open = True

        tellings.keep(inputs, inputs.in_narrative_order(), steps[3])

        assert tellings.latest(inputs, inputs.in_narrative_order()) is None


async def test_a_copy_is_told_on_without_its_original() -> None:
    """Copies share their common chapters, but no chapters that are added later."""
    async with memory_graph() as graph:
        inputs, _ = await replayed_story(graph)
        session = graph.session
        first = session.bench.empty_replay(inputs, inputs.settings, session.answers)
        for one in inputs.chapters[:2]:
            first.add(one)
        second = first.copy()
        names = [first.clusters[number].names.copy() for number in range(len(first.clusters))]

        for one in inputs.chapters[2:]:
            second.add(one)

        assert [first.clusters[number].names for number in range(len(names))] == names
        assert len(first.chapters) == 2
        for one in inputs.chapters[2:]:
            first.add(one)
        assert first.chapters == second.chapters


async def cached_story(graph: StoryGraph) -> tuple[WorkInputs, list[Replay], ReplayCache]:
    """Return the inputs of the story, its replays, and a cache of the replays."""
    inputs, steps = await replayed_story(graph)
    cached = ReplayCache()
    for count, replay in enumerate(steps, start=1):
        cached.keep(inputs, inputs.in_narrative_order()[:count], replay)
    return inputs, steps, cached


async def test_after_an_edit_without_effect_the_chapters_that_follow_are_taken_from_the_known_replay() -> None:
    """The replays after the edited chapter are cached with the edited chapter in them."""
    async with memory_graph() as graph:
        inputs, steps, cached = await cached_story(graph)
        changed = edited(inputs, 1)
        told = changed.in_narrative_order()
        found = cached.continuation(changed, inputs, steps[-1])
        assert found is not None
        first = steps[0].copy()
        first.add(told[1])

        whole = found.after(first)
        found.keep(first)

        assert whole is not None
        assert whole.completed == list(told)
        kept = cached.latest(changed, told[:3])
        assert kept is not None
        assert (kept[1], kept[0].completed) == (3, list(told[:3]))


async def test_a_replay_is_loaded_from_the_checkpoint_once() -> None:
    """A copy of it can be compared with what continues it, without comparing all entries."""
    async with memory_graph() as graph:
        inputs, steps = await replayed_story(graph)
        cached, told = ReplayCache(), inputs.in_narrative_order()[:2]
        stored = {2: StoredReplay(0, steps[1].copy, loaded)}
        cached.know(inputs, stored)
        first = cached.latest(inputs, told)

        cached.know(inputs, stored)

        again = cached.latest(inputs, told)
        assert first is not None
        assert again is not None
        assert again[0] is first[0]


def loaded(*_: Replay) -> Replay:
    """Fail, because a replay is loaded from the checkpoint."""
    raise AssertionError("a replay was loaded")


async def test_an_edited_chapter_is_compared_with_the_stored_changes_that_it_made() -> None:
    """Only the changes since the stored replay before the chapter are loaded, and its earlier text is not replayed."""
    async with memory_graph() as graph:
        inputs, steps = await replayed_story(graph)
        cached, begun = ReplayCache(), list[int]()

        def continued(before: Replay) -> Replay:
            begun.append(len(before.chapters))
            return steps[1]

        cached.know(inputs, {1: StoredReplay(0, loaded, loaded), 2: StoredReplay(1, loaded, continued)})
        changed = edited(inputs, 1)
        found = cached.continuation(changed, inputs, steps[-1])
        assert found is not None
        first = steps[0].copy()

        found.follow(first)
        first.add(changed.in_narrative_order()[1])

        assert found.after(first) is not None
        assert begun == [1]


async def test_an_edited_chapter_is_compared_without_loading_a_replay_from_the_checkpoint() -> None:
    """Its earlier text is replayed, which takes less time."""
    async with memory_graph() as graph:
        inputs, steps = await replayed_story(graph)
        cached = ReplayCache()
        cached.know(inputs, dict.fromkeys((2, 3), StoredReplay(0, loaded, loaded)))
        changed = edited(inputs, 1)
        found = cached.continuation(changed, inputs, steps[-1])
        assert found is not None
        first = steps[0].copy()

        found.follow(first)
        first.add(changed.in_narrative_order()[1])

        assert found.after(first) is not None


async def test_a_work_with_other_chapters_or_settings_has_no_known_continuation() -> None:
    """The numbers of chapters are part of the state, and so are the settings."""
    async with memory_graph() as graph:
        inputs, steps, cached = await cached_story(graph)
        settings = replace(inputs.settings, entity_types=(EntityType("Ship", "what sails"),))
        last = edited(inputs, len(CHAPTERS) - 1)

        shorter = inputs.without_chapter(inputs.chapters[1].episode.uuid)
        assert cached.continuation(shorter, inputs, steps[-1]) is None
        assert cached.continuation(replace(inputs, settings=settings), inputs, steps[-1]) is None
        assert cached.continuation(last, inputs, steps[-1]) is None
