"""Loads the author's decisions about threads: a fact answers the thread, the thread needs no answer, or the thread is
still open.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from episodic.model.decisions import Override, OverrideKind
from episodic.model.graph import Fact
from episodic.model.predicates import predicate_key
from episodic.model.records import Kind, from_json
from episodic.search.view import View


class ThreadStatus(StrEnum):
    """The status of a thread (what the story leaves open, such as a promise or a debt). OPEN means unresolved, and PAID
    means resolved as the text or the author says. WAIVED means that the author declared that the thread needs no
    answer.
    """

    OPEN = "open"
    PAID = "paid"
    WAIVED = "waived"


@dataclass(frozen=True, slots=True)
class Settlements:
    """The author's decisions about threads, and the facts that pay the threads with the status PAID. Both are stored
    under the id of the setup, which is the fact that opens the thread.
    """

    statuses: Mapping[str, ThreadStatus] = field(default_factory=dict[str, ThreadStatus])
    paid: Mapping[str, Fact] = field(default_factory=dict[str, Fact])


UNSETTLED = Settlements()


def settlement_text(status: ThreadStatus, setup: Fact) -> str:
    """Return the text of an override that gives the thread of *setup* the status *status*."""
    return f"{status.value}:{predicate_key(setup.predicate)}"


def settles(act: Override, setup: Fact) -> ThreadStatus | None:
    """Return the status that the author's override *act* gives to the thread that begins with the fact *setup*, such as
    a promise. Return None if the override gives no status, or gives a status to another thread.
    """
    quotes = {one.quote for one in setup.evidence}
    if act.kind is not OverrideKind.SETTLE or act.quotes[0] not in quotes:
        return None
    return next((one for one in ThreadStatus if act.text == settlement_text(one, setup)), None)


async def settlements(view: View, facts: Iterable[Fact]) -> Settlements:
    """Return the author's decisions about threads of the story. Only threads that begin with one of the given facts
    count, such as a promise that has not been kept yet. If there are several decisions about one thread, the last
    counts.

    A decision that a fact pays a thread counts only if this fact is one of *facts*. Other facts may be told in a
    chapter outside the view.
    """
    records = await view.store.fetch(view.group_id, Kind.ACT)
    acts = [one for one in (from_json(Override, record.value) for record in records) if one.kind is OverrideKind.SETTLE]
    if not acts:
        return UNSETTLED
    by_quote: dict[str, list[Fact]] = {}
    for fact in sorted(facts, key=lambda one: one.narrative_key):
        for evidence in fact.evidence:
            by_quote.setdefault(evidence.quote, []).append(fact)
    statuses: dict[str, ThreadStatus] = {}
    paid: dict[str, Fact] = {}
    for act in sorted(acts, key=lambda one: one.number):
        payoff = next((one for quote in act.quotes[1:] for one in by_quote.get(quote, ())), None)
        for setup in by_quote.get(act.quotes[0], ()):
            status = settles(act, setup)
            if status is ThreadStatus.PAID and payoff is not None:
                statuses[setup.uuid], paid[setup.uuid] = status, payoff
            elif status is not None and status is not ThreadStatus.PAID:
                statuses[setup.uuid] = status
                paid.pop(setup.uuid, None)
    return Settlements(statuses, paid)
