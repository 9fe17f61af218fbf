"""Tests of pages, budgets and cursors."""

from __future__ import annotations

from episodic.model.json_shapes import Object
from episodic.server.http_pages import page

ITEMS: list[Object] = [{"text": "x" * 400} for _ in range(10)]


def test_a_page_has_as_many_items_as_its_budget_allows() -> None:
    found = page("items", ITEMS, start=0, total=50, revision=3, max_tokens=350)

    assert len(found["items"]) == 3  # type: ignore[arg-type]  # the JSON of a list
    assert (found["truncated"], found["left_out"], found["cursor"]) == (True, 47, "3.3")


def test_a_page_has_at_least_one_item() -> None:
    assert page("items", ITEMS, start=0, total=10, revision=3, max_tokens=1)["left_out"] == 9


def test_the_last_page_has_no_cursor() -> None:
    found = page("items", ITEMS[:2], start=8, total=10, revision=3)

    assert (found["truncated"], found["left_out"], found["cursor"]) == (False, 0, None)
    assert page("items", [], start=0, total=0, revision=3)["truncated"] is False
