"""A chronology after an edit that changes no time gives the same answers as a chronology that is built anew."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from episodic.model.spans import NarrativePosition
from episodic.temporal.chronology import chronology as chronologies
from episodic.temporal.chronology.chronology import Chronology
from episodic.temporal.placed import PlacedPassage, PlacedStatement
from tests.sample_sizes import examples
from tests.unit.temporal.chronology.test_alignment import DAYS, revised
from tests.unit.temporal.stories import tales
from tests.unit.temporal.story_builder import LIVES_IN, Tale, day

Moved = Callable[[int], int]


def edited(tale: Tale, episode: str, at: int, by: int) -> Tale:
    """The tale after *by* characters of narration were put into a chapter at the offset *at*. The passage with them has
    another id.
    """

    def moved(offset: int) -> int:
        return offset + by if offset >= at else offset

    made = copy(tale)
    inside = [one for one in tale.passages if one.episode == episode and one.start < at]
    old = inside[-1].uuid if inside else ""
    names = {old: f"{old} edited"}
    made.passages = [_passage(one, names, moved if one.episode == episode else int) for one in tale.passages]
    made.statements = [
        _statement(one, names, moved if one.evidence.episode == episode else int, at) for one in tale.statements
    ]
    return made


def _passage(one: PlacedPassage, names: dict[str, str], moved: Moved) -> PlacedPassage:
    return replace(
        one,
        uuid=names.get(one.uuid, one.uuid),
        start=moved(one.start),
        time_start=None if one.time_start is None else moved(one.time_start),
        shifts=tuple(replace(shift, start=moved(shift.start)) for shift in one.shifts),
        sentence_end=None if one.sentence_end is None else moved(one.sentence_end),
        follows=tuple(replace(link, passage=names.get(link.passage, link.passage)) for link in one.follows),
        written_in=None if one.written_in is None else names.get(one.written_in, one.written_in),
        sent_in=None if one.sent_in is None else names.get(one.sent_in, one.sent_in),
        sentences=tuple(map(moved, one.sentences)),
        closing=None if one.closing is None else moved(one.closing),
    )


def _statement(one: PlacedStatement, names: dict[str, str], moved: Moved, at: int) -> PlacedStatement:
    quote = one.evidence
    start, end = moved(quote.start), quote.end if quote.end == at else moved(quote.end)
    told = NarrativePosition(quote.told.order, moved(quote.told.offset))
    return replace(
        one,
        passage=names.get(one.passage, one.passage),
        evidence=replace(quote, start=start, end=end, told=told),
        time_start=None if one.time_start is None else moved(one.time_start),
        scene_end=None if one.scene_end is None else names.get(one.scene_end, one.scene_end),
    )


def moved(chronology: Chronology, tale: Tale) -> Chronology:
    """The chronology after an edit that left the statements in their order."""
    passages = {one.uuid: one for one in tale.passages}
    return chronology.revised(passages, {one.uuid: one for one in tale.statements}, DAYS, same_order=True)


def assert_same_answers(made: Chronology, built: Chronology, tale: Tale) -> None:
    for one in tale.statements:
        known, other = made.position_of(one.uuid), built.position_of(one.uuid)
        assert made.bounds(known) == built.bounds(other)
        assert made.bounds(made.said_of(one.uuid)) == built.bounds(built.said_of(one.uuid))
        assert made.line_places(one.uuid) == built.line_places(one.uuid)
        assert made.effective_time_text(one.uuid) == built.effective_time_text(one.uuid)
        assert made.counted_from(known) == built.counted_from(other)
    for passage in tale.passages:
        assert made.neighbours(passage.uuid) == built.neighbours(passage.uuid)
        assert made.runs_around(passage.uuid) == built.runs_around(passage.uuid)
        assert made.bounds(made.now_of(passage.uuid)) == built.bounds(built.now_of(passage.uuid))
    for first, second in permutations([one.uuid for one in tale.statements], 2):
        found, expected = (each.before(each.position_of(first), each.position_of(second)) for each in (made, built))
        assert found == expected
    assert made.conflicts == built.conflicts
    assert made.set_aside == built.set_aside


@settings(max_examples=examples(300), deadline=None)
@given(tales(), st.integers(0, 50), st.integers(0, 40))
def test_narration_gives_the_answers_of_a_new_chronology(tale: Tale, number: int, by: int) -> None:
    """The narration comes before a passage, before a quote or after a quote."""
    places = [(one.episode, one.start) for one in tale.passages]
    places += [(one.evidence.episode, at) for one in tale.statements for at in (one.evidence.start, one.evidence.end)]
    before = revised(Chronology.of((), (), DAYS), tale)
    now = edited(tale, *places[number % len(places)], by)

    after = moved(before, now)

    built = Chronology.of(now.passages, now.statements, DAYS)
    assert_same_answers(after, built, now)
    if after.growth is not None and not after.growth.rebuilt:
        told = {one.uuid for one in now.statements if one.passage in after.growth.passages}
        known = {one.uuid: one for one in tale.statements}
        for one in now.statements:
            nodes = {before.position_of(one.uuid).start, before.position_of(one.uuid).end}
            calm = one == known[one.uuid] and one.uuid not in told and after.growth.nodes.isdisjoint(nodes)
            if calm:
                assert after.position_of(one.uuid) == before.position_of(one.uuid)
                assert after.line_places(one.uuid) == before.line_places(one.uuid)


def test_narration_between_statements_without_times_builds_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    tale = Tale().chapter(1, day(10)).say("Lin", LIVES_IN, "Harbor")
    tale.passage().say("Wu", LIVES_IN, "Harbor").say("Lin", LIVES_IN, "Capital").passage()
    tale.chapter(2, day(20)).say("Wu", LIVES_IN, "Capital")
    before = revised(Chronology.of((), (), DAYS), tale)
    now = edited(tale, "ch1", tale.statements[2].evidence.start, 9)
    built = Chronology.of(now.passages, now.statements, DAYS)

    def refused(*_: object) -> None:
        raise AssertionError("the chronology was built anew")

    monkeypatch.setattr(chronologies, "built_layout", refused)

    assert_same_answers(moved(before, now), built, now)
