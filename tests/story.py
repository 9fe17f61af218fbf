"""A small story in memory, for tests that need any work."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from episodic.app import StoryGraph
from episodic.model.episodes import Chapter
from episodic.ports import GraphStore
from episodic.stores.sqlite import SQLiteStore

CHAPTERS: tuple[Chapter, ...] = (
    Chapter(
        "林远，字子安，青州人。林远住在海门城，任海门城的守将。\n\n这日，林远见到了老友沈度。沈度道：“子安别来无恙？”\n",
        title="第一章 海门",
    ),
    Chapter(
        "次日，林远搬到云州。沈度投奔林远，任云州的军师。\n\n王铁把铁剑交给林远。林远持铁剑，大喜。\n",
        title="第二章 云州",
    ),
    Chapter(
        "三日后，赵虎领兵攻云州。林远斩赵虎于马下。\n\n沈度叹道：“赵虎已死，云州无忧矣。”\n",
        title="第三章 攻城",
    ),
    Chapter(
        "半年之后，林远离开云州，回到海门城。沈度病死于云州。\n\n林远娶苏氏为妻，人称“海门先生”。\n",
        title="第四章 归来",
    ),
)

VARIANTS: tuple[str, ...] = (
    "林远住在青州。\n\n沈度见到了赵虎。赵虎道：“林远何在？”\n",
    "王铁把铁剑交给沈度。沈度持铁剑。\n",
    "次日，赵虎搬到云州。赵虎，字伯威，徐州人。\n\n林远见到了赵虎。\n",
)


def memory_graph() -> StoryGraph:
    """Return a graph in memory that reads by rules and has a constant clock."""
    return StoryGraph(SQLiteStore(":memory:"), group_id="story", clock=lambda: "2026-01-01T00:00:00+00:00")


def session_on(store: GraphStore) -> StoryGraph:
    """Return a new session, as a new process has it, which keeps a checkpoint of small works too."""
    graph = StoryGraph(store, group_id="story", clock=lambda: "2026-01-01T00:00:00+00:00")
    graph.session.tools = replace(graph.session.tools, checkpoint_from=0)
    return graph


async def canonical(graph: StoryGraph) -> list[str]:
    """Return the graph's canonical export."""
    return [line async for line in graph.export(canonical=True)]


_fresh: dict[tuple[Chapter, ...], list[str]] = {}


async def fresh_export(chapters: Sequence[Chapter]) -> list[str]:
    """Return the canonical export of a work that was read once, from its first chapter to its last. Equal chapters are
    read once in each test process.
    """
    told = tuple(chapters)
    if told not in _fresh:
        async with memory_graph() as graph:
            if told:
                await graph.add_manuscript(told)
            _fresh[told] = await canonical(graph)
    return list(_fresh[told])
