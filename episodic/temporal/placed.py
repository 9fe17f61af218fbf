"""Passages and statements in their place: what the chronology and the fold are computed from."""

from __future__ import annotations

from dataclasses import dataclass

from episodic.model.episodes import FrameKind, Layer
from episodic.model.graph import Role
from episodic.model.moments import TimeExpression
from episodic.model.predicates import Predicate
from episodic.model.readings import Phase, Placing, StatementScope
from episodic.model.spans import Evidence, Told

UNFRAMED = (StatementScope.CLAIM, StatementScope.BELIEF)
"""Scopes whose moment is when it is said or held: time words in them belong to what is said (R9)."""


@dataclass(frozen=True, slots=True)
class PlacedPassage:
    """One passage where it is told.

    `order` is its episode's order key, `start` its offset there; `run` is unique in the work (this letter, this tale; the
    main line is one run a layer). `time` are its own time words as read, which set its now; `time_start` is where those words
    stand in the episode (None: at `start`). `reference` is the story time the caller gave the chapter, on its first passage.
    """

    uuid: str
    episode: str
    order: int
    index: int
    start: int
    frame: FrameKind
    run: str
    time: TimeExpression | None = None
    time_text: str | None = None
    time_start: int | None = None
    aside: bool = False
    layer: Layer = Layer.CANON
    reference: TimeExpression | None = None

    @property
    def main(self) -> bool:
        """Whether it is on the main line."""
        return self.frame is FrameKind.MAIN

    @property
    def telling(self) -> tuple[int, int]:
        """Sorts passages as they are told."""
        return (self.order, self.index)

    @property
    def evidence(self) -> Evidence | None:
        """Its time words, None where it has none."""
        if not self.time_text:
            return None
        start = self.start if self.time_start is None else self.time_start
        end = start + len(self.time_text)
        return Evidence(self.episode, self.time_text, start, end, Told(self.order, start))


@dataclass(frozen=True, slots=True)
class PlacedStatement:
    """What one quote says, with its people known, in the passage it stands in.

    `value_key` is the form under which values are compared; `time` are its own time words as read; `event` is the key of the
    named event that it tells ("the fire").
    """

    uuid: str
    passage: str
    evidence: Evidence
    subject: str
    predicate: Predicate
    text: str
    object: str | None = None
    value: str | None = None
    value_key: str | None = None
    layer: Layer = Layer.CANON
    participants: tuple[Role, ...] = ()
    phase: Phase = Phase.HOLDS
    scope: StatementScope = StatementScope.WORLD
    holder: str | None = None
    tellers: tuple[str, ...] = ()
    placing: Placing = Placing.NOW
    time: TimeExpression | None = None
    time_text: str | None = None
    event: str | None = None
    locked: bool = False
    """The author has confirmed it: its fact never ends by itself."""

    @property
    def told(self) -> Told:
        """Where the reader learns it."""
        return self.evidence.told

    @property
    def telling(self) -> tuple[int, int, int, str]:
        """Sorts statements as they are told; equal places by id, so that the order never hangs on arrival."""
        return (self.evidence.told.order, self.evidence.told.offset, self.evidence.end, self.uuid)

    @property
    def world(self) -> bool:
        """Whether it is true in the story's own world."""
        return self.scope is StatementScope.WORLD

    @property
    def dated(self) -> bool:
        """Whether its own words place it: those of a claim or belief belong to what is said."""
        return self.time is not None and self.time.stated and self.scope not in UNFRAMED
