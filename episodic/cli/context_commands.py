"""The commands for writers: context."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from episodic.cli.chapter_input import given_chapter
from episodic.cli.context import CommandContext, command
from episodic.context.request import LEAST_TOKENS

OptionalChapter = Annotated[
    str | None,
    typer.Argument(metavar="CHAPTER", help="A number, title or key; the next chapter if omitted.", show_default=False),
]
Draft = Annotated[
    Path | None,
    typer.Option(
        "--draft", metavar="FILE", help="A draft of the chapter, or - for standard input.", show_default=False
    ),
]


def register(app: typer.Typer) -> None:
    """Add the commands of this module to *app*."""
    command(app, "context")(context)


async def context(
    call: CommandContext,
    chapter: OptionalChapter = None,
    *,
    brief: Annotated[str, typer.Option("--brief", help="What shall happen in the chapter.")] = "",
    draft: Draft = None,
    cast: Annotated[
        list[str] | None, typer.Option("--cast", help="Who takes part; repeat it for several.", show_default=False)
    ] = None,
    pov: Annotated[
        str | None, typer.Option("--pov", help="The point of view: what this person knows.", show_default=False)
    ] = None,
    max_tokens: Annotated[
        int, typer.Option("--max-tokens", min=LEAST_TOKENS, help="The budget of the whole text.")
    ] = 4_000,
) -> None:
    """Print what to know before writing a chapter: last scene, cast, knowledge, open threads, plan. Nothing is told later."""
    text = "" if draft is None else given_chapter(draft).text
    async with call.read_only() as work:
        found = await work.context(chapter, brief=brief, draft=text, cast=cast or (), pov=pov, max_tokens=max_tokens)
    if call.terminal.json:
        call.terminal.value(found.to_dict())
        return
    # The text is for a prompt: its lines are not wrapped.
    for line in found.to_prompt().splitlines():
        call.terminal.raw(line)
