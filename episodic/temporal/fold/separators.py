"""Finds the separators of facts: statements or deaths that certainly lie between statements of equal content, so that
these form several facts.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from episodic.model.predicates import PredicateKind
from episodic.model.readings import Phase
from episodic.temporal.exclusion import Exclusions, ExclusiveKey, StatementContent, has_one_value
from episodic.temporal.fold.deaths import Death, ended_by_death_of, is_of_holder, thinker_of
from episodic.temporal.fold.fact_drafts import MAX_RANK, FactDraft
from episodic.temporal.fold.moment_ranks import OFF_LINE, MomentRanks
from episodic.temporal.fold.partitions import StatementGroup
from episodic.temporal.placed import PlacedStatement


class SeparatorKey(NamedTuple):
    """The key of a list of separators, which are statements or deaths that divide statements of equal content into
    several facts. A `SeparatorKey` has two parts. The first part is the kind of the dividing statements or deaths, such
    as "death". The second part is what they are about: a content, a person, or an exclusive key. Under an exclusive key
    such as "home of Ann", only one fact can hold at a time.
    """

    kind: str
    of: tuple[str, ...] | StatementContent


class SeparatorsOfKey(NamedTuple):
    """The separators (statements or deaths that divide statements of equal content into several facts) with the same
    `SeparatorKey`. For each line (chain of ordered moments), `lines` contains the dividing statements and deaths on the
    line. Each of them is given as its rank and its index, and they are sorted by rank. `conditional` is true if a
    statement with this key divides only statements whose contents cannot hold beside its own content.
    """

    key: SeparatorKey
    lines: Sequence[Sequence[tuple[int, int]]]
    conditional: bool


class Separators(NamedTuple):
    """The separators of one content: moments that divide the statements of this content into several facts.

    Every statement or death whose key is in `unconditional` divides the statements of the content. A statement whose
    key is in `conditional` divides the statements of the content only if its own content is not in `spared`. A content
    that is not in `spared` cannot hold beside the content of the divided statements. `spared` contains the content of
    the divided statements and the contents that can hold beside it. Each is given as the representative of all contents
    that count as equal to it. `off_line` contains the separators on no line (chain of ordered moments).
    """

    unconditional: tuple[SeparatorKey, ...]
    conditional: tuple[SeparatorKey, ...]
    spared: frozenset[StatementContent]
    off_line: tuple[int, ...]
    locked: tuple[int, ...]
    """The indices of those statements of the content that the author has locked. A separator is a statement or death
    that divides the statements of the content into several facts. After a locked statement, a separator has an effect
    only if it is also locked.
    """
    skip_cache: dict[tuple[SeparatorKey, int, int], dict[int, int]]
    """A cache for `_next_separator`, which skips separators that divide no statements of the content. The key of the
    cache consists of a separator key, a line (chain of ordered moments) and a direction of search. The cache maps the
    place of a skipped separator to the place of the next separator that does divide statements. A place is an index in
    the list of the line in `SeparatorsOfKey.lines`.
    """
    on_lines: tuple[SeparatorsOfKey, ...]
    """The dividing statements and deaths that lie on a line (chain of ordered moments), grouped by key. The keys in
    `unconditional` come first, and then the keys in `conditional`.
    """


class NearestSeparators(NamedTuple):
    """Two ranks for each line (chain of ordered moments): of the last separator certainly before a moment, and of the
    first separator certainly after it. A separator is a dividing statement or death.
    """

    before: tuple[int, ...]
    after: tuple[int, ...]


class SeparationTest:
    """Tests whether a separator (a statement or death that divides equal statements into several facts) certainly lies
    between a fact and the moment *number*.

    *lines* are the lines (chains of ordered moments) on which a dividing statement or death is certainly before or
    after the moment *number*. *nearest* contains, for each line, the ranks of the last dividing statement or death
    before the moment and of the first one after it. *off_line* contains the dividing statements and deaths that are on
    no line (chain of ordered moments).
    """

    def __init__(
        self,
        number: int,
        ranks: MomentRanks,
        lines: Sequence[int],
        nearest: NearestSeparators,
        off_line: Sequence[int],
    ) -> None:
        self._number, self._ranks, self._off_line = number, ranks, off_line
        self._lines, self._before, self._after = lines, *nearest

    @property
    def has_earlier(self) -> bool:
        """Return whether a separator (dividing statement or death) on a line certainly precedes the tested statement."""
        return any(self._before[line] != OFF_LINE for line in self._lines)

    def separates(self, draft: FactDraft) -> bool:
        high, low, before, after = draft.high, draft.low, self._before, self._after
        for line in self._lines:
            if high[line] <= before[line] or low[line] >= after[line]:
                return True
        ranks = self._ranks
        return any(draft.begun_before(one, ranks) for one in self._earlier) or any(
            draft.continues_after(one, ranks) for one in self._later
        )

    def first_candidate(self, highest: Sequence[Sequence[int]]) -> int:
        """Return how many facts at the beginning of a sequence of facts can be skipped. A dividing statement or death
        certainly lies between each of these facts and the tested statement. For each line (chain of ordered moments),
        *highest* has one number for each fact. The number of a fact is the maximum of `FactDraft.high` over this fact
        and all facts before it in the sequence. `FactDraft.high` is the lowest rank that is certainly later than some
        statement of a fact.
        """
        return max((bisect_right(highest[line], self._before[line]) for line in self._lines), default=0)

    @cached_property
    def _earlier(self) -> list[int]:
        return [one for one in self._off_line if self._ranks.precedes(one, self._number)]

    @cached_property
    def _later(self) -> list[int]:
        return [one for one in self._off_line if self._ranks.precedes(self._number, one)]


class SeparatorIndex:
    """Finds the separators (statements and deaths) between the statements of one group.

    A moment is given by its index in the list that contains the statements of the group and, after them, the deaths.
    `classes` gives, for each statement of the group, the content that represents all contents that count as equal to
    the content of the statement.
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

    def use(self, exclusions: Exclusions) -> None:
        """Replace the old judgements about contents by *exclusions*, which must say the same about the contents of the
        group.
        """
        self._exclusions = exclusions

    def keys_of(self, content: StatementContent) -> tuple[SeparatorKey, ...]:
        """Return one separator key for each exclusive key of the content *content*, such as "home of Ann". Statements
        with one of the returned keys may exclude *content*, because only one fact can hold at a time under an exclusive
        key.
        """
        return tuple(self._keys.get(content, ()))

    def test_of(self, number: int) -> SeparationTest:
        """Return a test that tells whether a separator certainly lies between a fact and the statement *number*. A
        separator is a statement or death that divides statements of equal content into several facts.
        """
        return self._test(number, self._separators_of(number))

    def follows(self, number: int) -> bool:
        """Return whether another statement of equal or excluding content certainly comes before the statement *number*."""
        ranks, denied = self._ranks, self._statements[number].core.phase is Phase.DENIED
        separators = self._separators_of(number)
        own = SeparatorKey("denied" if denied else "content", self._classes[number])
        keys = (*(one for one in separators.unconditional if one.kind not in ("death", "holder")), own)
        before = separators._replace(unconditional=keys, on_lines=self._on_lines(keys, separators.conditional))
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
        """Return the separators (dividing statements and deaths) that are certainly before the given statement. The
        result contains the last one on each line (chain of ordered moments), and all that are on no line.
        """
        ranks, separators = self._ranks, self._separators_of(number)
        found = [one for one in separators.off_line if ranks.precedes(one, number)]
        for line in ranks.lines:
            rank = self._last_separator(separators, line, ranks.low[number][line])
            if rank != OFF_LINE:
                found.append(self._at_rank(separators, line, rank))
        return found

    def _at_rank(self, separators: Separators, line: int, rank: int) -> int:
        for one in separators.on_lines:
            members = one.lines[line]
            place = bisect_left(members, (rank, OFF_LINE))
            if place < len(members) and members[place][0] == rank:
                return members[place][1]
        raise AssertionError("a separator has this rank")

    def test_of_end(self, number: int) -> SeparationTest:
        """Return a test that tells whether a separator certainly lies between the stated end *number* and a fact that
        has only stated ends. A separator is a dividing statement or death. In contrast to `test_of`, the test also
        counts each statement of the same content as a separator.
        """
        separators = self._separators_of(number)
        own = SeparatorKey("content", self._classes[number])
        keys = (*separators.unconditional[1:], own)
        separators = separators._replace(
            unconditional=keys,
            off_line=tuple(sorted({*separators.off_line, *self._off_line.get(own, ())})),
            on_lines=self._on_lines(keys, separators.conditional),
        )
        return self._test(number, separators)

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
                thinker = thinker_of(statement)
                unconditional += [] if thinker is None else [SeparatorKey("holder", (thinker,))]
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
            self._on_lines(unconditional, keys),
        )

    def _on_lines(
        self, unconditional: Sequence[SeparatorKey], conditional: Sequence[SeparatorKey]
    ) -> tuple[SeparatorsOfKey, ...]:
        known = self._by_key
        keys = (key for key in (*unconditional, *conditional) if key in known)
        return tuple(SeparatorsOfKey(key, known[key], key in conditional) for key in keys)

    def _ineffective(self, separator: int, locked: Sequence[int]) -> bool:
        return any(self._ranks.precedes(one, separator) for one in locked) and not self._is_locked(separator)

    def _nearest(self, number: int, separators: Separators) -> NearestSeparators:
        low, high = self._ranks.low[number], self._ranks.high[number]
        before = tuple(self._last_separator(separators, line, low[line]) for line in self._ranks.lines)
        after = tuple(self._first_separator(separators, line, high[line]) for line in self._ranks.lines)
        return NearestSeparators(before, after)

    def _last_separator(self, separators: Separators, line: int, rank: int) -> int:
        best = OFF_LINE
        for one in separators.on_lines:
            members = one.lines[line]
            place = bisect_right(members, (rank, MAX_RANK)) - 1
            if one.conditional or separators.locked:
                place = self._next_separator(place, one, separators, line=line, step=-1)
            if place >= 0 and members[place][0] > best:
                best = members[place][0]
        return best

    def _first_separator(self, separators: Separators, line: int, rank: int) -> int:
        best = MAX_RANK
        for one in separators.on_lines:
            members = one.lines[line]
            place = bisect_left(members, (rank, -1))
            if one.conditional or separators.locked:
                place = self._next_separator(place, one, separators, line=line, step=1)
            if place < len(members) and members[place][0] < best:
                best = members[place][0]
        return best

    def _next_separator(
        self, place: int, found: SeparatorsOfKey, separators: Separators, *, line: int, step: int
    ) -> int:
        """Return the place of the first separator (statement or death), from *place* on, that really divides statements
        of the content. A place is an index in the list of the line in `SeparatorsOfKey.lines`. Separators that divide
        no statements and were skipped once are cached, so that later searches pass them at once.
        """
        members = found.lines[line]
        skip_cache = separators.skip_cache.setdefault((found.key, line, step), {})
        skipped: list[int] = []
        while (
            0 <= place < len(members)
            and place not in skip_cache
            and self._does_not_separate(found, members[place][1], separators)
        ):
            skipped.append(place)
            place += step
        place = skip_cache.get(place, place)
        skip_cache.update(dict.fromkeys(skipped, place))
        return place

    def _does_not_separate(self, found: SeparatorsOfKey, number: int, separators: Separators) -> bool:
        if found.conditional and self._classes[number] in separators.spared:
            return True
        return bool(separators.locked) and self._ineffective(number, separators.locked)

    def _test(self, number: int, separators: Separators) -> SeparationTest:
        nearest = self._nearest(number, separators)
        lines = [one for one in self._ranks.lines if nearest.before[one] != OFF_LINE or nearest.after[one] != MAX_RANK]
        return SeparationTest(number, self._ranks, lines, nearest, separators.off_line)


def is_stated_end(statement: PlacedStatement) -> bool:
    """Return whether a statement says that something ends, and is not about an event."""
    return statement.core.phase is Phase.ENDS and statement.predicate.kind is not PredicateKind.EVENT
