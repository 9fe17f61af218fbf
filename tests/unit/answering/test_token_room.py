"""Tests of the token budget of an answer."""

from __future__ import annotations

from episodic.answering.token_room import LEAST_MATERIAL, MOST_MATERIAL, TokenRoom, material_room, most_tokens


def test_a_line_that_does_not_fit_is_refused_and_a_shorter_line_may_follow() -> None:
    room = TokenRoom(10)

    taken = [room.takes("word " * 20), room.takes("two words"), room.takes("word " * 8)]

    assert taken == [False, True, False]


def test_the_bound_is_a_third_above_the_estimate() -> None:
    assert most_tokens("a" * 300) >= 100


def test_a_step_that_cannot_be_paid_has_no_room() -> None:
    assert material_room(2_000, fixed=900, kept=900, steps=3) == 0


def test_a_small_budget_leaves_room_for_a_second_step() -> None:
    first = material_room(4_000, fixed=600, kept=1_000, steps=8)

    assert first >= LEAST_MATERIAL
    assert material_room(4_000 - 600 - first - 350, fixed=600, kept=1_000, steps=7) >= 0


def test_the_last_step_may_take_all_but_the_answer() -> None:
    assert material_room(9_000, fixed=600, kept=1_000, steps=1) == MOST_MATERIAL
