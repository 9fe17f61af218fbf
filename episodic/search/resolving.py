"""From what a caller says to the entity that is meant: an id, an id that has become another, a name or an alias."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from episodic.errors import AmbiguousNameError, UnknownEntityError
from episodic.model.episodes import Language, Layer
from episodic.model.graph import Entity
from episodic.model.names import name_key
from episodic.model.records import Kind, from_json
from episodic.search.view import View

_NEAR = 50.0
"""Names at least so like the one that was said (normalised edit similarity, 0 to 100) are offered."""
_INSIDE = 60.0
"""How like a name is that is part of the other."""
_MOST_NEAR = 5
_LOOKED_AT = 20
_MOST_STEPS = 1_000


@dataclass(frozen=True, slots=True)
class Redirection:
    """An id that has become another."""

    uuid: str
    group_id: str
    kind: Kind
    target: str


async def current_id(view: View, uuid: str) -> str:
    """The id that *uuid* has become, over any number of steps; itself if it has not."""
    passed = {uuid}
    for _ in range(_MOST_STEPS):
        records = await view.store.fetch(view.group_id, Kind.REDIRECT, ids=[uuid])
        if not records:
            break
        target = from_json(Redirection, records[0].value).target
        if target in passed:
            break
        passed.add(target)
        uuid = target
    return uuid


async def meant_entity(view: View, ref: str) -> Entity | None:
    """The entity with this id (also one that it had before), name or alias, whatever the filters ask for; None if there is none.

    Raises AmbiguousNameError where several that this view reads bear the name.
    """
    by_id = await _with_id(view, ref)
    if by_id is not None:
        return by_id
    key = name_key(ref)
    named = await view.store.named(view.group_id, [key])
    read = [view.entity_as_seen(one) for one in await view.entities(named.get(key, ())) if view.reads_entity(one)]
    found = [one for one in read if any(alias.key == key for alias in one.aliases)]
    if len(found) > 1:
        raise AmbiguousNameError(ref, tuple((one.uuid, _described(view, one)) for one in found))
    return found[0] if found else None


async def known_entity(view: View, ref: str) -> Entity:
    """As `meant_entity`, but raises UnknownEntityError, with near names, where there is none.

    It says how far was looked, and the same of a name that comes later as of one that never comes.
    """
    found = await meant_entity(view, ref)
    if found is None:
        raise UnknownEntityError(ref, await near_names(view, ref), where=_looked_at(view))
    return found


async def near_names(view: View, ref: str) -> tuple[str, ...]:
    """Names of the work that are written much like *ref*, the likest first."""
    likeness: dict[str, float] = {}
    key = name_key(ref)
    for entity in await _lookalikes(view, ref):
        for alias in entity.aliases:
            inside = len(key) > 1 and (key in alias.key or (len(alias.key) > 1 and alias.key in key))
            likeness[alias.text] = max(fuzz.ratio(key, alias.key), _INSIDE if inside else 0.0)
    near = sorted((name for name, much in likeness.items() if much >= _NEAR), key=lambda one: (-likeness[one], one))
    return tuple(near[:_MOST_NEAR])


async def _with_id(view: View, ref: str) -> Entity | None:
    entities = await view.entities([ref])
    if not entities:
        target = await current_id(view, ref)
        entities = [] if target == ref else await view.entities([target])
    return view.entity_as_seen(entities[0]) if entities and view.reads_entity(entities[0]) else None


async def _lookalikes(view: View, ref: str) -> Sequence[Entity]:
    found = list(await view.store.search_text(view.group_id, Kind.ENTITY, ref, limit=_LOOKED_AT))
    work = await view.store.work(view.group_id)
    if view.embedder is not None and work is not None and work.embedder == view.embedder.name:
        vector = (await view.embedder.embed([ref]))[0]
        found.extend(await view.store.search_vector(view.group_id, Kind.ENTITY, vector, limit=_LOOKED_AT))
    entities = await view.entities(list(dict.fromkeys(one.uuid for one in found)))
    return [view.entity_as_seen(one) for one in entities if view.reads_entity(one)]


def _looked_at(view: View) -> str:
    """What part of the work the view's scope sees, in words."""
    scope = view.scope
    words = "" if scope.told_by is None else f"up to {_last_told(view) or scope.told_by}"
    if scope.at_revision is not None:
        words = f"{words} at revision {scope.at_revision}".strip()
    if scope.pov is not None:
        words = f"that {scope.pov} knows of {words}".strip()
    return words or "in this work"


def _last_told(view: View) -> str:
    """The last chapter of the telling: "chapter 4 (The mill)"."""
    told = [one for one in view.chapters.values() if one.layer is Layer.CANON]
    last = max(told, key=lambda one: one.order, default=None)
    if last is None:
        return ""
    return last.words(Language.ENGLISH) + (f" ({last.title})" if last.title else "")


def _described(view: View, entity: Entity) -> str:
    chapter = view.chapters.get(entity.first.episode)
    place = "" if chapter is None else f", first named in chapter {chapter.ordinal}"
    return f"{entity.name}, {entity.type}{place}"
