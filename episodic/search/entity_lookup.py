"""Looks up entities by id, former id, name, alias or title, and finds similar names if there is no such entity."""

from __future__ import annotations

from collections.abc import Sequence

from rapidfuzz import fuzz

from episodic.errors import AmbiguousNameError, UnknownEntityError
from episodic.model.episodes import UNDETERMINED, Layer
from episodic.model.graph import Entity, Mentions
from episodic.model.name_keys import name_key
from episodic.model.records import Kind, Redirect, from_json
from episodic.ports import IndexSearch, Vector
from episodic.search.view import View
from episodic.text.descriptive_names import without_article

_MIN_SIMILARITY = 50.0
"""Names with a lower similarity to the requested name (0 to 100) are not suggested."""
_CONTAINED_SIMILARITY = 60.0
"""If one name contains another of two or more characters, their similarity (0 to 100) counts as at least this number.
"""
_MAX_SUGGESTIONS = 5
_SIMILAR_LIMIT = 20
"""How many entities each of full-text search and vector search looks up as candidates for suggested names."""
_MAX_REDIRECTS = 1_000


async def current_id(view: View, uuid: str) -> str:
    """Return the id that now stands for *uuid*: the last id of its redirects, or *uuid* itself if it has none.

    At most 1,000 redirects (from an old id to the id that replaced it) are followed. If redirects form a circle, each
    of them is followed at most once.
    """
    visited = {uuid}
    for _ in range(_MAX_REDIRECTS):
        records = await view.store.fetch(view.group_id, Kind.REDIRECT, ids=[uuid])
        if not records:
            break
        target = from_json(Redirect, records[0].value).target
        if target in visited:
            break
        visited.add(target)
        uuid = target
    return uuid


async def lookup_entity(view: View, ref: str) -> Entity | None:
    """Return the entity with this id, former id, name, alias or title, or None if the view has no such entity.

    A title such as 母亲 or "the master" is looked up only if no entity of the view has it as a name. The filters of the
    scope do not restrict the lookup of an entity. Raises AmbiguousNameError if several entities of the view have the
    name or title.
    """
    by_id = await _with_id(view, ref)
    if by_id is not None:
        return by_id
    key = name_key(ref)
    named = await view.store.named(view.group_id, [key])
    visible = [view.entity_as_seen(one) for one in await view.entities(named.get(key, ())) if view.reads_entity(one)]
    found = [one for one in visible if key == name_key(one.name) or any(alias.key == key for alias in one.aliases)]
    found = found or await _titled(view, key)
    if len(found) > 1:
        raise AmbiguousNameError(ref, tuple((entity.uuid, _description(view, entity)) for entity in found))
    return found[0] if found else None


async def require_entity(view: View, ref: str) -> Entity:
    """Return the entity with this id, former id, name, alias or title, or raise an error.

    Raises UnknownEntityError with similar names if the view has no such entity, and AmbiguousNameError if several have
    the name or title. The UnknownEntityError names the part of the work that was searched, such as "up to chapter 4". A
    name from later chapters gives the same error as an unknown name, so that the error does not reveal names from later
    chapters.
    """
    found = await lookup_entity(view, ref)
    if found is None:
        raise UnknownEntityError(ref, await similar_names(view, ref), where=searched_part(view))
    return found


async def similar_names(view: View, ref: str) -> tuple[str, ...]:
    """Return at most five names of entities of the view with a spelling similar to *ref*, the most similar first."""
    similarity: dict[str, float] = {}
    names: dict[str, str] = {}
    key = name_key(ref)
    for entity in await _similar_entities(view, ref):
        for alias in entity.aliases:
            contained = len(key) > 1 and (key in alias.key or (len(alias.key) > 1 and alias.key in key))
            similarity[alias.key] = max(fuzz.ratio(key, alias.key), _CONTAINED_SIMILARITY if contained else 0.0)
            # Of names that differ only in spaces, line breaks or case, only the first is suggested, which is used most.
            names.setdefault(alias.key, alias.text)
    similar = (one for one, value in similarity.items() if value >= _MIN_SIMILARITY)
    best = sorted(similar, key=lambda one: (-similarity[one], names[one]))
    return tuple(names[one] for one in best[:_MAX_SUGGESTIONS])


async def _titled(view: View, key: str) -> list[Entity]:
    wanted = {key, without_article(key)}
    uses: dict[str, int] = {}
    for record in await view.store.fetch(view.group_id, Kind.MENTION):
        one = from_json(Mentions, record.value)
        if not view.reads_chapter(one.episode):
            continue
        count = sum(without_article(name_key(surface)) in wanted for surface, _ in one.places)
        if count:
            uses[one.entity] = uses.get(one.entity, 0) + count
    entities = [one for one in await view.entities(list(uses)) if view.reads_entity(one)]
    entities.sort(key=lambda one: (-uses[one.uuid], one.first.told))
    return [view.entity_as_seen(one) for one in entities]


async def _with_id(view: View, ref: str) -> Entity | None:
    entities = await view.entities([ref])
    if not entities:
        target = await current_id(view, ref)
        entities = [] if target == ref else await view.entities([target])
    return view.entity_as_seen(entities[0]) if entities and view.reads_entity(entities[0]) else None


async def _similar_entities(view: View, ref: str) -> Sequence[Entity]:
    work = await view.store.work(view.group_id)
    vector: Vector | None = None
    if view.embedder is not None and work is not None and work.embedder == view.embedder.name:
        vector = (await view.embedder.embed([ref]))[0]
    search = IndexSearch(Kind.ENTITY, text=ref, vector=vector, limit=_SIMILAR_LIMIT)
    (hits,) = await view.store.search(view.group_id, [search])
    entities = [from_json(Entity, value) for value in hits.values.values()]
    return [view.entity_as_seen(one) for one in entities if view.reads_entity(one)]


def searched_part(view: View) -> str:
    """Return the part of the work that the view shows, in English words such as "up to chapter 4"."""
    scope = view.scope
    words = "" if scope.told_by is None else f"up to {_last_chapter(view) or scope.told_by}"
    if scope.at_revision is not None:
        words = f"{words} at revision {scope.at_revision}".strip()
    if scope.pov is not None:
        words = f"that {scope.pov} knows of {words}".strip()
    return words or "in this work"


def _last_chapter(view: View) -> str:
    canon = [chapter for chapter in view.chapters.values() if chapter.layer is Layer.CANON]
    last = max(canon, key=lambda chapter: chapter.order, default=None)
    if last is None:
        return ""
    return last.words(UNDETERMINED) + (f" ({last.title})" if last.title else "")


def _description(view: View, entity: Entity) -> str:
    chapter = view.chapters.get(entity.first.episode)
    place = "" if chapter is None else f", first named in {chapter.words(UNDETERMINED)}"
    return f"{entity.name}, {entity.type}{place}"
