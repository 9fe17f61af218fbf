"""Tests of knowledge: what persons know from their acts, beliefs, presence, hearing and learning, and when."""

from __future__ import annotations

from dataclasses import replace

import pytest

from episodic.model.episodes import FrameKind
from episodic.model.holding import Holding
from episodic.model.readings import Phase, Placement, StatementScope
from episodic.temporal.knowledge.knowledge import KnowledgeSourceKind
from episodic.temporal.placed import PlacedStatement
from tests.unit.temporal.known_facts import (
    KILLED,
    KNOWS,
    LOVES,
    PARENT,
    TOLD,
    knowledge,
    known_in_all,
    known_on,
    pov,
    with_role,
)
from tests.unit.temporal.story_builder import ALIVE, DEAD, EYES, HOLDS, LIVES_IN, MET, YEARS_BEFORE, Tale, day

CLAIM, BELIEF, PLAN = StatementScope.CLAIM, StatementScope.BELIEF, StatementScope.PLAN


def letter() -> Tale:
    """Scenario S6: Mei believes that Chen is alive, he dies, and she learns of his death ten days later."""
    tale = Tale().chapter(1, day(5)).say("Chen", ALIVE, scope=BELIEF, holder="Mei")
    tale.chapter(2, day(30)).say("Chen", DEAD, phase=Phase.BEGINS)
    return tale.chapter(3, day(40)).say("Mei", KNOWS, "Chen", quote="Mei learned that Chen was dead.")


def test_s6_a_belief_is_over_when_its_holder_learns_better() -> None:
    """On day 35, Chen is dead in the world and alive in Mei's belief. On day 45, she knows that he is dead. Nothing
    contradicts.
    """
    tale = letter()

    before, after = known_on(tale, "Mei", 35), known_on(tale, "Mei", 45)

    assert before == {"Chen alive": Holding.HOLDS}
    assert set(after) == {"Mei knows_that Chen"}
    assert tale.read().at("Chen dead", 35) is Holding.HOLDS
    assert tale.read().kinds() == []


def test_s6_a_later_belief_ends_an_earlier_one() -> None:
    """Mei's later belief that Chen is dead ends her earlier belief, and does not change the facts of the world."""
    tale = Tale().chapter(1, day(5)).say("Chen", ALIVE, scope=BELIEF, holder="Mei")
    tale.chapter(2, day(30)).say("Chen", DEAD, phase=Phase.BEGINS)
    tale.chapter(3, day(40)).say("Chen", DEAD, scope=BELIEF, holder="Mei", phase=Phase.BEGINS)

    assert set(known_on(tale, "Mei", 35)) == {"Chen alive"}
    assert set(known_on(tale, "Mei", 45)) == {"Chen dead"}
    assert tale.read().kinds() == []


def test_nobody_knows_what_is_told_where_they_are_not() -> None:
    """Mei is not present when Wu takes the sword."""
    tale = Tale().chapter(1).say("Mei", MET, "Lin").chapter(2).say("Wu", HOLDS, "sword", phase=Phase.BEGINS)

    assert known_in_all(tale, "Mei") == {"Mei met Lin"}


def test_whoever_is_there_knows_what_the_narration_says() -> None:
    """A present person knows the statements of a passage from the moment of that passage."""
    tale = Tale().chapter(1, day(10)).say("Mei", MET, "Lin").say("Wu", HOLDS, "sword", phase=Phase.BEGINS)

    assert set(known_on(tale, "Mei", 10)) == {"Mei met Lin", "Wu holds sword"}
    assert known_on(tale, "Mei", 9) == {}


def test_what_is_told_in_retrospect_is_known_from_where_it_is_told() -> None:
    """Wu had killed Chen long before. Mei is present in the passage of day 10 that says so, and knows it from day 10."""
    tale = Tale().chapter(1, day(10)).say("Mei", MET, "Lin").say("Wu", KILLED, "Chen", placing=Placement.BACK)

    assert "Wu killed Chen" not in known_on(tale, "Mei", 9)
    assert known_on(tale, "Mei", 10)["Wu killed Chen"] is Holding.HOLDS


def test_nobody_knows_what_is_still_to_come() -> None:
    """The narrator looks ahead in a passage with Mei."""
    tale = Tale().chapter(1, day(10)).say("Mei", MET, "Lin").say("Wu", KILLED, "Lin", placing=Placement.AHEAD)

    assert known_in_all(tale, "Mei") == {"Mei met Lin"}


def test_people_know_what_they_do_wherever_it_is_told() -> None:
    """Others mention that Mei lived in the village. She knows it from the moment that she lived there."""
    tale = Tale().chapter(1, day(10)).say("Wu", MET, "Lin")
    tale.say("Mei", LIVES_IN, "village", placing=Placement.BACK, time=day(3))

    assert set(known_on(tale, "Mei", 4)) == {"Mei lives_in village"}
    assert known_on(tale, "Mei", 2) == {}


