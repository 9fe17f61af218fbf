"""Tests of judgements in the fold: equal contents end and separate facts; one unknown order gives one issue."""

from __future__ import annotations

from episodic.model.episodes import FrameKind
from episodic.model.predicates import Predicate
from episodic.model.readings import Phase
from episodic.model.spans import NarrativePosition
from episodic.temporal.exclusion import JudgedPair, content_of
from episodic.temporal.questions import Verdict
from tests.unit.temporal.story_builder import ALIVE, DEAD, LIVES_IN, MEMBER, Tale, day

DWELLS = Predicate("dwells_at")


def judged(tale: Tale, first: int, second: int, answer: Verdict) -> None:
    contents = [content_of(tale.statements[one]) for one in (first, second)]
    tale.verdicts.append(JudgedPair(contents[0], contents[1], answer, NarrativePosition(1, 0)))


def test_a_statement_judged_the_same_separates_facts_alike() -> None:
    """ "Dwells at the port" is judged the same as "lives in the Harbor", so it ends the home in the Capital."""
    tale = Tale().chapter(1, day(1)).say("Lin", LIVES_IN, "Harbor").chapter(2, day(10)).say("Lin", LIVES_IN, "Capital")
    tale.chapter(3, day(20)).say("Lin", DWELLS, "port").chapter(4, day(30)).say("Lin", LIVES_IN, "Capital")
    judged(tale, 0, 2, Verdict.SAME)

    story = tale.read()
    first, second = story.facts("Lin lives_in Capital")

    assert first.core.ended_by == (story.fact("Lin dwells_at port").uuid,)
    assert second.core.ended_by == ()


def test_a_death_ends_what_a_judgement_ties_to_the_life_of_another() -> None:
    """A judgement says that Lin belongs to the Order only while Wu does not live. Lin's own death ends the membership,
    too.
    """
    tale = Tale().chapter(1, day(1)).say("Lin", MEMBER, "Order")
    tale.passage(frame=FrameKind.TALE).say("Wu", ALIVE)
    judged(tale, 0, 1, Verdict.EXCLUDES)
    tale.chapter(2, day(10)).say("Lin", DEAD, phase=Phase.BEGINS)

    story = tale.read()

    assert story.fact("Lin member_of Order").core.ended_by == (story.fact("Lin dead").uuid,)


def test_one_open_order_of_a_subject_and_predicate_is_one_issue() -> None:
    """Three facts that exclude each other in pairs give one issue, not three."""
    tale = Tale().chapter(1)
    for order in ("Guild", "Order", "Watch"):
        tale.passage(frame=FrameKind.TALE).say("Lin", MEMBER, order)
    for first, second in ((0, 1), (1, 2), (0, 2)):
        judged(tale, first, second, Verdict.EXCLUDES)

    (found,) = tale.read().folded.issues

    assert found.kind == "order_unknown"
    assert len(found.evidence) == len(found.facts) == 3
