"""Pages of the lists that tools and commands with --json return.

A page contains as many items as fit into a budget of tokens, and a cursor for the next page.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from episodic.languages.registry import fallback
from episodic.model.episodes import Language
from episodic.serialisers.lists import Detail

if TYPE_CHECKING:
    # `json_shapes` is imported only for type checking: it imports pydantic, which a command without --json does not
    # need.
    from episodic.model.json_shapes import Object


@dataclass(frozen=True, slots=True)
class ListPage:
    """A request for a page of a list: budget in tokens, level of detail, cursor, and maximum number of items.

    If a command's options ask for no page, the command prints the whole list at full detail, because programs that read
    its output expect this. A cursor with a colon comes from the command `episodic facts`, whose pages have no token
    budget. With a `language`, texts of the story are put between marks, which are labelled in this language.
    """

    max_tokens: int | None = None
    detail: Detail | None = None
    cursor: str | None = None
    limit: int = 400
    """The maximum number of items on one page, whatever the budget is. The default maximum of 400 items is more than
    fits into the greatest budget.
    """
    language: Language | None = None
    notes: tuple[str, ...] = ()

    @property
    def wanted(self) -> bool:
        """Return whether the caller asked for a page within a budget, and not for the whole list."""
        continued = self.cursor is not None and ":" not in self.cursor
        return continued or self.max_tokens is not None or self.detail is not None

    def reach(self, limit: int, revision: int) -> int:
        """Return how many items from the start of a list must be read to have *limit* items after the cursor. Return
        *limit* if the caller asked for no page. Raises InvalidFilterError.
        """
        if not self.wanted:
            return limit
        from episodic.agents.budgets import position_of  # noqa: PLC0415 - needed only for pages

        return position_of(self.cursor, revision, fallback().code) + limit

    def of(
        self,
        key: str,
        items: Sequence[object],
        *,
        revision: int,
        head: Object | None = None,
        total: int | None = None,
    ) -> Object:
        """Return the page of *items* that begins at the cursor.

        *items* are the first items of a list that has *total* items. Raises InvalidFilterError for an invalid cursor,
        and for a cursor of another revision of the work.
        """
        from episodic.agents.budgets import (  # noqa: PLC0415 - needed only for pages
            USUAL_TOKENS,
            Answer,
            fitted,
            position_of,
        )
        from episodic.serialisers.details import serialised  # noqa: PLC0415 - needed only for pages

        start = position_of(self.cursor, revision, self.language or fallback().code)
        shown = [serialised(one, self.detail or Detail.FULL) for one in items[start : start + self.limit]]
        answer = Answer(
            key,
            shown,
            revision,
            total=len(items) if total is None else total,
            start=start,
            head=head or {},
            notes=self.notes,
        )
        return fitted(answer, USUAL_TOKENS if self.max_tokens is None else self.max_tokens, self.language)
