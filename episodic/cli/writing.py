"""Commands that read chapters in, change them, or take them away."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace as replaced
from pathlib import Path
from typing import Annotated

import typer

from episodic.cli import values
from episodic.cli.calendar import read_calendar
from episodic.cli.calls import Call, command
from episodic.cli.escaping import Json
from episodic.cli.preview import (
    READ,
    Estimate,
    Plan,
    Preview,
    estimate,
    preview_value,
    previewed,
    show_estimate,
    show_preview,
    unread,
)
from episodic.cli.progress import Bar
from episodic.cli.shown import show_diff, show_failures
from episodic.cli.wording import editing, keeping
from episodic.cli.wording import reading_in as say
from episodic.cli.wording.languages import main_language
from episodic.cli.wording.looking import counted
from episodic.cli.wording.phrase import SILENT, Phrase, listed
from episodic.errors import BudgetExceededError, EpisodicError, InputError, ModelError
from episodic.model.episodes import Chapter, Layer
from episodic.model.records import Kind, from_json
from episodic.model.settings import WorkSettings
from episodic.opening import Opened, forget_caches, model_name, opened, prices, require_store, store_address
from episodic.pipeline.edits.editing import Edited
from episodic.pipeline.manuscript.planning import Extent
from episodic.pipeline.report import ChapterReport, ManuscriptReport, MemoryDiff, Outcome
from episodic.text.file_names import manuscript_name
from episodic.text.files import load_chapter, load_manuscript
from episodic.text.language import language_of

File = Annotated[Path, typer.Argument(metavar="FILE", help="A .txt, .md, .epub or .docx file.", show_default=False)]
ChapterName = Annotated[
    str, typer.Argument(metavar="CHAPTER", help="A heading's number, an ordinal, a title or a key.")
]
InLayer = Annotated[Layer, typer.Option("--in-layer", help="What the text counts as.")]
CalendarFile = Annotated[
    list[Path] | None,
    typer.Option("--calendar", help="A calendar of the story's own, as JSON (docs/calendars.md).", show_default=False),
]
KeepRemoved = Annotated[bool, typer.Option("--keep-removed", help="Leave chapters in that the manuscript has no more.")]
ManuscriptName = Annotated[
    str | None,
    typer.Option("--manuscript", help="Which manuscript of the work this is (the file's name).", show_default=False),
]
LISTED = 12
"""Changes of each kind that the summary of an ingestion lists."""


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    command(app, "ingest", writes=True)(ingest)
    command(app, "add", writes=True)(add)
    command(app, "retry", writes=True)(retry)
    command(app, "replace", writes=True)(replace)
    command(app, "remove", writes=True)(remove)
    command(app, "merge", writes=True)(merge)
    command(app, "delete", writes=True, settles=False)(delete)


async def ingest(
    call: Call,
    path: Annotated[
        Path, typer.Argument(metavar="PATH", help="A .txt, .md, .epub or .docx file, or a folder of them.")
    ],
    *,
    in_layer: InLayer = Layer.CANON,
    calendar: CalendarFile = None,
    keep_removed: KeepRemoved = False,
    named: ManuscriptName = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show the preview and stop.")] = False,
) -> None:
    """Read a manuscript, chapter by chapter. Run again, it goes on where it was, and does only what changed."""
    manuscript = load_manuscript(path)
    _speak_as(call, manuscript.chapters)
    extent = Extent.of(named or manuscript_name(path), removing=not keep_removed)
    plan = await _plan(call, manuscript.chapters, in_layer, extent)
    model, cost = model_name(call.config), None
    if model is not None:
        cost = estimate(plan.chapters)
    if not call.terminal.json:
        show_preview(call.terminal, manuscript, plan)
    if cost is not None and cost.chapters and model is not None:
        show_estimate(call.terminal, cost, model=model, prices=prices(call.config), again=not plan.fresh)
    if dry_run:
        if call.terminal.json:
            call.terminal.value({"preview": preview_value(manuscript, plan, cost, prices(call.config))})
        return
    if plan.found.resembles and named is None:
        raise InputError(
            f"Most of these chapters are those of {plan.found.resembles!r}, word for word, and would be there twice.",
            hint=f"--manuscript {plan.found.resembles!r} reads them as that one, another name puts them beside it.",
        )
    if not _agreed(call, plan, cost):
        call.terminal.note(say.NOTHING_READ)
        return
    _say_where(call)
    settings = await _settings(call, calendar)
    async with call.writing(settings) as it:
        report = await _read_in(call, it, plan, in_layer, extent)
    _summary(call, it, report, {"preview": preview_value(manuscript, plan, cost, it.prices)})
    if settings is not None and not call.terminal.json:
        call.terminal.line(say.CALENDARS, listed(one.name for one in settings.calendars))
        if any(one.outcome is Outcome.UNCHANGED for one in report.chapters):
            call.terminal.note(say.REREAD_FOR_CALENDARS)
    _exit_for(report)


async def add(
    call: Call,
    file: File,
    *,
    title: Annotated[str | None, typer.Option("--title", help="Its title, where its first line is none.")] = None,
    key: Annotated[str | None, typer.Option("--key", help="What it goes by from now on.")] = None,
    reference_time: Annotated[str | None, typer.Option("--time", help="The story time it begins at.")] = None,
    in_layer: InLayer = Layer.CANON,
) -> None:
    """Add one chapter after the others."""
    chapter = load_chapter(file)
    _speak_as(call, [chapter])
    _say_where(call)
    async with call.writing() as it:
        report = await it.graph.add_episode(
            chapter,
            name=title or "",
            uuid=key,
            reference_time=reference_time,
            layer=in_layer,
        )
    chapter_reported(call, it, report)


async def retry(call: Call) -> None:
    """Read the chapters that could not be read before."""
    async with call.editing() as it:
        waiting = [one for one in await it.graph.chapters() if one.failure is not None]
        with Bar(
            call.terminal, chapters=len(waiting), known=0, spent=lambda: it.ledger.usage.total.spent.tokens
        ) as bar:
            report = await it.graph.retry(on_progress=bar.step)
    _summary(call, it, report, {})
    _exit_for(report)


async def replace(call: Call, chapter: ChapterName, file: File) -> None:
    """Put another text in a chapter's place, and show what that changes."""
    text = load_chapter(file)
    if text.title == file.stem:
        # The file names no title: the chapter keeps its own.
        text = replaced(text, title="", path=())
    async with call.editing() as it:
        report = await it.graph.replace_episode(chapter, text)
    chapter_reported(call, it, report)


