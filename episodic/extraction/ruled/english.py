"""The English rules as the ruled reader calls them."""

from __future__ import annotations

from collections.abc import Sequence

from episodic.extraction.ruled.english_frames import frames, starred_letters
from episodic.extraction.ruled.english_nodes import named_nodes
from episodic.extraction.ruled.english_statements import statements
from episodic.extraction.ruled.others_words import beside
from episodic.extraction.ruled.rules import KnownNode, NamedNode, TimeRules
from episodic.model.readings import FrameReading, StatementReading, Window
from episodic.model.spans import Span


class EnglishRules:
    """Names by form, frequency and context; statements by construction."""

    def names(self, window: Window, speech: Sequence[Span]) -> Sequence[NamedNode]:
        """Who and what the window names."""
        return named_nodes(window, beside(speech, starred_letters(window.text)))

    def frames(self, window: Window, speech: Sequence[Span], *, times: TimeRules) -> Sequence[FrameReading]:
        """One frame a passage."""
        return frames(window, speech, times=times)

    def statements(
        self, window: Window, speech: Sequence[Span], *, nodes: Sequence[KnownNode], times: TimeRules
    ) -> Sequence[StatementReading]:
        """What the window says of its nodes."""
        return statements(window, beside(speech, starred_letters(window.text)), nodes=nodes, times=times)
