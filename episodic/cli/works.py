"""The command that lists the works of a store."""

from __future__ import annotations

import typer

from episodic.cli.calls import Call, command
from episodic.cli.escaping import Json
from episodic.cli.terminal import local_time
from episodic.cli.wording.looking import WORK_COLUMNS
from episodic.model.records import Work
from episodic.opening import open_store, require_store


def register(app: typer.Typer) -> None:
    """Adds the command."""
    command(app, "works", settles=False)(works)


async def works(call: Call) -> None:
    """List the works of the store."""
    require_store(call.config)
    counted: list[dict[str, Json]] = []
    store = open_store(call.config)
    try:
        await store.setup()
        found = await store.works()
        for one in found:
            counts = await store.counts(one.group_id)
            counted.append({kind.value: number for kind, number in counts.items()})
    finally:
        await store.close()
    if call.terminal.json:
        both = zip(found, counted, strict=True)
        call.terminal.value({"works": [{**_value(one), "counts": counts} for one, counts in both]})
        return
    rows = [
        (
            one.group_id,
            *(str(counts.get(kind, 0)) for kind in ("episode", "entity", "fact")),
            local_time(one.changed_at),
            one.embedder or "-",
        )
        for one, counts in zip(found, counted, strict=True)
    ]
    call.terminal.table(WORK_COLUMNS, rows, right=(1, 2, 3, 4))


def _value(one: Work) -> dict[str, Json]:
    return {
        "work": one.group_id,
        "revision": one.revision,
        "embedder": one.embedder,
        "dimension": one.dimension,
        "created_at": one.created_at,
        "changed_at": one.changed_at,
    }
