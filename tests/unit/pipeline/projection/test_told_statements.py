"""Tests of the stored form of the statements of a replayed chapter."""

from __future__ import annotations

import json

import pytest

from episodic.model.readings import Phase
from episodic.pipeline.projection.told_statements import (
    StatementRow,
    StoredStatements,
    is_derived,
    is_habit,
    is_timed,
    parsed_chapter,
    phase_of,
    told_bits,
    whole_rows,
    with_statements,
)


def row(number: int) -> StatementRow:
    """Return the row of a statement of a chapter."""
    return {
        "uuid": f"s{number}",
        "passage": number // 2,
        "quote": number,
        "start": 10 * number,
        "end": 10 * number + 5,
        "predicate": 0,
        "subject": 3,
        "core": {"value": "a line,\nand another"},
    }


ROWS: tuple[StatementRow, ...] = (
    row(0),
    {**row(1), "object": 4, "core": {"phase": "ends", "derived": True}},
    {
        **row(2),
        "holder": 5,
        "tellers": [6],
        "participants": [(7, "witness")],
        "core": {"scope": "claim", "habit": True},
    },
)


def test_stored_rows_are_the_rows_that_were_stored() -> None:
    fields, found = parsed_chapter(with_statements({"version": 1, "quotes": ["x"]}, ROWS))

    assert fields == {"version": 1, "quotes": ["x"]}
    assert [one["uuid"] for one in found] == ["s0", "s1", "s2"]
    assert [one.get("object") for one in found] == [None, 4, None]
    assert found[0]["core"] == {"value": "a line,\nand another"}
    assert found[-1]["core"] == {"scope": "claim", "habit": True}
    assert found.columns.told == StoredStatements.of(ROWS).columns.told
    assert [(number, others) for number, others in found.columns.others] == [(2, [5, 6, 7])]


def test_a_chapter_without_statements_can_be_stored() -> None:
    _, found = parsed_chapter(with_statements({"version": 1}, ()))

    assert list(found) == []


def test_rows_out_of_range_are_an_index_error() -> None:
    with pytest.raises(IndexError):
        StoredStatements.of(ROWS)[3]


def test_the_bits_of_a_statement_say_how_it_is_told() -> None:
    plain, ended, claim = map(told_bits, ROWS)

    assert [phase_of(one) for one in (plain, ended, claim)] == [Phase.HOLDS, Phase.ENDS, Phase.HOLDS]
    assert [is_derived(one) for one in (plain, ended, claim)] == [False, True, False]
    assert [is_habit(one) for one in (plain, ended, claim)] == [False, False, True]
    assert [is_timed(one) for one in (plain, ended, claim)] == [False, False, True]


def test_parsed_fields_give_the_whole_rows() -> None:
    fields = json.loads(with_statements({"version": 1}, ROWS))

    found = list(whole_rows(fields["columns"], fields["statements"]))

    assert [one["uuid"] for one in found] == ["s0", "s1", "s2"]
    assert [one["core"] for one in found] == [one["core"] for one in ROWS]


def test_columns_of_another_length_than_the_rows_are_refused() -> None:
    fields = json.loads(with_statements({"version": 1}, ROWS))

    with pytest.raises(ValueError, match="2"):
        list(whole_rows(fields["columns"], fields["statements"][:2]))
    with pytest.raises(ValueError, match="uuid"):
        list(whole_rows({}, fields["statements"]))
