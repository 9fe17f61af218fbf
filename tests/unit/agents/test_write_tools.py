from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

from episodic.app import StoryGraph
from episodic.model.episodes import Chapter, Layer
from episodic.search.reads import FactQuery
from episodic.search.scope import Scope
from episodic.stores.sqlite import SQLiteStore
from episodic.text.scripts import is_ideographic
from tests.unit.agents.tool_story import answer, error, story_graph
from tests.unit.context.setup_story import SWORN, WHO, chapters, graph_of, model_of

ENEMIES: dict[str, Any] = {"subject": "林晚", "predicate": "敌人", "object": "裴照", "text": "林晚是裴照的敌人。"}


async def test_the_same_chapter_is_added_once() -> None:
    async with story_graph() as graph:
        added = await answer(graph, "add_chapter", text="林晚住在望潮城。", title="第4章")
        again = await answer(graph, "add_chapter", text="林晚住在望潮城。", title="第4章")

    assert (added["outcome"], added["already"]) == ("added", False)
    assert added["changes"]["facts_added"] == 1
    assert (again["outcome"], again["already"]) == ("unchanged", True)


async def test_a_proposal_is_no_part_of_canon_and_is_stored_once() -> None:
    async with story_graph() as graph:
        tried = await answer(graph, "propose_facts", facts=[ENEMIES], dry_run=True)
        stored = await answer(graph, "propose_facts", facts=[ENEMIES])
        again = await answer(graph, "propose_facts", facts=[ENEMIES])
        canon = await graph.get_facts(FactQuery(between=("林晚", "裴照")))
        noted = await graph.get_facts(
            FactQuery(between=("林晚", "裴照")), scope=Scope(layers=frozenset({Layer.CANON, Layer.NOTE}))
        )

    assert [(one["stored"], one["already"]) for one in (tried, stored, again)] == [
        (False, False),
        (True, False),
        (False, True),
    ]
    assert canon.total == 0
    assert [one.text for one in noted.facts] == ["林晚是裴照的敌人。"]


async def test_the_author_promotes_a_proposal() -> None:
    async with story_graph() as graph:
        key = (await answer(graph, "propose_facts", facts=[ENEMIES]))["proposal"]["key"]
        await graph.promote(key, layer=Layer.NOTE)
        canon = await graph.get_facts(FactQuery(between=("林晚", "裴照")))

    assert [one.text for one in canon.facts] == ["林晚是裴照的敌人。"]


async def test_what_canon_knows_is_not_proposed() -> None:
    async with story_graph() as graph:
        found = await answer(
            graph, "propose_facts", facts=[{"subject": "林晚", "predicate": "居住于", "object": "苇港"}]
        )

    assert found["already"]
    assert "林晚住在苇港" in found["known"][0]["text"]


async def test_a_proposal_that_contradicts_canon_is_reported_with_the_quote() -> None:
    """A dry run writes nothing in any layer."""
    fact = {"subject": "沈三更", "predicate": "离开", "object": "苇港"}
    async with story_graph() as graph:
        before = await graph.commits(), await graph.store.counts(graph.group_id)
        found = await answer(graph, "propose_facts", facts=[fact], dry_run=True)
        assert (await graph.commits(), await graph.store.counts(graph.group_id)) == before

    assert found["findings"]
    assert any("沈三更死了" in quote for one in found["findings"] for quote in one["canon"])


async def test_an_unknown_name_needs_a_type() -> None:
    fact = {"subject": "石无名", "predicate": "认识", "object": "林晚"}
    async with story_graph() as graph:
        refused = await error(graph, "propose_facts", facts=[fact])
        stored = await answer(graph, "propose_facts", facts=[{**fact, "subject_type": "人物"}])

    assert refused["type"] == "UnknownEntityError"
    assert stored["stored"]


async def test_an_entity_of_the_author_is_in_canon_once() -> None:
    """A person whom no text names is an entity when the author has promoted a fact about her, and stays one entity."""
    fact = {"subject": "石无名", "subject_type": "人物", "predicate": "认识", "object": "林晚"}
    async with story_graph() as graph:
        key = (await answer(graph, "propose_facts", facts=[fact]))["proposal"]["key"]
        before = await graph.stats()
        await graph.promote(key, layer=Layer.NOTE)
        made = await graph.get_entity("石无名")
        commits, counts = await graph.commits(), await graph.stats()
        again = [await answer(graph, "propose_facts", facts=[fact, fact]) for _ in range(2)]

        assert (await graph.commits(), await graph.stats()) == (commits, counts)
    assert (counts.entities, counts.facts) == (before.entities + 1, before.facts + 1)
    assert [one.text for one in made.facts] == ["石无名认识林晚。"]
    assert [(one["already"], one["stored"], len(one["known"])) for one in again] == [(True, False, 2)] * 2


