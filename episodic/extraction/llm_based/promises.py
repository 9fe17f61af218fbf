"""Distinguishes the time at which a promise is made from the time at which the promised deed is to be done."""

from __future__ import annotations

from dataclasses import replace

from episodic.extraction.llm_based.marks import Marks
from episodic.languages import lexicon
from episodic.model.predicates import Predicate
from episodic.model.readings import Phase, Placement


def as_uttered(marks: Marks, known: Predicate | None, sentence: str) -> Marks:
    """Return the marks (placement, phase, time and so on) of a statement. The marks *marks* of the model's reply are
    changed only if the statement is a promise whose placement or time is that of the promised deed. A promise that the
    model placed at a later time (AHEAD) is placed at the present time of the text (NOW) and gets no other time, because
    the promise is made now and only its deed is done later. The sentence of the statement still says when the promise
    is to be kept ("Bo promised to come tomorrow"). A promise that the model placed at another time than AHEAD (later)
    keeps this placement, but loses its time words if they say when the promised deed is to be done.
    """
    if known is None or not known.uttered:
        return marks
    later = marks.placing is Placement.AHEAD
    if not later and not _is_promised_time(marks, sentence):
        return marks
    return replace(marks, placing=Placement.NOW if later else marks.placing, time="", time_event=None)


def phase_of(known: Predicate | None, marks: Marks) -> Phase:
    """Return the phase of a statement: whether a state begins, holds, ends or does not hold. For a promise that holds
    now according to its marks, return BEGINS, because a promise begins when somebody gives it. For any other statement,
    such as a denied promise or a promise that was made earlier, return `marks.phase`, the phase that the model's reply
    gives the statement.
    """
    now = marks.phase is Phase.HOLDS and marks.placing is Placement.NOW and not marks.habit
    return Phase.BEGINS if known is not None and known.uttered and now else marks.phase


def _is_promised_time(marks: Marks, sentence: str) -> bool:
    """Return whether the time words of a promise are part of what is promised, as "tomorrow" in "promised to come
    tomorrow".
    """
    if not marks.time:
        return False
    promising = lexicon.pattern("promising").search(sentence)
    told = sentence.find(marks.time)
    return marks.time in (marks.qualifier or "") or (promising is not None and told >= promising.end())
