"""Lists facts by id, entities and predicate, in story order and in pages, without ranking."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from episodic.errors import InvalidFilterError
from episodic.model.graph import Fact
from episodic.model.holding import Holding
from episodic.model.predicates import PredicateKind, is_reserved
from episodic.model.readings import StatementScope
from episodic.model.records import from_json
from episodic.search.entity_lookup import current_id, require_entity
from episodic.search.fact_order import ListedRows
from episodic.search.fact_views import FactView, fact_view_of, is_told_later
from episodic.search.nested_facts import Entry, containers_of, entry_of, nested
from episodic.search.predicate_lookup import require_predicate
from episodic.search.prompt_lines import facts_prompt
from episodic.search.story_order import in_story_order
from episodic.search.view import View
from episodic.text.listing_rows import id_of_row, listed_fact, shown_rows

_ALL = 1 << 30
Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class FactQuery:
    """The conditions of a fact listing. A listed fact must fulfil all conditions; a field that is None is not a
    condition.

    `uuid` is the fact's id or former id. `entity` must take part in the fact in some role. The roles are subject,
    object, participant, holder and teller. A participant takes part besides subject and object, such as the recipient
    of a gift. A holder makes the claim, or has the belief or plan. A teller is an entity that repeats the holder's
    words. `subject` and `object` must be the fact's subject and object. `between` names two entities, one of which is
    the subject and one the object. The entities of a query are given by id, former id, name, alias or title.
    `predicate` is the fact's predicate, given by any name of the predicate.
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
    """One page of a fact listing.

    A fact that follows from another fact of the listing, or says the same, is one of the other fact's `effects` or
    `alike` (see `containers_of`). `total` is the number of facts on all pages, and `left_out` the number of facts on
    later pages. Facts that are only shown inside the entry of another fact are not counted. `cursor` is the argument
    with which `get_facts` returns the next page, or None on the last page.
    """

    facts: tuple[FactView, ...]
    total: int
    cursor: str | None
    left_out: int = 0

    @property
    def one_by_one(self) -> tuple[FactView, ...]:
        """Return all facts of the page, each followed by the facts that the list shows inside its entry."""
        return tuple(each for one in self.facts for each in (one, *one.effects, *one.alike))

    def to_prompt(self, max_tokens: int = 2_000) -> str:
        """Return the facts as plain text for a prompt, without ids, in the order of the page.

        Each fact is one line with its validity, followed by the lines of its effects and of the facts that say the
        same, and by its first quote between fences that the quoted text cannot close. The text has at most *max_tokens*
        tokens, counted by an upper bound that holds for the usual tokenizers. The facts that fit are shown from the
        first on, each as a whole. If facts are left out here or are on later pages, the last line says how many. If the
        last line alone exceeds *max_tokens*, an empty string is returned.
        """
        entries = [(one, *one.effects, *one.alike) for one in self.facts]
        return facts_prompt(entries, max_tokens, left_out=self.left_out)


@dataclass(frozen=True, slots=True)
class VisibleFact:
    """A fact that is visible in the view. `holding` says whether the fact holds, possibly holds or does not hold at the
    scope's `as_of`, or is None without `as_of`. `effects` and `alike` are the facts that a list shows inside the entry
    of this fact (see `as_listed`).
    """

    fact: Fact
    holding: Holding | None
    effects: tuple[VisibleFact, ...] = ()
    alike: tuple[VisibleFact, ...] = ()

    def shown(self, view: View) -> FactView:
        """Return the fact and the facts that the list shows inside its entry, with descriptions of their validity and
        with their quotes.
        """
        return replace(
            fact_view_of(view, self.fact, self.holding),
            effects=tuple(one.shown(view) for one in self.effects),
            alike=tuple(one.shown(view) for one in self.alike),
        )

    def with_entry(self, within: Iterable[VisibleFact]) -> VisibleFact:
        """Return the fact with the facts *within* (those that a list shows inside its entry) as its `effects` and
        `alike`.
        """
        return _of_entry(entry_of(self, within, fact_of=_fact_of))


