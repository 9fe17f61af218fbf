"""Tests of the inputs that are loaded from a store."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from episodic.app import StoryGraph
from episodic.errors import HistoryCompactedError
from episodic.model.episodes import Chapter, Layer
from episodic.pipeline.inputs import load_at, load_before
from tests.story import CHAPTERS, VARIANTS, memory_graph
from tests.unit.context import setup_story

EDITS: tuple[Callable[[StoryGraph], Awaitable[object]], ...] = (
    lambda graph: graph.replace_episode(CHAPTERS[1].title, VARIANTS[0]),
    lambda graph: graph.rename_episode(CHAPTERS[2].title, "第三章 云州之战"),
    lambda graph: graph.add_episode(Chapter("沈度住在青州。\n", title="草稿"), layer=Layer.DRAFT),
    lambda graph: graph.split_entity("林远", from_chapter=CHAPTERS[3].title),
    lambda graph: graph.remove_episode(CHAPTERS[1].title),
)


async def test_the_inputs_of_an_earlier_revision_are_loaded_with_unchanged_values_of_the_current_ones() -> None:
    async with memory_graph() as graph:
        await graph.add_manuscript(CHAPTERS)
        for edit in EDITS:
            await edit(graph)
        now = (await graph.session.state()).inputs
        known = {one.episode.uuid: one for one in now.chapters}

        for revision in range(now.revision + 1):
            then, wanted = await load_before(graph.store, now, revision), await load_at(graph.store, "story", revision)

            assert (then.chapters, then.acts, then.waiting) == (wanted.chapters, wanted.acts, wanted.waiting)
            assert (then.revision, then.settings) == (now.revision, now.settings)
            for one in then.chapters:
                current = known.get(one.episode.uuid)
                if current is not None and current.reading == one.reading:
                    assert current.reading is one.reading


async def test_only_judgements_that_are_no_longer_current_are_loaded() -> None:
    async with setup_story.graph_of(setup_story.model_of()) as graph:
        await graph.add_manuscript(setup_story.chapters())
        before = (await graph.session.state()).inputs
        await graph.remove_episode("ch3")
        now = (await graph.session.state()).inputs

        then = await load_before(graph.store, now, before.revision)

        lost = {uuid: one for uuid, one in before.judgements.items() if uuid not in now.judgements}
        assert then.judgements == lost != {}


async def test_the_inputs_of_compacted_history_are_not_loaded() -> None:
    async with memory_graph() as graph:
        await graph.add_manuscript(CHAPTERS)
        await graph.compact(keep_revisions=1)
        now = (await graph.session.state()).inputs

        with pytest.raises(HistoryCompactedError):
            await load_before(graph.store, now, 2)
