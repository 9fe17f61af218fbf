"""Tests of the routes of the tools for agents."""

from __future__ import annotations

from typing import Any, cast

import httpx

from episodic.agents.schemas import response_schema
from episodic.agents.toolset import TOOLS
from episodic.model.json_shapes import Object
from episodic.server.http_app import http_routes
from episodic.server.http_tools import TOOL_ROUTES
from tests.unit.context.setup_story import chapters, model_of
from tests.unit.server.http_stories import STORY, Api, MemoryWorks, api, told_works

WORK = f"/v1/works/{STORY}"
REMOVAL: Object = {"action": "remove_chapter", "target": 3}


async def called(one: Api, tool: str, body: Object, **headers: str) -> httpx.Response:
    return await one.client.post(f"{WORK}/tools/{tool}", json=body, headers=headers)


async def chapter_keys(works: MemoryWorks) -> list[str]:
    return [one.chapter.key for one in await works.graph(STORY).chapters()]


def test_each_tool_has_a_route_with_its_tier() -> None:
    assert {one.path.rpartition("/")[2]: one.access for one in TOOL_ROUTES} == {
        name: entry.tier for name, entry in TOOLS.items()
    }
    assert all(one in http_routes() for one in TOOL_ROUTES)


async def test_a_route_answers_what_the_tool_answers() -> None:
    works = await told_works()
    tools = {one.name: one for one in works.graph(STORY).toolset("read", "en")}
    asked: Object = {"query": "林晚住在哪里", "limit": 2, "max_tokens": 500}
    async with api(works) as one:
        response = await called(one, "search", asked)

    assert response.json() == (await tools["search"].call(asked)).content


async def test_schemas_in_the_description_are_those_of_the_tools() -> None:
    works = await told_works()
    tools = {one.name: one for one in works.graph(STORY).toolset("full", "en")}
    async with api(works) as one:
        described: dict[str, Any] = (await one.client.get("/openapi.json")).json()["paths"]

    for name, tool in tools.items():
        found = described[f"/v1/works/{{work}}/tools/{name}"]["post"]
        assert found["requestBody"]["content"]["application/json"]["schema"] == tool.input_schema, name
        answered = found["responses"]["200"]["content"]["application/json"]["schema"]
        assert answered == response_schema(TOOLS[name].items, TOOLS[name].more), name
        assert answered["required"] == tool.output_schema["required"], name
        assert set(answered["required"]) <= set(answered["properties"]), name


async def test_manage_changes_nothing_before_its_code_is_sent() -> None:
    works = await told_works()
    async with api(works) as one:
        preview = (await called(one, "manage", REMOVAL)).json()
        before = await chapter_keys(works)
        wrong = (await called(one, "manage", {**REMOVAL, "confirm": "wrong"})).json()
        done = await called(one, "manage", {**REMOVAL, "confirm": preview["confirm"]})
        again = (await called(one, "manage", {**REMOVAL, "confirm": preview["confirm"]})).json()

    assert (preview["done"], wrong["done"], done.json()["done"]) == (False, False, True)
    assert preview["changes"]
    assert before == ["一", "二", "三"]
    assert await chapter_keys(works) == ["一", "二"]
    assert done.headers["etag"].startswith('"7.')
    assert again["title"] == "UnknownEpisodeError"


async def test_a_work_is_deleted_with_the_code_of_its_preview() -> None:
    works = await told_works()
    asked: Object = {"action": "delete_work", "target": STORY}
    async with api(works) as one:
        code = (await called(one, "manage", asked)).json()["confirm"]
        done = await called(one, "manage", {**asked, "confirm": code})
        after = await one.client.get(WORK)

    assert done.json()["done"]
    assert after.status_code == 404


