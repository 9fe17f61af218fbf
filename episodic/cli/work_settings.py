"""Command options for the calendars and the density of a work, and the settings that result from the options."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from episodic.cli.calendar_commands import read_calendar
from episodic.cli.context import CommandContext
from episodic.factory import opened, store_address
from episodic.model.records import Kind, from_json
from episodic.model.settings import Density, WorkSettings

CalendarFile = Annotated[
    list[Path] | None,
    typer.Option("--calendar", help="A calendar file of the story, as JSON (docs/calendars.md).", show_default=False),
]
HowMuch = Annotated[
    Density | None,
    typer.Option("--density", help="How much a model is asked for; kept with the work.", show_default=False),
]


async def changed_settings(
    call: CommandContext, calendars: Sequence[Path] | None, density: Density | None
) -> WorkSettings | None:
    """Return the work's settings with the given calendars and density in place of the stored ones. Return None if no
    calendar and no density is given.
    """
    if not calendars and density is None:
        return None
    given = tuple(map(read_calendar, calendars or ()))
    known = WorkSettings()
    if not store_address(call.config.text("EPISODIC_STORE")).is_new:
        async with opened(call.config) as work:
            kept = await work.graph.store.fetch(call.work, Kind.SETTING)
        known = from_json(WorkSettings, kept[0].value) if kept else known
    return replace(known, calendars=given or known.calendars, density=density or known.density)
