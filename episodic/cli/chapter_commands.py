"""The commands `insert`, `move` and `rename`, which add a chapter between others, or change its place or title."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from episodic.cli.chapter_input import given_chapter
from episodic.cli.context import CommandContext, command
from episodic.cli.messages import edits as say
from episodic.cli.options import ChapterName, File
from episodic.cli.result_output import chapter_reported, edited

Before = Annotated[
    str | None, typer.Option("--before", metavar="CHAPTER", help="Right before this chapter.", show_default=False)
]
After = Annotated[
    str | None, typer.Option("--after", metavar="CHAPTER", help="Right after this chapter.", show_default=False)
]


def register(app: typer.Typer) -> None:
    command(app, "insert", writes=True)(insert)
    command(app, "move", writes=True)(move)
    command(app, "rename", writes=True)(rename)


async def insert(
    call: CommandContext,
    file: File,
    *,
    before: Before = None,
    after: After = None,
    title: Annotated[str | None, typer.Option("--title", help="Its title, instead of its first line.")] = None,
    key: Annotated[str | None, typer.Option("--key", help="Its key from now on.")] = None,
) -> None:
    """Insert a chapter between others; no other chapter is read again."""
    chapter = replace(given_chapter(file), key=key)
    if title is not None:
        chapter = replace(chapter, title=title, path=(*chapter.path[:-1], title))
    async with call.editing() as work:
        report = await work.graph.insert_episode(chapter, before=before, after=after)
    chapter_reported(call, work, report)


async def move(call: CommandContext, chapter: ChapterName, *, before: Before = None, after: After = None) -> None:
    """Move a chapter to another place, and show what that changes; no chapter is read again."""
    async with call.editing() as work:
        episode = await work.graph.find_episode(chapter)
        answer = await work.graph.move_episode(episode.uuid, before=before, after=after)
        ordinal = next(one.chapter.ordinal for one in await work.graph.chapters() if one.chapter.uuid == episode.uuid)
    edited(call, answer, done=say.MOVED, what=say.moved_to(episode.title, ordinal))


async def rename(
    call: CommandContext,
    chapter: ChapterName,
    title: Annotated[str, typer.Argument(metavar="TITLE", help="Its new title.")],
) -> None:
    """Give a chapter another title; its key, text and facts stay."""
    async with call.editing() as work:
        episode = await work.graph.find_episode(chapter)
        answer = await work.graph.rename_episode(episode.uuid, title)
    edited(call, answer, done=say.RENAMED, what=f"{episode.title} → {title.strip()}")
