"""Finds the threads of a story (setups, plans, promises, orders, debts, prophecies, secrets) with the facts that pay
them.

Setups are facts of the scope `setup`, which the reading of the text has found.
"""

from __future__ import annotations

import sys
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache

from episodic.context.cast_facts import in_world
from episodic.context.settlements import UNSETTLED, Settlements, ThreadStatus, settlements
from episodic.context.setup_payoffs import event_that_pays, payoffs_of_setups, repeats, world_facts_by_subject
from episodic.languages import lexicon
from episodic.languages.registry import codes
from episodic.model.episodes import Language
from episodic.model.facets import Facet, facet
from episodic.model.graph import Fact, TimelineTurn
from episodic.model.name_keys import name_key
from episodic.model.predicates import PredicateTable, Slot, predicate_key, shipped_table
from episodic.model.readings import LEAST_SALIENCE, SETS_UP, StatementScope
from episodic.model.spans import Evidence
from episodic.search.chapter_refs import ChapterRef
from episodic.search.searched_text import searched_text
from episodic.search.view import View, has_ended
from episodic.search.word_overlap import QueryTerms

OVERDUE_AFTER = 10
"""An open thread, such as a promise, is overdue if at least this number of chapters follow the chapter in which it
begins. The caller can give another number of chapters.
"""
_NO_DAY = -sys.maxsize
"""A day before every day of a story."""
_MATCHED_SHARE = 0.6
"""The minimum share of the content words (all but stop words) of a promise, order, debt or the like that its fulfilment
must contain. A later fact with a smaller share does not count as the fulfilment.
"""


class ThreadKind(StrEnum):
    """The kinds of threads, by what the story sets up."""

    PLAN = "plan"
    PROMISE = "promise"
    ORDER = "order"
    DEBT = "debt"
    PROPHECY = "prophecy"
    # A linter takes the word "secret" for a password, but here the word names a kind of thread.
    SECRET = "secret"  # noqa: S105
    SETUP = "setup"


@dataclass(frozen=True, slots=True)
class Thread:
    """A thread of the story, and its outcome.

    `setup` is the fact that opens the thread, such as a promise. `planted` is the chapter that first tells the fact
    `setup`, and `quote` is the text of this chapter that states the fact. `age` is the number of chapters that follow
    the chapter `planted`. `expected` contains the text's own words for when, on what condition or for how long the
    payoff is expected. `expected` is empty if the text does not say so. `payoff` is the later fact that resolves the
    thread, or None if no fact does; the chapter `paid` tells this fact with the words `paid_quote`. If `setup` is a
    state that has ended, but no known fact has ended it, `payoff` is the fact `setup` itself. An open thread is
    `overdue` if its age has reached the number of chapters that the caller sets. An open plan is also `overdue` if the
    text says by when, and this day has passed in a chapter after `planted`. `by_author` is true if the author decided
    the status.
    """

    kind: ThreadKind
    status: ThreadStatus
    setup: Fact
    planted: ChapterRef | None
    age: int
    expected: str = ""
    payoff: Fact | None = None
    overdue: bool = False
    by_author: bool = False
    quote: str = ""
    paid: ChapterRef | None = None
    paid_quote: str = ""

    @property
    def uuid(self) -> str:
        """Return the id of the thread, which is the id of the fact with which the thread begins, such as a promise."""
        return self.setup.uuid


async def threads(view: View, *, overdue_after: int = OVERDUE_AFTER) -> tuple[Thread, ...]:
    """Return all threads of the view. Open threads come before settled ones, and overdue threads before other open
    threads. Within the overdue, the other open and the settled threads, the earliest thread comes first. A thread is as
    early as the chapter that tells the fact with which it begins, such as a promise or plan.
    """
    wide = view.wider().with_setups()
    facts = [one for one in await wide.facts() if wide.visibility_of(one).seen]
    settled = await settlements(view, facts)
    return tuple(threads_in(wide, facts, overdue_after=overdue_after, settled=settled))


