"""Keys of statements as a reader extracted them, and the conversion of an author's statement to this form."""

from __future__ import annotations

from collections.abc import Sequence

from episodic.dedup.nodes import PlacedNode
from episodic.model.episodes import Episode
from episodic.model.readings import StatementReading
from episodic.pipeline.overrides.statement_overrides import ResolvedStatement, StatementKey
from episodic.pipeline.text_positions import FramedPassage, SpannedStatement

_NO_PLACES = frozenset(("Item", "Creature", "Person", "Concept", "Ability"))
"""The built-in entity types whose entities cannot be places; an organisation can be a place. A person can be in a chair
or a carriage, although a chair is not a place.
"""


def key_of_reading(statement: SpannedStatement, episode: Episode, names: Sequence[str]) -> StatementKey:
    """Return the key by which the author's overrides find a statement that a reader extracted. *names* are the names of
    the entities to which the statement refers by index.
    """
    reading = statement.reading
    target = None if reading.object is None else names[reading.object]
    quote = statement.span.of(episode.text)
    return StatementKey(
        quote, names[reading.subject], reading.core.predicate, target, reading.core.value, reading.core.phase
    )


def is_thing(statement: SpannedStatement, nodes: Sequence[Sequence[PlacedNode]]) -> bool:
    """Return whether the reader gave the statement's object a default entity type that cannot be a place, such as Item."""
    target = statement.reading.object
    return target is not None and nodes[statement.window][target].reading.type in _NO_PLACES


def as_spanned_statement(stated: ResolvedStatement, framed: Sequence[FramedPassage]) -> SpannedStatement:
    """Return an author's statement in the form of a statement reading.

    The returned statement refers to entities by their index in the author's statement.
    """
    said = stated.said
    reading = StatementReading(
        quote=stated.span,
        core=said.core,
        subject=said.subject,
        object=said.object,
        participants=said.participants,
        holder=said.holder,
        coined_kind=said.coined_kind,
    )
    passage = max(one.index for one in framed if one.span.start <= stated.span.start)
    return SpannedStatement(framed[passage].window, reading, stated.span, passage)
