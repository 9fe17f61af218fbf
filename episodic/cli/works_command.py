"""The command `works`, which lists the works of a store."""

from __future__ import annotations

import typer

from episodic.cli.context import CommandContext, command
from episodic.cli.escaping import Json
from episodic.cli.messages.reads import WORK_COLUMNS
from episodic.cli.terminal import local_time
from episodic.factory import open_store, require_store
from episodic.model.records import Kind, Work


def register(app: typer.Typer) -> None:
    """Add the command of this module to *app*."""
    command(app, "works", default_work=False)(works)


async def works(call: CommandContext) -> None:
    """List the works of the store."""
    require_store(call.config)
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
        call.terminal.value({"works": [{**_value(work), "counts": counts} for work, counts in both]})
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


def _value(work: Work) -> dict[str, Json]:
    return {
        "work": work.group_id,
        "revision": work.revision,
        "embedder": work.embedder,
        "dimension": work.dimension,
        "created_at": work.created_at,
        "changed_at": work.changed_at,
    }
