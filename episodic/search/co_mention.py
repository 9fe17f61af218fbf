"""Finds the entities that are mentioned in the same passages as given entities."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from episodic.model.episodes import Passage
from episodic.model.graph import Entity, Mentions
from episodic.model.ids import mentions_id
from episodic.model.records import Kind, Link, from_json
from episodic.search.view import View


@dataclass(frozen=True, slots=True)
class CoMention:
    """An entity, with the number of passages that mention both it and one of the given entities."""

    entity: str
    name: str
    passages: int


async def co_mentions(view: View, entities: Sequence[str], *, limit: int) -> tuple[tuple[CoMention, ...], int]:
    """Return at most *limit* visible entities that share passages with *entities*, those with the most shared passages
    first, and how many were left out.
    """
    own = await _mentions_by_id(view, entities)
    chapters = {one.episode for one in own}
    passages = await _passages(view, chapters)
    start = {passage for one in own for passage in _passages_of(one, passages[one.episode])}
    counted: Counter[str] = Counter()
    for record in await view.store.fetch(view.group_id, Kind.MENTION):
        if record.linked(Link.EPISODE) in chapters and record.linked(Link.ENTITY) not in entities:
            one = from_json(Mentions, record.value)
            shared = start.intersection(_passages_of(one, passages[one.episode]))
            if shared:
                counted[one.entity] += len(shared)
    seen = [one for one in await view.entities(list(counted)) if view.sees_entity(one)]
    seen.sort(key=lambda one: (-counted[one.uuid], one.first.told, one.uuid))
    return tuple(_co_mention(view, one, counted) for one in seen[:limit]), max(0, len(seen) - limit)


def _co_mention(view: View, entity: Entity, counted: Counter[str]) -> CoMention:
    return CoMention(entity.uuid, view.entity_as_seen(entity).name, counted[entity.uuid])


async def _mentions_by_id(view: View, entities: Sequence[str]) -> list[Mentions]:
    chapters = [one for one in view.chapters if view.reads_chapter(one)]
    ids = [mentions_id(view.group_id, chapter, entity) for chapter in chapters for entity in entities]
    if not ids:
        return []
    return [from_json(Mentions, one.value) for one in await view.store.fetch(view.group_id, Kind.MENTION, ids=ids)]


async def _passages(view: View, chapters: set[str]) -> dict[str, list[Passage]]:
    found: dict[str, list[Passage]] = defaultdict(list)
    if chapters:
        for record in await view.store.fetch(view.group_id, Kind.PASSAGE):
            if record.linked(Link.EPISODE) in chapters:
                passage = from_json(Passage, record.value)
                if view.sees_passage(passage):
                    found[passage.episode].append(passage)
    return found


def _passages_of(mentions: Mentions, passages: Sequence[Passage]) -> set[str]:
    return {
        passage.uuid
        for passage in passages
        if any(passage.span.start <= span.start < passage.span.end for _, span in mentions.places)
    }
