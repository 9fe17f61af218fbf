"""Records the author's decision on a thread of the story, such as a promise or an open question. The author decides
that a later fact pays (answers) the thread, that the thread needs no payoff, or that it is open.
"""

from __future__ import annotations

from dataclasses import replace

from episodic.context.settlements import ThreadStatus, settlement_text, settles
from episodic.context.setup_payoffs import event_that_pays, payoffs_of_setups, world_facts_by_subject
from episodic.errors import InvalidOverrideError, UnknownFactError
from episodic.model.decisions import Override, OverrideKind
from episodic.model.graph import Fact
from episodic.model.readings import StatementScope
from episodic.pipeline.edits.chapter_edits import Edited, replay_and_commit
from episodic.pipeline.edits.override_commits import apply_override
from episodic.pipeline.edits.overrides import Attribution, new_override, statement_anchors
from episodic.pipeline.reports import MemoryDiff
from episodic.pipeline.session.session import Session
from episodic.pipeline.session.state import State


async def settle_thread(session: Session, setup: str, *, payoff: str | None, attribution: Attribution) -> Edited:
    """Record that the fact *payoff* pays (answers) the thread, such as a promise, which is opened by the fact *setup*.
    If *payoff* is None, record that the thread needs no payoff.

    Facts are given by id. Raises UnknownFactError, and InvalidOverrideError if a fact has no quote or if the payoff is
    not told after the setup.
    """

    def make(state: State) -> Override:
        planted = _fact(state, setup)
        paid = None if payoff is None else _fact(state, payoff)
        if paid is not None and paid.narrative_key <= planted.narrative_key:
            raise InvalidOverrideError(
                "{paid!r} is not told after {setup!r}.",
                hint="Give a later fact as the payoff.",
                key="paid_before",
                paid=paid.text,
                setup=planted.text,
            )
        status = ThreadStatus.WAIVED if paid is None else ThreadStatus.PAID
        quotes = tuple(one.evidence[0].quote for one in (planted, paid) if one is not None)
        blank = new_override(session, state, OverrideKind.SETTLE, attribution)
        return replace(blank, text=settlement_text(status, planted), quotes=quotes)

    return await apply_override(session, make, action="settle a thread")


async def reopen_thread(session: Session, setup: str, *, attribution: Attribution) -> Edited:
    """Record that the thread which the fact *setup* opens, such as a promise, is still open. The thread is open
    although a fact seems to pay it or an earlier decision settled it.

    Decisions that the thread is paid or needs no payoff are revoked, and a payoff that a model found is retracted.
    After these changes, the model is asked again whether a later chapter pays the setup. Facts are given by id. Raises
    UnknownFactError, and InvalidOverrideError if the fact has no quote.
    """

    async def run() -> Edited:
        state = await session.state()
        planted = _fact(state, setup)
        acts = [one for one in state.inputs.acts if settles(one, planted) in (None, ThreadStatus.OPEN)]
        reopened = any(settles(one, planted) is ThreadStatus.OPEN for one in acts)
        facts = sorted(state.graph.facts.values(), key=lambda one: one.narrative_key)
        payoff = payoffs_of_setups(facts).get(setup)
        is_setup = planted.scope is StatementScope.SETUP
        if payoff is not None:
            blank = new_override(session, state, OverrideKind.RETRACT, attribution)
            acts.append(replace(blank, statements=statement_anchors(state, payoff.uuid)))
        elif not reopened and (not is_setup or event_that_pays(planted, world_facts_by_subject(facts)) is not None):
            blank = new_override(session, state, OverrideKind.SETTLE, attribution)
            text = settlement_text(ThreadStatus.OPEN, planted)
            acts.append(replace(blank, text=text, quotes=(planted.evidence[0].quote,)))
        if acts == list(state.inputs.acts):
            return Edited(state.inputs.revision, MemoryDiff(), already=True)
        inputs = replace(state.inputs, acts=tuple(acts))
        return await replay_and_commit(session, inputs, action="reopen a thread")

    return await session.exclusively(run)


def _fact(state: State, uuid: str) -> Fact:
    found = state.graph.facts.get(uuid)
    if found is None:
        raise UnknownFactError(uuid)
    if not found.evidence:
        raise InvalidOverrideError(
            "{fact!r} has no quote.",
            hint="Name a fact that the text states.",
            key="fact_without_quote",
            fact=found.text,
        )
    return found
