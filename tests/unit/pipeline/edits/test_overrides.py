"""Tests of overrides of facts and issues: their effect, re-reading, and their anchors."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from episodic.app import StoryGraph
from episodic.errors import InvalidOverrideError, UnknownFactError, UnknownIssueError
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
    """A small work read by rules: a home, and another one a chapter later."""
    async with StoryGraph(SQLiteStore(":memory:"), group_id="authoring") as made:
        await made.add_manuscript(CHAPTERS)
        yield made


async def homes(graph: StoryGraph, scope: Scope = EVERY) -> dict[str, str]:
    """The ids of the facts that say where people live, by place."""
    page = await graph.get_facts(FactQuery(predicate="lives_in"), scope=scope)
    return {str(one.fact.object_name or one.fact.value): one.fact.uuid for one in page.facts}


async def test_a_retracted_fact_is_gone_and_what_it_ended_is_open_again(graph: StoryGraph) -> None:
    """As if the sentence had not been read to say it."""
    edited = await graph.retract((await homes(graph))["Port Sable"])

    assert await homes(graph, Scope()) == {"Harrow Ferry": (await homes(graph))["Harrow Ferry"]}
    assert [one.object_name for one in edited.diff.reopened] == ["Harrow Ferry"]
    assert [one.object_name for one in edited.diff.retired] == ["Port Sable"]


async def test_a_decision_outlives_an_edit_of_another_chapter_and_of_its_own(graph: StoryGraph) -> None:
    """The same sentence in a rewritten chapter is still taken back."""
    await graph.retract((await homes(graph))["Port Sable"])

    await graph.replace_episode("one", "Marsh Weller lives in Harrow Ferry. Rain fell.\n")
    await graph.replace_episode("two", "Nobody spoke. Marsh Weller lives in Port Sable.\n")

    assert set(await homes(graph)) == {"Harrow Ferry"}
    assert await graph.acts(loose=True) == ()


async def test_a_decision_whose_sentence_is_gone_is_listed_as_loose_and_comes_back(graph: StoryGraph) -> None:
    """Never dropped: the sentence may return."""
    await graph.retract((await homes(graph))["Port Sable"])

    await graph.replace_episode("two", "Odile Reed walked to the quay.\n")
    loose = await graph.acts(loose=True)
    await graph.replace_episode("two", CHAPTERS[1].text)

    assert [one.kind.value for one in loose] == ["retract"]
    assert await graph.acts(loose=True) == ()
    assert set(await homes(graph)) == {"Harrow Ferry"}


async def test_a_corrected_fact_says_what_the_author_says_with_the_same_quote(graph: StoryGraph) -> None:
    """Another place, the very sentence."""
    fact = (await homes(graph))["Port Sable"]

    await graph.correct_fact(fact, FactChange(object="Harrow Ferry"))

    found = await homes(graph)
    page = await graph.get_facts(FactQuery(predicate="lives_in"), scope=EVERY)
    assert set(found) == {"Harrow Ferry"}
    assert [one.quote for one in page.facts[0].fact.evidence] == [
        "Marsh Weller lives in Harrow Ferry",
        "Marsh Weller lives in Port Sable",
    ]


async def test_a_locked_fact_does_not_end_and_its_conflict_is_an_issue(graph: StoryGraph) -> None:
    """The later home does not end the confirmed one."""
    fact = (await homes(graph))["Harrow Ferry"]

    edited = await graph.lock(fact)

    page = await graph.get_facts(FactQuery(predicate="lives_in"))
    locked = next(one.fact for one in page.facts if one.fact.uuid == fact)
    assert locked.locked
    assert locked.invalid_at is None
    assert [one.kind for one in edited.diff.issues_new] == [IssueKind.CONTRADICTION]
    assert len(edited.diff.issues_new[0].evidence) == 2


async def test_an_added_fact_rests_on_the_sentence_that_the_author_points_at(graph: StoryGraph) -> None:
    """It is folded like any other."""
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


async def test_an_added_fact_goes_with_its_sentence_and_comes_back_with_it(graph: StoryGraph) -> None:
    """No residue while the sentence is not there."""
    without = await canonical(graph)
    await graph.add_facts([NewFact("Odile Reed", "hates", "Odile Reed walked to the quay.", object="Marsh Weller")])

    await graph.replace_episode("two", "Marsh Weller lives in Port Sable.\n")
    gone = await graph.acts(loose=True)
    await graph.replace_episode("two", CHAPTERS[1].text)
    await graph.revoke((await graph.acts())[0].uuid)

    assert [one.kind.value for one in gone] == ["add"]
    assert await canonical(graph) == without


async def test_a_fact_without_a_sentence_of_the_work_is_refused(graph: StoryGraph) -> None:
    """No fact is stored without a quote that supports it."""
    before = await canonical(graph)

    with pytest.raises(InvalidOverrideError, match="was not found in any such chapter"):
        await graph.add_facts([NewFact("Odile Reed", "hates", "She smiled at nobody.", object="Marsh Weller")])
    with pytest.raises(InvalidOverrideError, match="not named before"):
        await graph.add_facts([NewFact("Odile Reed", "hates", "Marsh Weller lives in Harrow Ferry.", value="him")])

    assert await canonical(graph) == before


async def test_a_waived_issue_is_not_open_and_stays_waived_while_its_quotes_stand(graph: StoryGraph) -> None:
    """Through re-reading; when a quote is gone, so is the issue."""
    await graph.lock((await homes(graph))["Harrow Ferry"])
    (issue,) = await graph.issues()

    await graph.waive(issue.uuid, reason="he keeps both houses")
    await graph.replace_episode("two", CHAPTERS[1].text + "Nobody spoke.\n")

    assert await graph.issues() == ()
    (waived,) = await graph.issues(waived=True)
    assert waived.issue.waived == "he keeps both houses"


async def test_a_corrected_predicate_folds_anew(graph: StoryGraph) -> None:
    """If a person may have several homes, no home ends another."""
    await graph.correct_predicate(Predicate("lives_in", cardinality=Cardinality.MANY))

    assert set(await homes(graph, Scope())) == {"Harrow Ferry", "Port Sable"}


async def test_unknown_facts_and_issues_are_named_errors(graph: StoryGraph) -> None:
    """Nothing is changed."""
    before = await canonical(graph)

    with pytest.raises(UnknownFactError, match="no-such"):
        await graph.lock("no-such")
    with pytest.raises(UnknownIssueError, match="no-such"):
        await graph.waive("no-such")
    with pytest.raises(InvalidOverrideError, match="no override"):
        await graph.revoke("no-such")

    assert await canonical(graph) == before


async def test_a_decision_made_twice_is_one_decision(graph: StoryGraph) -> None:
    """Whoever makes it again; the answer says that it is so already, and no revision is made."""
    first = await graph.lock((await homes(graph))["Harrow Ferry"])

    again = await graph.lock((await homes(graph))["Harrow Ferry"], attribution=Attribution("editor", "quite sure"))

    assert not first.already
    assert (again.already, again.revision) == (True, first.revision)
    assert again.diff.empty
    assert len(await graph.acts()) == 1


async def test_an_issue_is_waived_once(graph: StoryGraph) -> None:
    """A waived issue stays waived."""
    await graph.lock((await homes(graph))["Harrow Ferry"])
    (one,) = await graph.issues()
    await graph.waive(one.issue.uuid, "a summer house")

    again = await graph.waive(one.issue.uuid, "a summer house")

    assert again.already
    assert [act.reason for act in await graph.acts()] == ["", "a summer house"]


async def test_a_fact_is_added_once(graph: StoryGraph) -> None:
    """The same fact about the same sentence."""
    new = NewFact("Odile Reed", "trade", "Odile Reed walked to the quay", value="pilot")
    await graph.add_facts([new])

    again = await graph.add_facts([new])

    assert again.already
    assert len(await graph.acts()) == 1


async def test_a_fact_about_two_is_added_once(graph: StoryGraph) -> None:
    """Though, with one statement more, it would have one quote more: the same one again."""
    new = NewFact("Odile Reed", "hates", "Odile Reed walked to the quay", object="Marsh Weller")
    first = await graph.add_facts([new, new])

    again = await graph.add_facts([new])
    tried = await graph.add_facts([new], dry_run=True)

    (only,) = (await graph.get_facts(FactQuery(predicate="hates"))).facts
    assert [one.quote for one in only.fact.evidence] == [new.quote]
    assert (again.already, again.revision, again.diff.empty) == (True, first.revision, True)
    assert (tried.already, tried.diff.empty) == (True, True)
    assert [len(one.added) for one in await graph.acts()] == [1]


async def test_what_the_text_was_read_to_say_is_not_added_to_it(graph: StoryGraph) -> None:
    """Only what is new of several facts is."""
    read = NewFact("Marsh Weller", "lives_in", "Marsh Weller lives in Harrow Ferry", object="Harrow Ferry")
    new = NewFact("Odile Reed", "hates", "Odile Reed walked to the quay", object="Marsh Weller")

    there = await graph.add_facts([read])
    both = await graph.add_facts([read, new])

    assert there.already
    assert not both.already
    assert [[said.core.predicate for said in one.added] for one in await graph.acts()] == [["hates"]]


async def test_a_fact_that_was_taken_back_can_be_added_again(graph: StoryGraph) -> None:
    """It is said no longer."""
    new = NewFact("Odile Reed", "hates", "Odile Reed walked to the quay", object="Marsh Weller")
    added = await graph.add_facts([new])
    await graph.retract(added.diff.added[0].uuid)

    again = await graph.add_facts([new])

    assert not again.already
    assert len((await graph.get_facts(FactQuery(predicate="hates"))).facts) == 1


async def test_a_predicate_is_corrected_once_until_it_is_corrected_otherwise(graph: StoryGraph) -> None:
    """An override that a later one replaced can be made again."""
    many = Predicate("lives_in", cardinality=Cardinality.MANY)
    await graph.correct_predicate(many)

    again = await graph.correct_predicate(many)
    overruled = await graph.correct_predicate(Predicate("lives_in", cardinality=Cardinality.ONE_VALUE))
    anew = await graph.correct_predicate(many)

    assert [one.already for one in (again, overruled, anew)] == [True, False, False]


async def test_a_decision_that_was_revoked_can_be_made_again(graph: StoryGraph) -> None:
    """It counts no longer, so it is no repetition."""
    await graph.lock((await homes(graph))["Harrow Ferry"])
    await graph.revoke((await graph.acts())[0].uuid)

    again = await graph.lock((await homes(graph))["Harrow Ferry"])

    assert not again.already
    assert len(await graph.acts()) == 1