async def test_a_merge_is_decided_once_and_can_be_undone() -> None:
    async with story_graph() as graph:
        merged = await answer(graph, "decide", decision="merge", entity="林晚", other="裴照")
        again = await answer(graph, "decide", decision="merge", entity="林晚", other="裴照")
        await graph.undo()
        apart = await graph.get_entity("裴照")

    assert merged["changes"]["entities_gone"] == ["裴照"]
    assert again["already"]
    assert apart.entity.name == "裴照"


async def test_a_sentence_after_names_is_a_sentence_of_its_own() -> None:
    fact = {"subject": "林晚", "predicate": "认识", "object": "裴照", "text": "她记得他的手。"}
    async with story_graph() as graph:
        await answer(graph, "propose_facts", facts=[fact])
        facts = await graph.get_facts(scope=Scope(layers=frozenset({Layer.PLAN, Layer.NOTE})))

    assert [one.text for one in facts.facts] == ["林晚认识裴照。她记得他的手。"]


async def test_a_waived_issue_is_opened_again() -> None:
    """An agent cannot open what the author has waived."""
    async with story_graph() as graph:
        await graph.add_episode("沈三更说：“我回来了。”沈三更去了望潮城。", name="第4章")
        (issue,) = (await answer(graph, "issues"))["issues"]
        apart = await error(graph, "decide", decision="keep_apart", issue=issue["uuid"])
        await answer(graph, "decide", decision="waive", issue=issue["uuid"])
        await answer(graph, "decide", decision="reopen", issue=issue["uuid"])
        opened = (await answer(graph, "issues"))["issues"]
        await graph.waive(issue["uuid"], "a ghost")
        refused = await error(graph, "decide", decision="reopen", issue=issue["uuid"])

    assert [one["uuid"] for one in opened] == [issue["uuid"]]
    assert (apart["type"], refused["type"]) == ("InvalidOverrideError", "InvalidOverrideError")


async def test_a_fact_that_has_ended_is_found_by_its_id() -> None:
    async with story_graph() as graph:
        (home,) = (await answer(graph, "facts", subject="林晚", predicate="居住于"))["facts"]
        await graph.add_episode("林晚搬到了望潮城。", name="第4章")
        listed = await answer(graph, "facts", subject="林晚", predicate="居住于")
        found = await answer(graph, "facts", uuid=home["uuid"])

    assert home["uuid"] not in [one["uuid"] for one in listed["facts"]]
    assert [(one["uuid"], one["ended"]) for one in found["facts"]] == [(home["uuid"], True)]


async def test_an_issue_is_settled_once() -> None:
    async with story_graph() as graph:
        await graph.add_episode("沈三更说：“我回来了。”沈三更去了望潮城。", name="第4章")
        (issue,) = (await answer(graph, "issues"))["issues"]
        settled = await answer(graph, "decide", decision="waive", issue=issue["uuid"])
        again = await answer(graph, "decide", decision="waive", issue=issue["uuid"])
        left = await answer(graph, "issues")
        unknown = await error(graph, "decide", decision="waive", issue="x")

    assert not settled["already"]
    assert again["already"]
    assert left["issues"] == []
    assert unknown["type"] == "UnknownIssueError"


async def test_a_merge_by_issue_goes_by_the_mentions_of_its_evidence() -> None:
    texts = (
        "Ben Gunn lives in Harrow Ferry. Ben Gunn came to Port Sable. Ben Gunn slept.\n",
        "Benjamin Gunn left Harrow Ferry. Benjamin Gunn slept.\n",
        "Ben Gunn lives in Caldmere. Ben Gunn slept.\n",
    )
    async with StoryGraph(SQLiteStore(":memory:"), group_id="tide") as graph:
        await graph.add_manuscript([Chapter(text, title=f"Chapter {n}") for n, text in enumerate(texts, 1)])
        # From here on, two persons are called Ben Gunn, so the name in the issue names nobody.
        await graph.split_entity("Ben Gunn", chapters=["Chapter 3"])
        issue = next(one for one in await graph.issues() if {quote.ordinal for quote in one.quotes} == {1, 2})
        merged = await answer(graph, "decide", decision="merge", issue=issue.uuid)
        entities = (await graph.session.state()).graph.entities.values()
        left = [{alias.text for alias in one.aliases} for one in entities if one.type == "Person"]

    assert len(merged["changes"]["entities_gone"]) == 1
    assert sorted(map(sorted, left)) == [["Ben Gunn"], ["Ben Gunn", "Benjamin Gunn"]]


