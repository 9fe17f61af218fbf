"""Tests of tasks with the official client, which resolves them with an extension."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Literal, cast

import pytest
from mcp.client.client import Client
from mcp.client.extension import ClaimContext, ClientExtension, ResultClaim
from mcp.shared.exceptions import MCPError
from mcp_types import CallToolResult, Request, RequestParams, Result

from episodic.app import StoryGraph
from episodic.jobs.records import JobState
from episodic.model.access import Access
from episodic.model.episodes import Language
from episodic.server.mcp_server import McpServer
from episodic.server.mcp_tasks import EXTENSION
from tests.unit.jobs.job_stories import WaitingModel
from tests.unit.server.mcp_story import client_of, story_graph

ADDED = {"text": "林晚住在望潮城。林晚说：“到了。”", "title": "第4章"}


class TaskParams(RequestParams):
    task_id: str


class TaskRequest(Request[TaskParams, str]):
    params: TaskParams
    name_param = "taskId"


class Created(Result):
    result_type: Literal["task"] = "task"
    task_id: str
    status: str
    created_at: str
    ttl_ms: int | None


class State(Result):
    result_type: str
    task_id: str
    status: str
    status_message: str | None = None
    result: dict[str, Any] | None = None


class Tasks(ClientExtension):
    """The extension of a client that asks until a task has ended."""

    identifier = EXTENSION

    def __init__(self) -> None:
        self.created: list[Created] = []
        self.seen: list[State] = []

    def claims(self) -> Sequence[ResultClaim[Any]]:
        return [ResultClaim(result_type="task", model=Created, resolve=self._ended)]

    async def _ended(self, created: Created, context: ClaimContext) -> CallToolResult:
        self.created.append(created)
        while True:
            found = await context.session.send_request(request("get", created.task_id), State)
            self.seen.append(found)
            if found.status == "completed":
                return CallToolResult.model_validate(found.result)
            if found.status != "working":
                return CallToolResult(content=[], is_error=True)
            await asyncio.sleep(0.01)


class Ack(Result):
    result_type: str


def request(what: str, task: str) -> TaskRequest:
    return TaskRequest(method=f"tasks/{what}", params=TaskParams(task_id=task))


@asynccontextmanager
async def tasks_client(graph: StoryGraph, tasks: Tasks, *, access: Access = Access.APPEND) -> AsyncGenerator[Client]:
    server = McpServer(graph, access=access, language=Language("zh"), poll=0.02)
    async with Client(server.server, mode="2026-07-28", extensions=[tasks]) as client:
        yield client


async def test_a_chapter_is_added_as_a_task_which_is_a_job_of_the_work() -> None:
    tasks = Tasks()
    async with story_graph() as graph, tasks_client(graph, tasks) as client:
        found = await client.call_tool("add_chapter", ADDED)
        jobs = await graph.jobs.list()
        chapters = [one.chapter.title for one in await graph.chapters()]
        again = await client.call_tool("add_chapter", ADDED)

    content, repeated = (cast("dict[str, Any]", one.structured_content) for one in (found, again))
    assert chapters[-1] == "第4章"
    assert [one.task_id for one in tasks.created][:1] == [jobs[0].uuid]
    assert (content["outcome"], content["already"], content["chapter"]["title"]) == ("added", False, "第4章")
    assert any("林晚住在望潮城" in str(one) for one in content["facts"])
    assert (repeated["outcome"], repeated["already"]) == ("unchanged", True)
    assert {one.result_type for one in tasks.seen} == {"complete"}


async def test_the_text_of_a_chapter_is_found_before_its_task_has_ended() -> None:
    tasks, model = Tasks(), WaitingModel()
    async with story_graph() as told:
        graph = StoryGraph(told.store, group_id=told.group_id, model=model)
        async with tasks_client(graph, tasks) as client:
            call = asyncio.create_task(client.call_tool("add_chapter", ADDED))
            await model.asked.wait()
            passages = (await told.search("到了")).passages
            await client.session.send_request(request("cancel", tasks.created[0].task_id), Ack)
            await call

    assert "第4章" in [one.sentence.title for one in passages if "到了" in one.text]


async def test_a_client_without_the_extension_gets_the_answer_itself() -> None:
    for mode in ("legacy", "2026-07-28"):
        async with story_graph() as graph, client_of(graph, mode, access=Access.APPEND) as client:
            found = await client.call_tool("add_chapter", ADDED)

            assert cast("dict[str, Any]", found.structured_content)["outcome"] == "added"
            assert await graph.jobs.list() == ()


async def test_a_failed_task_has_the_error_as_its_result() -> None:
    """A chapter that exists with another text is not replaced."""
    tasks = Tasks()
    async with story_graph() as graph, tasks_client(graph, tasks) as client:
        found = await client.call_tool("add_chapter", {**ADDED, "title": "第3章"})
        wrong = await client.call_tool("add_chapter", {"title": "第5章"})
        empty = await client.call_tool("add_chapter", {"title": "第5章", "text": "…"})

    errors = [cast("dict[str, Any]", one.structured_content)["error"]["type"] for one in (found, wrong, empty)]
    assert errors == ["DuplicateEpisodeError", "InvalidArguments", "EmptyTextError"]
    assert all(one.is_error for one in (found, wrong, empty))
    assert len(tasks.created) == 1


async def test_a_task_can_be_cancelled_and_is_then_cancelled_on_every_surface() -> None:
    tasks, model = Tasks(), WaitingModel()
    async with story_graph() as told:
        graph = StoryGraph(told.store, group_id=told.group_id, model=model)
        async with tasks_client(graph, tasks) as client:
            call = asyncio.create_task(client.call_tool("add_chapter", ADDED))
            await model.asked.wait()
            task = tasks.created[0].task_id
            updated = await client.session.send_request(request("update", task), Ack)
            await client.session.send_request(request("cancel", task), Ack)
            await call
            job = await graph.jobs.get(task)

    assert updated.result_type == "complete"
    assert tasks.seen[-1].status == "cancelled"
    assert tasks.seen[0].status_message == "已保存 0/1 章"
    assert job.state is JobState.CANCELLED


async def test_jobs_are_a_resource_of_those_who_may_add() -> None:
    async with story_graph() as graph:
        job = await graph.jobs.submit_reread()
        async with client_of(graph, "2026-07-28", access=Access.READ) as client:
            readable = {one.name for one in (await client.list_resources()).resources}
            uri = (await client.list_resources()).resources[0].uri.replace("issues", "jobs")
            with pytest.raises(MCPError):
                await client.read_resource(uri)
        async with tasks_client(graph, Tasks()) as client:
            shown = (await client.read_resource(uri)).contents[0].model_dump_json()

    assert "jobs" not in readable
    assert job.uuid in shown


async def test_a_task_of_another_work_or_without_the_tier_is_not_found() -> None:
    async with story_graph() as graph:
        other = StoryGraph(graph.store, group_id="other")
        job = await other.jobs.submit_reread()
        for access in (Access.READ, Access.APPEND):
            async with tasks_client(graph, Tasks(), access=access) as client:
                for name in (job.uuid, "none", ""):
                    with pytest.raises(MCPError):
                        await client.session.send_request(request("get", name), State)


async def test_a_job_that_another_process_left_is_run_and_is_a_task() -> None:
    async with story_graph() as graph:
        job = await graph.jobs.submit_reread()
        async with tasks_client(graph, Tasks()) as client:
            while True:
                found = await client.session.send_request(request("get", job.uuid), State)
                if found.status != "working":
                    break
                await asyncio.sleep(0.01)

    assert found.status == "completed"
    assert found.result is not None
