"""Facts of a list that say nothing new beside another fact."""

from __future__ import annotations

from dataclasses import replace

from episodic.model.graph import Fact
from episodic.model.predicates import PredicateKind
from episodic.model.readings import StatementScope
from episodic.search.nested_facts import containers_of, may_share_entries, nested
from tests.unit.search.story_builder import harbor

BASE = replace(
    harbor().facts[0], kind=PredicateKind.FIXED, derived=False, invalid_at=None, ended_by=(), participants=()
)


def fact(uuid: str, subject: str, predicate: str, target: str, text: str, qualifier: str | None = None) -> Fact:
    return replace(
        BASE,
        uuid=uuid,
        subject=subject,
        subject_name=subject,
        predicate=predicate,
        object=target,
        object_name=target,
        text=text,
        qualifier=qualifier,
        evidence=tuple(replace(one, start=ord(uuid[0])) for one in BASE.evidence),
    )


AUNT = fact("a", "my aunt", "relative_of", "Ann", "My aunt is Ann's aunt.", "aunt")
HOUSE = fact("h", "Ann", "part_of", "house", "Ann belongs to the house.")
ILL = fact("i", "my aunt", "part_of", "house", "The aunt belongs to the house.")


def test_what_only_explains_a_name_stands_in_the_first_fact_about_its_bearer() -> None:
    (house, ill) = nested([AUNT, HOUSE, ILL], containers_of([AUNT, HOUSE, ILL], complete=True), fact_of=lambda one: one)

    assert (house.item, house.alike) == (HOUSE, ())
    assert (ill.item, ill.alike, ill.effects) == (ILL, (AUNT,), ())


def test_an_explanation_of_a_name_stands_in_a_fact_about_the_other_where_nothing_else_is_said_of_its_bearer() -> None:
    """Alone it stands for itself, and so does what says more than the name."""
    telling = replace(AUNT, text="My aunt, whom nobody had seen for years, is Ann's aunt.")

    assert containers_of([AUNT, HOUSE], complete=True) == {"a": "h"}
    assert containers_of([AUNT], complete=True) == {}
    assert containers_of([telling, ILL], complete=True) == {}


def test_a_name_that_says_whose_mother_somebody_is_explains_only_that() -> None:
    mother = fact("m", "林河之母", "parent_of", "林河", "林河之母是林河的母亲。", "母")
    other = fact("o", "林河之母", "parent_of", "吴海", "林河之母是吴海的母亲。", "母")

    assert containers_of([mother, other], complete=True) == {"m": "o"}


def test_a_roll_call_is_one_entry() -> None:
    """Of two or three people, each fact stands for itself."""
    crew = [fact("a", name, "member_of", "crew", f"{name} is of the crew.") for name in ("Ann", "Bo", "Cal", "Dee")]
    crew = [replace(one, uuid=one.subject, kind=PredicateKind.STATE) for one in crew]

    assert containers_of(crew, complete=True) == dict.fromkeys(("Bo", "Cal", "Dee"), "Ann")
    assert containers_of(crew[:3], complete=True) == {}


def test_the_children_of_one_sentence_are_one_entry() -> None:
    """The parent is the subject. The sentences name the children by the ends of their names."""
    sons = [
        replace(fact(f"{parent}{son}", parent, "parent_of", son, f"{son} is {parent}'s son."), object_name=f"Sir {son}")
        for parent in ("Ann", "Bo")
        for son in ("Cal", "Dee")
    ]
    sons = [replace(one, evidence=BASE.evidence) for one in sons]

    assert containers_of(sons, complete=True) == dict.fromkeys(("AnnDee", "BoCal", "BoDee"), "AnnCal")
    assert containers_of(sons[:2], complete=True) == {}


def test_a_state_that_has_ended_is_not_told_again() -> None:
    """Somebody can be in a place twice."""
    claim = replace(HOUSE, uuid="c", scope=StatementScope.CLAIM, holder="Bo", text="Ann is of that house.")
    over = [replace(one, kind=PredicateKind.STATE, ended_by=("x",)) for one in (HOUSE, claim)]

    assert containers_of([claim, HOUSE], complete=True) == {"c": "h"}
    assert containers_of(over, complete=True) == {}


def test_facts_that_share_entries_are_never_ruled_out() -> None:
    claim = replace(HOUSE, uuid="c", scope=StatementScope.CLAIM, holder="Bo", text="Ann is of that house.")
    crew = [fact("a", name, "member_of", "crew", f"{name} is of the crew.") for name in ("Ann", "Bo", "Cal", "Dee")]
    crew = [replace(one, uuid=one.subject, kind=PredicateKind.STATE) for one in crew]
    event = replace(HOUSE, uuid="e", predicate="enters", kind=PredicateKind.EVENT)
    effect = replace(HOUSE, uuid="f", predicate="located_in", kind=PredicateKind.STATE, derived=True)

    for facts in ([AUNT, ILL], [claim, HOUSE], crew, [effect, event]):
        assert containers_of(facts, complete=False)
        assert may_share_entries(facts)


def test_facts_of_different_quotes_that_one_teller_tells_share_no_entry() -> None:
    away = replace(HOUSE, uuid="w", evidence=tuple(replace(one, start=1) for one in HOUSE.evidence))

    assert not may_share_entries([HOUSE, ILL, away])
    assert not may_share_entries([HOUSE])
