"""Tests of the keys that every list has."""

from __future__ import annotations

from episodic.serialisers.lists import list_keys


def test_a_complete_list_has_no_cursor() -> None:
    assert list_keys(4) == {"truncated": False, "left_out": 0, "revision": 4, "cursor": None}


def test_a_list_is_truncated_if_items_are_left_out_or_cut() -> None:
    assert list_keys(4, left_out=2, cursor="4.1") == {
        "truncated": True,
        "left_out": 2,
        "revision": 4,
        "cursor": "4.1",
    }
    assert list_keys(4, cut=True)["truncated"] is True
