"""The command line: one command for each thing a StoryGraph does."""

from __future__ import annotations

import typer

from episodic.cli import authoring, calendar, demo, drafting, exchange, history, reading, revising, writing
from episodic.cli.calls import shared_options
from episodic.cli.terminal import use_utf8

__all__ = ["app", "main"]

app = typer.Typer(
    name="episodic",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.callback()(shared_options)
writing.register(app)
reading.register(app)
exchange.register(app)
history.register(app)
calendar.register(app)
drafting.register(app)
revising.register(app)
authoring.register(app)
demo.register(app)


def main() -> None:
    """The entry point; exits with the codes that docs/command-line.md lists."""
    use_utf8()
    app()
