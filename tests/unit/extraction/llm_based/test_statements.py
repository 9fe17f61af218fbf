"""Tests of the validation of LLM replies about the statements of a window."""

from __future__ import annotations

from dataclasses import replace

import pytest

from episodic.extraction.llm_based.replies import FactsReply
from episodic.model.predicates import PredicateKind
from episodic.model.readings import Participant, Rejection, StatementScope
from tests.replies import Stated
from tests.unit.extraction.llm_based.statement_replies import TOLD, read, read_reply
from tests.unit.extraction.llm_based.window_of import entities_of, facts_entry, window_of


def test_a_statement_points_at_the_nodes_that_were_offered() -> None:
    """Numbers in a reply count from one, and indexes count from zero."""
    form = facts_entry(
        "She gave Bo the horn",
        "Anna gave Bo the horn.",
        predicate="gave",
        object=4,
        others=[{"entity": 3, "role": "recipient"}],
    )

    statement = read(form).statements[0]

    assert (statement.subject, statement.core.predicate, statement.object) == (0, "gave", 3)
    assert statement.participants == (Participant(2, "recipient"),)
    assert statement.quote.of(TOLD.text) == "She gave Bo the horn"


def test_a_quote_that_differs_only_in_spaces_width_and_marks_is_aligned() -> None:
    """The span of the statement refers to the author's text."""
    window = window_of("“船沉了，” 他说。")
    entities = entities_of(window, "船", "他的人")

    reading = read(facts_entry('"船沉了,"他说', "船沉了。", predicate="毁坏"), window=window, entities=entities)

    assert reading.statements[0].quote.of(window.text) == "“船沉了，” 他说"


def test_an_invented_quote_is_rejected() -> None:
    """A quote that does not occur in the window is rejected."""
    reading = read(facts_entry("Anna lives in Harbour", object=2))

    assert reading.statements == ()
    assert reading.rejected == (Rejection("quote_rejected", "Anna lives in Harbour"),)


def test_a_quote_from_the_words_before_the_window_is_rejected() -> None:
    """The text before the window is only for reference."""
    window = replace(TOLD, context="Anna was born in Dray.")

    reading = read(facts_entry("Anna was born in Dray", value="Dray", predicate="born_in"), window=window)

    assert [one.reason for one in reading.rejected] == ["quote_rejected"]


def test_passage_marks_copied_into_a_quote_do_not_count() -> None:
    """The marks of passages are not part of the author's text, and a model may copy them."""
    reading = read(facts_entry("¶1 Anna lives in Wick", object=2))

    assert reading.statements[0].quote.of(TOLD.text) == "Anna lives in Wick"


def test_a_quote_that_stands_twice_is_placed_after_the_statement_before_it() -> None:
    """Statements are in the order of their quotes."""
    window = window_of("He nodded. Anna left. He nodded. ")
    entities = entities_of(window, "Anna", "Bo")

    reading = read(
        facts_entry("Anna left", predicate="left"), facts_entry("He nodded", "Bo nodded.", subject=2, predicate="nodded"),
        window=window, entities=entities,
    )  # fmt: skip

    assert [statement.quote.start for statement in reading.statements] == [11, 22]


@pytest.mark.parametrize(
    "form",
    [
        facts_entry("Anna lives in Wick", subject=9, object=2),
        facts_entry("Anna lives in Wick", subject=0, object=2),
        facts_entry("Anna lives in Wick", object=-1),
        facts_entry("Anna lives in Wick", object=2, scope="claim", holder=6),
    ],
)
def test_a_number_that_was_not_offered_is_rejected(form: Stated) -> None:
    """The subject, object and holder must be offered entities."""
    reading = read(form)

    assert reading.statements == ()
    assert [one.reason for one in reading.rejected] == ["unknown_id"]


def test_an_unknown_participant_costs_only_itself() -> None:
    """The statement is accepted without the participant that was not offered."""
    reading = read(
        facts_entry(
            "She gave Bo the horn",
            "Anna gave Bo the horn.",
            predicate="gave",
            object=4,
            others=[{"entity": 8}],
            tellers=[7],
        )
    )

    assert len(reading.statements) == 1
    assert [one.reason for one in reading.rejected] == ["unknown_id", "unknown_id"]


def test_an_object_leaves_no_room_for_a_value() -> None:
    """A statement has an object or a value, not both."""
    statement = read(facts_entry("Anna lives in Wick", object=2, value="in a hut")).statements[0]

    assert (statement.object, statement.core.value) == (1, None)


def test_what_somebody_says_is_a_claim_with_a_holder_and_its_tellers() -> None:
    """An example is "she says that he said"."""
    form = facts_entry("Anna lives in Wick", object=2, scope="claim", holder=3, tellers=[5, 3, 5])

    statement = read(form).statements[0]

    assert (statement.core.scope, statement.holder, statement.tellers) == (StatementScope.CLAIM, 2, (4,))


