"""Puts the statements of a chapter into narrative order."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable

from episodic.model.predicates import LifeState, PredicateKind
from episodic.model.readings import Phase
from episodic.pipeline.replay.replayed_chapter import ReplayedStatement


def in_narrative_order(statements: Iterable[ReplayedStatement], root: Callable[[int], int]) -> list[ReplayedStatement]:
    """Return the statements in the order of their quotes. Statements of one quote keep their order in *statements*. The
    quote of a death may also mention a state of the dead person, such as the marriage in "Bo's wife has died". The
    statement of this state comes before the statement of the death, because the state held before. A derived end comes
    before the state of the same kind that its quote tells, because the state that ended held before that one.

    *root* returns, for the number of a cluster of mentions, the number that all clusters of the same entity share.
    """
    told = list(statements)
    deaths: dict[tuple[int, int], set[int]] = defaultdict(set)
    states: set[tuple[int, int, int, str]] = set()
    for one in told:
        if one.predicate.kind is PredicateKind.STATE and not one.reading.core.derived:
            states.add((one.evidence.start, one.evidence.end, root(one.subject), one.predicate.name))
        if one.predicate.life is LifeState.DEAD and one.reading.core.phase in (Phase.HOLDS, Phase.BEGINS):
            deaths[one.evidence.start, one.evidence.end].add(root(one.subject))

    def key(one: ReplayedStatement) -> tuple[int, int, bool, bool]:
        quote = (one.evidence.start, one.evidence.end)
        people = [one.subject, *([one.object] if one.predicate.ends_with_object and one.object is not None else [])]
        holds = one.predicate.living and one.reading.core.phase is Phase.HOLDS
        ends = one.reading.core.derived and one.reading.core.phase is Phase.ENDS
        gives_way = ends and (*quote, root(one.subject), one.predicate.name) in states
        return *quote, not gives_way, not (holds and any(root(who) in deaths.get(quote, ()) for who in people))

    return sorted(told, key=key)
