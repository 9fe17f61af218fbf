"""Tests of statement contents: which are equal, and which exclude each other."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from episodic.model.graph import Role
from episodic.model.predicates import Cardinality, Predicate, PredicateKind
from episodic.model.readings import StatementCore
from episodic.model.spans import Evidence, NarrativePosition
from episodic.temporal.exclusion import (
    Exclusions,
    ExclusiveKey,
    JudgedPair,
    StatementContent,
    content_of,
    exclusive_keys,
)
from episodic.temporal.placed import PlacedStatement
from episodic.temporal.questions import Verdict
from tests.unit.temporal.story_builder import (
    ALIVE,
    DEAD,
    ENEMY,
    FRIEND,
    HOLDS,
    LIVES_IN,
    MARRIED,
    MEMBER,
    MET,
    Tale,
    day,
)


def said(
    subject: str, predicate: Predicate, target: str | None = None, value: str | None = None, *, to: str | None = None
) -> PlacedStatement:
    roles = () if to is None else (Role(to, to, "recipient"),)
    evidence = Evidence("ch1", "words", 0, 5, NarrativePosition(1, 0))
    return PlacedStatement(
        "s",
        "p",
        evidence,
        StatementCore("text", predicate.name, value),
        subject,
        predicate,
        object=target,
        participants=roles,
    )


def keys(statement: PlacedStatement) -> set[ExclusiveKey]:
    return set(exclusive_keys(content_of(statement), statement.predicate))


def test_a_mutual_relation_is_one_content_from_both_sides() -> None:
    """Lin is married to Mei, and Mei is married to Lin."""
    assert content_of(said("Lin", MARRIED, "Mei")) == content_of(said("Mei", MARRIED, "Lin"))


def test_a_relation_and_its_inverse_are_one_content() -> None:
    """Chen teaches Lin, and Lin is a student of Chen: both statements have the same content."""
    teaches = Predicate("teacher_of", inverse="student_of")
    learns = Predicate("student_of", inverse="teacher_of")
    owns = Predicate("owns", cardinality=Cardinality.ONE_SUBJECT, inverse="belongs_to")
    belongs = Predicate("belongs_to", cardinality=Cardinality.ONE_VALUE, inverse="owns")

    assert content_of(said("Chen", teaches, "Lin")) == content_of(said("Lin", learns, "Chen"))
    assert keys(said("Lin", owns, "sword")) == keys(said("sword", belongs, "Wu"))


def test_the_cause_of_death_does_not_make_another_death() -> None:
    """Two causes of death are one content."""
    assert content_of(said("Jon", DEAD, value="of fever")) == content_of(said("Jon", DEAD, "Wu"))


def test_values_are_compared_by_their_key() -> None:
    """Values that differ in width or case are equal."""
    rank = Predicate("rank", cardinality=Cardinality.ONE_VALUE)

    assert content_of(said("Lin", rank, value="Ｃaptain")) == content_of(said("Lin", rank, value="captain"))
    assert content_of(replace(said("Lin", rank, value="x"), value_key="captain")).value == "captain"


def test_two_promises_to_one_person_are_two_contents() -> None:
    """A promise to come is not a promise to write. Of a friend, it does not matter what else is said of him."""

    def narrowed(predicate: Predicate, qualifier: str) -> StatementContent:
        one = said("Lin", predicate, "Mei")
        return content_of(replace(one, core=replace(one.core, qualifier=qualifier)))

    promised = Predicate("promised", uttered=True)

    assert narrowed(promised, "to come") == narrowed(promised, "To come") != narrowed(promised, "to write")
    assert narrowed(FRIEND, "old") == narrowed(FRIEND, "dear")


def test_events_with_other_people_in_them_are_other_events() -> None:
    """The sword given to Wu is not the sword given to Mei. A third participant does not change the content of a state."""
    gave = Predicate("gave", PredicateKind.EVENT)

    assert content_of(said("Lin", gave, "sword", to="Wu")) != content_of(said("Lin", gave, "sword", to="Mei"))
    assert content_of(said("Lin", MEMBER, "Guild", to="Wu")) == content_of(said("Lin", MEMBER, "Guild"))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (said("Lin", LIVES_IN, "Harbor"), said("Lin", LIVES_IN, "Capital")),
        (said("Lin", HOLDS, "sword"), said("Wu", HOLDS, "sword")),
        (said("Lin", MARRIED, "Mei"), said("Lin", MARRIED, "Wu")),
        (said("Lin", MARRIED, "Mei"), said("Wu", MARRIED, "Lin")),
        (said("Lin", FRIEND, "Wu"), said("Wu", ENEMY, "Lin")),
        (said("Lin", DEAD), said("Lin", ALIVE)),
    ],
)
def test_contents_that_exclude_each_other_share_a_key(one: PlacedStatement, other: PlacedStatement) -> None:
    assert keys(one) & keys(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (said("Lin", LIVES_IN, "Harbor"), said("Wu", LIVES_IN, "Harbor")),
        (said("Lin", HOLDS, "sword"), said("Lin", HOLDS, "ring")),
        (said("Lin", MEMBER, "Guild"), said("Lin", MEMBER, "Order")),
        (said("Lin", MET, "Wu"), said("Lin", MET, "Mei")),
        (said("Lin", FRIEND, "Wu"), said("Lin", ENEMY, "Mei")),
        (
            said("Lin", Predicate("loves", family="regard"), "Wu"),
            said("Lin", Predicate("hates", family="regard"), "Wu"),
        ),
    ],
)
def test_compatible_contents_share_no_key(one: PlacedStatement, other: PlacedStatement) -> None:
    """Neighbours, several things in one hand, several memberships and mixed feelings are compatible."""
    assert not keys(one) & keys(other)


A, B, C, D = (StatementContent(name, "p", "", "") for name in "ABCD")


def judged(one: StatementContent, answer: Verdict, other: StatementContent, place: int) -> JudgedPair:
    return JudgedPair(
        one,
        other,
        answer,
        NarrativePosition(place, 0),
        (Evidence("ch", f"{one[0]}{other[0]}", 0, 2, NarrativePosition(place, 0)),),
    )


def test_a_habit_excludes_no_other_place() -> None:
    """ "In jail and out of jail" does not end when the prisoner is on a ship, and ends no other home."""
    tale = Tale().chapter(1, day(10)).say("Lin", LIVES_IN, "jail").chapter(2, day(20)).say("Lin", LIVES_IN, "ship")
    plain = tale.read()
    for number in range(2):
        told = tale.statements[number]
        tale.statements[number] = replace(told, core=replace(told.core, habit=True))
        habit = tale.read()
        assert not any(one.core.ended_by for one in habit.folded.facts)
        tale.statements[number] = told

    assert [one.core.text for one in plain.folded.facts if one.core.ended_by] == ["Lin lives_in jail"]


def test_sameness_is_transitive() -> None:
    """If a = b and b = c, a content that excludes a also excludes c."""
    exclusions = Exclusions(
        [
            judged(A, Verdict.SAME, B, 1),
            judged(B, Verdict.SAME, C, 2),
            judged(D, Verdict.EXCLUDES, C, 3),
        ]
    )

    assert exclusions.class_of(C) == exclusions.class_of(A)
    assert exclusions.excluded_by_judgement(exclusions.class_of(A)) == (D,)
    assert exclusions.conflicts == ()


def test_of_contradictory_judgements_the_earlier_one_is_kept() -> None:
    """After the judgements a = b and b = c, "a excludes c" is refused, and the conflict names the first two."""
    same = [judged(A, Verdict.SAME, B, 1), judged(B, Verdict.SAME, C, 2)]

    (late,) = Exclusions([judged(A, Verdict.EXCLUDES, C, 3), *same]).conflicts
    (early,) = Exclusions([judged(A, Verdict.EXCLUDES, C, 0), *same]).conflicts

    assert (late.refused.answer, set(late.against)) == (Verdict.EXCLUDES, set(same))
    assert (early.refused, len(early.against)) == (same[1], 2)


def test_both_and_excludes_contradict_each_other() -> None:
    """Contents that can hold together cannot exclude each other, directly or through equal contents."""
    (direct,) = Exclusions([judged(A, Verdict.BOTH, B, 1), judged(A, Verdict.EXCLUDES, B, 2)]).conflicts
    (through,) = Exclusions(
        [
            judged(A, Verdict.BOTH, C, 1),
            judged(B, Verdict.EXCLUDES, C, 2),
            judged(A, Verdict.SAME, B, 3),
        ]
    ).conflicts

    assert direct.refused.answer is Verdict.EXCLUDES
    assert through.refused.answer is Verdict.SAME


verdicts = st.lists(
    st.builds(
        judged,
        st.sampled_from([A, B, C, D]),
        st.sampled_from(Verdict),
        st.sampled_from([A, B, C, D]),
        st.integers(0, 9),
    ).filter(lambda one: one.first != one.second),
    max_size=8,
)


@given(verdicts, st.randoms(use_true_random=False))
def test_judgements_make_one_consistent_whole(told: list[JudgedPair], chance: object) -> None:
    """No class excludes itself or a compatible class; the result does not depend on the input order."""
    exclusions = Exclusions(told)
    shuffled = Exclusions(reversed(told))

    for content in (A, B, C, D):
        mine = exclusions.class_of(content)
        apart = {exclusions.class_of(one) for one in exclusions.excluded_by_judgement(mine)}
        assert mine not in apart
        assert not apart & exclusions.compatible_classes(mine)
        assert shuffled.class_of(content) == mine
        assert shuffled.excluded_by_judgement(mine) == exclusions.excluded_by_judgement(mine)


def test_a_judgement_with_moved_quotes_concerns_only_its_own_contents() -> None:
    """A judgement that is new or has another answer concerns the contents of all later judgements."""
    contents = [content_of(said("Lin", LIVES_IN, place)) for place in ("Harbor", "Capital", "Village", "Town")]
    verdicts = [judged(contents[place], Verdict.BOTH, contents[place + 1], place) for place in range(3)]
    moved = [verdicts[0], replace(verdicts[1], told=NarrativePosition(1, 5)), verdicts[2]]
    other = [verdicts[0], replace(verdicts[1], answer=Verdict.EXCLUDES), verdicts[2]]
    before = Exclusions(verdicts)

    assert Exclusions(moved).rejudged(before) == {contents[1], contents[2]}
    assert Exclusions(other).rejudged(before) == {*contents[1:]}
    assert Exclusions(moved).judges_like(before)
    assert not Exclusions(other).judges_like(before)
    assert not Exclusions(moved[:2]).judges_like(before)
