"""Commands that read chapters in, change them, or take them away."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from episodic.cli import values
from episodic.cli.calls import Call, command
from episodic.cli.escaping import Json
from episodic.cli.preview import (
    Estimate,
    Plan,
    Planned,
    all_new,
    estimate,
    planned,
    preview_value,
    show_estimate,
    show_preview,
)
from episodic.cli.progress import Bar
from episodic.cli.shown import show_diff
from episodic.cli.terminal import styled
from episodic.errors import BudgetExceededError, EpisodicError, InputError, ModelError
from episodic.model.episodes import Chapter, Layer
from episodic.model.settings import WorkSettings
from episodic.opening import Opened, forget_caches, model_name, opened, prices, require_store, store_address
from episodic.pipeline.edits import Edited
from episodic.pipeline.report import ChapterReport, ManuscriptReport, Outcome
from episodic.temporal.calendar_files import load_calendar
from episodic.text.files import load_chapter, load_manuscript

File = Annotated[Path, typer.Argument(help="A .txt, .md, .epub or .docx file.", show_default=False)]
ChapterName = Annotated[str, typer.Argument(help="A heading's number, an ordinal, a title or a key.")]
InLayer = Annotated[Layer, typer.Option("--in-layer", help="What the text counts as.")]
CalendarFile = Annotated[
    list[Path] | None,
    typer.Option("--calendar", help="A calendar of the story's own, as JSON (docs/settings.md).", show_default=False),
]
NO_MODEL = (
    "No model is set: chapters are read by rules, which find less than a model does. "
    "Set OPENAI_API_KEY and EPISODIC_MODEL (and OPENAI_BASE_URL for another server) to use one."
)


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
    path: Annotated[Path, typer.Argument(help="A .txt, .md, .epub or .docx file, or a folder of them.")],
    *,
    in_layer: InLayer = Layer.CANON,
    calendar: CalendarFile = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show the preview and stop.")] = False,
) -> None:
    """Read a manuscript, chapter by chapter. Run again, it goes on where it was."""
    manuscript = load_manuscript(path)
    plan = await _plan(call, manuscript.chapters)
    model, cost = model_name(call.config), None
    if model is not None:
        cost = estimate(plan)
    if not call.terminal.json:
        show_preview(call.terminal, manuscript, plan)
    if cost is not None and cost.chapters and model is not None:
        show_estimate(call.terminal, cost, model=model, prices=prices(call.config))
    if dry_run:
        if call.terminal.json:
            call.terminal.value({"preview": preview_value(manuscript, plan, cost, prices(call.config))})
        return
    if not _agreed(call, plan, cost):
        call.terminal.note("Nothing was read.")
        return
    _say_where(call)
    async with call.writing(_settings(calendar)) as it:
        report = await _read_in(call, it, plan, in_layer)
    _summary(call, it, report, {"preview": preview_value(manuscript, plan, cost, it.prices)})
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
    _say_where(call)
    async with call.writing() as it:
        report = await it.graph.add_episode(
            chapter,
            name=title or "",
            uuid=key,
            reference_time=reference_time,
            layer=in_layer,
        )
    _chapter_summary(call, it, report)


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
    async with call.editing() as it:
        report = await it.graph.replace_episode(chapter, text)
    _chapter_summary(call, it, report)


async def remove(call: Call, chapter: ChapterName) -> None:
    """Take a chapter back, and show what that changes."""
    async with call.editing() as it:
        episode = await it.graph.find_episode(chapter)
        if not call.terminal.confirmed(f"Remove chapter {episode.title!r}?"):
            call.terminal.note("Nothing was removed.")
            return
        _edited(call, await it.graph.remove_episode(episode.uuid))


async def merge(
    call: Call,
    first: Annotated[str, typer.Argument(help="A name, alias or id.")],
    second: Annotated[str, typer.Argument(help="Who that is, too.")],
    *,
    told_from: Annotated[
        str | None, typer.Option("--from", help="The chapter where the reader learns it.", show_default=False)
    ] = None,
    reason: Annotated[str, typer.Option("--reason", help="Kept with it.")] = "",
) -> None:
    """Declare two names to be one and the same."""
    async with call.editing() as it:
        _edited(call, await it.graph.merge_entities(first, second, told_from=told_from, reason=reason))


async def delete(call: Call) -> None:
    """Delete the whole work: graph, history, and the replies and vectors that were kept of it."""
    require_store(call.config)
    async with opened(call.config) as it:
        await call.require_work(it)
        question = f"Delete the work {call.work!r} from {it.address.shown}, with its history?"
        if not call.terminal.confirmed(question, default=False):
            if not call.terminal.can_ask:
                raise InputError("Deleting needs a yes.", hint="Give --yes.")
            call.terminal.note("Nothing was deleted.")
            return
        await it.graph.delete()
    cached = forget_caches(call.config)
    if call.terminal.json:
        call.terminal.value({"deleted": call.work, "cached_removed": cached})
    else:
        call.terminal.line(f"Deleted {call.work}, and {cached:,} kept replies and vectors.")


async def _plan(call: Call, chapters: Sequence[Chapter]) -> list[Planned]:
    """What would become of the chapters; a store that is not there is not made for it."""
    if store_address(call.config.text("EPISODIC_STORE")).is_new:
        return all_new(chapters)
    async with opened(call.config) as it:
        return await planned(it.graph.store, call.work, chapters)


def _agreed(call: Call, plan: Sequence[Planned], cost: Estimate | None) -> bool:
    fresh = sum(one.plan is not Plan.UNCHANGED for one in plan)
    if not fresh or call.terminal.json:
        return True
    spending = "" if cost is None else f", for up to {cost.prompt_tokens + cost.reply_tokens:,} tokens"
    return call.terminal.confirmed(f"Read {fresh:,} chapters into the work {call.work!r}{spending}?")


def _say_where(call: Call) -> None:
    address = store_address(call.config.text("EPISODIC_STORE"))
    if address.is_new:
        call.terminal.note(f"New store: {address.shown}")
    if model_name(call.config) is None:
        call.terminal.note(NO_MODEL)


def _settings(calendars: Sequence[Path] | None) -> WorkSettings | None:
    if not calendars:
        return None
    try:
        texts = [one.read_text(encoding="utf-8-sig") for one in calendars]
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"A calendar file cannot be read: {error}.") from error
    return WorkSettings(calendars=tuple(load_calendar(text) for text in texts))


async def _read_in(call: Call, it: Opened, plan: Sequence[Planned], layer: Layer) -> ManuscriptReport:
    """Reads with a bar; Ctrl-C says how far it came and how to go on."""
    known = sum(one.plan is Plan.UNCHANGED for one in plan)
    chapters = [one.chapter for one in plan]
    with Bar(call.terminal, chapters=len(plan), known=known, spent=lambda: it.ledger.usage.total.spent.tokens) as bar:
        try:
            return await it.graph.add_manuscript(chapters, layer=layer, on_progress=bar.step)
        except asyncio.CancelledError:
            call.terminal.note(
                f"Stopping. {bar.done} of {len(plan)} chapters are saved; the same command goes on from there."
            )
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
    outcomes = {kind: sum(one.outcome is kind for one in report.chapters) for kind in Outcome}
    terminal.heading(
        ", ".join(f"{count:,} {kind.value}" for kind, count in outcomes.items() if count) or "Nothing to read."
    )
    shown = ("entity", "fact", "passage", "issue")
    terminal.line(
        f"{call.work}: "
        + ", ".join(f"{report.counts.get(kind, 0):,} {_plural(kind)}" for kind in shown)
        + f" (revision {report.revision})"
    )
    rejected = sum(len(one.rejected) for one in report.chapters)
    if rejected:
        terminal.line(
            f"{rejected:,} things in the replies were not believed (a quote that does not stand there, an unknown id)."
        )
    _spent(call, it)
    for one in report.failed:
        terminal.line(styled("not read: ", "red"), f"{one.title or one.key}: {one.error}")
    if report.failed:
        terminal.line("`episodic retry` reads them.")


def _spent(call: Call, it: Opened) -> None:
    total = it.ledger.usage.total
    if not total.asked:
        return
    money = "" if it.prices is None else f", {total.cost(it.prices):,.2f} {it.prices.currency}"
    call.terminal.line(
        f"{total.calls:,} calls, {total.cached:,} from the cache, {total.repairs:,} repaired, {total.retries:,} retried: "
        f"{total.spent.tokens:,} tokens{money}"
    )


def _plural(kind: str) -> str:
    return "entities" if kind == "entity" else f"{kind}s"


def _chapter_summary(call: Call, it: Opened, report: ChapterReport) -> None:
    if call.terminal.json:
        call.terminal.value({**values.chapter_report(report), "usage": values.usage(it.ledger.usage, it.prices)})
        return
    call.terminal.line(styled(f"{report.outcome.value}: ", "bold"), report.title or report.key)
    show_diff(call.terminal, report.diff)
    _spent(call, it)


def _edited(call: Call, edited: Edited) -> None:
    if call.terminal.json:
        call.terminal.value({"revision": edited.revision, "diff": values.memory_diff(edited.diff)})
    else:
        show_diff(call.terminal, edited.diff)


def _exit_for(report: ManuscriptReport) -> None:
    """Raises typer.Exit for chapters that were not read: 5 where the budget is used up, else 4."""
    errors: list[EpisodicError] = [one.error for one in report.failed if one.error is not None]
    if any(isinstance(one, BudgetExceededError) for one in errors):
        raise typer.Exit(BudgetExceededError.exit_code)
    if report.failed:
        raise typer.Exit(ModelError.exit_code)
