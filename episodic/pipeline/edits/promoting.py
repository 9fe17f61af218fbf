"""A draft, plan or note made canon."""

from __future__ import annotations

from dataclasses import replace

from episodic.errors import InvalidActError, UnknownEpisodeError
from episodic.model.episodes import Episode, Layer
from episodic.pipeline.asserted import Asserted, AssertedChapter
from episodic.pipeline.edits.editing import Edited, retold
from episodic.pipeline.order import between, canon_id
from episodic.pipeline.work.session import Session


async def promote(session: Session, uuid: str) -> Edited:
    """Make a chapter of another layer canon: in the place of the canon chapter of its key, else as the last one.

    A draft of its own key keeps the place it was written for. Raises UnknownEpisodeError, InvalidActError for a chapter that is
    canon already or could not be read yet.
    """

    async def act() -> Edited:
        state = await session.state()
        chapter = next((one for one in state.asserted.chapters if one.episode.uuid == uuid), None)
        if chapter is None:
            waiting = next((one for one in state.asserted.waiting if one.uuid == uuid), None)
            if waiting is None:
                raise UnknownEpisodeError(uuid)
            raise InvalidActError(
                f"Chapter {waiting.title!r} could not be read yet.", hint="`episodic retry` reads it."
            )
        if chapter.episode.layer is Layer.CANON:
            raise InvalidActError(f"Chapter {chapter.episode.title!r} is canon already.")
        asserted, order = _promoted(state.asserted, chapter)
        return await retold(session, asserted, order, action=f"promote {chapter.episode.key}")

    return await session.exclusively(act)


def _promoted(asserted: Asserted, chapter: AssertedChapter) -> tuple[Asserted, int]:
    """The work with the chapter in canon, and the order key from which canon is another."""
    draft = chapter.episode
    canon = [one for one in asserted.episodes if one.layer is Layer.CANON]
    there = next((one for one in canon if one.key == draft.key), None)
    order = there.order if there is not None else _place(draft, canon)
    episode = replace(
        draft,
        uuid=canon_id(draft.group_id, draft.key),
        layer=Layer.CANON,
        order=order,
        revision=1 if there is None else there.revision + 1,
        number=draft.number if there is None or draft.number is not None else there.number,
        manuscript=draft.manuscript if there is None else there.manuscript,
    )
    made = AssertedChapter(episode, replace(chapter.reading, episode=episode.uuid))
    return asserted.without_chapter(draft.uuid).with_chapter(made), order


def _place(draft: Episode, canon: list[Episode]) -> int:
    """The order key of a promoted chapter that stands in for none."""
    orders = sorted(one.order for one in canon)
    if draft.layer is Layer.DRAFT and draft.order not in orders:
        return draft.order
    made = between(orders[-1] if orders else None, None)
    assert made is not None, "there is always room at the end"  # noqa: S101
    return made
