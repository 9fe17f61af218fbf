"""Tests of speculative replays: identities that are resolved already are used again only where nothing changed."""

from __future__ import annotations

from benchmarks.novel import Novel
from episodic.app import StoryGraph
from episodic.pipeline.session.question_loop import AnswerCache
from episodic.pipeline.session.speculative_replay import ResolvedIdentities, SpeculativeReplay
from episodic.pipeline.session.state import State
from episodic.stores.sqlite import SQLiteStore

NOVEL = Novel("zh", 900, people=6, facts=5)


async def read(chapters: int) -> tuple[StoryGraph, State]:
    """Read a novel, and return the graph with its state."""
    graph = StoryGraph(SQLiteStore(":memory:"), group_id="story", model=NOVEL.model())
    await graph.add_manuscript([NOVEL.chapter(number) for number in range(1, chapters + 1)])
    return graph, await graph.session.state()


def identities_of(graph: StoryGraph, state: State, answers: AnswerCache) -> ResolvedIdentities:
    """Resolve the identities of all chapters, and nothing else."""
    base = graph.session.bench.empty_replay(state.inputs, state.inputs.settings, answers)
    replays = SpeculativeReplay(base, state.inputs.in_narrative_order(), identity_only=True)
    assert not replays.run()
    return replays.identities()


async def test_a_replay_with_resolved_identities_gives_the_same_records() -> None:
    graph, state = await read(5)
    answers = AnswerCache.of(state.inputs.judgements)
    identities = identities_of(graph, state, answers)
    replays = SpeculativeReplay(identities.base, state.inputs.in_narrative_order(), identities=identities)

    replays.run()
    again = graph.session.bench.state(state.inputs, replays.finished(), answers, redirects={})
    await graph.close()

    assert {key: one.digest for key, one in again.records.items()} == {
        key: one.digest for key, one in state.records.items()
    }


async def test_identities_are_reused_up_to_the_first_chapter_that_is_left_out() -> None:
    graph, state = await read(4)
    identities = identities_of(graph, state, AnswerCache.of(state.inputs.judgements))
    first, second, third, fourth = identities.chapters
    await graph.close()

    assert list(identities.reusable(identities.base, [first, second, third, fourth])) == [1, 2, 3, 4]
    assert list(identities.reusable(identities.base, [first, second, fourth])) == [1, 2]
    assert not identities.reusable(identities.replays[1], [second, third])


async def test_identities_are_resolved_again_in_a_work_with_overrides() -> None:
    graph, state = await read(3)
    one, other, *_ = sorted(entity.name for entity in state.graph.entities.values() if entity.type == "Person")
    await graph.merge_entities(one, other)
    state = await graph.session.state()
    identities = identities_of(graph, state, AnswerCache.of(state.inputs.judgements))
    await graph.close()

    assert not identities.reusable(identities.base, identities.chapters)
