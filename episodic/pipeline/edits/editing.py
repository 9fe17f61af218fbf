"""Edits of a work: a chapter rewritten or taken back, two entities made one. Each is one commit and answers with what changed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from episodic.errors import InvalidActError, UnknownEpisodeError
from episodic.model.asserted import Act, ActKind, MentionAnchor
from episodic.model.episodes import Chapter, Episode
from episodic.model.graph import Entity
from episodic.model.ids import identify
from episodic.model.names import half_a_pair
from episodic.pipeline.acts.merging import exclude_each_other, sentence_of
from episodic.pipeline.asserted import Asserted
from episodic.pipeline.edits.ingest import Ingestion
from episodic.pipeline.report import ChapterReport, MemoryDiff, OnProgress, Outcome
from episodic.pipeline.work.session import Session
from episodic.pipeline.work.settling import settle
from episodic.pipeline.work.state import State


@dataclass(frozen=True, slots=True)
class Edited:
    """An edit's answer: the revision it made and what it changed in memory; `action` is what it took back or made again.

    `already`: everything was so before, so that no revision was made; `revision` is the one that there is.
    """

    revision: int
    diff: MemoryDiff
    action: str = ""
    already: bool = False


async def replace_episode(
    session: Session, episode: Episode, chapter: Chapter, *, on_progress: OnProgress
) -> ChapterReport:
    """Put another text in the place of *episode*; windows whose text did not change keep their reading.

    Raises what ingestion raises; a text that a model cannot read leaves the old one in place and raises its ModelError.
    """
    rewritten = replace(
        chapter,
        key=episode.key,
        title=chapter.title or episode.title,
        path=chapter.path or episode.path,
        reference_time=chapter.reference_time or episode.reference_time,
    )
    report = await Ingestion(session, on_progress=on_progress).run([rewritten], layer=episode.layer)
    (only,) = report.chapters
    if only.outcome is Outcome.FAILED and only.error is not None:
        raise only.error
    return only


async def remove_episode(session: Session, uuid: str) -> Edited:
    """Take a chapter back: the graph becomes what it would be without it. Raises UnknownEpisodeError."""

    async def act() -> Edited:
        state = await session.state()
        gone = next((one for one in state.asserted.episodes if one.uuid == uuid), None)
        if gone is None:
            raise UnknownEpisodeError(uuid)
        asserted = state.asserted.without_chapter(uuid)
        return await retold(session, asserted, gone.order, action=f"remove {gone.key}")

    return await session.exclusively(act)


async def merge_entities(  # noqa: PLR0913 - all that there is to say of a merge
    session: Session,
    first: str,
    second: str,
    *,
    told_from: str | None,
    by: str,
    reason: str,
    across_types: bool = False,
) -> Edited:
    """Declare two entities one, from the chapter *told_from* on (default: from the later one's first mention).

    *first* and *second* are entity ids. Raises InvalidActError if they are the same or unknown, or, without *across_types*, if
    their types exclude one another.
    """

    async def act() -> Edited:
        state = await session.state()
        if first == second:
            name = state.graph.entities[first].name if first in state.graph.entities else first
            raise InvalidActError(f"{name!r} cannot be merged with itself.", hint="Name two that are told apart now.")
        check_words(author=by, reason=reason)
        number = max((one.number for one in state.asserted.acts), default=0) + 1
        anchors = (anchor_of(state, first), anchor_of(state, second))
        if not across_types:
            _check_types(state.graph.entities[first], state.graph.entities[second])
        made = Act(
            uuid=identify("act", session.group_id, number),
            group_id=session.group_id,
            kind=ActKind.MERGE,
            anchors=anchors,
            told_from=told_from,
            by=by,
            at=session.tools.clock(),
            reason=reason,
            number=number,
        )
        asserted = replace(state.asserted, acts=(*state.asserted.acts, made))
        return await retold(session, asserted, 0, action=f"merge {anchors[0].surface} and {anchors[1].surface}")

    return await session.exclusively(act)


def _check_types(one: Entity, other: Entity) -> None:
    """Nothing if something may be of both types. Raises InvalidActError."""
    if exclude_each_other(one.type, other.type):
        raise InvalidActError(
            f"{one.name!r} is of the type {one.type}, {other.name!r} of the type {other.type}: nothing is both.",
            hint="Correct the wrong type (`episodic correct NAME --type`), or insist: --across-types (across_types=True).",
        )


async def retold(session: Session, asserted: Asserted, order: int, *, action: str) -> Edited:
    """Tell the work again from the chapter at *order* on, ask what is newly open, and commit."""
    base = session.replay_before(asserted, order)
    rest = [one for one in asserted.told() if one.episode.order >= order]
    settled = await settle(base, rest, judges=session.judges, answers=session.answers)
    if settled.failed:
        raise next(iter(settled.failed.values()))
    state, diff = await session.commit(asserted, settled.replay, action=action)
    return Edited(state.asserted.revision, diff)


def check_words(**words: str | None) -> None:
    """Nothing if the author's words can be kept. Raises InvalidActError, naming those that cannot."""
    for what, said in words.items():
        half = None if said is None else half_a_pair(said)
        if half is not None:
            raise InvalidActError(
                f"The {what} {said!r} cannot be kept: its character {half + 1} is half of a surrogate pair.",
                hint="Type it anew.",
            )


def known_entity(state: State, entity: str) -> Entity:
    """The entity of this id. Raises InvalidActError where there is none."""
    found = state.graph.entities.get(entity)
    if found is None:
        raise InvalidActError(f"There is no entity {entity}.")
    return found


def anchor_of(state: State, entity: str) -> MentionAnchor:
    """The entity's first mention in the author's words: surface, sentence, number among equal ones. Raises InvalidActError."""
    found = known_entity(state, entity)
    surface = found.first.quote
    counted = 0
    for chapter in state.replay.chapters:
        sentence_wanted: str | None = None
        for _, name, span in chapter.places:
            if name != surface:
                continue
            if chapter.episode.uuid == found.first.episode and span.start == found.first.start:
                sentence_wanted = sentence_of(chapter.episode, span)
                break
        if sentence_wanted is not None:
            counted = _equal_before(state, chapter.episode, surface, sentence_wanted, found.first.start)
            return MentionAnchor(surface, sentence_wanted, counted)
    raise InvalidActError(f"{found.name!r} has no mention to hold on to.")


def _equal_before(state: State, episode: Episode, surface: str, sentence: str, start: int) -> int:
    """How many equal mentions (same surface, same sentence) are told before this one."""
    counted = 0
    for chapter in state.replay.chapters:
        for _, name, span in chapter.places:
            if name != surface:
                continue
            if chapter.episode.uuid == episode.uuid and span.start >= start:
                return counted
            if sentence_of(chapter.episode, span) == sentence:
                counted += 1
    return counted
