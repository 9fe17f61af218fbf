"""Places an event before its scene if the narration says that it had already happened then."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from episodic.languages import lexicon
from episodic.model.predicates import Predicate, PredicateKind
from episodic.model.readings import Phase, Placement, StatementReading, StatementScope
from episodic.pipeline.replay.statement_sources import StatementSource
from episodic.text.speech import speech


def done_before(
    sources: Sequence[StatementSource], text: str, find: Callable[[str], Predicate | None]
) -> list[StatementSource]:
    """Return the statements of a chapter. An event about the story's world whose quote is narration and begins with
    words such as "by then she had already" gets the placement `back` instead of `now`, if it has no time of its own.
    *find* returns the predicate with a given name.
    """
    words = lexicon.pattern("finished_by_then")
    found = [number for number, one in enumerate(sources) if words.match(one[0].span.of(text)) is not None]
    made = list(sources)
    spoken = speech(text) if found else ()
    for number in found:
        spanned, numbers, names = sources[number]
        quoted = any(one.start < spanned.span.end and spanned.span.start < one.end for one in spoken)
        if not quoted and _is_event_now(spanned.reading, find(spanned.reading.core.predicate)):
            core = replace(spanned.reading.core, placing=Placement.BACK)
            made[number] = replace(spanned, reading=replace(spanned.reading, core=core)), numbers, names
    return made


def _is_event_now(reading: StatementReading, known: Predicate | None) -> bool:
    core = reading.core
    kind = reading.coined_kind if known is None else known.kind
    plain = core.scope is StatementScope.WORLD and core.phase in (Phase.HOLDS, Phase.BEGINS) and not core.habit
    return plain and kind is PredicateKind.EVENT and core.placing is Placement.NOW and core.time is None
