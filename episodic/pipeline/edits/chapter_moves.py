"""Functions that insert, move and rename chapters. Each function makes its change in one commit, or none if nothing
changes. No existing chapter is read again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from episodic.errors import DuplicateEpisodeError, InvalidOverrideError, UnknownEpisodeError
from episodic.model.episodes import Chapter, Episode, Layer
from episodic.model.name_keys import check_name
from episodic.model.readings import ChapterReading
from episodic.pipeline.chapter_reading import PartialReading, read_entities, read_facts, stored_readings
from episodic.pipeline.edits.chapter_edits import Edited
from episodic.pipeline.edits.ingestion import check_chapters, quiet
from episodic.pipeline.edits.reading_extent import read_by, statements_read
from episodic.pipeline.inputs import ChapterInput, WorkInputs
from episodic.pipeline.order_keys import chapter_keys, episode_of, free_key
from episodic.pipeline.replay.replay import Replay
from episodic.pipeline.reports import ChapterReport, MemoryDiff, OnProgress, Outcome, Progress, Stage
from episodic.pipeline.session.question_loop import resolve_questions
from episodic.pipeline.session.session import Session
from episodic.pipeline.sync.apply_plan import make_room_beside, update_episodes


async def insert_episode(
    session: Session,
    chapter: Chapter,
    *,
    before: str | None = None,
    after: str | None = None,
    on_progress: OnProgress = quiet,
) -> ChapterReport:
    """Read a new chapter and insert it directly before or after an existing chapter, given by id.

    The report contains the changes of the graph. A new chapter without a key gets a key made from its headings. A
    number is added to the key if another chapter already has the key. If no integer is free between the order keys of
    the neighbours, all order keys are spread evenly in the same commit. Nothing changes if the chapter in the requested
    place already has the text of the new chapter. The chapter in this place must also have the key and title of the new
    chapter, as far as they are given. Raises InvalidOverrideError for no neighbour, two neighbours, or a neighbour
    outside canon. Raises DuplicateEpisodeError if another canon chapter has the given key. Raises UnknownEpisodeError,
    EmptyTextError, UnreadableFileError, InvalidNameError, ModelError, StoreError. If inserting the chapter raises an
    error, the work is not changed.
    """
    check_chapters([chapter])
    neighbour = _neighbour(before, after)
    state = await session.state()
    there = _existing_chapter(state.inputs, _canon(state.inputs, neighbour), chapter, before=before is not None)
    if there is not None:
        return ChapterReport(key=there.key, title=there.title, outcome=Outcome.UNCHANGED, episode=there.uuid)
    _key(state.inputs, chapter)
    part, reading = await _read(session, state.inputs, chapter, on_progress)

    async def act() -> ChapterReport:
        state = await session.state()
        key = _key(state.inputs, chapter)
        roomy, order = make_room_beside(state.inputs, _canon(state.inputs, neighbour), before=before is not None)
        reader = session.tools.reader.name
        episode = episode_of(chapter, key, group_id=session.group_id, order=order, layer=Layer.CANON, reader=reader)
        placed = roomy.with_chapter(ChapterInput(episode, replace(reading, episode=episode.uuid)))
        replay, edited = await _replay_and_commit(session, placed, action=f"insert {key}")
        on_progress(Progress(Stage.SAVING, episode.title, 1, 1))
        completed = next((one.reading for one in replay.completed if one.episode.uuid == episode.uuid), reading)
        return ChapterReport(
            key=key,
            title=episode.title,
            outcome=Outcome.ADDED,
            episode=episode.uuid,
            windows_read=part.fresh,
            windows_kept=len(part.windows) - part.fresh,
            read_by=read_by(reading),
            statements=statements_read(completed),
            rejected=tuple(one for window in reading.windows for one in window.rejected),
            pending=next((one.left_out for one in replay.chapters if one.episode.uuid == episode.uuid), 0),
            diff=edited.diff,
        )

    return await session.exclusively(act)


async def move_episode(session: Session, uuid: str, *, before: str | None = None, after: str | None = None) -> Edited:
    """Move a chapter directly before or after another chapter, both given by id.

    Moving a chapter does not read any chapter again, but questions whose text changes are asked again. Moving a chapter
    to its current place changes nothing. Raises UnknownEpisodeError, also if another process has removed a chapter.
    Raises InvalidOverrideError for no neighbour, two neighbours, the chapter itself as neighbour, or a chapter outside
    canon. Raises ModelError, StoreError.
    """
    neighbour = _neighbour(before, after)

    async def act() -> Edited:
        state = await session.state()
        inputs = state.inputs
        moving, beside = _canon(inputs, uuid), _canon(inputs, neighbour)
        if moving.uuid == beside.uuid:
            raise InvalidOverrideError(
                "Chapter {title!r} cannot be placed beside itself.",
                hint="Name another chapter.",
                key="beside_itself",
                title=moving.title,
            )
        if _is_already_there(inputs, moving, beside, before=before is not None):
            return Edited(inputs.revision, MemoryDiff(), already=True)
        roomy, order = make_room_beside(inputs, beside, before=before is not None, moving=moving.uuid)
        moved = update_episodes(roomy, lambda one: replace(one, order=order) if one.uuid == moving.uuid else one)
        _, edited = await _replay_and_commit(session, moved, action=f"move {moving.key}")
        return edited

    return await session.exclusively(act)


async def rename_episode(session: Session, uuid: str, title: str) -> Edited:
    """Change a chapter's title and the last of the chapter's headings. The chapter's key and text stay the same.

    If the title and the last heading are the same as before, nothing changes. Raises UnknownEpisodeError,
    InvalidNameError, StoreError.
    """
    name = check_name(title.strip(), "title")

    async def act() -> Edited:
        state = await session.state()
        inputs = state.inputs
        there = _known(inputs, uuid)
        named = replace(there, title=name, path=(*there.path[:-1], name) if there.path else ())
        if named == there:
            return Edited(inputs.revision, MemoryDiff(), already=True)
        renamed = update_episodes(inputs, lambda one: named if one.uuid == uuid else one)
        _, edited = await _replay_and_commit(session, renamed, action=f"rename {there.key}")
        return edited

    return await session.exclusively(act)


async def _read(
    session: Session, inputs: WorkInputs, chapter: Chapter, on_progress: OnProgress
) -> tuple[PartialReading, ChapterReading]:
    """Read a chapter that the work does not contain yet. The reading does not depend on the chapter's place."""
    reader = session.tools.reader
    (key,) = chapter_keys([chapter])
    draft = episode_of(chapter, key, group_id=session.group_id, order=0, layer=Layer.CANON, reader=reader.name)
    kept = stored_readings(inputs.chapters)
    part = await read_entities(draft, reader=reader, settings=inputs.settings, kept=kept)
    on_progress(Progress(Stage.ENTITIES, draft.title, 0, 1))
    reading = await read_facts(part, reader=reader, settings=inputs.settings)
    on_progress(Progress(Stage.FACTS, draft.title, 0, 1))
    return part, reading


