"""Commands that let go of history, and that keep a copy of everything."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from episodic.cli.calls import Call, command
from episodic.cli.escaping import Json
from episodic.cli.wording import keeping as say
from episodic.errors import InputError
from episodic.opening import forget_caches, opened, require_store
from episodic.pipeline.exchange.compacting import Compacted

Keep = Annotated[
    int | None, typer.Option("--keep-revisions", metavar="N", help="How many revisions can still be read.")
]
Before = Annotated[int | None, typer.Option("--before", metavar="REVISION", help="The first that can still be read.")]
Purge = Annotated[
    bool, typer.Option("--purge", help="Every text that was deleted or replaced, wiped out of the store.")
]
Force = Annotated[bool, typer.Option("--force", help="Overwrite the file if it is there.")]


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    command(app, "compact", writes=True)(compact)
    command(app, "backup", settles=False)(backup)


async def compact(call: Call, *, keep_revisions: Keep = None, before: Before = None, purge: Purge = False) -> None:
    """Let go of old history: how far back undo and earlier revisions can be read. The work as it is stays as it is."""
    if [keep_revisions is not None, before is not None, purge].count(True) != 1:
        raise InputError(
            "How much history is kept is not said.", hint="Give one of --keep-revisions N, --before REVISION, --purge."
        )
    async with call.reading() as it:
        if not _agreed(call, purge=purge):
            return
        if purge:
            done = await it.graph.purge()
        else:
            done = await it.graph.compact(before=before, keep_revisions=keep_revisions)
    cached = forget_caches(call.config) if purge else 0
    _show(call, done, cached)


def _agreed(call: Call, *, purge: bool) -> bool:
    if call.terminal.confirmed(say.compact_question(call.work, purge=purge), default=False):
        return True
    if not call.terminal.can_ask:
        raise InputError(
            "Letting go of history needs a yes.", hint="Give --yes; `episodic backup` keeps a copy before."
        )
    call.terminal.note(say.NOTHING_WAS_CHANGED)
    return False


def _show(call: Call, done: Compacted, cached: int) -> None:
    if call.terminal.json:
        shown: dict[str, Json] = {
            "work": call.work,
            "revision": done.revision,
            "readable_from": done.readable_from,
            "records_removed": done.dropped,
            "cached_removed": cached,
        }
        call.terminal.value(shown)
        return
    call.terminal.line(
        say.compacted(call.work, dropped=done.dropped, first=done.readable_from, last=done.revision, cached=cached)
    )


async def backup(
    call: Call,
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="Where to; as lines that `import` takes if it ends .jsonl or .gz.")
    ],
    *,
    force: Force = False,
) -> None:
    """Write every work of the store into one file, while it is in use, too."""
    require_store(call.config)
    async with opened(call.config) as it:
        done = await it.graph.backup(Path(file), replace=force)
    if call.terminal.json:
        works: list[Json] = [*done.works]
        call.terminal.value({"file": file, "works": works, "as_lines": done.as_lines, "store": it.address.shown})
        return
    call.terminal.line(say.backed_up(done.works, file, as_lines=done.as_lines))
