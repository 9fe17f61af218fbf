"""Computes the facts from a person's point of view: it folds only the statements that the person knows at a moment.

Statements that the person does not know are removed before the fold, so that no fact derived from them can be seen. A
belief of a person ends when he learns a fact that excludes it. In a person's point of view, a fact of the story's world
ends when he comes to believe something that excludes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from episodic.model.holding import Holding
from episodic.model.moments import TimePoint
from episodic.model.readings import Phase, StatementScope
from episodic.temporal.as_of import When, holds
from episodic.temporal.chronology.chronology import Chronology
from episodic.temporal.chronology.narrative_line import TimePosition
from episodic.temporal.exclusion import Exclusions, ExclusiveKey, StatementContent, content_of, exclusive_keys
from episodic.temporal.fold.fold import FoldContext, fold
from episodic.temporal.fold.folded_facts import FactEnd, FoldedFact
from episodic.temporal.knowledge.knowledge import Knowledge, KnownStatement
from episodic.temporal.placed import PlacedPassage, PlacedStatement


@dataclass(frozen=True, slots=True)
class PovKnowledge:
    """The knowledge and the beliefs of a person at a moment.

    `facts` (by id, in narrative order) are folded from all statements that the person certainly or possibly knows.
    `sure` maps the id of each statement that the person certainly knows to its fact. The facts in `sure` are folded
    only from statements that the person certainly knows. `statements` contains the statements as the person knows them.
    `passages` contains the passages in which the person certainly or possibly was present. It also contains the
    passages of letters and tales that he certainly or possibly read or heard.
    """

    person: str
    facts: Mapping[str, FoldedFact]
    fact_of: Mapping[str, str]
    sure: Mapping[str, FoldedFact]
    statements: Mapping[str, PlacedStatement]
    passages: Mapping[str, PlacedPassage]

    def holding(self, fact: str, when: When, chronology: Chronology) -> Holding:
        """Return whether a fact holds at a moment in the person's point of view: HOLDS, POSSIBLE or NO. A fact that the
        person only possibly knows is POSSIBLE or NO, and a fact that he does not know is NO.
        """
        known = self.facts.get(fact)
        if known is None:
            return Holding.NO
        found = holds(known, when, chronology)
        sure = next((self.sure[one] for one in (*known.statements, *known.closing) if one in self.sure), None)
        if sure is None:
            return Holding.NO if found is Holding.NO else Holding.POSSIBLE
        return found if holds(sure, when, chronology) is found else Holding.POSSIBLE


def pov_knowledge(person: str, knowledge: Knowledge, context: FoldContext, *, when: When | None = None) -> PovKnowledge:
    """Return the knowledge and beliefs of *person* at the moment *when*; if *when* is None, at the end of the narrative
    so far.
    """
    every = knowledge.known_to(person)
    standing = {one.statement.uuid: knowledge.sources_holding(one.sources, when) for one in every}
    known = [one for one in every if standing[one.statement.uuid] is not Holding.NO]
    sure = [one for one in known if standing[one.statement.uuid] is Holding.HOLDS]
    facts, fact_of = _folded(person, known, context)
    sure_facts = facts if len(sure) == len(known) else _folded(person, sure, context)[0]
    passages = {uuid: knowledge.narrative.passages[uuid] for uuid in knowledge.passages_known(person, when)}
    return PovKnowledge(
        person=person,
        facts={one.uuid: one for one in facts},
        fact_of=fact_of,
        sure={uuid: one for one in sure_facts for uuid in (*one.statements, *one.closing)},
        statements={one.statement.uuid: one.statement for one in known},
        passages=passages,
    )


def _folded(
    person: str, known: Sequence[KnownStatement], context: FoldContext
) -> tuple[list[FoldedFact], Mapping[str, str]]:
    folded = fold((one.statement for one in known), context)
    by_id = {one.statement.uuid: one for one in known}
    ends = ends_by_rivals(person, folded.facts, by_id.__getitem__, context)
    return [with_ends(one, ends.get(one.uuid, ()), context) for one in folded.facts], folded.fact_of


def ends_by_rivals(
    person: str, facts: Iterable[FoldedFact], known: Callable[[str], KnownStatement], context: FoldContext
) -> Mapping[str, Sequence[FactEnd]]:
    """Return by fact id the ends that follow if a belief of the person and a fact of the story's world exclude each
    other. Of the belief and the fact, the one that the person learned first ends at the moment at which he learned the
    other one. The function *known* returns, for the id of a statement of *facts*, this statement as the person knows
    it.
    """
    every = [_FactWithSources(one, known, context) for one in facts]
    own = [one for one in every if is_belief_of(person, one.fact)]
    table: dict[ExclusiveKey | StatementContent, list[_FactWithSources]] = {}
    for one in own:
        for key in one.exclusion_keys:
            table.setdefault(key, []).append(one)
    ends: dict[str, list[FactEnd]] = {}
    for one in every if own else ():
        if one.fact.core.scope is not StatementScope.WORLD:
            continue
        rivals = {
            belief_fact.fact.uuid: belief_fact for key in one.exclusion_keys for belief_fact in table.get(key, ())
        }
        for belief in rivals.values():
            if excludes(one.statement, belief.statement, context.exclusions):
                _end_earlier(one, belief, ends, context)
    return ends


def is_belief_of(person: str, fact: FoldedFact) -> bool:
    """Return whether the fact says what the person believes, and the narration itself (not a character) tells this
    belief.
    """
    return fact.core.scope is StatementScope.BELIEF and fact.core.holder == person and not fact.core.tellers


class _FactWithSources:
    def __init__(self, fact: FoldedFact, known: Callable[[str], KnownStatement], context: FoldContext) -> None:
        self.fact, self._known = fact, known
        self.statement = known(next(iter((*fact.statements, *fact.closing)))).statement
        content = context.exclusions.class_of(content_of(self.statement))
        keys = exclusive_keys(content, self.statement.predicate)
        self.exclusion_keys: Sequence[ExclusiveKey | StatementContent] = tuple(
            dict.fromkeys((content, *keys, *context.exclusions.excluded_by_judgement(content)))
        )

    @property
    def places(self) -> list[TimePosition]:
        """The positions in story time from which on the person knows the fact."""
        rests = (self._known(one) for one in (*self.fact.statements, *self.fact.closing))
        return [source.place for one in rests for source in one.sources if source.place is not None]


def excludes(first_statement: PlacedStatement, second_statement: PlacedStatement, exclusions: Exclusions) -> bool:
    """Return whether the contents of two statements exclude each other, whatever their scopes and holders are."""
    first, second = content_of(first_statement), content_of(second_statement)
    first_class, second_class = exclusions.class_of(first), exclusions.class_of(second)
    denied = {first_statement.core.phase is Phase.DENIED, second_statement.core.phase is Phase.DENIED}
    if first_class == second_class:
        return len(denied) == 2
    if True in denied:
        return False
    if second_class in exclusions.excluded_by_judgement(first_class):
        return True
    shared = set(exclusive_keys(first, first_statement.predicate)) & set(
        exclusive_keys(second, second_statement.predicate)
    )
    return bool(shared) and second_class not in exclusions.compatible_classes(first_class)


def _end_earlier(
    world: _FactWithSources, belief: _FactWithSources, ends: dict[str, list[FactEnd]], context: FoldContext
) -> None:
    """If a fact of the world and a belief exclude each other, end the one that the person learned first. It ends at the
    position where he learned the other one.
    """
    for old, new in ((belief, world), (world, belief)):
        place = _overtaken(old.places, new.places, context.chronology)
        if place is not None:
            ends.setdefault(old.fact.uuid, []).append(FactEnd(place, new.fact.uuid))
            return


def _overtaken(old: Sequence[TimePosition], new: Sequence[TimePosition], chronology: Chronology) -> TimePosition | None:
    found = [
        place
        for place in new
        if any(chronology.precedes(one, place) for one in old)
        and not any(chronology.precedes(place, one) for one in old)
    ]
    firsts = (one for one in found if not any(chronology.precedes(other, one) for other in found))
    return next(firsts, None)


def with_ends(fact: FoldedFact, ends: Iterable[FactEnd], context: FoldContext) -> FoldedFact:
    """Return the fact with the moments *ends* added to the ends of its validity. A fact that the author locked is
    returned unchanged.
    """
    every = tuple(ends)
    if not every or fact.core.locked:
        return fact
    validity = replace(fact.validity, ends=(*fact.validity.ends, *every))
    lo, hi = context.chapter_bounds.of(validity)
    holdings = context.chapter_bounds.runs.of(validity, fact.rivals)
    by = tuple(dict.fromkeys((*fact.core.ended_by, *(one.by for one in every))))
    known = () if fact.core.invalid_at is None else (fact.core.invalid_at,)
    point = min((*known, *_points(every, context)), key=lambda one: (one.latest is None, one.latest or 0))
    return replace(
        fact,
        core=replace(fact.core, ended_by=by, invalid_at=point, may_have_ended=False, lo=lo, hi=hi, holdings=holdings),
        validity=validity,
    )


def _points(ends: Iterable[FactEnd], context: FoldContext) -> Iterator[TimePoint]:
    for end in ends:
        bounds = context.chronology.bounds(end.place)
        label = context.chronology.label(bounds, context.issue_context.language)
        yield TimePoint(None, bounds.earliest, bounds.latest, label)
