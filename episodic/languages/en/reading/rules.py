"""Entry points of the English reading rules, which the rule-based reader calls through the language registry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from episodic.extraction.rule_based.frames import read_frames
from episodic.extraction.rule_based.language_rules import KnownName, KnownNode, NamedNode, NameKind, TimeRules, Trust
from episodic.extraction.rule_based.non_narration import merge_letters
from episodic.languages.en.reading.frame_markers import FRAME_MARKERS, italic_letters
from episodic.languages.en.reading.names import trust
from episodic.languages.en.reading.nodes import named_nodes
from episodic.languages.en.reading.statements import read_statements
from episodic.model.readings import FrameReading, StatementReading, Window
from episodic.model.spans import Span


class EnglishRules:
    def names(self, window: Window, speech: Sequence[Span], *, known: Sequence[KnownName] = ()) -> Sequence[NamedNode]:
        return named_nodes(window, merge_letters(speech, italic_letters(window.text)), known=known)

    def trust(self, name: str, kind: NameKind, *, chapters: int, mentions: int) -> Trust:
        del mentions
        return Trust.EVERYWHERE if kind is NameKind.ITEM and name.startswith("the ") else trust(name, chapters=chapters)

    def frames(self, window: Window, speech: Sequence[Span], *, times: TimeRules) -> Sequence[FrameReading]:
        return read_frames(window, speech, markers=FRAME_MARKERS, letters=italic_letters(window.text), times=times)

    def statements(
        self, window: Window, speech: Sequence[Span], *, nodes: Sequence[KnownNode], times: TimeRules
    ) -> Sequence[StatementReading]:
        return read_statements(window, merge_letters(speech, italic_letters(window.text)), nodes=nodes, times=times)


RULES: Final = EnglishRules()
