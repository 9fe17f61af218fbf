"""Tests of overrides of facts and issues: their effect, re-reading, and their anchors."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from episodic.app import StoryGraph
from episodic.errors import InvalidOverrideError, UnknownEntityError, UnknownFactError, UnknownIssueError
from episodic.model.decisions import OverrideKind
from episodic.model.episodes import Chapter
from episodic.model.graph import IssueKind
from episodic.model.predicates import Cardinality, Predicate
from episodic.pipeline.edits.overrides import Attribution, FactChange, NewFact
from episodic.search.fact_listing import FactQuery
from episodic.search.scope import Scope
from episodic.stores.sqlite import SQLiteStore
from tests.story import canonical

CHAPTERS = (
    Chapter("Marsh Weller lives in Harrow Ferry.\n", title="One", key="one"),
    Chapter("Odile Reed walked to the quay. Marsh Weller lives in Port Sable.\n", title="Two", key="two"),
)
EVERY = Scope(include_ended=True)


@pytest.fixture
async def graph() -> AsyncIterator[StoryGraph]:
    """Return a graph of a small work read by rules. A person has one home, and another home a chapter later."""
    async with StoryGraph(SQLiteStore(":memory:"), group_id="authoring") as made:
        await made.add_manuscript(CHAPTERS)
        yield made


async def home_facts(graph: StoryGraph, scope: Scope = EVERY) -> dict[str, str]:
    """Return the ids of the facts about homes, by place."""
    page = await graph.get_facts(FactQuery(predicate="lives_in"), scope=scope)
    return {str(one.fact.object_name or one.fact.value): one.fact.uuid for one in page.facts}


async def test_retracting_a_fact_reopens_the_fact_that_it_ended(graph: StoryGraph) -> None:
    """The graph equals that of a reading without the retracted statement."""
    edited = await graph.retract((await home_facts(graph))["Port Sable"])

    assert await home_facts(graph, Scope()) == {"Harrow Ferry": (await home_facts(graph))["Harrow Ferry"]}
    assert [one.object_name for one in edited.diff.reopened] == ["Harrow Ferry"]
    assert [one.object_name for one in edited.diff.retired] == ["Port Sable"]


async def test_an_override_is_kept_if_chapters_are_edited(graph: StoryGraph) -> None:
    """If a chapter is rewritten and still has the sentence, the retraction still applies."""
    await graph.retract((await home_facts(graph))["Port Sable"])

    await graph.replace_episode("one", "Marsh Weller lives in Harrow Ferry. Rain fell.\n")
    await graph.replace_episode("two", "Nobody spoke. Marsh Weller lives in Port Sable.\n")

    assert set(await home_facts(graph)) == {"Harrow Ferry"}
    assert await graph.acts(loose=True) == ()


async def test_an_override_without_its_sentence_is_unmatched_until_the_sentence_returns(graph: StoryGraph) -> None:
    """The override is kept, because the sentence may return."""
    await graph.retract((await home_facts(graph))["Port Sable"])

    await graph.replace_episode("two", "Odile Reed walked to the quay.\n")
    loose = await graph.acts(loose=True)
    await graph.replace_episode("two", CHAPTERS[1].text)

    assert [one.kind.value for one in loose] == ["retract"]
    assert await graph.acts(loose=True) == ()
    assert set(await home_facts(graph)) == {"Harrow Ferry"}


async def test_a_corrected_fact_keeps_its_quote(graph: StoryGraph) -> None:
    fact = (await home_facts(graph))["Port Sable"]

    await graph.correct_fact(fact, FactChange(object="Harrow Ferry"))

    found = await home_facts(graph)
    page = await graph.get_facts(FactQuery(predicate="lives_in"), scope=EVERY)
    assert set(found) == {"Harrow Ferry"}
    assert [one.quote for one in page.facts[0].fact.evidence] == [
        "Marsh Weller lives in Harrow Ferry",
        "Marsh Weller lives in Port Sable",
    ]


async def test_a_locked_fact_does_not_end_and_its_conflict_is_an_issue(graph: StoryGraph) -> None:
    """The later home does not end the locked fact."""
    fact = (await home_facts(graph))["Harrow Ferry"]

    edited = await graph.lock(fact)

    page = await graph.get_facts(FactQuery(predicate="lives_in"))
    locked = next(one.fact for one in page.facts if one.fact.uuid == fact)
    assert locked.locked
    assert locked.invalid_at is None
    assert [one.kind for one in edited.diff.issues_new] == [IssueKind.CONTRADICTION]
    assert len(edited.diff.issues_new[0].evidence) == 2


async def test_an_added_fact_has_the_given_sentence_as_quote(graph: StoryGraph) -> None:
    new = NewFact(
        "Odile Reed", "hates", "Odile Reed walked to the quay.", object="Marsh Weller", text="Odile hates Marsh."
    )

    tried = await graph.add_facts([new], dry_run=True)
    before = await graph.stats()
    edited = await graph.add_facts([new])

    page = await graph.get_facts(FactQuery(entity="Odile Reed"))
    assert [one.text for one in tried.diff.added] == [one.text for one in edited.diff.added] == ["Odile hates Marsh."]
    assert before != await graph.stats()
    assert [one.fact.evidence[0].quote for one in page.facts if one.fact.predicate == "hates"] == [new.quote]


async def test_an_added_fact_exists_only_with_its_sentence(graph: StoryGraph) -> None:
    """The added fact is not part of the graph while its sentence is missing."""
    without = await canonical(graph)
    await graph.add_facts([NewFact("Odile Reed", "hates", "Odile Reed walked to the quay.", object="Marsh Weller")])

    await graph.replace_episode("two", "Marsh Weller lives in Port Sable.\n")
    gone = await graph.acts(loose=True)
    await graph.replace_episode("two", CHAPTERS[1].text)
    await graph.revoke((await graph.acts())[0].uuid)

    assert [one.kind.value for one in gone] == ["add"]
    assert await canonical(graph) == without


async def test_an_added_fact_needs_a_sentence_of_the_work(graph: StoryGraph) -> None:
    """Every fact needs a quote that supports it."""
    before = await canonical(graph)

    with pytest.raises(InvalidOverrideError, match="was not found in any such chapter"):
        await graph.add_facts([NewFact("Odile Reed", "hates", "She smiled at nobody.", object="Marsh Weller")])
    with pytest.raises(InvalidOverrideError, match="not named before"):
        await graph.add_facts([NewFact("Odile Reed", "hates", "Marsh Weller lives in Harrow Ferry.", value="him")])

    assert await canonical(graph) == before


async def test_a_waived_issue_stays_waived_as_long_as_its_quotes_exist(graph: StoryGraph) -> None:
    """A waived issue stays waived after re-reading. If its quotes are removed, the issue is removed too."""
    await graph.lock((await home_facts(graph))["Harrow Ferry"])
    (issue,) = await graph.issues()

    await graph.waive(issue.uuid, reason="he keeps both houses")
    await graph.replace_episode("two", CHAPTERS[1].text + "Nobody spoke.\n")

    assert await graph.issues() == ()
    (waived,) = await graph.issues(waived=True)
    assert waived.issue.waived == "he keeps both houses"


async def test_a_corrected_predicate_changes_the_ends_of_facts(graph: StoryGraph) -> None:
    """If a person may have several homes, no home ends another."""
    await graph.correct_predicate(Predicate("lives_in", cardinality=Cardinality.MANY))

    assert set(await home_facts(graph, Scope())) == {"Harrow Ferry", "Port Sable"}


async def test_unknown_facts_and_issues_raise_errors(graph: StoryGraph) -> None:
    before = await canonical(graph)

    with pytest.raises(UnknownFactError, match="no-such"):
        await graph.lock("no-such")
    with pytest.raises(UnknownIssueError, match="no-such"):
        await graph.waive("no-such")
    with pytest.raises(InvalidOverrideError, match="no override"):
        await graph.revoke("no-such")

    assert await canonical(graph) == before


async def test_a_repeated_override_creates_no_revision(graph: StoryGraph) -> None:
    """The result says that the override is already in force, also for another author, and no revision is created."""
    first = await graph.lock((await home_facts(graph))["Harrow Ferry"])

    again = await graph.lock((await home_facts(graph))["Harrow Ferry"], attribution=Attribution("editor", "quite sure"))

    assert not first.already
    assert (again.already, again.revision) == (True, first.revision)
    assert again.diff.empty
    assert len(await graph.acts()) == 1


async def test_waiving_an_issue_again_changes_nothing(graph: StoryGraph) -> None:
    await graph.lock((await home_facts(graph))["Harrow Ferry"])
    (one,) = await graph.issues()
    await graph.waive(one.issue.uuid, "a summer house")

    again = await graph.waive(one.issue.uuid, "a summer house")

    assert again.already
    assert [act.reason for act in await graph.acts()] == ["", "a summer house"]


async def test_an_added_fact_about_somebody_unknown_is_refused_and_writes_nothing(graph: StoryGraph) -> None:
    before = await graph.commits()

    with pytest.raises(UnknownEntityError):
        await graph.add_facts([NewFact("Nobody", "trade", "Odile Reed walked to the quay", value="pilot")])

    assert await graph.commits() == before


async def test_adding_a_fact_again_changes_nothing(graph: StoryGraph) -> None:
    new = NewFact("Odile Reed", "trade", "Odile Reed walked to the quay", value="pilot")
    await graph.add_facts([new])

    again = await graph.add_facts([new])

    assert again.already
    assert len(await graph.acts()) == 1


async def test_adding_a_fact_with_two_entities_again_changes_nothing(graph: StoryGraph) -> None:
    """A second statement would only add the same quote again."""
    new = NewFact("Odile Reed", "hates", "Odile Reed walked to the quay", object="Marsh Weller")
    first = await graph.add_facts([new, new])

    again = await graph.add_facts([new])
    tried = await graph.add_facts([new], dry_run=True)

    (only,) = (await graph.get_facts(FactQuery(predicate="hates"))).facts
    assert [one.quote for one in only.fact.evidence] == [new.quote]
    assert (again.already, again.revision, again.diff.empty) == (True, first.revision, True)
    assert (tried.already, tried.diff.empty) == (True, True)
    assert [len(one.added) for one in await graph.acts()] == [1]


async def test_a_fact_that_was_extracted_from_the_sentence_is_not_added(graph: StoryGraph) -> None:
    read = NewFact("Marsh Weller", "lives_in", "Marsh Weller lives in Harrow Ferry", object="Harrow Ferry")
    new = NewFact("Odile Reed", "hates", "Odile Reed walked to the quay", object="Marsh Weller")

    there = await graph.add_facts([read])
    both = await graph.add_facts([read, new])

    assert there.already
    assert not both.already
    assert [[said.core.predicate for said in one.added] for one in await graph.acts()] == [["hates"]]


async def test_a_retracted_fact_can_be_added_again(graph: StoryGraph) -> None:
    new = NewFact("Odile Reed", "hates", "Odile Reed walked to the quay", object="Marsh Weller")
    added = await graph.add_facts([new])
    await graph.retract(added.diff.added[0].uuid)

    again = await graph.add_facts([new])

    assert not again.already
    assert len((await graph.get_facts(FactQuery(predicate="hates"))).facts) == 1


async def test_a_repeated_predicate_correction_changes_nothing_while_it_applies(graph: StoryGraph) -> None:
    """An override that a later one replaced can be made again."""
    many = Predicate("lives_in", cardinality=Cardinality.MANY)
    await graph.correct_predicate(many)

    again = await graph.correct_predicate(many)
    overruled = await graph.correct_predicate(Predicate("lives_in", cardinality=Cardinality.ONE_VALUE))
    anew = await graph.correct_predicate(many)

    assert [one.already for one in (again, overruled, anew)] == [True, False, False]


async def test_a_revoked_override_can_be_made_again(graph: StoryGraph) -> None:
    """A revoked override is not in force, so making it again is no repetition."""
    await graph.lock((await home_facts(graph))["Harrow Ferry"])
    await graph.revoke((await graph.acts())[0].uuid)

    again = await graph.lock((await home_facts(graph))["Harrow Ferry"])

    assert not again.already
    assert len(await graph.acts()) == 1


async def test_a_settlement_whose_quote_is_gone_is_loose(graph: StoryGraph) -> None:
    """Both the quote of the setup and the quote of the payoff must stay in the text."""
    first, second = [
        (await graph.get_facts(FactQuery(subject="Marsh Weller", object=place), scope=EVERY)).facts[0].uuid
        for place in ("Harrow Ferry", "Port Sable")
    ]
    await graph.settle_thread(first, paid_by=second)
    before = await graph.acts(loose=True)

    await graph.replace_episode("two", "Odile Reed walked to the quay.\n")
    (loose,) = await graph.acts(loose=True)
    await graph.undo()

    assert before == ()
    assert loose.kind is OverrideKind.SETTLE
    assert await graph.acts(loose=True) == ()
