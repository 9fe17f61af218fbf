"""The promotion of a draft, plan or note to canon."""

from __future__ import annotations

from dataclasses import replace

from episodic.errors import InvalidOverrideError, UnknownEpisodeError
from episodic.model.episodes import Episode, Layer
from episodic.pipeline.edits.chapter_edits import Edited, replay_and_commit
from episodic.pipeline.edits.overrides import Attribution, addition
from episodic.pipeline.edits.proposals import quoted_facts, remaining_proposal
from episodic.pipeline.inputs import PROPOSAL_READER, ChapterInput, WorkInputs
from episodic.pipeline.order_keys import canon_id, order_key_between
from episodic.pipeline.session.session import Session
from episodic.pipeline.session.state import State

AUTHOR = Attribution()


async def promote(session: Session, uuid: str, attribution: Attribution = AUTHOR) -> Edited:
    """Turn a draft, a plan or a note into a canon chapter. If a canon chapter has the same key, the promoted chapter
    replaces the text of that canon chapter. A canon chapter whose text is replaced keeps its place, its manuscript and
    the metadata that the promoted chapter lacks.

    If no canon chapter has the same key, a draft keeps its order key, and a plan or note becomes the last chapter. A
    draft with the same order key as a canon chapter also becomes the last chapter. Facts of a proposal that have a
    quote in canon are added to canon by an override, with the author and the reason in *attribution*. If a proposal is
    promoted, only those of its facts that have no quote in canon become a chapter. Raises UnknownEpisodeError,
    ModelError, StoreError, and InvalidOverrideError for a chapter that is already canon or could not be read yet.
    """

    async def act() -> Edited:
        state = await session.state()
        chapter = next((one for one in state.inputs.chapters if one.episode.uuid == uuid), None)
        if chapter is None:
            waiting = next((one for one in state.inputs.waiting if one.uuid == uuid), None)
            if waiting is None:
                raise UnknownEpisodeError(uuid)
            raise InvalidOverrideError(
                "Chapter {title!r} could not be read yet.",
                hint="`episodic retry` reads it.",
                key="chapter_not_read",
                title=waiting.title,
            )
        if chapter.episode.layer is Layer.CANON:
            raise InvalidOverrideError(
                "Chapter {title!r} is canon already.", key="canon_already", title=chapter.episode.title
            )
        if chapter.episode.reader == PROPOSAL_READER:
            inputs = _accepted(session, state, chapter, attribution)
        else:
            inputs = _promoted(state.inputs, chapter)
        return await replay_and_commit(session, inputs, action=f"promote {chapter.episode.key}")

    return await session.exclusively(act)


def _accepted(session: Session, state: State, chapter: ChapterInput, attribution: Attribution) -> WorkInputs:
    quoted, rest = quoted_facts(state, chapter)
    if not quoted:
        return _promoted(state.inputs, chapter)
    made = addition(session, state, quoted, attribution)
    inputs = state.inputs.without_chapter(chapter.episode.uuid)
    if made is not None:
        inputs = replace(inputs, acts=(*inputs.acts, made))
    if rest:
        kept = remaining_proposal(state, chapter.episode, rest)
        inputs = _promoted(inputs.with_chapter(kept), kept)
    return inputs


def _promoted(inputs: WorkInputs, chapter: ChapterInput) -> WorkInputs:
    draft = chapter.episode
    canon = [one for one in inputs.episodes if one.layer is Layer.CANON]
    there = next((one for one in canon if one.key == draft.key), None)
    order = there.order if there is not None else _order_key(inputs, draft)
    promoted = replace(draft, uuid=canon_id(draft.group_id, draft.key), layer=Layer.CANON, order=order, revision=1)
    episode = promoted if there is None else _in_place_of(there, promoted)
    made = ChapterInput(episode, replace(chapter.reading, episode=episode.uuid))
    return inputs.without_chapter(draft.uuid).with_chapter(made)


def _in_place_of(there: Episode, promoted: Episode) -> Episode:
    """Return the promoted chapter. If the promoted chapter has no title, headings or other metadata of its own, the
    function takes these from the replaced canon chapter. The promoted chapter has no title of its own if its title is
    equal to its key.
    """
    title = there.title if promoted.title == promoted.key else promoted.title
    return replace(
        promoted,
        revision=there.revision + 1,
        title=title,
        path=promoted.path or (*there.path[:-1], *([title] if there.path else ())),
        number=there.number if promoted.number is None else promoted.number,
        manuscript=there.manuscript,
        source_description=promoted.source_description or there.source_description,
        reference_time=promoted.reference_time or there.reference_time,
    )


def _order_key(inputs: WorkInputs, promoted: Episode) -> int:
    others = [one for one in inputs.episodes if one.uuid != promoted.uuid]
    if promoted.layer is Layer.DRAFT and all(one.order != promoted.order for one in others if one.layer is Layer.CANON):
        return promoted.order
    made = order_key_between(others[-1].order if others else None, None)
    assert made is not None, "there is always room at the end"  # noqa: S101
    return made
