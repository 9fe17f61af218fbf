"""Groups statements of equal content into facts, unless another statement certainly separates them in time."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from episodic.model.predicates import PredicateKind
from episodic.model.readings import Phase
from episodic.temporal.exclusion import Exclusions, ExclusiveKey, StatementContent
from episodic.temporal.fold.event_identity import EventIndex
from episodic.temporal.fold.fact_drafts import MAX_RANK, FactDraft
from episodic.temporal.fold.moment_ranks import OFF_LINE, MomentRanks
from episodic.temporal.fold.partitions import StatementGroup
from episodic.temporal.placed import PlacedStatement


class SeparatorKey(NamedTuple):
    """The key of a list of separators: the kind of separator, and the content, exclusive key or person that the
    separator concerns.
    """

    kind: str
    of: tuple[str, ...] | StatementContent


class Separators(NamedTuple):
    """The separators of one statement content: moments that split the statements of this content into several facts.

    Every separator listed under a key in `unconditional` takes effect. A separator listed under a key in `conditional`
    takes effect unless its content class is in `spared`. `off_line` contains the separators that are on no line (chain
    of ordered moments).
    """

    unconditional: tuple[SeparatorKey, ...]
    conditional: tuple[SeparatorKey, ...]
    spared: frozenset[StatementContent]
    off_line: tuple[int, ...]
    locked: tuple[int, ...]
    """The locked statements of a statement content, by index. A separator after a locked statement has no effect unless
    the separator is locked, too.
    """
    skip_cache: dict[tuple[SeparatorKey, int, int], dict[int, int]]
    """A cache that maps the index of a moment to the index of the next effective separator, for each separator key,
    line and direction.
    """


class NearestSeparators(NamedTuple):
    """For each line, the rank of the last separator certainly before a moment and of the first separator certainly
    after the moment.
    """

    before: tuple[int, ...]
    after: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Death:
    """A statement that a person is dead, and the id of the fact to which the statement belongs."""

    fact: str
    statement: PlacedStatement

    @property
    def subject(self) -> str:
        """The id of the dead person."""
        return self.statement.subject


class FactGrouping:
    """Groups the statements of one group into fact drafts, and assigns each stated end to a draft.

    `deaths` are the statements of the same partition which report that a person has died.
    """

    def __init__(
        self, group: StatementGroup, deaths: Sequence[Death], *, ranks: MomentRanks, exclusions: Exclusions
    ) -> None:
        self.statements, self.deaths = group.statements, deaths
        self.ranks, self.exclusions = ranks, exclusions
        self.classes = [exclusions.class_of(one) for one in group.contents]
        self._by_key: dict[SeparatorKey, list[list[tuple[int, int]]]] = {}
        self._off_line: dict[SeparatorKey, list[int]] = defaultdict(list)
        self._keys: dict[StatementContent, dict[SeparatorKey, None]] = defaultdict(dict)
        self._closings: dict[StatementContent, list[int]] = defaultdict(list)
        self._separators: dict[tuple[StatementContent, bool], Separators] = {}
        self._locked: dict[tuple[StatementContent, bool], list[int]] = defaultdict(list)
        self._fill(group.keys)
        self.drafts: list[FactDraft] = []
        self._of_class: dict[tuple[StatementContent, bool], list[FactDraft]] = defaultdict(list)
        self._events = EventIndex(self.statements, group.contents, ranks)
        self._passing: dict[tuple[StatementContent, bool, str], list[int]] = defaultdict(list)
        for number, statement in enumerate(self.statements):
            if not self._closes(statement):
                self._join(number, statement)
        for number, statement in enumerate(self.statements):
            if self._closes(statement):
                self._close(number, statement)
        self._refuse_unlocked_ends()

    def death(self, number: int) -> Death:
        """Return the death with this index; deaths are numbered after the group's statements."""
        return self.deaths[number - len(self.statements)]

    def statement(self, number: int) -> PlacedStatement:
        """Return the statement with this index: a statement of the group, or (from `len(self.statements)` on) a
        statement that reports a death.
        """
        own = len(self.statements)
        return self.statements[number] if number < own else self.deaths[number - own].statement

    def drafts_of(self, content: StatementContent, *, denied: bool) -> Sequence[FactDraft]:
        """Return the fact drafts of a content class, in narrative order of the first statement of each draft."""
        return self._of_class.get((content, denied), ())

    def keys_of(self, content: StatementContent) -> tuple[SeparatorKey, ...]:
        """Return the exclusive keys of a content class."""
        return tuple(self._keys.get(content, ()))

    def closings_of(self, content: StatementContent) -> Sequence[int]:
        """Return the indices of the statements that end a fact of this content class."""
        return self._closings.get(content, ())

    @staticmethod
    def _closes(statement: PlacedStatement) -> bool:
        return statement.core.phase is Phase.ENDS and statement.predicate.kind is not PredicateKind.EVENT

    def _fill(self, keys: Sequence[Sequence[ExclusiveKey]]) -> None:
        """Index every statement under the keys by which it can split statements of some content into several facts.

        Statements of the same content class share their exclusive keys.
        """
        for statement, content, own in zip(self.statements, self.classes, keys, strict=True):
            if statement.core.phase is not Phase.DENIED:
                for key in own:
                    self._keys[content][SeparatorKey("key", tuple(key))] = None
        for number, (statement, content) in enumerate(zip(self.statements, self.classes, strict=True)):
            denied = statement.core.phase is Phase.DENIED
            self._put(SeparatorKey("denied" if denied else "content", content), number)
            if statement.locked and not self._closes(statement):
                self._locked[content, denied].append(number)
            if denied:
                continue
            if self._closes(statement):
                self._closings[content].append(number)
                self._put(SeparatorKey("ends", content), number)
            for separator_key in self.keys_of(content):
                self._put(separator_key, number)
        for number, death in enumerate(self.deaths, start=len(self.statements)):
            self._put(SeparatorKey("death", (death.subject,)), number)
        for lines in self._by_key.values():
            for line in lines:
                line.sort()

    def _put(self, separator_key: SeparatorKey, number: int) -> None:
        line = self.ranks.line[number]
        if line == OFF_LINE:
            self._off_line[separator_key].append(number)
            return
        if separator_key not in self._by_key:
            self._by_key[separator_key] = [[] for _ in self.ranks.lines]
        self._by_key[separator_key][line].append((self.ranks.rank[number], number))

    def _separators_of(self, number: int, statement: PlacedStatement) -> Separators:
        content, denied = self.classes[number], statement.core.phase is Phase.DENIED
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
            if statement.predicate.kind is PredicateKind.STATE:
                unconditional.append(SeparatorKey("denied", content))
                unconditional += [
                    SeparatorKey("content", other) for other in self.exclusions.excluded_by_judgement(content)
                ]
                unconditional += [SeparatorKey("death", (who,)) for who in ended_by_death_of(statement)]
        keys = () if denied or statement.predicate.kind is not PredicateKind.STATE else self.keys_of(content)
        spared = frozenset((content, *self.exclusions.compatible_classes(content)))
        off_line = [number for separator_key in unconditional for number in self._off_line.get(separator_key, ())]
        off_line += [
            number
            for separator_key in keys
            for number in self._off_line.get(separator_key, ())
            if self.classes[number] not in spared
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
        """Return whether a separator has no effect: the separator is not locked, and a locked statement certainly comes
        before the separator.
        """
        return any(self.ranks.precedes(one, separator) for one in locked) and not self.statement(separator).locked

    def _nearest(self, number: int, separators: Separators) -> NearestSeparators:
        """Return the ranks of the nearest separators before and after a moment, for each line."""
        low, high = self.ranks.low[number], self.ranks.high[number]
        before = tuple(self._last_separator(separators, line, low[line]) for line in self.ranks.lines)
        after = tuple(self._first_separator(separators, line, high[line]) for line in self.ranks.lines)
        return NearestSeparators(before, after)

    def _last_separator(self, separators: Separators, line: int, rank: int) -> int:
        """Return the highest rank of an effective separator at or below *rank*, or OFF_LINE if no separator exists in
        this range.
        """
        best = OFF_LINE
        for separator_key in (*separators.unconditional, *separators.conditional):
            members = self._by_key[separator_key][line] if separator_key in self._by_key else []
            place = self._next_separator(
                bisect_right(members, (rank, MAX_RANK)) - 1, separator_key, line, -1, separators
            )
            best = max(best, members[place][0] if place >= 0 else OFF_LINE)
        return best

    def _first_separator(self, separators: Separators, line: int, rank: int) -> int:
        """Return the lowest rank of an effective separator at or above *rank*, or MAX_RANK if no separator exists in
        this range.
        """
        best = MAX_RANK
        for separator_key in (*separators.unconditional, *separators.conditional):
            members = self._by_key[separator_key][line] if separator_key in self._by_key else []
            place = self._next_separator(bisect_left(members, (rank, -1)), separator_key, line, 1, separators)
            best = min(best, members[place][0] if place < len(members) else MAX_RANK)
        return best

    def _next_separator(
        self, place: int, separator_key: SeparatorKey, line: int, step: int, separators: Separators
    ) -> int:
        """Return the index of the first effective separator from *place* on in direction *step*, or an index out of
        range if no such separator exists.

        Skipped indices are cached, so that a long run of moments without effect is scanned only once.
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
        """Return whether a separator has no effect, because its content is compatible or because the separator comes
        after a locked statement.
        """
        if separator_key in separators.conditional and self.classes[number] in separators.spared:
            return True
        return bool(separators.locked) and self._ineffective(number, separators.locked)

    def _separated(self, draft: FactDraft, number: int, separators: Separators, nearest: NearestSeparators) -> bool:
        """Return whether a separator is certainly between the given moment and some statement of a fact draft."""
        ranks = self.ranks
        for line in ranks.lines:
            if draft.high[line] <= nearest.before[line] or draft.low[line] >= nearest.after[line]:
                return True
        for separator in separators.off_line:
            if ranks.precedes(separator, number) and draft.begun_before(separator, ranks):
                return True
            if ranks.precedes(number, separator) and draft.continues_after(separator, ranks):
                return True
        return False

    def _join(self, number: int, statement: PlacedStatement) -> None:
        content, denied = self.classes[number], statement.core.phase is Phase.DENIED
        kind = statement.predicate.kind
        facts = self._of_class[content, denied]
        event = kind is PredicateKind.EVENT and not denied
        if event:
            place = self._events.matching(number, content, facts)
        else:
            place = self._matching_fact(facts, number, statement)
        if place is None:
            place = len(facts)
            self._new_draft(content, kind, denied=denied)
        fact = facts[place]
        fact.add(number, self.ranks)
        fact.locked |= statement.locked
        if event:
            self._events.add(number, content, place)
        elif statement.predicate.passing:
            self._passing[content, denied, statement.passage].append(place)

    def _matching_fact(self, facts: Sequence[FactDraft], number: int, statement: PlacedStatement) -> int | None:
        """Return the index of the first fact of this class that nothing separates from a statement; None if no fact
        fits.

        A passing state goes on only from the same passage or a neighbouring passage of the run.
        """
        if not facts:
            return None
        places: Sequence[int] = range(len(facts))
        if statement.predicate.passing:
            content, denied = self.classes[number], statement.core.phase is Phase.DENIED
            near = (statement.passage, *self.ranks.chronology.neighbours(statement.passage))
            found = {place for one in near if one for place in self._passing.get((content, denied, one), ())}
            places = sorted(found)
        separators = self._separators_of(number, statement)
        nearest = self._nearest(number, separators)
        return next((place for place in places if not self._separated(facts[place], number, separators, nearest)), None)

    def follows(self, number: int) -> bool:
        """Whether a fact of the same content or an excluding fact stands certainly before the start of a fact."""
        statement, ranks = self.statements[number], self.ranks
        denied = statement.core.phase is Phase.DENIED
        separators = self._separators_of(number, statement)
        own = SeparatorKey("denied" if denied else "content", self.classes[number])
        keys = (*(one for one in separators.unconditional if one.kind != "death"), own)
        before = separators._replace(unconditional=keys)
        low = ranks.low[number]
        if any(self._last_separator(before, line, low[line]) != OFF_LINE for line in ranks.lines):
            return True
        return any(
            ranks.precedes(one, number)
            for key in (*keys, *separators.conditional)
            for one in self._off_line.get(key, ())
            if not (key in separators.conditional and self.classes[one] in separators.spared)
        )

    def _new_draft(self, content: StatementContent, kind: PredicateKind, *, denied: bool) -> FactDraft:
        negated_event = denied and kind is PredicateKind.EVENT
        kind = PredicateKind.STATE if negated_event else kind
        draft = FactDraft.begun(content, kind, denied=denied, lines=len(self.ranks.lines))
        self.drafts.append(draft)
        self._of_class[content, denied].append(draft)
        return draft

    def _close(self, number: int, statement: PlacedStatement) -> None:
        """Apply a stated end: close the latest fact of the same content that certainly began before the end.

        If no fact certainly began before a stated end, the end closes a fact whose start is unknown.
        """
        ranks, content = self.ranks, self.classes[number]
        latest: FactDraft | None = None
        unbegun: FactDraft | None = None
        for draft in self._of_class[content, False]:
            if draft.begun_before(number, ranks):
                if latest is None or latest.before(draft, ranks) or not draft.before(latest, ranks):
                    latest = draft
            elif not draft.statements and unbegun is None and not self._end_separated(draft, number, statement):
                unbegun = draft
        chosen = latest or unbegun or self._new_draft(content, statement.predicate.kind, denied=False)
        chosen.add(number, ranks, closes=True)
        chosen.locked |= statement.locked

    def _refuse_unlocked_ends(self) -> None:
        """Move the stated ends that the author has not confirmed from `closing` to `refused`, for every locked fact
        draft.
        """
        for draft in self.drafts:
            refused = [number for number in draft.closing if not self.statements[number].locked] if draft.locked else []
            if not refused:
                continue
            kept = FactDraft.begun(draft.content, draft.kind, denied=draft.denied, lines=len(self.ranks.lines))
            for number in draft.statements:
                kept.add(number, self.ranks)
            for number in draft.closing:
                if number not in refused:
                    kept.add(number, self.ranks, closes=True)
            draft.first, draft.last, draft.high, draft.low = kept.first, kept.last, kept.high, kept.low
            draft.off_line, draft.closing, draft.refused = kept.off_line, kept.closing, refused

    def _end_separated(self, draft: FactDraft, number: int, statement: PlacedStatement) -> bool:
        """Return whether a statement of the same content separates a fact draft of unknown start from another stated
        end.
        """
        separators = self._separators_of(number, statement)
        own = SeparatorKey("content", self.classes[number])
        separators = separators._replace(
            unconditional=(*separators.unconditional[1:], own),
            off_line=tuple(sorted({*separators.off_line, *self._off_line.get(own, ())})),
        )
        return self._separated(draft, number, separators, self._nearest(number, separators))


def ended_by_death_of(statement: PlacedStatement) -> tuple[str, ...]:
    """Return the ids of the persons whose death ends the fact that a statement expresses."""
    if not statement.predicate.living:
        return ()
    mirrored = statement.predicate.symmetric or statement.predicate.inverse == statement.predicate.name
    if mirrored and statement.object:
        return (statement.subject, statement.object)
    return (statement.subject,)