def test_who_hears_words_from_a_teller_has_not_heard_their_holder() -> None:
    """If Bo says that Cal said so, Anna hears Bo."""
    heard: list[dict[str, object]] = [{"entity": 4, "role": "heard"}]
    told = facts_entry("Anna lives in Wick", object=2, scope="claim", holder=3, others=heard)
    passed_on = facts_entry("lives in Wick", object=2, scope="claim", holder=3, others=heard, tellers=[5])

    roles = [[part.role for part in one.participants] for one in read(told, passed_on).statements]
    assert roles == [["listener"], ["retold_to"]]


def test_a_claim_without_a_holder_is_a_rumour() -> None:
    """A rumour has no holder and is not a fact of the world."""
    statement = read(facts_entry("Anna lives in Wick", object=2, scope="claim")).statements[0]

    assert (statement.core.scope, statement.holder) == (StatementScope.CLAIM, None)


@pytest.mark.parametrize(
    "form",
    [
        facts_entry("Anna lives in Wick", object=2, phase="started"),
        facts_entry("Anna lives in Wick", object=2, scope="rumour"),
        facts_entry("Anna lives in Wick", object=2, placing="long ago"),
    ],
)
def test_a_word_that_is_no_choice_costs_its_own_statement_only(form: Stated) -> None:
    """The other statements of the reply are accepted."""
    reading = read(form, facts_entry("Cal died", subject=5, predicate="dead"))

    assert [statement.core.predicate for statement in reading.statements] == ["dead"]
    assert [one.reason for one in reading.rejected] == ["unknown_choice"]


def test_a_statement_that_is_given_twice_counts_once() -> None:
    """A repetition by the model is not a second statement."""
    form = facts_entry("Anna lives in Wick", object=2)

    reading = read(form, form)

    assert len(reading.statements) == 1
    assert [one.reason for one in reading.rejected] == ["repeated"]


def test_a_year_that_the_window_does_not_have_is_rejected() -> None:
    """A date that the model computed does not belong in a sentence that repeats the text."""
    reading = read(facts_entry("Anna lives in Wick", "Anna lives in Wick since 1804.", object=2))

    assert [one.reason for one in reading.rejected] == ["invented_number"]


def test_a_null_is_a_row_left_out() -> None:
    """Endpoints without strict forms write null for what they do not know."""
    reply = FactsReply.model_validate_json(
        '{"facts":[{"q":"Anna lives in Wick","f":[null,"1|lives_in|2|Anna lives in Wick.||"]}]}'
    )

    (statement,) = read_reply(reply).statements

    assert (statement.core.salience, statement.core.scope) == (2, StatementScope.WORLD)


def test_a_year_as_object_is_a_value_and_a_small_number_is_an_entity() -> None:
    """1742 is no entity's number, 99 could be a wrong one."""
    year, wrong = (
        read_reply(FactsReply.model_validate({"facts": [{"q": "Anna lives in Wick", "f": [row]}]}))
        for row in ("1|dated|1742|The paper is dated.", "1|lives_in|99|Anna lives there.")
    )

    assert [(one.object, one.core.value) for one in year.statements] == [(None, "1742")]
    assert [one.reason for one in wrong.rejected] == ["unknown_id"]


def test_the_kind_of_a_coined_predicate_is_kept() -> None:
    """A predicate of the table has its own kind."""
    rows = ["1|*mocked|3|Anna mocked Bo.", "1|distrusts|3|Anna distrusts Bo.", "1|lives_in|2|Anna lives in Wick."]

    reading = read_reply(FactsReply.model_validate({"facts": [{"q": "Anna lives in Wick", "f": rows}]}))

    kinds = [(one.core.predicate, one.coined_kind) for one in reading.statements]
    assert kinds == [("mocked", PredicateKind.EVENT), ("distrusts", PredicateKind.STATE), ("lives_in", None)]


def test_one_quote_proves_several_statements() -> None:
    """A quote that is not in the text costs all of them, each reported."""
    both = ["1|lives_in|2|Anna lives in Wick.", "5|lives_in|2|Cal lives in Wick."]
    found, lost = (
        read_reply(FactsReply.model_validate({"facts": [{"q": quote, "f": both}]}))
        for quote in ("Anna lives in Wick", "They live in Wick")
    )

    assert [one.subject for one in found.statements] == [0, 4]
    assert lost.statements == ()
    assert [one.reason for one in lost.rejected] == ["quote_rejected", "quote_rejected"]


def test_each_of_several_subjects_of_a_state_has_a_statement() -> None:
    """ "Mother and I live in one house" gives two statements."""
    reading = read(facts_entry("Anna lives in Wick", "Anna and Cal live in Wick.", subject=[1, 5], object=2))

    assert [(one.subject, one.object) for one in reading.statements] == [(0, 1), (4, 1)]
    assert {one.core.text for one in reading.statements} == {"Anna and Cal live in Wick."}


def test_several_subjects_of_an_event_take_part_in_one_event() -> None:
    """The first of several subjects is the subject of the event."""
    (statement,) = read(
        facts_entry(
            "She gave Bo the horn", "Anna and Cal gave Bo the horn.", subject=[1, 5], object=4, predicate="gave"
        )
    ).statements

    assert (statement.subject, statement.participants) == (0, (Participant(4, "together"),))


