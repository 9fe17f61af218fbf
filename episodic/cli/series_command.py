"""The command `series`, which lists and edits series of works, searches and exports a series, and answers questions
from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from episodic.app import StoryGraph
from episodic.cli.answer_command import show_answer
from episodic.cli.context import CommandContext, command
from episodic.cli.escaping import Json
from episodic.cli.messages import series as say
from episodic.cli.rendering import show_hit
from episodic.cli.result_output import show_spent
from episodic.errors import InputError
from episodic.facade.series import Series, series_names
from episodic.factory import OpenedGraph, opened, require_store
from episodic.model.series import SeriesRecord
from episodic.pipeline.import_export.backups import backup
from episodic.search.scope import Scope
from episodic.search.series_search import SeriesResults
from episodic.serialisers.reports import usage
from episodic.serialisers.views import VIEWS

Name = Annotated[str | None, typer.Argument(metavar="NAME", help="The series; all series if omitted.")]
Works = Annotated[
    list[str] | None, typer.Option("--add", metavar="WORK", help="Add a work of the store.", show_default=False)
]
Remove = Annotated[str | None, typer.Option("--remove", metavar="WORK", help="Remove a work.", show_default=False)]
Link = Annotated[
    tuple[str, str, str, str] | None,
    typer.Option(
        "--link", metavar="WORK NAME WORK NAME", help="Declare two entities to be the same.", show_default=False
    ),
]
Revealed = Annotated[
    tuple[str, str] | None,
    typer.Option(
        "--revealed", metavar="WORK CHAPTER", help="With --link: where the reader learns it.", show_default=False
    ),
]
Unlink = Annotated[int | None, typer.Option("--unlink", metavar="N", help="Revoke a link.", show_default=False)]
Undo = Annotated[bool, typer.Option("--undo", help="Undo the last edit of the series.")]
Delete = Annotated[bool, typer.Option("--delete", help="Delete the series, but none of its works.")]
Export = Annotated[
    str | None,
    typer.Option(
        "--export",
        metavar="FILE",
        help="Write the series and its works to a file that `import` reads.",
        show_default=False,
    ),
]
Query = Annotated[str | None, typer.Option("--search", metavar="QUERY", help="Search all works.", show_default=False)]
Answer = Annotated[
    str | None,
    typer.Option("--answer", metavar="QUESTION", help="Answer a question from all works.", show_default=False),
]
Until = Annotated[
    list[str] | None,
    typer.Option(
        "--until",
        metavar="WORK=CHAPTER",
        help="With --search or --answer: read a work up to a chapter.",
        show_default=False,
    ),
]
Limit = Annotated[int, typer.Option("--limit", "-n", min=1, help="At most so many.")]


def register(app: typer.Typer) -> None:
    command(app, "series", default_work=False)(series)


async def series(
    call: CommandContext,
    name: Name = None,
    *,
    add: Works = None,
    remove: Remove = None,
    link: Link = None,
    revealed: Revealed = None,
    unlink: Unlink = None,
    undo: Undo = False,
    delete: Delete = False,
    search: Query = None,
    answer: Answer = None,
    until: Until = None,
    export: Export = None,
    limit: Limit = 10,
) -> None:
    """List, edit, search or ask the series of the store: works that share people and places."""
    require_store(call.config)
    async with opened(call.config, reads=answer is not None) as found:
        if name is None:
            names = await series_names(found.graph.store)
            _show_names(call, names)
            return
        async with found.graph.series(name) as chosen:
            if delete:
                _show_deleted(call, deleted=await chosen.delete())
                return
            edited = await _edited(chosen, add=add, remove=remove, link=link, revealed=revealed, unlink=unlink)
            if undo:
                edited = await chosen.undo()
            if export is not None:
                await _export(call, found.graph, await chosen.record(), export)
                return
            scopes = dict(_until(one) for one in until or ())
            if answer is not None:
                await _answer(call, found, chosen, answer, scopes)
                return
            if search is None:
                _show(call, edited or await chosen.record())
                return
            results = await chosen.search(search, scopes=scopes, limit=limit)
            _show_results(call, results, await chosen.record())


async def _edited(
    chosen: Series,
    *,
    add: list[str] | None,
    remove: str | None,
    link: tuple[str, str, str, str] | None,
    revealed: tuple[str, str] | None,
    unlink: int | None,
) -> SeriesRecord | None:
    edited: SeriesRecord | None = None
    if add:
        edited = await chosen.add(*add)
    if remove is not None:
        edited = await chosen.remove(remove)
    if link is not None:
        edited = await chosen.link(link[:2], link[2:], revealed=revealed)
    if unlink is not None:
        edited = await chosen.unlink(unlink)
    return edited


async def _export(call: CommandContext, graph: StoryGraph, record: SeriesRecord, file: str) -> None:
    done = await backup(graph.store, Path(file), only=record)
    if call.terminal.json:
        call.terminal.value({"series": record.name, "works": list(done.works), "file": file})
    else:
        call.terminal.line(say.exported(record, file))


async def _answer(
    call: CommandContext, found: OpenedGraph, chosen: Series, question: str, scopes: Mapping[str, Scope]
) -> None:
    answer = await chosen.answer(question, scopes=scopes)
    if call.terminal.json:
        spent = usage(found.ledger.usage, found.prices)
        call.terminal.value({**VIEWS.object_of(answer), "usage": spent})
        return
    show_answer(call.terminal, answer)
    show_spent(call, found)


def _until(text: str) -> tuple[str, Scope]:
    work, equals, chapter = text.rpartition("=")
    if not equals or not work or not chapter:
        raise InputError(f"--until {text!r} is not WORK=CHAPTER.", hint="For example: --until 'first book'=12")
    return work, Scope(told_by=chapter)


def _show_names(call: CommandContext, names: tuple[str, ...]) -> None:
    if call.terminal.json:
        call.terminal.value({"series": list(names)})
        return
    for name in names:
        call.terminal.line(name)
    if not names:
        call.terminal.line(say.NO_SERIES)


def _show_deleted(call: CommandContext, *, deleted: bool) -> None:
    if call.terminal.json:
        call.terminal.value({"deleted": deleted})
    else:
        call.terminal.line(say.DELETED if deleted else say.NOT_THERE)


def _show(call: CommandContext, found: SeriesRecord) -> None:
    if call.terminal.json:
        value: Json = VIEWS.of(found)
        call.terminal.value(value)
        return
    call.terminal.line(say.works(found))
    for one in found.links:
        call.terminal.line(say.link(one), indent=2)


def _show_results(call: CommandContext, found: SeriesResults, record: SeriesRecord) -> None:
    if call.terminal.json:
        call.terminal.value(VIEWS.of(found))
        return
    for number, one in enumerate(found.hits, start=1):
        show_hit(call.terminal, number, one.hit, query=one.query, work=one.work)
    if not found.hits:
        call.terminal.line(say.no_hits(record))
    for reason in found.degraded:
        call.terminal.warn(reason)
