"""An agent writes a new last chapter of an example story over MCP, and uses nothing but the tools of the tier `append`."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import pytest
from mcp.client.client import Client

from episodic.agents.fences import without_fences
from episodic.app import StoryGraph
from episodic.model.access import Access
from episodic.model.episodes import Language
from episodic.model.json_shapes import Object
from episodic.model.settings import WorkSettings
from episodic.server.mcp_server import McpServer
from episodic.stores.sqlite import SQLiteStore
from episodic.temporal.calendars.definition_files import load_calendar
from episodic.text.manuscript_files import load_chapter
from episodic.text.natural_order import natural_key

EXAMPLE = Path(__file__).parents[2] / "examples" / "zh"
TITLE = "第六章 归岛"
DRAFT = """潮历三百四十九年蟹肥月十五，阮青禾离开了望潮城。水门上那张纸已经晒得发白，最末一行底下还空着。

“你不等开春？”吴三更问。

“开春的潮也要有人念。”青禾说。

两日后，阮青禾搬到了鹿耳屿。岛上只剩七间石屋，她挑了最高的一间，把海螺放在窗台上，把那袋铜扣挂在门后。

次日，陆行简去了鹿耳屿。他在门口站了很久，听里面的人一个数一个数地念。

念到第十一个数，天黑了。
"""
MENDED = "次日，吴三更去了鹿耳屿"


@dataclass
class Agent:
    """An agent that knows the story from the answers of tools only. It keeps each call with its answer."""

    client: Client
    calls: list[tuple[str, dict[str, Any], dict[str, Any]]] = field(default_factory=list[Any])

    async def use(self, tool: str, **arguments: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON arguments
        """Call a tool and return its answer without the marks around texts of the story."""
        found = await self.client.call_tool(tool, arguments)
        assert not found.is_error, found.content
        answer = cast("dict[str, Any]", without_fences(cast("Object", found.structured_content)))
        self.calls.append((tool, arguments, answer))
        return answer


@asynccontextmanager
async def agent_of(mode: str) -> AsyncGenerator[Agent]:
    """Yield an agent that is connected to the example, which rules have read."""
    settings = WorkSettings(calendars=(load_calendar((EXAMPLE / "calendar.json").read_text("utf-8")),))
    files = sorted(EXAMPLE.glob("*.md"), key=lambda one: natural_key(one.name))
    async with StoryGraph(SQLiteStore(":memory:"), group_id="潮声", settings=settings) as graph:
        await graph.add_manuscript([load_chapter(one) for one in files])
        server = McpServer(graph, access=Access.APPEND, language=Language("zh"))
        async with Client(server.server, mode=mode) as client:
            yield Agent(client)


async def read_up(agent: Agent) -> None:
    """Find out where the story stands: the last chapter, the heroine, where she lives, and who is dead."""
    names = {one.name for one in (await agent.client.list_tools()).tools}
    assert "manage" not in names
    if "context" in names:
        await agent.use("context", chapter=6)
    chapters = (await agent.use("passages", limit=50))["passages"]
    assert [one["title"] for one in chapters][-1] == "第五章 第一册"
    last = await agent.use("passages", chapter=5)
    assert last["truncated"]
    rest = await agent.use("passages", chapter=5, cursor=last["cursor"])
    assert "那是留给明年的。" in rest["passages"][-1]["text"]
    hits = (await agent.use("search", query="阮青禾住在哪里"))["hits"]
    assert hits[0]["text"] == "阮青禾住在苇港。"
    heroine = (await agent.use("entity", name="青禾"))["entity"]
    assert (heroine["name"], heroine["aliases"]) == ("阮青禾", ["青禾", "小螺"])
    teacher = await agent.use("entity", name="陆行简")
    assert teacher["facts"][-1]["quote"] == "陆行简死在那一夜的潮水里"


async def write(agent: Agent) -> None:
    """Check a draft, mend what contradicts the story, check again, and add the chapter."""
    draft = DRAFT
    (found,) = (await agent.use("check", text=draft))["findings"]
    assert found["kind"] == "dead_acts"
    assert found["canon"] == ["陆行简死在那一夜的潮水里"]
    (wrong,) = found["draft"]
    draft = draft.replace(wrong, MENDED)
    clean = await agent.use("check", text=draft)
    assert clean["findings"] == []
    added = await agent.use("add_chapter", text=draft, title=TITLE)
    assert added["outcome"] == "added"
    assert [one["text"] for one in added["changes"]["facts_ended"]] == ["阮青禾住在苇港。"]
    again = await agent.use("add_chapter", text=draft, title=TITLE)
    assert again["already"]
    assert again["revision"] == added["revision"]


async def read_back(agent: Agent) -> None:
    """See that the work has the new state, and that the earlier fact ended with the new chapter."""
    now = (await agent.use("facts", subject="阮青禾", predicate="lives_in"))["facts"]
    assert [one["text"] for one in now] == ["阮青禾搬到了鹿耳屿。"]
    ever = (await agent.use("facts", subject="阮青禾", predicate="lives_in", include_ended=True, detail="full"))[
        "facts"
    ]
    before = next(one for one in ever if one["text"] == "阮青禾住在苇港。")
    assert before["invalid_at"]["in_words"]["label"] == "潮历349年蟹肥月17日"
    earlier = (await agent.use("facts", subject="阮青禾", predicate="lives_in", told_by=5))["facts"]
    assert [one["text"] for one in earlier] == ["阮青禾住在苇港。"]
    issues = (await agent.use("issues"))["issues"]
    assert [one["kind"] for one in issues] == ["contradiction"]
    chapter = await agent.use("passages", chapter=6)
    assert MENDED in "".join(one["text"] for one in chapter["passages"])


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
async def test_an_agent_writes_the_next_chapter_with_nothing_but_the_tools(mode: str) -> None:
    async with agent_of(mode) as agent:
        await read_up(agent)
        await write(agent)
        await read_back(agent)