def test_a_gift_of_several_things_to_several_has_them_as_its_recipients() -> None:
    """Who receives which thing is unknown, so that nobody is the recipient of one of them."""
    window = window_of("Anna gave Bo and Cal rings and beads. ")
    reply = FactsReply.model_validate(
        {"facts": [{"q": window.text.strip(" ."), "f": ["1|gave|4,5|Anna gave Bo and Cal rings and beads.|to:2,3"]}]}
    )

    found = read_reply(reply, window=window, entities=entities_of(window, "Anna", "Bo", "Cal", "rings", "beads"))

    assert {one.role for each in found.statements for one in each.participants} == {"one_of_recipients"}
    assert [one.object for one in found.statements] == [3, 4]


def test_everybody_of_a_roll_call_is_kept() -> None:
    names = [f"{letter}nn" for letter in "ABCDEFGHIJKLMNOPQRSTUVWX"]
    window = window_of(f"The crew: {', '.join(names)}. ")
    people = ",".join(str(number) for number in range(2, 26))
    reply = FactsReply.model_validate({"facts": [{"q": "The crew", "f": [f"{people}|member_of|1|They are the crew."]}]})

    found = read_reply(reply, window=window, entities=entities_of(window, "The crew", *names))

    assert [one.subject for one in found.statements] == list(range(1, 25))


@pytest.mark.parametrize(("first", "meant"), [("Anna and Bo came. ", (None, "the loan")), ("", (1, None))])
def test_the_number_of_an_event_in_place_of_an_entity_means_the_event(
    first: str, meant: tuple[int | None, str | None]
) -> None:
    """The sentence names the event, and nothing near its quote names the entity with this number."""
    quote = "The letter speaks of the loan"
    window = window_of(first or "They came. ", f"{quote}{'.' if first else ', Anna told Bo.'} ")
    entities = replace(entities_of(window, "Anna", "Bo", "The letter"), events=("the fire", "the loan"))
    reply = FactsReply.model_validate({"facts": [{"q": quote, "f": [f"3|contains|2|{quote}."]}]})

    (statement,) = read_reply(reply, window=window, entities=entities).statements

    assert (statement.object, statement.core.value) == meant


def test_rows_that_repeat_a_sentence_for_another_subject_are_one_statement() -> None:
    """A predicate of the reader's own gets one statement, also if the reader wrote one row for each subject."""
    window = window_of("Anna and Cal gather shells. ")
    rows = ["1|gathers|shells|Anna and Cal gather shells.|habit", "2|gathers|shells|Anna and Cal gather shells.|habit"]
    reply = FactsReply.model_validate({"facts": [{"q": "Anna and Cal gather shells", "f": rows}]})

    (statement,) = read_reply(reply, window=window, entities=entities_of(window, "Anna", "Cal")).statements

    assert (statement.subject, statement.participants) == (0, (Participant(1, "together"),))


def test_what_is_told_to_several_is_one_telling() -> None:
    """Each of those to whom something is told learns it."""
    (statement,) = read(
        facts_entry("Anna lives in Wick", "Anna told Bo and Cal.", object=[3, 5], predicate="told")
    ).statements

    assert (statement.object, statement.participants) == (2, (Participant(4, "recipient"),))


def test_a_symmetric_relation_of_two_subjects_is_between_them() -> None:
    """ "Anna and Bo are friends" is one statement."""
    (statement,) = read(
        facts_entry("Anna lives in Wick", "Anna and Bo are friends.", subject=[1, 3], predicate="friend_of")
    ).statements

    assert (statement.subject, statement.object) == (0, 2)


def test_what_two_report_together_is_one_claim_and_two_beliefs() -> None:
    """Each of them may give up a belief."""
    claimed = read(facts_entry("Anna lives in Wick", object=2, marks=["claim:3,5"]))
    believed = read(facts_entry("Anna lives in Wick", object=2, marks=["belief:3,5"]))

    assert [(one.holder, [part.node for part in one.participants]) for one in claimed.statements] == [(2, [4])]
    assert [one.holder for one in believed.statements] == [2, 4]


def test_what_has_no_place_of_its_own_is_kept_with_the_statement() -> None:
    """The further fields are salience, qualifier, habit, condition and duration."""
    core = (
        read(
            facts_entry(
                "Anna lives in Wick",
                object=2,
                salience=3,
                marks=["q:lodger", "habit", "if:it rains", "for:two years", "on:the flood"],
            )
        )
        .statements[0]
        .core
    )

    assert (core.salience, core.qualifier, core.habit) == (3, "lodger", True)
    assert (core.condition, core.duration, core.time_event) == ("it rains", "two years", "the flood")


def test_a_quote_over_a_line_break_is_aligned_with_the_break_written_as_a_space() -> None:
    """In a text with fixed line lengths, a line may also begin with an indent."""
    window = window_of("Anna lives\n        in Wick with\nBo.")

    reading = read(facts_entry("lives in Wick with Bo", "Anna lives in Wick.", object=2), window=window)

    assert reading.statements[0].quote.of(window.text) == "lives\n        in Wick with\nBo"
