"""MCP tasks: durable jobs of the work, which a client follows with the extension `io.modelcontextprotocol/tasks`.

A client can declare that it supports the MCP extension for tasks. A client that supports tasks gets a task instead of
the answer of a slow tool. The client asks for the state of the task with `tasks/get`. Each task is a durable job, which
`episodic jobs` and the HTTP server show too, and which outlives the server's process. The extension for tasks belongs
to the specification 2026-07-28; clients of older specifications wait for the answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from mcp.server import Server
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS, CallToolResult, RequestParams, TextContent
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from episodic.agents.budgets import MOST_TOKENS, Answer, fitted
from episodic.agents.chapter_numbers import with_heading
from episodic.agents.inputs import AddChapterInput
from episodic.agents.tool_spec import ToolAnswer, ToolSpec
from episodic.agents.toolbox import Toolbox
from episodic.app import StoryGraph
from episodic.errors import InvalidNameError, UnknownEpisodeError, UnknownJobError
from episodic.jobs.records import Job, JobFailure, JobOptions, JobState
from episodic.languages.messages import message_text
from episodic.model.episodes import Chapter, Language
from episodic.model.json_shapes import Json, Object
from episodic.search.scope import Scope
from episodic.serialisers.details import serialised
from episodic.serialisers.error_texts import error_text
from episodic.serialisers.lists import Detail
from episodic.server.job_worker import JobWorker
from episodic.server.queued_chapters import submit_chapter

EXTENSION: Final = "io.modelcontextprotocol/tasks"
TASK_TOOL: Final = "add_chapter"
"""The name of the only tool whose calls become MCP tasks."""
POLL_MS: Final = 1_000
"""The number of milliseconds that a client should wait between two requests for the state of a task."""
_Context = ServerRequestContext[Any, Any]
_STATUS: Final = {
    JobState.SUCCEEDED: "completed",
    # A failed job is reported as a completed task whose result is the error, just as a call without a task returns the
    # error.
    JobState.FAILED: "completed",
    JobState.CANCELLED: "cancelled",
}


class TaskParams(RequestParams):
    """The parameters of an MCP request about one task: the id of the task."""

    task_id: str


class McpTasks:
    """The MCP tasks of one work. Each task is a job that the server runs in the background."""

    def __init__(self, graph: StoryGraph, language: Language) -> None:
        self._graph, self._language = graph, language
        self._box = Toolbox(graph, language)
        self.worker = JobWorker(_OneWork(graph), clock=graph.session.tools.clock, pause=30.0, only=graph.group_id)

    def register(self, server: Server[None]) -> None:
        """Register the handlers of `tasks/get`, `tasks/update` and `tasks/cancel` at a server, and declare to clients
        that the server supports the MCP extension for tasks.
        """
        server.extensions[EXTENSION] = {}
        server.add_request_handler("tasks/get", TaskParams, self._get)
        server.add_request_handler("tasks/update", TaskParams, self._update)
        server.add_request_handler("tasks/cancel", TaskParams, self._cancel)

    @staticmethod
    def wanted(tool: str, context: _Context) -> bool:
        """Return whether a call becomes a task. Only a call of `add_chapter` becomes a task. The client must follow the
        specification 2026-07-28, and must have declared that it supports the extension for tasks.
        """
        capabilities = context.session.client_capabilities
        extensions = None if capabilities is None else capabilities.extensions
        modern = context.protocol_version in MODERN_PROTOCOL_VERSIONS
        return tool == TASK_TOOL and modern and EXTENSION in (extensions or {})

    async def begun(self, tool: ToolSpec, arguments: Mapping[str, Json]) -> dict[str, Any] | CallToolResult:
        """Store a call of `add_chapter` as a job and return its task, or the tool's error for wrong arguments."""

        async def submit(asked: AddChapterInput) -> Object:
            chapter = Chapter(asked.text, key=asked.key, title=asked.title, number=asked.number)
            chapter = await with_heading(self._graph, chapter, asked.layer)
            options = JobOptions(asked.layer, replacing=False)
            jobs.append(await submit_chapter(self._graph, chapter, options=options))
            return {}

        jobs: list[Job] = []
        found = await replace(tool, run=submit).call(arguments)
        if not jobs:
            return call_result(found)
        self.worker.wake()
        return {"resultType": "task", **self._state(jobs[0])}

    async def _get(self, _context: _Context, params: TaskParams) -> dict[str, Any]:
        job = await self._job(params)
        found = self._state(job)
        if found["status"] == "completed":
            result = call_result(await self._answer(job))
            found["result"] = result.model_dump(by_alias=True, mode="json", exclude_none=True)
        return found

    def _state(self, job: Job) -> dict[str, Any]:
        found: dict[str, Any] = {
            "taskId": job.uuid,
            "status": _STATUS.get(job.state, "working"),
            "createdAt": job.created_at,
            "lastUpdatedAt": job.finished_at or job.started_at or job.created_at,
            "ttlMs": None,
            "pollIntervalMs": POLL_MS,
        }
        if not job.ended:
            found["statusMessage"] = message_text("mcp.task_progress", self._language, done=job.done, total=job.total)
        return found

    async def _update(self, _context: _Context, params: TaskParams) -> dict[str, Any]:
        """Acknowledge a client's answers to questions of a task, and ignore them, because tasks ask no questions."""
        await self._job(params)
        return {}

    async def _cancel(self, _context: _Context, params: TaskParams) -> dict[str, Any]:
        await self._graph.jobs.cancel((await self._job(params)).uuid)
        return {}

    async def _job(self, params: TaskParams) -> Job:
        try:
            found = await self._graph.jobs.get(params.task_id)
        except UnknownJobError as error:
            raise MCPError(INVALID_PARAMS, error_text(error, self._language)) from error
        if found.uuid != params.task_id:
            raise MCPError(INVALID_PARAMS, error_text(UnknownJobError(params.task_id), self._language))
        return found

    async def _answer(self, job: Job) -> ToolAnswer:
        if job.result is None or job.failure is not None:
            failure = job.failure or JobFailure("JobStopped", "")
            error: Object = {"type": failure.type, "message": failure.message, "hint": failure.hint}
            return ToolAnswer({"error": error}, failed=True)
        head: Object = {
            "outcome": ", ".join(job.result.outcomes),
            "already": set(job.result.outcomes) == {"unchanged"},
        }
        items: list[Object] = []
        scope = Scope(layers=frozenset({job.options.layer}))
        try:
            if job.result.chapter:
                contents = await self._graph.chapter_contents(job.result.chapter, scope=scope)
                shown: dict[str, Json] = {
                    "key": contents.chapter.key,
                    "title": contents.chapter.title,
                    "number": contents.chapter.number,
                }
                head["chapter"] = shown
                items = [serialised(one, Detail.BRIEF) for one in contents.facts]
        except UnknownEpisodeError:
            # The store no longer has the chapter that the job added, because the chapter was removed after the job had
            # ended.
            head["chapter"] = None
        answer = Answer("facts", items, job.result.revision, head=head, notes=self._box.notes())
        return ToolAnswer(fitted(answer, MOST_TOKENS, self._language))


def call_result(found: ToolAnswer) -> CallToolResult:
    return CallToolResult(
        content=[TextContent(text=found.text)], structured_content=found.content, is_error=found.failed
    )


class _OneWork:
    def __init__(self, graph: StoryGraph) -> None:
        self._graph = graph
        self.store = graph.store

    def graph(self, name: str) -> StoryGraph:
        if name != self._graph.group_id:
            raise InvalidNameError("work", name, "the server serves another work")
        return self._graph

    async def delete(self, name: str) -> bool:
        """Delete the work."""
        return await self.graph(name).delete()
