"""Finds the effects in a list of facts: states that follow from an event of the list by the effects that its predicate
declares.

"Wu has the sword" says nothing new beside "Ann gave Wu the sword". A list of facts therefore shows the effect under the
event, and only an effect whose event is not listed as an entry of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from episodic.model.graph import Fact
from episodic.model.predicates import PredicateKind
from episodic.text.listing_rows import ListedFact, parties_of, quote_key

Item = TypeVar("Item")


def causes_of_effects(facts: Iterable[Fact], *, complete: bool) -> dict[str, str]:
    """Return the id of the event under which each effect is listed, by the id of the effect: the first event with the
    same quote that names all its entities.

    If *complete* (the list has all facts) and no event fits, because the author has corrected one of them, the effect
    is listed under the first fact with its quote.
    """
    return causes_in_rows(map(_listed, facts), complete=complete)


def nested(
    items: Iterable[Item], causes: Mapping[str, str], *, id_of: Callable[[Item], str]
) -> list[tuple[Item, list[Item]]]:
    """Return the items that are not effects, each with a list of its effects; *causes* maps the id of each effect to
    the id of its event.
    """
    found = {id_of(one): one for one in items}
    effects: dict[str, list[Item]] = {}
    for uuid, one in found.items():
        if uuid in causes:
            effects.setdefault(causes[uuid], []).append(one)
    return [(one, effects.get(uuid, [])) for uuid, one in found.items() if uuid not in causes]


def causes_in_rows(facts: Iterable[ListedFact], *, complete: bool) -> dict[str, str]:
    """Do the same as `causes_of_effects`, for facts that are given by the fields of their listing rows."""
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


def _listed(fact: Fact) -> ListedFact:
    event = fact.kind is PredicateKind.EVENT
    return ListedFact(
        fact.uuid,
        fact.predicate,
        day=None,
        event=event,
        derived=fact.derived,
        quotes=tuple(quote_key(one.episode, one.start, one.end, fact.scope, fact.holder) for one in fact.evidence),
        parties=parties_of(fact.subject, fact.object, (one.entity for one in fact.participants), event=event),
    )
