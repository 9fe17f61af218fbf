"""Tests of the story-time scenarios in Chinese and in English, through the public interface."""

from __future__ import annotations

import pytest

from episodic.app import StoryGraph
from episodic.model.graph import IssueKind
from episodic.search.fact_listing import FactQuery
from episodic.search.scope import Scope
from tests.stories.conftest import NewGraph
from tests.stories.scenario_stories import LANGUAGES, eyes, fire, invented, moving, revived, sword

EVERYTHING = Scope(include_ended=True)


async def homes(graph: StoryGraph, who: str, scope: Scope) -> dict[str, str]:
    """Return the homes of a person with the answer for each (empty without a moment)."""
    page = await graph.get_facts(FactQuery(subject=who, predicate="lives_in"), scope=scope)
    return {one.fact.object_name or "": one.holding or "" for one in page.facts}


@pytest.mark.parametrize("language", LANGUAGES)
async def test_s1_a_later_home_ends_the_earlier_one(new_graph: NewGraph, language: str) -> None:
    """The first home holds on day 15 and the second on day 25. The second home ended the first."""
    tale = moving(language)
    graph = new_graph(tale.script.model(), None)

    await graph.add_manuscript(tale.chapters[:2])

    day, who = tale.words["day"], tale.words["who"]
    assert await homes(graph, who, Scope(as_of=day.format(15))) == {tale.words["harbor"]: "holds"}
    assert await homes(graph, who, Scope(as_of=day.format(25))) == {tale.words["capital"]: "holds"}
    page = await graph.get_facts(FactQuery(subject=who, predicate="lives_in"), scope=EVERYTHING)
    facts = {one.fact.object_name: one.fact for one in page.facts}
    assert facts[tale.words["harbor"]].ended_by == (facts[tale.words["capital"]].uuid,)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_s2_a_flashback_told_late_is_ordered_by_story_time(new_graph: NewGraph, language: str) -> None:
    """The village of years before is ended by the harbor. Long ago, the village is at most possible."""
    tale = moving(language)
    graph = new_graph(tale.script.model(), None)

    await graph.add_manuscript(tale.chapters)

    day, who = tale.words["day"], tale.words["who"]
    assert set(await homes(graph, who, Scope())) == {tale.words["capital"]}
    assert await homes(graph, who, Scope(as_of=day.format(25))) == {tale.words["capital"]: "holds"}
    assert tale.words["village"] in await homes(graph, who, Scope(as_of=day.format(5)))
    page = await graph.get_facts(FactQuery(subject=who, predicate="lives_in"), scope=EVERYTHING)
    facts = {one.fact.object_name: one.fact for one in page.facts}
    assert facts[tale.words["village"]].ended_by == (facts[tale.words["harbor"]].uuid,)
    assert await graph.issues() == ()


@pytest.mark.parametrize("language", LANGUAGES)
async def test_s3_what_is_told_later_is_not_seen_before(new_graph: NewGraph, language: str) -> None:
    """As told by the second chapter, no name and no count includes the village."""
    tale = moving(language)
    graph = new_graph(tale.script.model(), None)
    await graph.add_manuscript(tale.chapters)
    early = Scope(told_by=2, include_ended=True)

    seen = await homes(graph, tale.words["who"], early)
    found = await graph.search(tale.words["village"], scope=early)
    counted = await graph.stats(scope=early)

    assert set(seen) == {tale.words["harbor"], tale.words["capital"]}
    assert not found.entities
    assert not found.facts or all(tale.words["village"] not in str(hit) for hit in found.facts)
    assert counted.chapters == 2
    assert counted.entities == 3


@pytest.mark.parametrize("language", LANGUAGES)
async def test_s4_a_date_told_later_dates_what_hangs_on_it(new_graph: NewGraph, language: str) -> None:
    """The third day after an undated fire has no date. After the fire has a date, it is exactly day 103, without a call
    of the model.
    """
    tale = fire(language)
    model = tale.script.model()
    graph = new_graph(model, None)
    query = FactQuery(between=(tale.words["who"], tale.words["other"]))

    await graph.add_manuscript(tale.chapters[:1])
    (before,) = (await graph.get_facts(query)).facts
    await graph.add_manuscript(tale.chapters)
    (after,) = (await graph.get_facts(query)).facts

    assert before.fact.valid_at is not None
    assert (before.fact.valid_at.earliest, before.fact.valid_at.latest) == (None, None)
    assert after.fact.valid_at is not None
    assert (after.fact.valid_at.earliest, after.fact.valid_at.latest) == (103, 103)
    assert after.fact.uuid == before.fact.uuid


