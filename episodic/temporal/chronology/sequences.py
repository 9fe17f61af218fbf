"""Finds sequences of statements that all look back, or all look ahead, and that the text tells in story order."""

from __future__ import annotations

from dataclasses import dataclass, field

from episodic.model.readings import Placement
from episodic.model.spans import NarrativePosition
from episodic.temporal.chronology.layout import ChronologyLayout
from episodic.temporal.chronology.undated import UndatedRun
from episodic.temporal.placed import PlacedPassage, PlacedStatement, of_one_row


@dataclass(slots=True)
class SequenceFinder:
    """Records, in the layout, sequences of statements that all look back or all look ahead; statements are read in
    narrative order.

    A sequence ends with its chapter, so that chapters can be added one by one.
    """

    layout: ChronologyLayout
    _last: dict[str, tuple[str, PlacedStatement]] = field(default_factory=dict[str, tuple[str, PlacedStatement]])
    _before: dict[str, PlacedStatement] = field(default_factory=dict[str, PlacedStatement])

    def read(self, passage: PlacedPassage, statement: PlacedStatement) -> str | None:
        """Record whether *statement*, the next one of its passage, continues a sequence; return the id of the previous
        statement of this sequence, or None if it continues no sequence.
        """
        if statement.core.derived:
            return None
        episode, last = self._last.get(passage.run, (None, None))
        if last is not None and of_one_row(last, statement):
            before = self._before.get(last.uuid)
        else:
            self._last[passage.run] = (passage.episode, statement)
            before = last if episode == passage.episode and statement.core.follows else None
        if before is None or not _one_account(before, statement):
            return None
        self._before[statement.uuid] = before
        self._place(before, statement)
        return before.uuid

    def read_undated(self, passage: PlacedPassage, undated: UndatedRun) -> None:
        """Read undated statements, which end the sequence of their run unless all of them are derived."""
        if undated.extracted:
            self._last.pop(passage.run, None)

    def _place(self, before: PlacedStatement, statement: PlacedStatement) -> None:
        layout = self.layout
        line = layout.sequences.setdefault(before.uuid, before.uuid)
        reached = layout.sequence_positions.setdefault(before.uuid, before.told)
        layout.sequences[statement.uuid] = line
        # Several statements of one quote need different positions on the line.
        offset = max(statement.told.offset, reached.offset + 1)
        layout.sequence_positions[statement.uuid] = NarrativePosition(statement.told.order, offset)


def drop_sequence(layout: ChronologyLayout, statement: str) -> None:
    """Remove the whole sequence of a statement from the layout, because the text dates its statements in another order."""
    line = layout.sequences.get(statement)
    for one in [uuid for uuid, of in layout.sequences.items() if of == line]:
        del layout.sequences[one], layout.sequence_positions[one]


def _one_account(one: PlacedStatement, other: PlacedStatement) -> bool:
    ways = {Placement.BACK if each.core.placing.past else each.core.placing for each in (one, other)}
    speakers = {
        None if each.world else (each.tellers[0] if each.tellers else each.holder or "") for each in (one, other)
    }
    return len(speakers) == 1 and len(ways) == 1 and Placement.NOW not in ways
