"""Tests of quotes in which time words divide what happens before them from what happens after them."""

from __future__ import annotations

import pytest

from episodic.model.readings import (
    NodeReading,
    Placement,
    StatementCore,
    StatementReading,
    Surface,
    WindowReading,
)
from episodic.model.spans import Span
from episodic.pipeline.replay.times.told_parts import (
    quoted_contents,
    told_within_time_words,
    with_words_inside_quotes,
)
from episodic.pipeline.text_positions import SpannedStatement

ENGLISH = "She left him at the gate in Hull, and next morning she sailed."
CHINESE = "众人回到新野之后，又过了三年，林河病死。"


def read(
    text: str, sentence: str, *, object_: str | None = None, time: str | None = None, placing: Placement = Placement.NOW
) -> tuple[SpannedStatement, WindowReading]:
    """Return a statement whose quote is *text*, and the reading of its window."""
    names = ["林河", *((object_,) if object_ else ())]
    nodes = tuple(NodeReading(name, "Person", (Surface(name, ()),)) for name in names)
    core = StatementCore(sentence, "went", time=time, placing=placing)
    reading = StatementReading(Span(0, len(text)), core, subject=0, object=1 if object_ else None)
    return SpannedStatement(0, reading, Span(0, len(text)), 0), WindowReading(nodes, (), (reading,))


@pytest.mark.parametrize(
    ("text", "words", "sentence", "object_", "before"),
    [
        (ENGLISH, "next morning", "Ann left him at the gate.", None, True),
        (ENGLISH, "next morning", "Ann was with him.", "Hull", True),
        (ENGLISH, "next morning", "Ann sailed away.", None, False),
        (ENGLISH, "next morning", "Ann left him, and sailed.", None, False),
        (ENGLISH, "next morning", "Ann was unhappy.", None, False),
        (CHINESE, "又过了三年", "林河抵达。", "新野", True),
        (CHINESE, "又过了三年", "众人回去。", None, True),
        (CHINESE, "又过了三年", "林河病故。", None, False),
    ],
)
def test_a_statement_that_tells_only_the_first_clause_is_told_before_the_time_words(
    text: str, words: str, sentence: str, object_: str | None, *, before: bool
) -> None:
    statement, window = read(text, sentence, object_=object_)

    (content,) = quoted_contents([statement], [window])

    assert content.is_told_before(text.index(words), text) is before


def test_a_quote_that_ends_at_the_time_words_is_told_before_them() -> None:
    statement, window = read(CHINESE[:8], "林河病了。")

    (content,) = quoted_contents([statement], [window])

    assert content.is_told_before(8, CHINESE)


def test_time_words_inside_a_clause_divide_nothing() -> None:
    text = "She left him the next morning, and wept."
    statement, window = read(text, "Ann left him.")

    (content,) = quoted_contents([statement], [window])

    assert not content.is_told_before(text.index("the next morning"), text)


@pytest.mark.parametrize(
    ("text", "words", "sentence", "time"),
    [
        (ENGLISH, "next morning", "Ann sailed away.", "next morning"),
        (ENGLISH, "next morning", "Ann left him at the gate.", None),
        (ENGLISH, "next morning", "Ann was unhappy.", None),
        (CHINESE, "又过了三年", "林河病故。", "又过了三年"),
        (CHINESE, "又过了三年", "众人回去。", None),
    ],
)
def test_what_a_statement_tells_after_time_words_in_its_quote_has_their_time(
    text: str, words: str, sentence: str, time: str | None
) -> None:
    statement, window = read(text, sentence)
    told = quoted_contents([statement], [window])

    (found,) = with_words_inside_quotes([statement], told, [((text.index(words), words),)], text)

    assert found.reading.core.time == time


def test_a_statement_with_a_time_of_its_own_or_of_the_past_keeps_it() -> None:
    for time, placing in (("三年前", Placement.NOW), (None, Placement.BACK)):
        statement, window = read(CHINESE, "林河病故。", time=time, placing=placing)
        told = quoted_contents([statement], [window])

        assert with_words_inside_quotes([statement], told, [((9, "又过了三年"),)], CHINESE) == (statement,)


AFTER_DEATH = "林河死之后，吴海回到新野。"
AFTER_GOING = "Long after 林河 had departed, Bo lay ill in Hull."


@pytest.mark.parametrize(
    ("text", "words", "sentence", "object_", "within"),
    [
        (AFTER_DEATH, "林河死之后", "林河死了。", None, True),
        (AFTER_DEATH, "林河死之后", "林河死后，吴海回到新野。", None, False),
        (AFTER_DEATH, "林河死之后", "林河回来。", None, False),
        (AFTER_DEATH, "林河死之后", "林河死了。", "新野", False),
        (AFTER_GOING, "Long after 林河 had departed", "林河 departed.", None, True),
        (AFTER_GOING, "Long after 林河 had departed", "林河 was ill long after Bo departed.", None, False),
        (AFTER_GOING, "Long after 林河 had departed", "林河 lay ill.", None, False),
    ],
)
def test_a_statement_that_tells_only_what_time_words_name_is_found(
    text: str, words: str, sentence: str, object_: str | None, *, within: bool
) -> None:
    statement, window = read(text, sentence, object_=object_)
    told = quoted_contents([statement], [window])

    found = told_within_time_words([statement], told, [((text.index(words), words),)], text)

    assert found == ({0: text.index(words)} if within else {})


def test_a_statement_with_a_time_or_placement_of_its_own_names_no_time_words() -> None:
    for time, placing in (("三年前", Placement.NOW), (None, Placement.BACK)):
        statement, window = read(AFTER_DEATH, "林河死了。", time=time, placing=placing)
        told = quoted_contents([statement], [window])

        assert told_within_time_words([statement], told, [((0, "林河死之后"),)], AFTER_DEATH) == {}
