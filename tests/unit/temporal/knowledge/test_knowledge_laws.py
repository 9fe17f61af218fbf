"""Property tests of knowledge on random stories."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from episodic.model.episodes import FrameKind
from episodic.model.holding import Holding
from episodic.model.predicates import Predicate
from episodic.model.readings import Placement, StatementScope
from episodic.temporal.as_of import on_day
from episodic.temporal.knowledge.knowledge import Knowledge
from episodic.temporal.knowledge.narrative import Narrative
from tests.sample_sizes import examples
from tests.unit.temporal.known_facts import KILLED, KNOWS, TOLD, known_on, narrative_of
from tests.unit.temporal.story_builder import ALIVE, DEAD, HOLDS, LIVES_IN, MET, Tale, day

PEOPLE = ("Lin", "Mei", "Wu", "Chen")
PREDICATES = (MET, KNOWS, TOLD, KILLED, LIVES_IN, HOLDS, ALIVE, DEAD)
SCOPES = (StatementScope.WORLD, StatementScope.WORLD, StatementScope.CLAIM, StatementScope.BELIEF)


@st.composite
def tales(draw: st.DrawFn) -> Tale:
    """Draw a few passages, some with dates or in other frames, with a few statements each."""
    tale = Tale()
    for number in range(1, draw(st.integers(1, 4)) + 1):
        tale.chapter(number, day(draw(st.integers(1, 30))) if draw(st.booleans()) else None)
        if draw(st.booleans()):
            frame = draw(st.sampled_from((FrameKind.FLASHBACK, FrameKind.LETTER, FrameKind.DREAM, FrameKind.TALE)))
            tale.passage(frame=frame)
        for _ in range(draw(st.integers(0, 4))):
            _say(draw, tale)
    return tale


def _say(draw: st.DrawFn, tale: Tale) -> None:
    subject = draw(st.sampled_from(PEOPLE))
    predicate: Predicate = draw(st.sampled_from(PREDICATES))
    scope = draw(st.sampled_from(SCOPES))
    others = [one for one in PEOPLE if one != subject]
    tale.say(
        subject,
        predicate,
        None if predicate in (ALIVE, DEAD) else draw(st.sampled_from(others)),
        scope=scope,
        holder=None if scope is StatementScope.WORLD else draw(st.sampled_from(PEOPLE)),
        placing=draw(st.sampled_from(tuple(Placement))),
    )


def _known(knowledge: Knowledge, who: str, number: int) -> dict[str, Holding]:
    when = on_day("days", number)
    return {one.statement.uuid: knowledge.sources_holding(one.sources, when) for one in knowledge.known_to(who)}


@settings(max_examples=examples(40), deadline=None)
@given(tales(), st.sampled_from(PEOPLE), st.integers(0, 30))
def test_nothing_that_is_certainly_known_is_forgotten(tale: Tale, who: str, number: int) -> None:
    """What a person certainly knows on one day, the person certainly knows on the next day. A belief can end, but does
    not become unknown.
    """
    knowledge = Knowledge(Narrative(narrative_of(tale)))

    before, after = _known(knowledge, who, number), _known(knowledge, who, number + 1)

    assert all(after[uuid] is Holding.HOLDS for uuid, one in before.items() if one is Holding.HOLDS)


@settings(max_examples=examples(40), deadline=None)
@given(tales(), st.sampled_from(PEOPLE), st.integers(0, 30), st.randoms())
def test_the_input_order_does_not_change_knowledge(tale: Tale, who: str, number: int, chance: Random) -> None:
    shuffled = Tale(list(tale.passages), list(tale.statements), list(tale.verdicts))
    chance.shuffle(shuffled.passages)
    chance.shuffle(shuffled.statements)

    assert known_on(shuffled, who, number) == known_on(tale, who, number)


@settings(max_examples=examples(40), deadline=None)
@given(tales(), st.sampled_from(PEOPLE))
def test_everything_known_has_a_source_with_words(tale: Tale, who: str) -> None:
    """Every known fact is a statement of the story, with a quote from the story."""
    quotes = {one.evidence.quote for one in tale.statements}
    ids = {one.uuid for one in tale.statements}

    for one in Knowledge(Narrative(narrative_of(tale))).known_to(who):
        assert one.sources
        assert one.statement.uuid in ids
        assert one.statement.evidence.quote in quotes
        assert {source.by.quote for source in one.sources} <= quotes


@settings(max_examples=examples(40), deadline=None)
@given(tales())
def test_a_person_without_statements_knows_nothing(tale: Tale) -> None:
    assert Knowledge(Narrative(narrative_of(tale))).known_to("Nobody") == ()


@settings(max_examples=examples(40), deadline=None)
@given(tales(), st.sampled_from(PEOPLE), st.integers(0, 30))
def test_other_peoples_thoughts_change_nothing(tale: Tale, who: str, number: int) -> None:
    """A stranger's beliefs in place of other persons' beliefs, except those in letters, do not change a person's
    knowledge. Beliefs are replaced and not removed, because a belief too is told at a moment of the scene, after which
    "earlier" can be a part of the scene.
    """
    letters = {one.uuid for one in tale.passages if one.frame is FrameKind.LETTER}
    strange = [
        one
        if one.core.scope is not StatementScope.BELIEF or one.holder == who or one.passage in letters
        else replace(one, subject="Nobody", object=None, holder="Nobody")
        for one in tale.statements
    ]
    alone = Tale(list(tale.passages), strange, [])

    assert known_on(tale, who, number) == known_on(alone, who, number)
