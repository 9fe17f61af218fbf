"""Rules that complete those statements of a model's reply that lack an object although their predicate needs one."""

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
    """Return whether a row of a model's reply tells an event whose subject is also its object, as in "Ann wounded
    herself". *known* is the row's predicate, or None if the model invented the predicate. An invented predicate counts
    as an event if *happening* is true. The result is false for a row whose predicate is of another kind (a state or a
    relation).
    """
    event = happening if known is None else known.kind is PredicateKind.EVENT
    return event and len(subjects) == 1 and tuple(objects) == tuple(subjects)


def dying(known: Predicate | None, table: PredicateTable) -> Predicate | None:
    """If an event with the predicate *known* kills its object, return the predicate of the state of being dead,
    otherwise None.
    """
    effects = () if known is None or known.effects is None else known.effects
    states = (table.find(one.predicate) for one in effects if one.subject is Slot.OBJECT and not one.ends)
    return next((one for one in states if one is not None and one.life is LifeState.DEAD), None)


def beginning(marks: Marks) -> Marks:
    """Return the marks of a statement, changed to say that the statement's state begins. Marks which say that the state
    is denied or ends are returned unchanged.
    """
    return replace(marks, phase=Phase.BEGINS) if marks.phase is Phase.HOLDS else marks


def value_in_sentence(known: Predicate, sentence: str) -> str | None:
    """Return the sentence without its final punctuation, as the value of a state that only a sentence can describe.
    Examples of such sentences are "Ann fears that her answer may harm Bo" and "Cai takes a general's head in the midst
    of his army" (an ability). Return None if the predicate *known* needs a
    name or an entity in place of a sentence. Return None, too, if the predicate allows only one value at a time, such
    as a rank or an age.
    """
    many = known.kind is PredicateKind.STATE and known.cardinality is Cardinality.MANY and not known.naming
    told = known.mental or known.uttered or known.trait or known.takes is Argument.VALUE
    return sentence.rstrip(_FINAL_MARKS) if many and told else None