async def remove(call: Call, chapter: ChapterName) -> None:
    """Take a chapter back, and show what that changes."""
    async with call.editing() as it:
        episode = await it.graph.find_episode(chapter)
        if not call.terminal.confirmed(editing.remove_question(episode.title)):
            call.terminal.note(editing.NOTHING_REMOVED)
            return
        edited(call, await it.graph.remove_episode(episode.uuid), done=editing.REMOVED, what=episode.title)


async def merge(
    call: Call,
    first: Annotated[str, typer.Argument(metavar="NAME", help="A name, alias or id.")],
    second: Annotated[str, typer.Argument(metavar="OTHER", help="Who that is, too.")],
    *,
    told_from: Annotated[
        str | None, typer.Option("--from", help="The chapter where the reader learns it.", show_default=False)
    ] = None,
    reason: Annotated[str, typer.Option("--reason", help="Kept with it.")] = "",
    across_types: Annotated[bool, typer.Option("--across-types", help="Even somebody and something.")] = False,
) -> None:
    """Declare two names to be one and the same."""
    async with call.editing() as it:
        answer = await it.graph.merge_entities(
            first, second, told_from=told_from, reason=reason, across_types=across_types
        )
    edited(call, answer, done=editing.MERGED, what=f"{first} = {second}")


