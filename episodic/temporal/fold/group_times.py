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
    statements of these facts and of the deaths that can end them.
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


def are_final(facts: Iterable[FoldedFact], statements: Iterable[PlacedStatement], context: FoldContext) -> bool:
    """Return whether later chapters cannot change the chapter ranges of *facts*, to which *statements* belong."""
    bounds = context.chapter_bounds
    return all(bounds.is_final(one.validity) and not _ended_while_passing(one) for one in facts) and not any(
        context.chronology.lasting_end_of(one.uuid) for one in statements
    )


def have_other_range(facts: Sequence[FoldedFact], bounds: ChapterBounds, *, was_final: bool) -> bool:
    """Return whether the chapter range of one of *facts* has changed, or begins to depend on later chapters.
    *was_final* is true if none depended on later chapters before.
    """
    if was_final and not all(bounds.is_final(one.validity) for one in facts):
        return True
    return any((one.core.lo, one.core.hi) != bounds.of(one.validity) for one in facts)


def _ended_while_passing(fact: FoldedFact) -> bool:
    """Return whether another fact or a death ends a passing state such as a mood. The group of such a state depends on
    later chapters: with two more passages of its run, the state may already be over before that end.
    """
    return bool(fact.predicate.passing) and any(end.by != fact.uuid for end in fact.validity.ends)
