"""Tests of the draft check: findings have quotes of both sides, and nothing is written."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from episodic.app import StoryGraph
from episodic.errors import EmptyTextError, InvalidOverrideError
from episodic.model.episodes import Chapter, Layer
from episodic.model.graph import IssueKind
from episodic.pipeline.edits.draft_check import DraftKind
from episodic.search.scope import Scope
from episodic.stores.sqlite import SQLiteStore
from tests.story import canonical

CHAPTERS = (
    Chapter("Marsh Weller lives in Harrow Ferry. Odile Reed lives in Port Sable.\n", title="One", key="one"),
    Chapter("Odile Reed died that night.\n", title="Two", key="two"),
    Chapter("Marsh Weller walked along the quay.\n", title="Three", key="three"),
)
MOVED = "Marsh Weller lives in Winter Keep.\n"


@pytest.fixture
async def graph() -> AsyncIterator[StoryGraph]:
    """Return a graph of a small work that is read by rules."""
    async with StoryGraph(SQLiteStore(":memory:"), group_id="checking") as made:
        await made.add_manuscript(CHAPTERS)
        yield made


async def test_a_home_that_changes_without_a_move_is_found_with_both_quotes(graph: StoryGraph) -> None:
    """The finding quotes the last statement of canon and the statement of the draft."""
    report = await graph.check(MOVED)

    (found,) = [one for one in report.findings if one.kind is DraftKind.UNEXPLAINED_CHANGE]
    assert [one.quote for one in found.draft] == ["Marsh Weller lives in Winter Keep"]
    assert [one.quote for one in found.canon] == ["Marsh Weller lives in Harrow Ferry"]
    assert [one.object_name for one in report.diff.ended] == ["Harrow Ferry"]


@pytest.mark.parametrize(
    ("draft", "quote"),
    [
        ("“You are late,” said Odile Reed. Marsh Weller laughed.\n", "“You are late,”"),
        ("Odile Reed was angry. Marsh Weller laughed.\n", "Odile Reed was angry"),
        ("Odile Reed walked to the window. Marsh Weller laughed.\n", "Odile Reed walked to the window"),
    ],
)
async def test_what_a_dead_person_does_in_passing_is_found(graph: StoryGraph, draft: str, quote: str) -> None:
    """Such a detail would not be kept as a fact, and is not shown as a change."""
    report = await graph.check(draft)

    (found,) = [one for one in report.findings if one.kind is IssueKind.DEAD_ACTS]
    assert [one.quote for one in found.draft] == [quote]
    assert [one.quote for one in found.canon] == ["Odile Reed died that night"]
    assert not report.diff.added


async def test_a_misspelt_name_is_found(graph: StoryGraph) -> None:
    report = await graph.check("Marsh Wellar lives in Stone Harbor.\n")

    (found,) = [one for one in report.findings if one.kind is DraftKind.MISSPELT_NAME]
    assert [one.quote for one in found.draft] == ["Marsh Wellar"]
    assert [one.quote for one in found.canon] == ["Marsh Weller"]


async def test_a_long_name_that_looks_like_another_type_is_misspelt(graph: StoryGraph) -> None:
    await graph.add_episode(Chapter("“No,” said Corwin Hale. Corwin Hale laughed.\n", title="Four", key="four"))

    report = await graph.check("Marsh Weller saw Corwin Hall in the street.\n")

    (found,) = [one for one in report.findings if one.kind is DraftKind.MISSPELT_NAME]
    assert [one.quote for one in found.draft + found.canon] == ["Corwin Hall", "Corwin Hale"]


async def test_a_misspelt_alias_is_shown_with_the_similar_alias(graph: StoryGraph) -> None:
    """The finding shows the similar alias, because the main name may be quite different."""
    await graph.add_episode(Chapter("Kara Holt walked along the quay.\n", title="Four", key="four"))
    await graph.merge_entities("Kara Holt", "Marsh Weller")

    report = await graph.check("Kara Hollt lives in Stone Harbor.\n")

    (found,) = [one for one in report.findings if one.kind is DraftKind.MISSPELT_NAME]
    assert "“Kara Holt”" in found.text
    assert [one.quote for one in found.canon] == ["Kara Holt"]


@pytest.mark.parametrize(
    ("draft", "meant"),
    [
        ("裴昭说：“我来了。”裴昭笑了笑。\n", ["裴照"]),
        ("裴昭说：“我来了。”裴照笑了笑。\n", []),
        ("沈昭说：“我来了。”沈昭笑了笑。\n", []),
        ("何婉说：“我来了。”何婉笑了笑。\n", []),
    ],
)
async def test_a_name_of_two_characters_may_be_meant_for_an_absent_person(
    graph: StoryGraph, draft: str, meant: list[str]
) -> None:
    """Who is mentioned once is not expected in the next chapter."""
    told = "裴照说：“好。”裴照走了。裴照又回来了。何婆说：“不。”\n"
    await graph.add_episode(Chapter(told, title="Four", key="four"))

    found = [one for one in (await graph.check(draft)).findings if one.kind is DraftKind.MISSPELT_NAME]

    assert [quote.quote for one in found for quote in one.canon] == meant


async def test_a_draft_that_fits_has_no_findings(graph: StoryGraph) -> None:
    report = await graph.check("Marsh Weller walked along the quay.\n")

    assert report.findings == ()


async def test_a_check_writes_nothing(graph: StoryGraph) -> None:
    """A check changes neither the store nor the session."""
    before, revision = await canonical(graph), (await graph.session.state()).inputs.revision

    await graph.check(MOVED)
    await graph.check(MOVED, instead_of="one")

    assert await canonical(graph) == before
    assert (await graph.session.state()).inputs.revision == revision
    await graph.add_episode("Ada Quill sang.\n", name="Four")
    assert len(await graph.chapters()) == 4


async def test_a_check_of_a_draft_ignores_the_chapter_that_it_replaces(graph: StoryGraph) -> None:
    """The old text of the checked chapter causes no contradiction."""
    report = await graph.check(MOVED, instead_of="one")

    assert [one for one in report.findings if one.kind is DraftKind.UNEXPLAINED_CHANGE] == []
    assert report.episode.key == "one"


async def test_an_empty_draft_is_a_named_error(graph: StoryGraph) -> None:
    with pytest.raises(EmptyTextError):
        await graph.check(" \n…\n")


async def test_a_promoted_draft_takes_the_place_of_its_chapter(graph: StoryGraph) -> None:
    """The graph equals that of a text with the draft's text."""
    await graph.add_episode(MOVED, name="One", uuid="one", layer=Layer.DRAFT)

    edited = await graph.promote("one")

    async with StoryGraph(SQLiteStore(":memory:"), group_id="checking") as fresh:
        await fresh.add_manuscript([Chapter(MOVED, title="One", key="one"), *CHAPTERS[1:]])
        wanted = await canonical(fresh)
    assert await canonical(graph) == wanted
    assert [one.object_name for one in edited.diff.added] == ["Winter Keep"]
    assert await graph.chapters(scope=Scope(layers=frozenset({Layer.DRAFT}))) == ()


async def test_a_promoted_plan_is_the_last_chapter(graph: StoryGraph) -> None:
    """A plan that replaces no chapter becomes the last chapter."""
    await graph.add_episode(MOVED, name="Outline", layer=Layer.PLAN)

    await graph.promote("Outline", layer=Layer.PLAN)

    assert [one.chapter.title for one in await graph.chapters()] == ["One", "Two", "Three", "Outline"]


async def test_promoting_canon_is_refused(graph: StoryGraph) -> None:
    with pytest.raises(InvalidOverrideError, match="canon already"):
        await graph.promote("one", layer=Layer.CANON)
