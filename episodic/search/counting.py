"""How much there is of what, over what a view sees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from episodic.errors import InvalidFilterError
from episodic.model.episodes import Passage
from episodic.model.graph import Entity, Fact
from episodic.search.fields import FIELDS, Filtered, HitKind, Scalar, values_of
from episodic.search.listing import seen_of
from episodic.search.view import View

_PREFERRED = (HitKind.FACT, HitKind.ENTITY, HitKind.PASSAGE)
_OTHER_NAMES: Mapping[str, tuple[HitKind, str]] = {"entity_type": (HitKind.ENTITY, "type")}
DEGREE = "degree"
PARTY = "entity"


@dataclass(frozen=True, slots=True)
class Count:
    """How many things have these values in the fields that were asked for (None: no value)."""

    values: tuple[Scalar | None, ...]
    number: int


@dataclass(frozen=True, slots=True)
class Stats:
    """What the view sees, counted; `mentions` are those of the entities seen.

    `counted` says what `groups` count, the most first. A thing with several values in a field counts under each of them.
    """

    chapters: int
    passages: int
    entities: int
    facts: int
    mentions: int
    counted: HitKind
    groups: tuple[Count, ...]


async def stats(view: View, *, group_by: Sequence[str] = (), limit: int | None = None) -> Stats:
    """Counts of all that the view sees, and the *limit* largest groups by these fields.

    Fields are those of filters, of one kind of thing together; besides, `entity_type`, `entity` (who takes part in facts, by name)
    and `degree` (how many facts an entity takes part in). Raises InvalidFilterError for fields that no one kind has together.
    """
    kind = _kind_with(group_by)
    facts = [one.fact for one in seen_of(view, await view.facts())]
    named = [view.entity_as_seen(one) for one in await view.entities() if view.reads_entity(one)]
    entities = [one for one in named if view.sees_entity(one)]
    passages = [one for one in await view.passages() if view.sees_passage(one)]
    things: Mapping[HitKind, Sequence[Filtered]] = {
        HitKind.FACT: facts,
        HitKind.ENTITY: entities,
        HitKind.PASSAGE: passages,
    }
    groups = _grouped(things[kind], _Reader(view, facts, entities), group_by) if group_by else []
    return Stats(
        chapters=sum(view.reads_chapter(one) for one in view.chapters),
        passages=len(passages),
        entities=len(entities),
        facts=len(facts),
        mentions=sum(one.mentions for one in entities),
        counted=kind,
        groups=tuple(groups[:limit]),
    )


def _kind_with(fields: Sequence[str]) -> HitKind:
    for kind in _PREFERRED:
        if all(_is_field_of(kind, name) for name in fields):
            return kind
    raise InvalidFilterError(
        f"No one kind of thing has all of {', '.join(fields)}.",
        hint="; ".join(f"{kind}: {', '.join(sorted(FIELDS[kind]))}" for kind in _PREFERRED),
    )


def _is_field_of(kind: HitKind, name: str) -> bool:
    if name in _OTHER_NAMES:
        return _OTHER_NAMES[name][0] is kind
    if name == DEGREE:
        return kind is HitKind.ENTITY
    if name == PARTY:
        return kind is HitKind.FACT
    return name in FIELDS[kind]


class _Reader:
    """Reads the fields of things, those included that take more than the thing itself."""

    def __init__(self, view: View, facts: Iterable[Fact], entities: Iterable[Entity]) -> None:
        self._ordinals = {uuid: chapter.ordinal for uuid, chapter in view.chapters.items()}
        self._names = {one.uuid: one.name for one in entities}
        self._degrees = Counter(uuid for fact in facts for uuid in _parties(fact))

    def values(self, name: str, thing: Filtered) -> tuple[Scalar | None, ...]:
        """All values of a field; None alone where there is none."""
        match thing:
            case Fact() if name == PARTY:
                found: tuple[Scalar | None, ...] = tuple(self._names.get(uuid, uuid) for uuid in _parties(thing))
            case Entity() if name == DEGREE:
                found = (self._degrees[thing.uuid],)
            case Fact() | Entity() | Passage():
                field = _OTHER_NAMES[name][1] if name in _OTHER_NAMES else name
                found = values_of(field, thing, self._ordinals)
        return found or (None,)


def _parties(fact: Fact) -> tuple[str, ...]:
    named = (fact.subject, fact.object, *(one.entity for one in fact.participants))
    return tuple(dict.fromkeys(one for one in named if one is not None))


def _grouped(things: Iterable[Filtered], reader: _Reader, fields: Sequence[str]) -> list[Count]:
    counted: Counter[tuple[Scalar | None, ...]] = Counter()
    for thing in things:
        keys: list[tuple[Scalar | None, ...]] = [()]
        for name in fields:
            keys = [(*key, value) for key in keys for value in dict.fromkeys(reader.values(name, thing))]
        counted.update(keys)
    return [
        Count(values, number)
        for values, number in sorted(counted.items(), key=lambda one: (-one[1], [_sorting(value) for value in one[0]]))
    ]


def _sorting(value: Scalar | None) -> tuple[int, int, str]:
    if value is None:
        return (2, 0, "")
    return (0, int(value), "") if isinstance(value, int) else (1, 0, value)
