"""Tests that the same story gives the same graph, however the work came to its text."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from episodic.model.episodes import Chapter
from tests.sample_sizes import examples
from tests.story import CHAPTERS, VARIANTS, canonical, fresh_export, memory_graph

KEYED = tuple(replace(one, key=f"ch{number}") for number, one in enumerate(CHAPTERS))

edits = st.lists(
    st.tuples(
        st.sampled_from(["replace", "remove", "restore"]),
        st.integers(0, len(KEYED) - 1),
        st.sampled_from(VARIANTS),
    ),
    max_size=6,
)


# The sequences in `edit_sequences` contain the same edits and compare more.
@settings(max_examples=examples(10), deadline=None)
@given(edits=edits)
def test_any_edits_give_the_graph_that_a_fresh_reading_of_the_final_text_gives(
    edits: list[tuple[str, int, str]],
) -> None:
    """Chapters that are replaced, removed and restored leave no trace."""

    async def edit_and_read() -> tuple[list[str], list[Chapter]]:
        chapters: list[Chapter | None] = list(KEYED)
        async with memory_graph() as graph:
            await graph.add_manuscript(KEYED)
            for what, position, text in edits:
                now = chapters[position]
                if what == "remove" and now is not None:
                    await graph.remove_episode(f"ch{position}")
                    chapters[position] = None
                elif what == "replace" and now is not None:
                    chapters[position] = replace(now, text=text)
                    await graph.replace_episode(f"ch{position}", text)
                elif what == "restore":
                    chapters[position] = KEYED[position]
                    await graph.add_manuscript([one for one in chapters if one is not None])
            return await canonical(graph), [one for one in chapters if one is not None]

    found, final = asyncio.run(edit_and_read())

    assert found == asyncio.run(fresh_export(final))


@settings(max_examples=examples(10), deadline=None)
@given(cut=st.integers(0, len(KEYED)))
def test_a_manuscript_in_two_parts_is_the_manuscript(cut: int) -> None:
    """Chapters may be added one by one, in parts, or all together."""

    async def in_parts() -> list[str]:
        async with memory_graph() as graph:
            for part in (KEYED[:cut], KEYED[cut:]):
                if part:
                    await graph.add_manuscript(part)
            return await canonical(graph)

    assert asyncio.run(in_parts()) == asyncio.run(fresh_export(KEYED))


@settings(max_examples=examples(8), deadline=None)
@given(order=st.permutations(range(len(KEYED))))
def test_chapters_that_come_late_take_their_place(order: list[int]) -> None:
    """A missing chapter that is added later gives the graph of a run without failure."""

    async def scattered() -> list[str]:
        async with memory_graph() as graph:
            for count in range(1, len(order) + 1):
                present = sorted(order[:count])
                await graph.add_manuscript([KEYED[position] for position in present])
            return await canonical(graph)

    assert asyncio.run(scattered()) == asyncio.run(fresh_export(KEYED))


def test_reading_the_same_manuscript_again_changes_nothing() -> None:
    """The second run makes no commit."""

    async def twice() -> tuple[int, int]:
        async with memory_graph() as graph:
            first = await graph.add_manuscript(KEYED)
            second = await graph.add_manuscript(KEYED)
            return first.revision, second.revision

    first, second = asyncio.run(twice())

    assert first == second


def test_the_work_told_by_a_chapter_is_the_work_that_ends_there() -> None:
    """A later chapter does not change what a reader of the earlier chapters sees."""

    async def told_by(count: int) -> list[str]:
        return await fresh_export(KEYED[:count])

    async def grown() -> list[list[str]]:
        seen: list[list[str]] = []
        async with memory_graph() as graph:
            for chapter in KEYED:
                await graph.add_manuscript([chapter])
                seen.append(await canonical(graph))
        return seen

    assert asyncio.run(grown()) == [asyncio.run(told_by(count)) for count in range(1, len(KEYED) + 1)]
