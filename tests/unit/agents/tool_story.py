"""A work behind a toolset, with texts that no tool may show: a later chapter, a draft, another work, a deleted text."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from episodic.agents.tool_spec import ToolSpec
from episodic.app import StoryGraph
from episodic.model.access import Access
from episodic.model.episodes import Chapter, Language, Layer
from episodic.stores.sqlite import SQLiteStore
from tests.memory_stores import filled_store

TEXTS = (
    "林晚住在苇港。林晚的师父是沈三更。沈三更住在苇港。\n“潮水来了。”沈三更说。林晚说：“我去看看。”\n",
    "林晚离开了苇港。林晚去了望潮城。\n裴照生在柳浦。“你来了。”裴照说。裴照笑道：“坐。”\n",
    "沈三更死了。林晚回到了苇港。裴照说：“走吧。”\n",
)
LATER, DRAFT, OTHER, DELETED = "石无名", "柳乘风", "霍去忧", "谢长河"
SECRET = "{name}住在苇港。林晚认识{name}。“我是{name}。”{name}说。{name}笑道：“坐。”\n"


@asynccontextmanager
async def story_graph() -> AsyncGenerator[StoryGraph]:
    """Yield a work of three chapters in memory."""
    async with StoryGraph(await filled_store(TEXTS, _ingest), group_id="潮声") as graph:
        yield graph


async def _ingest(store: SQLiteStore) -> None:
    graph = StoryGraph(store, group_id="潮声")
    await graph.add_manuscript([Chapter(text, title=f"第{number}章") for number, text in enumerate(TEXTS, 1)])


@asynccontextmanager
async def story_with_secrets() -> AsyncGenerator[StoryGraph]:
    """Yield the work with a fourth chapter, a draft and a deleted chapter, in a store with another work."""
    async with story_graph() as graph:
        await graph.add_episode(SECRET.format(name=DELETED), name="删去的一章")
        await graph.remove_episode("删去的一章")
        await graph.add_episode(SECRET.format(name=LATER), name="第4章")
        await graph.add_episode(SECRET.format(name=DRAFT), name="草稿", layer=Layer.DRAFT)
        other = StoryGraph(graph.store, group_id="别的书")
        await other.add_episode(SECRET.format(name=OTHER), name="第1章")
        yield graph


def tools_of(graph: StoryGraph, access: Access = Access.FULL) -> Mapping[str, ToolSpec]:
    """Return the tools of the work by name, with Chinese texts."""
    return {one.name: one for one in graph.toolset(access, Language("zh"))}


async def answer(graph: StoryGraph, name: str, /, **arguments: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON arguments
    """Call a tool and return its answer, which must be no error."""
    found = await tools_of(graph)[name].call(arguments)
    assert not found.failed, found.text
    return found.content


async def error(graph: StoryGraph, name: str, /, **arguments: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON arguments
    """Call a tool and return the error that it answers."""
    found = await tools_of(graph)[name].call(arguments)
    assert found.failed, found.text
    content: Any = found.content["error"]
    return dict(content)
