"""The commit of a new override. The work is replayed with the new override and saved, unless the override changes
nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from episodic.model.decisions import Override
from episodic.pipeline.edits.chapter_edits import Edited, replay_and_commit
from episodic.pipeline.inputs import WorkInputs
from episodic.pipeline.reports import MemoryDiff
from episodic.pipeline.session.question_loop import resolve_questions
from episodic.pipeline.session.session import Session
from episodic.pipeline.session.state import State, state_diff

MakeOverride = Callable[[State], Override | None]
"""A function that makes an override from the current state, or returns None if the override would change nothing."""


async def apply_override(session: Session, make: MakeOverride, *, action: str, dry_run: bool = False) -> Edited:
    """Make an override from the current state, replay the work with the override, and commit.

    If *dry_run* is true, the store is not changed, and the result contains the changes that the override would make. If
    an equal override exists and the new one would not change the graph, nothing is committed.
    """

    async def run() -> Edited:
        state = await session.state()
        made = make(state)
        if made is None:
            return Edited(state.inputs.revision, MemoryDiff(), already=True)
        inputs = replace(state.inputs, acts=(*state.inputs.acts, made))
        if dry_run:
            after = await _preview(session, inputs)
            return Edited(state.inputs.revision, state_diff(state, after))
        return await result_if_unchanged(session, state, made) or await replay_and_commit(
            session, inputs, action=action
        )

    return await session.exclusively(run)


async def result_if_unchanged(session: Session, state: State, made: Override) -> Edited | None:
    """Return the result for the override *made* if the override changes nothing, or None if the override must be
    committed.

    An override changes nothing if an equal override exists and if adding the override again leaves the graph unchanged.
    Two overrides that differ only in id, number, author, time and reason count as equal.
    """
    if all(_without_authorship(one) != _without_authorship(made) for one in state.inputs.acts):
        return None
    after = await _preview(session, replace(state.inputs, acts=(*state.inputs.acts, made)))
    diff = state_diff(state, after)
    same = list(after.graph.values()) == list(state.graph.values())
    return Edited(state.inputs.revision, diff, already=True) if same else None


def _without_authorship(act: Override) -> Override:
    return replace(act, uuid="", number=0, by="", at="", reason="")


async def _preview(session: Session, inputs: WorkInputs) -> State:
    base, rest = session.latest_replay(inputs)
    answered = await resolve_questions(base, rest, judges=session.judges, answers=session.answers)
    if answered.failed:
        raise next(iter(answered.failed.values()))
    return session.preview_state(inputs, answered.replay)
