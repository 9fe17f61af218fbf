"""Replaces and removes chapters, checks the arguments of edits, and finds the mention that stands for an edited entity.

Each edit returns its changes of the graph as a memory diff.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace

from episodic.errors import HistoryCompactedError, InvalidOverrideError, UnknownEpisodeError
from episodic.model.decisions import MentionAnchor
from episodic.model.episodes import Chapter, Episode
from episodic.model.graph import Entity
from episodic.model.name_keys import lone_surrogate_position
from episodic.model.records import Kind
from episodic.pipeline.edits.ingestion import Ingestion
from episodic.pipeline.inputs import WorkInputs, load_before
from episodic.pipeline.overrides.entity_merges import sentence_of
from episodic.pipeline.reports import ChapterReport, MemoryDiff, OnProgress, Outcome
from episodic.pipeline.session.commit_parts import PlannedCommit
from episodic.pipeline.session.question_loop import resolve_questions
from episodic.pipeline.session.session import Session
from episodic.pipeline.session.state import State
from episodic.ports import GraphStore


@dataclass(frozen=True, slots=True)
class Edited:
    """The result of an edit: the new revision, and the changes of the graph as a memory diff.

    After undo and redo, `action` names the edits that were undone or redone. `already` is true if the edit made no
    revision, because the work already was in the state that the edit would give. If the edit made no new revision, for
    example in a dry run, `revision` is the current revision.
    """

    revision: int
    diff: MemoryDiff
    action: str = ""
    already: bool = False


async def replace_episode(
    session: Session, episode: Episode, chapter: Chapter, *, on_progress: OnProgress
) -> ChapterReport:
    """Replace the text of the chapter *episode*, and return the report of the chapter. A window of the chapter keeps
    its stored reading if the window's text, the text before it and the tale that it continues are unchanged.

    Raises the same errors as an ingestion, and UnknownEpisodeError if another process has removed the chapter. If the
    model cannot read the new text, the old text stays and the ModelError is raised.
    """
    rewritten = replace(
        chapter,
        key=episode.key,
        title=chapter.title or episode.title,
        path=chapter.path or episode.path,
        reference_time=chapter.reference_time or episode.reference_time,
    )
    report = await Ingestion(session, on_progress=on_progress).run([rewritten], layer=episode.layer, adding=False)
    (only,) = report.chapters
    if only.outcome is Outcome.FAILED and only.error is not None:
        raise only.error
    return only


async def remove_episode(session: Session, store: GraphStore, uuid: str) -> Edited:
    """Remove a chapter. After the removal, the graph is the same as if the chapter had never been added. Raises
    UnknownEpisodeError, ModelError if a new question cannot be answered, and StoreError.

    If the work had the same chapters and overrides before the chapter was added, the state before the addition is
    restored as by an undo, if the checkpoint contains this state.
    """

    async def act() -> Edited:
        state = await session.state()
        gone = next((one for one in state.inputs.episodes if one.uuid == uuid), None)
        if gone is None:
            raise UnknownEpisodeError(uuid)
        inputs, action = state.inputs.without_chapter(uuid), f"remove {gone.key}"
        revision = await _revision_before(session, store, inputs, uuid)
        restored = None if revision is None else await session.commit_earlier(inputs, revision, action=action)
        if restored is not None:
            return Edited(restored[0].inputs.revision, restored[1])
        return await replay_and_commit(session, inputs, action=action)

    return await session.exclusively(act)


async def _revision_before(session: Session, store: GraphStore, inputs: WorkInputs, uuid: str) -> int | None:
    """Return the revision before the one that saved the chapter with this id, if this revision had the chapters and
    overrides of *inputs*, which lack this chapter. Otherwise, or if the work has no checkpoint, return None.
    """
    history = await store.history(session.group_id, Kind.EPISODE, ids=[uuid])
    revision = next((saved - 1 for _, saved, retired in history if retired is None), None)
    if revision is None or not session.from_checkpoint:
        return None
    known = (await session.present()).inputs
    with suppress(HistoryCompactedError):
        before = await load_before(store, known, revision)
        if (before.chapters, before.acts, before.waiting) == (inputs.chapters, inputs.acts, inputs.waiting):
            session.keep_answers(before.judgements)
            return revision
    return None


async def replay_and_commit(session: Session, inputs: WorkInputs, *, action: str, always: bool = False) -> Edited:
    """Replay the canon chapters from the first one whose results may differ, ask the questions that have no stored
    answer, and commit. If nothing changes, a revision is made only if *always* is true. Raises ModelError if a question
    cannot be answered, and commits nothing then.
    """
    base, rest = session.latest_replay(inputs)
    answered = await resolve_questions(
        base,
        rest,
        judges=session.judges,
        answers=session.answers,
        reached=session.reached(inputs),
        continuation=session.continuation(inputs),
    )
    if answered.failed:
        raise next(iter(answered.failed.values()))
    state, diff = await session.commit_steps((PlannedCommit(inputs, action, always),), answered.replay)
    return Edited(state.inputs.revision, diff)


def check_words(**words: str | None) -> None:
    """Raise InvalidOverrideError if a text of the author contains a lone surrogate, which no store can save."""
    for what, said in words.items():
        half = None if said is None else lone_surrogate_position(said)
        if half is not None:
            raise InvalidOverrideError(
                "The {what} {text!r} cannot be kept: its character {number} is half of a surrogate pair.",
                hint="Type it again without this character.",
                key="half_a_surrogate",
                what=what,
                text=said,
                number=half + 1,
            )


def known_entity(state: State, entity: str) -> Entity:
    """Return the entity with the given id. Raises InvalidOverrideError if no entity has this id."""
    found = state.graph.entities.get(entity)
    if found is None:
        raise InvalidOverrideError(
            "There is no entity {entity}.",
            hint="It may have been merged or removed.",
            key="entity_is_gone",
            entity=entity,
        )
    return found


def anchor_of(state: State, entity: str) -> MentionAnchor:
    """Return the anchor of the entity's first mention, by which a replay finds this mention again. The anchor consists
    of the mention's surface form, its sentence, and its number among equal mentions.

    Raises InvalidOverrideError if the entity is unknown or has no mention in the text.
    """
    found = known_entity(state, entity)
    surface, first = found.first.quote, found.first
    there = state.replay.chapters_by_id()[first.episode]
    span = next((span for _, name, span in there.places if (name, span.start) == (surface, first.start)), None)
    if span is None:
        raise InvalidOverrideError(
            "{name!r} has no mention in the text to anchor the override to.", key="no_mention", name=found.name
        )
    sentence = sentence_of(there.episode, span)
    return MentionAnchor(surface, sentence, _equal_before(state, there.episode, surface, sentence, span.start))


def _equal_before(state: State, episode: Episode, surface: str, sentence: str, start: int) -> int:
    counted = 0
    for read, told in zip(state.replay.completed, state.replay.chapters, strict=True):
        # Other chapters are not loaded, which takes time in a long work.
        places = told.places if sentence in read.episode.text else ()
        for _, name, span in places:
            if name != surface:
                continue
            if read.episode.uuid == episode.uuid and span.start >= start:
                return counted
            if sentence_of(read.episode, span) == sentence:
                counted += 1
    return counted
