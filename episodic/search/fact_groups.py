"""Groups facts of a list that tell one thing: an event with the states that follow from it, or one sentence about
several people.

Lists for people and for prompts show the facts of a group together: "Wu has the sword" says nothing new beside "Ann
gave Wu the sword". In filters, in moments of story time and in JSON output, each fact stands for itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from episodic.model.graph import Fact
from episodic.model.predicates import PredicateKind
from episodic.search.fact_views import FactView


@dataclass(frozen=True, slots=True)
class FactGroup:
    """Facts of a list that are shown together.

    `first` is the fact whose sentence is shown. `others` are facts with the sentence, quote and validity of `first`,
    but with other entities. `states` are the states that follow from a fact of the group, if that is an event.
    """

    first: FactView
    others: tuple[FactView, ...] = ()
    states: tuple[FactView, ...] = ()

    @property
    def views(self) -> tuple[FactView, ...]:
        """All facts of the group."""
        return (self.first, *self.others, *self.states)


def fact_groups(views: Sequence[FactView]) -> tuple[FactGroup, ...]:
    """Return the facts in groups, in the order of each group's first fact in the list. A derived state whose event is
    not in the list is a group of its own.
    """
    leaders: dict[object, str] = {}
    leader_of = {view.uuid: leaders.setdefault(_telling(view), view.uuid) for view in views}
    for event, state in _consequences([view.fact for view in views]):
        leader_of[state] = leader_of[event]
    members: dict[str, list[FactView]] = {}
    for view in views:
        members.setdefault(leader_of[view.uuid], []).append(view)
    return tuple(_group(leader, found) for leader, found in members.items())


def _group(leader: str, found: Sequence[FactView]) -> FactGroup:
    first = next(view for view in found if view.uuid == leader)
    rest = [view for view in found if view is not first]
    states = tuple(view for view in rest if view.fact.derived)
    return FactGroup(first, tuple(view for view in rest if not view.fact.derived), states)


def _telling(view: FactView) -> object:
    """Return a key that facts share if they are told by one sentence: text, first quote, holder and validity. The key
    of a derived state is its own id, so that it is told with no other fact.
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


def _consequences(facts: Sequence[Fact]) -> Iterator[tuple[str, str]]:
    """Yield, for each derived state in the list whose event is also in the list, the id of the event and the id of the
    state.
    """
    events: dict[object, list[Fact]] = {}
    for fact in facts:
        if fact.kind is PredicateKind.EVENT and not fact.derived:
            for key in _quotes(fact):
                events.setdefault(key, []).append(fact)
    for state in facts:
        if state.derived:
            told = [event for key in _quotes(state) for event in events.get(key, ()) if _concerns(event, state)]
            yield from ((event.uuid, state.uuid) for event in told[:1])


def _quotes(fact: Fact) -> Iterator[object]:
    return ((one.episode, one.start, one.end, fact.scope, fact.holder) for one in fact.evidence)


def _concerns(event: Fact, state: Fact) -> bool:
    """Return whether the event names the subject and the object of the state."""
    named = {event.subject, event.object, *(role.entity for role in event.participants)}
    return state.subject in named and (state.object is None or state.object in named)
