"""Mistakes that a type checker must find: mypy reports an unused ignore comment, and an error with another code."""

from __future__ import annotations

from episodic import Chapter, Layer, Scope, SQLiteStore, StoryGraph

# isort: split
from episodic import StoryGraf  # type: ignore[attr-defined] # noqa: F401


async def misuse() -> None:
    """Contain one mistake on each line."""
    Scope(told=1)  # type: ignore[call-arg]
    Chapter(3)  # type: ignore[arg-type]
    async with StoryGraph(SQLiteStore(":memory:")) as graph:
        await graph.add_episode("x", layer="canon")  # type: ignore[arg-type]
        str((await graph.stats()).chapter)  # type: ignore[attr-defined]
        title: int = (await graph.chapters())[0].chapter.title  # type: ignore[assignment]
        await graph.promote(Layer.DRAFT, layer=title)  # type: ignore[arg-type]
