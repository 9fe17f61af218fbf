"""The protocol of readers (rule-based or LLM-based), which read a window in two steps: its entities, then its facts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from episodic.model.readings import FrameReading, NodeReading, Rejection, StatementReading, Window
from episodic.model.settings import WorkSettings


@dataclass(frozen=True, slots=True)
class EntitiesReading:
    """The entities (nodes) that a window (a part of a chapter) names. An EntitiesReading also has the frame of each
    passage of the window, and the names of its named events.
    """

    nodes: tuple[NodeReading, ...]
    frames: tuple[FrameReading, ...]
    rejected: tuple[Rejection, ...] = ()
    events: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FactsReading:
    """The statements that a reader extracted from a window (a part of a chapter), and the rejected parts of the model's
    reply. A statement refers to an entity (node) by the index of the node in the EntitiesReading of the same window.
    """

    statements: tuple[StatementReading, ...]
    rejected: tuple[Rejection, ...] = ()


class Reader(Protocol):
    """A reader that extracts entities and statements from one window (a part of a chapter) at a time.

    What a reader extracts may depend only on the arguments of the call, such as the window and the settings.
    """

    @property
    def name(self) -> str:
        """Return the name and version of the reader, and the name of its model if the reader uses a model."""
        ...

    async def entities(self, window: Window, settings: WorkSettings) -> EntitiesReading:
        """Return the entities that the window names (nodes), and how each passage relates to the main line (frames).

        Raise ModelError if a call of the language model fails.
        """
        ...

    async def facts(self, window: Window, entities: EntitiesReading, settings: WorkSettings) -> FactsReading:
        """Return the statements of the window about the nodes in *entities*.

        Raise ModelError if a call of the language model fails.
        """
        ...
