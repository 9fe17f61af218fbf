"""Tests of plans whose sentence says that somebody gives an order, asks or invites."""

from __future__ import annotations

from dataclasses import replace

import pytest

from episodic.model.predicates import LifeState, Predicate, PredicateKind, shipped_table
from episodic.model.readings import Placement, StatementCore, StatementReading, StatementScope
from episodic.model.spans import Span
from episodic.pipeline.replay.statements.orders import as_asked_for, as_given_order

ARRANGED = Predicate("arranged", kind=PredicateKind.EVENT)


def told(sentence: str, quote: str, *, time: str | None = None, predicate: Predicate = ARRANGED) -> StatementReading:
    """Return the statement that somebody called Ann, 员外 or 林河 plans something."""
    core = StatementCore(
        sentence, "arranged", scope=StatementScope.PLAN, placing=Placement.AHEAD, time=time, value="meal"
    )
    reading = StatementReading(Span(0, len(quote)), core, 0, holder=0, coined_kind=PredicateKind.EVENT)
    return as_given_order(reading, quote, forms=("员外", "林河", "Ann"), predicate=predicate)


@pytest.mark.parametrize(
    "sentence",
    ["员外叫庖人安排筵宴。", "林河便命人备马。", "Ann ordered the cook to prepare a meal.", "Ann told Bo to go."],
)
def test_an_order_that_is_given_is_an_event(sentence: str) -> None:
    reading = told(sentence, sentence)

    assert (reading.core.scope, reading.core.placing) == (StatementScope.WORLD, Placement.NOW)
    assert reading.holder is None


@pytest.mark.parametrize(
    "sentence",
    ["员外要叫庖人安排筵宴。", "员外安排筵宴。", "Ann will order the cook to prepare a meal.", "Ann prepares a meal."],
)
def test_an_order_that_is_not_given_yet_is_a_plan(sentence: str) -> None:
    assert told(sentence, sentence).core.scope is StatementScope.PLAN


@pytest.mark.parametrize(
    ("sentence", "predicate"),
    [
        ("林河大骂吴海，命人去打告他。", "打告"),
        ("Ann scolded Bo, and ordered the men to arrest him.", "arrest"),
        ("Ann scolded Bo and ordered the men to arrest him.", "arrest"),
    ],
)
def test_an_order_that_is_given_after_another_act_is_an_event(sentence: str, predicate: str) -> None:
    assert later(sentence, predicate).core.scope is StatementScope.WORLD


@pytest.mark.parametrize(
    ("sentence", "predicate"),
    [
        ("林河打算打告吴海，命人去请他。", "打告"),
        ("林河要杀吴海，命人去捉他。", "捉"),
        ("Ann plans to arrest Bo, and ordered the men to find him.", "arrest"),
    ],
)
def test_what_is_intended_beside_an_order_is_a_plan(sentence: str, predicate: str) -> None:
    assert later(sentence, predicate).core.scope is StatementScope.PLAN


def later(sentence: str, predicate: str) -> StatementReading:
    """Return the statement that 林河 or Ann plans what *predicate* says."""
    core = StatementCore(sentence, predicate, scope=StatementScope.PLAN, value="x")
    reading = StatementReading(Span(0, 1), core, 0, holder=0, coined_kind=PredicateKind.EVENT)
    return as_given_order(reading, sentence, forms=("林河", "Ann"), predicate=ARRANGED)


def test_an_order_from_which_a_state_would_follow_is_a_plan() -> None:
    """The order may not be carried out."""
    died, gave = Predicate("killed", kind=PredicateKind.EVENT, life=LifeState.DEAD), shipped_table().find("gave")
    assert gave is not None

    assert told("林河命人杀吴海。", "命人杀吴海", predicate=died).core.scope is StatementScope.PLAN
    assert told("Ann ordered Bo to give Cal the sword.", "", predicate=gave).core.scope is StatementScope.PLAN


def test_the_plan_of_another_is_no_order_of_the_subject() -> None:
    reading = told("员外叫庖人安排筵宴。", "")
    plan = replace(reading, core=replace(reading.core, scope=StatementScope.PLAN), holder=1)

    assert as_given_order(plan, "", forms=("员外",), predicate=ARRANGED) == plan


def test_time_words_after_the_order_are_those_of_what_is_ordered() -> None:
    sentence = "员外叫庖人安排筵宴。"

    assert told(sentence, "员外叫庖人明日安排筵宴", time="明日").core.time is None
    assert told(sentence, "次日员外叫庖人安排筵宴", time="次日").core.time == "次日"


NAMES = ("唐僧", "林河", "Ann")


def asked_for(sentence: str, scope: StatementScope = StatementScope.PLAN) -> bool:
    """Return whether a plan of 唐僧, 林河 or Ann about another person is marked as asked for."""
    reading = StatementReading(Span(0, 1), StatementCore(sentence, "rescued", scope=scope), 0, object=1, holder=2)
    made = as_asked_for(reading, sentence, NAMES)
    assert made.core.scope is scope
    return made.core.asked_for


@pytest.mark.parametrize(
    "sentence",
    [
        "唐僧叫八戒救女子。",
        "唐僧勒马叫悟空去救女子。",
        "林河嘱吴海塞断后路。",
        "林河密令众将劫寨。",
        "林河请吴海来做客。",
        "Ann ordered Bo to rescue Cal.",
        "Ann told her cousin to rescue Cal.",
        "Ann invited Bo to stay.",
        "Ann then asked Bo not to go.",
    ],
)
def test_a_plan_that_its_holder_asks_for_stays_a_plan(sentence: str) -> None:
    assert asked_for(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "唐僧要先进寺借宿，叫行者去化斋。",
        "林河打算叫吴海塞断后路。",
        "林河不肯请吴海。",
        "八戒叫行者救女子。",
        "八戒救女子。",
        "林河请安。",
        "Ann will order Bo to rescue Cal.",
        "Ann asked Bo a question.",
        "Bo rescues Cal.",
        "Dan told Bo to rescue Cal.",
    ],
)
def test_a_plan_whose_sentence_tells_no_order_of_its_holder_is_not_asked_for(sentence: str) -> None:
    assert not asked_for(sentence)


def test_only_a_plan_is_asked_for() -> None:
    assert not asked_for("Ann told Bo to go.", StatementScope.CLAIM)
