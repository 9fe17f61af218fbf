"""Chapters put between others, moved, and renamed: each is one commit, and no other chapter is read or numbered anew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from episodic.errors import DuplicateEpisodeError, InvalidActError, UnknownEpisodeError
from episodic.model.episodes import Chapter, Episode, Layer
from episodic.model.names import check_name
from episodic.model.readings import ChapterReading
from episodic.pipeline.asserted import Asserted, AssertedChapter
from episodic.pipeline.edits.editing import Edited
from episodic.pipeline.edits.ingest import check_chapters, quiet
from episodic.pipeline.manuscript.arranging import placed_beside, rearranged
from episodic.pipeline.order import chapter_keys, episode_of, free_key
from episodic.pipeline.reading import PartRead, kept_readings, read_entities, read_facts
from episodic.pipeline.report import ChapterReport, MemoryDiff, OnProgress, Outcome, Progress, Stage
from episodic.pipeline.telling.replay import Replay
from episodic.pipeline.work.session import Session
from episodic.pipeline.work.settling import settle


async def insert_episode(
    session: Session,
    chapter: Chapter,
    *,
    before: str | None = None,
    after: str | None = None,
    on_progress: OnProgress = quiet,
) -> ChapterReport:
    """Read a chapter and put it right before or right after another (an id); the report says what that changed in memory.

    Its key is the caller's, else its headings with the next number that is free. Order keys of others change only where the gap
    is used up: then all do, in the same commit. A chapter that stands there already, word for word, is left alone. Raises UnknownEpisodeError, InvalidActError (no place, or two of them; a place
    that is not in canon), DuplicateEpisodeError (its key is taken), EmptyTextError, ModelError, StoreError: nothing is changed then.
    """
    check_chapters([chapter])
    neighbour = _neighbour(before, after)
    state = await session.state()
    there = _standing(state.asserted, _canon(state.asserted, neighbour), chapter, before=before is not None)
    if there is not None:
        return ChapterReport(key=there.key, title=there.title, outcome=Outcome.UNCHANGED, episode=there.uuid)
    _key(state.asserted, chapter)
    part, reading = await _read(session, state.asserted, chapter, on_progress)

    async def act() -> ChapterReport:
        state = await session.state()
        key = _key(state.asserted, chapter)
        roomy, order = placed_beside(state.asserted, _canon(state.asserted, neighbour), before=before is not None)
        reader = session.tools.reader.name
        episode = episode_of(chapter, key, group_id=session.group_id, order=order, layer=Layer.CANON, reader=reader)
        placed = roomy.with_chapter(AssertedChapter(episode, replace(reading, episode=episode.uuid)))
        replay, edited = await _retold(session, placed, action=f"insert {key}")
        on_progress(Progress(Stage.SAVING, episode.title, 1, 1))
        return ChapterReport(
            key=key,
            title=episode.title,
            outcome=Outcome.ADDED,
            episode=episode.uuid,
            windows_read=part.fresh,
            windows_kept=len(part.windows) - part.fresh,
            rejected=tuple(one for window in reading.windows for one in window.rejected),
            pending=next((one.left_out for one in replay.chapters if one.episode.uuid == episode.uuid), 0),
            diff=edited.diff,
        )

    return await session.exclusively(act)


async def move_episode(session: Session, uuid: str, *, before: str | None = None, after: str | None = None) -> Edited:
    """Tell a chapter right before or right after another (ids). Nothing is read again; a move to where it is changes nothing.

    Questions are asked again where their text changed. Raises UnknownEpisodeError (also where somebody else took a chapter out
    meanwhile), InvalidActError (no place, two of them, beside itself, not in canon), ModelError, StoreError.
    """
    neighbour = _neighbour(before, after)

    async def act() -> Edited:
        state = await session.state()
        asserted = state.asserted
        moving, beside = _canon(asserted, uuid), _canon(asserted, neighbour)
        if moving.uuid == beside.uuid:
            raise InvalidActError(f"Chapter {moving.title!r} cannot stand beside itself.", hint="Name another chapter.")
        if _stands(asserted, moving, beside, before=before is not None):
            return Edited(asserted.revision, MemoryDiff(), already=True)
        roomy, order = placed_beside(asserted, beside, before=before is not None, moving=moving.uuid)
        moved = rearranged(roomy, lambda one: replace(one, order=order) if one.uuid == moving.uuid else one)
        _, edited = await _retold(session, moved, action=f"move {moving.key}")
        return edited

    return await session.exclusively(act)


async def rename_episode(session: Session, uuid: str, title: str) -> Edited:
    """Give a chapter another title, which is the last of its headings, too; its key and its text stay.

    The title that it has changes nothing. Raises UnknownEpisodeError, InvalidNameError, StoreError.
    """
    name = check_name(title.strip(), "title")

    async def act() -> Edited:
        state = await session.state()
        asserted = state.asserted
        there = _known(asserted, uuid)
        named = replace(there, title=name, path=(*there.path[:-1], name) if there.path else ())
        if named == there:
            return Edited(asserted.revision, MemoryDiff(), already=True)
        renamed = rearranged(asserted, lambda one: named if one.uuid == uuid else one)
        _, edited = await _retold(session, renamed, action=f"rename {there.key}")
        return edited

    return await session.exclusively(act)


async def _read(
    session: Session, asserted: Asserted, chapter: Chapter, on_progress: OnProgress
) -> tuple[PartRead, ChapterReading]:
    """The chapter's reading, which hangs on its text alone, not on its place."""
    reader = session.tools.reader
    (key,) = chapter_keys([chapter])
    draft = episode_of(chapter, key, group_id=session.group_id, order=0, layer=Layer.CANON, reader=reader.name)
    kept = kept_readings(asserted.chapters)
    part = await read_entities(draft, reader=reader, settings=asserted.settings, kept=kept)
    on_progress(Progress(Stage.ENTITIES, draft.title, 0, 1))
    reading = await read_facts(part, reader=reader, settings=asserted.settings)
    on_progress(Progress(Stage.FACTS, draft.title, 0, 1))
    return part, reading


