"""Tests of the issues of a work's first chapters about some facts and chapters: they are those of all issues."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from episodic.app import StoryGraph
from episodic.model.episodes import Chapter
from episodic.model.graph import IssueKind
from episodic.model.records import Kind
from episodic.search.issue_listing import IssueView, issues, issues_near
from episodic.search.scope import Scope
from episodic.search.view import View
from episodic.stores.sqlite import SQLiteStore
from episodic.views.told.issues import FOLDED_ISSUES
from tests.stories.script import Says, Script

PEOPLE = dict.fromkeys(("Lin", "Mei", "Wu"), "Person") | {"Harbor": "Place", "Capital": "Place", "Sword": "Item"}
SENTENCES = {
    "Wu died": [Says("Wu", "dead", value="dead")],
    "Wu visited Mei": [Says("Wu", "visited", "Mei")],
    "Wu said that Lin lived in Harbor": [Says("Lin", "lives_in", "Harbor", scope="claim", holder="Wu")],
    "Lin was born in Harbor": [Says("Lin", "born_in", "Harbor")],
    "Lin was born in Capital": [Says("Lin", "born_in", "Capital")],
    "Mei held the Sword": [Says("Mei", "holds", "Sword")],
}
TEXTS = (
    "Lin was born in Harbor. Mei held the Sword.\n",
    "On day 10, Wu died.\n",
    "On day 20, Wu visited Mei. Wu said that Lin lived in Harbor.\n",
    "On day 30, Lin was born in Capital.\n",
    "On day 40, Mei held the Sword.\n",
)
REPORTED = {IssueKind.CONTRADICTION, IssueKind.DEAD_ACTS}


@pytest.fixture
async def graph() -> AsyncIterator[StoryGraph]:
    """A work with a contradiction, and with a dead person who acts and speaks."""
    model = Script(PEOPLE, SENTENCES).model()
    async with StoryGraph(SQLiteStore(":memory:"), group_id="issues", model=model) as made:
        await made.add_manuscript([Chapter(text, key=f"ch{n}", title=f"ch{n}") for n, text in enumerate(TEXTS, 1)])
        yield made


def folded(found: tuple[IssueView, ...]) -> list[tuple[str, str, str | None]]:
    return [(one.uuid, one.text, one.issue.waived) for one in found if one.issue.kind in FOLDED_ISSUES]


async def check(view: View, whole: View) -> None:
    """Compare the issues near each fact and near each chapter with those of the view of a replay."""
    every = await issues(whole, waived=True)
    for fact in await whole.facts():
        expected = tuple(one for one in every if fact.uuid in one.issue.facts)
        assert folded(await issues_near(view, facts=[fact.uuid], chapters=(), waived=True)) == folded(expected), fact
    for chapter in whole.chapters:
        expected = tuple(one for one in every if any(quote.episode == chapter for quote in one.issue.evidence))
        assert folded(await issues_near(view, facts=(), chapters=[chapter], waived=True)) == folded(expected), chapter


async def test_the_issues_near_facts_and_chapters_are_those_of_a_replay(graph: StoryGraph) -> None:
    assert {one.issue.kind for one in await graph.issues()} >= REPORTED
    for chapter in range(1, len(TEXTS) + 1):
        scope = Scope(told_by=chapter, include_ended=True)

        await check(await graph.views.view(scope), await graph.views.replayed_view(scope))


async def test_a_waived_issue_is_waived_up_to_a_chapter_that_has_its_quotes(graph: StoryGraph) -> None:
    (contradiction,) = [one for one in await graph.issues() if one.issue.kind is IssueKind.CONTRADICTION]
    await graph.waive(contradiction.uuid, "he says so himself")
    scope = Scope(told_by=4, include_ended=True)

    await check(await graph.views.view(scope), await graph.views.replayed_view(scope))

    near = await issues_near(await graph.views.view(scope), facts=contradiction.issue.facts, chapters=())
    assert contradiction.uuid not in {one.uuid for one in near}


async def test_a_waiver_is_shown_only_up_to_a_chapter_that_has_its_quotes(graph: StoryGraph) -> None:
    (contradiction,) = [one for one in await graph.issues() if one.issue.kind is IssueKind.CONTRADICTION]
    await graph.waive(contradiction.uuid)
    for told_by, shown in ((3, 0), (4, 1)):
        scope = Scope(told_by=told_by)
        view, whole = await graph.views.view(scope), await graph.views.replayed_view(scope)

        assert len(await view.store.fetch("issues", Kind.ACT)) == shown, told_by
        assert await view.store.fetch("issues", Kind.ACT) == await whole.store.fetch("issues", Kind.ACT), told_by


async def test_a_locked_fact_of_one_statement_contradicts_a_death() -> None:
    sentences = {"Wu held the Sword": [Says("Wu", "holds", "Sword")], "Wu died": SENTENCES["Wu died"]}
    model = Script(PEOPLE, sentences).model()
    async with StoryGraph(SQLiteStore(":memory:"), group_id="locked", model=model) as graph:
        texts = ("On day 5, Wu held the Sword.\n", "On day 10, Wu died.\n", "On day 12, it rained.\n")
        await graph.add_manuscript([Chapter(text, key=f"ch{n}") for n, text in enumerate(texts, 1)])
        every = await graph.get_facts(scope=Scope(include_ended=True))
        (held,) = [one for one in every.facts if one.predicate == "holds"]
        await graph.lock(held.uuid)
        scope = Scope(told_by=2, include_ended=True)
        view = await graph.views.view(scope)

        near = await issues_near(view, facts=[held.uuid], chapters=())

        assert IssueKind.CONTRADICTION in {one.issue.kind for one in near}
        await check(view, await graph.views.replayed_view(scope))


async def test_the_issues_near_nothing_are_none(graph: StoryGraph) -> None:
    assert await issues_near(await graph.views.view(Scope(told_by=5)), facts=(), chapters=()) == ()