def test_nobody_knows_by_themselves_who_their_father_is() -> None:
    """Mei knows who her father is only if she is present or learns it, because lineage is often secret."""
    tale = Tale().chapter(1).say("Wu", PARENT, "Mei").say("Mei", EYES, "green")

    assert known_in_all(tale, "Mei") == {"Mei eye_colour green"}


def test_nobody_knows_that_they_are_loved() -> None:
    """Love is a feeling of another person, so a present person does not know it."""
    tale = Tale().chapter(1).say("Lin", MET, "Mei").say("Lin", LOVES, "Mei")

    assert known_in_all(tale, "Mei") == {"Lin met Mei"}
    assert known_in_all(tale, "Lin") == {"Lin met Mei", "Lin loves Mei"}


def test_a_claim_in_somebodys_presence_is_known_as_a_claim() -> None:
    """Wu tells Mei that Chen is alive. She knows that he says so, but not that it is true."""
    tale = Tale().chapter(1, day(10)).say("Mei", MET, "Wu").say("Chen", ALIVE, scope=CLAIM, holder="Wu")

    (claim,) = (one for one in pov(tale, "Mei").facts.values() if one.core.text == "Chen alive")

    assert (claim.core.scope, claim.core.holder) == (CLAIM, "Wu")


def test_a_thought_in_somebodys_presence_stays_unknown() -> None:
    """What Wu believes and plans in Mei's presence is not known to her."""
    tale = Tale().chapter(1).say("Mei", MET, "Wu").say("Chen", ALIVE, scope=BELIEF, holder="Wu")
    tale.say("Wu", KILLED, "Lin", scope=PLAN, holder="Wu")

    assert known_in_all(tale, "Mei") == {"Mei met Wu"}
    assert known_in_all(tale, "Wu") == {"Mei met Wu", "Chen alive", "Wu killed Lin"}


def test_a_claim_made_to_somebody_is_known_to_them() -> None:
    """The statement names a listener, although nothing else shows that she is present."""
    tale = Tale().chapter(1).say("Chen", ALIVE, scope=CLAIM, holder="Wu")
    with_role(tale, "Mei", "listener")

    assert known_in_all(tale, "Mei") == {"Chen alive"}
    assert known_in_all(tale, "Lin") == set()


def test_a_secret_told_to_one_is_not_known_to_the_other() -> None:
    """Wu tells Mei where the sword is. Lin does not know until somebody tells him."""
    tale = Tale().chapter(1, day(5)).say("Wu", HOLDS, "sword")
    tale.chapter(2, day(10)).say("Wu", TOLD, "Mei", quote="Wu told Mei that the sword was his")
    tale.say("Wu", HOLDS, "sword", scope=CLAIM, holder="Wu", quote="the sword was his")
    tale.statements[-1] = _inside(tale)
    tale.chapter(3, day(20)).say("Lin", MET, "Mei")

    assert known_on(tale, "Mei", 15)["Wu holds sword"] is Holding.HOLDS
    assert "Wu holds sword" not in known_on(tale, "Lin", 25)


def test_a_lie_that_is_told_is_no_knowledge() -> None:
    """Wu tells Mei that the sword is his, and no fact of the world says so. Mei knows only that Wu claims the sword."""
    tale = Tale().chapter(2, day(10)).say("Wu", TOLD, "Mei", quote="Wu told Mei that the sword was his")
    tale.say("Wu", HOLDS, "sword", scope=CLAIM, holder="Wu", quote="the sword was his")
    tale.statements[-1] = _inside(tale)

    scopes = {one.core.scope for one in pov(tale, "Mei").facts.values() if one.core.text == "Wu holds sword"}

    assert scopes == {CLAIM}


def test_a_letter_is_known_to_who_writes_and_who_reads_it() -> None:
    """A person mentioned in a letter does not know its content. The reader of the letter knows its content after the
    reading.
    """
    tale = Tale().chapter(1, day(10)).say("Mei", KNOWS, "letter", quote="Mei read the letter")
    tale.passage(day(2), frame=FrameKind.LETTER).say("Lin", LIVES_IN, "Harbor", scope=CLAIM, holder="Wu")

    assert set(known_on(tale, "Wu", 5)) == {"Lin lives_in Harbor"}
    assert known_on(tale, "Mei", 5) == {}
    assert "Lin lives_in Harbor" in known_on(tale, "Mei", 10)
    assert known_in_all(tale, "Lin") == set()


def test_whoever_learns_something_else_beside_a_letter_has_not_read_it() -> None:
    """Chen hears of a sword in the passage before. Another person reads the letter."""
    tale = Tale().chapter(1, day(10)).say("Wu", TOLD, "Chen", quote="Wu told Chen of the sword")
    tale.passage(day(2), frame=FrameKind.LETTER).say("Lin", LIVES_IN, "Harbor", scope=CLAIM, holder="Wu")

    assert "Lin lives_in Harbor" not in known_in_all(tale, "Chen")


