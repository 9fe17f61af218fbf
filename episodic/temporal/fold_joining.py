"""Which statements are one fact (R4): they join unless something certainly parts them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from episodic.model.predicates import PredicateKind
from episodic.model.readings import Phase
from episodic.temporal.exclusion import Content, Exclusions, ExclusiveKey
from episodic.temporal.fold_drafts import FAR, Draft
from episodic.temporal.fold_groups import Group
from episodic.temporal.fold_ranks import OFF, Ranks
from episodic.temporal.fold_standing import Standing
from episodic.temporal.placed import PlacedStatement


class Lane(NamedTuple):
    """Moments that part something: of what kind they are and what they are about."""

    kind: str
    of: tuple[str, ...] | Content


class Walls(NamedTuple):
    """What parts the statements of one content: whole lanes, lanes but for spared classes, and moments outside all lines."""

    lanes: tuple[Lane, ...]
    keys: tuple[Lane, ...]
    spared: frozenset[Content]
    off: tuple[int, ...]
    locked: tuple[int, ...]
    """Locked statements of the content: only what is locked, too, parts what comes after them (R12)."""
    passed: dict[tuple[Lane, int, int], dict[int, int]]
    """Of a lane's line, in one direction: from which place to which everything is spared. It grows as walls are looked for."""


class Near(NamedTuple):
    """The walls nearest to one moment on each line: the last one certainly before it and the first one certainly after."""

    before: tuple[int, ...]
    after: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Death:
    """A statement that somebody is dead, and the fact it belongs to."""

    fact: str
    statement: PlacedStatement

    @property
    def subject(self) -> str:
        """Who is dead."""
        return self.statement.subject


