"""Tests of story-time scenarios that rules can read without a model, in both languages."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from episodic.app import StoryGraph
from episodic.model.episodes import Chapter
from episodic.model.graph import IssueKind
from episodic.search.fact_listing import FactQuery
from episodic.search.scope import Scope
from tests.stories.conftest import NewGraph


@dataclass(frozen=True)
class StoryText:
    """Chapters and the names that occur in them."""

    chapters: tuple[str, ...]
    who: str
    first: str
    second: str
    before: str
    day: str
    rewritten: str


MOVES = {
    "en": StoryText(
        (
            "On day 10, Marsh Weller lived in Harrow Ferry.\n",
            "On day 20, Marsh Weller lived in Port Sable.\n",
            "On day 30, the old men sat by the well and talked.\n\nYears before, Marsh Weller lived in Winter Keep.\n",
        ),
        "Marsh Weller",
        "Harrow Ferry",
        "Port Sable",
        "Winter Keep",
        "day {}",
        "On day 20, Marsh Weller watched the ships.\n",
    ),
    "zh": StoryText(
        (
            "第十日，林河住在海港。\n",
            "第二十日，林河住在京城。\n",
            "第三十日，老人们坐在井边说话。\n\n许多年前，林河住在山村。\n",
        ),
        "林河",
        "海港",
        "京城",
        "山村",
        "第{}日",
        "第二十日，林河看了一天的船。\n",
    ),
}
DEATHS = {
    "en": (
        "On day 30, Odile Reed died.\n",
        "On day 40, Odile Reed was revived.\n",
        "On day 35, Odile Reed met Marsh Weller.\n",
        "On day 45, Odile Reed met Marsh Weller.\n",
    ),
    "zh": (
        "第三十日，江恩死了。\n",
        "第四十日，江恩复活了。江恩说：“水。”\n",
        "第三十五日，江恩去了望潮城。江恩说：“到了。”\n",
        "第四十五日，江恩去了望潮城。江恩说：“又到了。”\n",
    ),
}
LANGUAGES = pytest.mark.parametrize("language", ["zh", "en"])


def chapters(texts: tuple[str, ...]) -> list[Chapter]:
    return [
        Chapter(text, key=f"ch{number}", title=f"ch{number}", number=number) for number, text in enumerate(texts, 1)
    ]


async def homes(graph: StoryGraph, tale: StoryText, scope: Scope) -> dict[str, str]:
    page = await graph.get_facts(FactQuery(subject=tale.who, predicate="lives_in"), scope=scope)
    return {one.fact.object_name or one.fact.value or "": one.holding or "" for one in page.facts}


@LANGUAGES
async def test_s1_and_s2_a_move_and_an_older_home_told_late(new_graph: NewGraph, language: str) -> None:
    """Each home has its days. The home of years before is not a present home."""
    tale = MOVES[language]
    graph = new_graph(None, None)

    await graph.add_manuscript(chapters(tale.chapters))

    assert await homes(graph, tale, Scope(as_of=tale.day.format(15))) == {tale.first: "holds"}
    assert await homes(graph, tale, Scope(as_of=tale.day.format(25))) == {tale.second: "holds"}
    assert set(await homes(graph, tale, Scope())) == {tale.second}
    page = await graph.get_facts(FactQuery(predicate="lives_in"), scope=Scope(include_ended=True))
    facts = {one.fact.object_name or one.fact.value: one.fact for one in page.facts}
    assert facts[tale.before].ended_by == (facts[tale.first].uuid,)
    assert await graph.issues() == ()


@LANGUAGES
async def test_s3_the_older_home_is_not_seen_before_it_is_told(new_graph: NewGraph, language: str) -> None:
    """Nothing that follows from the older home is visible, either."""
    tale = MOVES[language]
    graph = new_graph(None, None)
    await graph.add_manuscript(chapters(tale.chapters))

    seen = await graph.get_facts(scope=Scope(told_by="ch2", include_ended=True))

    assert tale.before not in repr(seen)


@LANGUAGES
async def test_s8_a_move_that_never_happened(new_graph: NewGraph, language: str) -> None:
    """The first home holds again, and the old revision still has the second home."""
    tale = MOVES[language]
    graph = new_graph(None, None)
    await graph.add_manuscript(chapters(tale.chapters[:2]))

    await graph.replace_episode("ch2", tale.rewritten)

    later = tale.day.format(25)
    assert await homes(graph, tale, Scope(as_of=later)) == {tale.first: "holds"}
    assert await homes(graph, tale, Scope(as_of=later, at_revision=2)) == {tale.second: "holds"}


@LANGUAGES
async def test_s10_only_between_death_and_revival_is_a_dead_one_acting(new_graph: NewGraph, language: str) -> None:
    """An act on day 35 is an issue, and an act on day 45 is not."""
    graph = new_graph(None, None)

    await graph.add_manuscript(chapters(DEATHS[language]))

    (found,) = await graph.issues()
    quotes = " ".join(one.quote for one in found.issue.evidence)
    assert found.issue.kind is IssueKind.DEAD_ACTS
    assert "35" in quotes or "三十五" in quotes


NARRATORS = {
    "en": (
        "I went to Port Sable, and I was glad of it. I never met Odile Reed.\n",
        "My name is Mara Weller. I lived in Winter Keep, and I was glad.\n",
    ),
    "zh": ("我去了海港。我每天去看潮水，我很喜欢潮水。\n", "林河住在京城。“我不走。”林河说。\n"),
}


@LANGUAGES
async def test_facts_of_the_narrator_show_the_name_that_the_reader_knows(new_graph: NewGraph, language: str) -> None:
    """The English narrator tells a name in chapter 2, and the author says who the Chinese narrator is."""
    before, after, name = {
        "en": ("The narrator went to Port Sable.", "Mara Weller went to Port Sable.", "Mara Weller"),
        "zh": ("叙述者去了海港。", "林河去了海港。", "林河"),
    }[language]
    graph = new_graph(None, None)
    await graph.add_manuscript(chapters(NARRATORS[language]))
    if language == "zh":
        first = await graph.get_facts(FactQuery(predicate="went_to"))
        await graph.merge_entities(name, first.facts[0].fact.subject)

    told = await graph.get_facts(FactQuery(predicate="went_to"), scope=Scope(told_by="ch1"))
    shown = await graph.get_facts(FactQuery(predicate="went_to"))

    assert [one.fact.text for one in shown.facts] == [after]
    assert [one.fact.text for one in told.facts] == [before]
