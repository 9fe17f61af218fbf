"""The command `library ingest`, which ingests every manuscript of a folder into a work of its own."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from types import TracebackType
from typing import Annotated, Self

import typer
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from episodic.cli.context import CommandContext, command
from episodic.cli.escaping import Json, escaped
from episodic.cli.messages import library as say
from episodic.cli.preview import READ_ACTIONS, ChapterAction, Estimate, Preview, estimate, previewed, unread
from episodic.cli.terminal import Part, Terminal, styled
from episodic.errors import EpisodicError, InputError
from episodic.factory import model_name, opened, store_address
from episodic.library.manuscripts import WorkManuscript, manuscripts_in
from episodic.library.on_ray import check_address, ingest_on_ray
from episodic.library.work_ingestion import WorkProgress, WorkResult, WorkTask, ingest_in_turn, task_of
from episodic.model.episodes import Layer
from episodic.pipeline.reports import Outcome
from episodic.pipeline.sync.planning import Extent
from episodic.text.manuscript_files import load_manuscript


class Where(StrEnum):
    """Where the works of a library are ingested: in this process, or on a Ray cluster."""

    HERE = "here"
    RAY = "ray"


On = Annotated[Where, typer.Option("--on", help="In this process one by one, or in processes of a Ray cluster.")]
Address = Annotated[
    str | None,
    typer.Option("--address", help="The Ray cluster (one is started on this machine).", show_default=False),
]
Workers = Annotated[int, typer.Option("--workers", min=1, max=1_000, help="Works that Ray ingests at the same time.")]
KeepRemoved = Annotated[bool, typer.Option("--keep-removed", help="Keep chapters no longer in a manuscript.")]


@dataclass(frozen=True, slots=True)
class PlannedWork:
    """A manuscript and the preview of its ingestion, or the reason why the manuscript cannot be ingested."""

    found: WorkManuscript
    preview: Preview | None = None
    error: str = ""
    exit_code: int = 0

    @property
    def fresh(self) -> int:
        """Return the number of chapters that an ingestion would read, or 0 if the manuscript cannot be ingested."""
        return 0 if self.preview is None else self.preview.count(*READ_ACTIONS)

    @property
    def unchanged(self) -> bool:
        """Return whether an ingestion would change nothing, because the work already has all chapters of the manuscript
        unchanged.
        """
        found = self.preview
        if found is None or found.found.removed or found.found.joined:
            return False
        return all(one.plan is ChapterAction.UNCHANGED for one in found.chapters)

    @property
    def cost(self) -> Estimate:
        """Return the upper estimate of the model calls and tokens of the ingestion, all 0 if the manuscript cannot be
        ingested.
        """
        if self.preview is None:
            return Estimate(0, 0, 0, 0)
        return estimate(self.preview.chapters, self.preview.reply_per_text)


def register(app: typer.Typer) -> None:
    group = typer.Typer(name="library", help="Ingest a folder of manuscripts, each as a work.", no_args_is_help=True)
    command(group, "ingest", writes=True, default_work=False)(ingest)
    app.add_typer(group)


async def ingest(
    call: CommandContext,
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A folder of manuscripts.", show_default=False)],
    *,
    on: On = Where.HERE,
    address: Address = None,
    workers: Workers = 2,
    keep_removed: KeepRemoved = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show the preview and stop.")] = False,
) -> None:
    """Ingest every manuscript of a folder into a work of its own. A repeated run resumes where it stopped."""
    check_address(call.config.text("EPISODIC_STORE"), address)
    planned = [await _planned(call, one, removing=not keep_removed) for one in manuscripts_in(folder)]
    model = model_name(call.config)
    if not call.terminal.json:
        _show_plan(call.terminal, planned, model=model)
    if dry_run:
        if call.terminal.json:
            call.terminal.value({"works": [_plan_value(one) for one in planned]})
        return
    if not _agreed(call, planned, model=model):
        call.terminal.note(say.NOTHING_READ)
        return
    processes = workers if on is Where.RAY else 1
    tasks = [
        task_of(one.found, call.config, removing=not keep_removed, processes=processes)
        for one in planned
        if not one.error and not one.unchanged
    ]
    done = await _ingested(call, tasks, on=on, workers=workers, address=address) if tasks else {}
    results = [done[one.found.work] if one.found.work in done else await _without_task(call, one) for one in planned]
    _show_results(call, results)
    code = max((one.exit_code for one in results), default=0)
    if code:
        raise typer.Exit(code)


async def _planned(call: CommandContext, found: WorkManuscript, *, removing: bool) -> PlannedWork:
    try:
        chapters = load_manuscript(found.path).chapters
        if store_address(call.config.text("EPISODIC_STORE")).is_new:
            return PlannedWork(found, unread(chapters))
        extent = Extent.of(found.work, removing=removing)
        async with opened(call.for_work(found.work).config) as work:
            preview = await previewed(work.graph.store, found.work, chapters, layer=Layer.CANON, extent=extent)
    except EpisodicError as error:
        return PlannedWork(found, error=str(error), exit_code=error.exit_code)
    if preview.others:
        names = ", ".join(map(repr, preview.others))
        said = f"The work {found.work!r} already has the manuscript {names}. Rename {found.path.name!r}, or delete the work."
        return PlannedWork(found, error=said, exit_code=InputError.exit_code)
    return PlannedWork(found, preview)


def _agreed(call: CommandContext, planned: Sequence[PlannedWork], *, model: str | None) -> bool:
    """Ask the user whether to read and remove chapters, and return the answer. Return True without asking the user with
    --json, with --yes, or if nothing would be read or removed. If the user cannot be asked because there is no
    terminal, return True if no chapter would be removed.

    Raises InputError if chapters would be removed, --yes is not given, and the user cannot be asked.
    """
    gone = sum(len(one.preview.found.removed) for one in planned if one.preview is not None)
    if gone and not call.terminal.yes and (call.terminal.json or not call.terminal.can_ask):
        raise InputError(
            f"{gone} chapters are no longer in the manuscripts.",
            hint="Give --yes to remove them, or --keep-removed to keep them.",
        )
    fresh = sum(one.fresh for one in planned)
    if call.terminal.json or not (fresh or gone):
        return True
    tokens = sum(one.cost.prompt_tokens + one.cost.reply_tokens for one in planned) if model is not None else 0
    works = sum(one.fresh > 0 for one in planned)
    return call.terminal.confirmed(say.question(fresh, works=works, gone=gone, tokens=tokens), default=not gone)


async def _without_task(call: CommandContext, one: PlannedWork) -> WorkResult:
    if one.preview is None:
        return WorkResult(one.found.work, error=one.error, exit_code=one.exit_code)
    async with opened(call.for_work(one.found.work).config) as work:
        counts = await work.graph.store.counts(one.found.work)
    outcomes = {Outcome.UNCHANGED.value: len(one.preview.chapters)}
    return WorkResult(one.found.work, outcomes=outcomes, counts={kind.value: number for kind, number in counts.items()})


async def _ingested(
    call: CommandContext, tasks: Sequence[WorkTask], *, on: Where, workers: int, address: str | None
) -> dict[str, WorkResult]:
    results: dict[str, WorkResult] = {}
    with LibraryProgress(call.terminal, works=len(tasks)) as shown:
        run: AsyncGenerator[WorkResult]
        if on is Where.RAY:
            run = ingest_on_ray(tasks, shown.step, workers=workers, address=address)
        else:
            run = ingest_in_turn(tasks, shown.step)
        async for one in run:
            results[one.work] = one
            shown.finished(one)
    return results


class LibraryProgress:
    """The progress of a library: a bar for each running work on a terminal, and one line for each finished work except
    with --json.
    """

    def __init__(self, terminal: Terminal, *, works: int) -> None:
        self._terminal = terminal
        self._works = works
        self._done = 0
        self._tasks: dict[str, TaskID] = {}
        self._bar = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=24),
            TextColumn("{task.completed:.0f}/{task.total:.0f}", markup=False),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            console=terminal.err,
            transient=True,
            disable=not terminal.err.is_terminal,
        )

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()
        if kind is not None:
            self._terminal.note(say.stopped(self._done, self._works))

    def step(self, progress: WorkProgress) -> None:
        if progress.work not in self._tasks:
            self._tasks[progress.work] = self._bar.add_task(escaped(progress.work)[:24], total=max(1, progress.total))
        self._bar.update(self._tasks[progress.work], completed=progress.done, total=max(1, progress.total))

    def finished(self, result: WorkResult) -> None:
        self._done += 1
        if result.work in self._tasks:
            self._bar.remove_task(self._tasks.pop(result.work))
        if not self._terminal.json:
            self._terminal.note(say.finished(result, done=self._done, works=self._works))


def _show_plan(terminal: Terminal, planned: Sequence[PlannedWork], *, model: str | None) -> None:
    rows = [
        (
            one.found.work,
            str(len(one.preview.chapters)) if one.preview is not None else "-",
            f"{sum(len(each.chapter.text) for each in one.preview.chapters):,}" if one.preview is not None else "-",
            str(one.fresh),
            f"{one.cost.prompt_tokens + one.cost.reply_tokens:,}" if model is not None else "-",
            styled(one.error, "red") if one.error else "",
        )
        for one in planned
    ]
    terminal.table(say.PLAN_COLUMNS, rows, right=(1, 2, 3, 4))


def _show_results(call: CommandContext, results: Sequence[WorkResult]) -> None:
    terminal = call.terminal
    if terminal.json:
        terminal.value({"works": [_value(one) for one in results]})
        return
    rows: list[tuple[Part, ...]] = [
        (
            one.work,
            *(str(one.counts.get(kind, 0)) for kind in ("episode", "entity", "fact")),
            f"{one.tokens:,}",
            f"{one.seconds:,.1f}",
            say.state(one),
        )
        for one in results
    ]
    terminal.table(say.RESULT_COLUMNS, rows, right=(1, 2, 3, 4, 5))
    for one in results:
        for title, reason in ((one.work, one.error), *((f"{one.work}: {title}", why) for title, why in one.failed)):
            if reason:
                terminal.line(styled("! ", "red"), say.not_read(title, reason), indent=0)


def _plan_value(one: PlannedWork) -> dict[str, Json]:
    cost = one.cost
    return {
        "work": one.found.work,
        "path": str(one.found.path),
        "chapters": 0 if one.preview is None else len(one.preview.chapters),
        "to_read": one.fresh,
        "removed": 0 if one.preview is None else len(one.preview.found.removed),
        "calls": cost.calls,
        "prompt_tokens": cost.prompt_tokens,
        "reply_tokens": cost.reply_tokens,
        "error": one.error or None,
    }


def _value(one: WorkResult) -> dict[str, Json]:
    return {
        "work": one.work,
        "complete": one.complete,
        "chapters": dict(one.outcomes),
        "failed": [{"title": title, "error": reason} for title, reason in one.failed],
        "counts": dict(one.counts),
        "tokens": one.tokens,
        "seconds": round(one.seconds, 3),
        "attempts": one.attempts,
        "error": one.error or None,
    }