async def _retold(session: Session, after: Asserted, *, action: str) -> tuple[Replay, Edited]:
    """Tell the work again from the first chapter that changed, ask what is newly open, and commit."""
    base, rest = session.on_the_way(after)
    settled = await settle(base, rest, judges=session.judges, answers=session.answers)
    if settled.failed:
        raise next(iter(settled.failed.values()))
    state, diff = await session.commit(after, settled.replay, action=action)
    return settled.replay, Edited(state.asserted.revision, diff)


def _neighbour(before: str | None, after: str | None) -> str:
    """The one chapter that the place is given by."""
    given = [one for one in (before, after) if one is not None]
    if len(given) != 1:
        what = "two places at once" if given else "no place"
        raise InvalidActError(f"The chapter is given {what}.", hint="Say before or after which chapter it stands.")
    return given[0]


def _known(asserted: Asserted, uuid: str) -> Episode:
    found = next((one for one in asserted.episodes if one.uuid == uuid), None)
    if found is None:
        raise UnknownEpisodeError(uuid)
    return found


def _canon(asserted: Asserted, uuid: str) -> Episode:
    found = _known(asserted, uuid)
    if found.layer is not Layer.CANON:
        raise InvalidActError(
            f"Chapter {found.title!r} is of the layer {found.layer.value!r}.",
            hint="Only canon chapters have a place that others can stand beside; a draft stands where its canon chapter does.",
        )
    return found


def _key(asserted: Asserted, chapter: Chapter) -> str:
    """The key of a chapter that is new. Raises DuplicateEpisodeError if the caller's is taken."""
    taken = {one.key for one in asserted.episodes if one.layer is Layer.CANON}
    if chapter.key is not None and chapter.key in taken:
        raise DuplicateEpisodeError(chapter.key)
    return chapter.key or free_key(chapter, taken)


def _standing(asserted: Asserted, beside: Episode, chapter: Chapter, *, before: bool) -> Episode | None:
    """The chapter right before or right after another, if it is the one that is to be inserted there."""
    line = [one for one in asserted.episodes if one.layer is Layer.CANON]
    place = line.index(beside) + (-1 if before else 1)
    there = line[place] if 0 <= place < len(line) else None
    if there is None or there.text != chapter.text or chapter.key not in {None, there.key}:
        return None
    return there if chapter.title in {"", there.title} else None


def _stands(asserted: Asserted, moving: Episode, beside: Episode, *, before: bool) -> bool:
    """Whether a chapter stands right there already."""
    line: Sequence[str] = [one.uuid for one in asserted.episodes if one.layer is Layer.CANON]
    return line.index(moving.uuid) - line.index(beside.uuid) == (-1 if before else 1)
