"""The world as somebody knows it: only what they know by a moment, folded by itself.

What they do not know is removed first, so that nothing that follows from it can be seen. A belief is over for its holder from
where they know what excludes it, and so is what they knew of the world from where they believe what excludes that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from episodic.model.moments import TimePoint
from episodic.model.readings import Phase, StatementScope
from episodic.temporal.asof import Holding, When, holds
from episodic.temporal.chronology import Chronology
from episodic.temporal.chronology_line import Place
from episodic.temporal.exclusion import Content, Exclusions, ExclusiveKey, content_of, exclusive_keys
from episodic.temporal.fold import Frame, fold
from episodic.temporal.fold_facts import End, FoldedFact
from episodic.temporal.knowledge import Knowledge, Known, Source
from episodic.temporal.placed import PlacedPassage, PlacedStatement


@dataclass(frozen=True, slots=True)
class Mind:
    """What one person knows and believes by one moment (None: at the end of what was told).

    `facts` by id, in telling order, are folded from all that they may know; `sure` are those folded from what they certainly
    know, by the ids of their statements. `statements` are as known, `passages` those that they were in or read.
    """

    person: str
    facts: Mapping[str, FoldedFact]
    fact_of: Mapping[str, str]
    sure: Mapping[str, FoldedFact]
    statements: Mapping[str, PlacedStatement]
    passages: Mapping[str, PlacedPassage]

    def holding(self, fact: str, when: When, chronology: Chronology) -> Holding:
        """How a fact stands at a moment for the person: what is only perhaps known makes it possible at most."""
        known = self.facts.get(fact)
        if known is None:
            return Holding.NO
        found = holds(known, when, chronology)
        sure = next((self.sure[one] for one in (*known.statements, *known.closing) if one in self.sure), None)
        if sure is None:
            return Holding.NO if found is Holding.NO else Holding.POSSIBLE
        return found if holds(sure, when, chronology) is found else Holding.POSSIBLE


def mind_of(person: str, knowledge: Knowledge, frame: Frame, *, when: When | None = None) -> Mind:
    """What *person* knows and believes at *when*, or at the end of what was told."""
    every = knowledge.known_to(person)
    standing = {one.statement.uuid: knowledge.known(one.sources, when) for one in every}
    known = [one for one in every if standing[one.statement.uuid] is not Holding.NO]
    sure = [one for one in known if standing[one.statement.uuid] is Holding.HOLDS]
    facts, fact_of = _folded(person, known, frame)
    surely = facts if len(sure) == len(known) else _folded(person, sure, frame)[0]
    passages = {
        uuid: knowledge.telling.passages[uuid]
        for uuid, source in knowledge.passages_of(person).items()
        if knowledge.standing(source, when) is not Holding.NO
    }
    return Mind(
        person=person,
        facts={one.uuid: one for one in facts},
        fact_of=fact_of,
        sure={uuid: one for one in surely for uuid in (*one.statements, *one.closing)},
        statements={one.statement.uuid: one.statement for one in known},
        passages=passages,
    )


def _folded(person: str, known: Sequence[Known], frame: Frame) -> tuple[list[FoldedFact], Mapping[str, str]]:
    folded = fold((one.statement for one in known), frame)
    by_id = {one.statement.uuid: one for one in known}
    facts = [_Side(one, by_id, frame) for one in folded.facts]
    own = [one for one in facts if one.is_belief_of(person)]
    world = [one for one in facts if one.fact.scope is StatementScope.WORLD]
    table: dict[ExclusiveKey | Content, list[_Side]] = {}
    for one in own:
        for key in one.touching:
            table.setdefault(key, []).append(one)
    ends: dict[str, list[End]] = {}
    for one in world:
        rivals = {each.fact.uuid: each for key in one.touching for each in table.get(key, ())}
        for belief in rivals.values():
            if excludes(one.statement, belief.statement, frame.exclusions):
                _part(one, belief, ends, frame)
    return [_ended(one, ends.get(one.uuid, ()), frame) for one in folded.facts], folded.fact_of


class _Side:
    """A folded fact with one of its statements, and where its holder or knower stands by it."""

    def __init__(self, fact: FoldedFact, known: Mapping[str, Known], frame: Frame) -> None:
        self.fact = fact
        rests = [known[one] for one in (*fact.statements, *fact.closing)]
        self.statement = rests[0].statement
        content = frame.exclusions.class_of(content_of(self.statement))
        keys = exclusive_keys(content, self.statement.predicate)
        self.touching: set[ExclusiveKey | Content] = {content, *keys, *frame.exclusions.judged_apart(content)}
        self.sources: tuple[Source, ...] = tuple(source for one in rests for source in one.sources)

    def is_belief_of(self, person: str) -> bool:
        """Whether it is what the person thinks, by nobody else's report."""
        return self.fact.scope is StatementScope.BELIEF and self.fact.holder == person and not self.fact.tellers

    @property
    def places(self) -> list[Place]:
        """Where the person came to know or believe it."""
        return [one.place for one in self.sources if one.place is not None]


def excludes(one: PlacedStatement, other: PlacedStatement, exclusions: Exclusions) -> bool:
    """Whether two contents cannot hold at once, whoever says or thinks them."""
    first, second = content_of(one), content_of(other)
    mine, others = exclusions.class_of(first), exclusions.class_of(second)
    denied = {one.phase is Phase.DENIED, other.phase is Phase.DENIED}
    if mine == others:
        return len(denied) == 2
    if True in denied:
        return False
    if others in exclusions.judged_apart(mine):
        return True
    shared = set(exclusive_keys(first, one.predicate)) & set(exclusive_keys(second, other.predicate))
    return bool(shared) and others not in exclusions.judged_both(mine)


def _part(world: _Side, belief: _Side, ends: dict[str, list[End]], frame: Frame) -> None:
    """End whichever of the two the person held first, at the place where they came by the other."""
    for old, new in ((belief, world), (world, belief)):
        place = _overtaken(old.places, new.places, frame.chronology)
        if place is not None:
            ends.setdefault(old.fact.uuid, []).append(End(place, new.fact.uuid))
            return


def _overtaken(old: Sequence[Place], new: Sequence[Place], chronology: Chronology) -> Place | None:
    """The first of the new places that certainly comes after an old one and before none."""
    found = [
        place
        for place in new
        if any(chronology.precedes(one, place) for one in old)
        and not any(chronology.precedes(place, one) for one in old)
    ]
    firsts = (one for one in found if not any(chronology.precedes(other, one) for other in found))
    return next(firsts, None)


def _ended(fact: FoldedFact, ends: Iterable[End], frame: Frame) -> FoldedFact:
    every = tuple(ends)
    if not every or fact.locked:
        return fact
    course = replace(fact.course, ends=(*fact.course.ends, *every))
    lo, hi = frame.coarse.of(course)
    by = tuple(dict.fromkeys((*fact.ended_by, *(one.by for one in every))))
    known = () if fact.invalid_at is None else (fact.invalid_at,)
    point = min((*known, *_points(every, frame)), key=lambda one: (one.latest is None, one.latest or 0))
    return replace(fact, course=course, ended_by=by, invalid_at=point, lo=lo, hi=hi)


def _points(ends: Iterable[End], frame: Frame) -> Iterator[TimePoint]:
    for one in ends:
        bounds = frame.chronology.bounds(one.place)
        label = frame.chronology.label(bounds, frame.voice.language)
        yield TimePoint(None, bounds.earliest, bounds.latest, label)
