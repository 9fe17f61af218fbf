"""Tests of rival selection: similar or unclear contents, latest first, up to the limit."""

from __future__ import annotations

from dataclasses import replace

import pytest

from episodic.languages.en import ENGLISH
from episodic.languages.zh import CHINESE
from episodic.model.predicates import PredicateKind
from episodic.model.readings import Phase, Placement, StatementCore, StatementScope
from episodic.pipeline.replay.questions.rivals import (
    ASKED_PER_STATEMENT,
    ComparedContent,
    ContentIndex,
    ContentKey,
    alike,
    rival_marks,
)


def content(
    value: str = "",
    *,
    subject: int = 1,
    predicate: str = "job",
    other: int | None = None,
    kind: PredicateKind = PredicateKind.STATE,
    known: bool = False,
    scope: StatementScope = StatementScope.WORLD,
    holder: int | None = None,
    statement: str = "s",
    quote: str | None = None,
) -> ComparedContent:
    key = ContentKey(subject, predicate, other, value, scope, holder)
    quote = f"quote of {statement}" if quote is None else quote
    return ComparedContent(
        key, statement, f"{subject} {predicate} {value or other}", value or None, kind, known, quote, quote
    )


def contents(*said: ComparedContent) -> ContentIndex:
    made = ContentIndex(lambda number: number)
    for one in said:
        made.add(one)
    return made


def rivals(known: ContentIndex, said: ComparedContent) -> list[str]:
    return [one.statement for one in known.rivals(said)[0]]


def test_alike_values_of_one_subject_and_predicate_are_rivals() -> None:
    """ "The captain" and "the ship's captain" may mean the same, but "the cook" does not."""
    known = contents(content("captain", statement="a"), content("cook", statement="b"))

    assert rivals(known, content("ship's captain")) == ["a"]


@pytest.mark.parametrize(
    ("first", "second", "said"), [("海门守将", "守将", True), ("captain", "captains", True), ("林", "沈", False)]
)
def test_likeness_is_by_characters_and_containment(first: str, second: str, said: bool) -> None:
    """The similarity of values is computed in the same way for Chinese and English."""
    assert alike(first, second) is said


def test_the_same_content_again_asks_nothing() -> None:
    """The content is already stored."""
    known = contents(content("captain", statement="a"), content("old captain", statement="b"))

    assert rivals(known, content("captain")) == []


def test_two_contents_of_one_quote_are_no_rivals() -> None:
    """What one sentence says together is not a contradiction; told elsewhere too, it is compared."""
    known = contents(content("captain", statement="a", quote="Old captain, ship's captain."))
    elsewhere = contents(
        content("captain", statement="a", quote="Old captain, ship's captain."),
        content("captain", statement="a", quote="The captain came."),
    )
    said = content("ship's captain", quote="Old captain, ship's captain.")

    assert rivals(known, said) == []
    assert rivals(elsewhere, said) == ["a"]


def test_events_have_no_rivals() -> None:
    """Two meetings are two events."""
    known = contents(content("captain", statement="a"))

    assert rivals(known, content("ship's captain", kind=PredicateKind.EVENT)) == []


def test_other_subjects_scopes_and_holders_are_no_rivals() -> None:
    """Claims are compared only with claims of the same holder."""
    known = contents(
        content("captain", subject=2, statement="a"),
        content("captain", scope=StatementScope.CLAIM, holder=3, statement="b"),
        content("captain", scope=StatementScope.CLAIM, holder=4, statement="c"),
    )

    assert rivals(known, content("ship's captain")) == []
    assert rivals(known, content("ship's captain", scope=StatementScope.CLAIM, holder=4)) == ["c"]


def test_unknown_states_of_one_subject_and_object_are_rivals() -> None:
    """The predicate table does not relate unknown predicates. A statement in the reverse direction is not a rival."""
    known = contents(content(predicate="guards", subject=1, other=2, statement="a"))

    assert rivals(known, content(predicate="hunts", subject=1, other=2)) == ["a"]
    assert rivals(known, content(predicate="hunts", subject=2, other=1)) == []
    assert rivals(known, content(predicate="guards", subject=2, other=1)) == []


