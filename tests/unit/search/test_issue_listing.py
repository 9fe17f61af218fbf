"""The issue listing: order, waived issues, filters and layers."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from episodic.model.episodes import Layer
from episodic.model.graph import Issue, IssueKind
from episodic.search.filters import SearchFilters
from episodic.search.issue_listing import issues, issues_near
from episodic.search.scope import Scope
from tests.unit.search.story_builder import Tale, harbor, planned


def troubled() -> Tale:
    tale = harbor()
    home, city, _, alive, dead = tale.facts

    def issue(uuid: str, kind: IssueKind, rank: int, *facts: int) -> Issue:
        of = [(home, city, alive, dead)[number] for number in facts]
        words = tuple(one for fact in of for one in fact.evidence) or (tale.quote("Rain fell"),)
        return Issue(uuid, "harbor", kind, f"about {uuid}", rank, words, tuple(fact.uuid for fact in of))

    tale.issues.extend(
        [
            issue("moves", IssueKind.TIMELINE_CONFLICT, 5, 0, 1),
            issue("lives", IssueKind.CONTRADICTION, 1, 2, 3),
            issue("quote", IssueKind.QUOTE_REJECTED, 5),
            replace(issue("old", IssueKind.CONTRADICTION, 0, 1), waived="meant so"),
        ]
    )
    return tale


async def test_issues_are_ordered_by_rank() -> None:
    """Issues of equal rank are in narrative order. Each issue has its quotes with chapters."""
    found = await issues(await troubled().view())

    assert [one.uuid for one in found] == ["lives", "moves", "quote"]
    assert [(quote.ordinal, quote.text) for quote in found[0].quotes] == [
        (2, "Mei believed that Chen was alive."),
        (4, "Chen had died on the thirtieth day"),
    ]


async def test_waived_issues_come_only_when_asked_for() -> None:
    """A waived issue has the reason for the waiver."""
    found = await issues(await troubled().view(), waived=True)

    assert found[0].issue.waived == "meant so"


async def test_an_issue_about_an_ended_fact_is_still_open() -> None:
    """The issue is about two homes, and one of the homes has ended."""
    found = await issues(await troubled().view())

    assert "moves" in [one.uuid for one in found]


async def test_filters_apply_to_the_facts_of_issues() -> None:
    """An issue passes if one of its facts passes. An issue about no fact does not pass."""
    view = await troubled().view(Scope(filters=SearchFilters(predicates=("lives_in",))))

    assert [one.uuid for one in await issues(view)] == ["moves"]


async def test_an_issue_with_a_plan_is_not_shown_in_canon() -> None:
    """One of the issue's quotes is in a plan."""
    tale = planned()
    words = (*tale.facts[0].evidence, *tale.facts[1].evidence)
    facts = (tale.facts[0].uuid, tale.facts[1].uuid)
    tale.issues.append(Issue("both", "planned", IssueKind.CONTRADICTION, "She lives and dies.", 1, words, facts))

    canon = await issues(await tale.view())
    both = await issues(await tale.view(Scope(layers=frozenset({Layer.CANON, Layer.PLAN}))))

    assert canon == ()
    assert [one.uuid for one in both] == ["both"]


async def test_the_issues_near_a_fact_or_a_chapter_are_found() -> None:
    tale = troubled()
    alive, road = tale.facts[3], tale.quote("Rain fell").episode
    view = await tale.view()

    about = await issues_near(view, facts=[alive.uuid], chapters=())
    told = await issues_near(view, facts=(), chapters=[road])

    assert [one.uuid for one in about] == ["lives"]
    assert [one.uuid for one in told] == ["moves", "quote"]


async def test_a_view_that_derives_issues_is_asked_for_the_issues_near() -> None:
    """Issues that the view returns besides those are left out."""
    tale = troubled()
    asked: list[tuple[list[str], list[str]]] = []

    def near(facts: Collection[str], chapters: Collection[str]) -> Sequence[Issue]:
        asked.append((list(facts), list(chapters)))
        return tale.issues

    view = replace(await tale.view(), issues_near=near)

    found = await issues_near(view, facts=[tale.facts[3].uuid], chapters=["none"])

    assert [one.uuid for one in found] == ["lives"]
    assert asked == [([tale.facts[3].uuid], ["none"])]
