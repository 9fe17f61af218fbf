"""The command line `episodic`: its entry point and its commands, whose modules are imported when one of their commands
is called.
"""

from __future__ import annotations

import os
import sys
from functools import cache
from io import TextIOWrapper
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_group

from episodic.cli.command_table import COMMANDS
from episodic.cli.options import shared_options

__all__ = ["app", "main"]


class Commands(TyperGroup):
    """The typer group of `episodic`, whose subcommands are the commands in the table `COMMANDS`. A command's module is
    imported only when the command is called; a call with --help counts, too.
    """

    def __init__(self, **settings: Any) -> None:  # noqa: ANN401
        super().__init__(**settings)
        # The entries in the list of commands have no function. With functions, typer would read the signature of every
        # function, which takes longer than a short command.
        for name, entry in COMMANDS.items():
            self.add_command(TyperCommand(name, help=entry.help, short_help=entry.help))

    # *ctx* has another type than in the overridden method, because typer does not export the base class of
    # `typer.Context`.
    def resolve_command(  # type: ignore[override]
        self, ctx: typer.Context, args: list[str]
    ) -> tuple[str | None, TyperCommand | TyperGroup | None, list[str]]:
        name, _, rest = super().resolve_command(ctx, args)
        return name, None if name is None else _called(name), rest


@cache
def _called(name: str) -> TyperCommand | TyperGroup:
    within = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False)
    COMMANDS[name].register(within)
    # The other commands of the called command's module are removed, because typer would read their signatures, which
    # takes longer than a short command.
    within.registered_commands = [one for one in within.registered_commands if one.name == name]
    found = get_group(within).commands[name]
    if not isinstance(found, TyperCommand | TyperGroup):
        raise TypeError(f"typer made no command of {name}")
    return found


app = typer.Typer(
    name="episodic",
    cls=Commands,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.callback()(shared_options)


def main() -> None:
    """Run the command line `episodic`. The exit codes are listed in docs/command-line.md."""
    _use_utf8()
    # numpy uses one thread unless the user has set OPENBLAS_NUM_THREADS, because starting threads takes longer than a
    # whole search.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    app()


def _use_utf8() -> None:
    """Make standard output and standard error accept all characters, whatever the locale is."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
