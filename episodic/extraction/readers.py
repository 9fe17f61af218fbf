"""The reader protocol and its two result types; the rule-based and the LLM-based reader implement the protocol."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from episodic.model.readings import FrameReading, NodeReading, Rejection, StatementReading, Window
from episodic.model.settings import WorkSettings


@dataclass(frozen=True, slots=True)
class EntitiesReading:
    """The nodes that a window names, the frame of each passage of the window, and the names of its named events."""

    nodes: tuple[NodeReading, ...]
    frames: tuple[FrameReading, ...]
    rejected: tuple[Rejection, ...] = ()
    events: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FactsReading:
    """The statements of a window; each statement refers to nodes of the window's EntitiesReading by index."""

    statements: tuple[StatementReading, ...]
    rejected: tuple[Rejection, ...] = ()


class Reader(Protocol):
    """A reader that extracts entities and statements from one window at a time.

    The result depends only on the window and the settings.
    """

    @property
    def name(self) -> str:
        """Returns the name of the reader with its version and, for an LLM-based reader, the name of its model.

        The store keeps the reader's name with the readings.
        """
        ...

    async def entities(self, window: Window, settings: WorkSettings) -> EntitiesReading:
        """Returns the nodes and frames of the window. Raises ModelError."""
        ...

    async def facts(self, window: Window, entities: EntitiesReading, settings: WorkSettings) -> FactsReading:
        """Returns the statements of the window about the nodes in *entities*. Raises ModelError."""
        ...
