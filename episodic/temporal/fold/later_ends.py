"""Finds the stated ends by which other facts of the same content have ended, too."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from episodic.model.predicates import PredicateKind
from episodic.temporal.exclusion import StatementContent
from episodic.temporal.fold.fact_drafts import FactDraft
from episodic.temporal.fold.group_ends import EndCause
from episodic.temporal.fold.moment_ranks import MomentRanks


def ends_of_equal_facts(drafts: Sequence[FactDraft], ranks: MomentRanks) -> Iterator[tuple[int, EndCause]]:
    """Yield the ends of facts without a stated end, each with the index of the fact: the stated ends of other facts of the
    same content that are certainly after all its statements. Whichever stay in a town somebody's departure ends, he is no
    longer there. When he had left before is unknown.
    """
    closing: dict[StatementContent, list[int]] = defaultdict(list)
    for draft in drafts:
        closing[draft.content].extend(() if draft.denied else draft.closing)
    for number, draft in enumerate(drafts):
        if draft.kind is PredicateKind.STATE and not (draft.denied or draft.closing or draft.locked):
            for end in closing[draft.content]:
                if draft.over_by(end, ranks):
                    yield number, EndCause(end, number, exact=False)
