"""The command-line interface `episodic`: entry point and command group; a command's module is imported when called."""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_group

from episodic.cli.command_table import COMMANDS
from episodic.cli.options import shared_options

__all__ = ["app", "main"]


class Commands(TyperGroup):
    """A command group that lists the commands of `COMMANDS` and imports a command's module only when the command is
    called.
    """

    # typer has no public name for the class of its contexts; `typer.Context` is a subclass of that class.
    def resolve_command(  # type: ignore[override]
        self, ctx: typer.Context, args: list[str]
    ) -> tuple[str | None, TyperCommand | TyperGroup | None, list[str]]:
        """Returns the command named by the first of *args*, with all its options, and the remaining arguments."""
        name, _, rest = super().resolve_command(ctx, args)
        return name, None if name is None else _called(name), rest


def _called(name: str) -> TyperCommand | TyperGroup:
    within = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False)
    COMMANDS[name].register(within)
    found = get_group(within).commands[name]
    if not isinstance(found, TyperCommand | TyperGroup):
        raise TypeError(f"typer made no command of {name}")
    return found


def _placeholder() -> None:
    """Represents a command that is not imported yet in the list of commands."""


app = typer.Typer(
    name="episodic",
    cls=Commands,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.callback()(shared_options)
for _name, _entry in COMMANDS.items():
    app.command(_name, help=_entry.help, short_help=_entry.help)(_placeholder)


def main() -> None:
    """Runs the command line; docs/command-line.md lists the exit codes."""
    _use_utf8()
    # Starting numpy's threads takes longer than a whole search takes on one thread.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    app()


def _use_utf8() -> None:
    """Makes standard output and error accept any character, independent of the locale."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
