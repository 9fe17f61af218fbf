"""Output of the results of ingestions and edits, and exit codes for chapters that could not be read."""

from __future__ import annotations

from collections import Counter

import typer

from episodic.cli.context import CommandContext
from episodic.cli.escaping import Json
from episodic.cli.messages import drafts, edits
from episodic.cli.messages import ingestion as say
from episodic.cli.messages.message import Phrase
from episodic.cli.messages.reads import counted
from episodic.cli.rendering import is_shortened, show_diff, show_failures
from episodic.errors import BudgetExceededError, EpisodicError, ModelError
from episodic.factory import OpenedGraph
from episodic.pipeline.edits.chapter_edits import Edited
from episodic.pipeline.reports import ChapterReport, ManuscriptReport, MemoryDiff, Outcome
from episodic.serialisers.reports import REPORTS, usage

LISTED = 12
"""The maximum number of changes of each kind that the summary of an ingestion, undo or redo lists."""
_NAMED = 3
"""The maximum number of edits that the summary of an undo or redo names."""


def show_summary(call: CommandContext, work: OpenedGraph, report: ManuscriptReport, more: dict[str, Json]) -> None:
    """Print the results of an ingestion. With --json, the printed JSON object also has the keys and values of *more*."""
    if call.terminal.json:
        call.terminal.value(
            {
                "work": call.work,
                "store": work.address.shown,
                "read_by": work.model or "rules",
                **REPORTS.object_of(report),
                "usage": usage(work.ledger.usage, work.prices),
                **more,
            }
        )
        return
    terminal = call.terminal
    outcomes = [(sum(one.outcome is kind for one in report.chapters), said) for kind, said in say.OUTCOMES.items()]
    terminal.heading(say.tally(outcomes) or say.NOTHING_TO_READ)
    held = [counted(report.counts.get(kind, 0), kind) for kind in ("entity", "fact", "passage", "issue")]
    terminal.line(say.held(call.work, held, report.revision))
    rejected = Counter(part.reason for one in report.chapters for part in one.rejected)
    if rejected:
        terminal.line(say.not_believed(rejected.most_common()))
    for one in report.chapters:
        if one.outcome is Outcome.REMOVED:
            terminal.line(terminal.styled(say.OUTCOMES[one.outcome].label, "red"), one.title)
    if any(one.outcome not in {Outcome.ADDED, Outcome.FAILED} for one in report.chapters):
        show_diff(terminal, _changed(report), limit=LISTED)
    show_spent(call, work)
    show_failures(terminal, [(one.title or one.key, str(one.error)) for one in report.failed])


def _changed(report: ManuscriptReport) -> MemoryDiff:
    whole = report.diff
    for one in report.chapters:
        whole = whole.then(one.diff)
    return whole


def show_spent(call: CommandContext, work: OpenedGraph) -> None:
    """Print how many calls and tokens and how much money the model has cost, or nothing if no model was asked."""
    total = work.ledger.usage.total
    if not total.asked:
        return
    money = "" if work.prices is None else f"{total.cost(work.prices):,.2f} {work.prices.currency}"
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


def chapter_reported(call: CommandContext, work: OpenedGraph, report: ChapterReport) -> None:
    if call.terminal.json:
        call.terminal.value({**REPORTS.object_of(report), "usage": usage(work.ledger.usage, work.prices)})
        return
    call.terminal.line(call.terminal.styled(say.OUTCOMES[report.outcome].label, "bold"), report.title or report.key)
    if report.read_by:
        call.terminal.line(drafts.read(report.read_by, report.statements))
    show_diff(call.terminal, report.diff)
    show_spent(call, work)


def edited(
    call: CommandContext, answer: Edited, *, done: Phrase, what: str | Phrase = "", limit: int | None = None
) -> None:
    """Print the result of an edit. *done* names the kind of edit. *what* names what was edited; if `answer.action`
    describes the edit, this description is printed instead of *what*. If *limit* is given, and --json is not, at
    most three edits and at most *limit* changes of each kind are printed, with the numbers of the others.
    """
    if call.terminal.json:
        shown: dict[str, Json] = {
            "revision": answer.revision,
            "already": answer.already,
            "diff": REPORTS.of(answer.diff),
        }
        call.terminal.value({**shown, "action": answer.action} if answer.action else shown)
        return
    if answer.already:
        call.terminal.line(edits.ALREADY)
        return
    if answer.action:
        what = edits.done(answer.action, limit=None if limit is None else _NAMED)
    call.terminal.line(call.terminal.styled(done.label, "bold"), what)
    if answer.diff.empty:
        call.terminal.line(edits.unchanged_at(answer.revision))
    else:
        show_diff(call.terminal, answer.diff, limit=limit)
        if is_shortened(answer.diff, limit):
            call.terminal.note(edits.VERBOSE_LISTS_ALL)


def reported(call: CommandContext, work: OpenedGraph, report: ManuscriptReport) -> None:
    """Print the results of an ingestion. Raises typer.Exit if a chapter could not be read."""
    show_summary(call, work, report, {})
    exit_for_failures(report)


def exit_for_failures(report: ManuscriptReport) -> None:
    """Raise typer.Exit if a chapter could not be read, and else do nothing. For unread chapters, the exit code is 5 if
    the token budget is used up, and otherwise 4.
    """
    errors: list[EpisodicError] = [one.error for one in report.failed if one.error is not None]
    if any(isinstance(one, BudgetExceededError) for one in errors):
        raise typer.Exit(BudgetExceededError.exit_code)
    if report.failed:
        raise typer.Exit(ModelError.exit_code)