class Joining:
    """The facts of one group, before anything but their own `ends` closes them.

    `deaths` are statements of the same reading that somebody has died.
    """

    def __init__(self, group: Group, deaths: Sequence[Death], *, ranks: Ranks, exclusions: Exclusions) -> None:
        self.statements, self.deaths = group.statements, deaths
        self.ranks, self.exclusions = ranks, exclusions
        self.classes = [exclusions.class_of(one) for one in group.contents]
        self._lanes: dict[Lane, list[list[tuple[int, int]]]] = {}
        self._off: dict[Lane, list[int]] = defaultdict(list)
        self._keys: dict[Content, dict[Lane, None]] = defaultdict(dict)
        self._closings: dict[Content, list[int]] = defaultdict(list)
        self._walls: dict[tuple[Content, bool], Walls] = {}
        self._locked: dict[tuple[Content, bool], list[int]] = defaultdict(list)
        self._fill(group.keys)
        self.drafts: list[Draft] = []
        self._of_class: dict[tuple[Content, bool], list[Draft]] = defaultdict(list)
        self._standing: dict[tuple[Content, bool], Standing] = {}
        for number, statement in enumerate(self.statements):
            if not self._closes(statement):
                self._join(number, statement)
        for number, statement in enumerate(self.statements):
            if self._closes(statement):
                self._close(number, statement)
        self._lock()

    def death(self, number: int) -> Death:
        """The death with this number."""
        return self.deaths[number - len(self.statements)]

    def statement(self, number: int) -> PlacedStatement:
        """The statement with this number, the group's own or one that tells a death."""
        own = len(self.statements)
        return self.statements[number] if number < own else self.deaths[number - own].statement

    def drafts_of(self, content: Content, *, denied: bool) -> Sequence[Draft]:
        """The facts of a class, in the order they began to be told."""
        return self._of_class.get((content, denied), ())

    def keys_of(self, content: Content) -> tuple[Lane, ...]:
        """The exclusive keys that statements of a class have."""
        return tuple(self._keys.get(content, ()))

    def closings_of(self, content: Content) -> Sequence[int]:
        """The statements that something of this class ends, by number."""
        return self._closings.get(content, ())

    @staticmethod
    def _closes(statement: PlacedStatement) -> bool:
        return statement.phase is Phase.ENDS and statement.predicate.kind is not PredicateKind.EVENT

    def _fill(self, keys: Sequence[Sequence[ExclusiveKey]]) -> None:
        """Put every statement where it can part others: what is judged to be the same parts the same."""
        for statement, content, own in zip(self.statements, self.classes, keys, strict=True):
            if statement.phase is not Phase.DENIED:
                for key in own:
                    self._keys[content][Lane("key", tuple(key))] = None
        for number, (statement, content) in enumerate(zip(self.statements, self.classes, strict=True)):
            denied = statement.phase is Phase.DENIED
            self._put(Lane("denied" if denied else "content", content), number)
            if statement.locked and not self._closes(statement):
                self._locked[content, denied].append(number)
            if denied:
                continue
            if self._closes(statement):
                self._closings[content].append(number)
                self._put(Lane("ends", content), number)
            for lane in self.keys_of(content):
                self._put(lane, number)
        for number, death in enumerate(self.deaths, start=len(self.statements)):
            self._put(Lane("death", (death.subject,)), number)
        for lines in self._lanes.values():
            for line in lines:
                line.sort()

    def _put(self, lane: Lane, number: int) -> None:
        line = self.ranks.line[number]
        if line == OFF:
            self._off[lane].append(number)
            return
        if lane not in self._lanes:
            self._lanes[lane] = [[] for _ in self.ranks.lines]
        self._lanes[lane][line].append((self.ranks.rank[number], number))

    def _walls_of(self, number: int, statement: PlacedStatement) -> Walls:
        content, denied = self.classes[number], statement.phase is Phase.DENIED
        known = self._walls.get((content, denied))
        if known is None:
            known = self._walls[content, denied] = self._built(content, statement, denied=denied)
        return known

    def _built(self, content: Content, statement: PlacedStatement, *, denied: bool) -> Walls:
        fixed = statement.predicate.kind is PredicateKind.FIXED
        if denied:
            lanes = [] if fixed else [Lane("content", content)]
        else:
            lanes = [Lane("ends", content)]
            if statement.predicate.kind is PredicateKind.STATE:
                lanes.append(Lane("denied", content))
                lanes += [Lane("content", other) for other in self.exclusions.judged_apart(content)]
                lanes += [Lane("death", (who,)) for who in mortals(statement)]
        keys = () if denied or statement.predicate.kind is not PredicateKind.STATE else self.keys_of(content)
        spared = frozenset((content, *self.exclusions.judged_both(content)))
        off = [number for lane in lanes for number in self._off.get(lane, ())]
        off += [number for lane in keys for number in self._off.get(lane, ()) if self.classes[number] not in spared]
        locked = tuple(self._locked.get((content, denied), ()))
        return Walls(
            tuple(lanes),
            keys,
            spared,
            tuple(one for one in sorted(set(off)) if not self._void(one, locked)),
            locked,
            {},
        )

    def _void(self, wall: int, locked: Sequence[int]) -> bool:
        """Whether a wall stands after a locked statement, and so parts nothing."""
        return any(self.ranks.precedes(one, wall) for one in locked) and not self.statement(wall).locked

    def _near(self, number: int, walls: Walls) -> Near:
        """The walls nearest to a moment on each line."""
        low, high = self.ranks.low[number], self.ranks.high[number]
        before = tuple(self._last_wall(walls, line, low[line]) for line in self.ranks.lines)
        after = tuple(self._first_wall(walls, line, high[line]) for line in self.ranks.lines)
        return Near(before, after)

    def _last_wall(self, walls: Walls, line: int, rank: int) -> int:
        """The highest rank of a wall at or below *rank*, OFF where there is none."""
        best = OFF
        for lane in (*walls.lanes, *walls.keys):
            members = self._lanes[lane][line] if lane in self._lanes else []
            place = self._wall_from(bisect_right(members, (rank, FAR)) - 1, lane, line, -1, walls)
            best = max(best, members[place][0] if place >= 0 else OFF)
        return best

    def _first_wall(self, walls: Walls, line: int, rank: int) -> int:
        """The lowest rank of a wall at or above *rank*, FAR where there is none."""
        best = FAR
        for lane in (*walls.lanes, *walls.keys):
            members = self._lanes[lane][line] if lane in self._lanes else []
            place = self._wall_from(bisect_left(members, (rank, -1)), lane, line, 1, walls)
            best = min(best, members[place][0] if place < len(members) else FAR)
        return best

    def _wall_from(self, place: int, lane: Lane, line: int, step: int, walls: Walls) -> int:
        """The first place of a wall from *place* on, one *step* after the other; past the end where there is none.

        What was passed once is not looked at again, so that a thousand equal statements are walked over once.
        """
        if not walls.locked and lane not in walls.keys:
            return place
        members = self._lanes[lane][line] if lane in self._lanes else []
        passed = walls.passed.setdefault((lane, line, step), {})
        way: list[int] = []
        while 0 <= place < len(members) and place not in passed and self._spares(lane, members[place][1], walls):
            way.append(place)
            place += step
        place = passed.get(place, place)
        passed.update(dict.fromkeys(way, place))
        return place

    def _spares(self, lane: Lane, number: int, walls: Walls) -> bool:
        """Whether what stands here is no wall: something that may hold beside the content, or that comes after a lock."""
        if lane in walls.keys and self.classes[number] in walls.spared:
            return True
        return bool(walls.locked) and self._void(number, walls.locked)

    def _parted(self, draft: Draft, number: int, walls: Walls, near: Near) -> bool:
        """Whether a wall certainly stands between a moment and some statement of a fact."""
        ranks = self.ranks
        for line in ranks.lines:
            if draft.high[line] <= near.before[line] or draft.low[line] >= near.after[line]:
                return True
        for wall in walls.off:
            if ranks.precedes(wall, number) and draft.begun_before(wall, ranks):
                return True
            if ranks.precedes(number, wall) and draft.goes_past(wall, ranks):
                return True
        return False

    def _join(self, number: int, statement: PlacedStatement) -> None:
        content, denied = self.classes[number], statement.phase is Phase.DENIED
        kind = statement.predicate.kind
        facts = self._of_class[content, denied]
        if kind is PredicateKind.EVENT and not denied:
            place = self._happening(content, number)
        else:
            place = self._unparted(facts, number, statement)
        if place is None:
            place = len(facts)
            self._begun(content, kind, denied=denied)
        found = facts[place]
        found.add(number, self.ranks)
        found.locked |= statement.locked
        if (content, denied) in self._standing:
            _stand(self._standing[content, denied], place, found)

    def _happening(self, content: Content, number: int) -> int | None:
        """The place of the first event of this class that may be the one that a statement tells."""
        facts = self._of_class[content, False]
        standing = self._standing.get((content, False))
        if standing is None:
            standing = self._standing[content, False] = Standing(len(self.ranks.lines))
            for place, draft in enumerate(facts):
                _stand(standing, place, draft)
        near = standing.between(self.ranks.low[number], self.ranks.high[number])
        return next((place for place in near if not self._apart(facts[place], number)), None)

    def _unparted(self, facts: Sequence[Draft], number: int, statement: PlacedStatement) -> int | None:
        """The place of the first of these facts that nothing parts from a statement."""
        if not facts:
            return None
        walls = self._walls_of(number, statement)
        near = self._near(number, walls)
        return next((place for place, one in enumerate(facts) if not self._parted(one, number, walls, near)), None)

    def _apart(self, draft: Draft, number: int) -> bool:
        return draft.begun_before(number, self.ranks) or draft.goes_past(number, self.ranks)

    def _begun(self, content: Content, kind: PredicateKind, *, denied: bool) -> Draft:
        negated_event = denied and kind is PredicateKind.EVENT
        kind = PredicateKind.STATE if negated_event else kind
        draft = Draft.begun(content, kind, denied=denied, lines=len(self.ranks.lines))
        self.drafts.append(draft)
        self._of_class[content, denied].append(draft)
        return draft

    def _close(self, number: int, statement: PlacedStatement) -> None:
        """An `ends` closes the latest fact of its content certainly begun by then, else one of unknown start."""
        ranks, content = self.ranks, self.classes[number]
        latest: Draft | None = None
        unbegun: Draft | None = None
        for draft in self._of_class[content, False]:
            if draft.begun_before(number, ranks):
                if latest is None or latest.before(draft, ranks) or not draft.before(latest, ranks):
                    latest = draft
            elif not draft.statements and unbegun is None and not self._parted_end(draft, number, statement):
                unbegun = draft
        chosen = latest or unbegun or self._begun(content, statement.predicate.kind, denied=False)
        chosen.add(number, ranks, closes=True)
        chosen.locked |= statement.locked

    def _lock(self) -> None:
        """Of the ends of a locked fact only those stand that are locked, too."""
        for draft in self.drafts:
            refused = [one for one in draft.closing if not self.statements[one].locked] if draft.locked else []
            if not refused:
                continue
            kept = Draft.begun(draft.content, draft.kind, denied=draft.denied, lines=len(self.ranks.lines))
            for one in draft.statements:
                kept.add(one, self.ranks)
            for one in draft.closing:
                if one not in refused:
                    kept.add(one, self.ranks, closes=True)
            draft.first, draft.last, draft.high, draft.low = kept.first, kept.last, kept.high, kept.low
            draft.off, draft.closing, draft.refused = kept.off, kept.closing, refused

    def _parted_end(self, draft: Draft, number: int, statement: PlacedStatement) -> bool:
        """Whether a fact of unknown start that ends elsewhere is another one: something of the content lies between."""
        walls = self._walls_of(number, statement)
        own = Lane("content", self.classes[number])
        walls = walls._replace(lanes=(*walls.lanes[1:], own), off=tuple(sorted({*walls.off, *self._off.get(own, ())})))
        return self._parted(draft, number, walls, self._near(number, walls))


def _stand(standing: Standing, place: int, draft: Draft) -> None:
    line = draft.only_line()
    standing.put(place, line, draft.first[line] if line != OFF else OFF)


def mortals(statement: PlacedStatement) -> tuple[str, ...]:
    """Whose death ends what a statement says."""
    if not statement.predicate.living:
        return ()
    mirrored = statement.predicate.symmetric or statement.predicate.inverse == statement.predicate.name
    if mirrored and statement.object:
        return (statement.subject, statement.object)
    return (statement.subject,)
