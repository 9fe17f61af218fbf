"""The commands `compact`, `backup` and `reindex`, which maintain a store."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from episodic.cli.context import CommandContext, command
from episodic.cli.escaping import Json
from episodic.cli.messages import storage as say
from episodic.errors import InputError
from episodic.factory import forget_caches, opened, require_store
from episodic.pipeline.import_export.compaction import Compacted

Keep = Annotated[
    int | None, typer.Option("--keep-revisions", metavar="N", help="How many revisions can still be read.")
]
Before = Annotated[
    int | None, typer.Option("--before", metavar="REVISION", help="The first revision that can still be read.")
]
Purge = Annotated[bool, typer.Option("--purge", help="Erase every deleted or replaced text from the store.")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite the file if it exists.")]


def register(app: typer.Typer) -> None:
    command(app, "compact", writes=True)(compact)
    command(app, "backup", default_work=False)(backup)
    command(app, "reindex", writes=True)(reindex)


async def compact(
    call: CommandContext, *, keep_revisions: Keep = None, before: Before = None, purge: Purge = False
) -> None:
    """Delete old history; older revisions can then no longer be read or restored. The present state of the work does
    not change.
    """
    if [keep_revisions is not None, before is not None, purge].count(True) != 1:
        raise InputError(
            "It is not specified how much history to keep.",
            hint="Give one of --keep-revisions N, --before REVISION, --purge.",
        )
    async with call.reading() as work:
        if not _agreed(call, purge=purge):
            return
        if purge:
            done = await work.graph.purge()
        else:
            done = await work.graph.compact(before=before, keep_revisions=keep_revisions)
    cached = forget_caches(call.config) if purge else 0
    _show(call, done, cached)


def _agreed(call: CommandContext, *, purge: bool) -> bool:
    if call.terminal.confirmed(say.compact_question(call.work, purge=purge), default=False):
        return True
    if not call.terminal.can_ask:
        raise InputError(
            "Deleting history needs a confirmation.", hint="Give --yes; `episodic backup` makes a copy first."
        )
    call.terminal.note(say.NOTHING_WAS_CHANGED)
    return False


def _show(call: CommandContext, done: Compacted, cached: int) -> None:
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
    call: CommandContext,
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="The output file; .jsonl or .gz writes lines that `import` can read."),
    ],
    *,
    force: Force = False,
) -> None:
    """Write every work of the store into one file, also while the store is in use."""
    require_store(call.config)
    async with opened(call.config) as it:
        done = await it.graph.backup(Path(file), replace=force)
    if done.removed:
        call.terminal.note(say.leftovers(done.removed))
    if call.terminal.json:
        works: list[Json] = [*done.works]
        call.terminal.value({"file": file, "works": works, "as_lines": done.as_lines, "store": it.address.shown})
        return
    call.terminal.line(say.backed_up(done.works, file, as_lines=done.as_lines))


async def reindex(
    call: CommandContext,
    *,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would be embedded, and stop.")] = False,
) -> None:
    """Embed the work anew after a change of the embedder."""
    async with call.reading() as work:
        plan = await work.graph.plan_reindexing()
        shown: dict[str, Json] = {
            "work": call.work,
            "texts": plan.texts,
            "characters": plan.characters,
            "stored_embedder": plan.stored,
            "embedder": plan.configured,
        }
        if not call.terminal.json:
            call.terminal.line(say.reindex_preview(call.work, plan))
        if dry_run:
            if call.terminal.json:
                call.terminal.value(shown)
            return
        if plan.texts and not call.terminal.json and not call.terminal.confirmed(say.reindex_question(plan.texts)):
            call.terminal.note(say.NOTHING_WAS_CHANGED)
            return
        done = await work.graph.reindex()
    if call.terminal.json:
        call.terminal.value({**shown, "revision": done.revision})
    else:
        call.terminal.line(say.reindexed(done.texts, plan.configured, done.revision))
