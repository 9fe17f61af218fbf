"""The commands `check`, `promote`, `undo`, `redo`, `history` and `reread`, for drafts, revisions and rereading
chapters.
"""

from __future__ import annotations

from typing import Annotated

import typer

from episodic.cli.chapter_input import given_chapter
from episodic.cli.context import CommandContext, command
from episodic.cli.edit_rendering import show_check, show_commits
from episodic.cli.escaping import Json
from episodic.cli.jobs_command import AsJob, run_job
from episodic.cli.messages import edits as say
from episodic.cli.messages.ingestion import NOTHING_READ, reread_question
from episodic.cli.messages.jobs import submitted as job_submitted
from episodic.cli.messages.message import Phrase
from episodic.cli.options import ChapterName, File
from episodic.cli.preview import reread_estimate
from episodic.cli.preview_output import show_estimate
from episodic.cli.progress import ProgressBar
from episodic.cli.result_output import LISTED, edited, reported
from episodic.cli.work_settings import HowMuch, changed_settings
from episodic.errors import InputError
from episodic.factory import OpenedGraph, model_name, prices, require_store
from episodic.jobs.records import JobOptions
from episodic.model.episodes import Layer
from episodic.pipeline.edits.reading_extent import model_read_canon
from episodic.search.chapter_lookup import find_episode
from episodic.serialisers.lists import list_keys
from episodic.serialisers.reports import commit_object, draft_check_object

Count = Annotated[int | None, typer.Argument(metavar="[COUNT]", min=1, help="How many edits (1).", show_default=False)]
Verbose = Annotated[bool, typer.Option("--verbose", help="List every change, not only the first of each kind.")]
Ingest = Annotated[bool, typer.Option("--ingest", help="Every edit of the last ingestion.")]


def register(app: typer.Typer) -> None:
    command(app, "check", writes=True)(check)
    command(app, "promote", writes=True)(promote)
    command(app, "undo", writes=True)(undo)
    command(app, "redo", writes=True)(redo)
    command(app, "history")(history)
    command(app, "reread", writes=True)(reread)


async def check(
    call: CommandContext,
    file: File,
    *,
    instead_of: Annotated[
        str | None, typer.Option("--instead-of", help="The chapter it would replace.", show_default=False)
    ] = None,
    after: Annotated[
        str | None, typer.Option("--after", help="The chapter it would follow.", show_default=False)
    ] = None,
) -> None:
    """Read a draft against canon and report what does not fit. Nothing is saved. The command exits with the code 1 if
    there are findings.
    """
    chapter = given_chapter(file)
    async with call.editing() as work:
        report = await work.graph.check(chapter, instead_of=instead_of, after=after)
        chapters = await work.graph.chapters()
        by_model = model_read_canon((await work.graph.session.state()).inputs.episodes)
    titles = {one.chapter.uuid: one.chapter for one in chapters}
    if call.terminal.json:
        call.terminal.value(draft_check_object(report, titles))
    else:
        show_check(call.terminal, report, titles, model_read_canon=by_model)
    if report.findings:
        raise typer.Exit(1)


async def promote(
    call: CommandContext,
    chapter: ChapterName,
    *,
    layer: Annotated[Layer, typer.Option("--layer", help="The layer it is in now.")] = Layer.DRAFT,
) -> None:
    """Make a draft canon; it replaces the canon chapter with the same key."""
    async with call.editing() as work:
        episode = await work.graph.find_episode(chapter, layer=layer)
        edited(call, await work.graph.promote(episode.uuid, layer=layer), done=say.PROMOTED, what=episode.title)


async def undo(call: CommandContext, count: Count = None, *, ingest: Ingest = False, verbose: Verbose = False) -> None:
    """Undo the last edits, in a new revision. If the last edits are the edits of one ingestion, the command asks
    whether to undo all of them.
    """
    _refuse_both(count, ingest=ingest)
    async with call.editing() as work:
        made = (await work.graph.steps()).last_ingestion
        whole = ingest or _agreed_to_whole(call, count, say.whole_ingestion_question(len(made)), edits=len(made))
        answer = await work.graph.undo(count or 1, ingestion=whole)
        edited(call, answer, done=say.TOOK_BACK, limit=None if verbose else LISTED)
        left = (await work.graph.steps()).rest_of_ingestion
    if left:
        call.terminal.note(say.rest_of_ingestion(len(left)))


