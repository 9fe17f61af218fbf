"""Commands that take a work out of a store and bring it into another; and what settings are in force."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from itertools import chain
from pathlib import Path
from typing import Annotated, TextIO, cast

import typer

from episodic.cli import values
from episodic.cli.calls import WORK, Call, chosen_by_user, command
from episodic.errors import InputError, StoreFullError
from episodic.opening import opened, store_address
from episodic.pipeline.importing import LONGEST_LINE

STDIO = "-"


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    command(app, "export")(export)
    command(app, "import", settles=False)(import_)
    command(app, "config", settles=False)(config)


async def export(
    call: Call,
    file: Annotated[str, typer.Argument(metavar="FILE", help="Where to; - is standard output.")],
    *,
    canonical: Annotated[bool, typer.Option("--canonical", help="The form for comparing two works.")] = False,
) -> None:
    """Write the whole work as JSON lines (docs/export.md)."""
    if file == STDIO and call.terminal.json:
        raise InputError("--json and an export share standard output.", hint="Export to a file, or leave --json out.")
    async with call.reading() as it:
        lines = it.graph.export(canonical=canonical)
        count = 0
        if file == STDIO:
            async for line in lines:
                call.terminal.raw(line)
            return
        try:
            with whole_file(Path(file)) as new:
                async for line in lines:
                    new.write(line + "\n")
                    count += 1
        except OSError as error:
            raise StoreFullError(
                f"{file} cannot be written ({error.strerror}).", hint="What was there before is unchanged."
            ) from error
    if call.terminal.json:
        call.terminal.value({"file": file, "lines": count, "canonical": canonical, "work": call.work})
    else:
        call.terminal.line(f"Wrote {count:,} lines to {file}.")


@contextmanager
def whole_file(target: Path) -> Generator[TextIO]:
    """A file that takes the place of *target* when the block ends well; until then what was there stays. Raises OSError."""
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:40]}.", suffix=".new")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as new:
            yield new
            new.flush()
            os.fsync(new.fileno())
        Path(name).replace(target)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise


async def import_(
    call: Call, file: Annotated[str, typer.Argument(metavar="FILE", help="What `export` wrote; - is standard input.")]
) -> None:
    """Bring an exported work in: all of it, or nothing."""
    source = sys.stdin.fileno() if file == STDIO else file
    try:
        with open(source, encoding="utf-8", newline="\n", closefd=file != STDIO) as lines:  # noqa: ASYNC230
            first = lines.readline(LONGEST_LINE + 1)
            if not chosen_by_user(call.config, WORK):
                call = call.for_work(_work_of(first) or call.work)
            address = store_address(call.config.text("EPISODIC_STORE"))
            if address.is_new:
                call.terminal.note(f"New store: {address.shown}")
            async with opened(call.config) as it:
                revision = await it.graph.import_(chain([first] if first else [], _bounded(lines)))
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{file} cannot be read: {error}.", hint="Nothing was imported.") from error
    if call.terminal.json:
        call.terminal.value({"work": call.work, "revision": revision, "store": it.address.shown})
    else:
        call.terminal.line(f"Imported {call.work} into {it.address.shown}.")


def _work_of(header: str) -> str | None:
    """The work that an export's first line names; whether it is an export is found out later."""
    try:
        line: object = json.loads(header)
    except (ValueError, RecursionError):
        return None
    name = cast("dict[str, object]", line).get("group_id") if isinstance(line, dict) else None
    return name if isinstance(name, str) else None


def _bounded(lines: TextIO) -> Iterator[str]:
    """The lines; of one that is longer than an import takes, as much as shows that."""
    while line := lines.readline(LONGEST_LINE + 1):
        yield line


async def config(call: Call) -> None:
    """Show the settings in force and where each came from; secrets are masked."""
    if call.terminal.json:
        call.terminal.value({"settings": values.config(call.config), "cache": str(call.config.cache_folder)})
        return
    rows = [(one.name, one.shown or "-", one.origin.value) for one in call.config.settings.values()]
    call.terminal.table(("setting", "value", "from"), rows)
    call.terminal.line(f"store: {store_address(call.config.text('EPISODIC_STORE')).shown}")
    call.terminal.line(f"cache: {call.config.cache_folder}")
