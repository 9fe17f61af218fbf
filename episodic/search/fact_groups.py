"""Groups the facts of a printed list that tell one sentence of several people, such as "Mei and Ben came to York"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from episodic.search.fact_views import FactView


@dataclass(frozen=True, slots=True)
class FactGroup:
    """`first` is the fact whose sentence is shown. `others` are the facts of the list with the same sentence, first
    quote, scope, holder and validity as `first`. `effects` are the states that follow from `first` or from one of the
    `others`.
    """

    first: FactView
    others: tuple[FactView, ...] = ()

    @property
    def effects(self) -> tuple[FactView, ...]:
        return tuple(effect for one in (self.first, *self.others) for effect in one.effects)


def fact_groups(views: Sequence[FactView]) -> tuple[FactGroup, ...]:
    members: dict[object, list[FactView]] = {}
    for view in views:
        members.setdefault(_telling(view), []).append(view)
    return tuple(FactGroup(first, tuple(others)) for first, *others in members.values())


def _telling(view: FactView) -> object:
    """Return a key that two facts share if one sentence tells both: their text, first quote, scope, holder and
    validity. The key of a state that follows from an event is its own id, so that it forms a group of its own.
    """
    fact = view.fact
    if fact.derived:
        return view.uuid
    teller = (fact.scope, fact.holder, fact.tellers)
    return (
        " ".join(fact.text.split()),
        fact.evidence[:1],
        teller,
        view.validity.words,
        view.validity.ended,
        view.holding,
    )