@pytest.mark.parametrize(
    ("first", "second", "asked"),
    [
        ("阿梅曾见过陈平。", "阿梅没见过陈平。", True),
        ("Mei once met Chen.", "Mei had never met Chen.", True),
        ("Mei met Chen at the mill.", "Mei didn't meet Chen at the mill.", True),
        ("Mei thanked Chen.", "Mei followed Chen home.", False),
        ("Mei never wrote to Chen.", "Mei never met Chen.", False),
    ],
)
def test_relations_that_contradict_in_words_are_rivals_even_of_events(first: str, second: str, asked: bool) -> None:
    """A statement and its negation cannot both be true."""
    known = contents(replace(content(predicate="p", other=2, kind=PredicateKind.EVENT, statement="a"), text=first))

    found = rivals(known, replace(content(predicate="q", other=2, kind=PredicateKind.EVENT), text=second))

    assert found == (["a"] if asked else [])


def test_two_known_relations_of_one_pair_are_left_to_the_table() -> None:
    """Known cardinality decides without a question."""
    known = contents(content(predicate="friend_of", other=2, known=True, statement="a"))

    assert rivals(known, content(predicate="enemy_of", other=2, known=True)) == []
    assert rivals(known, content(predicate="hunts", other=2, known=False)) == ["a"]


def test_the_latest_told_are_asked_about_and_the_others_counted() -> None:
    """The number of rivals in a question is limited."""
    known = contents(*(content(f"captain {number}", statement=str(number)) for number in range(6)))

    found, left_out = known.rivals(content("captain"))

    assert [one.statement for one in found] == ["5", "4", "3"]
    assert left_out == 6 - ASKED_PER_STATEMENT


def test_a_content_shows_its_first_and_latest_quote() -> None:
    """A quote that is both first and latest is shown once."""
    known = contents(
        content("captain", quote="first"), content("captain", quote="second"), content("captain", quote="third")
    )

    (rival,) = known.rivals(content("ship's captain"))[0]

    assert rival.said().quotes == ("first", "third")
    assert content("cook", quote="one").said().quotes == ("one",)


def test_united_people_have_their_contents_in_common() -> None:
    """After a merge, the contents of both entities are compared."""
    root = {1: 1, 2: 2}
    known = ContentIndex(lambda number: root[number])
    known.add(content("captain", subject=1, statement="a"))
    known.add(content("captain", subject=2, statement="b"))
    root[2] = 1

    united = known.resolved()

    assert rivals(united, content("ship's captain", subject=2)) == ["a"]


def test_a_copy_goes_on_by_itself() -> None:
    """Chapters and quotes added to the original do not affect the copy."""
    known = contents(content("captain", quote="first", statement="a"))
    other = known.copy(lambda number: number)

    other.add(content("captain", quote="second"))
    other.add(content("captain's mate", statement="b"))

    assert rivals(known, content("ship's captain")) == ["a"]
    assert known.rivals(content("ship's captain"))[0][0].said().quotes == ("first",)


def test_a_statement_of_the_world_that_holds_now_has_no_marks() -> None:
    """Its question is the question of older versions."""
    assert rival_marks(StatementCore("Ann met Bob.", "met"), ENGLISH) == ()


def test_a_claim_a_denial_and_a_look_back_are_marked() -> None:
    """The marks are in the language of the chapter."""
    core = StatementCore("Ann met Bob.", "met", phase=Phase.DENIED, scope=StatementScope.CLAIM, placing=Placement.BACK)

    assert rival_marks(core, ENGLISH) == ("claimed", "denied", "before that scene")
    assert rival_marks(core, CHINESE) == ("声称", "否认", "那一幕之前")


def test_every_scope_and_placement_has_a_mark() -> None:
    """No message is missing."""
    for scope in StatementScope:
        for placing in Placement:
            marks = rival_marks(StatementCore("x", "y", scope=scope, placing=placing), CHINESE)

            assert len(marks) == (scope is not StatementScope.WORLD) + (placing is not Placement.NOW), (scope, placing)
