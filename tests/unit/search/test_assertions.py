"""Tests of searches for who says or does something: statements come before questions and doubts about it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from episodic.languages.en import ENGLISH
from episodic.languages.zh import CHINESE
from episodic.model.readings import StatementScope
from episodic.search.hybrid_search import search
from tests.unit.search.work_builder import Tale


def ledger() -> Tale:
    """A Chinese work in which somebody claims a sale, and somebody else wonders about it in the words of a question."""
    tale = Tale("ledger", CHINESE)
    tale.chapter("集市", "满子捎话回来，说他亲眼看见陆老把头一册潮簿卖给了盐商。", "雨下了一整天。")
    tale.chapter("渡口", "陆老卖了潮簿？青禾想，卖了潮簿的人，怕什么？")
    for name in ("满子", "陆老", "青禾"):
        tale.who(name, "人物")
    tale.who("潮簿", "物品")
    tale.fact(
        "陆老",
        "卖",
        "潮簿",
        quote="陆老把头一册潮簿卖给了盐商",
        text="陆老把潮簿卖给了盐商。",
        scope=StatementScope.CLAIM,
        holder="满子",
    )
    tale.fact("青禾", "怀疑", "陆老", quote="陆老卖了潮簿？", text="青禾疑惑：陆老卖了潮簿，卖了潮簿的人怕什么？")
    return tale


def mill() -> Tale:
    """An English work with the structure of `ledger`."""
    tale = Tale("mill", ENGLISH)
    tale.chapter("One", "Sim told his wife that the Otter set fire to the Mill.", "It rained all day.")
    tale.chapter("Two", "Had the Otter burned the Mill? Ada wondered who burned the Mill.")
    for name in ("Sim", "Otter", "Ada"):
        tale.who(name, "Person")
    tale.who("Mill", "Item")
    tale.fact(
        "Otter",
        "burned",
        "Mill",
        quote="the Otter set fire to the Mill",
        text="The Otter burned the Mill.",
        scope=StatementScope.CLAIM,
        holder="Sim",
    )
    tale.fact("Ada", "wonders", "Otter", quote="Had the Otter burned the Mill?", text="Ada asks who burned the Mill.")
    return tale


@pytest.mark.parametrize(
    ("tale", "query", "first"),
    [
        (ledger, "谁说陆老卖了潮簿", "满子"),
        (ledger, "谁怀疑陆老卖了潮簿", "青禾"),
        (mill, "who says the Otter burned the Mill", "Sim"),
        (mill, "did the Otter burn the Mill", "Sim"),
        (mill, "who wonders whether the Otter burned the Mill", "Ada"),
    ],
)
async def test_a_question_is_no_assertion_of_what_it_asks(tale: Callable[[], Tale], query: str, first: str) -> None:
    view = await tale().view()

    found = await search(view, query)

    best = next(one for one in found.hits if one in found.facts).shown.fact
    assert (best.holder_name or best.subject_name) == first
    doubt = next(one for one in found.facts if one.shown.fact.predicate in {"怀疑", "wonders"})
    assert (doubt.said_in is not None) is (first in {"青禾", "Ada"})
