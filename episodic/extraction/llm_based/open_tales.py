"""Finds a tale or letter that goes on in the next window, so that its "I" is not taken for the work's narrator.

The reader of a window sees only the end of the text before it, and would not know who tells a long tale.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from episodic.extraction.llm_based.narrator_words import NARRATOR
from episodic.extraction.readers import EntitiesReading
from episodic.model.episodes import FrameKind
from episodic.model.readings import FrameReading, NodeReading, Window
from episodic.text.speech import speech

_TOLD = (FrameKind.TALE, FrameKind.LETTER)


@dataclass(frozen=True, slots=True)
class OpenTale:
    """A tale or letter that a window ends with, and the name of its teller, who says "I" outside quotation marks."""

    kind: FrameKind
    teller: str


def open_tale(window: Window, nodes: Sequence[NodeReading], frames: Sequence[FrameReading]) -> OpenTale | None:
    """Return the tale or letter that is not over at the end of a window, or None if there is none, or if no entity of
    the window is its teller, or if the tale stands in quotation marks.
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
    return None


def continued(entities: EntitiesReading, tale: OpenTale) -> EntitiesReading:
    """Return the entities and frames of a window that continues *tale*: the window's narrator is the teller, and the
    passages of the main line belong to the tale.

    The window is unchanged if it has no narrator, or lists tales or letters itself, because its reader has then seen
    where the tale ends.
    """
    narrates = any(node.narrator for node in entities.nodes)
    if not narrates or any(frame.kind in _TOLD for frame in entities.frames):
        return entities
    nodes = tuple(_named(node, tale.teller) if node.narrator else node for node in entities.nodes)
    frames = tuple(
        replace(frame, kind=tale.kind) if frame.kind in (FrameKind.MAIN, FrameKind.CONTINUED) else frame
        for frame in entities.frames
    )
    return replace(entities, nodes=nodes, frames=frames)


def _named(node: NodeReading, teller: str) -> NodeReading:
    """Return the node of a narrator with the teller's name, if the window has no name for the narrator."""
    unnamed = all(one.shared for one in node.surfaces)
    return replace(node, narrator=False, name=teller if unnamed else node.name)
