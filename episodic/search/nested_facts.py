"""Finds the facts of a list that follow from another listed fact or say the same, and are shown inside its entry.

For example, "Wu has the sword" follows from "Ann gave Wu the sword", because the predicate of giving declares this
effect. Two facts can have the same sentence: "Ann and Bo came to York" states a fact of Ann and a fact of Bo. A state
that the text tells, and that somebody claims as well, is listed only once. A fact that follows from another listed
fact, or says the same, is shown inside the other fact's entry.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

from episodic.model.graph import Fact, TimelineTurn
from episodic.model.predicates import PredicateKind, shipped_table
from episodic.model.readings import StatementScope
from episodic.text.listing_rows import LEAST_ROLL, ListedFact, parties_of, quote_key, standing_of
from episodic.text.tellings import WORLD_TELLER, Telling

Item = TypeVar("Item")


class Entry(NamedTuple, Generic[Item]):
    """One entry of a list of facts: the fact of the entry, the states that follow from it, and the facts that say the
    same.
    """

    item: Item
    effects: tuple[Item, ...] = ()
    alike: tuple[Item, ...] = ()


def containers_of(facts: Iterable[Fact], *, complete: bool) -> dict[str, str]:
    """Return which facts of a list are not listed by themselves, but shown inside the entry of another fact. The
    returned dict maps the id of each such fact to the id of the other fact. *facts* are in the order of the list.

    An effect (a state that follows from an event) stands in the entry of the first event that has a quote in common
    with the effect. All entities of an effect must take part in the event in whose entry the effect stands. If
    *complete* is true, no condition has removed facts from the list. An effect whose event is not in a complete list
    stands in the entry of the first fact with the same quote. The event of an effect is missing from the list if, for
    example, the author has corrected the event or the effect.

    Facts with the same sentence, predicate, first quote and teller, such as facts about several subjects, stand in the
    entry of the first of them. Four or more facts whose sentences differ only in names, as in a roll call, also stand
    in the entry of the first of them. The facts of a roll call must have the same predicate, first quote and teller. A
    fact that only explains a name ("my aunt is Ann's aunt") stands in the entry of the first fact about the bearer of
    the name (the aunt). If there is no fact about the bearer, the explanation stands in the entry of the first fact
    about its other entity (Ann).

    Somebody's claim of a state that is also a fact of the story's world stands in the entry of this fact. If the text
    itself does not tell a lasting fact (a kinship, a death), all claims of the fact stand in the entry of the first
    claim. Claims of a fact that can change (such as a state) have an entry each if the text itself does not tell the
    fact.
    """
    return containers_in_rows(map(_listed, facts), complete=complete)


def may_share_entries(facts: Iterable[Fact]) -> bool:
    """Return False if certainly each fact of a list gets an entry of its own and none is shown inside the entry of
    another. `may_share_entries` takes less time than `containers_of`.

    Facts can share an entry if they have a quote in common, or the same subject and predicate but different tellers.
    Facts can also share an entry if one of them explains a name. In all other cases, facts share no entry.
    """
    quotes: set[tuple[object, ...]] = set()
    tellers: dict[tuple[str, str], tuple[str, str | None]] = {}
    for fact in facts:
        own = {(one.episode, one.start, one.end) for one in fact.evidence}
        teller = (WORLD_TELLER, None) if fact.scope is StatementScope.WORLD else (fact.scope.value, fact.holder)
        if not own.isdisjoint(quotes) or tellers.setdefault((fact.subject, fact.predicate), teller) != teller:
            return True
        if fact.qualifier is not None and (known := shipped_table().find(fact.predicate)) is not None and known.inverse:
            return True
        quotes |= own
    return False


def nested(
    items: Iterable[Item], containers: Mapping[str, str], *, fact_of: Callable[[Item], Fact]
) -> list[Entry[Item]]:
    """Return the entries of a list: an entry is one of the given facts together with the facts that are shown inside
    the entry. *containers* is the result of `containers_of`.
    """
    found = {fact_of(one).uuid: one for one in items}
    within: dict[str, list[Item]] = {}
    for uuid, one in found.items():
        if uuid in containers:
            within.setdefault(containers[uuid], []).append(one)
    return [
        entry_of(one, within.get(uuid, ()), fact_of=fact_of) for uuid, one in found.items() if uuid not in containers
    ]


def entry_of(item: Item, within: Iterable[Item], *, fact_of: Callable[[Item], Fact]) -> Entry[Item]:
    """Return the entry of a fact, given the facts that a list shows inside this entry."""
    within = tuple(within)
    return Entry(
        item,
        effects=tuple(one for one in within if fact_of(one).derived),
        alike=tuple(one for one in within if not fact_of(one).derived),
    )


def containers_in_rows(facts: Iterable[ListedFact], *, complete: bool) -> dict[str, str]:
    """Return the same as `containers_of`, but for facts of which only the fields in their listing rows (stored short
    forms) are given.
    """
    facts = list(facts)
    found = _containers_of_effects(facts, complete=complete) | _containers_of_explanations(facts)
    first: dict[str, str] = {}
    tellings: dict[str, list[ListedFact]] = {}
    rolls = Counter(fact.roll for fact in facts if fact.roll and fact.uuid not in found)
    for fact in facts:
        if fact.uuid in found:
            continue
        sentence = fact.roll if rolls[fact.roll] >= LEAST_ROLL else fact.sentence
        if sentence and first.setdefault(sentence, fact.uuid) != fact.uuid:
            found[fact.uuid] = first[sentence]
        elif fact.content:
            tellings.setdefault(fact.content, []).append(fact)
    for told in tellings.values():
        main = next((one for one in told if one.teller == WORLD_TELLER), told[0] if told[0].lasting else None)
        if main is None:
            continue
        found.update((one.uuid, main.uuid) for one in told if one.teller != main.teller)
    return {uuid: _outermost(uuid, found) for uuid in found}


def _containers_of_effects(facts: Iterable[ListedFact], *, complete: bool) -> dict[str, str]:
    effects: list[ListedFact] = []
    told: dict[str, list[ListedFact]] = {}
    for fact in facts:
        if fact.derived:
            effects.append(fact)
        elif complete or fact.event:
            for quote in fact.quotes:
                told.setdefault(quote, []).append(fact)
    found: dict[str, str] = {}
    for effect in effects:
        others = [one for quote in effect.quotes for one in told.get(quote, ())]
        events = [one for one in others if one.event and set(effect.parties) <= set(one.parties)]
        cause = next(iter(events or (others if complete else ())), None)
        if cause is not None:
            found[effect.uuid] = cause.uuid
    return found


def _containers_of_explanations(facts: Sequence[ListedFact]) -> dict[str, str]:
    explaining = [fact for fact in facts if fact.explains]
    parties = {party for fact in explaining for party in fact.parties}
    first: dict[tuple[str, str], str] = {}
    for fact in facts if explaining else ():
        if not fact.explains and not fact.derived:
            for party in parties.intersection(fact.parties):
                first.setdefault((fact.standing, party), fact.uuid)
    found: dict[str, str] = {}
    for fact in explaining:
        places = (first.get((fact.standing, party)) for party in (fact.explains, *fact.parties))
        place = next((one for one in places if one is not None), None)
        if place is not None:
            found[fact.uuid] = place
    return found


def _outermost(uuid: str, containers: Mapping[str, str]) -> str:
    """Return the id of the fact whose entry contains the given fact, directly or inside another entry, else the given
    id.
    """
    while uuid in containers:
        uuid = containers[uuid]
    return uuid


def _listed(fact: Fact) -> ListedFact:
    event = fact.kind is PredicateKind.EVENT
    telling = Telling(
        fact.text,
        next(((one.episode, one.start, one.end) for one in fact.evidence), None),
        kind=fact.kind,
        scope=fact.scope,
        holder=fact.holder,
        content=(fact.subject, fact.predicate, fact.object, fact.value, fact.denied),
        names=(fact.subject_name, fact.object_name),
        narrowed=(fact.qualifier, None if fact.valid_at is None else fact.valid_at.text, fact.condition, fact.habit),
        standing=(fact.layer, fact.ended),
        derived=fact.derived,
        ahead=fact.turn is TimelineTurn.AHEAD,
    )
    return ListedFact(
        fact.uuid,
        fact.predicate,
        (None, None),
        event,
        fact.derived,
        tuple(quote_key(one.episode, one.start, one.end, fact.scope, fact.holder) for one in fact.evidence),
        parties_of(fact.subject, fact.object, (one.entity for one in fact.participants), event=event),
        *telling.keys,
        standing=standing_of(fact.layer, ended=fact.ended, setup=fact.scope is StatementScope.SETUP),
        lasting=telling.lasting,
    )
