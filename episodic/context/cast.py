"""Chooses the cast of a chapter: the given entities, or the entities that a text names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from episodic.model.graph import Entity, Fact
from episodic.search.entity_lookup import require_entity
from episodic.search.known_names import longest_known_names, name_spans
from episodic.search.view import View

MOST_CAST = 8
"""The maximum number of entities in the cast of a chapter if the caller gives no cast, so that the cast is chosen by
rule.
"""
_MOST_TEXT = 6_000
"""The number of characters at the start and at the end of a long text in which names are looked for. A text is long if
it has more than twice this number of characters.
"""
_PIECE = re.compile(r"[^。！？!?…\n;；]{1,200}")
"""Matches a part of a text in which names are looked for together. The part has at most 200 characters. No character of
the part is a mark such as 。 or a line break, because no name contains such a mark.
"""


@dataclass(frozen=True, slots=True)
class CastMember:
    """An entity of the cast as the view shows it. `person` is true for a person or a creature, which can know things
    and speak.
    """

    entity: Entity
    person: bool

    @property
    def uuid(self) -> str:
        return self.entity.uuid


async def given_cast(view: View, names: Sequence[str]) -> list[CastMember]:
    """Return the entities with these ids, names, aliases or titles, each once, in the given order.

    Raises UnknownEntityError and AmbiguousNameError.
    """
    found: dict[str, CastMember] = {}
    for name in names:
        entity = await require_entity(view, name)
        found[entity.uuid] = member_of(view, entity)
    return list(found.values())


async def cast_in(view: View, texts: Iterable[str]) -> list[CastMember]:
    """Return at most MOST_CAST entities that the texts name: first persons, then other entities, and in both groups the
    most frequently named first.
    """
    uses = await named_in(view, texts)
    return members_of(view, await view.named_entities(list(uses)), uses)


async def named_in(view: View, texts: Iterable[str]) -> Counter[str]:
    uses: Counter[str] = Counter()
    for text in texts:
        uses += await _named_in(view, text)
    return uses


def members_of(view: View, entities: Iterable[Entity], uses: Counter[str]) -> list[CastMember]:
    """Return at most MOST_CAST of the entities as the view shows them: persons first, and then by the count of the
    entity in *uses*, the greatest count first.
    """
    members = [member_of(view, view.entity_as_seen(one)) for one in entities if view.reads_entity(one)]
    members.sort(key=lambda one: (not one.person, -uses[one.uuid], one.entity.first.told, one.uuid))
    return members[:MOST_CAST]


def persons_in(facts: Sequence[Fact], view: View) -> Counter[str]:
    """Return a mapping from the id of each person to how often this person is the subject or object of the facts."""
    person = view.vocabulary.type("Person")
    uses: Counter[str] = Counter()
    for fact in facts:
        for uuid, kind in ((fact.subject, fact.subject_type), (fact.object, fact.object_type)):
            if uuid is not None and kind is not None and view.vocabulary.type(kind) == person:
                uses[uuid] += 1
    return uses


def member_of(view: View, entity: Entity) -> CastMember:
    persons = {view.vocabulary.type("Person"), view.vocabulary.type("Creature")}
    return CastMember(entity, view.vocabulary.type(entity.type) in persons)


async def _named_in(view: View, text: str) -> Counter[str]:
    """Return a mapping from the id of each entity to how often the text names the entity. A name that several entities
    share counts for the entity that the work mentions most often.
    """
    short = text if len(text) <= 2 * _MOST_TEXT else f"{text[:_MOST_TEXT]}\n{text[-_MOST_TEXT:]}"
    pieces = [name_spans(piece) for piece in _PIECE.findall(short)]
    keys = dict.fromkeys(span.key for spans in pieces for span in spans if len(span.key) > 1)
    bearers = await _bearers(view, list(keys))
    names = {key: (uuid,) for key, uuid in bearers.items()}
    return Counter(bearers[one.key] for spans in pieces for one in longest_known_names(spans, names))


async def _bearers(view: View, keys: Sequence[str]) -> dict[str, str]:
    known = await view.store.named(view.group_id, keys)
    ids = dict.fromkeys(uuid for bearers in known.values() for uuid in bearers)
    seen = {
        one.uuid: view.entity_as_seen(one) for one in await view.named_entities(list(ids)) if view.reads_entity(one)
    }
    found: dict[str, str] = {}
    for key, bearers in known.items():
        named = [seen[uuid] for uuid in bearers if uuid in seen]
        named = [one for one in named if any(alias.key == key for alias in one.aliases)]
        if named:
            found[key] = min(named, key=lambda one: (-one.mentions, one.first.told, one.uuid)).uuid
    return found
