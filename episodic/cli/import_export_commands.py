"""The commands `export` and `import` of works, and `config`, which shows the settings in force."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from episodic.cli.atomic_output import whole_file
from episodic.cli.context import WORK, CommandContext, chosen_by_user, command
from episodic.cli.escaping import Json
from episodic.cli.export_files import STDIO, ExportFile, export_file
from episodic.cli.jobs_command import AsJob, run_job
from episodic.cli.messages import storage as say
from episodic.cli.messages.ingestion import new_store
from episodic.cli.messages.jobs import submitted as job_submitted
from episodic.cli.messages.labels import ORIGINS
from episodic.config import Config
from episodic.errors import InputError, StoreFullError
from episodic.factory import opened, store_address
from episodic.model.series import SeriesRecord
from episodic.pipeline.import_export.importing import Imported
from episodic.pipeline.import_export.series_lines import restore_series
from episodic.search.scope import Scope


def register(app: typer.Typer) -> None:
    command(app, "export", scoped=True)(export)
    command(app, "import", default_work=False)(import_)
    command(app, "config", default_work=False)(config)


async def export(
    call: CommandContext,
    file: Annotated[str, typer.Argument(metavar="FILE", help="The output file; - is standard output.")],
    *,
    canonical: Annotated[bool, typer.Option("--canonical", help="The form for comparing two works.")] = False,
) -> None:
    """Write a work as JSON lines (docs/export.md): all of it, or up to a chapter, at a revision, or of a layer."""
    if file == STDIO and call.terminal.json:
        raise InputError(
            "--json cannot be combined with an export to standard output.", hint="Export to a file, or omit --json."
        )
    async with call.reading() as work:
        asked = replace(call.scope, include_ended=False)
        lines = work.graph.export(canonical=canonical, scope=None if asked == Scope() else asked)
        count = 0
        if file == STDIO:
            async for line in lines:
                call.terminal.raw(line)
            return
        try:
            with whole_file(Path(file)) as new:
                if new.removed:
                    call.terminal.note(say.leftovers(new.removed))
                async for line in lines:
                    new.text.write(line + "\n")
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
    call: CommandContext,
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="A file of `export` or `backup`, gzipped or not; - is standard input."),
    ],
    *,
    as_: Annotated[
        str | None,
        typer.Option("--as", metavar="NAME", help="Import the work under this name.", show_default=False),
    ] = None,
    job: AsJob = False,
) -> None:
    """Import exported works; each work is imported completely or not at all."""
    with export_file(file) as source:
        works = source.works()
        first = next(works)
        names = (first.group_id, *(one.group_id for one in works))
        wanted = _wanted(call, names)
        if as_ is not None and len(wanted) != 1:
            raise InputError(
                f"The file holds {len(wanted)} works, but --as gives only one name.", hint="Choose one with --work."
            )
        if job:
            await _import_as_job(call, source, names, wanted, renamed=as_ is not None)
            return
        address = store_address(call.config.text("EPISODIC_STORE"))
        is_new = address.is_new
        # All works of the file were read above, so that an invalid file is refused before anything is imported. If the
        # file has several works, they are read again one by one, so that only one work is in memory.
        found = [first] if len(names) == 1 else source.works()
        series = source.series() if as_ is None else []
        done = [await _imported(call, one, as_ or one.group_id) for one in found if one.group_id in wanted]
        restored = await _restored_series(call, wanted[0], series)
    if is_new:
        call.terminal.note(new_store(address.shown))
    if call.terminal.json:
        shown: dict[str, Json] = {"series": list(restored)} if restored else {}
        call.terminal.value(done[0] if len(done) == 1 and not restored else {"works": done, **shown})
    elif restored:
        call.terminal.line(say.restored_series(restored))


async def _restored_series(call: CommandContext, work: str, series: Sequence[SeriesRecord]) -> tuple[str, ...]:
    if not series:
        return ()
    async with opened(call.for_work(work).config) as found:
        return await restore_series(found.graph.store, series, at=found.graph.session.tools.clock())


async def _import_as_job(
    call: CommandContext, source: ExportFile, names: Sequence[str], wanted: Sequence[str], *, renamed: bool
) -> None:
    if renamed or len(wanted) != 1:
        raise InputError("--job imports one work under its own name.", hint="Choose a work with --work, and omit --as.")
    async with opened(call.for_work(wanted[0]).config) as work:
        stored = await work.graph.jobs.submit_import(source.lines(names.index(wanted[0])))
        call.terminal.note(job_submitted(stored))
        await run_job(call, work, stored)


def _wanted(call: CommandContext, names: tuple[str, ...]) -> tuple[str, ...]:
    if not chosen_by_user(call.config, WORK):
        return names
    if call.work not in names:
        raise InputError(
            f"The file holds {', '.join(repr(one) for one in names[:20])}, not {call.work!r}.",
            hint="Nothing was imported; omit --work, or name a work of the file.",
        )
    return (call.work,)


async def _imported(call: CommandContext, found: Imported, name: str) -> Json:
    async with opened(call.for_work(name).config, set_up=False) as work:
        restored = await work.graph.restore(found, renamed=True)
        await call.speak_of(work.graph)
    shown = work.address.shown
    if not call.terminal.json:
        call.terminal.line(say.imported(name, shown, changed=restored.changed))
    return {
        "work": name,
        "revision": restored.revision,
        "store": shown,
        "changed": restored.changed,
    }


async def config(call: CommandContext) -> None:
    """Show the settings in force and where each came from; secrets are masked."""
    if call.terminal.json:
        call.terminal.value({"settings": _settings(call.config), "cache": str(call.config.cache_folder)})
        return
    rows = [(one.name, one.shown or "-", ORIGINS[one.origin]) for one in call.config.settings.values()]
    call.terminal.table(say.SETTING_COLUMNS, rows)
    call.terminal.line(say.STORE, store_address(call.config.text("EPISODIC_STORE")).shown)
    call.terminal.line(say.CACHE, str(call.config.cache_folder))


def _settings(one: Config) -> Json:
    return {
        name: {"value": setting.shown, "from": setting.origin.value, "secret": setting.secret}
        for name, setting in one.settings.items()
    }
