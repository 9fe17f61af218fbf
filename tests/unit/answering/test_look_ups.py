"""Tests of look-ups: numbered sources, refusals, budgets, and moments."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import pytest

from episodic.answering.actions import BadRow, LookUpAction, Request
from episodic.answering.answers import SourceKind
from episodic.answering.look_ups import LookUps
from episodic.answering.token_room import TokenRoom
from episodic.app import StoryGraph
from episodic.languages.zh import CHINESE
from episodic.search.scope import Scope
from tests.story import CHAPTERS, memory_graph

WHOLE = Scope()


@pytest.fixture
async def graph() -> AsyncIterator[StoryGraph]:
    async with memory_graph() as graph:
        await graph.add_manuscript(CHAPTERS)
        yield graph


async def look_ups(graph: StoryGraph, scope: Scope = WHOLE) -> LookUps:
    return LookUps(await graph.views.view(scope), language=CHINESE)


async def test_a_run_starts_from_at_most_five_entities_with_scores() -> None:
    people = "赵甲 钱乙 孙丙 李丁 周戊 吴己 郑庚 王辛".split()
    async with memory_graph() as graph:
        await graph.add_episode("".join(f"{one}住在苇港。“{one}来了。”{one}说。" for one in people), name="一")
        here = await look_ups(graph)

        _, _, starts = await here.start("、".join(people), TokenRoom(5_000))

    assert len(starts) == 5
    assert all(0 < one.score <= 1 for one in starts)


async def test_an_entity_is_shown_with_its_latest_facts_first(graph: StoryGraph) -> None:
    here = await look_ups(graph)

    look_up, material = await here.run(Request(LookUpAction.ENTITY, ("子安",)), TokenRoom(5_000))

    kinds = [source.kind for number in look_up.added if (source := here.book.get(number)) is not None]
    assert kinds[0] is SourceKind.ENTITY
    assert set(kinds[1:]) == {SourceKind.FACT}
    assert material.lines[0].startswith("[1] 林远")
    assert "第4章" in material.lines[1]


async def test_a_neighbour_that_a_look_up_shows_is_looked_up_next(graph: StoryGraph) -> None:
    """The facts about 赵虎 name 林远, whose own facts the next look-up adds; what was shown before is not repeated."""
    here = await look_ups(graph)
    first, material = await here.run(Request(LookUpAction.FACTS, ("赵虎",)), TokenRoom(5_000))
    assert "林远" in "".join(material.lines)

    neighbour, more = await here.run(Request(LookUpAction.ENTITY, ("林远",)), TokenRoom(5_000))

    assert neighbour.added
    assert not set(neighbour.added) & set(first.added)
    assert not set(more.lines) & set(material.lines)


async def test_a_timeline_is_in_story_order(graph: StoryGraph) -> None:
    here = await look_ups(graph)

    _, material = await here.run(Request(LookUpAction.TIMELINE, ("林远", "lives_in")), TokenRoom(5_000))

    places = [("海门城" in line, "云州" in line) for line in material.lines]
    assert places[0] == (True, False)


async def test_what_does_not_fit_is_counted(graph: StoryGraph) -> None:
    here = await look_ups(graph)

    look_up, material = await here.run(Request(LookUpAction.ENTITY, ("林远",)), TokenRoom(90))

    assert look_up.left_out > 0
    assert f"另有 {look_up.left_out} 条" in material.lines[-1]


async def test_a_source_that_was_shown_is_only_named_again(graph: StoryGraph) -> None:
    here = await look_ups(graph)
    first, _ = await here.run(Request(LookUpAction.ENTITY, ("林远",)), TokenRoom(5_000))

    again, material = await here.run(Request(LookUpAction.FACTS, ("林远",)), TokenRoom(5_000))

    assert (again.added, material.lines) == ((), ())
    assert set(again.again) <= set(first.added)


async def test_the_passages_around_a_source_are_read(graph: StoryGraph) -> None:
    here = await look_ups(graph)
    await here.run(Request(LookUpAction.FACTS, ("赵虎",)), TokenRoom(5_000))

    text, _ = await here.run(Request(LookUpAction.READ, ("1",), 1), TokenRoom(5_000))
    after, material = await here.run(Request(LookUpAction.AFTER, ("1",), 1), TokenRoom(5_000))

    source = here.book.get(text.added[0])
    assert source is not None
    assert "林远斩赵虎于马下" in source.text
    assert after.added
    assert "第4章" in material.lines[0]


async def test_the_last_passage_has_none_after_it(graph: StoryGraph) -> None:
    here = await look_ups(graph)
    await here.run(Request(LookUpAction.SEARCH, ("林远娶苏氏为妻",)), TokenRoom(5_000))
    last = next(
        number
        for number in range(1, len(here.book) + 1)
        if (one := here.book.get(number)) is not None and "苏氏" in one.text and one.kind is SourceKind.PASSAGE
    )

    look_up, _ = await here.run(Request(LookUpAction.AFTER, (str(last),), last), TokenRoom(5_000))

    assert (look_up.added, look_up.refused) == ((), "")


async def test_what_does_not_exist_is_refused_with_a_reason(graph: StoryGraph) -> None:
    here = await look_ups(graph)

    found = [
        (await here.run(one, TokenRoom(5_000)))[0].refused
        for one in (
            Request(LookUpAction.ENTITY, ("孔明",)),
            Request(LookUpAction.READ, ("9",), 9),
            BadRow(("delete", "林远"), "unknown_action"),
        )
    ]

    assert "孔明" in found[0]
    assert found[1:] == ["没有编号为 9 的来源", "没有 'delete' 这种查询"]


async def test_at_a_moment_no_later_passage_and_no_later_name_is_shown(graph: StoryGraph) -> None:
    here = await look_ups(graph, Scope(as_of="第二章"))

    _, found, starts = await here.start("林远 苏氏 赵虎", TokenRoom(5_000))
    _, more = await here.run(Request(LookUpAction.ENTITY, ("林远",)), TokenRoom(5_000))

    # The moment from which time words count may be narrated later, because it belongs to story time, which the scope
    # does not restrict.
    shown = re.sub(r"（自「[^」]*」算起）", "", "\n".join((*found.lines, *more.lines)))
    assert "海门先生" not in shown
    assert "赵虎" not in shown
    assert "苏氏" not in [one.name for one in starts]
