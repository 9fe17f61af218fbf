"""Tests of plain passages: their moments are those that they have if each statement is placed by itself."""

from __future__ import annotations

import random
from dataclasses import replace

from episodic.model.episodes import FrameKind
from episodic.model.readings import Placement
from episodic.temporal.chronology.builder import ChronologyBuilder
from episodic.temporal.chronology.chronology import Chronology
from episodic.temporal.chronology.layout import ChronologyLayout, PassageBatch, batch_of
from episodic.temporal.chronology.plain_passages import plain_passage
from episodic.temporal.chronology.rebuilding import PlacedInputs
from episodic.temporal.chronology.undated import UndatedRun, undated_kind, undated_run
from episodic.temporal.placed import PlacedPassage, PlacedStatement
from tests.unit.temporal.story_builder import LIVES_IN, MET, DayCount, Tale, day, later


def random_tale(chance: random.Random) -> Tale:
    """Return a tale of plain passages, with some strands, flashbacks, dates and looks back among them."""
    tale = Tale()
    for chapter in range(1, 5):
        tale.chapter(chapter, aside=chance.random() < 0.1)
        for _ in range(chance.randrange(6)):
            kind = chance.random()
            if kind < 0.1:
                tale.passage(frame=FrameKind.FLASHBACK)
            elif kind < 0.2:
                tale.passage(later(1, 1) if chance.random() < 0.5 else day(chance.randrange(100)))
            elif kind < 0.3:
                tale.passage(aside=True, follows=[tale.passages[-1].uuid])
            else:
                tale.passage()
            if chance.random() < 0.2:
                tale.passages[-1] = replace(tale.passages[-1], breaks=True)
            for _ in range(chance.randrange(4)):
                placing = Placement.BACK if chance.random() < 0.1 else Placement.NOW
                tale.say("Lin", chance.choice((MET, LIVES_IN)), "x", placing=placing)
    return tale


def undated(tale: Tale) -> PassageBatch:
    """Return the tale as a batch in which the statements of plain passages are runs of undated statements."""
    whole = batch_of(tale.passages, tale.statements)
    statements: dict[str, list[PlacedStatement]] = {}
    runs: dict[str, dict[int, UndatedRun]] = {}
    for passage in whole.passages:
        told = whole.statements.get(passage.uuid, [])
        if not is_plain(passage) or any(one.core.placing is not Placement.NOW for one in told):
            statements[passage.uuid] = told
        elif told:
            kinds = [undated_kind(one.predicate.kind, one.core.phase, derived=False, habit=False) for one in told]
            runs[passage.uuid] = {0: undated_run([one.uuid for one in told], kinds)}
    return PassageBatch(whole.passages, statements, runs)


def is_plain(passage: PlacedPassage) -> bool:
    return plain_passage(passage, PassageBatch((passage,), {})) is not None


def built(tale: Tale, batch: PassageBatch) -> Chronology:
    layout, calendars = ChronologyLayout(), DayCount()
    ChronologyBuilder(layout, calendars).grow(batch, strict=False)
    inputs = PlacedInputs.of(tale.passages, tale.statements)
    return Chronology(layout, inputs, calendars, inputs.last)


def test_plain_passages_have_the_moments_of_decoded_statements() -> None:
    for seed in range(60):
        tale = random_tale(random.Random(seed))

        found, expected = built(tale, undated(tale)), built(tale, batch_of(tale.passages, tale.statements))

        ids = [one.uuid for one in tale.statements]
        assert found.chapters() == expected.chapters(), seed
        for one in ids:
            assert found.position_of(one) == expected.position_of(one), seed
            assert found.line_places(one) == expected.line_places(one), seed
            assert found.bounds(found.position_of(one)) == expected.bounds(expected.position_of(one)), seed
            for other in ids:
                places = [(each.position_of(one), each.position_of(other)) for each in (found, expected)]
                assert found.before(*places[0]) == expected.before(*places[1]), (seed, one, other)


def test_a_passage_with_a_time_or_in_a_frame_is_not_plain() -> None:
    tale = Tale().chapter(1).passage(later(1, 1)).passage(frame=FrameKind.FLASHBACK).passage(aside=True)

    assert [is_plain(one) for one in tale.passages] == [True, False, False, False]
