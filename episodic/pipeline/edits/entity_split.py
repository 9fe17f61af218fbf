"""The split of an entity. Selected mentions of an entity become a new entity, in one commit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from episodic.errors import InvalidOverrideError, UnknownEpisodeError
from episodic.model.decisions import MentionAnchor, Override, OverrideKind
from episodic.model.ids import identify
from episodic.model.name_keys import name_key
from episodic.model.spans import Span
from episodic.pipeline.edits.chapter_edits import Edited, known_entity, replay_and_commit
from episodic.pipeline.edits.overrides import Attribution, new_override
from episodic.pipeline.inputs import ChapterInput
from episodic.pipeline.overrides.anchors import MentionCounter
from episodic.pipeline.replay.replay import Replay
from episodic.pipeline.session.question_loop import resolve_questions
from episodic.pipeline.session.session import Session
from episodic.pipeline.session.state import State

_REJOIN_REASON = "what a split leaves stays one"


@dataclass(frozen=True, slots=True)
class Selection:
    """A selection of an entity's mentions by name, by chapter id, or from a chapter on.

    If both names and chapters are given, a selected mention must match both a name and a chapter. If both `chapters`
    and `from_chapter` are given, a mention matches if its chapter is in `chapters` or is not before `from_chapter`.
    """

    names: tuple[str, ...] = ()
    chapters: tuple[str, ...] = ()
    from_chapter: str | None = None


@dataclass(frozen=True, slots=True)
class _Mention:
    anchor: MentionAnchor
    episode: str
    span: Span
    window: int
    node: int
    selected: bool


async def split_entity(session: Session, entity: str, mentions: Selection, attribution: Attribution) -> Edited:
    """Separate the selected *mentions* from an entity, given by id, so that they become a new entity. The mentions that
    are not selected stay one entity.

    Raises InvalidOverrideError if the entity does not exist, or if the selection contains none or all of the entity's
    mentions. Raises UnknownEpisodeError for an unknown chapter, and ModelError if the model cannot answer a question.
    """

    async def act() -> Edited:
        state = await session.state()
        told = _mentions(state, entity, mentions)
        name = state.graph.entities[entity].name
        blank = new_override(session, state, OverrideKind.SPLIT, attribution)
        made = _split(blank, told)
        inputs = replace(state.inputs, acts=(*state.inputs.acts, made))
        base, rest = session.latest_replay(inputs)
        answered = await resolve_questions(base, rest, judges=session.judges, answers=session.answers)
        if answered.failed:
            raise next(iter(answered.failed.values()))
        first, *further = _pieces(answered.replay, told)
        if not further:
            after, diff = await session.commit(inputs, answered.replay, action=f"split {name}")
            return Edited(after.inputs.revision, diff)
        again = [
            replace(
                made,
                uuid=identify("act", session.group_id, number),
                kind=OverrideKind.MERGE,
                anchors=(first, piece),
                kept=(),
                number=number,
                reason=_REJOIN_REASON,
                part_of=made.uuid,
            )
            for number, piece in enumerate(further, made.number + 1)
        ]
        inputs = replace(inputs, acts=(*inputs.acts, *again))
        return await replay_and_commit(session, inputs, action=f"split {name}")

    return await session.exclusively(act)


def _split(blank: Override, told: Sequence[_Mention]) -> Override:
    """Return a copy of *blank*, an override without anchors, to which anchors (surface form, sentence and number) are
    added. By the anchors, a replay finds the mentions to split off and some mentions that remain.
    """
    split_off = tuple(one.anchor for one in told if one.selected)
    return replace(blank, anchors=split_off, kept=tuple(_separating_anchors(told)))


def _separating_anchors(told: Sequence[_Mention]) -> Iterable[MentionAnchor]:
    """Yield the anchors (surface form, sentence and number) of some mentions that are not split off. With these
    anchors, a replay does not take mentions that stay with the entity for mentions of the split-off entity.

    One of the anchors always stands for the first mention that stays with the entity.
    """
    shared = {name_key(one.anchor.surface) for one in told if one.selected}
    nodes: set[tuple[str, int, int]] = set()
    begun = first = False
    for mention in told:
        if mention.selected:
            begun = True
            continue
        node = (mention.episode, mention.window, mention.node)
        if not first or (begun and node not in nodes and name_key(mention.anchor.surface) in shared):
            first = True
            nodes.add(node)
            yield mention.anchor


def _mentions(state: State, entity: str, selection: Selection) -> list[_Mention]:
    """Return all mentions of the entity in narrative order, each marked as selected or not. Raises InvalidOverrideError
    if the entity does not exist, or if no mention or every mention is selected.
    """
    found = known_entity(state, entity)
    chosen = _chapters(state, selection)
    keys = {name_key(name) for name in selection.names}
    places = {one.episode: set(one.places) for one in state.graph.mentions.values() if one.entity == entity}
    numbered = MentionCounter(surface for row in places.values() for surface, _ in row)
    told: list[_Mention] = []
    for chapter in _replayed_chapters(state):
        episode = chapter.episode.uuid
        own_places = places.get(episode, set[tuple[str, Span]]())
        for anchor, readings in numbered.find_in(chapter):
            place = readings[0]
            if (anchor.surface, place.span) not in own_places:
                continue
            selected = (chosen is None or episode in chosen) and (not keys or name_key(anchor.surface) in keys)
            told.append(_Mention(anchor, episode, place.span, place.window, place.node, selected))
    count = sum(one.selected for one in told)
    if not count:
        raise InvalidOverrideError(
            "No mention of {name!r} is selected.",
            hint="It is named {names}.",
            key="no_mention_selected",
            name=found.name,
            names=_names_of(told),
        )
    if count == len(told):
        raise InvalidOverrideError(
            "All mentions of {name!r} are selected: a split must leave at least one mention.",
            key="all_mentions_selected",
            name=found.name,
        )
    return told


def _chapters(state: State, selection: Selection) -> set[str] | None:
    if not selection.chapters and selection.from_chapter is None:
        return None
    told = [one.uuid for one in state.inputs.episodes]
    for one in (*selection.chapters, *((selection.from_chapter,) if selection.from_chapter else ())):
        if one not in told:
            raise UnknownEpisodeError(one)
    later = told[told.index(selection.from_chapter) :] if selection.from_chapter else []
    return {*selection.chapters, *later}


def _replayed_chapters(state: State) -> list[ChapterInput]:
    read = {one.episode.uuid: one for one in state.inputs.chapters}
    return [read[one.episode.uuid] for one in state.replay.chapters]


def _names_of(told: Sequence[_Mention]) -> str:
    names = dict.fromkeys(one.anchor.surface for one in told)
    return ", ".join(list(names)[:8])


def _pieces(replay: Replay, told: Sequence[_Mention]) -> list[MentionAnchor]:
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