def test_what_happens_in_a_flashback_is_known_to_those_in_it() -> None:
    """The persons in a flashback know its events from the flashback's own moment."""
    tale = Tale().chapter(1, day(5000)).say("Lin", MET, "Wu")
    tale.passage(YEARS_BEFORE, frame=FrameKind.FLASHBACK).say("Mei", MET, "Chen").say("Chen", HOLDS, "sword")

    assert set(known_on(tale, "Mei", 4990)) == {"Mei met Chen", "Chen holds sword"}
    assert known_in_all(tale, "Lin") == {"Lin met Wu"}


def test_what_is_only_perhaps_known_is_possible() -> None:
    """Mei takes part in an undated tale that is narrated on day 10. On day 5, Mei possibly knows the tale's events."""
    tale = Tale().chapter(1, day(10)).say("Lin", MET, "Wu")
    tale.passage(frame=FrameKind.TALE).say("Mei", MET, "Chen").say("Chen", HOLDS, "sword")

    assert known_on(tale, "Mei", 5) == {"Mei met Chen": Holding.POSSIBLE, "Chen holds sword": Holding.POSSIBLE}


def test_whoever_does_not_hear_of_a_move_goes_on_believing_in_the_old_home() -> None:
    """Mei saw Lin in the Harbor. He moves, and she does not know that he moved."""
    tale = Tale().chapter(1, day(5)).say("Mei", MET, "Lin").say("Lin", LIVES_IN, "Harbor")
    tale.chapter(2, day(20)).say("Lin", LIVES_IN, "Capital")

    assert known_on(tale, "Mei", 25)["Lin lives_in Harbor"] is Holding.HOLDS
    assert set(known_on(tale, "Lin", 25)) == {"Mei met Lin", "Lin lives_in Capital"}


def test_a_false_belief_ends_what_was_known_for_its_holder_alone() -> None:
    """Mei knows Lin's home and later believes in another home. Lin's own knowledge does not change."""
    tale = Tale().chapter(1, day(5)).say("Mei", MET, "Lin").say("Lin", LIVES_IN, "Harbor")
    tale.chapter(2, day(20)).say("Lin", LIVES_IN, "Capital", scope=BELIEF, holder="Mei")

    assert set(known_on(tale, "Mei", 25)) == {"Mei met Lin", "Lin lives_in Capital"}
    assert set(known_on(tale, "Lin", 25)) == {"Mei met Lin", "Lin lives_in Harbor"}
    assert tale.read().at("Lin lives_in Harbor", 25) is Holding.HOLDS


def test_the_dead_learn_nothing_more() -> None:
    """Chen is buried after his death, and does not know of the burial."""
    tale = Tale().chapter(1, day(5)).say("Chen", MET, "Mei").say("Chen", DEAD, phase=Phase.BEGINS)
    tale.chapter(2, day(6)).say("Mei", MET, "Chen", quote="Mei buried Chen")

    assert known_in_all(tale, "Chen") == {"Chen met Mei"}
    assert known_in_all(tale, "Mei") == {"Chen met Mei", "Chen dead", "Mei met Chen"}


def test_what_is_denied_that_somebody_learned_was_not_learned() -> None:
    """ "Mei never learned that Chen was dead" gives Mei no knowledge."""
    tale = Tale().chapter(2, day(30)).say("Chen", DEAD)
    tale.chapter(3, day(40)).say("Mei", KNOWS, "Chen", phase=Phase.DENIED, quote="Mei never learned Chen was dead")

    assert "Chen dead" not in {one.core.text for one in pov(tale, "Mei").facts.values()}
    assert all(one.predicate.name != "dead" for one in pov(tale, "Mei").facts.values())


@pytest.mark.parametrize(
    ("who", "how"), [("Mei", KnowledgeSourceKind.LEARNED), ("Wu", KnowledgeSourceKind.PRESENT), ("Chen", None)]
)
def test_every_piece_of_knowledge_says_how_it_was_come_by(who: str, how: KnowledgeSourceKind | None) -> None:
    """The ways of learning are a letter, presence, or none, each with the quotes that show it."""
    tale = Tale().chapter(2, day(30)).say("Wu", MET, "Lin").say("Chen", DEAD, phase=Phase.BEGINS)
    tale.chapter(3, day(40)).say("Mei", KNOWS, "Chen", quote="Mei learned that Chen was dead.")

    found = [one for one in knowledge(tale).known_to(who) if one.statement.predicate.name == "dead"]

    assert [source.how for one in found for source in one.sources] == ([] if how is None else [how])
    assert all(source.by.quote for one in found for source in one.sources)


def test_what_was_learned_has_the_words_of_the_learning() -> None:
    """The evidence of a person's knowledge has no quote from a passage without the person."""
    (dead,) = (one for one in pov(letter(), "Mei").facts.values() if one.predicate.name == "dead")

    assert [one.quote for one in dead.core.evidence] == ["Mei learned that Chen was dead."]


def _inside(tale: Tale) -> PlacedStatement:
    """Put the quote of the last statement inside the quote of the statement before it."""
    before, last = tale.statements[-2:]
    return replace(last, evidence=replace(last.evidence, start=before.evidence.start, end=before.evidence.end))
