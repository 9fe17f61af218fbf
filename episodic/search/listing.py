"""Exact listings of facts: by id, by who takes part, by predicate; in story order, page by page, without any ranking."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from episodic.errors import InvalidFilterError
from episodic.model.graph import Fact
from episodic.model.records import from_json
from episodic.search.resolving import current_id, known_entity
from episodic.search.shown import ShownFact, shown
from episodic.search.story_order import in_story_order
from episodic.search.view import View
from episodic.temporal.asof import Holding

_ALL = 1 << 30


@dataclass(frozen=True, slots=True)
class FactQuery:
    """Which facts are asked for; what is None asks for nothing, and all that is asked must be so.

    `uuid` is a fact's id, also one that it had before. `entity` takes part in any way: as subject, object, participant, or as who
    says or believes it. `subject` and `object` have that part. `between` are two, in either direction. Entities are named by id,
    name or alias, `predicate` by any of its names.
    """

    uuid: str | None = None
    entity: str | None = None
    subject: str | None = None
    object: str | None = None
    between: tuple[str, str] | None = None
    predicate: str | None = None


EVERY_FACT = FactQuery()


@dataclass(frozen=True, slots=True)
class FactPage:
    """One page of a listing: its facts, how many there are on all pages, and where the next begins (None: there is none)."""

    facts: tuple[ShownFact, ...]
    total: int
    cursor: str | None


@dataclass(frozen=True, slots=True)
class Seen:
    """A fact that the view sees, and how it stands at `as_of`."""

    fact: Fact
    holding: Holding | None


async def get_facts(
    view: View, asked: FactQuery = EVERY_FACT, *, cursor: str | None = None, limit: int = 100
) -> FactPage:
    """The facts that are asked for and that the view sees, in story order, then telling order: *limit* after *cursor*.

    Raises UnknownEntityError, AmbiguousNameError, and InvalidFilterError for a limit below 1 or a cursor that no page gave.
    """
    if limit < 1:
        raise InvalidFilterError(f"A limit of {limit} asks for nothing.", hint="Give 1 or more.")
    facts = await seen_facts(view, asked)
    start = _start(facts, cursor)
    page = facts[start : start + limit]
    more = start + limit < len(facts)
    return FactPage(
        facts=tuple(shown(view, one.fact, one.holding) for one in page),
        total=len(facts),
        cursor=f"{start + limit}:{page[-1].fact.uuid}" if more else None,
    )


async def seen_facts(view: View, asked: FactQuery) -> list[Seen]:
    """All facts that are asked for and that the view sees, in story order."""
    if asked.uuid is not None:
        found = await view.facts([asked.uuid]) or await view.facts([await current_id(view, asked.uuid)])
    else:
        found = None
    parties = await _parties(view, asked)
    if found is None:
        found = await _around(view, parties) if parties.every else await view.facts()
    wanted = None if asked.predicate is None else view.vocabulary.predicate(asked.predicate)
    kept = (
        fact
        for fact in found
        if parties.take_part_in(fact) and (wanted is None or view.vocabulary.predicate(fact.predicate) == wanted)
    )
    return seen_of(view, kept)


def seen_of(view: View, facts: Iterable[Fact]) -> list[Seen]:
    """Those of *facts* that the view sees, in story order."""
    seen: list[Seen] = []
    for fact in in_story_order(facts):
        standing = view.standing(fact)
        if standing.seen:
            seen.append(Seen(fact, standing.holding))
    return seen


@dataclass(frozen=True, slots=True)
class _Parties:
    """Ids of those who must take part."""

    entity: str | None
    subject: str | None
    object: str | None
    between: tuple[str, str] | None

    @property
    def every(self) -> tuple[str, ...]:
        """All of them; none if nobody is asked for."""
        named = (self.entity, self.subject, self.object, *(self.between or ()))
        return tuple(dict.fromkeys(one for one in named if one is not None))

    def take_part_in(self, fact: Fact) -> bool:
        """Whether each has the part that is asked for."""
        if self.between is not None:
            first, second = self.between
            ends = (fact.subject, fact.object or fact.subject)
            if ends not in ((first, second), (second, first)):
                return False
        return (
            (self.entity is None or self.entity in _everyone(fact))
            and (self.subject is None or self.subject == fact.subject)
            and (self.object is None or self.object == fact.object)
        )


def _everyone(fact: Fact) -> set[str | None]:
    return {fact.subject, fact.object, fact.holder, *fact.tellers, *(one.entity for one in fact.participants)}


async def _parties(view: View, asked: FactQuery) -> _Parties:
    async def uuid_of(ref: str | None) -> str | None:
        return None if ref is None else (await known_entity(view, ref)).uuid

    between: tuple[str, str] | None = None
    if asked.between is not None:
        first, second = asked.between
        between = ((await known_entity(view, first)).uuid, (await known_entity(view, second)).uuid)
    return _Parties(
        entity=await uuid_of(asked.entity),
        subject=await uuid_of(asked.subject),
        object=await uuid_of(asked.object),
        between=between,
    )


async def _around(view: View, parties: _Parties) -> list[Fact]:
    """All facts of one of those who must take part; which one does not matter, since all must."""
    records = await view.store.neighbours(view.group_id, parties.every[:1], limit=_ALL)
    return [from_json(Fact, one.value) for one in records]


def _start(facts: Sequence[Seen], cursor: str | None) -> int:
    """Where the page after *cursor* begins: after its fact, or, where that is gone, at its place."""
    if cursor is None:
        return 0
    place, _, uuid = cursor.partition(":")
    if not (place.isascii() and place.isdigit() and uuid):
        raise InvalidFilterError(f"{cursor!r} is no cursor of a page.", hint="Give the cursor of the page before.")
    after = next((number for number, one in enumerate(facts) if one.fact.uuid == uuid), None)
    return int(place) if after is None else after + 1
