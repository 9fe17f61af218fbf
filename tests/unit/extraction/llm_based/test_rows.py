"""Rows of replies are taken apart as they are written, and validated later."""

from __future__ import annotations

import pytest

from episodic.extraction.llm_based.rows import entity_row, passage_row, statement_row


def test_a_statement_row_has_subjects_predicate_objects_text_and_marks() -> None:
    row = statement_row("1,3|gave|2|Ann and her uncle gave Bo the sword.|3|to:1|when:ten years ago|back")

    assert (row.subjects, row.predicate, row.objects, row.value) == ((1, 3), "gave", (2,), None)
    assert row.text == "Ann and her uncle gave Bo the sword."
    assert (row.salience, row.marks) == (3, ("to:1", "when:ten years ago", "back"))


def test_words_in_place_of_an_object_are_a_value() -> None:
    rows = {"lame in one leg": "lame in one leg", "=8": "8", "8 years": "8 years", "0": None, "": None}

    for written, value in rows.items():
        assert statement_row(f"1|age|{written}|Ann is eight.").value == value, written


def test_full_width_separators_and_signs_are_accepted() -> None:
    row = statement_row("1｜＊打伤｜2、3｜孙二打伤了两个人。｜3")

    assert (row.subjects, row.predicate, row.objects, row.happening) == ((1,), "打伤", (2, 3), True)
    assert row.salience == 3


def test_the_mark_of_an_event_may_stand_behind_the_predicate() -> None:
    for predicate in ("*escorted", "escorted*", "escorted *"):
        row = statement_row(f"1|{predicate}|2|Ann escorted Bob.")
        assert (row.predicate, row.happening) == ("escorted", True), predicate
    assert not statement_row("1|escorts|2|Ann escorts Bob.").happening


def test_an_escaped_separator_is_text() -> None:
    assert statement_row(r"1|says|a \| b|Ann says a \| b.").value == "a | b"


@pytest.mark.parametrize("row", ["", "|", "||||", "Anna", "1|lives_in", "1|lives_in|2"])
def test_a_row_with_missing_parts_has_no_text(row: str) -> None:
    assert statement_row(row).text == ""


def test_an_entity_row_has_a_type_forms_and_marks() -> None:
    row = entity_row("Person|Ann Pike|~my aunt@1,2|#5|#Narrator")

    assert row.type == "Person"
    assert row.forms == (("Ann Pike", False), ("my aunt@1,2", True), ("#5", False))
    assert row.marks == {"narrator"}


def test_passages_are_listed_or_given_as_a_range() -> None:
    numbers = {"4": (4,), "4,5": (4, 5), "4-6": (4, 5, 6), "x": (), "": ()}

    for written, passages in numbers.items():
        assert passage_row(f"{written}|tale|starts").numbers == passages, written


def test_a_passage_row_without_a_kind_is_main() -> None:
    row = passage_row("4|main|time:at dawn")

    assert (row.kind, row.marks) == ("main", ("time:at dawn",))
    assert passage_row("4").kind == "main"
