"""Tests of setups and of the statements that pay them."""

from __future__ import annotations

from dataclasses import replace

from episodic.app import StoryGraph
from episodic.llm.scripted import ScriptedModel
from episodic.model.episodes import Chapter
from episodic.model.graph import Fact
from episodic.model.readings import StatementScope
from episodic.pipeline.replay.questions.payoffs import CANDIDATES_PER_CHAPTER, SETUPS_PER_CHAPTER
from episodic.search.filters import SearchFilters
from episodic.search.scope import Scope
from episodic.stores.sqlite import SQLiteStore
from episodic.temporal.settled_prompts import SettledPrompt
from tests.stories.script import Says, Script

PEOPLE = {"Ann": "Person", "Bo": "Person", "Cal": "Person", "the horn": "Item"}
WHO = "Who made the horn?"
SETUPS = {"Nobody knew the maker of the horn": [f"the horn,Ann|{WHO}|Nobody knew the maker of the horn|3"]}
SENTENCES = {
    "Ann hid the horn": [Says("Ann", "hid", "the horn", text="Ann hid the horn.")],
    "Ann met Bo": [Says("Ann", "met", "Bo", text="Ann met Bo.")],
    "Cal slept": [Says("Cal", "slept", text="Cal slept.")],
    "Bo had made the horn": [Says("Bo", "made", "the horn", text="Bo made the horn.")],
}
TEXTS = (
    "Ann hid the horn. Nobody knew the maker of the horn.",
    "Ann met Bo. Cal slept.",
    "Bo had made the horn.",
)
PAID = {WHO: "Bo made the horn."}


def model_of(
    payoffs: dict[str, str] = PAID,
    setups: dict[str, list[str]] = SETUPS,
    sentences: dict[str, list[Says]] = SENTENCES,
) -> ScriptedModel:
    return Script(PEOPLE, sentences, setups=setups, payoffs=payoffs).model()


def chapters(*texts: str) -> list[Chapter]:
    return [Chapter(text, key=f"ch{n}", title=f"ch{n}", number=n) for n, text in enumerate(texts, 1)]


def graph_of(model: ScriptedModel) -> StoryGraph:
    clock = "2026-01-01T00:00:00+00:00"
    return StoryGraph(SQLiteStore(":memory:"), group_id="story", model=model, clock=lambda: clock)


async def setups_in(graph: StoryGraph, scope: Scope | None = None) -> list[Fact]:
    """Return the facts of the scope "setup" in narrative order."""
    only = SearchFilters(scopes=(StatementScope.SETUP,))
    found = [one.fact for one in (await graph.get_facts(scope=replace(scope or Scope(), filters=only))).facts]
    return sorted(found, key=lambda one: one.narrative_key)


def asked(model: ScriptedModel) -> list[SettledPrompt]:
    return [one for one in model.asked if isinstance(one, SettledPrompt)]


async def test_a_setup_and_its_payoff_are_facts_with_quotes() -> None:
    async with graph_of(model_of()) as graph:
        await graph.add_manuscript(chapters(*TEXTS))
        planted, paid = await setups_in(graph)

    assert (planted.predicate, planted.subject_name, planted.value) == ("sets_up", "the horn", WHO)
    assert planted.evidence[0].quote == "Nobody knew the maker of the horn"
    assert (paid.predicate, paid.value, paid.text) == ("pays_off", WHO, "Bo made the horn.")
    assert paid.evidence[0].quote == "Bo had made the horn"


async def test_a_work_with_a_paid_setup_is_exported_imported_and_renamed() -> None:
    async with graph_of(model_of()) as graph, graph_of(model_of()) as copy:
        await graph.add_manuscript(chapters(*TEXTS))
        lines = [line async for line in graph.export()]
        await copy.import_(lines)
        again = [line async for line in copy.export()]
        await copy.rename_work("horn")
        found = await setups_in(copy)

    assert again == lines
    assert [one.predicate for one in found] == ["sets_up", "pays_off"]


async def test_only_statements_about_the_setups_entities_are_asked_about() -> None:
    model = model_of()

    async with graph_of(model) as graph:
        await graph.add_manuscript(chapters(*TEXTS))

    said = ["\n".join(one.said.splitlines()[1:-1]) for one in asked(model)]
    assert sorted(said) == ["1. Ann met Bo.", "1. Bo made the horn."]


async def test_a_paid_setup_is_not_asked_about_again() -> None:
    model = model_of()

    async with graph_of(model) as graph:
        for chapter in chapters(*TEXTS, "Ann met Bo. The horn was hidden. Ann hid the horn."):
            await graph.add_manuscript([chapter])

    assert len(asked(model)) == 2


async def test_a_setup_is_paid_from_the_paying_chapter_on() -> None:
    async with graph_of(model_of()) as graph:
        await graph.add_manuscript(chapters(*TEXTS))
        before = await setups_in(graph, Scope(told_by=2))

    assert [one.predicate for one in before] == ["sets_up"]


async def test_the_window_that_plants_a_setup_does_not_pay_it() -> None:
    model = model_of()

    async with graph_of(model) as graph:
        await graph.add_manuscript(chapters(" ".join(TEXTS)))

    assert asked(model) == []


async def test_without_the_setup_nothing_of_it_remains() -> None:
    async with graph_of(model_of()) as graph:
        await graph.add_manuscript(chapters(*TEXTS))
        await graph.replace_episode("ch1", "Ann hid the horn.")
        left = await setups_in(graph)

    assert left == []


async def test_one_by_one_and_at_once_give_the_same_facts() -> None:
    async with graph_of(model_of()) as at_once, graph_of(model_of()) as one_by_one:
        await at_once.add_manuscript(chapters(*TEXTS))
        for chapter in chapters(*TEXTS):
            await one_by_one.add_manuscript([chapter])

        assert await setups_in(at_once) == await setups_in(one_by_one)


async def test_a_chapter_read_by_rules_raises_no_question_and_pays_nothing() -> None:
    async with StoryGraph(SQLiteStore(":memory:"), group_id="story") as graph:
        await graph.add_manuscript(chapters(*TEXTS))

        assert await setups_in(graph) == []


async def test_a_chapter_asks_about_a_bounded_number_of_setups_and_statements() -> None:
    riddles = {f"Riddle {n} was told": [f"Ann|What is riddle {n}?|Riddle {n} was told"] for n in range(20)}
    told = {f"Ann did deed {n}": [Says("Ann", "did", value=f"deed {n}", text=f"Ann did {n}.")] for n in range(40)}
    model = model_of({}, riddles, told)
    planting = [f"Ann stood up. {sentence}." for sentence in riddles]

    async with graph_of(model) as graph:
        await graph.add_manuscript(chapters(*planting, " ".join(f"{one}." for one in told)))

    largest = max(asked(model), key=lambda one: len(one.lines))
    setups, _, states = largest.lines.partition("<<states>>")
    assert len(setups.split("<</setups>>")[0].splitlines()) - 1 == SETUPS_PER_CHAPTER
    assert len(largest.said.splitlines()) - 2 <= CANDIDATES_PER_CHAPTER + states.count("Ann did")
