"""Fill the caches that the program fills when it reads its first story, for processes from which tests fork others.

Most of a short command's processor time is spent on compiling regular expressions and validators. A forked process inherits them.
"""

from __future__ import annotations

import asyncio
import gc
import importlib
import pkgutil
import threading
from collections.abc import Sequence

from episodic.app import StoryGraph
from episodic.languages.en.reading.constructions import CONSTRUCTIONS as ENGLISH_CONSTRUCTIONS
from episodic.languages.zh.reading.constructions import CONSTRUCTIONS as CHINESE_CONSTRUCTIONS
from episodic.model.episodes import Chapter
from episodic.stores.sqlite import SQLiteStore
from tests.story import CHAPTERS

ENGLISH = (
    Chapter(
        'Mara lived in Harrow Ferry. "Come in," said Mara. Tom gave Mara the brass key.\n', title="Chapter 1: Home"
    ),
    Chapter("Three days later, Mara moved to Caldmere. Tom died that night.\n", title="Chapter 2: The City"),
)


def warm_caches() -> None:
    """Import the modules of all commands, compile all constructions, and read a story in each language.

    Servers and clients of models are not imported: they take seconds to import, and hardly any forked process uses them.
    """
    import episodic.cli  # noqa: PLC0415

    for module in pkgutil.walk_packages(episodic.cli.__path__, "episodic.cli."):
        importlib.import_module(module.name)
    for construction in (*ENGLISH_CONSTRUCTIONS, *CHINESE_CONSTRUCTIONS):
        assert construction.regex.pattern == construction.pattern
    for chapters, question in ((CHAPTERS, "林远住在哪里"), (ENGLISH, "Where does Mara live?")):
        asyncio.run(_read(chapters, question))
    # A closed store does not wait for its threads. A process with threads cannot be forked safely.
    for thread in threading.enumerate():
        if thread is not threading.current_thread():
            thread.join()
    # The inherited objects stay shared with the forked processes if the collector leaves them alone.
    gc.collect()
    gc.freeze()


async def _read(chapters: Sequence[Chapter], question: str) -> None:
    async with StoryGraph(SQLiteStore(":memory:"), group_id="story") as graph:
        await graph.add_manuscript(chapters)
        await graph.check(chapters[0].text)
        await graph.rename_episode(1, "Chapter 1")
        graph.session.forget()
        await graph.undo()
        await graph.search(question)
        await graph.issues()
        lines = [line async for line in graph.export()]
    async with StoryGraph(SQLiteStore(":memory:"), group_id="story") as graph:
        await graph.import_(lines)
