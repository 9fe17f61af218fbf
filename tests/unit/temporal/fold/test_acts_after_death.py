"""Tests of issues for acts after death: what counts as an act, and what can be said of the dead."""

from __future__ import annotations

from dataclasses import replace

import pytest

from episodic.model.episodes import FrameKind
from episodic.model.predicates import Predicate, PredicateKind, PredicateTable, shipped_predicates
from episodic.model.readings import Phase, Placement, StatementScope
from tests.unit.temporal.story_builder import ALIVE, DEAD, LIVES_IN, MET, YEARS_BEFORE, Tale, day

TABLE = PredicateTable(shipped_predicates())


def dead_jon() -> Tale:
    return Tale().chapter(1, day(30)).say("Jon", DEAD, phase=Phase.BEGINS).chapter(2, day(35))


def shipped(name: str) -> Predicate:
    found = TABLE.find(name)
    assert found is not None
    return found


@pytest.mark.parametrize("name", ["went_to", "告诉", "fought", "swam across", "大笑", "looks for"])
def test_an_act_of_a_dead_subject_is_an_issue(name: str) -> None:
    """The subject of the event is dead, and the event's predicate may be known or unknown."""
    predicate = TABLE.find(name) or Predicate(name, PredicateKind.EVENT)

    story = dead_jon().say("Jon", predicate, "Wu").read()

    assert story.kinds() == ["dead_acts"]


def test_what_happens_to_the_dead_is_no_act() -> None:
    """The statements are about burial, mourning, memory, or the body."""
    for name in [
        *(
            "was buried in",
            "buried_at",
            "is mourned by",
            "remembered by",
            "was found in",
            "carried by",
            "lies in state",
        ),
        *("written by", "owned by", "is honoured by", "葬于", "被安葬", "被发现", "追封", "祭奠", "遗留", "为…所悼念"),
    ]:
        story = dead_jon().say("Jon", Predicate(name, PredicateKind.EVENT), "chapel").read()

        assert story.kinds() == [], name


@pytest.mark.parametrize("name", ["手心里写着", "把自己绑在", "身上有", "wears", "was dressed in"])
def test_what_a_body_wears_or_bears_is_no_act(name: str) -> None:
    """The body was tied to the post, and the figures in its hand could still be read."""
    story = dead_jon().say("Jon", Predicate(name, PredicateKind.STATE, living=True), "x").read()

    assert story.kinds() == []


def test_a_living_state_of_a_dead_subject_is_an_issue() -> None:
    """The state has an unknown predicate, and a judgement says that the state ends with life."""
    story = dead_jon().say("Jon", Predicate("lodges with", PredicateKind.STATE, living=True), "x").read()

    assert story.kinds() == ["dead_acts"]


@pytest.mark.parametrize("name", ["located_in", "title", "married_to", "holds", "ability", "created", "parent_of"])
def test_what_is_said_of_the_dead_is_no_act(name: str) -> None:
    """The statements are about the body in the chapel, the late captain, Jon's widow, Jon's sword, and the bridge that
    Jon built.
    """
    story = dead_jon().say("Jon", shipped(name), "x").read()

    assert story.kinds() == []


def test_a_bond_that_begins_after_death_is_an_issue() -> None:
    """A widow stays a wife, but nobody marries the dead."""
    story = dead_jon().say("Jon", shipped("married_to"), "Mei", phase=Phase.BEGINS).read()

    assert story.kinds() == ["dead_acts"]


def test_the_object_of_an_event_does_not_act() -> None:
    """The object of an event does not act: Wu finds, rescues or kills Jon."""
    tale = dead_jon()
    for name in ("discovered", "rescued", "killed", "visited"):
        tale.say("Wu", shipped(name), "Jon")

    assert tale.read().kinds() == []


def test_a_flashback_goes_back_to_the_living() -> None:
    """A flashback after the death may be about the years before, or about an unknown time."""
    tale = dead_jon().passage(YEARS_BEFORE, frame=FrameKind.FLASHBACK).say("Jon", MET, "Wu")
    tale.passage(frame=FrameKind.TALE).say("Jon", MET, "Mei")
    tale.passage().say("Jon", MET, "Chen", placing=Placement.BACK)

    assert tale.read().kinds() == []


