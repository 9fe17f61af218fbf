"""Separates the states of a thing or person that are known to hold at the moment of a question from other states."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from episodic.answering.look_ups import shows_fact
from episodic.model.episodes import Layer
from episodic.model.holding import Holding, holding_at
from episodic.model.predicates import PredicateKind
from episodic.model.readings import StatementScope
from episodic.search.fact_listing import VisibleFact
from episodic.search.fact_views import FactView, fact_view_of
from episodic.search.view import View

_MOST_CLAIMS = 2
NOT_TRUE_YET = (StatementScope.PLAN, StatementScope.WISH, StatementScope.DREAM)
"""The scopes of facts that say nothing about what is so."""


@dataclass(frozen=True, slots=True)
class Present:
    """What is known of the present: the facts that `known` contains answer a question about it.

    `others` are further facts of the same kind: first those of the story's world, newest told first, and then claims
    and beliefs. They are no answer, because they have ended, are told in a flashback, or are older than the known
    facts.
    """

    known: tuple[FactView, ...] = ()
    others: tuple[FactView, ...] = ()

    def __bool__(self) -> bool:
        """Whether there is any fact."""
        return bool(self.known or self.others)

    def __add__(self, more: Present) -> Present:
        return Present(self.known + more.known, self.others + more.others)


def present(view: View, facts: Iterable[VisibleFact], *, exclusive: bool = False) -> Present:
    """Return what *facts*, such as the places of one person, say of the present.

    The fact of the story's world that the text tells last answers, and with it the facts that the same quote tells. It
    must hold at the moment of the scope, or without such a moment, must not have ended and must be told on the main
    line of the story. If *exclusive* is true, each fact replaces the one told before, so that no older fact answers if
    the newest has ended. At most two claims and beliefs that come later in the text are added.
    """
    told = [one for one in facts if not one.fact.denied and shows_fact(view, one.fact, one.holding)]
    told = [one for one in told if one.fact.scope not in NOT_TRUE_YET]
    told.sort(key=lambda one: one.fact.narrative_key, reverse=True)
    of_world = [one for one in told if one.fact.scope is StatementScope.WORLD]
    last = next((one for one in of_world if is_present(view, one)), None)
    if exclusive and last is not None and last.holding is None and last is not _newest(of_world):
        last = None
    known = [] if last is None else _with_same_quote(view, last, of_world)
    claims = [one for one in told if one.fact.scope is not StatementScope.WORLD and is_present(view, one)]
    since = _newest(of_world) if exclusive else last
    later = [one for one in claims if since is None or one.fact.told_at > since.fact.told_at]
    answering = (*known, *later[:_MOST_CLAIMS])
    others = [one for one in told if one not in answering]
    others.sort(key=lambda one: one.fact.scope is not StatementScope.WORLD)
    return Present(tuple(_shown(view, one) for one in answering), tuple(_shown(view, one) for one in others))


def is_present(view: View, visible: VisibleFact) -> bool:
    """Return whether a state is known to hold at the moment of the scope, or an event is known to have happened by
    then. Without such a moment, a fact counts that has not ended. The fact must be told on the main line of the story,
    unless the scope's moment is given in another way than as a chapter, such as a date in a flashback.
    """
    if visible.holding is not None:
        return visible.holding is Holding.HOLDS and (visible.fact.on_main_line or view.at is None)
    return visible.fact.on_main_line and not visible.fact.ended


def holds_at_end(view: View, visible: VisibleFact) -> bool:
    """Return whether a state is present (see `is_present`), or is told in a flashback but known to hold at the end of
    the last chapter of the view.
    """
    if is_present(view, visible):
        return True
    canon = (one.order for one in view.chapters.values() if one.layer is Layer.CANON and view.reads_chapter(one.uuid))
    runs, last = visible.fact.holdings, max(canon, default=None)
    if visible.holding is not None or runs is None or last is None:
        return False
    return holding_at(runs, last) is Holding.HOLDS


def _newest(of_world: Iterable[VisibleFact]) -> VisibleFact | None:
    return next((one for one in of_world if one.fact.on_main_line), None)


def _with_same_quote(view: View, last: VisibleFact, of_world: Iterable[VisibleFact]) -> list[VisibleFact]:
    """Return *last*, and if it is a state the other present states with the same predicate that its quote tells."""
    if last.fact.kind is PredicateKind.EVENT:
        return [last]
    told = (last.fact.told_at, last.fact.predicate)
    return [one for one in of_world if (one.fact.told_at, one.fact.predicate) == told and is_present(view, one)]


def _shown(view: View, one: VisibleFact) -> FactView:
    return fact_view_of(view, one.fact, one.holding)