@pytest.mark.parametrize("language", LANGUAGES)
async def test_s5_an_invented_year_is_a_whole_year(new_graph: NewGraph, language: str) -> None:
    """A year of 13 months of 28 days has 364 days. The year 12345 is later and does not overflow."""
    tale = invented(language)
    graph = new_graph(tale.script.model(), tale.settings)

    await graph.add_manuscript(tale.chapters)

    (home,) = (await graph.get_facts(FactQuery(subject=tale.words["who"]), scope=EVERYTHING)).facts
    assert home.fact.valid_at is not None
    earliest, latest = home.fact.valid_at.earliest, home.fact.valid_at.latest
    assert earliest is not None
    assert latest is not None
    assert latest - earliest == 363
    assert set(await homes(graph, tale.words["who"], Scope(as_of=tale.words["late"])))


@pytest.mark.parametrize("language", LANGUAGES)
async def test_s7_a_fixed_thing_told_two_ways_is_a_contradiction(new_graph: NewGraph, language: str) -> None:
    """One issue has both quotes, and both facts stay."""
    tale = eyes(language)
    graph = new_graph(tale.script.model(), None)

    await graph.add_manuscript(tale.chapters)

    (issue,) = await graph.issues()
    assert issue.issue.kind is IssueKind.CONTRADICTION
    assert {one.quote for one in issue.issue.evidence} == {tale.words["first"], tale.words["second"]}
    page = await graph.get_facts(FactQuery(subject=tale.words["who"]))
    assert len(page.facts) == 2


@pytest.mark.parametrize("language", LANGUAGES)
async def test_s8_an_edit_takes_its_consequences_back(new_graph: NewGraph, language: str) -> None:
    """Without the move the first home holds on day 25 again. The old revision still has the move."""
    tale = moving(language)
    graph = new_graph(tale.script.model(), None)
    report = await graph.add_manuscript(tale.chapters[:2])
    day, who = tale.words["day"], tale.words["who"]

    edited = await graph.replace_episode("ch2", tale.words["rewritten"])

    assert await homes(graph, who, Scope(as_of=day.format(25))) == {tale.words["harbor"]: "holds"}
    assert [one.object_name for one in edited.diff.reopened] == [tale.words["harbor"]]
    assert [one.object_name for one in edited.diff.retired] == [tale.words["capital"]]
    old = Scope(as_of=day.format(25), at_revision=report.revision)
    assert await homes(graph, who, old) == {tale.words["capital"]: "holds"}


@pytest.mark.parametrize("language", LANGUAGES)
async def test_s9_an_unknown_order_is_said_until_the_text_gives_it(new_graph: NewGraph, language: str) -> None:
    """Two holders of one sword are an issue until a later chapter states their order."""
    tale = sword(language)
    graph = new_graph(tale.script.model(), None)
    query = FactQuery(object=tale.words["item"], predicate="holds")

    await graph.add_manuscript(tale.chapters[:2])
    open_facts = (await graph.get_facts(query)).facts
    open_issues = await graph.issues()
    await graph.add_manuscript(tale.chapters)
    now = (await graph.get_facts(query)).facts

    assert {one.fact.subject_name for one in open_facts} == {tale.words["first"], tale.words["second"]}
    assert [one.issue.kind for one in open_issues] == [IssueKind.ORDER_UNKNOWN]
    assert {one.fact.subject_name for one in now} == {tale.words["second"]}
    assert await graph.issues() == ()


@pytest.mark.parametrize("language", LANGUAGES)
async def test_s10_times_that_cannot_be_are_shown_and_only_the_dead_do_not_act(
    new_graph: NewGraph, language: str
) -> None:
    """A peace has a date before the war that it follows. Of two meetings, only the one between death and revival is an
    issue.
    """
    tale = revived(language)
    graph = new_graph(tale.script.model(), None)

    await graph.add_manuscript(tale.chapters)

    found = {one.issue.kind: one.issue for one in await graph.issues()}
    assert set(found) == {IssueKind.TIMELINE_CONFLICT, IssueKind.DEAD_ACTS}
    loop = " ".join(one.quote for one in found[IssueKind.TIMELINE_CONFLICT].evidence)
    assert all(words in loop for words in tale.words["loop"].split("|"))
    acts = [one.quote for one in found[IssueKind.DEAD_ACTS].evidence]
    assert tale.words["acts"] in acts
    assert len(acts) == 2
