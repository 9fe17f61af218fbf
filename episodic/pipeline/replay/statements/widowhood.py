"""Makes "Ann is the widow of Bo" a lasting state of Ann, and not a marriage.

Without this rule, the sentence could be read as a marriage that still holds or that ends at this moment.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from episodic.languages import lexicon
from episodic.model.predicates import Effect, Predicate, Slot
from episodic.model.readings import Phase
from episodic.pipeline.replay.replayed_chapter import ReplayedStatement
from episodic.pipeline.text_positions import SpannedStatement

_MARRIAGE: Final = "married_to"
_PARTNER_IS_DEAD: Final = (Effect("dead", subject=Slot.OBJECT),)


def as_widowed(made: ReplayedStatement, names: Sequence[str]) -> ReplayedStatement:
    """Return the statement, changed to a state of the survivor if it tells a widowhood. Its sentence must say of a
    marriage that one of the two is a widow or widower. The dead partner, if the statement names one, becomes the object
    of the statement. The marriage does not end at the moment of the sentence, because the earlier death of the partner
    ended it.

    *names* are the names of the entities to which the statement's reading refers by index.
    """
    core = made.reading.core
    if made.predicate.name != _MARRIAGE or core.phase not in (Phase.ENDS, Phase.HOLDS):
        return made
    found = lexicon.pattern("widowhood").search(core.text)
    noun = None if found is None else lexicon.pattern("widow_nouns").match(core.text, found.end())
    if found is None or noun is None:
        return made
    predicate = Predicate(noun[0].casefold(), living=True, effects=_PARTNER_IS_DEAD)
    subject, object_ = made.subject, made.object
    if object_ is not None and _is_of_object(made, names, core.text[: found.start()]):
        subject, object_ = object_, subject
    reading = replace(made.reading, core=replace(core, phase=Phase.HOLDS))
    return replace(made, reading=reading, predicate=predicate, subject=subject, object=object_)


def _is_of_object(made: ReplayedStatement, names: Sequence[str], before: str) -> bool:
    """Return whether *before*, the words before "is the widow", name the statement's object and not its subject."""
    subject, object_ = made.reading.subject, made.reading.object
    return object_ is not None and names[object_] in before and names[subject] not in before


def in_phase(spanned: SpannedStatement, phase: Phase) -> SpannedStatement:
    """Return the statement *spanned* changed to the phase *phase*. For example, the statement then says that a state
    ends (ENDS), and not that the state holds (HOLDS).
    """
    core = spanned.reading.core
    if core.phase is phase:
        return spanned
    return replace(spanned, reading=replace(spanned.reading, core=replace(core, phase=phase)))