async def test_a_write_holds_only_at_the_revision_that_it_names() -> None:
    works = await told_works()
    added: Object = {"text": "林晚睡了。", "title": "第四章", "key": "五"}
    async with api(works) as one:
        tag = (await one.client.get(WORK)).headers["etag"]
        await works.graph(STORY).rename_episode("一", "潮")
        late = await called(one, "add_chapter", added, **{"If-Match": tag})
        now = (await one.client.get(WORK)).headers["etag"]
        done = await called(one, "add_chapter", added, **{"If-Match": now})

    assert (late.status_code, done.status_code) == (412, 200)
    assert await chapter_keys(works) == ["一", "二", "三", "五"]


async def test_a_repeated_write_is_made_once_and_a_repeated_preview_is_shown_again() -> None:
    works = await told_works()
    proposal: Object = {"facts": [{"subject": "林晚", "predicate": "owes", "object": "裴照"}]}
    async with api(works) as one:
        first, second = [(await called(one, "propose_facts", proposal, **{"Idempotency-Key": "1"})) for _ in range(2)]
        previews = [(await called(one, "manage", REMOVAL, **{"Idempotency-Key": "2"})).json() for _ in range(2)]

    assert (first.json()["already"], second.json()["already"]) == (False, True)
    assert second.headers["Idempotency-Replayed"] == "true"
    assert set(second.json()) >= set(cast("list[str]", TOOL_ROUTES[0].response["required"])) - {"hits"}
    assert previews[0] == previews[1]
    assert previews[0]["confirm"]


async def test_what_only_a_preview_answered_is_not_called_done_when_it_is_sent_again() -> None:
    works = await told_works()
    dry: Object = {"facts": [{"subject": "林晚", "predicate": "owes", "object": "裴照"}], "dry_run": True}
    async with api(works) as one:
        code = (await called(one, "manage", REMOVAL)).json()["confirm"]
        await works.graph(STORY).rename_episode("一", "潮")
        late: Object = {**REMOVAL, "confirm": code}
        removals = [(await called(one, "manage", late, **{"Idempotency-Key": "1"})).json() for _ in range(2)]
        proposals = [(await called(one, "propose_facts", dry, **{"Idempotency-Key": "2"})).json() for _ in range(2)]

    assert [one["done"] for one in removals] == [False, False]
    assert proposals[0] == proposals[1]
    assert await chapter_keys(works) == ["一", "二", "三"]


async def test_only_adding_tools_make_a_work() -> None:
    added: Object = {"text": "林晚睡了。", "title": "第一章"}
    async with api(MemoryWorks()) as one:
        read = await called(one, "search", {"query": "林晚"})
        managed = await called(one, "manage", {"action": "undo"})
        made = await called(one, "add_chapter", added)

    assert [read.status_code, managed.status_code, made.status_code] == [404, 404, 200]
    assert made.json()["revision"] == 1


async def test_mistakes_are_problems_with_a_status() -> None:
    async with api(await told_works()) as one:
        unknown = await called(one, "entity", {"name": "林碗"})
        typo = await called(one, "search", {"quer": "林晚"})
        cursor = await called(one, "facts", {"cursor": "1.2"})

    assert [one.status_code for one in (unknown, typo, cursor)] == [404, 422, 400]
    assert unknown.json()["near"]
    assert {one["where"] for one in typo.json()["errors"]} == {"quer", "query"}


async def test_a_decision_about_a_thread_is_shown_by_the_threads() -> None:
    works = MemoryWorks(model=model_of())
    await works.graph(STORY).add_manuscript(chapters())
    async with api(works) as one:
        (open_thread,) = (await one.client.get(f"{WORK}/threads")).json()["threads"]
        body: Object = {"decision": "waive", "thread": open_thread["uuid"]}
        waived = await called(one, "decide", body, **{"Idempotency-Key": "a"})
        again = await called(one, "decide", body, **{"Idempotency-Key": "a"})
        left = (await one.client.get(f"{WORK}/threads")).json()["threads"]
        wrong = await called(one, "decide", {**body, "thread": "none"})

    assert (waived.status_code, waived.json()["thread"]["status"]) == (200, "waived")
    assert again.json()["already"]
    assert left == []
    assert (wrong.status_code, wrong.json()["title"]) == (404, "UnknownFactError")
