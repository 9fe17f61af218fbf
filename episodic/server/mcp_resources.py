"""The MCP resources of a work: chapters, entities and issues, by URI."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import quote, unquote

from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    ListResourcesResult,
    ListResourceTemplatesResult,
    ReadResourceResult,
    Resource,
    ResourceTemplate,
    TextResourceContents,
)

from episodic.agents.budgets import MOST_TOKENS, Answer, compact_json, cursor_at, fitted
from episodic.agents.fences import fenced_title
from episodic.agents.tool_spec import ToolAnswer, ToolSpec
from episodic.agents.toolbox import Toolbox
from episodic.app import StoryGraph
from episodic.errors import EpisodicError
from episodic.languages.messages import message_text
from episodic.model.episodes import Language
from episodic.model.json_shapes import Json
from episodic.prompts import fenced
from episodic.search.fact_views import Quotation
from episodic.search.scope import Scope
from episodic.serialisers.error_texts import error_text
from episodic.serialisers.jobs import job_object
from episodic.server.mcp_refusals import refusal
from episodic.telemetry import note
from episodic.text.token_counts import token_bound

_CUT_NOTE = 200
"""The number of tokens that are reserved for the note that says how much of a long chapter is left out."""
PAGE = 100
"""The number of chapters on one page of the list of resources."""
JSON_TYPE, _TEXT = "application/json", "text/plain"
_NAMED_KINDS = ("chapter", "entity")


class McpResources:
    """The MCP resources of one work, and their contents. Every text of the story in a resource, also a long title in the
    list, stands between an opening and a closing mark such as `<<text>>` and `<</text>>`. The marks show a model that
    the text is a quotation. The answers of tools have the same marks.
    """

    def __init__(
        self, graph: StoryGraph, tools: Mapping[str, ToolSpec], language: Language, *, jobs: bool = False
    ) -> None:
        """Serve the chapters, entities and issues of a work, and with *jobs* also the list of its durable jobs."""
        self._graph, self._tools, self._language = graph, tools, language
        self._jobs = jobs
        self.prefix = f"episodic://{quote(graph.group_id, safe='')}/"

    async def revision(self) -> int:
        return await Toolbox(self._graph, self._language).revision()

    async def page(self, cursor: str | None) -> ListResourcesResult:
        """Return one page of the resources. The first page also has the list of issues, and the list of jobs if the
        server offers it, before the chapters. Raises MCPError for an invalid cursor.
        """
        if cursor is not None and not cursor.isdecimal():
            raise refusal("cursor", self._language, cursor=cursor[:40])
        start = int(cursor or 0)
        chapters = await self._graph.chapters()
        found = [
            Resource(
                uri=f"{self.prefix}chapter/{one.chapter.ordinal}",
                name=f"chapter {one.chapter.ordinal}",
                title=fenced_title(one.chapter.title, self._language),
                mime_type=_TEXT,
            )
            for one in chapters[start : start + PAGE]
        ]
        if not start:
            names = {"issues": "agents.issues_tool_title", **({"jobs": "mcp.jobs_title"} if self._jobs else {})}
            found[:0] = [
                Resource(
                    uri=f"{self.prefix}{name}",
                    name=name,
                    title=message_text(title, self._language),
                    mime_type=JSON_TYPE,
                )
                for name, title in names.items()
            ]
        more = str(start + PAGE) if start + PAGE < len(chapters) else None
        return ListResourcesResult(resources=found, next_cursor=more)

    def templates(self) -> ListResourceTemplatesResult:
        made = [
            ResourceTemplate(
                uri_template=f"{self.prefix}{kind}/{{{name}}}",
                name=kind,
                description=message_text(f"mcp.{kind}_resource", self._language),
                mime_type=mime,
            )
            for kind, name, mime in (("chapter", "n", _TEXT), ("entity", "id", JSON_TYPE))
        ]
        return ListResourceTemplatesResult(resource_templates=made)

    async def read(self, uri: str) -> ReadResourceResult:
        """Return the contents of a resource. Raises MCPError for a URI of another work, or of a chapter or entity that
        the work does not have.
        """
        kind, name = self.parts(uri)
        note(resource=kind)
        if kind == "chapter":
            return self._contents(uri, _TEXT, await self._chapter(uri, name))
        if kind == "entity":
            return self._contents(uri, JSON_TYPE, await self._answer(uri, "entity", {"name": name}))
        if kind == "issues":
            return self._contents(uri, JSON_TYPE, await self._answer(uri, "issues", {}))
        return self._contents(uri, JSON_TYPE, await self._listed_jobs())

    def parts(self, uri: str) -> tuple[str, str]:
        """Return the kind of a resource, and the name of the chapter or entity, or "" for a list. Raises MCPError for a
        URI that no resource of this server can have.
        """
        kind, _, rest = uri.removeprefix(self.prefix).partition("/")
        kinds = _NAMED_KINDS if rest else ("issues", "jobs") if self._jobs else ("issues",)
        if not uri.startswith(self.prefix) or kind not in kinds:
            raise refusal("resource", self._language, uri=uri[:200])
        return kind, unquote(rest)

    async def _listed_jobs(self) -> str:
        items = [job_object(one) for one in await self._graph.jobs.list()]
        return compact_json(fitted(Answer("jobs", items, await self.revision()), MOST_TOKENS, self._language))

    async def _chapter(self, uri: str, name: str) -> str:
        revision = await self.revision()
        try:
            entry = await Toolbox(self._graph, self._language).chapter(name, Scope())
            ref = entry.chapter
            whole = Quotation("", ref.uuid, ref.ordinal, ref.title, 0, max(1, entry.length), ref.number)
            passages = await self._graph.read_passages([whole])
        except EpisodicError as error:
            raise MCPError(INVALID_PARAMS, f"{uri[:200]}: {error_text(error, self._language)}") from error
        label, shown = message_text("agents.fence", self._language), 0
        room = MOST_TOKENS - _CUT_NOTE
        for one in passages:
            room -= token_bound(one.passage.text)
            if room < 0:
                break
            shown += 1
        text = fenced("".join(one.passage.text for one in passages[:shown]).strip("\n"), label)
        if shown == len(passages):
            return text
        cut = {"left_out": len(passages) - shown, "chapter": ref.ordinal, "cursor": cursor_at(revision, shown)}
        return f"{text}\n{message_text('mcp.chapter_cut', self._language, **cut)}"

    async def _answer(self, uri: str, tool: str, arguments: dict[str, Json]) -> str:
        found: ToolAnswer = await self._tools[tool].call({**arguments, "max_tokens": MOST_TOKENS, "limit": 200})
        if found.failed:
            raise MCPError(INVALID_PARAMS, f"{uri[:200]}: {found.text}")
        return found.text

    @staticmethod
    def _contents(uri: str, mime: str, text: str) -> ReadResourceResult:
        return ReadResourceResult(contents=[TextResourceContents(uri=uri, mime_type=mime, text=text)])
