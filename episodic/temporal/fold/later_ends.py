"""Finds the facts that have ended because a later fact of the same content has a stated end."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from episodic.model.predicates import PredicateKind
from episodic.temporal.exclusion import StatementContent
from episodic.temporal.fold.fact_drafts import FactDraft
from episodic.temporal.fold.group_ends import EndCause
from episodic.temporal.fold.moment_ranks import MomentRanks


def ends_of_equal_facts(drafts: Sequence[FactDraft], ranks: MomentRanks) -> Iterator[tuple[int, EndCause]]:
    """Yield the index and the end of each state that is over because another fact with equal content has a stated end.
    The state itself has no stated end. A state counts as over only if the stated end of the fact with equal content is
    certainly later than all statements of the state. States that are denied, or that the author has locked (protected
    against a change of their ends), are left out. For example, the text tells of two stays of a person in one town, and
    of one departure. The person is then no longer in the town, whichever of the two stays the departure ends. If only a
    departure after a later stay shows that an earlier stay is over, the exact end of the earlier stay is unknown.
    """
    closing: dict[StatementContent, list[int]] = defaultdict(list)
    for draft in drafts:
        closing[draft.content].extend(() if draft.denied else draft.closing)
    for number, draft in enumerate(drafts):
        if draft.kind is PredicateKind.STATE and not (draft.denied or draft.closing or draft.locked):
            for end in closing[draft.content]:
                if draft.over_by(end, ranks):
                    yield number, EndCause(end, number, exact=False)