def _of_entry(entry: Entry[VisibleFact]) -> VisibleFact:
    return replace(entry.item, effects=entry.effects, alike=entry.alike)


def _fact_of(one: VisibleFact) -> Fact:
    return one.fact


async def get_facts(
    view: View, asked: FactQuery = EVERY_FACT, *, cursor: str | None = None, limit: int = 100
) -> FactPage:
    """Return the page of visible facts that begins after *cursor*. The facts are in story order (see `in_story_order`).
    If the scope of the view has a moment (`as_of`), the facts are sorted by `of_moment` first. States that hold at the
    moment come before events that have happened. A fact that follows from another listed fact is not listed by itself,
    but is among the `effects` of the other fact. A fact that says the same as another listed fact is not listed by
    itself either, but is among the `alike` of the other fact. If the scope has `as_of`, an effect that holds at that
    moment is listed by itself.

    Raises UnknownEntityError, AmbiguousNameError, UnknownPredicateError, and InvalidFilterError for a limit below 1 or
    an invalid cursor.
    """
    if limit < 1:
        raise InvalidFilterError(f"The limit is {limit}.", hint="Give a limit of 1 or more.")
    ordered = await _ordered(view, asked)
    if ordered is not None:
        start = _start(ordered.rows, cursor, id_of=id_of_row)
        page = list(map(id_of_row, ordered.rows[start : start + limit]))
        ids = [uuid for one in page for uuid in (one, *ordered.within.get(one, ()))]
        known = {one.uuid: VisibleFact(one, None) for one in await view.facts(ids)}
        if len(known) == len(ids):
            facts = [known[one].with_entry(known[uuid] for uuid in ordered.within.get(one, ())) for one in page]
            return _page(view, facts, start, total=len(ordered.rows))
        # If a fact of the page is missing, another process has changed the facts since their order was read, and the
        # list is made from all facts.
    facts = await listed_facts(view, asked)
    start = _start(facts, cursor, id_of=lambda one: one.fact.uuid)
    return _page(view, facts[start : start + limit], start, total=len(facts))


def _page(view: View, page: Sequence[VisibleFact], start: int, *, total: int) -> FactPage:
    end = start + len(page)
    return FactPage(
        facts=tuple(one.shown(view) for one in page),
        total=total,
        cursor=cursor_after(page[-1].fact.uuid, end) if page and end < total else None,
        left_out=max(0, total - end),
    )


def cursor_after(uuid: str, count: int) -> str:
    """Return the cursor for the page after the fact *uuid*, which is the fact number *count* of the list (from 1)."""
    return f"{count}:{uuid}"


async def _ordered(view: View, query: FactQuery) -> ListedRows | None:
    if query != FactQuery(predicate=query.predicate):
        return None
    view = _with_asked_setups(view, query)
    if query.predicate is None:
        return await listed_rows(view)
    rows = await _rows(view)
    if rows is None:
        return None
    wanted, shown = view.vocabulary.predicate(query.predicate), shown_rows(rows, view.lists)
    found = [row for row in shown if view.vocabulary.predicate(listed_fact(row).predicate) == wanted]
    if not found:
        require_predicate(view, query.predicate, _predicates_in_rows(view, rows))
    return ListedRows(found, {})


def _predicates_in_rows(view: View, rows: Sequence[str]) -> list[str]:
    """Return the predicate of each fact in the layers of the view, from the listing rows of all facts."""
    return [listed_fact(row).predicate for row in shown_rows(rows, lambda one: one.layer in view.scope.layers)]


async def predicates_of(view: View) -> list[str]:
    """Return the predicate of each fact of the view. The filters of the scope do not restrict these facts. The facts
    are decoded only if their listing rows do not show which of them belong to the view.
    """
    rows = await _rows(view)
    if rows is not None:
        return _predicates_in_rows(view, rows)
    return [one.predicate for one in await view.facts() if _belongs_to(view, one)]


def _belongs_to(view: View, fact: Fact) -> bool:
    known = view.knows is None or view.knows(fact)
    return known and any(view.reads_chapter(one.episode) for one in fact.evidence)


