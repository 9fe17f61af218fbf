"""Decides up to where the time words that open a passage of a letter or tale hold for what the passage tells."""

from __future__ import annotations

from episodic.model.spans import NarrativePosition
from episodic.temporal.chronology.counted_from import continues_tale
from episodic.temporal.chronology.layout import ChronologyLayout
from episodic.temporal.chronology.narrative_line import LineWriter
from episodic.temporal.chronology.segments import PassagePlan
from episodic.temporal.placed import PlacedStatement


def leave_opening_time(
    layout: ChronologyLayout, statement: PlacedStatement, plan: PassagePlan, writer: LineWriter
) -> None:
    """End the time words of the current moment of a letter or tale. They end if the writer or teller has gone on to a
    claim with a time of its own ("the next morning he saw the harbour"). A claim with a time of its own sets no current
    moment. At the next claim without a time of its own, *writer* therefore continues with a new moment without time
    words. Of the claim at which *writer* continues, only one thing is known: it is later than the current moment.
    """
    time = statement.time if statement.dated else None
    if time is not None and continues_tale(statement, time, plan.passage):
        plan.left = None if plan.has_words_of(statement) else writer.here
    elif statement.core.time is None and plan.left == writer.here and writer.here in layout.words:
        node = layout.network.new_node()
        layout.positions[node] = NarrativePosition(plan.passage.order, statement.evidence.start)
        writer.append(node)
        plan.left = None
