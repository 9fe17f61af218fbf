"""Lists the visible issues of a work, such as contradictions and facts of unknown order, with their quotes."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from episodic.model.graph import Issue
from episodic.model.records import Kind, stored_value
from episodic.model.spans import NarrativePosition
from episodic.search.fact_views import Quotation, quotations
from episodic.search.view import View

_BEFORE = NarrativePosition(0, 0)


@dataclass(frozen=True, slots=True)
class IssueView:
    """An issue with those of its quotes that are from chapters of the view. Each quote of an IssueView has the title
    and the numbers of its chapter.
    """

    issue: Issue
    quotes: tuple[Quotation, ...]

    @property
    def uuid(self) -> str:
        """Return the issue's id."""
        return self.issue.uuid

    @property
    def text(self) -> str:
        """Return the issue as one sentence."""
        return self.issue.text


async def issues(view: View, *, waived: bool = False) -> tuple[IssueView, ...]:
    """Return the visible open issues, the most urgent first, and equally urgent ones in the narrative order of their
    last quotes. If *waived* is true, issues that the author has waived are returned as well.

    An issue is visible only if all of its quotes are in chapters of the view. An issue about facts is visible only if
    the view shows one of these facts, which may have ended. If the view has filters, only issues about facts are
    visible.
    """
    return await _shown(view, await _stored(view), waived=waived)


async def issues_near(
    view: View, *, facts: Collection[str], chapters: Collection[str], waived: bool = False
) -> tuple[IssueView, ...]:
    """Return those visible issues that are about one of the *facts* or have a quote in one of the *chapters*.

    Some issues are found only in the whole work, such as issues about names. Issues that are found only in the whole
    work are left out in a view that ends before the last chapter.
    """
    found = await _stored(view) if view.issues_near is None else view.issues_near(facts, chapters)
    known, places = frozenset(facts), frozenset(chapters)
    near = [
        one
        for one in found
        if not known.isdisjoint(one.facts) or any(quote.episode in places for quote in one.evidence)
    ]
    return await _shown(view, near, waived=waived)


async def _stored(view: View) -> list[Issue]:
    return [stored_value(Issue, record.value) for record in await view.store.fetch(view.group_id, Kind.ISSUE)]


async def _shown(view: View, found: Iterable[Issue], *, waived: bool) -> tuple[IssueView, ...]:
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
