"""Threads that a model's reading plants and pays."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from episodic.app import StoryGraph
from episodic.context.settlements import ThreadStatus
from episodic.context.threads import Thread, ThreadKind, threads
from episodic.model.episodes import Chapter
from episodic.model.readings import StatementScope
from episodic.pipeline.edits.overrides import NewFact
from episodic.search.fact_listing import FactQuery
from episodic.search.filters import SearchFilters
from episodic.search.scope import Scope
from tests.sample_sizes import examples
from tests.stories.random_judges import SCRIPT, Endpoint, judged_at_will
from tests.story import memory_graph
from tests.unit.context.setup_story import SWORN, WHO, chapters, graph_of, model_of


async def thread(graph: StoryGraph, text: str, scope: Scope | None = None) -> Thread:
    (found,) = [one for one in await graph.threads(scope=scope or Scope()) if one.setup.text == text]
    return found


async def test_a_setup_is_a_thread_with_the_words_that_plant_and_pay_it() -> None:
    async with graph_of(model_of()) as graph:
        await graph.add_manuscript(chapters())

        found = await thread(graph, WHO)

    assert (found.kind, found.status, found.by_author) == (ThreadKind.SETUP, ThreadStatus.PAID, False)
    assert (found.planted and found.planted.ordinal, found.quote) == (1, "Nobody knew the maker of the horn")
    assert (found.paid and found.paid.ordinal, found.paid_quote) == (3, "Bo had made the horn")
    assert found.payoff is not None
    assert found.payoff.text == "Bo made the horn."


async def test_before_the_paying_chapter_the_setup_is_open_and_grows_old() -> None:
    async with graph_of(model_of()) as graph:
        await graph.add_manuscript(chapters())

        found = await thread(graph, WHO, Scope(told_by=2))
        (late,) = [one for one in await graph.threads(overdue_after=3) if one.overdue]

    assert (found.status, found.payoff, found.paid, found.age) == (ThreadStatus.OPEN, None, None, 1)
    assert (late.setup.text, late.age) == (SWORN, 3)


async def test_a_promise_in_the_words_of_a_setup_is_one_thread() -> None:
    async with graph_of(model_of()) as graph:
        await graph.add_manuscript(chapters())

        found = await graph.threads()

    assert {one.setup.text: one.kind for one in found} == {WHO: ThreadKind.SETUP, SWORN: ThreadKind.PROMISE}
    assert {one.setup.text: one.expected for one in found}[SWORN] == "before Easter"


async def test_setups_are_no_facts_of_the_story_unless_asked_for() -> None:
    only = Scope(filters=SearchFilters(scopes=(StatementScope.SETUP,)))
    by_field = Scope(filters=SearchFilters(properties=(("scope", "=", "setup"),)))

    async with graph_of(model_of()) as graph:
        await graph.add_manuscript(chapters())
        shown = [one.fact.scope for one in (await graph.get_facts()).facts]
        found = [one.text for one in (await graph.search("who made the horn", limit=50)).facts]
        asked = (await graph.get_facts(scope=only)).facts
        one = (await graph.get_facts(FactQuery(uuid=asked[0].fact.uuid))).facts
        planted = (await graph.get_facts(FactQuery(predicate="sets_up"))).facts
        paid = (await graph.get_facts(scope=Scope(filters=SearchFilters(predicates=("pays off",))))).facts
        counted = (await graph.stats()).facts
        same = (await graph.get_facts(scope=by_field)).facts

    assert StatementScope.SETUP not in shown
    assert found
    assert not {WHO, SWORN} & {*found}
    assert [each.fact.predicate for each in asked] == ["sets_up", "sets_up", "pays_off"]
    assert [each.fact.uuid for each in one] == [asked[0].fact.uuid]
    assert (len(planted), len(paid)) == (2, 1)
    assert counted == len(shown)
    assert len(same) == 3


async def test_a_character_knows_nothing_of_setups() -> None:
    async with graph_of(model_of()) as graph:
        await graph.add_manuscript(chapters())

        found = await graph.threads(scope=Scope(pov="Ann"))

    assert WHO not in [one.setup.text for one in found]


async def test_the_context_of_the_next_chapter_lists_open_setups() -> None:
    async with graph_of(model_of()) as graph:
        await graph.add_manuscript(chapters())
        pack = await graph.context(cast=["Bo", "Ann"])

    lines = [line.text for section in pack.sections if section.kind == "threads" for line in section.lines]
    assert len(lines) == 1
    assert SWORN in lines[0]


async def test_a_setup_without_its_entity_is_gone_and_a_merge_keeps_it_paid() -> None:
    async with graph_of(model_of()) as graph:
        await graph.add_manuscript(chapters())
        await graph.merge_entities("Bo", "Cal")
        assert (await thread(graph, WHO)).status is ThreadStatus.PAID

        await graph.remove_episode("ch1")
        left = await graph.threads()

    assert left == ()


def shown(found: tuple[Thread, ...]) -> list[tuple[object, ...]]:
    return [(one.uuid, one.status, one.quote, one.paid_quote, one.payoff and one.payoff.uuid) for one in found]


@settings(max_examples=examples(20), deadline=None)
@given(seed=st.integers(0, 9_999))
def test_the_threads_up_to_a_chapter_are_those_of_a_shorter_work(seed: int) -> None:
    async def run() -> None:
        random = Random(seed)
        texts = [" ".join(random.sample(sorted(SCRIPT.sentences), 5)) for _ in range(4)]
        whole = [Chapter(f"{text}\n", key=f"k{n}", title=f"T{n}") for n, text in enumerate(texts)]
        last = random.randint(1, 3)
        async with judged_at_will(seed, Endpoint()) as graph, judged_at_will(seed, Endpoint()) as shorter:
            await graph.add_manuscript(whole)
            for one in whole[:last]:
                await shorter.add_manuscript([one])

            read = await graph.threads(scope=Scope(told_by=last))
            assert shown(read) == shown(await shorter.threads())
            replayed = await threads(await graph.views.replayed_view(Scope(told_by=last)))
            assert shown(read) == shown(replayed)

    asyncio.run(run())


@pytest.mark.parametrize(
    ("planted", "chapters", "by"),
    [
        (
            NewFact("Tom Reed", "sets_up", "Tom Reed promised Mara Quill the brass key"),
            (
                "Mara Quill lived in Caldmere. Tom Reed lived in Stell. Tom Reed promised Mara Quill the brass key.\n",
                "Tom Reed lost the brass key. Mara Quill met Tom Reed.\n",
                "Tom Reed gave the brass key to Mara Quill.\n",
            ),
            {
                "Will Tom Reed give the brass key to Mara Quill?": 3,
                "Why did Tom Reed give the brass key to Mara Quill?": 0,
            },
        ),
        (
            NewFact("林远", "sets_up", "林远发誓要杀死赵虎"),
            (
                "林远，字子安，青州人。林远住在海门城。赵虎住在海门城。林远发誓要杀死赵虎。\n",
                "林远见到了赵虎。\n",
                "林远斩赵虎于马下。\n",
            ),
            {"林远会不会杀死赵虎？": 3, "赵虎会不会杀死林远？": 0, "林远为什么要杀死赵虎？": 0},
        ),
    ],
)
async def test_rules_find_that_a_later_chapter_does_what_a_setup_waits_for(
    planted: NewFact, chapters: tuple[str, ...], by: dict[str, int]
) -> None:
    for asked, paid in by.items():
        async with memory_graph() as graph:
            await graph.add_manuscript([Chapter(text, key=text, title=text[:9]) for text in chapters])
            await graph.add_facts([replace(planted, value=asked, text=asked, scope=StatementScope.SETUP)])

            found = await thread(graph, asked)

        assert (found.paid.ordinal if found.paid else 0) == paid, asked


async def test_a_setup_that_an_event_pays_by_rule_can_be_reopened() -> None:
    asked = "Will Tom Reed give the brass key to Mara Quill?"
    chapters = (
        "Mara Quill lived in Caldmere. Tom Reed lived in Stell. Tom Reed promised Mara Quill the brass key.\n",
        "Tom Reed gave the brass key to Mara Quill.\n",
    )
    planted = NewFact("Tom Reed", "sets_up", "Tom Reed promised Mara Quill the brass key", value=asked, text=asked)
    async with memory_graph() as graph:
        await graph.add_manuscript([Chapter(text, key=text, title=text[:9]) for text in chapters])
        await graph.add_facts([replace(planted, scope=StatementScope.SETUP)])
        paid = await thread(graph, asked)
        edited = await graph.reopen_thread(paid.uuid)
        found = await thread(graph, asked)
        again = await graph.reopen_thread(paid.uuid)

    assert (paid.status, found.status) == (ThreadStatus.PAID, ThreadStatus.OPEN)
    assert (edited.already, again.already) == (False, True)
