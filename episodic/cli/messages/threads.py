"""Messages of the command that lists and settles threads."""

from __future__ import annotations

from episodic.cli.messages.message import SILENT, Phrase, message
from episodic.context.threads import Thread, ThreadStatus

NO_THREADS = message("context.no_threads")


def thread_named(one: Thread) -> Phrase:
    """Return the kind and the status of a thread."""
    status = message("context.overdue") if one.overdue else message(f"context.status_{one.status}")
    return message("context.thread_head", kind=message(f"context.thread_{one.kind}"), status=status)


def planted(one: Thread) -> Phrase:
    """Return where a thread was planted, or an empty phrase."""
    return SILENT if one.planted is None else message("context.planted", chapter=one.planted.ordinal)


def expected(one: Thread) -> Phrase:
    """Return when the payoff is expected, or an empty phrase."""
    return message("context.expected", expected=one.expected) if one.expected else SILENT


def paid_by(one: Thread) -> Phrase:
    """Return the fact that pays a thread, or an empty phrase."""
    if one.status is not ThreadStatus.PAID or one.payoff is None:
        return SILENT
    return message("context.paid_by", text=one.payoff.text)
