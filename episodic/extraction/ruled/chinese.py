"""The Chinese rules as the ruled reader calls them."""

from __future__ import annotations

from collections.abc import Sequence

from episodic.extraction.ruled.chinese_frames import frames
from episodic.extraction.ruled.chinese_names import named_nodes
from episodic.extraction.ruled.chinese_pronouns import narrator_places
from episodic.extraction.ruled.chinese_statements import statements
from episodic.extraction.ruled.rules import KnownNode, NamedNode, NameKind, TimeRules
from episodic.model.readings import FrameReading, StatementReading, Surface, Window
from episodic.model.spans import Span


class ChineseRules:
    """Names by form, frequency and context; statements by construction; classical and modern prose alike."""

    def names(self, window: Window, speech: Sequence[Span]) -> Sequence[NamedNode]:
        """Who and what the window names."""
        nodes = named_nodes(window.text)
        told_by = narrator_places(window.text, speech=speech, passages=window.passages)
        if not told_by:
            return nodes
        return (*nodes, NamedNode(NameKind.PERSON, (Surface("我", told_by, shared=True),), narrator=True))

    def frames(self, window: Window, speech: Sequence[Span], *, times: TimeRules) -> Sequence[FrameReading]:
        """One frame a passage."""
        return frames(window, speech, times=times)

    def statements(
        self, window: Window, speech: Sequence[Span], *, nodes: Sequence[KnownNode], times: TimeRules
    ) -> Sequence[StatementReading]:
        """What the window says of its nodes."""
        return statements(window.text, speech=speech, nodes=nodes, times=times)