async def delete(call: Call) -> None:
    """Delete the whole work: graph, history, and the replies and vectors that were kept of it."""
    require_store(call.config)
    async with opened(call.config) as it:
        await call.require_work(it)
        await call.speak_of(it.graph)
        if not call.terminal.confirmed(keeping.delete_question(call.work, it.address.shown), default=False):
            if not call.terminal.can_ask:
                raise InputError("Deleting needs a yes.", hint="Give --yes.")
            call.terminal.note(keeping.NOTHING_WAS_DELETED)
            return
        await it.graph.delete()
    cached = forget_caches(call.config)
    if call.terminal.json:
        call.terminal.value({"deleted": call.work, "cached_removed": cached})
    else:
        call.terminal.line(keeping.deleted(call.work, cached))


async def _plan(call: Call, chapters: Sequence[Chapter], layer: Layer, extent: Extent) -> Preview:
    """What would become of the chapters; a store that is not there is not made for it."""
    if store_address(call.config.text("EPISODIC_STORE")).is_new:
        return unread(chapters)
    async with opened(call.config) as it:
        await call.speak_of(it.graph)
        return await previewed(it.graph.store, call.work, chapters, layer=layer, extent=extent)


def _agreed(call: Call, plan: Preview, cost: Estimate | None) -> bool:
    """Whether the user agrees; chapters are never taken out without a yes of somebody who saw their names."""
    gone = [one.title for one in plan.found.removed]
    if gone and not call.terminal.yes and (call.terminal.json or not call.terminal.can_ask):
        raise InputError(
            f"The manuscript has no more what the work {call.work!r} has of it: {', '.join(map(repr, gone))}.",
            hint="Give --yes to take that out, or --keep-removed to leave it in.",
        )
    question = _question(call, plan, cost, gone)
    if not question or call.terminal.json:
        return True
    return call.terminal.confirmed(question, default=not gone)


def _question(call: Call, plan: Preview, cost: Estimate | None, gone: Sequence[str]) -> Phrase:
    """What is asked before anything is done; empty if there is nothing to do."""
    fresh = plan.count(*READ)
    tokens = 0 if cost is None else cost.prompt_tokens + cost.reply_tokens
    parts = (
        say.read_question(fresh, call.work, tokens) if fresh else SILENT,
        say.move_question(count) if (count := plan.count(Plan.MOVED)) else SILENT,
        say.rename_question(count) if (count := plan.count(Plan.RENAMED)) else SILENT,
        say.take_out_question(gone) if gone else SILENT,
    )
    return say.asked(parts)


def _speak_as(call: Call, chapters: Sequence[Chapter]) -> None:
    """Of a work that is not there yet the screen speaks the language of what is read in."""
    call.speak(main_language(language_of(one.text) for one in chapters))


def _say_where(call: Call) -> None:
    address = store_address(call.config.text("EPISODIC_STORE"))
    if address.is_new:
        call.terminal.note(say.new_store(address.shown))
    if model_name(call.config) is None:
        call.terminal.note(say.NO_MODEL)


async def _settings(call: Call, calendars: Sequence[Path] | None) -> WorkSettings | None:
    """What the work has, with these calendars for its own; None where none are given."""
    if not calendars:
        return None
    given = tuple(map(read_calendar, calendars))
    if store_address(call.config.text("EPISODIC_STORE")).is_new:
        return WorkSettings(calendars=given)
    async with opened(call.config) as it:
        kept = [from_json(WorkSettings, one.value) for one in await it.graph.store.fetch(call.work, Kind.SETTING)]
    return replaced(kept[0] if kept else WorkSettings(), calendars=given)


async def _read_in(call: Call, it: Opened, plan: Preview, layer: Layer, extent: Extent) -> ManuscriptReport:
    """Reads with a bar; Ctrl-C says how far it came and how to go on."""
    chapters = [one.chapter for one in plan.chapters]
    known = len(chapters) - plan.count(*READ)
    with Bar(
        call.terminal, chapters=len(chapters), known=known, spent=lambda: it.ledger.usage.total.spent.tokens
    ) as bar:
        try:
            return await it.graph.add_manuscript(
                chapters, layer=layer, named=extent.manuscript, removing=extent.removing, on_progress=bar.step
            )
        except asyncio.CancelledError:
            call.terminal.note(say.stopping(bar.done, len(chapters)))
            raise


