"""Tests of the views up to a chapter and at a moment: what they derive, and when a replay is needed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import replace

import pytest

from episodic.app import StoryGraph
from episodic.model.decisions import Correction
from episodic.model.episodes import Chapter, Layer
from episodic.model.records import Changes, Kind
from episodic.pipeline.projection.told_chapters import VERSION
from episodic.pipeline.session.session import Session
from episodic.search.scope import Scope
from episodic.stores.sqlite import SQLiteStore
from episodic.temporal.calendars.work_calendars import Calendars
from episodic.temporal.placed import PlacedPassage
from episodic.views.told.chapters import PlacedChapter
from episodic.views.told.statements import ToldStatements
from episodic.views.told.told_chronology import ToldChronologies, ToldChronology
from episodic.views.view_factory import ViewFactory
from tests.story import CHAPTERS

UNTIL_TWO = Scope(told_by=2, include_ended=True)


def no_session() -> Session:
    raise AssertionError("a read replayed the work")


@pytest.fixture
async def graph() -> AsyncIterator[StoryGraph]:
    """A small story in memory."""
    async with StoryGraph(SQLiteStore(":memory:"), group_id="story") as made:
        await made.add_manuscript(CHAPTERS)
        yield made


def without_session(graph: StoryGraph) -> None:
    """Let the reads of *graph* fail if they replay the work."""
    graph.views = ViewFactory("story", store=graph.store, embedder=graph.embedder, session=no_session)


@pytest.mark.parametrize(
    "scope",
    [
        UNTIL_TWO,
        Scope(as_of="第二章"),
        Scope(told_by=3, as_of="第二章"),
        Scope(pov="沈度"),
        Scope(told_by=3, pov="沈度"),
    ],
)
async def test_reads_of_a_part_of_the_work_do_not_replay_it(graph: StoryGraph, scope: Scope) -> None:
    without_session(graph)

    assert (await graph.search("林远住在哪里", scope=scope)).facts
    assert (await graph.get_entity("林远", scope=scope)).facts
    assert (await graph.get_facts(scope=scope)).total
    assert (await graph.timeline("林远", scope=scope)).versions
    assert (await graph.stats(scope=scope)).facts


async def test_the_context_of_an_earlier_chapter_needs_no_replay(graph: StoryGraph) -> None:
    expected = [(await graph.context(number)).to_prompt() for number in (2, 3, 4)]
    without_session(graph)

    assert [(await graph.context(number)).to_prompt() for number in (2, 3, 4)] == expected


async def test_a_changed_work_is_read_again(graph: StoryGraph) -> None:
    without_session(graph)
    before = (await graph.get_facts(scope=UNTIL_TWO)).total
    async with StoryGraph(graph.store, group_id="story") as writer:
        await writer.replace_episode(1, "林远住在青州。")

        assert (await graph.get_facts(scope=UNTIL_TWO)).total < before


async def test_a_part_before_the_changed_chapters_is_not_derived_again(
    graph: StoryGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = await graph.search("林远住在哪里", scope=UNTIL_TWO)
    made, derived = list[int](), ToldChronologies.of

    def noted(
        self: ToldChronologies,
        chapters: Sequence[PlacedChapter],
        statements: ToldStatements,
        calendars: Calendars,
        *,
        passages: Mapping[str, PlacedPassage],
    ) -> ToldChronology:
        made.append(len(chapters))
        return derived(self, chapters, statements, calendars, passages=passages)

    monkeypatch.setattr(ToldChronologies, "of", noted)
    await graph.add_episode(Chapter("林远搬到云州。\n", title="尾声"))

    after = await graph.search("林远住在哪里", scope=UNTIL_TWO)

    assert [one.text for one in after.facts] == [one.text for one in before.facts]
    assert not made
    await graph.replace_episode(CHAPTERS[1].title, f"{CHAPTERS[1].text}\n夜里很静。\n")
    await graph.search("林远住在哪里", scope=UNTIL_TWO)
    assert made == [2]


async def test_a_work_of_an_older_program_is_replayed(graph: StoryGraph) -> None:
    expected = await graph.get_facts(scope=UNTIL_TWO)
    work = await graph.store.work("story")
    assert work is not None
    records = await graph.store.fetch("story", Kind.REPLAYED)
    keys = tuple((one.kind, one.uuid) for one in records)
    await graph.store.commit(Changes("story", work.revision, "older", "2026-01-01", "older", retire=keys))

    assert await graph.get_facts(scope=UNTIL_TWO) == expected

    without_session(graph)
    with pytest.raises(AssertionError, match="replayed"):
        await graph.get_facts(scope=UNTIL_TWO)


async def test_a_work_of_a_newer_program_is_replayed(graph: StoryGraph) -> None:
    work = await graph.store.work("story")
    assert work is not None
    records = await graph.store.fetch("story", Kind.REPLAYED)
    newer = tuple(
        replace(one, value=one.value.replace(f'{{"version":{VERSION},', f'{{"version":{VERSION + 1},'))
        for one in records
    )
    await graph.store.commit(Changes("story", work.revision, "newer", "2026-01-01", "newer", put=newer))
    without_session(graph)

    with pytest.raises(AssertionError, match="replayed"):
        await graph.get_facts(scope=UNTIL_TWO)


async def test_a_name_of_the_author_that_only_a_later_chapter_has_is_not_known_before(graph: StoryGraph) -> None:
    await graph.correct_entity("林远", Correction.NAME, "海门先生")

    assert (await graph.get_entity("林远", scope=UNTIL_TWO)).name == "林远"
    assert (await graph.get_entity("林远")).name == "海门先生"


async def test_a_name_that_the_author_made_up_needs_no_replay(graph: StoryGraph) -> None:
    await graph.correct_entity("林远", Correction.NAME, "无名氏")
    without_session(graph)

    assert (await graph.get_entity("林远", scope=UNTIL_TWO)).name == "无名氏"


async def test_the_first_chapter_can_be_read_alone() -> None:
    async with StoryGraph(SQLiteStore(":memory:"), group_id="story") as graph:
        await graph.add_manuscript([Chapter("林远住在海门城。\n", title="一"), Chapter("林远搬到云州。\n", title="二")])

        (fact,) = (await graph.get_facts(scope=Scope(told_by=1))).facts

        assert fact.text.startswith("林远")
        assert not fact.validity.ended


async def test_a_read_up_to_a_draft_before_all_chapters_shows_nothing() -> None:
    """Neither facts nor issues of the whole work are shown."""
    async with StoryGraph(SQLiteStore(":memory:"), group_id="story") as graph:
        await graph.add_manuscript([Chapter("林远住在海门城。\n", key="draft")], layer=Layer.DRAFT)
        await graph.add_manuscript(CHAPTERS)
        scope = Scope(told_by="draft", include_ended=True)
        (draft,) = await graph.chapters(scope=Scope(layers=frozenset({Layer.DRAFT})))

        assert draft.chapter.order < (await graph.chapters())[0].chapter.order
        assert (await graph.get_facts(scope=scope)).total == 0
        assert await graph.issues(scope=scope) == ()


async def test_reads_of_many_parts_at_once_do_not_disturb_each_other(graph: StoryGraph) -> None:
    """More parts of the work are read at once than the cache keeps."""
    without_session(graph)
    scopes = [Scope(told_by=number, pov="林远", as_of=moment) for number in (1, 2, 3, 4) for moment in (None, "第一章")]
    expected = [await graph.search("林远", scope=one) for one in scopes]

    assert list(await asyncio.gather(*(graph.search("林远", scope=one) for one in scopes))) == expected
