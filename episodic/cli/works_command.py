"""The command `works`, which lists the works of a store or renames a work."""

from __future__ import annotations

from typing import Annotated

import typer

from episodic.cli.context import CommandContext, command
from episodic.cli.escaping import Json
from episodic.cli.messages.reads import WORK_COLUMNS
from episodic.cli.messages.storage import renamed
from episodic.cli.terminal import local_time
from episodic.errors import InputError
from episodic.factory import open_store, opened, rename_caches, require_store
from episodic.model.records import Kind
from episodic.serialisers.works import work_value


def register(app: typer.Typer) -> None:
    command(app, "works", default_work=False)(works)


async def works(
    call: CommandContext,
    action: Annotated[
        list[str] | None,
        typer.Argument(metavar="[rename OLD NEW]", help="Give the work OLD the name NEW.", show_default=False),
    ] = None,
) -> None:
    """List the works of the store, or rename a work."""
    require_store(call.config)
    match action:
        case None | []:
            await _list(call)
        case ["rename", old, new]:
            await _rename(call.for_work(old), new)
        case _:
            raise InputError(
                f"`works` does not know {' '.join(action)!r}.", hint="Write `episodic works rename OLD NEW`."
            )


async def _rename(call: CommandContext, name: str) -> None:
    async with opened(call.config) as work:
        await call.require_work(work)
        await call.speak_of(work.graph)
        revision = await work.graph.rename_work(name)
    rename_caches(call.config, name)
    if call.terminal.json:
        call.terminal.value({"work": name, "was": call.work, "revision": revision})
    else:
        call.terminal.line(renamed(call.work, name))


async def _list(call: CommandContext) -> None:
    counted: list[dict[str, Json]] = []
    store = open_store(call.config)
    try:
        await store.setup()
        found = await store.works()
        for work in found:
            counts = await store.counts(work.group_id)
            counted.append({kind.value: number for kind, number in counts.items() if kind is not Kind.CHECKPOINT})
    finally:
        await store.close()
    if call.terminal.json:
        both = zip(found, counted, strict=True)
        call.terminal.value({"works": [{**work_value(work), "counts": counts} for work, counts in both]})
        return
    rows = [
        (
            work.group_id,
            *(str(counts.get(kind, 0)) for kind in ("episode", "entity", "fact")),
            local_time(work.changed_at),
            work.embedder or "-",
        )
        for work, counts in zip(found, counted, strict=True)
    ]
    call.terminal.table(WORK_COLUMNS, rows, right=(1, 2, 3, 4))