async def _rows(view: View) -> Sequence[str] | None:
    if view.fact_orders is None or view.work is None or not view.shows_every_fact:
        return None
    return await view.fact_orders.at(view.store, view.group_id, view.work.revision)


async def listed_rows(view: View) -> ListedRows | None:
    """Return the listing rows (stored rows that need no decoding) of all visible facts. A fact that lists show inside
    the entry of another fact has no row of its own, but is named in `ListedRows.within`. Return None if facts must be
    decoded to know which are visible.
    """
    if await _rows(view) is None or view.fact_orders is None:
        return None
    return view.fact_orders.listed(view.lists)


def _with_asked_setups(view: View, query: FactQuery) -> View:
    """Return the view, with setups (what the story leaves open) visible if the query gives a fact id or a predicate of
    setups.
    """
    asked = query.uuid is not None or (query.predicate is not None and is_reserved(query.predicate))
    return view.with_setups() if asked else view


async def listed_facts(view: View, query: FactQuery) -> list[VisibleFact]:
    """Return the visible facts that fulfil the query, in story order. A fact that follows from another fact, or says
    the same, is listed inside the entry of the other fact. If the scope has a moment (`as_of`), the facts are listed in
    five groups (see `of_moment`). States that hold at this moment are the first group, and events that have happened
    the second. Claims, beliefs, plans and wishes are the third group, and facts that are only possible the fourth.
    Possible facts that only chapters after the one that `as_of` names state are the last group.
    """
    found = as_listed(await query_facts(view, query), complete=view.shows_every_fact and query == EVERY_FACT)
    return sorted(found, key=lambda one: of_moment(one.fact, one.holding, told_later=is_told_later(view, one.fact)))


def _with_states_apart(one: VisibleFact) -> tuple[VisibleFact, ...]:
    """Return *one*, the entry of a fact in a list. If the scope has a moment (`as_of`), each effect of the fact that
    holds at this moment gets a separate entry. Readers of a list of what is true at a moment look for an effect beside
    the other states of the moment. Readers do not look for an effect below the event that caused it.
    """
    holding = tuple(effect for effect in one.effects if effect.holding is Holding.HOLDS)
    others = tuple(effect for effect in one.effects if effect.holding is not Holding.HOLDS)
    return (replace(one, effects=others), *holding) if holding else (one,)


def of_moment(fact: Fact, holding: Holding | None, *, told_later: bool) -> int:
    """Return the place of a fact in a list of what is true at a moment, as a number from 0 to 4. States that hold have
    the number 0, and events that have happened the number 1. What somebody says, thinks, plans or wishes at the moment
    has the number 2. Facts that are only possible have the number 3, or the number 4 if only chapters after the one
    that `as_of` names state them (*told_later*). Without a moment (*holding* is None), return 0.
    """
    if holding is None:
        return 0
    if holding is not Holding.HOLDS:
        return 4 if told_later else 3
    if fact.scope is not StatementScope.WORLD:
        return 2
    return int(fact.kind is PredicateKind.EVENT)


def as_listed(facts: Sequence[VisibleFact], *, complete: bool = False) -> list[VisibleFact]:
    """Return those of *facts* that get an entry in a list, each with the other facts that the list shows inside this
    entry. A fact that follows from another fact of the list, or says the same, is listed inside the entry of the other
    fact. If the list shows what is true at one moment, an effect that holds at this moment gets its own entry.

    *complete* may be true only if *facts* are all facts of the work, without filters or other conditions.
    """
    containers = containers_of(map(_fact_of, facts), complete=complete)
    if not containers:
        return list(facts)
    entries = map(_of_entry, nested(facts, containers, fact_of=_fact_of))
    return [one for entry in entries for one in _with_states_apart(entry)]