async def test_an_issue_about_facts_merges_nobody() -> None:
    async with story_graph() as graph:
        await graph.add_episode("沈三更说：“我回来了。”沈三更去了望潮城。", name="第4章")
        (issue,) = (await answer(graph, "issues"))["issues"]
        found = await error(graph, "decide", decision="merge", issue=issue["uuid"])

    assert found["type"] == "InvalidOverrideError"


async def test_a_merge_needs_two_entities() -> None:
    async with story_graph() as graph:
        found = await error(graph, "decide", decision="merge", entity="林晚")

    assert found["type"] == "InvalidOverrideError"


@asynccontextmanager
async def horn_graph() -> AsyncGenerator[tuple[StoryGraph, dict[str, str]]]:
    """Yield a work with an open and a paid thread, and the ids of the threads and facts by their sentences."""
    async with graph_of(model_of()) as graph:
        await graph.add_manuscript(chapters())
        ids = {one.fact.text: one.fact.uuid for one in (await graph.get_facts()).facts}
        yield graph, ids | {one.setup.text: one.uuid for one in await graph.threads()}


async def test_an_agent_finds_a_thread_among_the_facts_and_pays_it() -> None:
    async with horn_graph() as (graph, ids):
        planted = (await answer(graph, "facts", predicate="sets_up"))["facts"]
        paid = await answer(graph, "decide", decision="pay", thread=ids[SWORN], paid_by=ids["Cal blew the horn."])
        again = await answer(graph, "decide", decision="pay", thread=ids[SWORN], paid_by=ids["Cal blew the horn."])
        (act,) = await graph.acts()

    assert ids[SWORN] in [one["uuid"] for one in planted]
    assert (paid["already"], again["already"]) == (False, True)
    assert paid["thread"]["status"] == "paid"
    assert paid["thread"]["payoff"]["uuid"] == ids["Cal blew the horn."]
    assert act.by == "agent"


async def test_a_thread_is_waived_and_opened_again() -> None:
    async with horn_graph() as (graph, ids):
        waived = await answer(graph, "decide", decision="waive", thread=ids[SWORN], reason="a joke")
        acts = await graph.acts()
        opened = await answer(graph, "decide", decision="reopen", thread=ids[SWORN])

    assert (waived["thread"]["status"], opened["thread"]["status"]) == ("waived", "open")
    assert [one.reason for one in acts] == ["a joke"]


async def test_a_thread_is_named_by_its_text() -> None:
    async with horn_graph() as (graph, _):
        waived = await answer(graph, "decide", decision="waive", thread=SWORN)
        unknown = await error(graph, "decide", decision="waive", thread="Wh")

    assert waived["thread"]["status"] == "waived"
    assert unknown["type"] == "UnknownFactError"


async def test_without_a_fact_the_payoff_that_was_found_is_confirmed() -> None:
    async with horn_graph() as (graph, ids):
        confirmed = await answer(graph, "decide", decision="pay", thread=ids[WHO])
        rejected = await answer(graph, "decide", decision="reopen", thread=ids[WHO])

    assert (confirmed["thread"]["status"], confirmed["thread"]["by_author"]) == ("paid", True)
    assert rejected["thread"]["status"] == "open"


async def test_a_wrong_decision_about_a_thread_is_refused_in_the_language_of_the_tools() -> None:
    async with horn_graph() as (graph, ids):
        made = "Bo made the horn."
        found = [
            await error(graph, "decide", decision="pay"),
            await error(graph, "decide", decision="reopen"),
            await error(graph, "decide", decision="waive", thread=ids[made]),
            await error(graph, "decide", decision="merge", thread=ids[SWORN]),
            await error(graph, "decide", decision="pay", thread=ids[SWORN]),
            await error(graph, "decide", decision="pay", thread=ids[SWORN], paid_by=ids["Ann hid the horn."]),
        ]
        unknown = await error(graph, "decide", decision="waive", thread="x")

        assert await graph.acts() == ()
    assert {one["type"] for one in found} == {"InvalidOverrideError"}
    assert unknown["type"] == "UnknownFactError"
    assert all(any(is_ideographic(letter) for letter in one["message"]) for one in found), found
