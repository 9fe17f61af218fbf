"""Reads time words that tell the beginning of a state ("since", "at first"), or only say that something is so now."""

from __future__ import annotations

from dataclasses import replace

from episodic.languages import lexicon
from episodic.model.predicates import Learner, Predicate, PredicateKind
from episodic.model.readings import Phase, Placement, StatementCore, StatementScope
from episodic.pipeline.text_positions import SpannedStatement


def beginning_of(spanned: SpannedStatement, predicate: Predicate) -> SpannedStatement | None:
    """For a statement such as "Ben has lived in York since 3 May", return a new statement which says that the state
    began then. Return None if the statement does not say since when its state holds, or is not about the story's world
    at the passage's now.
    """
    core = spanned.reading.core
    holds = predicate.kind is PredicateKind.STATE and core.phase is Phase.HOLDS and core.scope is StatementScope.WORLD
    if not holds or core.placing is not Placement.NOW or not lexicon.pattern("since_words").match(core.time or ""):
        return None
    began = replace(core, phase=Phase.BEGINS, placing=Placement.BACK, duration=None, derived=True, follows=False)
    return replace(spanned, reading=replace(spanned.reading, core=began))


def without_opening_time(core: StatementCore) -> StatementCore:
    """Return the content of a statement, in some cases without its time expression. The expression is removed if the
    statement says that a state ended and the expression tells only when the state began. In "At first she was shy", the
    words "at first" do not tell when she was no longer shy. In "I have been dreaming ever since I came", the words
    "ever since I came" do not tell when the dreaming ended.
    """
    time = core.time or ""
    opening = lexicon.pattern("opening_times").search(time) or lexicon.pattern("since_words").match(time)
    ends = core.phase is Phase.ENDS and opening is not None
    return replace(core, time=None, time_event=None) if ends else core


def without_present_time(core: StatementCore) -> StatementCore:
    """Return the content of a statement, in some cases without its time expression. The expression is removed if the
    statement is about a time after its scene and the expression says only "now". In "My hair is white now", said by
    somebody who tells of her youth, "now" is not the time of the scene.
    """
    ahead = core.placing is Placement.AHEAD and lexicon.pattern("present_words").fullmatch(core.time or "")
    return replace(core, time=None, time_event=None) if ahead else core


def since_learned(core: StatementCore, predicate: Predicate, quote: str = "") -> StatementCore:
    """Return the content of a statement, with the phase BEGINS instead of HOLDS if its state begins at the passage's
    now. A state begins if somebody hears or finds out something ("she heard that Ben had left"). A feeling or wish
    begins if it arises from what just happened ("at this, she was afraid"). *quote* is the quote of the statement.
    """
    holds = predicate.kind is PredicateKind.STATE and core.phase is Phase.HOLDS and not core.habit
    now = core.scope is StatementScope.WORLD and core.placing is Placement.NOW
    return replace(core, phase=Phase.BEGINS) if holds and now and _arises(core, predicate, quote) else core


def _arises(core: StatementCore, predicate: Predicate, quote: str) -> bool:
    if predicate.learner is Learner.SUBJECT:
        return lexicon.pattern("learnings").search(core.text) is not None
    # Love and hate may have begun long before the occasion on which they show.
    lasting = predicate.passing or predicate.family or core.time is not None
    if not predicate.mental or lasting or lexicon.pattern("long_standing_words").search(quote):
        return False
    return lexicon.pattern("arisings").search(core.text) is not None
