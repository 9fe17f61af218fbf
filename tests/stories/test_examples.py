"""Tests of the example stories, read from recorded replies of a model: the graph has the facts that a careful reader
finds.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from episodic.app import StoryGraph
from episodic.dedup.llm_judge import SamePrompt
from episodic.extraction.llm_based.prompts import EntitiesPrompt, FactsPrompt
from episodic.llm.recording import ReplayModel, recordings, stale
from episodic.model.episodes import Chapter
from episodic.model.graph import Fact, IssueKind
from episodic.model.settings import WorkSettings
from episodic.pipeline.reports import ChapterReport, Outcome
from episodic.search.scope import Scope
from episodic.stores.sqlite import SQLiteStore
from episodic.temporal.calendars.definition_files import load_calendar
from episodic.temporal.llm_judge import (
    MeaningPrompt,
    PredicatesPrompt,
    RivalsPrompt,
    SettledAndMeaningPrompt,
    SettledAndPredicatesPrompt,
    SettledAndVerdictsPrompt,
)
from episodic.temporal.llm_time_expressions import WhenPrompt
from episodic.temporal.settled_prompts import SettledPrompt
from episodic.text.manuscript_files import load_chapter
from episodic.text.natural_order import natural_key

EXAMPLES = Path(__file__).parents[2] / "examples"
LANGUAGES = ("zh", "en")
PROMPTS = (
    *(EntitiesPrompt, FactsPrompt, SamePrompt, WhenPrompt),
    *(RivalsPrompt, PredicatesPrompt, MeaningPrompt),
    *(SettledPrompt, SettledAndVerdictsPrompt, SettledAndPredicatesPrompt, SettledAndMeaningPrompt),
)
FOUND = 0.9
"""The share of the facts found by a careful reader that the graph must contain. Facts are compared by their quotes."""


@dataclass(frozen=True)
class Read:
    """The reading of one example, and the expected facts."""

    folder: Path
    graph: StoryGraph
    replies: ReplayModel
    expected: dict[str, Any]

    async def facts(self) -> list[Fact]:
        """Return every fact, including ended facts."""
        return list((await self.graph.session.state()).graph.facts.values())

    def quoted(self, facts: list[Fact], quote: str) -> list[Fact]:
        """Return the facts whose evidence or end shares words with the expected quote."""
        return [
            fact
            for fact in facts
            for one in (*fact.evidence, *fact.ends)
            if one.quote in quote or quote in one.quote or _overlap(one.quote, quote)
        ]


def _overlap(first: str, second: str) -> bool:
    """Return whether the two texts share a run of at least half of the shorter text."""
    shorter, longer = sorted((first, second), key=len)
    length = max(4, len(shorter) // 2)
    return any(shorter[start : start + length] in longer for start in range(len(shorter) - length + 1))


async def _read(folder: Path) -> Read:
    """Read an example story. A missing reply makes the chapter fail, because nothing is read by rules."""
    settings = WorkSettings(calendars=(load_calendar((folder / "calendar.json").read_text("utf-8")),))
    model = ReplayModel(folder / "replies")
    graph = StoryGraph(SQLiteStore(":memory:"), group_id="demo", model=model, settings=settings)
    report = await graph.add_manuscript(_chapters(folder))
    assert [(one.title, one.error) for one in report.failed] == []
    return Read(folder, graph, model, json.loads((folder / "expected.json").read_text("utf-8")))


def _chapters(folder: Path) -> list[Chapter]:
    files = sorted(folder.glob("*.md"), key=lambda one: natural_key(one.name))
    return [load_chapter(one) for one in files]


@pytest.fixture(scope="module", params=LANGUAGES)
def example(request: pytest.FixtureRequest) -> Iterator[Read]:
    """Return an example story that was read once. Tests must not change its graph."""
    with asyncio.Runner(loop_factory=asyncio.new_event_loop) as runner:
        read = runner.run(_read(EXAMPLES / request.param))
        yield read
        runner.run(read.graph.close())


@pytest.fixture(scope="module")
def edited(example: Read, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Read, ChapterReport]]:
    """Return a copy of the example story that was edited once, and the report of the edit. Tests must not change its
    graph.
    """
    copy = tmp_path_factory.mktemp("examples") / "copy.db"
    with asyncio.Runner(loop_factory=asyncio.new_event_loop) as runner:
        runner.run(example.graph.backup(copy))
        graph = StoryGraph(SQLiteStore(copy), group_id="demo", model=example.replies)
        (file,) = (EXAMPLES / "edited" / example.folder.name).glob("*.md")
        report = runner.run(graph.replace_episode(example.expected["after_edit"]["chapter"], load_chapter(file)))
        yield replace(example, graph=graph), report
        runner.run(graph.close())


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_recorded_reply_is_stale(language: str) -> None:
    """A recorded reply is stale if its prompt has changed."""
    folder = EXAMPLES / language / "replies"

    assert recordings(folder)
    assert stale(folder, PROMPTS) == ()


async def test_the_facts_are_found(example: Read) -> None:
    """The graph has nearly all facts that a careful reader finds, each with its quote."""
    facts = await example.facts()

    missing = [one["quote"] for one in example.expected["facts"] if not example.quoted(facts, one["quote"])]

    assert len(missing) <= (1 - FOUND) * len(example.expected["facts"]), missing


async def test_every_quote_stands_at_its_offsets(example: Read) -> None:
    state = await example.graph.session.state()
    texts = {one.uuid: one.text for one in state.inputs.episodes}

    wrong = [
        one.quote
        for fact in state.graph.facts.values()
        for one in (*fact.evidence, *fact.ends)
        if texts[one.episode][one.start : one.end] != one.quote
    ]

    assert state.graph.facts
    assert wrong == []


async def test_the_contradiction_is_reported_with_both_quotes(example: Read) -> None:
    """The issue is about a contradiction in the story."""
    issues = (await example.graph.session.state()).graph.issues.values()
    quotes = [[one.quote for one in issue.evidence] for issue in issues if issue.kind is IssueKind.CONTRADICTION]

    for wanted in example.expected["issues"]:
        first, second = wanted["between"]
        assert any(
            any(_overlap(one, first) for one in found) and any(_overlap(one, second) for one in found)
            for found in quotes
        ), wanted


async def test_nothing_told_later_is_seen_before(example: Read) -> None:
    """A read up to a chapter (`told_by`) shows no name or word of a later chapter."""
    for wanted in example.expected["told_by"]:
        scope = Scope(told_by=wanted["chapter"], include_ended=True)
        page = await example.graph.get_facts(scope=scope, limit=1_000)
        shown = " ".join(repr(one) for one in page.facts)
        for word in wanted["must_not_show"]:
            found = await example.graph.search(word, scope=scope)
            assert word not in shown
            assert all(word not in repr(hit) for hit in found.hits)


def test_every_recorded_reply_answers_something(edited: tuple[Read, ChapterReport]) -> None:
    """A recorded reply is left over if its question is asked neither for the story nor for its edited chapter."""
    read, _ = edited

    assert read.replies.unused == ()


async def test_an_edited_chapter_takes_its_facts_back(edited: tuple[Read, ChapterReport]) -> None:
    """A fact that only the old text states is retired, and a fact that it ended holds again."""
    read, report = edited
    after = read.expected["after_edit"]

    facts = await read.facts()
    texts = {one.uuid: one.text for one in (await read.graph.session.state()).inputs.episodes}
    assert report.outcome is Outcome.REPLACED
    assert report.diff.retired
    assert all(one.quote in texts[one.episode] for fact in facts for one in fact.evidence)
    for gone in after["facts_gone"]:
        assert not [fact for fact in facts for one in fact.evidence if one.quote == gone]
    for wanted in after["facts_open_again"]:
        open_again = [fact for fact in facts if fact.predicate == wanted["predicate"] and fact.invalid_at is None]
        assert open_again, wanted


async def test_reading_it_again_asks_nothing(example: Read) -> None:
    """A second reading of the manuscript makes no call and no commit."""
    before = (await example.graph.session.state()).inputs.revision

    report = await example.graph.add_manuscript(_chapters(example.folder))

    assert report.revision == before
    assert {one.outcome for one in report.chapters} == {Outcome.UNCHANGED}
