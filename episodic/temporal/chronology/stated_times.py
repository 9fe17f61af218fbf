"""Records the constraints and the dates that the time expressions of a text give to moments."""

from __future__ import annotations

from episodic.model.moments import Anchor, TimeExpression, TimeKind
from episodic.model.spans import Evidence
from episodic.temporal.chronology.layout import ChronologyLayout
from episodic.temporal.chronology.time_terms import TimeTerms
from episodic.temporal.constraints import Basis, Constraint, ConstraintTerms

DIRECT = (Anchor.EVENT, Anchor.REFERENCE)
"""The anchors that a time expression itself names. All other anchors depend on the position of the time expression in
the text.
"""


def state(
    terms: ConstraintTerms,
    expression: TimeExpression,
    *,
    source: Evidence | None,
    owner: str,
    into: list[tuple[Constraint, str]],
) -> None:
    """Add the constraint of a time expression to the list *into*, unless the constraint is empty."""
    if not terms.empty:
        direct = expression.kind is TimeKind.CALENDAR or expression.anchor in DIRECT
        into.append((terms.with_basis(Basis.STATED if direct else Basis.RULE, source), owner))


def note_date(layout: ChronologyLayout, terms: TimeTerms, node: int, expression: TimeExpression) -> None:
    """Record the first and the last day of the node *node* if the time expression is a date."""
    days = terms.day_range(expression)
    if days is not None:
        layout.days[node] = days
