"""Finds the separators of facts: statements or deaths that certainly lie between statements of equal content, so that
these form several facts.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import NamedTuple

from episodic.model.predicates import PredicateKind
from episodic.model.readings import Phase
from episodic.temporal.exclusion import Exclusions, ExclusiveKey, StatementContent, has_one_value
from episodic.temporal.fold.deaths import Death, ended_by_death_of, holder_of, is_of_holder
from episodic.temporal.fold.fact_drafts import MAX_RANK, FactDraft
from episodic.temporal.fold.moment_ranks import OFF_LINE, MomentRanks
from episodic.temporal.fold.partitions import StatementGroup
from episodic.temporal.placed import PlacedStatement


class SeparatorKey(NamedTuple):
    """What a list of separators belongs to: the kind of separator, and the content, exclusive key or person concerned."""

    kind: str
    of: tuple[str, ...] | StatementContent


class Separators(NamedTuple):
    """The separators of one content: moments that divide the statements of this content into several facts.

    `unconditional` contains the keys whose separators have an effect whatever their content is. `conditional` contains
    the keys whose separators have an effect unless their class of equal contents is in `spared`. `off_line` contains
    the separators on no line (chain of ordered moments).
    """

    unconditional: tuple[SeparatorKey, ...]
    conditional: tuple[SeparatorKey, ...]
    spared: frozenset[StatementContent]
    off_line: tuple[int, ...]
    locked: tuple[int, ...]
    """The indices of the locked statements that have the content. A separator that comes after a locked statement has
    an effect only if it is locked itself.
    """
    skip_cache: dict[tuple[SeparatorKey, int, int], dict[int, int]]
    """A cache that maps, for a separator key, line and direction, a place in the key's list of separators to the place
    of the next one with an effect.
    """


class NearestSeparators(NamedTuple):
    """For each line (chain of ordered moments), the rank of the last separator certainly before a moment, and the rank
    of the first separator certainly after this moment.
    """

    before: tuple[int, ...]
    after: tuple[int, ...]


class SeparatorIndex:
    """Finds the separators (statements and deaths) between the statements of one group.

    A moment is given by its index: first the statements of the group, then the deaths. `classes` gives the class of
    equal contents of each statement of the group.
    """

    def __init__(
        self,
        group: StatementGroup,
        deaths: Sequence[Death],
        classes: Sequence[StatementContent],
        *,
        ranks: MomentRanks,
        exclusions: Exclusions,
    ) -> None:
        self._statements, self._deaths, self._classes = group.statements, deaths, classes
        self._ranks, self._exclusions = ranks, exclusions
        self._by_key: dict[SeparatorKey, list[list[tuple[int, int]]]] = {}
        self._off_line: dict[SeparatorKey, list[int]] = defaultdict(list)
        self._keys: dict[StatementContent, dict[SeparatorKey, None]] = defaultdict(dict)
        self._separators: dict[tuple[StatementContent, bool], Separators] = {}
        self._locked: dict[tuple[StatementContent, bool], list[int]] = defaultdict(list)
        self._fill(group.keys)

    def keys_of(self, content: StatementContent) -> tuple[SeparatorKey, ...]:
        """Return the separator keys for the exclusive keys of a class of equal contents."""
        return tuple(self._keys.get(content, ()))

    def test_of(self, number: int) -> Callable[[FactDraft], bool]:
        """Return a function that tells for a fact draft whether a separator certainly lies between it and the statement
        *number*.
        """
        separators = self._separators_of(number)
        nearest = self._nearest(number, separators)
        return lambda draft: self._separated(draft, number, separators, nearest)

    def follows(self, number: int) -> bool:
        """Return whether another statement of equal or excluding content certainly comes before the statement *number*."""
        ranks, denied = self._ranks, self._statements[number].core.phase is Phase.DENIED
        separators = self._separators_of(number)
        own = SeparatorKey("denied" if denied else "content", self._classes[number])
        keys = (*(one for one in separators.unconditional if one.kind not in ("death", "holder")), own)
        before = separators._replace(unconditional=keys)
        low = ranks.low[number]
        if any(self._last_separator(before, line, low[line]) != OFF_LINE for line in ranks.lines):
            return True
        return any(
            ranks.precedes(one, number)
            for key in (*keys, *separators.conditional)
            for one in self._off_line.get(key, ())
            if not (key in separators.conditional and self._classes[one] in separators.spared)
        )

    def last_before(self, number: int) -> list[int]:
        """Return the separators that are certainly before the given statement: on each line at most the last of them,
        and all those on no line.
        """
        ranks, separators = self._ranks, self._separators_of(number)
        found = [one for one in separators.off_line if ranks.precedes(one, number)]
        for line in ranks.lines:
            rank = self._last_separator(separators, line, ranks.low[number][line])
            if rank != OFF_LINE:
                found.append(self._at_rank(separators, line, rank))
        return found

    def _at_rank(self, separators: Separators, line: int, rank: int) -> int:
        for key in (*separators.unconditional, *separators.conditional):
            members = self._by_key[key][line] if key in self._by_key else []
            place = bisect_left(members, (rank, OFF_LINE))
            if place < len(members) and members[place][0] == rank:
                return members[place][1]
        raise AssertionError("a separator has this rank")

    def separates_ends(self, draft: FactDraft, number: int) -> bool:
        """Return whether a separator, or any statement of the same content, certainly lies between the stated end
        *number* and *draft*, which has only stated ends.
        """
        separators = self._separators_of(number)
        own = SeparatorKey("content", self._classes[number])
        separators = separators._replace(
            unconditional=(*separators.unconditional[1:], own),
            off_line=tuple(sorted({*separators.off_line, *self._off_line.get(own, ())})),
        )
        return self._separated(draft, number, separators, self._nearest(number, separators))

    def _fill(self, keys: Sequence[Sequence[ExclusiveKey]]) -> None:
        for statement, content, own in zip(self._statements, self._classes, keys, strict=True):
            if statement.core.phase is not Phase.DENIED:
                for key in own:
                    self._keys[content][SeparatorKey("key", tuple(key))] = None
        for number, (statement, content) in enumerate(zip(self._statements, self._classes, strict=True)):
            denied = statement.core.phase is Phase.DENIED
            self._put(SeparatorKey("denied" if denied else "content", content), number)
            if statement.locked and not is_stated_end(statement):
                self._locked[content, denied].append(number)
            if denied:
                continue
            if is_stated_end(statement):
                self._put(SeparatorKey("ends", content), number)
            for separator_key in self.keys_of(content):
                self._put(separator_key, number)
        for number, death in enumerate(self._deaths, start=len(self._statements)):
            kind = "holder" if is_of_holder(death.statement, self._statements[0]) else "death"
            self._put(SeparatorKey(kind, (death.subject,)), number)
        for lines in self._by_key.values():
            for line in lines:
                line.sort()

    def _put(self, separator_key: SeparatorKey, number: int) -> None:
        line = self._ranks.line[number]
        if line == OFF_LINE:
            self._off_line[separator_key].append(number)
            return
        if separator_key not in self._by_key:
            self._by_key[separator_key] = [[] for _ in self._ranks.lines]
        self._by_key[separator_key][line].append((self._ranks.rank[number], number))

    def _is_locked(self, number: int) -> bool:
        own = len(self._statements)
        return (self._statements[number] if number < own else self._deaths[number - own].statement).locked

    def _separators_of(self, number: int) -> Separators:
        statement = self._statements[number]
        content, denied = self._classes[number], statement.core.phase is Phase.DENIED
        known = self._separators.get((content, denied))
        if known is None:
            known = self._separators[content, denied] = self._build_separators(content, statement, denied=denied)
        return known

    def _build_separators(self, content: StatementContent, statement: PlacedStatement, *, denied: bool) -> Separators:
        fixed = statement.predicate.kind is PredicateKind.FIXED
        if denied:
            unconditional = [] if fixed else [SeparatorKey("content", content)]
        else:
            unconditional = [SeparatorKey("ends", content)]
            if has_one_value(statement.predicate) and (content.object or content.value):
                any_value = StatementContent(content.subject, content.predicate, "", "")
                unconditional.append(SeparatorKey("ends", self._exclusions.class_of(any_value)))
            if statement.predicate.kind is PredicateKind.STATE:
                unconditional.append(SeparatorKey("denied", content))
                unconditional += [
                    SeparatorKey("content", other) for other in self._exclusions.excluded_by_judgement(content)
                ]
                unconditional += [SeparatorKey("death", (who,)) for who in ended_by_death_of(statement)]
                holder = holder_of(statement)
                unconditional += [] if holder is None else [SeparatorKey("holder", (holder,))]
        keys = () if denied or statement.predicate.kind is not PredicateKind.STATE else self.keys_of(content)
        spared = frozenset((content, *self._exclusions.compatible_classes(content)))
        off_line = [number for separator_key in unconditional for number in self._off_line.get(separator_key, ())]
        off_line += [
            number
            for separator_key in keys
            for number in self._off_line.get(separator_key, ())
            if self._classes[number] not in spared
        ]
        locked = tuple(self._locked.get((content, denied), ()))
        return Separators(
            tuple(unconditional),
            keys,
            spared,
            tuple(one for one in sorted(set(off_line)) if not self._ineffective(one, locked)),
            locked,
            {},
        )

    def _ineffective(self, separator: int, locked: Sequence[int]) -> bool:
        return any(self._ranks.precedes(one, separator) for one in locked) and not self._is_locked(separator)

    def _nearest(self, number: int, separators: Separators) -> NearestSeparators:
        low, high = self._ranks.low[number], self._ranks.high[number]
        before = tuple(self._last_separator(separators, line, low[line]) for line in self._ranks.lines)
        after = tuple(self._first_separator(separators, line, high[line]) for line in self._ranks.lines)
        return NearestSeparators(before, after)

    def _last_separator(self, separators: Separators, line: int, rank: int) -> int:
        best = OFF_LINE
        for separator_key in (*separators.unconditional, *separators.conditional):
            members = self._by_key[separator_key][line] if separator_key in self._by_key else []
            place = self._next_separator(
                bisect_right(members, (rank, MAX_RANK)) - 1, separator_key, line, -1, separators
            )
            best = max(best, members[place][0] if place >= 0 else OFF_LINE)
        return best

    def _first_separator(self, separators: Separators, line: int, rank: int) -> int:
        best = MAX_RANK
        for separator_key in (*separators.unconditional, *separators.conditional):
            members = self._by_key[separator_key][line] if separator_key in self._by_key else []
            place = self._next_separator(bisect_left(members, (rank, -1)), separator_key, line, 1, separators)
            best = min(best, members[place][0] if place < len(members) else MAX_RANK)
        return best

    def _next_separator(
        self, place: int, separator_key: SeparatorKey, line: int, step: int, separators: Separators
    ) -> int:
        """Return the place of the next separator with an effect, from *place* on. Separators without effect that were
        skipped once are cached, so that later searches pass them at once.
        """
        if not separators.locked and separator_key not in separators.conditional:
            return place
        members = self._by_key[separator_key][line] if separator_key in self._by_key else []
        skip_cache = separators.skip_cache.setdefault((separator_key, line, step), {})
        skipped: list[int] = []
        while (
            0 <= place < len(members)
            and place not in skip_cache
            and self._does_not_separate(separator_key, members[place][1], separators)
        ):
            skipped.append(place)
            place += step
        place = skip_cache.get(place, place)
        skip_cache.update(dict.fromkeys(skipped, place))
        return place

    def _does_not_separate(self, separator_key: SeparatorKey, number: int, separators: Separators) -> bool:
        if separator_key in separators.conditional and self._classes[number] in separators.spared:
            return True
        return bool(separators.locked) and self._ineffective(number, separators.locked)

    def _separated(self, draft: FactDraft, number: int, separators: Separators, nearest: NearestSeparators) -> bool:
        ranks = self._ranks
        for line in ranks.lines:
            if draft.high[line] <= nearest.before[line] or draft.low[line] >= nearest.after[line]:
                return True
        for separator in separators.off_line:
            if ranks.precedes(separator, number) and draft.begun_before(separator, ranks):
                return True
            if ranks.precedes(number, separator) and draft.continues_after(separator, ranks):
                return True
        return False


def is_stated_end(statement: PlacedStatement) -> bool:
    """Return whether a statement says that something ends, and is not about an event."""
    return statement.core.phase is Phase.ENDS and statement.predicate.kind is not PredicateKind.EVENT
