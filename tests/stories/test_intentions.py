"""What is only invited, offered, promised or intended has not happened, in Chinese and in English."""

from __future__ import annotations

import pytest

from episodic.model.episodes import Chapter
from episodic.model.graph import Fact
from episodic.model.readings import StatementScope
from episodic.search.scope import Scope
from tests.stories.conftest import NewGraph
from tests.stories.lines import Story, quoted
from tests.stories.scenario_stories import LANGUAGES
from tests.stories.story_reading import read
from tests.story import memory_graph

pytestmark = pytest.mark.parametrize("language", LANGUAGES)

ENDED = Scope(include_ended=True)
INVITED = Story(
    (
        (
            ("林河邀吴海去京城。", "Lin invited Wu to Capital."),
            ("吴海许诺把断剑送给林河。", "Wu promised to give Lin the sword."),
            ("白安打算搬到石镇。", "Ben meant to move to Town."),
            ("阿梅答应嫁给白安，次日便嫁给了白安。", "Mei promised to marry Ben, and the next day married Ben."),
            ("林河去了海港。", "Lin went to Harbor."),
        ),
    ),
    (
        (("林河邀吴海去京城", "Lin invited Wu to Capital"), [quoted("wu", "went_to", "capital")]),
        (
            ("吴海许诺把断剑送给林河", "Wu promised to give Lin the sword"),
            [quoted("lin", "holds", "sword", phase="begins")],
        ),
        (("白安打算搬到石镇", "Ben meant to move to Town"), [quoted("ben", "lives_in", "town", phase="begins")]),
        (
            ("阿梅答应嫁给白安，次日便嫁给了白安", "Mei promised to marry Ben, and the next day married Ben"),
            [quoted("mei", "married_to", "ben", phase="begins")],
        ),
        (("林河去了海港", "Lin went to Harbor"), [quoted("lin", "went_to", "harbor")]),
    ),
)


async def test_what_is_only_intended_is_a_plan(new_graph: NewGraph, language: str) -> None:
    """An invitation, a promise and an intention are plans of the person who makes or has them. What was carried out is
    true.
    """
    story = await read(new_graph, INVITED, language)
    keys = {name: key for key, name in story.words.items()}

    page = await story.graph.get_facts(scope=ENDED)

    facts = {keys[one.fact.object_name or ""]: one.fact for one in page.facts}
    plans = {key: keys[one.holder_name or ""] for key, one in facts.items() if one.scope is StatementScope.PLAN}
    assert plans == {"capital": "lin", "sword": "wu", "town": "ben"}
    assert facts["harbor"].scope is StatementScope.WORLD
    married = next(one for one in facts.values() if one.predicate == "married_to")
    assert married.scope is StatementScope.WORLD


async def test_an_intention_is_true_itself(new_graph: NewGraph, language: str) -> None:
    """The predicate says that somebody was invited."""
    invited = "邀请" if language == "zh" else "invited"
    story = Story(
        ((("林河邀吴海去京城。", "Lin invited Wu to Capital."),),),
        ((("林河邀吴海去京城", "Lin invited Wu to Capital"), [quoted("lin", invited, "wu")]),),
    )
    found = await read(new_graph, story, language)

    (fact,) = (await found.graph.get_facts(scope=ENDED)).facts

    assert fact.fact.scope is StatementScope.WORLD


async def test_rules_read_nothing_else_from_an_invitation(language: str) -> None:
    """That somebody is invited to a place does not mean that he goes there."""
    texts = {
        "zh": "林河住在海港。吴海住在石镇。白安住在京城。林河邀吴海到海港。吴海许诺把断剑给白安。",
        "en": "Marsh Weller lived in York. Tom Reed lived in Hull. Marsh Weller invited Tom Reed to go to London.",
    }
    async with memory_graph() as graph:
        await graph.add_manuscript([Chapter(texts[language], key="ch1")])
        facts: list[Fact] = [one.fact for one in (await graph.get_facts(scope=ENDED)).facts]

    happened = [
        one.text
        for one in facts
        if one.scope is StatementScope.WORLD and one.predicate not in ("lives_in", "promised", "asked")
    ]
    assert happened == []


@pytest.mark.parametrize("name", ["姜伯约", "李请之"])
async def test_a_name_is_no_intention(name: str, language: str) -> None:
    """The name contains the character of a verb."""
    del language
    async with memory_graph() as graph:
        await graph.add_manuscript([Chapter(f"{name}住在海港。吴海住在石镇。{name}杀了吴海。", key="ch1")])
        facts = [one.fact for one in (await graph.get_facts(scope=ENDED)).facts]

    assert {one.scope for one in facts} == {StatementScope.WORLD}


WILL = Story(
    (
        (
            ("吴海打算去京城，又吩咐阿梅搬到石镇。", "Wu meant to go to Capital, and ordered Mei to move to Town."),
            ("次日吴海死了。", "The next day Wu died."),
        ),
    ),
    (
        (
            ("吴海打算去京城", "Wu meant to go to Capital"),
            [quoted("wu", "lives_in", "capital", scope="plan", holder="wu")],
        ),
        (
            ("吩咐阿梅搬到石镇", "ordered Mei to move to Town"),
            [quoted("mei", "lives_in", "town", scope="plan", holder="wu")],
        ),
        (("吴海死了", "Wu died"), [quoted("wu", "dead", phase="begins")]),
    ),
)


async def test_orders_outlast_whoever_gives_them(new_graph: NewGraph, language: str) -> None:
    """What somebody means to do is over with their death. What they have ordered others to do may still be done."""
    story = await read(new_graph, WILL, language)

    plans = await story.facts("lives_in")

    assert [(one.subject_name, one.ended) for one in plans] == [(story.words["wu"], True), (story.words["mei"], False)]
