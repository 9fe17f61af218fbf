"""Output of the preview of an ingestion, as printed text and as a JSON value."""

from __future__ import annotations

from itertools import groupby

from episodic.cli.escaping import Json
from episodic.cli.messages import ingestion as say
from episodic.cli.messages.message import Phrase, Separator, joined
from episodic.cli.preview import (
    ACTION_NAMES,
    ChapterAction,
    ChapterPreview,
    Estimate,
    Preview,
    unread_by_rules,
)
from episodic.cli.terminal import Terminal, styled
from episodic.llm.usage import Prices
from episodic.model.episodes import Episode
from episodic.pipeline.sync.planning import PlannedChapter
from episodic.text.manuscript_files import Manuscript

RENAMED_APART = 2
"""The maximum number of successive renamed chapters that get a row each. More than RENAMED_APART successive renamed
chapters share one row.
"""
ROWS = 40
"""The maximum number of rows in the table of chapters. If the table has more than 40 rows, only the first 20 and the
last 20 rows are printed.
"""


def show_preview(terminal: Terminal, manuscript: Manuscript, preview: Preview) -> None:
    """Print the manuscript's format, its chapters with their planned actions, and what is unusual in its structure.

    Unchanged chapters are not printed.
    """
    chapters = preview.chapters
    sizes = sum(len(one.chapter.text) for one in chapters)
    form = say.manuscript(manuscript.format, manuscript.encoding, chapters=len(chapters), characters=sizes)
    terminal.line(styled(manuscript.title, "bold"), "  ", form)
    rows = _rows(preview)
    if len(rows) > ROWS:
        half = ROWS // 2
        rows = [*rows[:half], ("…", say.more_rows(len(rows) - ROWS), "", ""), *rows[-half:]]
    if rows:
        terminal.table(say.CHAPTER_COLUMNS, rows, right=(0, 2))
    _show_gone(terminal, preview)
    for finding in manuscript.findings:
        terminal.line(styled("! ", "yellow"), say.noticed(finding), indent=0)
    counts = [(preview.count(kind), said) for kind, said in ACTION_NAMES.items()]
    terminal.line(
        say.tally([*counts, (len(preview.found.joined), say.JOINED), (len(preview.found.removed), say.REMOVED)])
    )


def _rows(preview: Preview) -> list[tuple[str, str | Phrase, str, str | Phrase]]:
    rows: list[tuple[str, str | Phrase, str, str | Phrase]] = []
    numbered = enumerate(preview.chapters, start=1)
    for kind, group in groupby(numbered, key=lambda item: (item[1].plan, item[1].of is not None and item[1].of.moved)):
        run = list(group)
        if kind[0] is ChapterAction.UNCHANGED and not preview.fresh:
            continue
        if kind[0] is ChapterAction.RENAMED and len(run) > RENAMED_APART:
            (first, planned), (last, last_planned) = run[0], run[-1]
            was, were = (each.of.there.title if each.of and each.of.there else "" for each in (planned, last_planned))
            size = sum(len(each.chapter.text) for _, each in run)
            named = f"{_named(planned)} … {_named(last_planned)}"
            rows.append((f"{first}-{last}", named, f"{size:,}", say.were(was, were)))
            continue
        rows.extend(
            (str(number), _named(planned), f"{len(planned.chapter.text):,}", planned.words) for number, planned in run
        )
    return rows


def _named(planned: ChapterPreview) -> str:
    return " / ".join(planned.chapter.path) or planned.key


def _show_gone(terminal: Terminal, preview: Preview) -> None:
    found = preview.found
    into = {gone.uuid: one.chapter.title or one.key for one in found.chapters for gone in one.takes_in}
    for gone in found.joined:
        terminal.line(terminal.styled(say.JOINED_FROM, "yellow"), say.into(gone.title, into[gone.uuid]))
    for gone in found.removed:
        terminal.line(terminal.styled(say.TAKEN_OUT, "red"), gone.title)
    for gone in found.kept:
        terminal.line(terminal.styled(say.KEPT, "cyan"), say.kept_there(gone.title))
    if found.resembles:
        terminal.line(styled("! ", "yellow"), say.resembles(found.resembles))


def show_estimate(terminal: Terminal, cost: Estimate, *, model: str, prices: Prices | None, again: bool) -> None:
    """Print the estimated tokens, and their cost if there are prices; *again* means that the work already has chapters.

    With --json, the estimate is printed to standard error, because standard output contains only the JSON value.
    """
    write = terminal.note if terminal.json else terminal.line
    what = say.estimated(
        model, calls=cost.calls, chapters=cost.chapters, prompts=cost.prompt_tokens, replies=cost.reply_tokens
    )
    how = say.estimated_so(again=again)
    write(joined((what, how), separator=Separator.NOTHING))
    if prices is not None:
        write(say.priced(cost.cost(prices), prices.currency))


def preview_value(
    manuscript: Manuscript, preview: Preview, cost: Estimate | None, prices: Prices | None
) -> dict[str, Json]:
    """Return the preview as a JSON value. The key `not_read_by_rules` lists chapters that would be read although their
    language has no rules for reading. The key is left out if there are no such chapters.
    """
    found = preview.found
    unread_titles = [title for titles in unread_by_rules(preview).values() for title in titles]
    value: dict[str, Json] = {
        "title": manuscript.title,
        "format": manuscript.format,
        "encoding": manuscript.encoding,
        "manuscript": found.extent.manuscript,
        "findings": [
            {"kind": one.kind.value, "text": one.text, "about": list(one.about)} for one in manuscript.findings
        ],
        "chapters": [_chapter_value(one) for one in preview.chapters],
        "removed": [_entry(one) for one in found.removed],
        "joined": [_entry(one) for one in found.joined],
        "kept": [_entry(one) for one in found.kept],
        "resembles": found.resembles or None,
        "other_manuscripts": [*preview.others],
        "estimate": None
        if cost is None
        else {
            "calls": cost.calls,
            "prompt_tokens": cost.prompt_tokens,
            "reply_tokens": cost.reply_tokens,
            "cost": None if prices is None else round(cost.cost(prices), 4),
            "currency": None if prices is None else prices.currency,
        },
    }
    if unread_titles:
        value["not_read_by_rules"] = [*unread_titles]
    return value


def _chapter_value(planned: ChapterPreview) -> dict[str, Json]:
    of = planned.of or PlannedChapter(planned.chapter, planned.key)
    return {
        "key": planned.key,
        "title": planned.chapter.title,
        "characters": len(planned.chapter.text),
        "plan": planned.plan.value,
        "windows": planned.reading,
        "moved": of.moved,
        "was": of.there.title if of.there is not None and of.renamed else None,
        "split_from": None if of.part_of is None else of.part_of.key,
        "joined_with": [each.key for each in of.takes_in],
    }


def _entry(episode: Episode) -> dict[str, Json]:
    return {"key": episode.key, "title": episode.title}