async def query_facts(view: View, query: FactQuery) -> list[VisibleFact]:
    """Return all visible facts that fulfil the query, in story order, including facts that lists show inside the entry
    of another fact. Raises UnknownPredicateError for a predicate that the view does not know, UnknownEntityError and
    AmbiguousNameError.
    """
    view = _with_asked_setups(view, query)
    if query.uuid is not None:
        found = await view.facts([query.uuid]) or await view.facts([await current_id(view, query.uuid)])
    else:
        found = None
    parties = await _parties(view, query)
    predicate = None if query.predicate is None else view.vocabulary.predicate(query.predicate)
    if found is None and parties.every:
        found = await _facts_of_first(view, parties)
    elif found is None:
        found = await view.facts() if predicate is None else await view.facts_with(predicate)
    kept = (
        fact
        for fact in found
        if parties.take_part_in(fact) and (predicate is None or view.vocabulary.predicate(fact.predicate) == predicate)
    )
    visible = visible_facts(view, kept)
    if not visible and query.predicate is not None and view.vocabulary.known_predicate(query.predicate) is None:
        require_predicate(view, query.predicate, await predicates_of(view))
    return visible


def visible_facts(view: View, facts: Iterable[Fact]) -> list[VisibleFact]:
    """Return those of *facts* that are visible in the view, in story order."""
    visible: list[VisibleFact] = []
    for fact in in_story_order(facts):
        visibility = view.visibility_of(fact)
        if visibility.seen:
            visible.append(VisibleFact(fact, visibility.holding))
    return visible


@dataclass(frozen=True, slots=True)
class _Parties:
    entity: str | None
    subject: str | None
    object: str | None
    between: tuple[str, str] | None

    @property
    def every(self) -> tuple[str, ...]:
        named = (self.entity, self.subject, self.object, *(self.between or ()))
        return tuple(dict.fromkeys(one for one in named if one is not None))

    def take_part_in(self, fact: Fact) -> bool:
        if self.between is not None:
            first, second = self.between
            ends = (fact.subject, fact.object or fact.subject)
            if ends not in ((first, second), (second, first)):
                return False
        return (
            (self.entity is None or self.entity in _all_participants(fact))
            and (self.subject is None or self.subject == fact.subject)
            and (self.object is None or self.object == fact.object)
        )


def _all_participants(fact: Fact) -> set[str | None]:
    return {fact.subject, fact.object, fact.holder, *fact.tellers, *(one.entity for one in fact.participants)}


async def _parties(view: View, query: FactQuery) -> _Parties:
    async def uuid_of(ref: str | None) -> str | None:
        return None if ref is None else (await require_entity(view, ref)).uuid

    between: tuple[str, str] | None = None
    if query.between is not None:
        first, second = query.between
        between = ((await require_entity(view, first)).uuid, (await require_entity(view, second)).uuid)
    return _Parties(
        entity=await uuid_of(query.entity),
        subject=await uuid_of(query.subject),
        object=await uuid_of(query.object),
        between=between,
    )


async def _facts_of_first(view: View, parties: _Parties) -> list[Fact]:
    """Return the facts of the first entity that the query names. It suffices to read the facts of one entity, because a
    listed fact must be about all entities that the query names.
    """
    records = await view.store.neighbours(view.group_id, parties.every[:1], limit=_ALL)
    return [from_json(Fact, one.value) for one in records]


def _start(listed: Sequence[Item], cursor: str | None, *, id_of: Callable[[Item], str]) -> int:
    """Return the index in *listed* of the first fact after the one that *cursor* names, or 0 without cursor. A cursor
    is "number:id" of the last fact of a page. *id_of* returns the id of a listed fact.

    If no fact has the id in the cursor, the number in the cursor is used.
    """
    if cursor is None:
        return 0
    place, _, uuid = cursor.partition(":")
    if not (place.isascii() and place.isdigit() and uuid):
        raise InvalidFilterError(
            f"Invalid cursor: {cursor!r}.", hint="Give the cursor that the previous page returned."
        )
    number = int(place)
    # If no commit has changed the list, the cursor's fact is still at the place that the cursor's number says.
    if 0 < number <= len(listed) and id_of(listed[number - 1]) == uuid:
        return number
    after = next((index for index, one in enumerate(listed) if id_of(one) == uuid), None)
    return number if after is None else after + 1
