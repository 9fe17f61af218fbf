"""Lists the issues that are visible in a view (contradictions, unknown orders and others) with quotes."""

from __future__ import annotations

from dataclasses import dataclass

from episodic.model.graph import Issue
from episodic.model.records import Kind, from_json
from episodic.model.spans import NarrativePosition
from episodic.search.fact_views import Quotation, quotations
from episodic.search.view import View

_BEFORE = NarrativePosition(0, 0)


@dataclass(frozen=True, slots=True)
class IssueView:
    """An issue with its quotes; each quote is given with its chapter."""

    issue: Issue
    quotes: tuple[Quotation, ...]

    @property
    def uuid(self) -> str:
        """The issue's id."""
        return self.issue.uuid

    @property
    def text(self) -> str:
        """The issue as one sentence."""
        return self.issue.text


async def issues(view: View, *, waived: bool = False) -> tuple[IssueView, ...]:
    """Returns the open issues, and with *waived* the waived issues, by rank, then in narrative order.

    An issue is visible if all its quotes are in chapters that the view reads and, for an issue about facts, at least
    one of the facts is visible; facts that have ended count as visible.
    """
    found = [from_json(Issue, record.value) for record in await view.store.fetch(view.group_id, Kind.ISSUE)]
    readable = [
        issue
        for issue in found
        if (waived or issue.waived is None) and all(view.reads_chapter(quote.episode) for quote in issue.evidence)
    ]
    wide = view.wider()
    fact_ids = sorted({uuid for issue in readable for uuid in issue.facts})
    visible = {fact.uuid for fact in await wide.facts(fact_ids) if wide.visibility_of(fact).seen}
    kept = [issue for issue in readable if not issue.facts or any(uuid in visible for uuid in issue.facts)]
    if not view.scope.filters.empty:
        kept = [issue for issue in kept if issue.facts]
    kept.sort(
        key=lambda issue: (issue.rank, max((quote.told for quote in issue.evidence), default=_BEFORE), issue.uuid)
    )
    return tuple(IssueView(issue, quotations(view, issue.evidence)) for issue in kept)
