"""Where facts end (R2, R3, R10): at a stated end, at the start of what excludes them, at a death, and what stays open."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto

from episodic.model.predicates import PredicateKind
from episodic.model.readings import Phase
from episodic.temporal.chronology import Chronology
from episodic.temporal.exclusion import ExclusiveKey
from episodic.temporal.fold_drafts import Draft
from episodic.temporal.fold_joining import Joining, mortals
from episodic.temporal.fold_ranks import OFF
from episodic.temporal.growing import grown


class Relation(Enum):
    """How two facts that exclude each other stand."""

    FIRST_ENDS = auto()
    SECOND_ENDS = auto()
    CLASH = auto()
    """Both hold at one moment, by what the text says."""
    OPEN = auto()
    """No order keeps them apart."""
    NOTHING = auto()


@dataclass(frozen=True, slots=True)
class Ender:
    """A moment at which a fact has ended: the number of the moment, and the fact (or the death, by number) that does it."""

    number: int
    by: int
    sharp: bool = True
    death: bool = False


@dataclass(frozen=True, slots=True)
class Clash:
    """Statements that cannot all be true, by number, and the drafts they belong to.

    `at_once`: each of two facts is said to hold at one moment, by what the text says of both.
    """

    statements: tuple[int, ...]
    drafts: tuple[int, ...]
    at_once: bool = False


@dataclass(slots=True)
class Ends:
    """What ends each draft of a group, which rivals no order keeps apart from it, and what contradicts."""

    enders: list[list[Ender]]
    rivals: list[set[int]]
    clashes: list[Clash] = field(default_factory=list[Clash])
    open: dict[ExclusiveKey, set[int]] = field(default_factory=dict[ExclusiveKey, set[int]])
    """Drafts of unknown order, by what only one of them can hold of."""


class Ending:
    """Decides a group's ends; drafts are named by their number in `joining.drafts`."""

    def __init__(self, joining: Joining, chronology: Chronology) -> None:
        self._joining, self._chronology = joining, chronology
        self._ranks, self._drafts = joining.ranks, joining.drafts
        self._number = {id(draft): number for number, draft in enumerate(joining.drafts)}
        self._seen: set[tuple[int, int]] = set()
        self.ends = Ends([[] for _ in joining.drafts], [set() for _ in joining.drafts])

    def decided(self) -> Ends:
        """The ends of all facts of the group."""
        for members in self._lanes().values() if len(self._drafts) > 1 else ():
            self._sweep(members)
        self._die()
        self._refuse()
        for number, enders in enumerate(self.ends.enders):
            enders.extend(Ender(one, number) for one in self._drafts[number].closing)
            if len(enders) > 1:
                enders[:] = self._earliest(enders)
        return self.ends

    def _lanes(self) -> dict[tuple[str, ...], list[int]]:
        """Drafts that may exclude each other, by what they share."""
        lanes: dict[tuple[str, ...], list[int]] = defaultdict(list)
        for number, draft in enumerate(self._drafts):
            if draft.denied or self._joining.drafts_of(draft.content, denied=True):
                lanes["denied", *map(str, draft.content)].append(number)
            if draft.denied:
                continue
            for key in self._joining.keys_of(draft.content):
                lanes[tuple(map(str, key.of))].append(number)
            for other in self._joining.exclusions.judged_apart(draft.content):
                if self._joining.drafts_of(other, denied=False):
                    pair = sorted((draft.content, other))
                    lanes["judged", *map(str, pair[0]), *map(str, pair[1])].append(number)
        return lanes

    def _excludes(self, first: Draft, second: Draft) -> bool:
        if first.content == second.content:
            return first.denied != second.denied
        return not first.denied and not second.denied and second.content not in self._spared(first)

    def _spared(self, draft: Draft) -> frozenset[object]:
        return frozenset[object](self._joining.exclusions.judged_both(draft.content))

    def _sweep(self, members: Sequence[int]) -> None:
        """States on one line only meet those next to them there; all others may meet any."""
        drafts = self._drafts
        states = all(drafts[number].kind is PredicateKind.STATE for number in members)
        line_of = {number: drafts[number].only_line() if states else OFF for number in members}
        for line in self._ranks.lines:
            simple = [number for number in members if line_of[number] == line]
            simple.sort(key=lambda number: (drafts[number].first[line], number))
            for place, number in enumerate(simple):
                self._meet_next(number, later=simple[place + 1 :], line=line)
        for place, number in enumerate(members):
            for other in members[place + 1 :]:
                if line_of[number] == OFF or line_of[number] != line_of[other]:
                    self._meet(number, other)

    def _meet_next(self, number: int, *, later: Sequence[int], line: int) -> None:
        draft = self._drafts[number]
        last = reach = draft.last[line]
        for other in later:
            begins = self._drafts[other].first[line]
            if begins > reach > last and not draft.locked:
                return
            if self._excludes(draft, self._drafts[other]):
                self._meet(min(number, other), max(number, other))
                reach = max(reach, begins)

    def _meet(self, number: int, other: int) -> None:
        first, second = self._drafts[number], self._drafts[other]
        if (number, other) in self._seen or not self._excludes(first, second):
            return
        self._seen.add((number, other))
        relation = self._relation(number, other)
        if relation is Relation.FIRST_ENDS:
            apart = self._ends(number, other)
        elif relation is Relation.SECOND_ENDS:
            apart = self._ends(other, number)
        else:
            apart = relation is Relation.NOTHING
        if not first.statements or not second.statements:
            return
        if relation is Relation.OPEN:
            self.ends.open.setdefault(self._key(first, second), set()).update((number, other))
        if not apart and (second.locked or not first.locked):
            self.ends.rivals[number].add(other)
        if not apart and (first.locked or not second.locked):
            self.ends.rivals[other].add(number)

    def _key(self, first: Draft, second: Draft) -> ExclusiveKey:
        """Of what only one of two facts can hold: the exclusive key they share, else one they have, else subject and predicate."""
        keys = [self._joining.keys_of(one.content) for one in (first, second)]
        shared = sorted(set(keys[0]) & set(keys[1]) or {*keys[0], *keys[1]})
        if shared:
            return ExclusiveKey(*map(str, shared[0].of))
        content = min(first.content, second.content)
        return ExclusiveKey("value", content.subject, content.predicate)

    def _relation(self, number: int, other: int) -> Relation:
        first, second = self._drafts[number], self._drafts[other]
        if PredicateKind.FIXED in {first.kind, second.kind}:
            self._clash(number, other, first.statements[:1] + second.statements[:1])
            return Relation.CLASH
        if PredicateKind.EVENT in {first.kind, second.kind}:
            return self._with_event(number, other)
        if first.locked != second.locked and self._overruled(*((number, other) if first.locked else (other, number))):
            return Relation.CLASH
        at_once = self._outlives(first, second) or self._outlives(second, first)
        forward, backward = first.before(second, self._ranks), second.before(first, self._ranks)
        growth = self._growth(first, second)
        if growth is not None and not at_once:
            return self._grown(number, other, growth, backward if growth > 0 else forward)
        if not at_once and forward != backward:
            return Relation.FIRST_ENDS if forward else Relation.SECOND_ENDS
        at_once = at_once or (() if forward else self._same_day(first, second))
        if not at_once or self._in_one_breath(at_once):
            return Relation.OPEN
        self._clash(number, other, at_once, at_once=True)
        return Relation.CLASH

    def _growth(self, first: Draft, second: Draft) -> int | None:
        """By how much the second value of what grows with time (an age) is more than the first; None where nothing grows."""
        one, two = grown(first.content), grown(second.content)
        return None if one is None or two is None else two - one

    def _grown(self, number: int, other: int, growth: int, against: bool) -> Relation:
        """Ages order themselves: the lesser one came first. The same age in other words is no rival.

        They contradict where the greater one certainly came before the lesser one, or where both are said of one day.
        """
        first, second = self._drafts[number], self._drafts[other]
        if growth == 0:
            return Relation.NOTHING
        at_once = self._same_day(first, second) or ((first.statements[0], second.statements[0]) if against else ())
        if at_once:
            self._clash(number, other, at_once, at_once=not against)
            return Relation.CLASH
        return Relation.FIRST_ENDS if growth > 0 else Relation.SECOND_ENDS

    def _overruled(self, locked: int, other: int) -> bool:
        """Whether a fact would end a locked one (R12): it says something else from a moment on at which the locked one holds."""
        rival = self._drafts[other]
        for start in rival.statements or rival.closing:
            held = self._held(self._drafts[locked], start)
            if held is not None:
                self._clash(locked, other, (held, start))
                return True
        return False

    def _in_one_breath(self, statements: Sequence[int]) -> bool:
        """Whether one chapter tells of places, none of which it says to be new: then it may be one place, told at two grains.

        Nothing says that neither lies in the other, so that the order is open, and no contradiction certain (R3).
        """
        told = [self._joining.statement(one) for one in statements]
        return len({one.evidence.episode for one in told}) == 1 and all(
            one.predicate.place and one.phase is not Phase.BEGINS for one in told
        )

    def _with_event(self, number: int, other: int) -> Relation:
        """Only a denial excludes an event: it ends where the event happens, and contradicts one that has happened."""
        event_first = self._drafts[number].kind is PredicateKind.EVENT
        event, denial = (number, other) if event_first else (other, number)
        happened, denied = self._drafts[event], self._drafts[denial]
        if not denied.denied:
            return Relation.NOTHING
        if happened.before(denied, self._ranks):
            if not denied.before(happened, self._ranks):
                self._clash(number, other, happened.statements[:1] + denied.statements[:1])
                return Relation.CLASH
            return Relation.NOTHING
        if denied.before(happened, self._ranks):
            return Relation.SECOND_ENDS if event_first else Relation.FIRST_ENDS
        return Relation.NOTHING

    def _outlives(self, draft: Draft, rival: Draft) -> tuple[int, ...]:
        """Words for a fact, then for a rival within it, then for the fact's stated end, if there are such."""
        ranks = self._ranks
        for end in draft.closing:
            for start in rival.statements:
                if ranks.precedes(start, end):
                    held = next((one for one in draft.statements if ranks.precedes(one, start)), None)
                    if held is not None:
                        return (held, start, end)
        return ()

    def _same_day(self, first: Draft, second: Draft) -> tuple[int, ...]:
        """Words for each of them that are stated of the very same day, if there are such."""
        days = {day: one for one in reversed(first.statements) if (day := self._day(one)) is not None}
        for two in second.statements if days else ():
            day = self._day(two)
            if day is not None and day in days:
                return (days[day], two)
        return ()

    def _day(self, number: int) -> tuple[str, int] | None:
        bounds = self._chronology.bounds(self._ranks.place(number))
        if bounds.axis is None or bounds.earliest is None or bounds.earliest != bounds.latest:
            return None
        return (bounds.axis, bounds.earliest)

    def _clash(self, number: int, other: int, statements: Iterable[int], *, at_once: bool = False) -> None:
        self.ends.clashes.append(Clash(tuple(sorted(set(statements))), (number, other), at_once))

    def _ends(self, number: int, other: int) -> bool:
        """End a fact where a rival that certainly comes later starts, else somewhere before the rival's stated end.

        The answer is whether they can never both hold.
        """
        draft, rival = self._drafts[number], self._drafts[other]
        ranks, enders = self._ranks, self.ends.enders[number]
        grows = self._growth(draft, rival) is not None
        starts = [one for one in rival.statements if grows or draft.begun_before(one, ranks)]
        if draft.locked and not rival.locked and not draft.closing:
            self._overruled(number, other)
            return False
        if draft.closing:
            stated = {ranks.place(one) for one in draft.closing}
            enders.extend(Ender(one, other) for one in starts if ranks.place(one) in stated)
            return all(
                ranks.place(one) in stated or any(ranks.precedes(end, one) for end in draft.closing)
                for one in rival.statements
            )
        known = len(starts) == len(rival.statements) and all(draft.begun_before(one, ranks) for one in starts)
        enders.extend(Ender(one, other, sharp=known or not grows) for one in self._ranks.earliest_of(starts))
        if not starts:
            closing = [one for one in rival.closing if draft.begun_before(one, ranks)]
            enders.extend(Ender(one, other, sharp=False) for one in self._ranks.earliest_of(closing))
        return len(starts) == len(rival.statements)

    def _earliest(self, enders: Sequence[Ender]) -> list[Ender]:
        kept = set(self._ranks.earliest_of(list({ender.number for ender in enders})))
        return sorted((one for one in enders if one.number in kept), key=lambda one: (one.number, one.by, one.death))

    def _die(self) -> None:
        """A death ends the living facts that have no statement certainly after it."""
        joining, ranks = self._joining, self._ranks
        deaths: dict[str, list[int]] = defaultdict(list)
        for number, death in enumerate(joining.deaths, start=len(joining.statements)):
            deaths[death.fact].append(number)
        for number, draft in enumerate(self._drafts):
            if draft.kind is not PredicateKind.STATE or draft.denied or draft.closing or not deaths:
                continue
            who = mortals(joining.statements[draft.statements[0]])
            for told in deaths.values():
                if joining.death(told[0]).subject not in who or any(draft.goes_past(one, ranks) for one in told):
                    continue
                if draft.locked and not any(joining.death(one).statement.locked for one in told):
                    self.ends.clashes.append(Clash((draft.statements[0], told[0]), (number,)))
                    continue
                later = [one for one in told if draft.begun_before(one, ranks)]
                self.ends.enders[number].extend(Ender(one, one, death=True) for one in ranks.earliest_of(later or told))

    def _refuse(self) -> None:
        """A stated end of a locked fact ends nothing: it contradicts the words for the fact that come before it (R12)."""
        for number, draft in enumerate(self._drafts):
            for end in draft.refused:
                held = self._held(draft, end)
                if held is not None:
                    self.ends.clashes.append(Clash((held, end), (number,)))

    def _held(self, draft: Draft, moment: int) -> int | None:
        """Words for a fact that come before a moment with no stated end in between; None if there are none."""
        ranks = self._ranks
        if any(ranks.precedes(end, moment) or ranks.place(end) == ranks.place(moment) for end in draft.closing):
            return None
        return next((one for one in draft.statements if ranks.precedes(one, moment)), None)
