"""Tests of the times of statements in LLM replies: time words, placement and promises for later."""

from __future__ import annotations

from dataclasses import replace

from episodic.model.episodes import FrameKind
from episodic.model.readings import FrameReading, Phase, Placement, Rejection
from tests.unit.extraction.llm_based.statement_replies import read
from tests.unit.extraction.llm_based.window_of import entities_of, facts_entry, window_of


def test_time_words_of_the_quotes_passage_are_kept_as_written() -> None:
    """The time expression may be outside the quote."""
    statement = read(
        facts_entry("Cal died", subject=5, predicate="dead", time="three days later".capitalize(), placing="now")
    ).statements[0]

    assert (statement.core.time, statement.core.placing) == ("Three days later", Placement.NOW)


def test_time_words_that_the_text_does_not_give_are_dropped_and_reported() -> None:
    """No date is invented. The statement is accepted without the time expression."""
    reading = read(facts_entry("Anna lives in Wick", object=2, time="12 May 1804"))

    assert reading.statements[0].core.time is None
    assert reading.rejected == (Rejection("time_rejected", "12 May 1804"),)


def test_an_answer_may_take_its_time_from_the_question_before_it() -> None:
    """ "Where were you on the night of the flood?" dates the answer "On the river"."""
    window = window_of('"Where were you on the night of the flood?" ', '"On the river," said Cal.')
    entities = entities_of(window, "Cal", "the river")

    statement = read(
        facts_entry(
            "On the river", "Cal was on the river.", predicate="located_in", object=2, time="on the night of the flood"
        ),
        window=window,
        entities=entities,
    ).statements[0]

    assert statement.core.time == "on the night of the flood"


def test_what_is_promised_for_later_is_promised_now() -> None:
    """The later time belongs to what is promised."""
    window = window_of('"I will mend it tomorrow," Cal told Anna.')
    promise = facts_entry(
        "I will mend it tomorrow", "Cal will mend it.", predicate="promised", object=2, time="tomorrow", placing="ahead"
    )

    (statement,) = read(promise, window=window, entities=entities_of(window, "Cal", "Anna")).statements

    assert (statement.core.placing, statement.core.time) == (Placement.NOW, None)
    assert statement.core.phase is Phase.BEGINS


def test_words_that_set_the_passage_before_do_not_count_again() -> None:
    """ "The next day" counts once from the day before."""
    window = window_of("The next day Anna rowed. ", "Cal slept.")
    entities = entities_of(window, "Anna", "Cal")
    set_by_them = replace(entities, frames=(replace(entities.frames[0], time="The next day"), entities.frames[1]))

    reading = read(
        facts_entry("Cal slept", subject=2, predicate="slept", time="The next day"), window=window, entities=set_by_them
    )

    assert reading.statements[0].core.time is None
    assert reading.rejected == ()


def test_the_words_that_date_a_flashback_do_not_date_its_statements_once_more() -> None:
    """ "Ten years before" counts from the scene around the flashback, and the statements in the flashback are at its
    now.
    """
    window = window_of("Anna woke. ", "Ten years before, she had lived in Wick.")
    told = entities_of(window, "Anna", "Wick")
    flashback = FrameReading(FrameKind.FLASHBACK, starts=True, time="Ten years before")
    entities = replace(told, frames=(told.frames[0], flashback))

    statement = read(
        facts_entry(
            "she had lived in Wick", "Anna had lived in Wick.", object=2, time="Ten years before", placing="back"
        ),
        window=window,
        entities=entities,
    ).statements[0]

    assert (statement.core.time, statement.core.placing) == (None, Placement.NOW)


def test_the_words_that_date_a_passage_of_the_main_line_date_its_statements_too() -> None:
    """On the main line, a statement without a time expression may be at any moment after the passage's now."""
    window = window_of("On the first of May Anna moved to Wick.")
    told = entities_of(window, "Anna", "Wick")
    entities = replace(told, frames=(replace(told.frames[0], time="On the first of May"),))

    statement = read(
        facts_entry("Anna moved to Wick", object=2, time="On the first of May"), window=window, entities=entities
    ).statements[0]

    assert statement.core.time == "On the first of May"
