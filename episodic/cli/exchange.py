"""Commands that take a work out of a store and bring it into another; and what settings are in force."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from episodic.cli import values
from episodic.cli.calls import WORK, Call, chosen_by_user, command
from episodic.cli.escaping import Json
from episodic.cli.export_files import STDIO, export_file
from episodic.cli.whole_files import whole_file
from episodic.cli.wording import keeping as say
from episodic.cli.wording.names import ORIGINS
from episodic.cli.wording.reading_in import new_store
from episodic.errors import InputError, StoreFullError
from episodic.opening import opened, store_address
from episodic.pipeline.exchange.importing import Imported
from episodic.search.scope import Scope


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    command(app, "export", scoped=True)(export)
    command(app, "import", settles=False)(import_)
    command(app, "config", settles=False)(config)


async def export(
    call: Call,
    file: Annotated[str, typer.Argument(metavar="FILE", help="Where to; - is standard output.")],
    *,
    canonical: Annotated[bool, typer.Option("--canonical", help="The form for comparing two works.")] = False,
) -> None:
    """Write the whole work as JSON lines (docs/export.md), or the work as told by a chapter, at a revision, or of a layer."""
    if file == STDIO and call.terminal.json:
        raise InputError("--json and an export share standard output.", hint="Export to a file, or leave --json out.")
    async with call.reading() as it:
        asked = replace(call.scope, include_ended=False)
        lines = it.graph.export(canonical=canonical, scope=None if asked == Scope() else asked)
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
        call.terminal.line(say.wrote(count, file))


async def import_(
    call: Call,
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="What `export` or `backup` wrote, gzipped or not; - is standard input."),
    ],
) -> None:
    """Bring exported works in: each all of it, or nothing."""
    with export_file(file) as source:
        works = source.works()
        first = next(works)
        names = (first.group_id, *(one.group_id for one in works))
        wanted = _wanted(call, names)
        address = store_address(call.config.text("EPISODIC_STORE"))
        is_new = address.is_new
        # The whole file is checked by now; one of several works is read again, so that not all of them are held at once.
        found = [first] if len(names) == 1 else source.works()
        done = [await _imported(call, one) for one in found if one.group_id in wanted]
    if is_new:
        call.terminal.note(new_store(address.shown))
    if call.terminal.json:
        call.terminal.value(done[0] if len(done) == 1 else {"works": done})


def _wanted(call: Call, names: tuple[str, ...]) -> tuple[str, ...]:
    """The works that are brought in: the one that the user named, else all. Raises InputError for one that is not there."""
    if not chosen_by_user(call.config, WORK):
        return names
    if call.work not in names:
        raise InputError(
            f"The file holds {', '.join(repr(one) for one in names[:20])}, not {call.work!r}.",
            hint="Nothing was imported; leave --work out, or name one that it holds.",
        )
    return (call.work,)


async def _imported(call: Call, found: Imported) -> Json:
    """Brings one work in and says so; what there is to say of it as JSON."""
    async with opened(call.for_work(found.group_id).config, set_up=False) as it:
        restored = await it.graph.restore(found)
        await call.speak_of(it.graph)
    shown = it.address.shown
    if not call.terminal.json:
        call.terminal.line(say.imported(found.group_id, shown, changed=restored.changed))
    return {
        "work": found.group_id,
        "revision": restored.revision,
        "store": shown,
        "changed": restored.changed,
    }


async def config(call: Call) -> None:
    """Show the settings in force and where each came from; secrets are masked."""
    if call.terminal.json:
        call.terminal.value({"settings": values.config(call.config), "cache": str(call.config.cache_folder)})
        return
    rows = [(one.name, one.shown or "-", ORIGINS[one.origin]) for one in call.config.settings.values()]
    call.terminal.table(say.SETTING_COLUMNS, rows)
    call.terminal.line(say.STORE, store_address(call.config.text("EPISODIC_STORE")).shown)
    call.terminal.line(say.CACHE, str(call.config.cache_folder))
