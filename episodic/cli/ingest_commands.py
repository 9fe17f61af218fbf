"""The commands `ingest`, `add`, `retry`, `replace`, `remove`, `merge` and `delete`, and the output of their results."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace as replaced
from pathlib import Path
from typing import Annotated

import typer

from episodic.cli.chapter_input import given_chapter
from episodic.cli.context import CommandContext, command
from episodic.cli.jobs_command import AsJob, run_job
from episodic.cli.messages import edits, storage
from episodic.cli.messages import ingestion as say
from episodic.cli.messages.jobs import reads_chapter
from episodic.cli.messages.jobs import submitted as job_submitted
from episodic.cli.messages.language_choice import main_language
from episodic.cli.messages.message import SILENT, Phrase, listed
from episodic.cli.options import ChapterName, File
from episodic.cli.preview import (
    READ_ACTIONS,
    ChapterAction,
    Estimate,
    Preview,
    estimate,
    previewed,
    unread,
    unread_by_rules,
)
from episodic.cli.preview_output import preview_value, show_estimate, show_preview
from episodic.cli.progress import ProgressBar
from episodic.cli.result_output import chapter_reported, edited, exit_for_failures, reported, show_summary
from episodic.cli.terminal import styled
from episodic.cli.work_settings import CalendarFile, HowMuch, changed_settings
from episodic.errors import InputError
from episodic.extraction.rule_based.language_rules import READING
from episodic.factory import OpenedGraph, forget_caches, model_name, opened, prices, require_store, store_address
from episodic.jobs.records import JobOptions
from episodic.model.episodes import Chapter, Layer
from episodic.pipeline.reports import ManuscriptReport, Outcome
from episodic.pipeline.sync.planning import Extent
from episodic.text.file_names import manuscript_name
from episodic.text.language import language_of
from episodic.text.manuscript_files import Manuscript, heading_title, load_manuscript

InLayer = Annotated[Layer, typer.Option("--in-layer", help="What the text counts as.")]
KeepRemoved = Annotated[bool, typer.Option("--keep-removed", help="Keep chapters no longer in the manuscript.")]
ManuscriptName = Annotated[
    str | None,
    typer.Option("--manuscript", help="Which manuscript of the work this is (the file's name).", show_default=False),
]


def register(app: typer.Typer) -> None:
    command(app, "ingest", writes=True)(ingest)
    command(app, "add", writes=True)(add)
    command(app, "retry", writes=True)(retry)
    command(app, "replace", writes=True)(replace)
    command(app, "remove", writes=True)(remove)
    command(app, "merge", writes=True)(merge)
    command(app, "delete", writes=True, default_work=False)(delete)


async def ingest(
    call: CommandContext,
    path: Annotated[
        Path, typer.Argument(metavar="PATH", help="A .txt, .md, .epub or .docx file, or a folder of them.")
    ],
    *,
    in_layer: InLayer = Layer.CANON,
    calendar: CalendarFile = None,
    density: HowMuch = None,
    keep_removed: KeepRemoved = False,
    named: ManuscriptName = None,
    job: AsJob = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show the preview and stop.")] = False,
) -> None:
    """Read a manuscript, chapter by chapter. A repeated run resumes where it stopped and reads only what changed."""
    manuscript = load_manuscript(path)
    _speak_as(call, manuscript.chapters)
    extent = Extent.of(named or manuscript_name(path), removing=not keep_removed)
    plan = await _plan(call, manuscript.chapters, in_layer, extent)
    model, cost = model_name(call.config), None
    if model is not None:
        cost = estimate(plan.chapters, plan.reply_per_text)
    _show_plan(call, manuscript, plan, model, cost)
    if dry_run:
        if call.terminal.json:
            call.terminal.value({"preview": preview_value(manuscript, plan, cost, prices(call.config))})
        return
    if plan.found.resembles and named is None:
        raise InputError(
            f"Most of these chapters are the same as in manuscript {plan.found.resembles!r} and would be duplicated.",
            hint=f"--manuscript {plan.found.resembles!r} updates that manuscript; another name adds a second one.",
        )
    joining = bool(plan.others) and named is None
    if not _agreed(call, plan, cost, joining=joining):
        call.terminal.note(say.NOTHING_READ)
        return
    _say_where(call)
    settings = await changed_settings(call, calendar, density)
    if job:
        options = JobOptions(in_layer, extent.manuscript, extent.removing, settings=settings)
        await _run_as_job(call, manuscript.chapters, options)
        return
    async with call.writing(settings) as work:
        report = await _read_in(call, work, plan, in_layer, extent)
    show_summary(call, work, report, {"preview": preview_value(manuscript, plan, cost, work.prices)})
    if calendar and settings is not None and not call.terminal.json:
        call.terminal.line(say.CALENDARS, listed(one.name for one in settings.calendars))
        if any(one.outcome is Outcome.UNCHANGED for one in report.chapters):
            call.terminal.note(say.REREAD_FOR_CALENDARS)
    exit_for_failures(report)


def _show_plan(
    call: CommandContext, manuscript: Manuscript, plan: Preview, model: str | None, cost: Estimate | None
) -> None:
    if not call.terminal.json:
        show_preview(call.terminal, manuscript, plan)
        if plan.others and not plan.found.resembles:
            joined = say.other_manuscripts(plan.found.extent.manuscript, plan.others, work=call.work)
            call.terminal.line(styled("! ", "yellow"), joined, indent=0)
        _show_readers(call, plan, model)
    if cost is not None and cost.chapters and model is not None:
        show_estimate(call.terminal, cost, model=model, prices=prices(call.config), again=not plan.fresh)


async def _run_as_job(call: CommandContext, chapters: Sequence[Chapter], options: JobOptions) -> None:
    async with call.writing() as work:
        stored = await work.graph.jobs.submit_ingestion(chapters, options=options)
        call.terminal.note(job_submitted(stored))
        await run_job(call, work, stored)


async def add(
    call: CommandContext,
    file: File,
    *,
    title: Annotated[str | None, typer.Option("--title", help="Its title, if its first line is not a title.")] = None,
    key: Annotated[str | None, typer.Option("--key", help="Its key from now on.")] = None,
    reference_time: Annotated[str | None, typer.Option("--time", help="The story time at which it begins.")] = None,
    in_layer: InLayer = Layer.CANON,
    no_wait: Annotated[
        bool, typer.Option("--no-wait", help="Only store the text, which can be searched then; a job reads it later.")
    ] = False,
) -> None:
    """Add one chapter after the others."""
    chapter = given_chapter(file)
    if title is not None and not heading_title(chapter.text):
        chapter = replaced(chapter, title=title, path=(*chapter.path[:-1], title))
    _speak_as(call, [chapter])
    language = language_of(chapter.text)
    if model_name(call.config) is None and not READING.supplied_by(language):
        call.terminal.note(say.not_read_by_rules([chapter.title], language))
    _say_where(call)
    async with call.writing() as work:
        report = await work.graph.add_episode(
            chapter, uuid=key, reference_time=reference_time, layer=in_layer, wait=not no_wait
        )
    chapter_reported(call, work, report)
    if report.job is not None:
        call.terminal.note(reads_chapter(report.job))


async def retry(call: CommandContext) -> None:
    """Read the chapters that could not be read before, or that are not read yet."""
    async with call.editing() as work:
        waiting = [one for one in await work.graph.chapters() if one.unread]
        with ProgressBar(
            call.terminal, chapters=len(waiting), known=0, spent=lambda: work.ledger.usage.total.spent.tokens
        ) as bar:
            report = await work.graph.retry(on_progress=bar.step)
    reported(call, work, report)


async def replace(call: CommandContext, chapter: ChapterName, file: File) -> None:
    """Replace the text of a chapter, and show what that changes."""
    text = given_chapter(file)
    if text.title == file.stem:
        # If the file names no title, the chapter keeps its present title.
        text = replaced(text, title="", path=())
    async with call.editing() as work:
        report = await work.graph.replace_episode(chapter, text)
    chapter_reported(call, work, report)


async def remove(call: CommandContext, chapter: ChapterName) -> None:
    """Remove a chapter, and show what that changes."""
    async with call.editing() as work:
        episode = await work.graph.find_episode(chapter)
        if not call.terminal.confirmed(edits.remove_question(episode.title)):
            call.terminal.note(edits.NOTHING_REMOVED)
            return
        edited(call, await work.graph.remove_episode(episode.uuid), done=edits.REMOVED, what=episode.title)


async def merge(
    call: CommandContext,
    first: Annotated[str, typer.Argument(metavar="NAME", help="A name, alias or id.")],
    second: Annotated[str, typer.Argument(metavar="OTHER", help="A name, alias or id of the same entity.")],
    *,
    told_from: Annotated[
        str | None, typer.Option("--from", help="The chapter where the reader learns it.", show_default=False)
    ] = None,
    reason: Annotated[str, typer.Option("--reason", help="The reason, kept with the decision.")] = "",
    across_types: Annotated[bool, typer.Option("--across-types", help="Also of different types.")] = False,
) -> None:
    """Declare two entities to be the same, and merge them."""
    async with call.editing() as work:
        answer = await work.graph.merge_entities(
            first, second, told_from=told_from, reason=reason, across_types=across_types
        )
    edited(call, answer, done=edits.MERGED, what=f"{first} = {second}")


async def delete(call: CommandContext) -> None:
    """Delete the whole work: graph, history, and its cached replies and vectors."""
    require_store(call.config)
    async with opened(call.config) as work:
        # A work that an interrupted import left incomplete can be deleted, although no command can read it.
        if await work.graph.store.staged(call.work) is None:
            await call.require_work(work)
            await call.speak_of(work.graph)
        if not call.terminal.confirmed(storage.delete_question(call.work, work.address.shown), default=False):
            if not call.terminal.can_ask:
                raise InputError("Deleting a work needs a confirmation.", hint="Give --yes.")
            call.terminal.note(storage.NOTHING_WAS_DELETED)
            return
        await work.graph.delete()
    cached = forget_caches(call.config)
    if call.terminal.json:
        call.terminal.value({"deleted": call.work, "cached_removed": cached})
    else:
        call.terminal.line(storage.deleted(call.work, cached))


def _show_readers(call: CommandContext, plan: Preview, model: str | None) -> None:
    if model is not None and plan.by_rules:
        call.terminal.line(styled("! ", "yellow"), say.read_by_rules(plan.by_rules), indent=0)
    if model is None:
        for language, titles in unread_by_rules(plan).items():
            call.terminal.line(styled("! ", "yellow"), say.not_read_by_rules(titles, language), indent=0)


async def _plan(call: CommandContext, chapters: Sequence[Chapter], layer: Layer, extent: Extent) -> Preview:
    if store_address(call.config.text("EPISODIC_STORE")).is_new:
        return unread(chapters)
    async with opened(call.config) as work:
        await call.speak_of(work.graph)
        return await previewed(work.graph.store, call.work, chapters, layer=layer, extent=extent)


def _agreed(call: CommandContext, plan: Preview, cost: Estimate | None, *, joining: bool) -> bool:
    """Ask the user before chapters are read, moved, renamed or removed, and return the answer. The user is also asked
    before a manuscript is added to a work that has others.

    With --yes, with --json, and without a terminal, the user is not asked, and the result is True. Raises InputError if
    --yes is missing and the user cannot be asked whether to remove chapters, or to add a manuscript beside others.
    """
    gone = [one.title for one in plan.found.removed]
    cannot_agree = not call.terminal.yes and (call.terminal.json or not call.terminal.can_ask)
    if joining and cannot_agree:
        name = plan.found.extent.manuscript
        raise InputError(
            f"Work {call.work!r} already has the manuscript {', '.join(map(repr, plan.others))}; "
            f"{name!r} would be added to this work.",
            hint=f"Give --work NAME for a work of its own, or --yes or --manuscript {name!r} to add it to this work.",
        )
    if gone and cannot_agree:
        raise InputError(
            f"Chapters of work {call.work!r} are no longer in the manuscript: {', '.join(map(repr, gone))}.",
            hint="Give --yes to remove them, or --keep-removed to keep them.",
        )
    question = _question(call, plan, cost, gone, joining=joining)
    if not question or call.terminal.json:
        return True
    return call.terminal.confirmed(question, default=not gone and not joining)


def _question(
    call: CommandContext, plan: Preview, cost: Estimate | None, gone: Sequence[str], *, joining: bool
) -> Phrase:
    fresh = plan.count(*READ_ACTIONS)
    tokens = 0 if cost is None else cost.prompt_tokens + cost.reply_tokens
    parts = (
        say.join_question(plan.found.extent.manuscript, call.work) if joining else SILENT,
        say.read_question(fresh, call.work, tokens) if fresh else SILENT,
        say.move_question(count) if (count := plan.count(ChapterAction.MOVED)) else SILENT,
        say.rename_question(count) if (count := plan.count(ChapterAction.RENAMED)) else SILENT,
        say.take_out_question(gone) if gone else SILENT,
    )
    return say.asked(parts)


def _speak_as(call: CommandContext, chapters: Sequence[Chapter]) -> None:
    call.speak(main_language(language_of(one.text) for one in chapters))


def _say_where(call: CommandContext) -> None:
    address = store_address(call.config.text("EPISODIC_STORE"))
    if address.is_new:
        call.terminal.note(say.new_store(address.shown))
    if model_name(call.config) is None:
        call.terminal.note(say.NO_MODEL)


async def _read_in(
    call: CommandContext, work: OpenedGraph, plan: Preview, layer: Layer, extent: Extent
) -> ManuscriptReport:
    """Ingest the chapters of the preview *plan* and return the report about the ingestion. After Ctrl-C, print how many
    chapters are done and how to resume.
    """
    chapters = [one.chapter for one in plan.chapters]
    known = len(chapters) - plan.count(*READ_ACTIONS)
    with ProgressBar(
        call.terminal, chapters=len(chapters), known=known, spent=lambda: work.ledger.usage.total.spent.tokens
    ) as bar:
        try:
            return await work.graph.add_manuscript(
                chapters, layer=layer, named=extent.manuscript, removing=extent.removing, on_progress=bar.step
            )
        except asyncio.CancelledError:
            call.terminal.note(say.stopping(bar.done, len(chapters)))
            raise