def _summary(call: Call, it: Opened, report: ManuscriptReport, more: dict[str, Json]) -> None:
    if call.terminal.json:
        call.terminal.value(
            {
                "work": call.work,
                "store": it.address.shown,
                "read_by": it.model or "rules",
                **values.manuscript_report(report),
                "usage": values.usage(it.ledger.usage, it.prices),
                **more,
            }
        )
        return
    terminal = call.terminal
    outcomes = [(sum(one.outcome is kind for one in report.chapters), said) for kind, said in say.OUTCOMES.items()]
    terminal.heading(say.tally(outcomes) or say.NOTHING_TO_READ)
    held = [counted(report.counts.get(kind, 0), kind) for kind in ("entity", "fact", "passage", "issue")]
    terminal.line(say.held(call.work, held, report.revision))
    rejected = sum(len(one.rejected) for one in report.chapters)
    if rejected:
        terminal.line(say.not_believed(rejected))
    for one in report.chapters:
        if one.outcome is Outcome.REMOVED:
            terminal.line(terminal.styled(say.OUTCOMES[one.outcome].label, "red"), one.title)
    if any(one.outcome not in {Outcome.ADDED, Outcome.FAILED} for one in report.chapters):
        show_diff(terminal, _changed(report), limit=LISTED)
    _spent(call, it)
    show_failures(terminal, [(one.title or one.key, str(one.error)) for one in report.failed])


def _changed(report: ManuscriptReport) -> MemoryDiff:
    """What all of an ingestion changed in memory."""
    whole = report.diff
    for one in report.chapters:
        whole = whole.then(one.diff)
    return whole


def _spent(call: Call, it: Opened) -> None:
    total = it.ledger.usage.total
    if not total.asked:
        return
    money = "" if it.prices is None else f"{total.cost(it.prices):,.2f} {it.prices.currency}"
    call.terminal.line(
        say.spent(
            total.calls,
            cached=total.cached,
            repaired=total.repairs,
            retried=total.retries,
            tokens=total.spent.tokens,
            money=money,
        )
    )


def chapter_reported(call: Call, it: Opened, report: ChapterReport) -> None:
    """Shows what became of one chapter, and what that changed in memory."""
    if call.terminal.json:
        call.terminal.value({**values.chapter_report(report), "usage": values.usage(it.ledger.usage, it.prices)})
        return
    call.terminal.line(call.terminal.styled(say.OUTCOMES[report.outcome].label, "bold"), report.title or report.key)
    show_diff(call.terminal, report.diff)
    _spent(call, it)


def edited(call: Call, answer: Edited, *, done: Phrase, what: str | Phrase = "") -> None:
    """Shows an edit's answer: what was *done* with *what* (or with `answer.action`), and what changed in memory."""
    if call.terminal.json:
        shown: dict[str, Json] = {
            "revision": answer.revision,
            "already": answer.already,
            "diff": values.memory_diff(answer.diff),
        }
        call.terminal.value({**shown, "action": answer.action} if answer.action else shown)
        return
    if answer.already:
        call.terminal.line(editing.ALREADY)
        return
    call.terminal.line(call.terminal.styled(done.label, "bold"), editing.done(answer.action) if answer.action else what)
    if answer.diff.empty:
        call.terminal.line(editing.unchanged_at(answer.revision))
    else:
        show_diff(call.terminal, answer.diff)


def reported(call: Call, it: Opened, report: ManuscriptReport) -> None:
    """Shows what became of several chapters. Raises typer.Exit for those that were not read."""
    _summary(call, it, report, {})
    _exit_for(report)


def _exit_for(report: ManuscriptReport) -> None:
    """Raises typer.Exit for chapters that were not read: 5 where the budget is used up, else 4."""
    errors: list[EpisodicError] = [one.error for one in report.failed if one.error is not None]
    if any(isinstance(one, BudgetExceededError) for one in errors):
        raise typer.Exit(BudgetExceededError.exit_code)
    if report.failed:
        raise typer.Exit(ModelError.exit_code)
