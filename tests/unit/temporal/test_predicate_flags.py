"""Tests of predicate flags: a user's predicate with the flags of a shipped predicate has the same effects."""

from __future__ import annotations

from dataclasses import replace

import pytest

from episodic.extraction.llm_based.statements import read_statements
from episodic.model.decisions import Correction, Override, OverrideKind
from episodic.model.predicates import (
    Alive,
    Cardinality,
    Learner,
    LifeState,
    Membership,
    Predicate,
    PredicateKind,
    PredicateTable,
    shipped_table,
)
from episodic.model.records import from_json, to_json
from episodic.temporal.exclusion import StatementContent
from episodic.temporal.knowledge.learning import learners
from episodic.temporal.monotone import monotone_value
from tests.replies import facts_reply
from tests.unit.extraction.llm_based.window_of import entities_of, facts_entry, window_of
from tests.unit.temporal.known_facts import known_in_all
from tests.unit.temporal.story_builder import LIVES_IN, MET, Tale, day

FELL = Predicate(
    "fell_in_battle", cardinality=Cardinality.ONE_VALUE, family="life", life=LifeState.DEAD, names=("战死",)
)
SURVIVES = Predicate("survives", cardinality=Cardinality.ONE_VALUE, family="life", life=LifeState.ALIVE)
ADORES = Predicate("adores", mental=True)
GUESSED = Predicate("guessed", PredicateKind.EVENT, learner=Learner.SUBJECT)
CONFIDED = Predicate("confided", PredicateKind.EVENT, learner=Learner.RECIPIENT)


@pytest.mark.parametrize(("life", "ends"), [(LifeState.DEAD, True), (LifeState.ALIVE, False), (None, False)])
def test_a_death_by_a_users_own_predicate_ends_living_facts(life: LifeState | None, ends: bool) -> None:
    """A residence ends with the death of the resident, and with no other statement about the resident."""
    tale = (
        Tale().chapter(1, day(1)).say("Wu", LIVES_IN, "Harbor").chapter(2, day(9)).say("Wu", replace(FELL, life=life))
    )

    home = tale.read().fact("Wu lives_in Harbor")

    assert bool(home.core.ended_by) is ends


def test_life_flags_decide_acts_after_death_and_exclusion() -> None:
    """An act after a death is an issue, and a statement of survival excludes the death, whatever the names of the
    predicates.
    """
    acting = Tale().chapter(1, day(1)).say("Wu", FELL).chapter(2, day(9)).say("Wu", MET, "Mei")
    surviving = Tale().chapter(1, day(1)).say("Wu", FELL).chapter(2, day(9)).say("Wu", SURVIVES)

    assert acting.read().kinds() == ["dead_acts"]
    assert surviving.read().fact("Wu fell_in_battle").core.ended_by == (surviving.read().fact("Wu survives").uuid,)


@pytest.mark.parametrize(("mental", "known"), [(True, False), (False, True)])
def test_a_mental_state_is_not_known_by_presence(mental: bool, known: bool) -> None:
    """Mei is present with Wu. Mei does not learn a mental state of Wu, but she learns any other state."""
    tale = Tale().chapter(1).say("Mei", MET, "Wu").say("Wu", replace(ADORES, mental=mental), "Chen")

    assert ("Wu adores Chen" in known_in_all(tale, "Mei")) is known


@pytest.mark.parametrize(
    ("teaches", "who"), [(GUESSED, {"Wu"}), (CONFIDED, {"Mei"}), (Predicate("hummed", PredicateKind.EVENT), set[str]())]
)
def test_the_learner_flag_says_who_learns(teaches: Predicate, who: set[str]) -> None:
    """The flag selects the subject, the object, or nobody."""
    tale = Tale().chapter(1).say("Wu", teaches, "Mei")

    assert set(learners(tale.statements[0])) == who


def test_the_value_of_a_growing_predicate_is_read_as_years() -> None:
    """A value of a predicate without the flag is not read as a number."""
    assert monotone_value(StatementContent("Lin", "winters", "", "24"), Predicate("winters", growing=True)) == 24
    assert monotone_value(StatementContent("Lin", "winters", "", "24"), Predicate("winters")) is None


def test_a_naming_value_is_no_entity_and_a_complete_predicate_needs_no_value() -> None:
    """The first statement is about Wick without the flag, and the second statement has no content without the flag."""
    window = window_of("They call Anna Wick. The mill is silted.")
    people = entities_of(window, "Anna", "Wick", "The mill")
    forms = [
        facts_entry("They call Anna Wick", "Anna is called Wick.", predicate="pen_name", value="Wick"),
        facts_entry("The mill is silted", "The mill is silted.", subject=3, predicate="silted"),
    ]

    def read(*own: Predicate) -> list[tuple[str, int | None, str | None]]:
        table = shipped_table().extended(own)
        reading = read_statements(facts_reply(forms), window, entities=people, table=table, mark="¶")
        return [(one.core.predicate, one.object, one.core.value) for one in reading.statements]

    assert read(Predicate("pen_name", naming=True), Predicate("silted", complete=True)) == [
        ("pen_name", None, "Wick"),
        ("silted", None, None),
    ]
    assert read(Predicate("pen_name"), Predicate("silted")) == [("pen_name", 1, None)]


def test_a_predicate_given_again_keeps_the_flags_it_does_not_state() -> None:
    """Stored values take precedence over the flags of the table."""
    told = from_json(Predicate, '{"name":"dead","cardinality":"one_value","family":"life","zh":"亡"}')
    own = told, Predicate("loves", act=Alive.NEVER, mental=False), Predicate("leads")
    table = shipped_table().extended(own)

    dead, loves, leads = table.find("亡"), table.find("loves"), table.find("leads")

    assert dead is not None
    assert dead.life is LifeState.DEAD
    assert loves is not None
    assert (loves.act, loves.mental) == (Alive.NEVER, False)
    assert leads is not None
    assert leads.membership is Membership.LEADER


def test_flags_are_written_only_if_set() -> None:
    """The record of a predicate without flags has no field for flags."""
    act = Override(
        "a", "w", OverrideKind.CORRECT, (), None, "author", "", "", 1, correction=Correction.PREDICATE, predicate=FELL
    )
    plain = to_json(Predicate("owes"))

    assert from_json(Override, to_json(act)) == act
    assert not any(f'"{flag}"' in plain for flag in ("life", "learner", "mental", "growing", "naming", "complete"))
    assert PredicateTable([FELL]).find("战死") == FELL
