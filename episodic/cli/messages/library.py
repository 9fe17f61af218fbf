"""Messages of the command `library ingest`."""

from __future__ import annotations

from episodic.cli.messages.message import SILENT, Phrase, message
from episodic.library.work_ingestion import WorkResult

NOTHING_READ = message("library.nothing_read")
PLAN_COLUMNS = (
    message("library.columns_work"),
    message("library.columns_chapters"),
    message("library.columns_characters"),
    message("library.columns_to_read"),
    message("library.columns_tokens"),
    SILENT,
)
RESULT_COLUMNS = (
    message("library.columns_work"),
    message("library.columns_chapters"),
    message("library.columns_entities"),
    message("library.columns_facts"),
    message("library.columns_tokens"),
    message("library.columns_seconds"),
    message("library.columns_result"),
)


def question(chapters: int, *, works: int, gone: int, tokens: int) -> Phrase:
    cost = message("library.question_tokens", tokens=tokens) if tokens else SILENT
    removal = message("library.question_removal", number=gone) if gone else SILENT
    return message("library.question", chapters=chapters, works=works, cost=cost, removal=removal)


def stopped(done: int, works: int) -> Phrase:
    """Return the message that the ingestion of a library stopped, and how to resume it."""
    return message("library.stopped", done=done, works=works)


def finished(result: WorkResult, *, done: int, works: int) -> Phrase:
    """Return the message that one work of a library is done, with its result."""
    return message("library.finished", done=done, works=works, work=result.work, state=state(result))


def not_read(title: str, reason: str) -> Phrase:
    """Return the message that a work or chapter of a library could not be read."""
    return message("library.not_read", title=title, reason=reason)


def state(result: WorkResult) -> Phrase:
    if result.error:
        return message("library.failed")
    if result.failed:
        return message("library.chapters_failed", number=len(result.failed))
    if result.unchanged:
        return message("library.unchanged")
    return message("library.continued", attempts=result.attempts) if result.attempts > 1 else message("library.done")
