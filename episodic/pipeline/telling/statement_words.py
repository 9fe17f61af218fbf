"""A statement by its words: what was read, and what the author states as if it had been read."""

from __future__ import annotations

from collections.abc import Sequence

from episodic.model.episodes import Episode
from episodic.model.readings import StatementReading
from episodic.pipeline.acts.authored import Stated, StatementWords
from episodic.pipeline.placing import FramedPassage, SpannedStatement


def as_read(one: SpannedStatement, episode: Episode, names: Sequence[str]) -> StatementWords:
    """What a statement says as it was read."""
    reading = one.reading
    target = None if reading.object is None else names[reading.object]
    quote = one.span.of(episode.text)
    return StatementWords(quote, names[reading.subject], reading.predicate, target, reading.value, reading.phase)


def as_if_read(stated: Stated, framed: Sequence[FramedPassage]) -> SpannedStatement:
    """A statement of the author's as if it had been read; its nodes are indexes into the author's people."""
    said = stated.said
    reading = StatementReading(
        quote=stated.span,
        text=said.text,
        subject=said.subject,
        predicate=said.predicate,
        object=said.object,
        value=said.value,
        participants=said.participants,
        phase=said.phase,
        scope=said.scope,
        holder=said.holder,
        time=said.time,
        placing=said.placing,
    )
    passage = max(one.index for one in framed if one.span.start <= stated.span.start)
    return SpannedStatement(framed[passage].window, reading, stated.span, passage)
