"""Tests of knowledge in Chinese and in English, through the public interface."""

from __future__ import annotations

import pytest

from episodic.app import StoryGraph
from episodic.errors import UnknownEntityError
from episodic.model.graph import IssueKind
from episodic.model.readings import StatementScope
from episodic.pipeline.edits.overrides import NewFact
from episodic.search.fact_listing import FactQuery
from episodic.search.results import SearchResults
from episodic.search.scope import Scope
from tests.stories.conftest import NewGraph
from tests.stories.knowledge_stories import death, letter, secret, too_soon, witness
from tests.stories.scenario_stories import LANGUAGES, Tale

pytestmark = pytest.mark.parametrize("language", LANGUAGES)


async def read_tale(new_graph: NewGraph, tale: Tale) -> StoryGraph:
    graph = new_graph(tale.script.model(), None)
    await graph.add_manuscript(tale.chapters)
    return graph


async def life(graph: StoryGraph, tale: Tale, scope: Scope) -> set[tuple[str, str, str]]:
    """Return whether Chen is dead or alive: the predicates, their holders, and whether they hold."""
    page = await graph.get_facts(FactQuery(), scope=scope)
    rows = [one for one in page.facts if one.fact.subject_name == tale.words["chen"]]
    return {
        (one.fact.predicate, one.fact.scope.value, one.holding or "")
        for one in rows
        if one.fact.predicate in ("dead", "alive")
    }


async def contents(graph: StoryGraph, scope: Scope) -> set[tuple[str, str, str, StatementScope]]:
    page = await graph.get_facts(scope=scope)
    return {
        (one.fact.subject_name, one.fact.predicate, one.fact.object_name or "", one.fact.scope) for one in page.facts
    }


def names_in(found: SearchResults) -> set[str]:
    return {one.entity.name for one in found.entities}


@pytest.mark.parametrize("learned", [True, False], ids=["learned", "believed"])
async def test_s6_a_belief_found_false_ends_for_its_holder(new_graph: NewGraph, language: str, learned: bool) -> None:
    """On day 35 Chen is dead in the world and alive in Mei's belief. On day 45 she knows that he is dead. Nothing
    contradicts.
    """
    tale = death(language, learned=learned)
    graph = await read_tale(new_graph, tale)
    day, mei = tale.words["day"], tale.words["mei"]

    world = await life(graph, tale, Scope(as_of=day.format(35)))
    before = await life(graph, tale, Scope(as_of=day.format(35), pov=mei))
    after = await life(graph, tale, Scope(as_of=day.format(45), pov=mei))

    assert ("dead", "world", "holds") in world
    assert before == {("alive", "belief", "holds")}
    assert after == {("dead", "world" if learned else "belief", "holds")}
    assert await graph.issues() == ()


@pytest.mark.parametrize("learned", [True, False], ids=["learned", "believed"])
async def test_s6_at_the_end_only_the_last_belief_is_left(new_graph: NewGraph, language: str, learned: bool) -> None:
    """A read without a moment is at the end of the story. As told by the second chapter, she still believes that he is
    alive.
    """
    tale = death(language, learned=learned)
    graph = await read_tale(new_graph, tale)
    mei = tale.words["mei"]

    assert {one[0] for one in await life(graph, tale, Scope(pov=mei))} == {"dead"}
    assert {one[0] for one in await life(graph, tale, Scope(pov=mei, include_ended=True))} == {"dead", "alive"}
    assert {one[0] for one in await life(graph, tale, Scope(pov=mei, told_by=2))} == {"alive"}


async def test_a_witness_knows_what_an_absent_one_does_not(new_graph: NewGraph, language: str) -> None:
    """Mei saw that Wu took the sword. Lin only knows Wu's claim, which is a lie."""
    tale = witness(language)
    graph = await read_tale(new_graph, tale)
    wu, sword, chen = tale.words["wu"], tale.words["sword"], tale.words["chen"]

    mei = await contents(graph, Scope(pov=tale.words["mei"]))
    lin = await contents(graph, Scope(pov=tale.words["lin"]))

    assert (wu, "holds", sword, StatementScope.WORLD) in mei
    assert all(one[:3] != (chen, "holds", sword) for one in mei)
    assert (chen, "holds", sword, StatementScope.CLAIM) in lin
    assert all(one[:3] != (wu, "holds", sword) for one in lin)


async def test_a_secret_told_to_one_of_two_is_known_to_one(new_graph: NewGraph, language: str) -> None:
    """Mei knows where Chen lives from the day on which she is told. Lin has never heard of Chen."""
    tale = secret(language)
    graph = await read_tale(new_graph, tale)
    home = (tale.words["chen"], "lives_in", tale.words["harbor"], StatementScope.WORLD)
    day = tale.words["day"]

    assert home not in await contents(graph, Scope(pov=tale.words["mei"], as_of=day.format(10)))
    assert home in await contents(graph, Scope(pov=tale.words["mei"], as_of=day.format(20)))
    with pytest.raises(UnknownEntityError):
        await graph.get_entity(tale.words["chen"], scope=Scope(pov=tale.words["lin"]))


