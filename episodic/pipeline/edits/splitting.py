"""`split_entity`: mentions that were told as somebody's become an entity of their own. One commit, held by words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from episodic.errors import InvalidActError, UnknownEpisodeError
from episodic.model.asserted import Act, ActKind, MentionAnchor
from episodic.model.ids import identify
from episodic.model.names import name_key
from episodic.model.spans import Span
from episodic.pipeline.acts.anchors import Numbered
from episodic.pipeline.asserted import AssertedChapter
from episodic.pipeline.edits.editing import Edited, check_words, retold
from episodic.pipeline.telling.replay import Replay
from episodic.pipeline.work.session import Session
from episodic.pipeline.work.settling import settle
from episodic.pipeline.work.state import State

_ONE = "what a split leaves stays one"


@dataclass(frozen=True, slots=True)
class Selection:
    """Which of an entity's mentions are meant: those by these names, in these chapters (ids), or from this chapter on.

    What is given must all be met; `chapters` and `from_chapter` add up.
    """

    names: tuple[str, ...] = ()
    chapters: tuple[str, ...] = ()
    from_chapter: str | None = None


@dataclass(frozen=True, slots=True)
class _Mention:
    """One mention of the entity with all that holds it."""

    anchor: MentionAnchor
    episode: str
    span: Span
    window: int
    node: int
    selected: bool


async def split_entity(session: Session, entity: str, mentions: Selection, *, by: str, reason: str) -> Edited:
    """Make the *mentions* of an entity, given by its id, an entity of their own; what is left stays one.

    Raises InvalidActError if there is no such entity, or if the selection is none or all of its mentions, UnknownEpisodeError
    for a chapter that there is not, and the ModelError of a question that could not be answered.
    """

    async def act() -> Edited:
        check_words(author=by, reason=reason)
        state = await session.state()
        told = _mentions(state, entity, mentions)
        name = state.graph.entities[entity].name
        made = _split(session, state, told, by=by, reason=reason)
        asserted = replace(state.asserted, acts=(*state.asserted.acts, made))
        base = session.replay_before(asserted, 0)
        settled = await settle(base, asserted.told(), judges=session.judges, answers=session.answers)
        if settled.failed:
            raise next(iter(settled.failed.values()))
        first, *further = _pieces(settled.replay, told)
        if not further:
            after, diff = await session.commit(asserted, settled.replay, action=f"split {name}")
            return Edited(after.asserted.revision, diff)
        again = [
            replace(
                made,
                uuid=identify("act", session.group_id, number),
                kind=ActKind.MERGE,
                anchors=(first, piece),
                kept=(),
                number=number,
                reason=_ONE,
                part_of=made.uuid,
            )
            for number, piece in enumerate(further, made.number + 1)
        ]
        asserted = replace(asserted, acts=(*asserted.acts, *again))
        return await retold(session, asserted, 0, action=f"split {name}")

    return await session.exclusively(act)


def _split(session: Session, state: State, told: Sequence[_Mention], *, by: str, reason: str) -> Act:
    """The act: what is split off, and what is left that could be taken for it."""
    number = max((one.number for one in state.asserted.acts), default=0) + 1
    return Act(
        uuid=identify("act", session.group_id, number),
        group_id=session.group_id,
        kind=ActKind.SPLIT,
        anchors=tuple(one.anchor for one in told if one.selected),
        told_from=None,
        by=by,
        at=session.tools.clock(),
        reason=reason,
        number=number,
        kept=tuple(_kept(told)),
    )


def _kept(told: Sequence[_Mention]) -> Iterable[MentionAnchor]:
    """The first mention that is left, and of each later window's node the first by a name that both halves bear."""
    shared = {name_key(one.anchor.surface) for one in told if one.selected}
    nodes: set[tuple[str, int, int]] = set()
    begun = first = False
    for one in told:
        if one.selected:
            begun = True
            continue
        node = (one.episode, one.window, one.node)
        if not first or (begun and node not in nodes and name_key(one.anchor.surface) in shared):
            first = True
            nodes.add(node)
            yield one.anchor


def _mentions(state: State, entity: str, selection: Selection) -> list[_Mention]:
    """The entity's mentions in telling order, and which of them are selected."""
    found = state.graph.entities.get(entity)
    if found is None:
        raise InvalidActError(f"There is no entity {entity}.", hint="It may have been merged or taken back.")
    chosen = _chapters(state, selection)
    keys = {name_key(name) for name in selection.names}
    places = {one.episode: set(one.places) for one in state.graph.mentions.values() if one.entity == entity}
    numbered = Numbered(surface for row in places.values() for surface, _ in row)
    told: list[_Mention] = []
    for chapter in _told(state):
        episode = chapter.episode.uuid
        mine = places.get(episode, set[tuple[str, Span]]())
        for anchor, readings in numbered.tell(chapter):
            place = readings[0]
            if (anchor.surface, place.span) not in mine:
                continue
            selected = (chosen is None or episode in chosen) and (not keys or name_key(anchor.surface) in keys)
            told.append(_Mention(anchor, episode, place.span, place.window, place.node, selected))
    count = sum(one.selected for one in told)
    if not count:
        raise InvalidActError(f"No mention of {found.name!r} is selected.", hint=_names_of(told))
    if count == len(told):
        raise InvalidActError(f"All mentions of {found.name!r} are selected: nothing would be left of it.")
    return told


def _chapters(state: State, selection: Selection) -> set[str] | None:
    """The ids of the chapters that are selected; None: all."""
    if not selection.chapters and selection.from_chapter is None:
        return None
    told = [one.uuid for one in state.asserted.episodes]
    for one in (*selection.chapters, *((selection.from_chapter,) if selection.from_chapter else ())):
        if one not in told:
            raise UnknownEpisodeError(one)
    later = told[told.index(selection.from_chapter) :] if selection.from_chapter else []
    return {*selection.chapters, *later}


def _told(state: State) -> list[AssertedChapter]:
    """The chapters that were told, as they were read."""
    read = {one.episode.uuid: one for one in state.asserted.chapters}
    return [read[one.episode.uuid] for one in state.replay.chapters]


def _names_of(told: Sequence[_Mention]) -> str:
    names = dict.fromkeys(one.anchor.surface for one in told)
    return f"It is named {', '.join(list(names)[:8])}."


def _pieces(replay: Replay, told: Sequence[_Mention]) -> list[MentionAnchor]:
    """The first mention of each entity that what was left has come apart into, in telling order."""
    numbers: Mapping[tuple[str, str, Span], int] = {
        (chapter.episode.uuid, surface, span): number
        for chapter in replay.chapters
        for number, surface, span in chapter.places
    }
    pieces: dict[int, MentionAnchor] = {}
    for one in told:
        number = numbers.get((one.episode, one.anchor.surface, one.span))
        if number is not None and not one.selected:
            pieces.setdefault(replay.clusters.root(number), one.anchor)
    return list(pieces.values())
