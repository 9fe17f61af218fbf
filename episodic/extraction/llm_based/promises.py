"""Distinguishes the time at which a promise is made from the time at which the promised deed is to be done."""

from __future__ import annotations

from dataclasses import replace

from episodic.extraction.llm_based.marks import Marks
from episodic.languages import lexicon
from episodic.model.predicates import Predicate
from episodic.model.readings import Phase, Placement


def as_uttered(marks: Marks, known: Predicate | None, sentence: str) -> Marks:
    """Return the marks (placement, phase, time and so on) of a statement. The marks *marks* of the model's reply are
    changed only for some promises. They are changed if the placement or the time of the promise is that of the promised
    deed. If the model placed a promise at a later time (AHEAD), the promise is placed at the present time of the text
    (NOW). The promise then has no other time, because it is made now and only its deed is done later. The sentence of
    the statement still says when the promise is to be kept ("Bo promised to come tomorrow"). A promise that the model
    placed at another time than AHEAD (later) keeps this placement. Its time words are removed if they say when the
    promised deed is to be done.
    """
    if known is None or not known.uttered:
        return marks
    later = marks.placing is Placement.AHEAD
    if not later and not _is_promised_time(marks, sentence):
        return marks
    return replace(marks, placing=Placement.NOW if later else marks.placing, time="", time_event=None)


def phase_of(known: Predicate | None, marks: Marks) -> Phase:
    """Return the phase of a statement: whether a state begins, holds, ends or does not hold. For a promise that holds
    now according to its marks, return BEGINS, because a promise begins when somebody gives it. For any statement but a
    promise that holds now, return `marks.phase`, the phase that the model's reply gives the statement. For example,
    `marks.phase` is returned for a denied promise and for a promise that was made earlier.
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
