"""What a story leaves open or gets wrong, as a reader is shown it."""

from __future__ import annotations

from dataclasses import dataclass

from episodic.model.graph import Issue
from episodic.model.records import Kind, from_json
from episodic.model.spans import Told
from episodic.search.shown import Quotation, quotations
from episodic.search.view import View

_BEFORE = Told(0, 0)


@dataclass(frozen=True, slots=True)
class ShownIssue:
    """An issue with the words that show it, each with its chapter."""

    issue: Issue
    quotes: tuple[Quotation, ...]

    @property
    def uuid(self) -> str:
        """The issue's id."""
        return self.issue.uuid

    @property
    def text(self) -> str:
        """What is wrong, in one plain sentence."""
        return self.issue.text


async def issues(view: View, *, waived: bool = False) -> tuple[ShownIssue, ...]:
    """The open issues, the most pressing first, then as told; those that were waived too if asked for.

    An issue is seen where all of its words stand in chapters that the view reads, and, if it is about facts, where the scope
    shows one of them; that a fact has ended does not hide its issue.
    """
    found = [from_json(Issue, one.value) for one in await view.store.fetch(view.group_id, Kind.ISSUE)]
    open_ones = [
        one
        for one in found
        if (waived or one.waived is None) and all(view.reads_chapter(words.episode) for words in one.evidence)
    ]
    wide = view.wider()
    about = sorted({uuid for one in open_ones for uuid in one.facts})
    seen = {fact.uuid for fact in await wide.facts(about) if wide.standing(fact).seen}
    kept = [one for one in open_ones if not one.facts or any(uuid in seen for uuid in one.facts)]
    if not view.scope.filters.empty:
        kept = [one for one in kept if one.facts]
    kept.sort(key=lambda one: (one.rank, max((words.told for words in one.evidence), default=_BEFORE), one.uuid))
    return tuple(ShownIssue(one, quotations(view, one.evidence)) for one in kept)
