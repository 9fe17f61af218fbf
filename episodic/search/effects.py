"""Finds the effects in a list of facts: states that follow from an event of the list by the effects that its predicate
declares.

"Wu has the sword" says nothing new beside "Ann gave Wu the sword". A list of facts therefore contains the effect in its
event, and an effect whose event is not in the list for itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from episodic.model.predicates import PredicateKind
from episodic.model.readings import StatementScope


class _Place(Protocol):
    @property
    def episode(self) -> str: ...
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


class _Party(Protocol):
    @property
    def entity(self) -> str: ...


class ToldFact(Protocol):
    """The fields of a fact that show from which event it follows."""

    @property
    def uuid(self) -> str: ...
    @property
    def kind(self) -> PredicateKind: ...
    @property
    def derived(self) -> bool: ...
    @property
    def subject(self) -> str: ...
    @property
    def object(self) -> str | None: ...
    @property
    def scope(self) -> StatementScope: ...
    @property
    def holder(self) -> str | None: ...
    @property
    def participants(self) -> Sequence[_Party]: ...
    @property
    def evidence(self) -> Sequence[_Place]: ...


def causes_of_effects(facts: Iterable[ToldFact], *, complete: bool) -> dict[str, str]:
    """Return for each effect in *facts* the id of the fact in whose list entry it stands: the first event that a quote of
    the effect states and that names every entity of the effect.

    If *facts* is *complete*, that is, no condition has removed facts, an effect for which there is no such event, because
    the author has corrected one of them, stands with the first fact of its quote.
    """
    effects: list[ToldFact] = []
    told: dict[object, list[ToldFact]] = {}
    for fact in facts:
        if fact.derived:
            effects.append(fact)
        elif complete or fact.kind is PredicateKind.EVENT:
            for quote in _quotes(fact):
                told.setdefault(quote, []).append(fact)
    found: dict[str, str] = {}
    for effect in effects:
        others = [one for quote in _quotes(effect) for one in told.get(quote, ())]
        events = [one for one in others if one.kind is PredicateKind.EVENT and _names_all_of(one, effect)]
        cause = next(iter(events or (others if complete else ())), None)
        if cause is not None:
            found[effect.uuid] = cause.uuid
    return found


def _quotes(fact: ToldFact) -> Iterator[object]:
    return ((one.episode, one.start, one.end, fact.scope, fact.holder) for one in fact.evidence)


def _names_all_of(event: ToldFact, effect: ToldFact) -> bool:
    named = {event.subject, event.object, *(one.entity for one in event.participants)}
    return effect.subject in named and (effect.object is None or effect.object in named)
