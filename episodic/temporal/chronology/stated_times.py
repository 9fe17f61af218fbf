"""Records the constraints and the dates that time expressions give to moments of the story."""

from __future__ import annotations

from episodic.model.moments import Anchor, TimeExpression, TimeKind
from episodic.model.readings import Placement
from episodic.model.spans import Evidence
from episodic.temporal.chronology.layout import ChronologyLayout
from episodic.temporal.chronology.time_terms import TimeTerms
from episodic.temporal.constraints import Basis, Constraint, ConstraintTerms

DIRECT = (Anchor.EVENT, Anchor.REFERENCE)
"""The anchors (moments from which a time expression counts) that the words of the time expression name themselves: a
named event or a date. For any other anchor, the place of the time expression in the text decides which moment is meant.
"""


def state(
    terms: ConstraintTerms,
    expression: TimeExpression,
    *,
    source: Evidence | None,
    owner: str,
    into: list[tuple[Constraint, str]],
) -> None:
    """Append the constraint of a time expression, with the id *owner* of its passage or statement, to the list *into*,
    unless the constraint is empty.
    """
    if not terms.empty:
        direct = expression.kind is TimeKind.CALENDAR or expression.anchor in DIRECT
        into.append((terms.with_basis(Basis.STATED if direct else Basis.RULE, source), owner))


def note_date(layout: ChronologyLayout, terms: TimeTerms, node: int, expression: TimeExpression) -> None:
    """Record the days of a date for the node *node*, as axis, first day and last day. Nothing is recorded if the time
    expression is no date, or a date whose days are unknown.
    """
    days = terms.day_range(expression)
    if days is not None:
        layout.days[node] = days


def placement_order(node: int, now: int, placing: Placement) -> Constraint:
    """Return the constraint that puts *node*, the moment of a statement about the past or future, before or after
    *now*, the moment at which the text tells it.
    """
    step = (node, now) if placing.past else (now, node)
    # A scene lasts less than a day, so an earlier moment of this scene is at most one day earlier.
    spans = ((now, node, -1),) if placing is Placement.EARLIER else ()
    return Constraint(spans, (step,), Basis.DEFAULT)
