"""Counts the visible chapters, passages, entities, facts and mentions, and counts records by the values of their
fields.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from episodic.errors import InvalidFilterError
from episodic.model.episodes import Passage
from episodic.model.graph import Entity, Fact
from episodic.model.records import Kind
from episodic.ports import Bounds
from episodic.search.fact_listing import VisibleFact, as_listed, listed_rows, visible_facts
from episodic.search.filter_fields import FIELDS, Filterable, HitKind, Scalar, values_of
from episodic.search.view import View
from episodic.text.listing_rows import listed_entity

_PREFERRED = (HitKind.FACT, HitKind.ENTITY, HitKind.PASSAGE)
_OTHER_NAMES: Mapping[str, tuple[HitKind, str]] = {"entity_type": (HitKind.ENTITY, "type")}
DEGREE = "degree"
PARTICIPANT = "entity"


@dataclass(frozen=True, slots=True)
class Count:
    """How many records have the same values in the fields by which they are grouped. A value of a group is None if the
    counted records have no value in the field.
    """

    values: tuple[Scalar | None, ...]
    number: int


@dataclass(frozen=True, slots=True)
class Stats:
    """Counts of the records that are visible in a view. `facts` counts facts as `get_facts` does: a fact that lists
    show inside the entry of another fact is not counted. `mentions` is the number of mentions of the visible entities.

    `counted` is the kind of record that `groups` count; unlike `facts`, `groups` also count facts that lists show
    inside the entry of another fact. `groups` are sorted by size, the largest first. A record with several values in a
    field is counted once under each value.
    """

    chapters: int
    passages: int
    entities: int
    facts: int
    mentions: int
    counted: HitKind
    groups: tuple[Count, ...]


async def stats(view: View, *, group_by: Sequence[str] = (), limit: int | None = None) -> Stats:
    """Return how many records of each kind are visible, and how many have each combination of values in *group_by*. If
    *limit* is given, only the *limit* largest groups are returned.

    Records can be grouped by the filter fields of one kind of record. Facts can also be grouped by `entity`, which has
    the name of every subject, object and participant of a fact. Entities can also be grouped by `entity_type` and by
    `degree`, the number of visible facts in which an entity takes part. Raises InvalidFilterError if no kind of record
    has all fields in *group_by*.
    """
    kind = _kind_with(group_by)
    if not group_by:
        return await _totals(view)
    visible = await _visible_facts(view)
    facts = [one.fact for one in visible]
    entities = await _visible_entities(view)
    passages = await _visible_passages(view)
    items: Mapping[HitKind, Sequence[Filterable]] = {
        HitKind.FACT: facts,
        HitKind.ENTITY: entities,
        HitKind.PASSAGE: passages,
    }
    groups = _grouped(items[kind], _FieldReader(view, facts, entities), group_by)
    return Stats(
        chapters=sum(view.reads_chapter(one) for one in view.chapters),
        passages=len(passages),
        entities=len(entities),
        facts=_listed(view, visible),
        mentions=sum(one.mentions for one in entities),
        counted=kind,
        groups=tuple(groups[:limit]),
    )


async def _totals(view: View) -> Stats:
    """Count all visible records. Records are not decoded if their listing rows (stored short forms) suffice to decide
    which records are visible.
    """
    bounds = view.passage_bounds
    passages = len(await _visible_passages(view)) if bounds is None else await _count(view, Kind.PASSAGE, bounds)
    facts = await listed_rows(view)
    if facts is None:
        number = _listed(view, await _visible_facts(view))
        mentions = [one.mentions for one in await _visible_entities(view)]
    else:
        number = len(facts.rows)
        mentions = await _mentions_of_visible_entities(view)
    return Stats(
        chapters=sum(view.reads_chapter(one) for one in view.chapters),
        passages=passages,
        entities=len(mentions),
        facts=number,
        mentions=sum(mentions),
        counted=HitKind.FACT,
        groups=(),
    )


async def _count(view: View, kind: Kind, bounds: Bounds) -> int:
    return sum((await view.store.counts_by_position(view.group_id, kind, bounds=bounds)).values())


async def _mentions_of_visible_entities(view: View) -> list[int]:
    read = {uuid for uuid in view.chapters if view.reads_chapter(uuid)}
    rows = map(listed_entity, await view.store.listing(view.group_id, Kind.ENTITY))
    return [one.mentions for one in rows if not read.isdisjoint(one.chapters)]


async def _visible_facts(view: View) -> list[VisibleFact]:
    return visible_facts(view, await view.facts())


def _listed(view: View, facts: Sequence[VisibleFact]) -> int:
    return len(as_listed(facts, complete=view.shows_every_fact))


async def _visible_entities(view: View) -> list[Entity]:
    readable = [view.entity_as_seen(entity) for entity in await view.entities() if view.reads_entity(entity)]
    return [entity for entity in readable if view.sees_entity(entity)]


async def _visible_passages(view: View) -> list[Passage]:
    return [passage for passage in await view.passages() if view.sees_passage(passage)]


def _kind_with(fields: Sequence[str]) -> HitKind:
    for kind in _PREFERRED:
        if all(_is_field_of(kind, name) for name in fields):
            return kind
    raise InvalidFilterError(
        f"No kind of record has all of these fields: {', '.join(fields)}.",
        hint="Fields by kind: " + "; ".join(f"{kind}: {', '.join(sorted(FIELDS[kind]))}" for kind in _PREFERRED),
    )


def _is_field_of(kind: HitKind, name: str) -> bool:
    if name in _OTHER_NAMES:
        return _OTHER_NAMES[name][0] is kind
    if name == DEGREE:
        return kind is HitKind.ENTITY
    if name == PARTICIPANT:
        return kind is HitKind.FACT
    return name in FIELDS[kind]


class _FieldReader:
    def __init__(self, view: View, facts: Iterable[Fact], entities: Iterable[Entity]) -> None:
        self._ordinals = {uuid: chapter.ordinal for uuid, chapter in view.chapters.items()}
        self._names = {one.uuid: one.name for one in entities}
        self._degrees = Counter(uuid for fact in facts for uuid in _parties(fact))

    def values(self, name: str, item: Filterable) -> tuple[Scalar | None, ...]:
        match item:
            case Fact() if name == PARTICIPANT:
                found: tuple[Scalar | None, ...] = tuple(self._names.get(uuid, uuid) for uuid in _parties(item))
            case Entity() if name == DEGREE:
                found = (self._degrees[item.uuid],)
            case Fact() | Entity() | Passage():
                field = _OTHER_NAMES[name][1] if name in _OTHER_NAMES else name
                found = values_of(field, item, self._ordinals)
        return found or (None,)


def _parties(fact: Fact) -> tuple[str, ...]:
    named = (fact.subject, fact.object, *(one.entity for one in fact.participants))
    return tuple(dict.fromkeys(one for one in named if one is not None))


def _grouped(items: Iterable[Filterable], reader: _FieldReader, fields: Sequence[str]) -> list[Count]:
    counted: Counter[tuple[Scalar | None, ...]] = Counter()
    for item in items:
        keys: list[tuple[Scalar | None, ...]] = [()]
        for name in fields:
            keys = [(*key, value) for key in keys for value in dict.fromkeys(reader.values(name, item))]
        counted.update(keys)
    return [
        Count(values, number)
        for values, number in sorted(counted.items(), key=lambda one: (-one[1], [_sort_key(value) for value in one[0]]))
    ]


def _sort_key(value: Scalar | None) -> tuple[int, int, str]:
    if value is None:
        return (2, 0, "")
    return (0, int(value), "") if isinstance(value, int) else (1, 0, value)
