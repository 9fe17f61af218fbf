"""Tests of the rows with which a model asks for look-ups."""

from __future__ import annotations

from episodic.answering.actions import BadRow, LookUpAction, Request, numbers_in, requests_in


def test_rows_are_look_ups_with_arguments() -> None:
    found = requests_in(["search|the harbour lamp", "facts|Lin|lives_in", "After | [7]"])

    assert found == [
        Request(LookUpAction.SEARCH, ("the harbour lamp",)),
        Request(LookUpAction.FACTS, ("Lin", "lives_in")),
        Request(LookUpAction.AFTER, ("[7]",), 7),
    ]


def test_a_row_that_is_no_look_up_has_a_reason() -> None:
    rows = {"delete|Lin": "unknown_action", "entity": "no_argument", "read|the letter": "no_number"}

    found = [requests_in([row])[0] for row in rows]

    assert [one.reason for one in found if isinstance(one, BadRow)] == list(rows.values())


def test_a_step_has_at_most_three_look_ups() -> None:
    assert len(requests_in(["", *(f"search|{number}" for number in range(9))])) == 3


def test_numbers_are_read_in_any_form() -> None:
    for part in ("3,5", "[3] [5]", "3、5", "S3, S5", "3,5,3"):
        assert numbers_in(part) == (3, 5), part
