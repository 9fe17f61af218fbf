"""Replays kept on the way: telling begins again at the last place before which nothing changed."""

from __future__ import annotations

from dataclasses import replace

from episodic.app import StoryGraph
from episodic.model.settings import EntityType
from episodic.pipeline.asserted import Asserted, AssertedChapter
from episodic.pipeline.telling.replay import Replay
from episodic.pipeline.work.tellings import Tellings
from tests.story import CHAPTERS, memory_graph


async def told(graph: StoryGraph) -> tuple[Asserted, list[Replay]]:
    """The story as asserted, and a replay after each of its chapters."""
    await graph.add_manuscript(CHAPTERS)
    session = graph.session
    asserted = (await session.state()).asserted
    replay = session.bench.empty_replay(asserted, asserted.settings, session.answers)
    steps: list[Replay] = []
    for one in asserted.told():
        replay.add(one)
        steps.append(replay.copy())
    return asserted, steps


def edited(asserted: Asserted, number: int) -> Asserted:
    """The work with one chapter that is another value, as after an edit."""
    chapter = asserted.chapters[number]
    other = AssertedChapter(replace(chapter.episode, revision=chapter.episode.revision + 1), chapter.reading)
    return asserted.with_chapter(other)


async def test_the_longest_beginning_that_did_not_change_is_found() -> None:
    """An edit of the third chapter leaves what was told of the first two."""
    async with memory_graph() as graph:
        asserted, steps = await told(graph)
        tellings = Tellings()
        for count, replay in enumerate(steps, start=1):
            tellings.keep(asserted, asserted.told()[:count], replay)

        changed = edited(asserted, 2)

        assert tellings.latest(asserted, asserted.told()) == (steps[3], 4)
        assert tellings.latest(changed, changed.told()) == (steps[1], 2)


async def test_a_beginning_that_changed_is_not_found() -> None:
    """After an edit of the first chapter everything is told again."""
    async with memory_graph() as graph:
        asserted, steps = await told(graph)
        tellings = Tellings()
        tellings.keep(asserted, asserted.told(), steps[3])

        changed = edited(asserted, 0)

        assert tellings.latest(changed, changed.told()) is None


async def test_under_other_settings_nothing_is_kept() -> None:
    """What a replay rests on beside its chapters counts, too."""
    async with memory_graph() as graph:
        asserted, steps = await told(graph)
        tellings = Tellings()
        tellings.keep(asserted, asserted.told(), steps[3])

        settings = replace(asserted.settings, entity_types=(EntityType("Ship", "what sails"),))

        assert tellings.latest(replace(asserted, settings=settings), asserted.told()) is None


async def test_a_replay_with_open_questions_is_not_kept() -> None:
    """Its answers by rule may prove wrong."""
    async with memory_graph() as graph:
        asserted, steps = await told(graph)
        tellings = Tellings()
        steps[3].open = True

        tellings.keep(asserted, asserted.told(), steps[3])

        assert tellings.latest(asserted, asserted.told()) is None


async def test_a_copy_is_told_on_without_its_original() -> None:
    """Copies share what they have in common, and nothing that one of them is told later."""
    async with memory_graph() as graph:
        asserted, _ = await told(graph)
        session = graph.session
        first = session.bench.empty_replay(asserted, asserted.settings, session.answers)
        for one in asserted.chapters[:2]:
            first.add(one)
        second = first.copy()
        names = [cluster.names.copy() for _, cluster in first.clusters.roots()]

        for one in asserted.chapters[2:]:
            second.add(one)

        assert [cluster.names for _, cluster in first.clusters.roots()] == names
        assert len(first.chapters) == 2
        for one in asserted.chapters[2:]:
            first.add(one)
        assert first.chapters == second.chapters
