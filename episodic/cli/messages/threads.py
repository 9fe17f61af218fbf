"""Messages of the commands that list and settle threads, and that store digests."""

from __future__ import annotations

from episodic.cli.messages.message import SILENT, Phrase, message
from episodic.context.settlements import ThreadStatus
from episodic.context.threads import Thread

NO_THREADS = message("context.no_threads")


def thread_named(one: Thread) -> Phrase:
    """Return the kind of a thread, such as a promise, and its status, such as "open" or "overdue"."""
    status = message("context.overdue") if one.overdue else message(f"context.status_{one.status}")
    return message("context.thread_head", kind=message(f"context.thread_{one.kind}"), status=status)


def planted(one: Thread) -> Phrase:
    """Return in which chapter a thread begins, how many chapters follow this chapter, and with which words the thread
    begins. The phrase is empty if the chapter is not known.
    """
    if one.planted is None:
        return SILENT
    key = "context.planted" if one.age else "context.planted_last"
    return message(key, chapter=one.planted.label, age=one.age, quote=_flat(one.quote))


def expected(one: Thread) -> Phrase:
    """Return the phrase that says when a thread should be paid, or an empty phrase if the text does not say when."""
    return message("context.expected", expected=one.expected) if one.expected else SILENT


def paid_by(one: Thread) -> Phrase:
    """Return the phrase for the fact that pays a thread (for example keeps a promise), or an empty phrase if no fact
    does.
    """
    if one.status is not ThreadStatus.PAID or one.payoff is None:
        return SILENT
    if one.paid is None:
        return message("context.paid_by", text=one.payoff.text)
    key = "context.paid_confirmed" if one.by_author else "context.paid_in"
    return message(key, text=one.payoff.text, chapter=one.paid.label, quote=_flat(one.paid_quote))


def digests_built(*, made: int, kept: int, removed: int) -> Phrase:
    return message("context.digests_built", made=made, kept=kept, removed=removed)


def _flat(quote: str) -> str:
    return " ".join(quote.split())