async def test_a_letter_is_known_once_it_is_read(new_graph: NewGraph, language: str) -> None:
    """The reader of a letter knows its claim after the reading. The writer knows the claim, too, and nobody else does."""
    tale = letter(language)
    graph = await read_tale(new_graph, tale)
    home = (tale.words["chen"], "lives_in", tale.words["harbor"], StatementScope.CLAIM)
    day, mei = tale.words["day"], tale.words["mei"]

    assert home not in await contents(graph, Scope(pov=mei, as_of=day.format(19)))
    assert home in await contents(graph, Scope(pov=mei, as_of=day.format(20)))
    assert home in await contents(graph, Scope(pov=tale.words["wu"]))
    assert home not in await contents(graph, Scope(pov=tale.words["lin"]))


async def test_no_read_shows_what_a_person_has_not_heard_of(new_graph: NewGraph, language: str) -> None:
    """Lin is present in one chapter of three, and every read shows only that chapter."""
    tale = secret(language)
    graph = await read_tale(new_graph, tale)
    scope = Scope(pov=tale.words["lin"], include_ended=True)
    hidden = (tale.words["chen"], tale.words["harbor"], tale.words["wu"])

    shown = [
        *[await graph.search(one, scope=scope) for one in (tale.words["mei"], tale.words["lin"])],
        await graph.get_facts(scope=scope),
        await graph.timeline(scope=scope),
        await graph.chapters(scope=scope),
        await graph.explore([tale.words["lin"]], scope=scope),
    ]
    counted = await graph.stats(scope=scope)

    assert all(name not in repr(one) for one in shown for name in hidden)
    assert (counted.chapters, counted.passages, counted.entities) == (1, 1, 2)
    assert [one.chapter.ordinal for one in await graph.chapters(scope=scope)] == [3]
    assert names_in(await graph.search(tale.words["chen"], scope=scope)) <= {tale.words["mei"], tale.words["lin"]}


async def test_a_point_of_view_is_given_by_name_or_id(new_graph: NewGraph, language: str) -> None:
    """The error for an unknown person contains the name."""
    tale = secret(language)
    graph = await read_tale(new_graph, tale)
    mei = await graph.entity_id(tale.words["mei"])

    by_name = await contents(graph, Scope(pov=tale.words["mei"]))
    by_id = await contents(graph, Scope(pov=mei))

    assert by_name == by_id
    with pytest.raises(UnknownEntityError, match="Nobody"):
        await graph.get_facts(scope=Scope(pov="Nobody"))


async def test_a_person_who_is_not_told_of_yet_has_no_point_of_view(new_graph: NewGraph, language: str) -> None:
    """The scope applies `told_by` first, and Lin first appears in the third chapter."""
    tale = secret(language)
    graph = await read_tale(new_graph, tale)

    with pytest.raises(UnknownEntityError):
        await graph.get_facts(scope=Scope(pov=tale.words["lin"], told_by=2))


async def test_what_the_author_adds_and_takes_back_is_known_like_what_was_read(
    new_graph: NewGraph, language: str
) -> None:
    """A fact that the author adds with a quote of a passage is known to the persons present, until the fact is
    retracted.
    """
    tale = witness(language)
    graph = await read_tale(new_graph, tale)
    wu, sword = tale.words["wu"], tale.words["sword"]
    added = NewFact(subject=wu, predicate="hates", object=tale.words["chen"], quote=tale.chapters[1].text.split(wu)[-1])
    mei, lin, own = (Scope(pov=tale.words[one]) for one in ("mei", "lin", "wu"))

    await graph.add_facts([added])
    hates = (wu, "hates", tale.words["chen"], StatementScope.WORLD)
    known = [hates in await contents(graph, one) for one in (mei, lin, own)]
    (taken,) = (one for one in (await graph.get_facts(scope=mei)).facts if one.fact.object_name == sword)
    await graph.retract(taken.fact.uuid)

    assert known == [False, False, True]
    assert all(one[2] != sword for one in await contents(graph, mei))


async def test_a_locked_belief_stays(new_graph: NewGraph, language: str) -> None:
    """The author has locked Mei's belief, so that it does not end when she learns more."""
    tale = death(language, learned=True)
    graph = await read_tale(new_graph, tale)
    scope = Scope(pov=tale.words["mei"])
    (belief,) = (one for one in (await graph.get_facts(scope=Scope())).facts if one.fact.scope is StatementScope.BELIEF)

    await graph.lock(belief.fact.uuid)

    assert {one[0] for one in await life(graph, tale, scope)} == {"alive", "dead"}


async def test_speaking_of_what_is_learned_later_is_an_issue(new_graph: NewGraph, language: str) -> None:
    """The issue has both quotes and is in the work's language."""
    tale = too_soon(language)
    graph = await read_tale(new_graph, tale)

    (found,) = await graph.issues()

    assert found.issue.kind is IssueKind.KNOWLEDGE_BEFORE_LEARNING
    assert [one.ordinal for one in found.quotes] == [2, 3]
    assert await graph.issues(scope=Scope(told_by=2)) == ()
