"""The names and help texts of options and arguments that several commands share."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import typer

from episodic.model.episodes import Layer
from episodic.serialisers.lists import Detail

Store = Annotated[
    str | None,
    typer.Option("--store", help="Where the graph is kept: a file, or bolt://user@host:7687.", show_default=False),
]
WorkName = Annotated[str | None, typer.Option("--work", help="Which work of the store.", show_default=False)]
Model = Annotated[
    str | None, typer.Option("--model", help="What reads: a model's name, or 'rules'.", show_default=False)
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON value to standard output.")]
LogJson = Annotated[
    bool, typer.Option("--log-json", help="Log what is done to standard error, one JSON object per line.")
]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Answer every question with yes.")]
ToldBy = Annotated[
    str | None, typer.Option("--told-by", help="As if the work ended with this chapter.", show_default=False)
]
AsOf = Annotated[
    str | None, typer.Option("--as-of", help="What holds at this moment of the story.", show_default=False)
]
Pov = Annotated[str | None, typer.Option("--pov", help="Only what this person knows or believes.", show_default=False)]
AtRevision = Annotated[
    int | None, typer.Option("--at-revision", help="The work as it was at this revision.", show_default=False)
]
IncludeEnded = Annotated[bool, typer.Option("--include-ended", help="Also show facts that have ended.")]
Layers = Annotated[
    list[Layer] | None, typer.Option("--layer", help="Which layers to read (canon).", show_default=False)
]
CreatedAfter = Annotated[
    str | None, typer.Option("--created-after", help="Only what was stored at this time or later.", show_default=False)
]
CreatedBefore = Annotated[
    str | None, typer.Option("--created-before", help="Only what was stored before this time.", show_default=False)
]
ExpiredAfter = Annotated[
    str | None,
    typer.Option(
        "--expired-after",
        help="Only facts whose end was stored at this time or later; with --include-ended.",
        show_default=False,
    ),
]
ExpiredBefore = Annotated[
    str | None,
    typer.Option(
        "--expired-before",
        help="Only facts whose end was stored before this time; with --include-ended.",
        show_default=False,
    ),
]
MaxTokens = Annotated[
    int | None,
    typer.Option("--max-tokens", min=1, help="With --json: at most so many tokens (300 to 8000).", show_default=False),
]
DetailLevel = Annotated[
    Detail | None,
    typer.Option("--detail", help="With --json: ids, the most important keys, or everything.", show_default=False),
]
Cursor = Annotated[str | None, typer.Option("--cursor", help="The cursor of the previous page.", show_default=False)]
File = Annotated[
    Path,
    typer.Argument(
        metavar="FILE", help="A .txt, .md, .epub or .docx file, or - for standard input.", show_default=False
    ),
]
ChapterName = Annotated[
    str, typer.Argument(metavar="CHAPTER", help="A heading's number, an ordinal, a title or a key.")
]


def _show_version(asked: bool) -> None:
    if asked:
        typer.echo(f"episodic {version('episodic-graph')}")
        raise typer.Exit


ShowVersion = Annotated[
    bool, typer.Option("--version", help="Show the version.", is_eager=True, callback=_show_version)
]


def shared_options(
    ctx: typer.Context,
    *,
    store: Store = None,
    work: WorkName = None,
    model: Model = None,
    json: AsJson = False,
    log_json: LogJson = False,
    yes: Yes = False,
    show_version: ShowVersion = False,
) -> None:
    """Reads a long story chapter by chapter into a temporal knowledge graph.

    Options that all commands share mean the same before a command and after it.
    """
    del show_version
    ctx.obj = {"store": store, "work": work, "model": model, "json": json, "log_json": log_json, "yes": yes}