def kind_of_thread(fact: Fact, table: PredicateTable) -> ThreadKind | None:
    """Return the kind of the thread that the fact opens, such as a promise or a debt, or None if the fact opens no
    thread.

    A fact opens a thread if it is a setup or a plan, or if a word list `thread_<kind>` of a language contains its
    predicate. Denied facts, habits, details, beliefs, wishes, dreams and hypotheses open no thread.
    """
    if fact.denied or fact.habit or fact.salience == LEAST_SALIENCE:
        return None
    if fact.scope is StatementScope.SETUP:
        return ThreadKind.SETUP if fact.predicate == SETS_UP else None
    if fact.scope not in (StatementScope.WORLD, StatementScope.CLAIM, StatementScope.PLAN):
        return None
    known = table.find(fact.predicate)
    found = _listed_predicates().get(predicate_key(fact.predicate if known is None else known.name))
    if found is None and fact.scope is StatementScope.PLAN:
        return ThreadKind.PLAN
    return found


def thread_facets() -> frozenset[str]:
    """Return the facets (search tokens) by which a store finds facts with which a thread may begin. There are facets
    for setups and their payoffs, for plans, and for facts with predicates such as "promised".

    Predicates of the word lists `thread_<kind>` that this package does not define get no facet, because a query with a
    hundred facets would be slow. A fact with a predicate that gets no facet still opens a thread if the store finds the
    fact by another facet. For example, the store may find the fact by the facet of its scope.
    """
    table = shipped_table()
    known = (table.find(key) for key in _listed_predicates())
    named = {facet(Facet.PREDICATE, predicate_key(one.name)) for one in known if one is not None}
    scopes = {facet(Facet.SCOPE, one.value) for one in (StatementScope.PLAN, StatementScope.SETUP)}
    return frozenset({*named, *scopes})


def threads_in(
    view: View, facts: Iterable[Fact], *, overdue_after: int = OVERDUE_AFTER, settled: Settlements = UNSETTLED
) -> list[Thread]:
    """Return the threads that begin with one of the given facts, such as a promise. Each thread is returned with the
    given fact that pays it, if there is one. Open threads come before settled ones, and overdue threads before other
    open threads. Within the overdue, the other open and the settled threads, the earliest thread comes first. A thread
    is as early as the chapter that tells the fact with which it begins, such as a promise or plan.

    A setup is paid by its payoff (a fact with the predicate `pays_off`), or by a later event that does what the setup
    waits for. A thread that is no setup is paid when the state with which it begins (such as a debt) ends in the
    story's world. A plan is also paid when a later fact says that it came true, and a debt when a later event repays
    it. A thread that is neither a setup nor a plan can also be paid by a later fact about the same persons. The later
    fact must have most content words of what was promised or ordered. A fact that opens a thread pays no other thread,
    with two exceptions. Such a fact can pay a setup, and it can pay a thread that begins with a state which the fact
    ends. A thread that repeats a setup (see `repeats`) is merged into the thread of the setup.
    """
    table = view.vocabulary.table
    known = sorted({one.uuid: one for one in facts}.values(), key=lambda one: one.narrative_key)
    later = world_facts_by_subject(known)
    by_id = {one.uuid: one for one in known}
    payoffs = payoffs_of_setups(known)
    reckoning = _Reckoning(view, _ordinals(view), _StoryDays.of(known), overdue_after, settled)
    found = [
        reckoning.thread(
            setup,
            kind,
            (payoffs.get(setup.uuid) or event_that_pays(setup, later))
            if kind is ThreadKind.SETUP
            else _payoff(setup, kind, later, by_id, table=table),
        )
        for setup in known
        if (kind := kind_of_thread(setup, table)) is not None
    ]
    found = _without_repeated(found)
    found.sort(
        key=lambda one: (one.status is not ThreadStatus.OPEN, not one.overdue, -one.age, one.setup.narrative_key)
    )
    return found


@cache
def _listed(_: tuple[Language, ...]) -> Mapping[str, ThreadKind]:
    return {predicate_key(word): kind for kind in ThreadKind for word in sorted(lexicon.words(f"thread_{kind}"))}


def _listed_predicates() -> Mapping[str, ThreadKind]:
    return _listed(codes())


