"""The runs of frames across chapters: a flashback or tale that is broken off can go on in a later chapter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from episodic.model.episodes import FrameKind, Layer
from episodic.pipeline.inputs import ChapterInput
from episodic.pipeline.text_positions import FramedPassage


@dataclass(slots=True)
class FrameRuns:
    """The runs of the chapters so far, by layer: the last run of each frame, and the frame of the last passage."""

    last: dict[tuple[Layer, FrameKind], str] = field(default_factory=dict[tuple[Layer, FrameKind], str])
    ends: dict[Layer, tuple[FrameKind, str]] = field(default_factory=dict[Layer, tuple[FrameKind, str]])

    def copy(self) -> FrameRuns:
        """Return an independent copy."""
        return FrameRuns(dict(self.last), dict(self.ends))

    def of(self, chapter: ChapterInput, framed: Sequence[FramedPassage]) -> list[tuple[FramedPassage, str]]:
        """Return the passages of the next chapter with their frames and the ids of their runs.

        Passages at the beginning of a chapter that are read as `continued` have the frame before them. A run that does
        not start in the chapter continues the last run of its frame.
        """
        episode = chapter.episode
        layer = Layer.CANON if episode.layer is Layer.DRAFT else episode.layer
        before = self.ends.get(layer)
        number = 1 + max((one.run for one in framed), default=0)
        ids: dict[int, str] = {}
        found: list[tuple[FramedPassage, str]] = []
        leading = True
        for one in framed:
            leading = leading and one.reading.kind is FrameKind.CONTINUED
            passage = one
            if leading and before is not None and before[0] is not FrameKind.MAIN:
                passage = replace(one, frame=before[0], run=number)
                ids.setdefault(number, before[1])
            elif one.run not in ids:
                known = None if one.reading.starts else self.last.get((layer, one.frame))
                ids[one.run] = known or f"{episode.uuid}:{one.run}"
            run = ids[passage.run]
            if passage.frame is not FrameKind.MAIN:
                self.last[layer, passage.frame] = run
            self.ends[layer] = (passage.frame, run)
            found.append((passage, run))
        return found
