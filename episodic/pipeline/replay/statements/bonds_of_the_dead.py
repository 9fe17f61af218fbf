"""Places the bonds of somebody who has died before the scene that mentions them, as in "the late Bo's servant"."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from episodic.model.predicates import LifeState, PredicateKind, Slot
from episodic.model.readings import Phase, Placement, StatementReading, StatementScope
from episodic.pipeline.replay.statement_sources import SourcedStatement
from episodic.pipeline.replay.statements.effects import effects_of, nodes_in

_DEAD: Final = "dead"


def with_former_bonds(events: Sequence[SourcedStatement], root: Callable[[int], int]) -> list[SourcedStatement]:
    """Return the statements of a chapter. A statement that a bond with somebody holds is placed before its scene if the
    chapter says by then that he is dead. The death is told earlier in the text, or as a look back in the same passage
    or an earlier one. The statement must have no time expression. *root* returns, for the number of a cluster of
    mentions, the number that all clusters of the same entity share.
    """
    deaths = {number: one for one in reversed(events) for number in _dying(one, root)}
    revived = {root(one.made.subject) for one in events if _revives(one)}
    found = {number: one for number, one in deaths.items() if number not in revived}
    return [_former(one) if _is_with_dead(one, found, root) else one for one in events] if found else [*events]


def _dying(event: SourcedStatement, root: Callable[[int], int]) -> Iterator[int]:
    core = event.made.reading.core
    told = core.scope is StatementScope.WORLD and core.phase in (Phase.HOLDS, Phase.BEGINS)
    if not told or core.habit or core.condition or core.placing is Placement.AHEAD:
        return
    if event.made.predicate.life is LifeState.DEAD:
        yield root(event.made.subject)
    for effect in effects_of(event.made.predicate):
        if effect.predicate == _DEAD and not effect.ends and effect.subject in (Slot.SUBJECT, Slot.OBJECT):
            yield from (root(event.numbers[node]) for node in nodes_in(effect.subject, event))


def _revives(event: SourcedStatement) -> bool:
    life, phase = event.made.predicate.life, event.made.reading.core.phase
    return life is LifeState.ALIVE or (life is LifeState.DEAD and phase in (Phase.ENDS, Phase.DENIED))


def _is_with_dead(event: SourcedStatement, deaths: Mapping[int, SourcedStatement], root: Callable[[int], int]) -> bool:
    made, core = event.made, event.made.reading.core
    if (core.scope, core.placing, core.phase) != (StatementScope.WORLD, Placement.NOW, Phase.HOLDS) or core.time:
        return False
    known = made.predicate
    bond = known.kind is PredicateKind.STATE and known.living and not (known.mental or known.presence)
    death = None if made.object is None or not bond else deaths.get(root(made.object))
    if death is None or death is event:
        return False
    if death.made.reading.core.placing.past:
        return death.spanned.passage <= event.spanned.passage
    return death.made.evidence.end <= made.evidence.start


def _former(event: SourcedStatement) -> SourcedStatement:
    def back(reading: StatementReading) -> StatementReading:
        return replace(reading, core=replace(reading.core, placing=Placement.BACK))

    made = replace(event.made, reading=back(event.made.reading))
    return replace(event, made=made, spanned=replace(event.spanned, reading=back(event.spanned.reading)))
