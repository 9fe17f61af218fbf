"""Tests of the statements that a chronology built anew puts at another position than the chronology before."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from episodic.temporal.chronology import changed_positions
from episodic.temporal.chronology.alignment import aligned
from episodic.temporal.chronology.changed_positions import changed_statements
from episodic.temporal.chronology.layout import ChronologyLayout
from episodic.temporal.chronology.line_places import line_places, said_places
from episodic.temporal.chronology.rebuilding import PlacedInputs, built_layout
from episodic.temporal.placed import PlacedStatement
from tests.sample_sizes import examples
from tests.unit.temporal.chronology.test_alignment import DAYS
from tests.unit.temporal.stories import tales, without_chapter
from tests.unit.temporal.story_builder import MET, Tale

LaidOut = tuple[ChronologyLayout, dict[str, PlacedStatement]]
"""The layout of a story, and the story's statements by id."""


def layout_of(tale: Tale) -> LaidOut:
    """Return the layout of a story and its statements by id."""
    inputs = PlacedInputs.of(tale.passages, tale.statements)
    return built_layout(inputs, DAYS), dict(inputs.statements)


def compared_one_by_one(first: LaidOut, second: LaidOut) -> tuple[set[str], set[str]]:
    """Return the statements that `changed_statements` finds, and those that a comparison of all statements finds."""
    (old, before), (built, after) = first, second
    new, _ = aligned(old, built)
    expected = {
        uuid
        for uuid in before.keys() & after.keys()
        if old.places[uuid] != new.places[uuid]
        or old.said.get(uuid) != new.said.get(uuid)
        or old.lasting_ends.get(uuid) != new.lasting_ends.get(uuid)
        or (uuid in old.later_scenes) != (uuid in new.later_scenes)
        or line_places(old, before[uuid]) != line_places(new, after[uuid])
        or said_places(old, before[uuid]) != said_places(new, after[uuid])
    }
    return set(changed_statements(old, new, before, after)), expected


@settings(max_examples=examples(300), deadline=None)
@given(tales(), st.integers(0, 7), st.integers(0, 40))
def test_no_changed_statement_is_left_out(tale: Tale, chapter: int, number: int) -> None:
    """A chapter, the last passage or a statement is taken out and put back, or a passage loses its time and gets it again."""
    chapters = list(dict.fromkeys(one.episode for one in tale.passages))
    fewer, less, later = (without_chapter(tale, "") for _ in range(3))
    if tale.statements:
        fewer.statements.pop(number % len(fewer.statements))
    passage = less.passages.pop()  # An earlier passage may be one that another passage follows.
    less.statements = [one for one in less.statements if one.passage != passage.uuid]
    place = number % len(later.passages)
    later.passages[place] = replace(later.passages[place], time=None, time_text=None)

    whole = layout_of(tale)
    for version in (without_chapter(tale, chapters[chapter % len(chapters)]), fewer, less, later):
        other = layout_of(version)
        for pair in ((whole, other), (other, whole)):
            found, expected = compared_one_by_one(*pair)
            assert found == expected


def test_only_statements_near_an_edit_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    tale = Tale()
    for number in range(1, 9):
        tale.chapter(number).say("Lin", MET, "Mei")
    shorter = without_chapter(tale, "ch4")
    (old, before), (built, after) = layout_of(tale), layout_of(shorter)
    new, _ = aligned(old, built)
    seen: list[str] = []

    def noted(layout: ChronologyLayout, statement: PlacedStatement) -> object:
        seen.append(statement.uuid)
        return line_places(layout, statement)

    monkeypatch.setattr(changed_positions, "line_places", noted)

    assert not list(changed_statements(old, new, before, after))
    assert len(seen) <= 2
