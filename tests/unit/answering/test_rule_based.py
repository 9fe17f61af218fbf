"""Tests of answers by rules, without a model."""

from __future__ import annotations

from episodic.answering.answers import SourceKind, Stopped
from episodic.model.episodes import Chapter
from episodic.search.scope import Scope
from tests.story import CHAPTERS, memory_graph

ENGLISH = (
    Chapter("Lin lived in Harbor. Mei gave the lamp to Lin.\n", title="One", key="one"),
    Chapter("Lin moved to Capital. The tower of Wu is painted red every spring.\n", title="Two", key="two"),
)


async def test_facts_that_hold_come_first_and_it_is_said_that_rules_answer() -> None:
    async with memory_graph() as graph:
        await graph.add_manuscript(CHAPTERS)

        found = await graph.answer("林远以前住在哪里？")
        now = await graph.answer("林远住在哪里？")

    assert (found.by_rules, found.stopped, found.cost.calls) == (True, Stopped.RULES, 0)
    assert "云州" in found.sentences[0].text
    assert [one.number for one in found.citations] == [1, 2]
    assert {one.kind for one in found.citations} == {SourceKind.FACT}
    assert [one.text for one in now.sentences] == [found.sentences[0].text]


async def test_a_sentence_of_the_text_answers_if_no_fact_does() -> None:
    async with memory_graph() as graph:
        await graph.add_manuscript(ENGLISH)

        found = await graph.answer("Which tower is painted red in spring?")

    assert [one.text for one in found.sentences] == ["The tower of Wu is painted red every spring."]
    assert found.citations[0].kind is SourceKind.PASSAGE


async def test_a_sentence_answers_only_if_the_verb_belongs_to_the_name() -> None:
    """In the first sentence, somebody else is killed by the person whom the question names."""
    texts = ("邓茂于林后杀出，欲劈程远志；程远志将邓茂一刀砍下马来。", "众人正看时，张飞一刀杀了程远志于马下。")
    async with memory_graph() as graph:
        await graph.add_episode(texts[0], name="一")
        before = await graph.answer("谁杀了程远志？")
        await graph.add_episode(texts[1], name="二")
        after = await graph.answer("谁杀了程远志？")

    assert not before.found
    assert "张飞" in after.text


async def test_what_is_not_in_the_work_is_not_answered() -> None:
    async with memory_graph() as graph:
        await graph.add_manuscript((*CHAPTERS, *ENGLISH))

        found = [await graph.answer(one) for one in ("西班牙天气如何？", "What is the weather in Spain?")]

    assert [(one.found, one.citations) for one in found] == [(False, ()), (False, ())]
    assert [one.text for one in found] == ["按规则没有找到回答。", "Rules found no answer."]


async def test_nothing_told_later_is_used() -> None:
    async with memory_graph() as graph:
        await graph.add_manuscript(CHAPTERS)

        early = await graph.answer("林远住在哪里？", scope=Scope(told_by=1))
        then = await graph.answer("林远住在哪里？", scope=Scope(as_of="第一章"))

    assert "云州" not in repr(early)
    assert "云州" not in then.text


async def test_the_last_told_place_or_movement_says_where_somebody_is() -> None:
    """A question where somebody is has no words that a fact could contain."""
    async with memory_graph() as graph:
        await graph.add_manuscript(CHAPTERS)
        await graph.add_episode("林远去了苍城。", name="去")

        now = await graph.answer("林远在哪里？")
        then = await graph.answer("林远在哪里？", scope=Scope(told_by=1))

    assert "苍城" in now.text
    assert "苍城" not in then.text


async def test_the_closest_facts_are_shown_if_none_answers() -> None:
    """They are no answer, and a question without a common word has none."""
    async with memory_graph() as graph:
        await graph.add_manuscript(ENGLISH)

        found = await graph.answer("Why did Mei steal the lamp of the king in winter?")
        other = await graph.answer("What is the weather in Spain?")

    assert (found.found, found.sentences, found.citations) == (False, (), ())
    assert any("Mei" in one.text and one.quote is not None for one in found.closest)
    assert other.closest == ()


async def test_a_sentence_about_former_times_does_not_answer_what_is_so() -> None:
    texts = ("The old king had lived in the tower of Wu.\n", "国王从前住在高塔里，如今塔已荒废。\n")
    async with memory_graph() as graph:
        await graph.add_manuscript([Chapter(one, title=one[:3], key=one[:3]) for one in texts])

        once = [await graph.answer(one) for one in ("Which king lived in the tower?", "国王以前是不是住在高塔里？")]
        now = [await graph.answer(one) for one in ("Which king lives in the tower?", "国王是不是住在高塔里？")]

    assert [one.found for one in once] == [True, True]
    assert [one.found for one in now] == [False, False]
