"""Tests of evidence: the quote of every stored fact, statement and mention is in its chapter at the stored offsets."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.novel import Novel
from episodic.app import StoryGraph
from episodic.model.episodes import Chapter
from episodic.model.spans import Evidence
from episodic.pipeline.session.state import State
from episodic.stores.sqlite import SQLiteStore
from episodic.text.manuscript_files import load_manuscript
from tests.stories.scenario_stories import LANGUAGES, eyes, fire, invented, moving, sword
from tests.story import CHAPTERS, VARIANTS, memory_graph

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
TALES = {one.__name__: one for one in (eyes, fire, invented, moving, sword)}


def evidence_of(state: State) -> Iterator[Evidence]:
    """Yield the evidence of every stored record that has a quote."""
    graph = state.graph
    for fact in graph.facts.values():
        yield from (*fact.evidence, *fact.ends)
    for statement in graph.statements.values():
        yield statement.evidence
    for entity in graph.entities.values():
        yield from (entity.first, *(alias.first for alias in entity.aliases))
    for issue in graph.issues.values():
        yield from issue.evidence


def check(state: State) -> int:
    """Check the offsets of every quote, that every fact has a quote, and that every mention has its surface form.
    Return the number of facts.
    """
    texts = {one.uuid: one for one in state.inputs.episodes}
    graph = state.graph
    for fact in graph.facts.values():
        assert fact.evidence or fact.ends
    for one in evidence_of(state):
        assert one.quote
        assert texts[one.episode].text[one.start : one.end] == one.quote
        assert one.told.order == texts[one.episode].order
        assert one.told.offset == one.start
    for mentions in graph.mentions.values():
        for surface, span in mentions.places:
            written = texts[mentions.episode].text[span.start : span.end]
            assert "".join(written.split()) == "".join(surface.split()) or written.casefold() == surface.casefold()
    for passage in graph.passages.values():
        assert texts[passage.episode].text[passage.span.start : passage.span.end] == passage.text
    for statement in graph.statements.values():
        passage = graph.passages[statement.passage]
        assert passage.span.start <= statement.evidence.start < passage.span.end
    return len(graph.facts)


@settings(max_examples=20, deadline=None)
@given(texts=st.lists(st.sampled_from([*(one.text for one in CHAPTERS), *VARIANTS]), min_size=1, max_size=5))
async def test_a_story_read_by_rules_quotes_its_chapters(texts: list[str]) -> None:
    """The chapters of the story are random."""
    async with memory_graph() as graph:
        await graph.add_manuscript([Chapter(text, key=str(number)) for number, text in enumerate(texts)])

        check(await graph.session.state())


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("prompted", [False, True], ids=["rules", "model"])
async def test_a_novel_quotes_its_chapters(language: str, prompted: bool) -> None:
    """The chapters have several windows, in both languages, and are read by rules or by a model."""
    novel = Novel(language, 9_000, people=10, new=2, facts=20)
    chapters = [novel.chapter(number) for number in range(1, 4)]

    async with StoryGraph(SQLiteStore(":memory:"), model=novel.model() if prompted else None) as graph:
        await graph.add_manuscript(chapters)
        facts = check(await graph.session.state())

    assert facts > 20 or not prompted


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("tale", TALES)
async def test_the_scripted_tales_quote_their_chapters(tale: str, language: str) -> None:
    """The stories have flashbacks, rumours and invented calendars."""
    told = TALES[tale](language)

    async with StoryGraph(SQLiteStore(":memory:"), model=told.script.model(), settings=told.settings) as graph:
        await graph.add_manuscript(told.chapters)

        assert check(await graph.session.state()) > 0


def examples() -> list[Path]:
    """Return the files and folders of the shipped stories that contain chapters."""
    return sorted(
        {one.parent for one in EXAMPLES.glob("**/*") if one.suffix in {".txt", ".md"} and one.stem.lower() != "readme"}
    )


async def test_the_example_stories_read_by_rules_quote_their_chapters() -> None:
    """The test covers every shipped story."""
    read = 0
    for folder in examples():
        chapters = [one for one in load_manuscript(folder).chapters if one.text.strip()]
        async with memory_graph() as graph:
            await graph.add_manuscript(
                [Chapter(one.text, title=one.title, key=str(number)) for number, one in enumerate(chapters)]
            )
            check(await graph.session.state())
            read += 1
    assert read == len(examples())


async def test_quotes_still_stand_after_edits() -> None:
    """The spans of reused windows move with their chapter."""
    async with memory_graph() as graph:
        await graph.add_manuscript(CHAPTERS)
        await graph.replace_episode(2, "序：风很大。\n\n" + CHAPTERS[1].text)
        await graph.remove_episode(1)
        await graph.add_episode(CHAPTERS[0])

        assert check(await graph.session.state()) > 0
