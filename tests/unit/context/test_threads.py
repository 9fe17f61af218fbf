"""Threads: which facts plant one, which later facts pay it, when it is overdue, and the author's decisions."""

from __future__ import annotations

import pytest

from episodic.app import StoryGraph
from episodic.context.settlements import ThreadStatus
from episodic.context.threads import Thread, ThreadKind
from episodic.model.episodes import Chapter
from episodic.search.fact_listing import FactQuery
from episodic.search.scope import Scope
from episodic.stores.sqlite import SQLiteStore
from tests.stories.script import Says, Script

PEOPLE = dict.fromkeys(("Lin", "Mei", "Wu"), "Person") | {"Harbor": "Place", "Sword": "Item"}
SENTENCES = {
    "Lin planned to go to Harbor": [Says("Lin", "went_to", "Harbor", scope="plan", holder="Lin")],
    "Lin reached Harbor": [Says("Lin", "arrived_at", "Harbor")],
    "Mei owed Wu her life": [Says("Mei", "owes", "Wu", text="Mei owed Wu her life.")],
    "Wu ordered Lin to come": [Says("Wu", "ordered", "Lin")],
    "Lin dreamt of Harbor": [Says("Lin", "went_to", "Harbor", scope="dream", holder="Lin")],
    "Mei gave Wu the Sword": [Says("Mei", "gave", "Sword", others=(("Wu", "recipient"),))],
}
TEXTS = (
    "Lin planned to go to Harbor. Mei owed Wu her life. Lin dreamt of Harbor.\n",
    "Lin reached Harbor. Wu ordered Lin to come.\n",
    "Mei gave Wu the Sword.\n",
)


def scripted() -> StoryGraph:
    model = Script(PEOPLE, SENTENCES).model()
    clock = "2026-01-01T00:00:00+00:00"
    return StoryGraph(SQLiteStore(":memory:"), group_id="threads", model=model, clock=lambda: clock)


async def story(graph: StoryGraph) -> None:
    await graph.add_manuscript(
        [Chapter(text, key=f"ch{n}", title=f"ch{n}", number=n) for n, text in enumerate(TEXTS, 1)]
    )


def only(threads: tuple[Thread, ...], kind: ThreadKind) -> Thread:
    (found,) = [one for one in threads if one.kind is kind]
    return found


async def test_plans_debts_and_orders_are_threads_and_dreams_are_not() -> None:
    async with scripted() as graph:
        await story(graph)

        found = await graph.threads()

    assert sorted(one.kind for one in found) == [ThreadKind.DEBT, ThreadKind.ORDER, ThreadKind.PLAN]
    debt = only(found, ThreadKind.DEBT)
    assert (debt.status, debt.age, debt.planted.ordinal if debt.planted else 0) == (ThreadStatus.OPEN, 2, 1)


async def test_a_plan_is_paid_by_the_arrival() -> None:
    async with scripted() as graph:
        await story(graph)

        plan = only(await graph.threads(), ThreadKind.PLAN)
        before = only(await graph.threads(scope=Scope(told_by=1)), ThreadKind.PLAN)

    assert plan.status is ThreadStatus.PAID
    assert plan.payoff is not None
    assert "Lin reached Harbor" in plan.payoff.text
    assert before.status is ThreadStatus.OPEN


async def test_an_old_open_thread_is_overdue_and_comes_first() -> None:
    async with scripted() as graph:
        await story(graph)

        found = await graph.threads(overdue_after=2)
        at_once = await graph.threads(overdue_after=0)

    assert [one.overdue for one in at_once if one.status is ThreadStatus.OPEN] == [True, True]
    assert [(one.kind, one.overdue) for one in found] == [
        (ThreadKind.DEBT, True),
        (ThreadKind.ORDER, False),
        (ThreadKind.PLAN, False),
    ]


async def test_the_author_settles_a_thread_and_can_undo_it() -> None:
    async with scripted() as graph:
        await story(graph)
        debt = only(await graph.threads(), ThreadKind.DEBT).uuid
        (paid,) = (await graph.get_facts(FactQuery(predicate="gave"))).facts

        await graph.settle_thread(debt, paid_by=paid.uuid)
        settled = only(await graph.threads(), ThreadKind.DEBT)
        early = only(await graph.threads(scope=Scope(told_by=2)), ThreadKind.DEBT)
        again = await graph.settle_thread(debt, paid_by=paid.uuid)
        pack = await graph.context(cast=["Mei"])
        await graph.undo()
        undone = only(await graph.threads(), ThreadKind.DEBT)

    assert (settled.status, settled.by_author) == (ThreadStatus.PAID, True)
    assert settled.payoff is not None
    assert settled.payoff.uuid == paid.uuid
    assert early.status is ThreadStatus.OPEN
    assert again.already
    assert "debt" not in pack.to_prompt()
    assert undone.status is ThreadStatus.OPEN