def test_lies_dreams_and_denials_are_no_acts() -> None:
    """Only a statement of the world is an act."""
    tale = dead_jon().say("Jon", MET, "Wu", scope=StatementScope.CLAIM, holder="Mei")
    tale.say("Jon", MET, "Chen", scope=StatementScope.DREAM, holder="Mei").say("Jon", MET, "Mei", phase=Phase.DENIED)

    assert tale.read().kinds() == []


def test_the_passage_that_tells_a_death_may_tell_how_it_came() -> None:
    """ "Jon was dead. He fought to the last": without a date, narrative order alone does not put the fight after the
    death.
    """
    tale = Tale().chapter(1, day(30)).say("Jon", DEAD).say("Jon", shipped("fought"), "Wu")
    dated = Tale().chapter(1, day(30)).say("Jon", DEAD).say("Jon", shipped("fought"), "Wu", time=day(31))

    assert tale.read().kinds() == []
    assert dated.read().kinds() == ["dead_acts"]


@pytest.mark.parametrize(("predicate", "phase"), [(DEAD, Phase.ENDS), (ALIVE, Phase.BEGINS)])
def test_who_comes_back_may_act_again(predicate: Predicate, phase: Phase) -> None:
    """Scenario S10: Jon dies on day 30 and revives on day 40. Only an act on day 35 is an issue, with the quotes of the
    death and of the act.
    """
    tale = dead_jon().say("Jon", MET, "Wu").chapter(3, day(40)).say("Jon", predicate, phase=phase)
    story = tale.chapter(4, day(45)).say("Jon", MET, "Mei").read()

    (found,) = story.folded.issues

    assert found.kind == "dead_acts"
    assert [one.episode for one in found.evidence] == ["ch1", "ch2"]
    assert "Wu" in found.evidence[1].quote


def test_a_claim_is_an_act_of_its_holder() -> None:
    """ "The gate is open," said Jon: one issue has the quotes of the death and of all claims of the speaker."""
    tale = dead_jon().say("gate", LIVES_IN, "wall", scope=StatementScope.CLAIM, holder="Jon")
    story = tale.say("tower", LIVES_IN, "wall", scope=StatementScope.CLAIM, holder="Jon").read()

    (found,) = story.folded.issues

    assert found.kind == "dead_acts"
    assert [one.episode for one in found.evidence] == ["ch1", "ch2"]
    assert "gate" in found.evidence[1].quote


def test_what_the_dead_had_said_may_be_told() -> None:
    """A dead person's words may come from before the death, from a flashback, a letter or a teller, or from the passage
    of the death.
    """
    claim = StatementScope.CLAIM
    early = Tale().chapter(1).say("gate", LIVES_IN, "wall", scope=claim, holder="Jon").chapter(2)
    early.say("Jon", DEAD, phase=Phase.BEGINS).say("gate", LIVES_IN, "door", scope=claim, holder="Jon")
    late = dead_jon().say("gate", LIVES_IN, "wall", scope=claim, holder="Jon", placing=Placement.BACK)
    late.passage(YEARS_BEFORE, frame=FrameKind.FLASHBACK).say("a", LIVES_IN, "b", scope=claim, holder="Jon")
    late.passage(frame=FrameKind.LETTER).say("c", LIVES_IN, "d", scope=claim, holder="Jon")
    handed_on = dead_jon().say("gate", LIVES_IN, "wall", scope=claim, holder="Jon")
    handed_on.statements[-1] = replace(handed_on.statements[-1], tellers=("Mei",))

    assert [tale.read().kinds() for tale in (early, late, handed_on)] == [[], [], []]


@pytest.mark.parametrize(("derived", "expected"), [(True, []), (False, ["dead_acts"])])
def test_to_be_given_something_is_no_act(*, derived: bool, expected: list[str]) -> None:
    """The dead has the wreath that was sent to him. A text that says by itself that he holds it means a living man."""
    tale = dead_jon().say("Jon", shipped("holds"), "wreath", phase=Phase.BEGINS)
    tale.statements[-1] = replace(tale.statements[-1], core=replace(tale.statements[-1].core, derived=derived))

    assert tale.read().kinds() == expected
