"""What a reader of windows is: the protocol that the ruled and the prompted reader both fit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from episodic.model.readings import FrameReading, NodeReading, Rejection, StatementReading, Window
from episodic.model.settings import WorkSettings


@dataclass(frozen=True, slots=True)
class EntitiesReading:
    """Who and what a window names, and the frame of each of its passages."""

    nodes: tuple[NodeReading, ...]
    frames: tuple[FrameReading, ...]
    rejected: tuple[Rejection, ...] = ()


@dataclass(frozen=True, slots=True)
class FactsReading:
    """What a window says; its statements point at nodes of the entities reading."""

    statements: tuple[StatementReading, ...]
    rejected: tuple[Rejection, ...] = ()


class Reader(Protocol):
    """Reads one window at a time, each by itself: the same window and settings give the same reading."""

    @property
    def name(self) -> str:
        """Names the reader, its version and (for a prompted one) its model; stored with what it read."""
        ...

    async def entities(self, window: Window, settings: WorkSettings) -> EntitiesReading:
        """Who and what the window names. Raises ModelError."""
        ...

    async def facts(self, window: Window, entities: EntitiesReading, settings: WorkSettings) -> FactsReading:
        """What the window says of them. Raises ModelError."""
        ...
