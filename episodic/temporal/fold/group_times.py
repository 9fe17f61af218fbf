"""The times on which a folded group depends: a change of them means that the group must be folded again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from episodic.temporal.chapter_bounds import ChapterBounds
from episodic.temporal.chronology.chronology import Chronology
from episodic.temporal.chronology.narrative_line import TimePosition
from episodic.temporal.fold.folded_facts import FoldedFact
from episodic.temporal.fold.group_folding import FoldContext
from episodic.temporal.placed import PlacedStatement


def nodes_of(statements: Iterable[PlacedStatement], facts: Iterable[FoldedFact], chronology: Chronology) -> set[int]:
    """Return the nodes of the chronology on whose order and days the given facts depend. *statements* are the
    statements of *facts*, and those that report the deaths that can end *facts*.
    """
    places: list[TimePosition] = []
    for one in statements:
        places += (chronology.position_of(one.uuid), chronology.said_of(one.uuid))
        places += (chronology.now_of(one.passage), chronology.end_of(one.passage))
        known = (chronology.telling_of(one.passage)[1], chronology.lasting_end_of(one.uuid))
        places += (place for place in known if place is not None)
    for fact in facts:
        validity = fact.validity
        places += (*validity.starts, *validity.evidenced_at, *validity.possible_ends, *validity.fades)
        places += (end.place for end in validity.ends)
    return {node for place in places for node in (place.start, place.end)}


def is_final(facts: Iterable[FoldedFact], statements: Iterable[PlacedStatement], context: FoldContext) -> bool:
    """Return true if adding later chapters leaves the holding runs of *facts*, the facts of a group, unchanged. A
    holding run is a run of chapters at whose ends a fact holds. Chapters that end certainly after one of the positions
    from `unreached_by` are left to the callers, which compare these positions with each later chapter. *statements* are
    the statements of *facts*.
    """
    bounds = context.chapter_bounds
    return all(_is_fact_final(one, bounds) and not _ended_while_passing(one) for one in facts) and not any(
        context.chronology.lasting_end_of(one.uuid) for one in statements
    )


def unreached_by(facts: Iterable[FoldedFact], bounds: ChapterBounds) -> frozenset[TimePosition]:
    """Return the positions in story time of the statements and ends of *facts* that are not certainly before the end of
    the last chapter. Whether one of *facts* holds at the end of a later chapter depends on whether this end has reached
    the returned positions.
    """
    return frozenset(place for one in facts for place in bounds.runs.unreached(one.validity))


def hold_in_other_chapters(
    facts: Sequence[FoldedFact], bounds: ChapterBounds, *, unreached: Iterable[TimePosition], was_final: bool
) -> bool:
    """Return whether one of *facts* holds in other chapters than at the last fold. The result is also true if one of
    *facts* depends on later chapters in another way than at the last fold, as `is_final` and `unreached_by` tell.
    *was_final* is what `is_final` returned at the last fold, and *unreached* is what `unreached_by` returned.
    """
    if was_final and not all(_is_fact_final(one, bounds) for one in facts):
        return True
    if unreached_by(facts, bounds) != frozenset(unreached):
        return True
    return any(
        (one.core.lo, one.core.hi) != bounds.of(one.validity)
        or one.core.holdings != bounds.runs.of(one.validity, one.rivals)
        for one in facts
    )


def _is_fact_final(fact: FoldedFact, bounds: ChapterBounds) -> bool:
    return bounds.is_final(fact.validity) and bounds.runs.is_final(fact.validity)


def _ended_while_passing(fact: FoldedFact) -> bool:
    """Return whether another fact or a death ends a passing state such as a mood. A passing state is over after the
    next two passages of its run (main line, flashback, letter or tale). A later chapter may add the next two passages
    of the run. The passing state may then be over before the other fact or the death that ends it. The group of the
    state therefore depends on later chapters.
    """
    return bool(fact.predicate.passing) and any(end.by != fact.uuid for end in fact.validity.ends)
