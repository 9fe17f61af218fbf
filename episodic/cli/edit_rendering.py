"""Prints overrides (the author's decisions), revisions and the results of draft checks."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from rich.cells import cell_len

from episodic.cli.excerpts import shortened
from episodic.cli.messages import drafts
from episodic.cli.messages import edits as say
from episodic.cli.messages.labels import predicate_named, signer
from episodic.cli.messages.message import Phrase, Separator, joined, same
from episodic.cli.rendering import place, quoted, show_diff
from episodic.cli.terminal import Terminal, local_time, padded, styled
from episodic.model.decisions import Override
from episodic.model.records import Commit
from episodic.pipeline.edits.draft_check import DraftReport
from episodic.pipeline.edits.reading_extent import RULES
from episodic.search.chapter_refs import ChapterRef

_KIND = 14


def show_overrides(terminal: Terminal, overrides: Sequence[Override], loose: Collection[str]) -> None:
    """Print the author's decisions (overrides). Decisions with an id in *loose* get a mark, because their quotes are no
    longer in the text.
    """
    if not overrides:
        terminal.line(say.NO_DECISIONS)
    for override in overrides:
        gone = terminal.styled(say.WORDS_GONE, "red") if override.uuid in loose else ""
        kind = padded(terminal.said(say.act_named(override)), _KIND)
        terminal.line(styled(f"{kind} ", "bold"), _shown_words(override), gone, styled(f"  {override.uuid}", "dim"))
        said = joined((say.act_text(override), say.reasoned(override.reason)), separator=Separator.SPACE)
        terminal.line(f"{local_time(override.at)} ", signer(override.by), " ", said, indent=2)


def override_phrase(override: Override) -> Phrase:
    """Return a phrase for an override (a decision of the author): its kind, and the quotes, names or predicate to which
    it applies.
    """
    return joined((say.act_named(override), _shown_words(override)), separator=Separator.GAP)


def _shown_words(override: Override) -> Phrase:
    if override.predicate is not None:
        return predicate_named(override.predicate.name)
    return same(shortened(" / ".join(override.target_words), 60))


def show_commits(
    terminal: Terminal, commits: Sequence[Commit], *, done: Collection[int], undone: Collection[int]
) -> None:
    """Print revisions with their times and descriptions. A revision that was undone and can be redone is marked in
    words. A revision that can be neither undone nor redone has the mark "·".
    """
    wide = cell_len(terminal.said(say.REDO_MARK)) + 1
    for commit in commits:
        mark = terminal.said(say.REDO_MARK if commit.revision in undone else "" if commit.revision in done else "·")
        head = f"{local_time(commit.at)}  {padded(mark, wide)}"
        terminal.line(styled(f"{commit.revision:>5} ", "bold"), head, say.done(commit.action))


def show_check(
    terminal: Terminal, report: DraftReport, chapters: Mapping[str, ChapterRef], *, model_read_canon: bool = False
) -> None:
    """Print the findings of a draft check with quotes from the draft and from canon, the most important finding first.

    After the findings, print who read the draft and how many statements were read from it. If rules read the draft, but
    *model_read_canon* says that a model read chapters of canon, also print that rules find less. At the end, print the
    changes that the draft would cause, at most 12 of each kind, without issues that were
    already printed as findings.
    """
    for finding in report.findings:
        kind = drafts.finding_named(finding.kind).label
        terminal.line(styled("! ", "yellow"), terminal.styled(kind, "yellow"), finding.text, hang=2)
        for evidence in finding.draft:
            terminal.line(drafts.IN_DRAFT, quoted(evidence), indent=4)
        for evidence in finding.canon:
            chapter = chapters.get(evidence.episode)
            where = f"  {place(chapter)}" if chapter else ""
            terminal.line(drafts.IN_CANON, quoted(evidence), styled(where, "dim"), indent=4)
    if not report.findings:
        terminal.line(terminal.styled(drafts.NOTHING_WRONG, "green"))
    terminal.line(drafts.read(report.read_by, report.statements))
    if report.read_by == RULES and model_read_canon:
        terminal.note(drafts.BY_RULES)
    terminal.heading(drafts.WITH_THIS_CHAPTER)
    found = {finding.text for finding in report.findings}
    others = tuple(one for one in report.diff.issues_new if one.text not in found)
    show_diff(terminal, replace(report.diff, issues_new=others), limit=12)
