"""Rules that complete those statements of a model's reply that lack an object although their predicate needs one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from episodic.extraction.llm_based.marks import Marks
from episodic.languages import lexicon
from episodic.model.predicates import Argument, Cardinality, LifeState, Predicate, PredicateKind, PredicateTable, Slot
from episodic.model.readings import Phase
from episodic.text.speech import quoted

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


def value_in_sentence(known: Predicate, sentence: str, subjects: Iterable[str]) -> str | None:
    """Return the value of a state for which a row names no object, from its sentence.

    Examples of sentences that are values themselves, without their final punctuation, are "Ann fears that her answer may
    harm Bo" and "Cai takes a general's head in the midst of his army" (an ability). A name or title is what the sentence
    quotes ("people call him 'Fair Beard'"), or what follows one of the names *subjects* and "is". Return None if the
    sentence has no such words, or if the predicate *known* allows only one value at a time, such as a rank or an age.
    """
    if known.kind is not PredicateKind.STATE or known.cardinality is not Cardinality.MANY:
        return None
    if known.naming:
        return _name_in(sentence, subjects)
    told = known.mental or known.uttered or known.trait or known.takes is Argument.VALUE
    return sentence.rstrip(_FINAL_MARKS) if told else None


def _name_in(sentence: str, subjects: Iterable[str]) -> str | None:
    named = [one.span.of(sentence)[1:-1] for one in quoted(sentence) if one.depth == 0]
    if named:
        return named[0] if len(named) == 1 else None
    whole = sentence.rstrip(_FINAL_MARKS)
    for subject in sorted(subjects, key=len, reverse=True):
        said = lexicon.pattern("copulas", before=re.escape(subject) + r"\s*", after=r"\s*").match(whole)
        if said is not None and whole[said.end() :]:
            return whole[said.end() :]
    return None
