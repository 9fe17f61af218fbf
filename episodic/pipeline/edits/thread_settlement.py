"""Settles a thread of the story by the author's decision: a later fact pays it, or it needs no payoff."""

from __future__ import annotations

from dataclasses import replace

from episodic.context.threads import ThreadStatus, settlement_text
from episodic.errors import InvalidOverrideError, UnknownFactError
from episodic.model.decisions import Override, OverrideKind
from episodic.model.graph import Fact
from episodic.pipeline.edits.chapter_edits import Edited
from episodic.pipeline.edits.override_commits import apply_override
from episodic.pipeline.edits.overrides import Attribution, new_override
from episodic.pipeline.session.session import Session
from episodic.pipeline.session.state import State


async def settle_thread(session: Session, setup: str, *, payoff: str | None, attribution: Attribution) -> Edited:
    """Record that the fact *payoff* pays the thread that the fact *setup* plants, or, if *payoff* is None, that the
    thread needs no payoff.

    Facts are given by id. Raises UnknownFactError, and InvalidOverrideError if a fact has no quote or if the payoff is
    told before the setup.
    """

    def make(state: State) -> Override:
        planted = _fact(state, setup)
        paid = None if payoff is None else _fact(state, payoff)
        if paid is not None and paid.narrative_key <= planted.narrative_key:
            raise InvalidOverrideError(
                f"{paid.text!r} is not told after {planted.text!r}.", hint="Give a later fact as the payoff."
            )
        status = ThreadStatus.WAIVED if paid is None else ThreadStatus.PAID
        quotes = tuple(one.evidence[0].quote for one in (planted, paid) if one is not None)
        blank = new_override(session, state, OverrideKind.SETTLE, attribution)
        return replace(blank, text=settlement_text(status, planted), quotes=quotes)

    return await apply_override(session, make, action="settle a thread")


def _fact(state: State, uuid: str) -> Fact:
    found = state.graph.facts.get(uuid)
    if found is None:
        raise UnknownFactError(uuid)
    if not found.evidence:
        raise InvalidOverrideError(f"{found.text!r} has no quote.", hint="Name a fact that the text states.")
    return found
