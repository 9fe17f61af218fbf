"""Settings that the caller has for a work, kept with it: the work is told again by them, also where no chapter changed."""

from __future__ import annotations

from dataclasses import replace

from episodic.pipeline.edits.editing import Edited, retold
from episodic.pipeline.work.session import Session
from episodic.pipeline.work.state import changed
from episodic.ports import GraphStore

CHANGED = "change the settings"


async def keep_settings(session: Session, store: GraphStore) -> Edited | None:
    """Keep the caller's settings with a work that is there; None where it has them, or is not there yet.

    Nothing is read again: what was read is placed and compared anew (dates that no reader could know as such are found by
    `Ingestion.reread`). Raises ModelError of a question that is asked only now,
    StoreError.
    """
    seen = await session.present()
    if not seen.asserted.revision or not session.resets:
        return None

    async def act() -> Edited | None:
        state = await session.state()
        if not state.asserted.revision or not session.resets:
            return None
        before = await Session(session.group_id, store=store, tools=session.tools).state()
        edited = await retold(session, state.asserted, 0, action=CHANGED)
        return replace(edited, diff=changed(before, await session.state()))

    return await session.exclusively(act)
