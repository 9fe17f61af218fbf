"""Statements together with the readings from which they were made, and with entities.

The entities are those that the reader found in the same window (part of a chapter).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from episodic.dedup.nodes import PlacedNode
from episodic.pipeline.replay.replayed_chapter import ReplayedStatement
from episodic.pipeline.text_positions import SpannedStatement

StatementSource = tuple[SpannedStatement, Sequence[int], Sequence[str]]
"""A statement as a reader extracted it, and the cluster numbers and names of the entities to which the statement refers
by index. The entities are those that the reader found in the same window (part of a chapter), or those of a statement
that the author made.
"""


def forms_of(source: StatementSource, node: int, nodes: Sequence[Sequence[PlacedNode]]) -> list[str]:
    """Return the name of an entity, and the words that mention the entity in the window (part of the chapter) of a
    statement. The statement refers to the entity by the index *node*. *nodes* contains, for each window (part of the
    chapter), the entities that the reader found there. An entity may be mentioned nowhere in the window of the
    statement: for example, the writer of a letter that began in an earlier window.
    """
    spanned, _, names = source
    window = nodes[spanned.window]
    surfaces = window[node].reading.surfaces if node < len(window) else ()
    return [names[node], *(one.text for one in surfaces)]


@dataclass(frozen=True, slots=True)
class SourcedStatement:
    """A replayed statement with the statement reading from which it was made. The reading refers to entities by index;
    `numbers` and `names` contain the cluster number and the name of the entity at each index.
    """

    made: ReplayedStatement
    spanned: SpannedStatement
    numbers: Sequence[int]
    names: Sequence[str]
