"""Finds a tale or letter that may go on in the next window.

The "I" of the teller of such a tale or letter must not be taken for the work's narrator.

A reader sees only the end of the text before its window. From this end alone, the reader may not see who tells a long
tale, or that a letter is not over yet.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from episodic.extraction.llm_based.narrator_words import NARRATOR
from episodic.extraction.readers import EntitiesReading
from episodic.model.episodes import FrameKind
from episodic.model.readings import FrameReading, NodeReading, Window
from episodic.text.speech import speech

_TOLD = (FrameKind.TALE, FrameKind.LETTER)


@dataclass(frozen=True, slots=True)
class OpenTale:
    """A tale or letter that a window ends with, and the name of its teller, who says "I" outside quotation marks. The
    teller is None if no entity except the main narrator says "I" in the tale outside quotation marks.
    """

    kind: FrameKind
    teller: str | None


def open_tale(window: Window, nodes: Sequence[NodeReading], frames: Sequence[FrameReading]) -> OpenTale | None:
    """Return the tale or letter to which the last passage of a window belongs, or None if the passage belongs to no
    tale or letter.
    """
    if not frames or frames[-1].kind not in _TOLD:
        return None
    first = next(number for number in range(len(frames), 0, -1) if number == 1 or frames[number - 2].kind not in _TOLD)
    start = window.passages[first - 1].start
    spoken = speech(window.text)
    pronoun = NARRATOR.of(window.language).first_person
    for node in nodes:
        told = [span for one in node.surfaces if one.text == pronoun for span in one.spans if span.start >= start]
        if not node.narrator and any(not any(quotation.holds(span) for quotation in spoken) for span in told):
            return OpenTale(frames[-1].kind, node.name)
    return OpenTale(frames[-1].kind, None)


def continued(entities: EntitiesReading, tale: OpenTale) -> EntitiesReading:
    """Return the entities and frames of a window, with the passages that continue *tale* marked as a tale or letter.

    The window's first passages belong to the tale if they are marked as continuing the text before the window. If the
    tale's teller is known and the window contains no new tale or letter, the narrator of the window is this teller. In
    a window that the tale's teller narrates, each passage that would otherwise belong to the main line belongs to the
    tale.
    """
    frames, nodes = entities.frames, entities.nodes
    inside = len(list(takewhile(lambda one: one.kind is FrameKind.CONTINUED, frames)))
    narrates = any(node.narrator for node in nodes) and not any(one.kind in _TOLD for one in frames)
    if narrates and tale.teller is not None:
        nodes = tuple(_named(node, tale.teller) if node.narrator else node for node in nodes)
        inside = len(frames)
    told = (
        replace(one, kind=tale.kind) if one.kind in (FrameKind.MAIN, FrameKind.CONTINUED) else one
        for one in frames[:inside]
    )
    return replace(entities, nodes=nodes, frames=(*told, *frames[inside:]))


def _named(node: NodeReading, teller: str) -> NodeReading:
    """Return the node of a narrator without the flag that marks the node as the narrator of the work. The node gets the
    teller's name if the window has no name for the node.
    """
    unnamed = all(one.shared for one in node.surfaces)
    return replace(node, narrator=False, name=teller if unnamed else node.name)
