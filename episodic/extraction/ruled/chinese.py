"""The Chinese rules as the ruled reader calls them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from episodic.extraction.ruled.chinese_frames import frames
from episodic.extraction.ruled.chinese_names import named_nodes
from episodic.extraction.ruled.chinese_pronouns import first_person
from episodic.extraction.ruled.chinese_statements import statements
from episodic.extraction.ruled.others_words import tellers
from episodic.extraction.ruled.rules import KnownNode, NamedNode, NameKind, TimeRules
from episodic.model.readings import FrameReading, StatementReading, Surface, Window
from episodic.model.spans import Span

_NEEDED = 3
"""A narrator says 我 so often in a window, at least."""


class ChineseRules:
    """Names by form, frequency and context; statements by construction; classical and modern prose alike."""

    def names(self, window: Window, speech: Sequence[Span]) -> Sequence[NamedNode]:
        """Who and what the window names."""
        nodes = list(named_nodes(window.text))
        for told in tellers(window, first_person(window.text), speech, needed=_NEEDED):
            says = Surface("我", told.places, shared=True)
            known = next((place for place, node in enumerate(nodes) if _called(node, told.teller)), None)
            if known is not None:
                nodes[known] = replace(nodes[known], surfaces=(*nodes[known].surfaces, says))
            else:
                nodes.append(NamedNode(NameKind.PERSON, (says,), narrator=not told.teller, name=told.teller))
        return nodes

    def frames(self, window: Window, speech: Sequence[Span], *, times: TimeRules) -> Sequence[FrameReading]:
        """One frame a passage."""
        return frames(window, speech, times=times)

    def statements(
        self, window: Window, speech: Sequence[Span], *, nodes: Sequence[KnownNode], times: TimeRules
    ) -> Sequence[StatementReading]:
        """What the window says of its nodes."""
        return statements(window.text, speech=speech, nodes=nodes, times=times)


def _called(node: NamedNode, teller: str) -> bool:
    """Whether it is the person whom the chapter names as its teller."""
    return node.kind is NameKind.PERSON and any(one.text == teller for one in node.surfaces)
