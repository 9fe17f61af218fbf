"""Tests of a changed manuscript that is read again: the graph equals that of a fresh reading."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from episodic.app import StoryGraph
from episodic.errors import InvalidOverrideError
from episodic.model.episodes import Chapter
from episodic.stores.sqlite import SQLiteStore
from tests.sample_sizes import examples
from tests.stories.script import Says, Script
from tests.story import CHAPTERS, VARIANTS, canonical, memory_graph

PARAGRAPHS = tuple(part for one in CHAPTERS for part in one.text.strip().split("\n\n"))
SCRIPT = Script(
    {"林远": "Person", "沈度": "Person", "赵虎": "Person", "海门城": "Place", "云州": "Place", "青州": "Place"},
    {
        "林远住在海门城": [Says("林远", "lives_in", "海门城")],
        "林远搬到云州": [Says("林远", "lives_in", "云州", phase="begins")],
        "林远斩赵虎于马下": [Says("赵虎", "dead", value="dead")],
        "林远住在青州": [Says("林远", "lives_in", "青州")],
        "赵虎搬到云州": [Says("赵虎", "lives_in", "云州", phase="begins")],
        "沈度病死于云州": [Says("沈度", "dead", value="dead")],
    },
)
EDITS = ("edit", "rewrite", "insert", "remove", "move", "rename", "split", "join", "swap")


@dataclass(frozen=True, slots=True)
class Draft:
    """A chapter of the author. Its number is assigned when the manuscript is written."""

    title: str
    paragraphs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One edit: its kind, its position, and its text."""

    what: str
    place: int
    other: int


steps = st.lists(st.builds(Step, st.sampled_from(EDITS), st.integers(0, 7), st.integers(0, 7)), max_size=4)
DESK = tuple(
    Draft(title, tuple(one.text.strip().split("\n\n")))
    for title, one in zip(("海门", "云州", "攻城", "归来"), CHAPTERS, strict=True)
)

LAST = Draft("尾声", ("林远老于海门城，苏氏常在其侧。",))


def edited(drafts: Sequence[Draft], step: Step) -> list[Draft]:
    """Return the drafts after one edit. At least one draft is left."""
    found = list(drafts)
    at = step.place % len(found)
    one = found[at]
    match step.what:
        case "edit":
            kept = (*one.paragraphs[:-1], PARAGRAPHS[step.other % len(PARAGRAPHS)])
            found[at] = replace(one, paragraphs=kept)
        case "rewrite":
            found[at] = replace(one, paragraphs=tuple(VARIANTS[step.other % len(VARIANTS)].strip().split("\n\n")))
        case "insert":
            found.insert(at, Draft("新章", (VARIANTS[step.other % len(VARIANTS)].strip(),)))
        case "remove" if len(found) > 1:
            del found[at]
        case "move":
            found.insert(step.other % len(found), found.pop(at))
        case "rename":
            found[at] = replace(one, title=("海门", "夜雨", "夜雨", "长河")[step.other % 4])
        case "split" if len(one.paragraphs) > 1:
            found[at : at + 1] = [
                replace(one, paragraphs=one.paragraphs[:1]),
                Draft("后半", one.paragraphs[1:]),
            ]
        case "join" if at + 1 < len(found):
            found[at : at + 2] = [replace(one, paragraphs=(*one.paragraphs, *found[at + 1].paragraphs))]
        case "swap" if at + 1 < len(found):
            found[at], found[at + 1] = found[at + 1], found[at]
        case _:
            pass
    return found


def written(drafts: Sequence[Draft]) -> list[Chapter]:
    """Return the manuscript with numbered chapters, each with its heading in its text.

    The last chapter is never edited, so that the manuscript is recognised.
    """
    chapters: list[Chapter] = []
    for number, one in enumerate((*drafts, LAST), start=1):
        title = f"第{number}章 {one.title}"
        text = "\n\n".join((title, *one.paragraphs)) + "\n"
        chapters.append(Chapter(text, title=title, path=(title,), number=number))
    return chapters


def asking_graph() -> StoryGraph:
    """Return a graph in memory with a scripted model."""
    return StoryGraph(SQLiteStore(":memory:"), group_id="story", model=SCRIPT.model())


