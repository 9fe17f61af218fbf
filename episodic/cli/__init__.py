"""The command line: one command for each thing a StoryGraph does."""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_group

from episodic.cli.commands import COMMANDS
from episodic.cli.options import shared_options
from episodic.uncollected import uncollected

__all__ = ["app", "main"]


class Commands(TyperGroup):
    """A group that lists its commands by their table, and imports a command's module when it is called."""

    # typer has no public name for the class of its contexts; `typer.Context` is one of them.
    def resolve_command(  # type: ignore[override]
        self, ctx: typer.Context, args: list[str]
    ) -> tuple[str | None, TyperCommand | TyperGroup | None, list[str]]:
        """The command that the first of *args* names, with all its options, and the other arguments."""
        name, _, rest = super().resolve_command(ctx, args)
        return name, None if name is None else _called(name), rest


def _called(name: str) -> TyperCommand | TyperGroup:
    within = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False)
    # Modules are no garbage: looking for some while they are loaded takes a tenth of the time until the command begins.
    with uncollected():
        COMMANDS[name].register(within)
    found = get_group(within).commands[name]
    if not isinstance(found, TyperCommand | TyperGroup):
        raise TypeError(f"typer made no command of {name}")
    return found


def _listed() -> None:
    """Stands in the list of commands for one that is not imported yet."""


app = typer.Typer(
    name="episodic",
    cls=Commands,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.callback()(shared_options)
for _name, _one in COMMANDS.items():
    app.command(_name, help=_one.help, short_help=_one.help)(_listed)


def main() -> None:
    """The entry point; exits with the codes that docs/command-line.md lists."""
    _use_utf8()
    # numpy's threads are made before there is anything to compute, and take longer than one does for all that is searched.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    app()


def _use_utf8() -> None:
    """Standard output and error take any character, whatever the locale says."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
