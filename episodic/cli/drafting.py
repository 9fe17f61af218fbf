"""Commands for what is not canon yet, and for what was: drafts checked and promoted, edits undone, chapters read again."""

from __future__ import annotations

from typing import Annotated

import typer

from episodic.cli.calls import Call, command
from episodic.cli.progress import Bar
from episodic.cli.shown_edits import check_value, commit_value, show_check, show_commits
from episodic.cli.wording import editing as say
from episodic.cli.writing import ChapterName, File, edited, reported
from episodic.model.episodes import Layer
from episodic.text.files import load_chapter

Count = Annotated[int, typer.Argument(metavar="COUNT", min=1, help="How many edits.")]


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    command(app, "check", writes=True)(check)
    command(app, "promote", writes=True)(promote)
    command(app, "undo", writes=True)(undo)
    command(app, "redo", writes=True)(redo)
    command(app, "history")(history)
    command(app, "reread", writes=True)(reread)


async def check(
    call: Call,
    file: File,
    *,
    instead_of: Annotated[
        str | None, typer.Option("--instead-of", help="The chapter it would replace.", show_default=False)
    ] = None,
    after: Annotated[
        str | None, typer.Option("--after", help="The chapter it would follow.", show_default=False)
    ] = None,
) -> None:
    """Read a draft against canon and report what does not fit. Nothing is written. Exits with 1 if there is something."""
    chapter = load_chapter(file)
    async with call.editing() as it:
        report = await it.graph.check(chapter, instead_of=instead_of, after=after)
        chapters = await it.graph.chapters()
    titles = {one.chapter.uuid: one.chapter for one in chapters}
    if call.terminal.json:
        call.terminal.value(check_value(report, titles))
    else:
        show_check(call.terminal, report, titles)
    if report.findings:
        raise typer.Exit(1)


async def promote(
    call: Call,
    chapter: ChapterName,
    *,
    layer: Annotated[Layer, typer.Option("--layer", help="The layer it is in now.")] = Layer.DRAFT,
) -> None:
    """Make a draft canon, in the place of the canon chapter of its key."""
    async with call.editing() as it:
        there = await it.graph.find_episode(chapter, layer=layer)
        edited(call, await it.graph.promote(there.uuid, layer=layer), done=say.PROMOTED, what=there.title)


async def undo(call: Call, count: Count = 1) -> None:
    """Take the last edits back, in a new revision."""
    async with call.editing() as it:
        edited(call, await it.graph.undo(count), done=say.TOOK_BACK)


async def redo(call: Call, count: Count = 1) -> None:
    """Make the edits again that were taken back last."""
    async with call.editing() as it:
        edited(call, await it.graph.redo(count), done=say.MADE_AGAIN)


async def history(call: Call) -> None:
    """List the work's revisions, and which can be undone or made again."""
    async with call.reading() as it:
        commits = await it.graph.commits()
        found = await it.graph.steps()
    done, undone = {one.revision for one in found.done}, {one.revision for one in found.undone}
    if call.terminal.json:
        call.terminal.value({"revisions": [commit_value(one, done=done, undone=undone) for one in commits]})
    else:
        show_commits(call.terminal, commits, done=done, undone=undone)


async def reread(
    call: Call,
    chapter: Annotated[
        list[str] | None, typer.Argument(metavar="CHAPTER", help="Chapters; all where none is named.")
    ] = None,
    *,
    every: Annotated[bool, typer.Option("--every", help="Those, too, that the present reader has read.")] = False,
) -> None:
    """Read chapters again that another reader read: with a model what rules had read, or by newer prompts."""
    async with call.editing() as it:
        entries = await it.graph.chapters()
        wanted = len(chapter or entries)
        with Bar(call.terminal, chapters=wanted, known=0, spent=lambda: it.ledger.usage.total.spent.tokens) as bar:
            report = await it.graph.reread(chapter or None, every=every, on_progress=bar.step)
        reported(call, it, report)
