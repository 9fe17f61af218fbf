"""Decisions, revisions and checked drafts: as a person reads them, and as JSON values."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from rich.cells import cell_len

from episodic.cli.escaping import Json
from episodic.cli.excerpts import shortened
from episodic.cli.shown import place, quoted, show_diff
from episodic.cli.terminal import Terminal, local_time, padded, styled
from episodic.cli.values import memory_diff
from episodic.cli.wording import drafts
from episodic.cli.wording import editing as say
from episodic.cli.wording.names import predicate_named, signer
from episodic.cli.wording.phrase import Phrase, joined, same
from episodic.model.asserted import Act
from episodic.model.records import Commit
from episodic.model.spans import Evidence
from episodic.pipeline.edits.checking import DraftReport
from episodic.search.chapters import ChapterRef

Object = dict[str, Json]
_KIND = 14
"""Columns of what kind of decision one is."""


def show_acts(terminal: Terminal, acts: Sequence[Act], loose: Collection[str]) -> None:
    """The author's decisions in the order they were made."""
    if not acts:
        terminal.line(say.NO_DECISIONS)
    for one in acts:
        gone = terminal.styled(say.WORDS_GONE, "red") if one.uuid in loose else ""
        kind = padded(terminal.said(say.act_named(one)), _KIND)
        terminal.line(styled(f"{kind} ", "bold"), _shown_words(one), gone, styled(f"  {one.uuid}", "dim"))
        said = joined((say.act_text(one), say.reasoned(one.reason)), english=" ", chinese="")
        terminal.line(f"{local_time(one.at)} ", signer(one.by), " ", said, indent=2)


def act_words(act: Act) -> Phrase:
    """What kind of decision it is, and the words that it holds on to."""
    return joined((say.act_named(act), _shown_words(act)), english=" ", chinese=" ")


def _shown_words(act: Act) -> Phrase:
    if act.predicate is not None:
        return predicate_named(act.predicate.name)
    return same(shortened(" / ".join(_words(act)), 60))


def _words(act: Act) -> list[str]:
    """The words that a decision holds on to, each once."""
    held = [anchor.quote for anchor in act.statements] or [one.quote for one in act.added]
    named = [] if act.predicate is None else [act.predicate.name]
    return [*dict.fromkeys(held or [anchor.surface for anchor in act.anchors] or [*act.quotes] or named)]


def show_commits(
    terminal: Terminal, commits: Sequence[Commit], *, done: Collection[int], undone: Collection[int]
) -> None:
    """The work's revisions, the newest last; those that can be made again are marked, and those that are no edits."""
    wide = cell_len(terminal.said(say.REDO_MARK)) + 1
    for one in commits:
        mark = terminal.said(say.REDO_MARK if one.revision in undone else "" if one.revision in done else "·")
        head = f"{local_time(one.at)}  {padded(mark, wide)}"
        terminal.line(styled(f"{one.revision:>5} ", "bold"), head, say.done(one.action))


def show_check(terminal: Terminal, report: DraftReport, chapters: Mapping[str, ChapterRef]) -> None:
    """What does not fit, most pressing first, with the words of the draft and those of canon; then what would change."""
    for one in report.findings:
        kind = drafts.finding_named(one.kind).label
        terminal.line(styled("! ", "yellow"), terminal.styled(kind, "yellow"), one.text, hang=2)
        for words in one.draft:
            terminal.line(drafts.IN_DRAFT, quoted(words), indent=4)
        for words in one.canon:
            known = chapters.get(words.episode)
            where = f"  {place(known)}" if known else ""
            terminal.line(drafts.IN_CANON, quoted(words), styled(where, "dim"), indent=4)
    if not report.findings:
        terminal.line(terminal.styled(drafts.NOTHING_WRONG, "green"))
    terminal.heading(drafts.WITH_THIS_CHAPTER)
    show_diff(terminal, report.diff, limit=12)


def act_value(one: Act, *, loose: bool) -> Object:
    """One of the author's decisions: what, about which words, by whom, when and why; *loose*: its words are gone."""
    return {
        "uuid": one.uuid,
        "kind": one.kind.value,
        "correction": None if one.correction is None else one.correction.value,
        "words": [*_words(one)],
        "text": one.text,
        "predicate": None if one.predicate is None else one.predicate.name,
        "by": one.by,
        "at": one.at,
        "reason": one.reason,
        "loose": loose,
    }


def commit_value(one: Commit, *, done: Collection[int], undone: Collection[int]) -> Object:
    """One revision, and whether it can be undone or made again."""
    return {
        "revision": one.revision,
        "at": one.at,
        "action": one.action,
        "can_undo": one.revision in done,
        "can_redo": one.revision in undone,
    }


def check_value(report: DraftReport, chapters: Mapping[str, ChapterRef]) -> Object:
    """What a draft comes to against canon."""
    findings: list[Json] = [
        {
            "kind": one.kind.value,
            "rank": one.rank,
            "text": one.text,
            "draft": [_evidence(words, chapters) for words in one.draft],
            "canon": [_evidence(words, chapters) for words in one.canon],
        }
        for one in report.findings
    ]
    return {
        "draft": {"key": report.episode.key, "title": report.episode.title},
        "findings": findings,
        "diff": memory_diff(report.diff),
    }


def _evidence(one: Evidence, chapters: Mapping[str, ChapterRef]) -> Object:
    """A quote with its chapter (none: it stands in the draft) and its place there."""
    known = chapters.get(one.episode)
    return {
        "text": one.quote,
        "chapter": None if known is None else known.ordinal,
        "title": None if known is None else known.title,
        "start": one.start,
        "end": one.end,
    }
