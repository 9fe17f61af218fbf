"""The replaceable parts of a session as one value, such as its reader, judges, embedder and clock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from episodic.extraction.readers import Reader
from episodic.model.settings import WorkSettings
from episodic.pipeline.session.judge_calls import Judges
from episodic.pipeline.session.state import Clock
from episodic.pipeline.text_positions import VectorsOf
from episodic.ports import Embedder

CHECKPOINT_FROM = 1_000
"""By default, a work with at least this number of statements has a checkpoint. A new process replays a smaller work in
about a second.
"""


@dataclass(frozen=True, slots=True)
class SessionServices:
    """The replaceable parts of a session: its reader, judges, embedder and clock. `judges_for` is a function that
    returns the judges for given settings. `vectors_of` gives the vectors by which the candidates (known entities) for a
    node are found.
    """

    reader: Reader
    judges_for: Callable[[WorkSettings], Judges]
    embedder: Embedder
    vectors_of: VectorsOf
    clock: Clock
    checkpoint_from: int = CHECKPOINT_FROM
    """A work with at least this number of statements has a checkpoint in the store."""