def _payoff(
    setup: Fact,
    kind: ThreadKind,
    later: Mapping[str, Sequence[Fact]],
    by_id: Mapping[str, Fact],
    *,
    table: PredicateTable,
) -> Fact | None:
    """Return the fact that resolves *setup* (a promise, plan, debt or other fact outside the scope SETUP), for example
    by keeping the promise. Return None if no fact resolves *setup*. If *setup* is a state of the story's world that has
    ended, return the fact that ended the state. If no known fact ended the state, return *setup* itself.
    """
    if setup.scope is StatementScope.WORLD and has_ended(setup):
        return next((by_id[uuid] for uuid in setup.ended_by if uuid in by_id), setup)
    for actor in _actors(setup, kind):
        for fact in later.get(actor, ()):
            if fact.told_at <= setup.told_at or kind_of_thread(fact, table) is not None:
                continue
            if _comes_true(setup, fact, table) if setup.scope is StatementScope.PLAN else _fulfils(setup, fact, actor):
                return fact
            if kind is ThreadKind.DEBT and _repays(setup, fact, actor, table=table):
                return fact
    return None


def _repays(debt: Fact, fact: Fact, debtor: str, *, table: PredicateTable) -> bool:
    """Return whether *fact* is an event in which the debtor gives the owed thing to another person who takes part in
    the debt. If *fact* has both a value and an object ("gave Wu ten coins"), the object is the receiver. The value of
    such a fact is the thing that is given. If *fact* has no value, its object is the thing that is given.
    """
    known = table.find(fact.predicate)
    gives = known is not None and any(
        effect.subject is Slot.RECIPIENT and not effect.ends for effect in known.effects or ()
    )
    receivers = {one.entity for one in fact.participants} - {debtor}
    if fact.value and fact.object is not None:
        receivers.add(fact.object)
    if not gives or receivers.isdisjoint({debt.subject, debt.object, *(one.entity for one in debt.participants)}):
        return False
    thing = name_key(fact.value or fact.object_name or "")
    return bool(thing) and thing in name_key(" ".join((debt.text, debt.value or "", debt.qualifier or "")))


def _actors(setup: Fact, kind: ThreadKind) -> tuple[str, ...]:
    """Return the ids of the entities who can do what *setup* leaves open. For an order or loan, these are the receivers
    of the order or loan. For any other *setup*, this is its subject, such as the person who promises.
    """
    lends = predicate_key(setup.predicate) in {predicate_key(one) for one in lexicon.words("lending_predicates")}
    if kind is not ThreadKind.ORDER and not lends:
        return (setup.subject,)
    given = (setup.object, *(one.entity for one in setup.participants))
    return tuple(dict.fromkeys(one for one in given if one is not None))


def _comes_true(plan: Fact, fact: Fact, table: PredicateTable) -> bool:
    names = {_canonical(plan.predicate, table), *_MOVES.get(_canonical(plan.predicate, table), ())}
    if _canonical(fact.predicate, table) not in names:
        return False
    if plan.object is not None:
        return fact.object == plan.object
    value = name_key(plan.value or "")
    return bool(value) and value == name_key(fact.value or "")


def _fulfils(setup: Fact, fact: Fact, actor: str) -> bool:
    others = {setup.subject, setup.object, *(one.entity for one in setup.participants)} - {actor, None}
    present = {fact.object, *(one.entity for one in fact.participants)}
    if others and not others & present:
        return False
    terms = QueryTerms.of(setup.qualifier or setup.value or "", ())
    share = terms.matched_share(searched_text(fact.text, fact.value, fact.qualifier))
    return bool(terms.tokens) and share >= _MATCHED_SHARE


_MOVES: Mapping[str, tuple[str, ...]] = {
    "wentto": ("arrivedat", "locatedin", "visited"),
    "arrivedat": ("locatedin", "visited"),
    "visited": ("arrivedat", "locatedin"),
}


def _canonical(predicate: str, table: PredicateTable) -> str:
    known = table.find(predicate)
    return predicate_key(predicate if known is None else known.name)


