from __future__ import annotations

from urllib.parse import quote

import anyio
import mcp_types as types
import pytest
from mcp.client.client import Client
from mcp.client.session import IncomingMessage
from mcp.client.subscriptions import ResourceUpdated
from mcp.shared.exceptions import MCPError

from tests.unit.server.mcp_story import client_of, story_graph
from tests.unit.server.test_mcp_resources import WORK

pytestmark = pytest.mark.filterwarnings("ignore:resources/.*subscribe")
FIRST, LAST = f"{WORK}chapter/1", f"{WORK}chapter/3"


class Heard:
    """The notifications about resources that a client received."""

    def __init__(self) -> None:
        self.uris: list[str] = []
        self.news = anyio.Event()

    async def __call__(self, message: IncomingMessage) -> None:
        if isinstance(message, types.ResourceUpdatedNotification):
            self.uris.append(str(message.params.uri))
            self.news.set()


async def ask(client: Client, method: str, uri: str) -> None:
    """Send a request that only the specification 2025-11-25 has."""
    await getattr(client, method)(uri)


async def test_a_client_of_2025_hears_of_a_subscribed_resource_that_changed() -> None:
    heard = Heard()
    async with story_graph() as graph, client_of(graph, "legacy", message_handler=heard) as client:
        await ask(client, "subscribe_resource", FIRST)
        await ask(client, "subscribe_resource", LAST)
        # The change comes from elsewhere, not from a tool of this server.
        await graph.replace_episode("第3章", "沈三更病了。林晚回到了苇港。")
        with anyio.fail_after(10):
            await heard.news.wait()

    assert heard.uris == [LAST]


async def test_a_client_of_2025_hears_once_and_not_after_it_unsubscribed() -> None:
    heard = Heard()
    async with story_graph() as graph, client_of(graph, "legacy", message_handler=heard) as client:
        await ask(client, "subscribe_resource", LAST)
        await ask(client, "subscribe_resource", LAST)
        await ask(client, "subscribe_resource", FIRST)
        await graph.replace_episode("第3章", "沈三更病了。林晚回到了苇港。")
        with anyio.fail_after(10):
            await heard.news.wait()
        await ask(client, "unsubscribe_resource", LAST)
        await graph.replace_episode("第3章", "沈三更好了。林晚回到了苇港。")
        await client.call_tool("add_chapter", {"text": "潮水退了。", "title": "第4章"})
        await client.list_tools()

    assert heard.uris == [LAST]


async def test_an_unrelated_change_of_the_work_does_not_announce_entities_and_issues() -> None:
    heard = Heard()
    entity = f"{WORK}entity/{quote('裴照')}"
    async with story_graph() as graph, client_of(graph, "legacy", message_handler=heard) as client:
        for uri in (entity, f"{WORK}issues", LAST):
            await ask(client, "subscribe_resource", uri)
        await graph.rename_episode("第1章", "序")
        await client.call_tool("add_chapter", {"text": "潮水退了。", "title": "第4章"})
        await client.list_tools()
        unrelated = list(heard.uris)
        await client.call_tool("add_chapter", {"text": "裴照死了。", "title": "第5章"})
        with anyio.fail_after(10):
            await heard.news.wait()

    assert unrelated == []
    assert heard.uris == [entity]


async def test_a_client_of_2026_listens_for_changes() -> None:
    async with story_graph() as graph, client_of(graph, "2026-07-28") as client:
        with anyio.fail_after(10):
            async with client.listen(resource_subscriptions=[FIRST, LAST]) as events:
                await client.call_tool("add_chapter", {"text": "潮水退了。", "title": "第4章"})
                await graph.replace_episode("第3章", "沈三更病了。林晚回到了苇港。")
                found = await anext(aiter(events))

    assert found == ResourceUpdated(LAST)


async def test_a_client_hears_of_a_chapter_that_is_added_after_its_subscription() -> None:
    heard = Heard()
    async with story_graph() as graph, client_of(graph, "legacy", message_handler=heard) as client:
        await ask(client, "subscribe_resource", f"{WORK}chapter/4")
        await graph.rename_episode("第1章", "序")
        await client.call_tool("add_chapter", {"text": "潮水退了。", "title": "第4章"})
        with anyio.fail_after(10):
            await heard.news.wait()

    assert heard.uris == [f"{WORK}chapter/4"]


@pytest.mark.parametrize("uri", [f"{WORK}chapter/", f"{WORK}weather", "episodic://other/issues"])
async def test_a_subscription_to_what_is_no_resource_is_refused(uri: str) -> None:
    async with story_graph() as graph, client_of(graph, "legacy") as client:
        with pytest.raises(MCPError, match="没有资源"):
            await ask(client, "subscribe_resource", uri)


async def test_a_change_between_two_subscriptions_is_no_news() -> None:
    heard = Heard()
    async with story_graph() as graph, client_of(graph, "legacy", message_handler=heard) as client:
        await ask(client, "subscribe_resource", LAST)
        await ask(client, "unsubscribe_resource", LAST)
        await graph.replace_episode("第3章", "沈三更病了。林晚回到了苇港。")
        await ask(client, "subscribe_resource", LAST)
        await client.call_tool("add_chapter", {"text": "潮水退了。", "title": "第4章"})
        await client.list_tools()

    assert heard.uris == []
