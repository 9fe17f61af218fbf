"""Commands that put a chapter somewhere: between others, elsewhere, or under another title."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from episodic.cli.calls import Call, command
from episodic.cli.wording import editing as say
from episodic.cli.writing import ChapterName, File, chapter_reported, edited
from episodic.text.files import load_chapter

Before = Annotated[
    str | None, typer.Option("--before", metavar="CHAPTER", help="Right before this one.", show_default=False)
]
After = Annotated[
    str | None, typer.Option("--after", metavar="CHAPTER", help="Right after this one.", show_default=False)
]


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    command(app, "insert", writes=True)(insert)
    command(app, "move", writes=True)(move)
    command(app, "rename", writes=True)(rename)


async def insert(
    call: Call,
    file: File,
    *,
    before: Before = None,
    after: After = None,
    title: Annotated[str | None, typer.Option("--title", help="Its title, instead of its first line.")] = None,
    key: Annotated[str | None, typer.Option("--key", help="What it goes by from now on.")] = None,
) -> None:
    """Read one chapter and put it between others; no other chapter is read or numbered anew."""
    chapter = replace(load_chapter(file), key=key)
    if title is not None:
        chapter = replace(chapter, title=title, path=(*chapter.path[:-1], title))
    async with call.editing() as it:
        report = await it.graph.insert_episode(chapter, before=before, after=after)
    chapter_reported(call, it, report)


async def move(call: Call, chapter: ChapterName, *, before: Before = None, after: After = None) -> None:
    """Tell a chapter elsewhere, and show what that changes; nothing is read for that."""
    async with call.editing() as it:
        there = await it.graph.find_episode(chapter)
        answer = await it.graph.move_episode(there.uuid, before=before, after=after)
        ordinal = next(one.chapter.ordinal for one in await it.graph.chapters() if one.chapter.uuid == there.uuid)
    edited(call, answer, done=say.MOVED, what=say.moved_to(there.title, ordinal))


async def rename(
    call: Call,
    chapter: ChapterName,
    title: Annotated[str, typer.Argument(metavar="TITLE", help="What it is called from now on.")],
) -> None:
    """Give a chapter another title; its key, its text and all that was read stay."""
    async with call.editing() as it:
        there = await it.graph.find_episode(chapter)
        answer = await it.graph.rename_episode(there.uuid, title)
    edited(call, answer, done=say.RENAMED, what=f"{there.title} → {title.strip()}")