@dataclass(frozen=True, slots=True)
class _Reckoning:
    view: View
    ordinals: Mapping[int, int]
    days: _StoryDays
    overdue_after: int
    settled: Settlements

    def thread(self, setup: Fact, kind: ThreadKind, payoff: Fact | None) -> Thread:
        settled = self.settled.statuses.get(setup.uuid)
        age = max(self.ordinals.values(), default=0) - self.ordinals.get(setup.told_at.order, 0)
        status = settled or (ThreadStatus.OPEN if payoff is None else ThreadStatus.PAID)
        payoff = self.settled.paid.get(setup.uuid, payoff) if status is ThreadStatus.PAID else None
        paying = None if payoff is None else _paying(setup, payoff)
        return Thread(
            kind=kind,
            status=status,
            setup=setup,
            planted=self.view.chapters.get(setup.evidence[0].episode) if setup.evidence else None,
            age=age,
            expected=_expected(setup),
            payoff=payoff,
            overdue=status is ThreadStatus.OPEN and (self._is_late(setup) or age >= self.overdue_after),
            by_author=settled is not None,
            quote=setup.evidence[0].quote if setup.evidence else "",
            paid=None if paying is None else self.view.chapters.get(paying.episode),
            paid_quote="" if paying is None else paying.quote,
        )

    def _is_late(self, setup: Fact) -> bool:
        """Return whether the day by which a plan is due, as its text says, has passed in a chapter after the one that
        tells the plan. If the day passes in the chapter itself, the plan is not late: the chapter tells what came of
        it. A plan without time words of its own has no day on which it is due.
        """
        point = setup.valid_at
        if setup.scope is not StatementScope.PLAN or point is None or not point.text or point.latest is None:
            return False
        return self.days.at_end_of(setup.told_at.order) <= point.latest < self.days.last


def _paying(setup: Fact, payoff: Fact) -> Evidence | None:
    found = setup.ends if payoff.uuid == setup.uuid else payoff.evidence
    return next(iter(found), None)


def _without_repeated(found: Sequence[Thread]) -> list[Thread]:
    """Return the threads without duplicates. If another thread, such as a promise, repeats a setup, the two are merged
    into the thread of the setup. A thread that is merged from a setup and a promise, plan or the like has the kind of
    the promise or plan. For example, a setup that is merged with a promise gets the kind PROMISE. The merged thread has
    the status and payoff of the promise or plan if the setup is open. The status and payoff of the promise or plan are
    also used if the author decided its thread. If the author decided the thread of the setup, the merged thread always
    keeps the status and payoff of the setup.
    """
    kept = {one.uuid: one for one in found}
    for setup in found:
        if setup.kind is not ThreadKind.SETUP:
            continue
        same = (one for one in found if one.uuid in kept and one.kind is not ThreadKind.SETUP)
        for one in [other for other in same if repeats(setup.setup, other.setup)]:
            del kept[one.uuid]
            known = kept[setup.uuid]
            better = one if (one.by_author or known.status is ThreadStatus.OPEN) and not known.by_author else known
            kept[setup.uuid] = replace(
                better, kind=one.kind, setup=setup.setup, quote=setup.quote, expected=known.expected or one.expected
            )
    return list(kept.values())


def _expected(setup: Fact) -> str:
    point = setup.valid_at
    if setup.scope is StatementScope.PLAN and point is not None and point.text:
        return point.text
    return setup.condition or setup.duration or ""


def _ordinals(view: View) -> dict[int, int]:
    return {one.order: one.ordinal for one in view.chapters.values() if view.reads_chapter(one.uuid)}


@dataclass(frozen=True, slots=True)
class _StoryDays:
    """The latest day that the story has reached at the end of each chapter.

    `orders` are the order keys of the chapters that reach a later day than the chapters before, and `days` these days.
    """

    orders: tuple[int, ...]
    days: tuple[int, ...]

    @staticmethod
    def of(facts: Sequence[Fact]) -> _StoryDays:
        """Return the days of *facts*, which must be in narrative order. Only the story's world counts, and nothing that
        the text looks ahead to.
        """
        reached: dict[int, int] = {}
        last = _NO_DAY
        for one in facts:
            day = None if one.valid_at is None else one.valid_at.earliest
            if day is not None and day > last and in_world(one) and one.turn is not TimelineTurn.AHEAD:
                reached[one.told_at.order] = last = day
        return _StoryDays(tuple(reached), tuple(reached.values()))

    @property
    def last(self) -> int:
        """The latest day of the story, or an early day if no day is known."""
        return self.days[-1] if self.days else _NO_DAY

    def at_end_of(self, order: int) -> int:
        """Return the latest day of the story at the end of the chapter with the order key *order*."""
        number = bisect_right(self.orders, order)
        return self.days[number - 1] if number else _NO_DAY
