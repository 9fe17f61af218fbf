"""A small work behind an MCP server, and clients of both versions of the specification."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import mcp_types as types
from mcp.client.client import Client
from mcp.client.session import ClientRequestContext, MessageHandlerFnT

from episodic.app import StoryGraph
from episodic.model.access import Access
from episodic.model.episodes import Chapter, Language
from episodic.server.mcp_server import McpServer
from episodic.stores.sqlite import SQLiteStore
from tests.memory_stores import filled_store

MODES = ("legacy", "2026-07-28")
TEXTS = (
    "林晚住在苇港。林晚的师父是沈三更。沈三更住在苇港。\n“潮水来了。”沈三更说。林晚说：“我去看看。”\n",
    "林晚离开了苇港。林晚去了望潮城。\n裴照生在柳浦。“你来了。”裴照说。裴照笑道：“坐。”\n",
    "沈三更死了。林晚回到了苇港。裴照说：“走吧。”\n",
)


@asynccontextmanager
async def story_graph(group_id: str = "潮声 / 1") -> AsyncGenerator[StoryGraph]:
    """Yield a work of three chapters in memory."""

    async def ingest(store: SQLiteStore) -> None:
        graph = StoryGraph(store, group_id=group_id)
        await graph.add_manuscript([Chapter(text, title=f"第{number}章") for number, text in enumerate(TEXTS, 1)])

    async with StoryGraph(await filled_store((TEXTS, group_id), ingest), group_id=group_id) as graph:
        yield graph


class Answers:
    """A user who answers requests for confirmation, and counts them."""

    def __init__(self, *actions: str) -> None:
        self.asked: list[str] = []
        self._actions = list(actions)

    async def __call__(
        self, context: ClientRequestContext, params: types.ElicitRequestParams
    ) -> types.ElicitResult | types.ErrorData:
        del context
        self.asked.append(params.message)
        action = self._actions.pop(0)
        if action == "accept":
            return types.ElicitResult(action="accept", content={"confirm": True})
        return types.ElicitResult(action="decline")


@asynccontextmanager
async def client_of(
    graph: StoryGraph,
    mode: str,
    *,
    access: Access = Access.FULL,
    answers: Answers | None = None,
    message_handler: MessageHandlerFnT | None = None,
) -> AsyncGenerator[Client]:
    """Yield a client of an MCP server of the work, which speaks one version of the specification."""
    server = McpServer(graph, access=access, language=Language("zh"), poll=0.02)
    async with Client(
        server.server, mode=mode, elicitation_callback=answers, message_handler=message_handler
    ) as client:
        yield client
