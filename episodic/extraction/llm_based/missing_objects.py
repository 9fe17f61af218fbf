"""Statements in a model's reply that have no object, although their predicate is used with one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from episodic.extraction.llm_based.marks import Marks
from episodic.model.predicates import Argument, Cardinality, LifeState, Predicate, PredicateKind, PredicateTable, Slot
from episodic.model.readings import Phase

_FINAL_MARKS: Final = " .。!！?？…"


def is_done_to_oneself(
    known: Predicate | None, subjects: Sequence[int], objects: Sequence[int], *, happening: bool
) -> bool:
    """Return whether a row tells an event that somebody does to himself, as "Ann wounded herself" does. The predicate
    *known* is None for a predicate of the model's own, which is an event if *happening* is true. Nobody has a state or
    a relation to himself.
    """
    event = happening if known is None else known.kind is PredicateKind.EVENT
    return event and len(subjects) == 1 and tuple(objects) == tuple(subjects)


def dying(known: Predicate | None, table: PredicateTable) -> Predicate | None:
    """Return the predicate that says that its subject is dead if the event *known* kills its object, otherwise None."""
    effects = () if known is None or known.effects is None else known.effects
    states = (table.find(one.predicate) for one in effects if one.subject is Slot.OBJECT and not one.ends)
    return next((one for one in states if one is not None and one.life is LifeState.DEAD), None)


def beginning(marks: Marks) -> Marks:
    """Return the marks of a statement that tells how a state begins, unless they say that the state is denied or ends."""
    return replace(marks, phase=Phase.BEGINS) if marks.phase is Phase.HOLDS else marks


def value_in_sentence(known: Predicate, sentence: str) -> str | None:
    """Return the sentence as the value of a state whose content only the sentence tells, as "Ann fears that her answer
    may harm Bo" does, without its final mark; return None if the state needs a name, a number or an entity. The value
    must not end another state, which a new rank or a new place would do.
    """
    many = known.kind is PredicateKind.STATE and known.cardinality is Cardinality.MANY and not known.naming
    told = known.mental or known.uttered or known.takes is Argument.VALUE
    return sentence.rstrip(_FINAL_MARKS) if many and told else None