async def test_a_waived_thread_stays_waived_after_an_export() -> None:
    async with scripted() as graph, scripted() as copy:
        await story(graph)
        await graph.settle_thread(only(await graph.threads(), ThreadKind.ORDER).uuid)

        await copy.import_([line async for line in graph.export()])

        assert only(await copy.threads(), ThreadKind.ORDER).status is ThreadStatus.WAIVED


@pytest.mark.parametrize(
    ("debt", "giver", "receiver", "status"),
    [
        (Says("Mei", "owes", "Wu", text="Mei owes Wu the Sword."), "Mei", "Wu", ThreadStatus.PAID),
        (Says("Wu", "*lent", "Sword", others=(("Mei", "recipient"),)), "Mei", "Wu", ThreadStatus.PAID),
        (Says("Wu", "*lent", "Sword", others=(("Mei", "recipient"),)), "Mei", "Lin", ThreadStatus.OPEN),
        (Says("Mei", "owes", "Wu", text="Mei owes Wu the Sword."), "Lin", "Wu", ThreadStatus.OPEN),
        (Says("Mei", "owes", "Wu", text="Mei owes Wu her life."), "Mei", "Wu", ThreadStatus.OPEN),
    ],
)
async def test_a_debt_is_paid_when_the_debtor_gives_what_is_owed(
    debt: Says, giver: str, receiver: str, status: ThreadStatus
) -> None:
    gave = Says(giver, "gave", "Sword", others=((receiver, "recipient"),))
    script = Script(PEOPLE, {"So it began": [debt], "So it ended": [gave]})
    async with StoryGraph(SQLiteStore(":memory:"), group_id="debts", model=script.model()) as graph:
        await graph.add_episode("Mei, Lin, Wu and the Sword. So it began. So it ended.", name="One")

        assert only(await graph.threads(), ThreadKind.DEBT).status is status


PLANNED = {
    "en": (
        ("On 1 May 1900, Lin planned to go to Harbor on 3 May 1900.", "On 9 May 1900, Mei slept."),
        Says("Lin", "went_to", "Harbor", scope="plan", holder="Lin", time="on 3 May 1900", placing="ahead"),
    ),
    "zh": (
        ("1900年5月1日，林远打算1900年5月3日去云州。", "1900年5月9日，林远睡了。"),
        Says("林远", "went_to", "云州", scope="plan", holder="林远", time="1900年5月3日", placing="ahead"),
    ),
}


def planned(language: str) -> tuple[StoryGraph, str, str]:
    """Return a graph whose model finds a plan for 3 May, the sentence of the plan, and a sentence of 9 May."""
    (plan, later), says = PLANNED[language]
    who, when = ("Mei", "On 9 May 1900") if language == "en" else ("林远", "1900年5月9日")
    slept = Says(who, "*slept", time=when)
    names = PEOPLE | {"林远": "Person", "云州": "Place"}
    script = Script(names, {plan[:-1]: [says], later[:-1]: [slept]})
    return StoryGraph(SQLiteStore(":memory:"), group_id="plans", model=script.model()), plan, later


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_a_plan_is_overdue_when_a_later_chapter_passes_its_day(language: str) -> None:
    graph, plan, later = planned(language)
    async with graph:
        await graph.add_episode(plan, name="One")
        fresh = only(await graph.threads(), ThreadKind.PLAN)
        await graph.add_episode(later, name="Two")

        late = only(await graph.threads(), ThreadKind.PLAN)

    assert (fresh.overdue, fresh.age) == (False, 0)
    assert (late.overdue, late.age) == (True, 1)


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_a_plan_whose_day_passes_in_its_own_chapter_is_not_overdue(language: str) -> None:
    graph, plan, later = planned(language)
    async with graph:
        await graph.add_episode(f"{plan}\n\n{later}", name="One")
        fresh = only(await graph.threads(), ThreadKind.PLAN)
        await graph.add_episode("Nothing." if language == "en" else "无事。", name="Two")

        late = only(await graph.threads(), ThreadKind.PLAN)

    assert (fresh.expected, fresh.overdue, late.overdue) == (PLANNED[language][1].time, False, False)