async def _replay_and_commit(session: Session, after: WorkInputs, *, action: str) -> tuple[Replay, Edited]:
    base, rest = session.latest_replay(after)
    answered = await resolve_questions(base, rest, judges=session.judges, answers=session.answers)
    if answered.failed:
        raise next(iter(answered.failed.values()))
    state, diff = await session.commit(after, answered.replay, action=action)
    return answered.replay, Edited(state.inputs.revision, diff)


def _neighbour(before: str | None, after: str | None) -> str:
    """Return the id of the given neighbour. Raises InvalidOverrideError unless exactly one of *before* and *after* is
    given.
    """
    given = [one for one in (before, after) if one is not None]
    if len(given) != 1:
        what = "two places at once" if given else "no place"
        raise InvalidOverrideError(
            f"The chapter has {what}.", hint="Give one chapter, before or after which to place it."
        )
    return given[0]


def _known(inputs: WorkInputs, uuid: str) -> Episode:
    found = next((one for one in inputs.episodes if one.uuid == uuid), None)
    if found is None:
        raise UnknownEpisodeError(uuid)
    return found


def _canon(inputs: WorkInputs, uuid: str) -> Episode:
    found = _known(inputs, uuid)
    if found.layer is not Layer.CANON:
        raise InvalidOverrideError(
            "Chapter {title!r} is of the layer {layer!r}.",
            hint="Chapters can only be placed beside canon chapters; a draft has the place of its canon chapter.",
            key="not_beside_canon",
            title=found.title,
            layer=found.layer.value,
        )
    return found


def _key(inputs: WorkInputs, chapter: Chapter) -> str:
    """Return the chapter's given key, or else a free key made from its headings. Raises DuplicateEpisodeError if a
    canon chapter has the given key.
    """
    taken = {one.key for one in inputs.episodes if one.layer is Layer.CANON}
    if chapter.key is not None and chapter.key in taken:
        raise DuplicateEpisodeError(chapter.key)
    return chapter.key or free_key(chapter, taken)


def _existing_chapter(inputs: WorkInputs, beside: Episode, chapter: Chapter, *, before: bool) -> Episode | None:
    line = [one for one in inputs.episodes if one.layer is Layer.CANON]
    place = line.index(beside) + (-1 if before else 1)
    there = line[place] if 0 <= place < len(line) else None
    if there is None or there.text != chapter.text or chapter.key not in {None, there.key}:
        return None
    return there if chapter.title in {"", there.title} else None


def _is_already_there(inputs: WorkInputs, moving: Episode, beside: Episode, *, before: bool) -> bool:
    line: Sequence[str] = [one.uuid for one in inputs.episodes if one.layer is Layer.CANON]
    return line.index(moving.uuid) - line.index(beside.uuid) == (-1 if before else 1)
