"""Reads "Ann was killed" as the beginning of Ann's being dead, even if the reader reported only that she is dead."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from episodic.languages import lexicon
from episodic.model.predicates import LifeState
from episodic.model.readings import Phase, Placement, StatementScope
from episodic.pipeline.replay.replayed_chapter import ReplayedStatement

_AT_ONCE: Final = (Placement.NOW, StatementScope.WORLD, Phase.HOLDS)


def as_dying(made: ReplayedStatement) -> ReplayedStatement:
    """If a statement says that somebody is dead, and its quote tells the dying or killing itself, return the statement
    changed so that being dead begins. The statement must be about the current moment of the narration. An example of
    such a quote is "they were all put to death". If the quote says that the death was earlier, or how somebody heard of
    the death, return the statement unchanged.
    """
    core, quote = made.reading.core, made.evidence.quote
    if made.predicate.life is not LifeState.DEAD or (core.placing, core.scope, core.phase) != _AT_ONCE:
        return made
    tells = lexicon.pattern("dying_moments").search(quote) and not lexicon.pattern("earlier_deaths").search(quote)
    if not tells or core.habit or core.condition:
        return made
    return replace(made, reading=replace(made.reading, core=replace(core, phase=Phase.BEGINS)))