async def redo(call: CommandContext, count: Count = None, *, ingest: Ingest = False, verbose: Verbose = False) -> None:
    """Redo the edits that were undone last. If they are the edits of one ingestion, the command asks whether to redo
    all of them.
    """
    _refuse_both(count, ingest=ingest)
    async with call.editing() as work:
        undone = (await work.graph.steps()).undone_ingestion
        whole = ingest or _agreed_to_whole(call, count, say.whole_redo_question(len(undone)), edits=len(undone))
        answer = await work.graph.redo(count or 1, ingestion=whole)
        # A work whose whole ingestion was undone has a language again.
        await call.speak_of(work.graph)
        edited(call, answer, done=say.MADE_AGAIN, limit=None if verbose else LISTED)
        left = (await work.graph.steps()).rest_to_redo
    if left:
        call.terminal.note(say.rest_to_redo(len(left)))


def _refuse_both(count: int | None, *, ingest: bool) -> None:
    if ingest and count is not None:
        raise InputError("COUNT and --ingest exclude each other.", hint="Give one of them.")


def _agreed_to_whole(call: CommandContext, count: int | None, question: Phrase, *, edits: int) -> bool:
    """Return whether all *edits* edits of an ingestion are to be undone or redone. The user is asked if there are
    several and no *count* is given.
    """
    return count is None and edits > 1 and call.terminal.confirmed(question, default=False)


async def history(call: CommandContext) -> None:
    """List the work's revisions, and which of them can be undone or redone."""
    async with call.reading() as work:
        keys = list_keys(await call.revision(work.graph))
        commits = await work.graph.commits()
        found = await work.graph.steps()
    done, undone = {one.revision for one in found.done}, {one.revision for one in found.undone}
    if call.terminal.json:
        revisions: list[Json] = [commit_object(one, done=done, undone=undone) for one in commits]
        call.terminal.value({"revisions": revisions, **keys})
    else:
        show_commits(call.terminal, commits, done=done, undone=undone)


async def reread(
    call: CommandContext,
    chapter: Annotated[
        list[str] | None, typer.Argument(metavar="CHAPTER", help="Chapters; all if none is named.")
    ] = None,
    *,
    every: Annotated[bool, typer.Option("--every", help="Also chapters that the current reader has read.")] = False,
    density: HowMuch = None,
    job: AsJob = False,
) -> None:
    """Read chapters again that another reader has read, for example with a model or with newer prompts."""
    require_store(call.config)
    settings = await changed_settings(call, None, density)
    async with call.editing(settings) as work:
        entries = await work.graph.chapters()
        wanted = len(chapter or entries)
        again = every or density is not None
        if not await _agreed_to_reread(call, work, chapter, every=again):
            call.terminal.note(NOTHING_READ)
            return
        if job:
            ids = None if not chapter else tuple([(await work.graph.find_episode(one)).uuid for one in chapter])
            options = JobOptions(chapters=ids, every=again, settings=settings)
            stored = await work.graph.jobs.submit_reread(options=options)
            call.terminal.note(job_submitted(stored))
            await run_job(call, work, stored)
            return
        with ProgressBar(
            call.terminal, chapters=wanted, known=0, spent=lambda: work.ledger.usage.total.spent.tokens
        ) as bar:
            report = await work.graph.reread(chapter or None, every=again, on_progress=bar.step)
        reported(call, work, report)


async def _agreed_to_reread(call: CommandContext, work: OpenedGraph, named: list[str] | None, *, every: bool) -> bool:
    """Print what reading the chapters again would cost at most, ask whether to read them again, and return the answer.
    Return True without asking the user if no model is set, if nothing would be read, with --json or --yes, or without a
    terminal.
    """
    model = model_name(call.config)
    if model is None:
        return True
    graph = work.graph
    ids = None
    if named:
        episodes = (await graph.session.state()).inputs.episodes
        ids = [find_episode(episodes, one).uuid for one in named]
    cost = await reread_estimate(
        graph.store, graph.group_id, reader=graph.session.tools.reader.name, wanted=ids, every=every
    )
    if not cost.chapters:
        return True
    show_estimate(call.terminal, cost, model=model, prices=prices(call.config), again=True)
    tokens = cost.prompt_tokens + cost.reply_tokens
    return call.terminal.json or call.terminal.confirmed(reread_question(cost.chapters, tokens), default=True)
