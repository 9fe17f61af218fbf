"""Tests with random answers at random speeds: a manuscript raises the same questions and gives the same graph, however
its chapters were added.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from episodic.app import StoryGraph
from episodic.model.episodes import Chapter
from tests.sample_sizes import examples
from tests.stories.random_judges import SCRIPT, Endpoint, judged_at_will, never
from tests.story import canonical

DELAYS = (0.0, 0.0, 0.003, 0.015, 0.03)
"""The possible delays of an answer, in seconds."""
FAILING = 0.2
"""The share of model calls that fail, in tests with failures."""

texts = st.lists(st.sampled_from(sorted(SCRIPT.sentences)), min_size=1, max_size=3, unique=True).map(" ".join)
manuscripts = st.lists(texts, min_size=1, max_size=5).map(
    lambda found: tuple(Chapter(f"{text}\n", title=f"T{place}", key=f"k{place}") for place, text in enumerate(found))
)
seeds = st.integers(0, 999)

Way = Callable[[StoryGraph], Awaitable[object]]


def slow(seed: int) -> Endpoint:
    """Return an endpoint that answers after random times."""
    random = Random(seed)
    return Endpoint(delay=lambda: random.choice(DELAYS))


def graph_of_route(way: Way, seed: int, endpoint: Endpoint) -> list[str]:
    """Return the canonical export of a work whose chapters were added in this way."""

    async def read_route() -> list[str]:
        async with judged_at_will(seed, endpoint) as graph:
            await way(graph)
            return await canonical(graph)

    return asyncio.run(read_route())


def read(whole: Sequence[Chapter]) -> Way:
    """Return the route that adds all chapters as one manuscript."""

    async def way(graph: StoryGraph) -> None:
        report = await graph.add_manuscript(whole, named="story", removing=True)
        assert not report.failed

    return way


@settings(max_examples=examples(12), deadline=None)
@given(whole=manuscripts, seed=seeds)
def test_how_fast_answers_come_changes_neither_what_is_asked_nor_the_graph(
    whole: tuple[Chapter, ...], seed: int
) -> None:
    """Answers about facts may arrive before answers about identities, and answers about the last chapter before those
    about the first.
    """
    swift, late = Endpoint(), slow(seed)

    assert graph_of_route(read(whole), seed, late) == graph_of_route(read(whole), seed, swift)

    assert sorted(late.asked) == sorted(swift.asked)


@settings(max_examples=examples(8), deadline=None)
@given(whole=manuscripts, seed=seeds, order=st.randoms(use_true_random=False))
def test_chapters_in_any_order_and_in_any_parts_give_the_graph_of_the_manuscript(
    whole: tuple[Chapter, ...], seed: int, order: Random
) -> None:
    """Later chapters may already be stored when earlier chapters are added."""
    coming = order.sample(range(len(whole)), len(whole))

    async def way(graph: StoryGraph) -> None:
        there = set[int]()
        while len(there) < len(whole):
            there |= {coming.pop() for _ in range(min(len(coming), order.randint(1, 2)))}
            await graph.add_manuscript([whole[place] for place in sorted(there)], named="story", removing=True)

    assert graph_of_route(way, seed, slow(seed)) == graph_of_route(read(whole), seed, Endpoint())


@settings(max_examples=examples(8), deadline=None)
@given(first=manuscripts, last=manuscripts, seed=seeds)
def test_a_manuscript_that_became_another_gives_the_graph_of_the_other(
    first: tuple[Chapter, ...], last: tuple[Chapter, ...], seed: int
) -> None:
    """An edit may separate entities that were one, or remove one of two rivals."""

    async def way(graph: StoryGraph) -> None:
        await read(first)(graph)
        await read(last[::-1])(graph)
        await read(last)(graph)

    assert graph_of_route(way, seed, slow(seed)) == graph_of_route(read(last), seed, Endpoint())


@settings(max_examples=examples(8), deadline=None)
@given(whole=manuscripts, seed=seeds, luck=st.randoms(use_true_random=False))
def test_what_failed_and_is_read_again_gives_the_graph_of_an_undisturbed_run(
    whole: tuple[Chapter, ...], seed: int, luck: Random
) -> None:
    """Any call of any chapter may fail, more than once."""
    endpoint = slow(seed)

    def sometimes(kind: str) -> bool:
        del kind
        return luck.random() < FAILING

    async def way(graph: StoryGraph) -> None:
        endpoint.fails = sometimes
        await graph.add_manuscript(whole, named="story")
        await graph.retry()
        endpoint.fails = never
        await graph.retry()
        await read(whole)(graph)

    assert graph_of_route(way, seed, endpoint) == graph_of_route(read(whole), seed, Endpoint())


@settings(max_examples=examples(8), deadline=None)
@given(whole=manuscripts, seed=seeds, breaks=st.lists(st.floats(0, 0.2), min_size=1, max_size=3))
def test_what_was_broken_off_and_is_begun_again_gives_the_graph_of_an_undisturbed_run(
    whole: tuple[Chapter, ...], seed: int, breaks: list[float]
) -> None:
    """The run may be interrupted at any moment."""

    async def way(graph: StoryGraph) -> None:
        for seconds in breaks:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await graph.add_manuscript(whole, named="story")
        await read(whole)(graph)

    assert graph_of_route(way, seed, slow(seed)) == graph_of_route(read(whole), seed, Endpoint())
