"""Groups the passages of one flashback, dream, letter or tale into a run, during a replay. A run is one particular
flashback, dream, letter or tale, or the main line. For example, a tale that one chapter interrupts can continue in a
later chapter, and is then the same run.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

from episodic.model.episodes import FrameKind, Layer
from episodic.pipeline.inputs import ChapterInput
from episodic.pipeline.text_positions import FramedPassage


@dataclass(slots=True)
class FrameRuns:
    """The runs (flashbacks, letters and so on) of the chapters replayed so far. `last` contains, for each layer, the
    run ids of the last flashback, the last dream, the last letter and the last tale. `ends` contains the frame and the
    run id of each layer's last passage, which the first passage of the next chapter may continue. In `last` and `ends`,
    drafts count as the layer `canon`.
    """

    last: dict[tuple[Layer, FrameKind], str] = field(default_factory=dict[tuple[Layer, FrameKind], str])
    ends: dict[Layer, tuple[FrameKind, str]] = field(default_factory=dict[Layer, tuple[FrameKind, str]])

    KEPT: ClassVar[tuple[str, ...]] = ("last", "ends")
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ()

    def copy(self) -> FrameRuns:
        return FrameRuns(dict(self.last), dict(self.ends))

    def of(self, chapter: ChapterInput, framed: Sequence[FramedPassage]) -> list[tuple[FramedPassage, str]]:
        """Return the passages of the next chapter, each with its frame, such as flashback, and the id of its run.

        If the reader marked passages at the beginning of a chapter as `continued`, these passages belong to the run of
        the last passage before this chapter in the same layer. A last passage on the main line is not continued in this
        way. A flashback, dream, letter or tale that is not marked as a new one continues the last one of the same kind.
        The passages of both get the same run id.
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
