"""Statements together with the readings from which they were made, and with the entities of their windows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from episodic.dedup.nodes import PlacedNode
from episodic.pipeline.replay.replayed_chapter import ReplayedStatement
from episodic.pipeline.text_positions import SpannedStatement

StatementSource = tuple[SpannedStatement, Sequence[int], Sequence[str]]
"""A statement in the form of a reading, with the cluster number and the name of each node to which the reading can
refer by index. A statement that a reader extracted can refer to the nodes of its window.
"""


def forms_of(source: StatementSource, node: int, nodes: Sequence[Sequence[PlacedNode]]) -> list[str]:
    """Return the name of a node to which a statement refers, and its surface forms in the window of the statement.
    *nodes* contains the nodes of each window. The teller of a letter that began in an earlier window has no surface
    forms in the window of the statement.
    """
    spanned, _, names = source
    window = nodes[spanned.window]
    surfaces = window[node].reading.surfaces if node < len(window) else ()
    return [names[node], *(one.text for one in surfaces)]


@dataclass(frozen=True, slots=True)
class SourcedStatement:
    """A replayed statement with the statement reading from which it was made. `numbers` contains the cluster number of
    each node to which the reading can refer by index, and `names` the name of each of these nodes.
    """

    made: ReplayedStatement
    spanned: SpannedStatement
    numbers: Sequence[int]
    names: Sequence[str]
