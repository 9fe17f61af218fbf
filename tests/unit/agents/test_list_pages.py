"""Tests of the pages of lists that commands print with --json."""

from __future__ import annotations

import pytest

from episodic.agents.budgets import tokens_of
from episodic.agents.list_pages import ListPage
from episodic.errors import InvalidFilterError
from episodic.model.graph import Alias, Entity
from episodic.model.spans import Evidence, NarrativePosition
from episodic.search.fact_views import Quotation
from episodic.search.results import EntityHit
from episodic.serialisers.lists import Detail

FIRST = Evidence("chapter", "Mara", 0, 4, NarrativePosition(0, 0))
SAID = Quotation("Mara", "chapter", 1, "One", 0, 4, 1)


def hits(number: int) -> list[EntityHit]:
    """Return search results as the command `search` finds them."""
    aliases = (Alias("Mara", "mara", 1, FIRST),)
    return [
        EntityHit(Entity(f"{one:036}", "story", "Mara", "Person", aliases, "", 1, FIRST), SAID, 0.5, (), ())
        for one in range(number)
    ]


def test_a_list_is_printed_whole_unless_a_budget_is_given() -> None:
    assert not ListPage().wanted
    assert not ListPage(cursor="3:fact").wanted
    assert ListPage(max_tokens=500).wanted
    assert ListPage(detail=Detail.IDS).wanted
    assert ListPage(cursor="3.20").wanted


def test_a_page_fits_into_its_budget_and_the_next_page_continues_it() -> None:
    found = hits(90)
    seen: list[object] = []
    cursor: str | None = None
    while True:
        page = ListPage(max_tokens=600, detail=Detail.BRIEF, cursor=cursor).of("hits", found, revision=7)
        assert tokens_of(page) <= 600
        shown = page["hits"]
        assert isinstance(shown, list)
        seen += [one["uuid"] for one in shown if isinstance(one, dict)]
        assert page["truncated"] is (page["cursor"] is not None)
        if page["cursor"] is None:
            break
        cursor = str(page["cursor"])

    assert seen == [one.uuid for one in found]


def test_a_cursor_of_an_earlier_revision_is_refused() -> None:
    with pytest.raises(InvalidFilterError):
        ListPage(cursor="6.20").of("hits", hits(30), revision=7)
