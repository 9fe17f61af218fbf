"""Listing rows: what a list or a count knows of a record before it decodes the record."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic_core import from_json

from episodic.model.episodes import Layer
from episodic.model.graph import Fact, LinePlace, TimelineTurn
from episodic.model.moments import TimePoint
from episodic.model.readings import StatementScope
from episodic.model.records import Kind, to_json
from episodic.model.spans import NarrativePosition
from episodic.search.fact_order import in_order_of_days
from episodic.search.nested_facts import containers_in_rows, containers_of
from episodic.search.story_order import in_story_order
from episodic.text.listing_rows import (
    counts_by_chapter,
    have_days,
    listed_entity,
    listed_fact,
    listing_row,
    rows_of_entries,
    shown_rows,
)
from tests.unit.search.story_builder import Tale, harbor, lotm, planned

DAYS = st.none() | st.integers(-400, 400)
PLACES = st.builds(NarrativePosition, st.integers(-3, 3), st.integers(0, 3))


@st.composite
def fact_lists(draw: st.DrawFn) -> list[Fact]:
    """Generate facts with and without days, some of which lie before other moments of the story."""
    found: list[Fact] = []
    for number in range(draw(st.integers(0, 12))):
        begins = draw(st.none() | st.builds(TimePoint, earliest=DAYS, latest=DAYS))
        places = draw(
            st.lists(st.builds(LinePlace, st.just("main"), PLACES, st.sampled_from(TimelineTurn)), max_size=2)
        )
        found.append(
            replace(
                harbor().facts[0],
                uuid=f"f{number}",
                valid_at=begins,
                told_at=draw(PLACES),
                position=draw(st.integers(0, 2)),
                places=tuple(places),
            )
        )
    return found


def row_of(fact: Fact) -> str:
    row = listing_row(Kind.FACT, from_json(to_json(fact)))
    assert row is not None
    return row


@given(facts=fact_lists())
def test_rows_give_the_story_order_of_facts(facts: list[Fact]) -> None:
    rows = in_order_of_days(sorted(map(row_of, facts)))

    assert [listed_fact(row).uuid for row in rows] == [one.uuid for one in in_story_order(facts)]


@pytest.mark.parametrize("tale", [harbor(), lotm(), planned()])
def test_rows_tell_how_many_facts_each_chapter_tells_first(tale: Tale) -> None:
    unquoted = replace(tale.facts[0], evidence=())

    counted = counts_by_chapter([row_of(one) for one in (*tale.facts, unquoted)])

    assert counted == Counter(one.told_at.order for one in tale.facts)


@pytest.mark.parametrize("tale", [harbor(), lotm(), planned()])
def test_a_row_says_whether_its_record_is_listed(tale: Tale) -> None:
    for fact in tale.facts:
        row = row_of(replace(fact, predicate="says\x1fso"))
        state = (fact.layer, fact.ended, fact.scope is StatementScope.SETUP)
        assert shown_rows([row], {state}.__contains__) == [row]
        assert shown_rows([row], {(Layer.CANON, True, True)}.__contains__) == []
        assert listed_fact(row)[:2] == (fact.uuid, "says\x1fso")
        assert have_days([row]) == (listed_fact(row).days != (None, None))
    for entity in tale.entities.values():
        mentions, chapters = listed_entity(listing_row(Kind.ENTITY, from_json(to_json(entity))) or "")
        assert mentions == entity.mentions
        assert set(chapters) == {entity.first.episode, *(one.first.episode for one in entity.aliases)}


def test_each_layer_has_a_part_of_its_own() -> None:
    fact = harbor().facts[0]
    rows = [row_of(replace(fact, layer=one)) for one in Layer]

    for number, layer in enumerate(Layer):
        assert shown_rows(rows, {(layer, fact.ended, False)}.__contains__) == [rows[number]]


def test_a_value_that_is_no_record_has_no_row() -> None:
    assert listing_row(Kind.FACT, "lamp") is None
    assert listing_row(Kind.FACT, {"told_at": 1}) is None
    assert listing_row(Kind.ENTITY, []) is None
    assert listing_row(Kind.PASSAGE, {}) is None


@pytest.mark.parametrize("tale", [harbor(), lotm(), planned()])
def test_rows_tell_effects_as_facts_do(tale: Tale) -> None:
    facts = [replace(one, derived=number % 3 == 0) for number, one in enumerate(tale.facts)]
    facts.extend(replace(one, uuid=f"{one.uuid}:1", scope=StatementScope.CLAIM) for one in tale.facts)
    facts.extend(
        replace(one, uuid=f"{one.uuid}:2", predicate="relative_of", subject_name="aunt", qualifier="aunt", text="aunt")
        for one in tale.facts
        if one.object is not None
    )

    for complete in (True, False):
        rows = [row_of(one) for one in facts]
        expected = containers_of(facts, complete=complete)
        assert containers_in_rows(map(listed_fact, rows), complete=complete) == expected
        assert containers_in_rows(map(listed_fact, rows_of_entries(rows)), complete=complete) == expected