async def fresh(drafts: Sequence[Draft], new_graph: Callable[[], StoryGraph] = memory_graph) -> list[str]:
    """Return the canonical export of the manuscript read once."""
    async with new_graph() as graph:
        await graph.add_manuscript(written(drafts), named="tale")
        return await canonical(graph)


async def read_again(
    rounds: Sequence[Sequence[Step]], new_graph: Callable[[], StoryGraph]
) -> tuple[list[str], list[Draft], tuple[int, int]]:
    """Read the manuscript again after every round of edits. Return its export, the final drafts, and the last two
    revisions.
    """
    drafts = list(DESK)
    async with new_graph() as graph:
        report = await graph.add_manuscript(written(drafts), named="tale")
        for edits in rounds:
            for step in edits:
                drafts = edited(drafts, step)
            report = await graph.add_manuscript(written(drafts), named="tale")
        again = await graph.add_manuscript(written(drafts), named="tale")
        return await canonical(graph), drafts, (report.revision, again.revision)


@settings(max_examples=examples(15), deadline=None)
@given(rounds=st.lists(steps, min_size=1, max_size=3))
def test_a_changed_manuscript_read_again_is_a_fresh_reading_of_it(rounds: list[list[Step]]) -> None:
    """Between two readings, chapters are edited, moved, split, joined, inserted, renamed and removed."""

    found, final, (revision, again) = asyncio.run(read_again(rounds, memory_graph))

    assert found == asyncio.run(fresh(final))
    assert revision == again


@settings(max_examples=examples(10), deadline=None)
@given(edits=steps)
def test_with_a_model_too_what_is_kept_of_readings_gives_a_fresh_reading(edits: list[Step]) -> None:
    """Windows in which only the number in the heading changed are not read again, and their readings are reused."""
    found, final, _ = asyncio.run(read_again([edits], asking_graph))

    assert found == asyncio.run(fresh(final, asking_graph))


@dataclass(frozen=True, slots=True)
class Act:
    """One edit by hand: a chapter is inserted, moved or renamed."""

    what: str
    place: int
    other: int
    before: bool


acts = st.lists(
    st.builds(Act, st.sampled_from(("insert", "move", "rename")), st.integers(0, 7), st.integers(0, 7), st.booleans()),
    max_size=6,
)


async def done(graph: StoryGraph, chapters: list[Chapter], act: Act) -> list[Chapter]:
    """Make the edit in the graph and return the chapters after the edit."""
    at, other = act.place % len(chapters), act.other % len(chapters)
    one, beside = chapters[at], chapters[other].key
    assert one.key is not None
    before, after = (beside, None) if act.before else (None, beside)
    match act.what:
        case "insert":
            new = Chapter(VARIANTS[act.place % len(VARIANTS)], title="插曲", key=f"new{len(chapters)}")
            await graph.insert_episode(new, before=before, after=after)
            chapters.insert(other + (not act.before), new)
        case "move" if at == other:
            with pytest.raises(InvalidOverrideError):
                await graph.move_episode(one.key, before=before, after=after)
        case "move":
            await graph.move_episode(one.key, before=before, after=after)
            chapters.remove(one)
            keys = [each.key for each in chapters]
            chapters.insert(keys.index(beside) + (not act.before), one)
        case _:
            named = replace(one, title=f"改名{act.other}")
            await graph.rename_episode(one.key, named.title)
            chapters[at] = named
    return chapters


@settings(max_examples=examples(15), deadline=None)
@given(made=acts)
def test_chapters_inserted_moved_and_renamed_by_hand_give_a_fresh_reading(made: list[Act]) -> None:
    """The edits are made one by one in any order."""

    async def edit_and_read() -> tuple[list[str], list[Chapter]]:
        chapters = [replace(one, key=f"ch{number}") for number, one in enumerate(CHAPTERS)]
        async with memory_graph() as graph:
            await graph.add_manuscript(chapters)
            for act in made:
                chapters = await done(graph, chapters, act)
            return await canonical(graph), chapters

    async def once(chapters: list[Chapter]) -> list[str]:
        async with memory_graph() as graph:
            await graph.add_manuscript(chapters)
            return await canonical(graph)

    found, final = asyncio.run(edit_and_read())

    assert found == asyncio.run(once(final))
