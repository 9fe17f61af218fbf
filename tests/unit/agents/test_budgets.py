from __future__ import annotations

from typing import Any, cast

import pytest

from episodic.agents.budgets import MOST_TOKENS, Answer, budget_of, fitted, position_of, tokens_of
from episodic.errors import InvalidFilterError
from episodic.model.episodes import Language
from episodic.model.json_shapes import Object

ENGLISH = Language("en")


def facts(number: int, *, length: int = 40) -> list[Object]:
    """Return items as the tools show facts."""
    return [{"uuid": f"{one:036}", "text": "x" * length, "chapter": one} for one in range(number)]


def test_the_timeline_of_a_hero_of_600_facts_fits_into_every_budget() -> None:
    for budget in (300, 2_000, 8_000):
        found = fitted(Answer("versions", facts(600), 7), budget, ENGLISH)
        shown = cast("list[Any]", found["versions"])
        assert tokens_of(found) <= budget
        assert (found["truncated"], found["left_out"]) == (True, 600 - len(shown))
        assert found["cursor"] == f"7.{len(shown)}"


def test_the_hard_limit_holds() -> None:
    found = fitted(Answer("versions", facts(2_000), 7), 1_000_000, ENGLISH)

    assert tokens_of(found) <= MOST_TOKENS
    assert budget_of(1_000_000) == MOST_TOKENS


def test_an_item_that_is_larger_than_the_budget_is_cut_and_says_so() -> None:
    found = fitted(Answer("passages", facts(2, length=50_000), 1), 400, ENGLISH)

    (shown,) = cast("list[Any]", found["passages"])
    assert shown["cut"]
    assert found["truncated"]
    assert tokens_of(found) <= 400


def test_an_item_that_is_cut_keeps_its_id_and_the_id_and_text_of_its_fact() -> None:
    many: Object = {f"key {number}": "x" * 25 for number in range(40)}
    version: Object = {"row": many, "fact": {**many, "text": "Lin left.", "uuid": "f1", "name": None}, "uuid": "v1"}

    found = fitted(Answer("versions", [version], 1), 300, ENGLISH)

    (shown,) = cast("list[Any]", found["versions"])
    assert (shown["cut"], shown["uuid"], shown["fact"]["uuid"]) == (True, "v1", "f1")
    assert "Lin left." in shown["fact"]["text"]
    assert "name" not in shown["fact"]


def test_a_head_may_use_what_the_items_do_not_need() -> None:
    text = "word " * 1_500
    alone = fitted(Answer("sections", [], 1, head={"context": text}), 2_000, ENGLISH)
    beside = fitted(Answer("facts", facts(200), 1, head={"context": text}), 2_000, ENGLISH)

    assert text.strip() in str(alone["context"])
    assert not alone["truncated"]
    assert beside["cut"]
    assert len(cast("list[Any]", beside["facts"])) > 10


def test_everything_that_fits_is_shown() -> None:
    found = fitted(Answer("facts", facts(3), 1, notes=("note",)), 2_000, ENGLISH)

    assert (found["truncated"], found["left_out"], found["cursor"]) == (False, 0, None)
    assert found["notes"] == ["note"]


@pytest.mark.parametrize("cursor", ["", "x", "1", "1.", "1.x", ".", "x.1", "1.-1", "١.١", "1." + "1" * 60, "2.5"])
def test_a_cursor_of_something_else_is_refused(cursor: str) -> None:
    with pytest.raises(InvalidFilterError):
        position_of(cursor, 1, ENGLISH)


def test_after_the_end_of_a_list_there_is_no_further_page() -> None:
    found = fitted(Answer("facts", [], 1, total=3, start=9), 2_000, ENGLISH)

    assert (found["truncated"], found["left_out"], found["cursor"]) == (False, 0, None)


def test_a_cursor_is_a_position() -> None:
    assert position_of(None, 1, ENGLISH) == 0
    assert position_of("1.40", 1, ENGLISH) == 40
