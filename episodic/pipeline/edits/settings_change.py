"""The change of a work's settings. The new settings are stored and the work is replayed, even if no chapter changed."""

from __future__ import annotations

from dataclasses import replace

from episodic.pipeline.edits.chapter_edits import Edited, replay_and_commit
from episodic.pipeline.session.session import Session
from episodic.pipeline.session.state import state_diff
from episodic.ports import GraphStore

CHANGED = "change the settings"


async def keep_settings(session: Session, store: GraphStore) -> Edited | None:
    """Store the caller's settings with an existing work, and replay the work.

    Return None if the work does not exist or already has these settings. No chapter is read again, because the stored
    readings are replayed. A date that a reader could not recognise under the old settings is found only if
    `Ingestion.reread` reads the chapter again. Raises StoreError, and ModelError if the model cannot answer a new
    question.
    """
    seen = await session.present()
    if not seen.inputs.revision or not session.settings_changed:
        return None

    async def act() -> Edited | None:
        state = await session.state()
        if not state.inputs.revision or not session.settings_changed:
            return None
        before = await Session(session.group_id, store=store, tools=session.tools).state()
        edited = await replay_and_commit(session, state.inputs, action=CHANGED)
        return replace(edited, diff=state_diff(before, await session.state()))

    return await session.exclusively(act)
