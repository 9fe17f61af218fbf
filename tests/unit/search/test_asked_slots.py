"""Tests of searches for who did something or to whom: the named entity must be on the other side of the event."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from episodic.languages.en import ENGLISH
from episodic.languages.zh import CHINESE
from episodic.model.name_keys import name_key
from episodic.model.predicates import PredicateKind
from episodic.search.asked_slots import AskedSlot
from episodic.search.hybrid_search import search
from tests.unit.search.work_builder import Tale

FERRY = "渡口上，陆老杀了盐商，又杀了满子。夜里青禾杀了陆老。陆老遇见了满子。"
MILL = "At the ferry Otter killed Sim, and Otter killed Bess. At night Ada killed Otter. Otter met Sim."


def ferry() -> Tale:
    """A Chinese work in which 陆老 kills two people and is killed by a third."""
    tale = Tale("ferry", CHINESE)
    tale.chapter("渡口", FERRY)
    for name in ("陆老", "盐商", "满子", "青禾"):
        tale.who(name, "人物")
    for subject, target, quote in (
        ("陆老", "盐商", "杀了盐商"),
        ("陆老", "满子", "杀了满子"),
        ("青禾", "陆老", "青禾杀了陆老"),
    ):
        tale.fact(subject, "杀", target, quote=quote, text=f"{subject}杀了{target}。", kind=PredicateKind.EVENT)
    tale.fact("陆老", "相遇", "满子", quote="陆老遇见了满子", text="陆老遇见了满子。", kind=PredicateKind.EVENT)
    return tale


def mill() -> Tale:
    """An English work with the structure of `ferry`."""
    tale = Tale("mill", ENGLISH)
    tale.chapter("One", MILL)
    for name in ("Otter", "Sim", "Bess", "Ada"):
        tale.who(name, "Person")
    for subject, target in (("Otter", "Sim"), ("Otter", "Bess"), ("Ada", "Otter")):
        quote = f"{subject} killed {target}"
        tale.fact(subject, "killed", target, quote=quote, text=f"{quote}.", kind=PredicateKind.EVENT)
    tale.fact("Otter", "met", "Sim", quote="Otter met Sim", text="Otter met Sim.", kind=PredicateKind.EVENT)
    return tale


@pytest.mark.parametrize(
    ("tale", "query", "subjects"),
    [
        (ferry, "谁杀了陆老", ["青禾"]),
        (ferry, "陆老被谁杀了", ["青禾"]),
        (ferry, "陆老杀了谁", ["陆老", "陆老"]),
        (ferry, "谁被陆老杀了", ["陆老", "陆老"]),
        (mill, "who killed Otter", ["Ada"]),
        (mill, "who was Otter killed by?", ["Ada"]),
        (mill, "whom did Otter kill", ["Otter", "Otter"]),
        (mill, "who was killed by Otter", ["Otter", "Otter"]),
    ],
)
async def test_facts_with_the_named_entity_on_the_right_side_come_first(
    tale: Callable[[], Tale], query: str, subjects: list[str]
) -> None:
    view = await tale().view()

    found = await search(view, query)

    facts = [one for one in found.facts if one.shown.fact.predicate in {"杀", "killed"}]
    assert [one.shown.fact.subject_name for one in facts][: len(subjects)] == subjects
    assert facts[len(subjects) - 1].score > 1.2 * facts[len(subjects)].score


@pytest.mark.parametrize(("tale", "query"), [(ferry, "谁遇见了陆老"), (mill, "who met Otter")])
async def test_a_meeting_has_no_sides(tale: Callable[[], Tale], query: str) -> None:
    view = await tale().view()

    found = await search(view, query)

    assert found.facts[0].shown.fact.predicate in {"相遇", "met"}
    assert found.facts[0].score > 0.5


@pytest.mark.parametrize(
    ("query", "name", "slot"),
    [
        ("何人杀了陆老", "陆老", AskedSlot.SUBJECT),
        ("谁的儿子杀了陆老", "陆老", AskedSlot.SUBJECT),
        ("陆老是谁杀的", "陆老", AskedSlot.SUBJECT),
        ("陆老杀了何人？", "陆老", AskedSlot.OBJECT),
        ("陆老杀了谁的儿子", "陆老", AskedSlot.OBJECT),
        ("谁和陆老杀了满子", "陆老", AskedSlot.ANY),
        ("陆老的儿子是谁", "陆老", AskedSlot.ANY),
        ("who had killed Otter", "Otter", AskedSlot.SUBJECT),
        ("whose son killed Otter?", "Otter", AskedSlot.SUBJECT),
        ("by whom was Otter killed", "Otter", AskedSlot.SUBJECT),
        ("who has Otter killed", "Otter", AskedSlot.OBJECT),
        ("whose son did Otter kill", "Otter", AskedSlot.OBJECT),
        ("whose son was killed by Otter", "Otter", AskedSlot.OBJECT),
        ("who is Otter", "Otter", AskedSlot.ANY),
    ],
)
def test_the_form_of_a_question_shows_the_asked_slot(query: str, name: str, slot: AskedSlot) -> None:
    assert AskedSlot.of(query, [name_key(name)]) is slot
