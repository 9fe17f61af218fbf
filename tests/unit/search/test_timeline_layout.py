"""Timeline tracks: the rows of facts, and their narrative positions."""

from __future__ import annotations

from dataclasses import replace

from episodic.languages.en import ENGLISH
from episodic.languages.zh import CHINESE
from episodic.model.episodes import FrameKind, Layer
from episodic.model.graph import TimelineTurn
from episodic.model.predicates import Predicate, PredicateKind, PredicateTable, shipped_predicates
from episodic.model.readings import StatementScope
from episodic.search.timeline_layout import TimelineRowKind, TimelineRows
from episodic.search.timelines import timeline
from tests.unit.search.story_builder import Tale, day, harbor, lotm, planned


def wanderer() -> Tale:
    tale = Tale("wanderer")
    tale.chapter("One", "Lin lived in Harbor.")
    tale.chapter("Two", "Lin moved to the Capital.")
    tale.chapter("Three", "She dozed.", "Long ago Lin had lived in a village.")
    tale.chapter("Four", "Lin went home to Harbor.")
    tale.passages[3] = replace(tale.passages[3], frame=FrameKind.FLASHBACK, run=1)
    tale.who("Lin")
    tale.who("Harbor", "Place")
    tale.who("Capital", "Place", "the Capital")
    tale.who("village", "Place")
    tale.fact("Lin", "lives_in", "Harbor", quote="Lin lived in Harbor.", since=day(10), until=day(20))
    tale.fact("Lin", "lives_in", "Capital", quote="Lin moved to the Capital.", since=day(20), until=day(40))
    tale.fact("Lin", "lives_in", "village", quote="Long ago Lin had lived in a village.", since=day(1), until=day(5))
    tale.fact("Lin", "lives_in", "Harbor", quote="Lin went home to Harbor.", since=day(40))
    return tale


async def test_the_homes_of_a_person_are_one_row() -> None:
    """A person has only one home at a time. Each label names the place."""
    line = await timeline(await wanderer().view(), "Lin")

    assert len({one.row.key for one in line.versions}) == 1
    assert {(one.row.kind, one.row.of, one.row.predicate) for one in line.versions} == {
        (TimelineRowKind.EXCLUSIVE, "Lin", "lives in")
    }
    assert [one.label for one in line.versions] == ["village", "Harbor", "Capital", "Harbor"]


async def test_the_holders_of_a_sword_are_one_row_of_the_sword() -> None:
    """The row is named after the sword, and the labels are named after the holders of the sword."""
    tale = Tale("sword")
    tale.chapter("One", "Lin held the sword.", "Wu held the sword.")
    tale.who("Lin")
    tale.who("Wu")
    tale.who("sword", "Item")
    tale.fact("Lin", "holds", "sword", quote="Lin held the sword.")
    tale.fact("Wu", "holds", "sword", quote="Wu held the sword.")

    line = await timeline(await tale.view(), "sword")

    assert [(one.row.of, one.label) for one in line.versions] == [("sword", "Lin"), ("sword", "Wu")]
    assert line.versions[0].row.key == line.versions[1].row.key


async def test_beliefs_have_their_own_row() -> None:
    """Beliefs are not in the row of world facts."""
    line = await timeline(await harbor().view(), "Chen")

    rows = {(one.row.scope, one.row.holder) for one in line.versions}

    assert rows == {(StatementScope.WORLD, None), (StatementScope.BELIEF, "Mei")}
    assert len({one.row.key for one in line.versions}) == 2


async def test_events_are_one_row_of_the_timelines_entity() -> None:
    """Wu is only the recipient, but on Wu's timeline the event is in Wu's row."""
    line = await timeline(await harbor().view(), "Wu")

    (gift,) = line.versions
    assert (gift.row.kind, gift.row.of) == (TimelineRowKind.EVENT, "Wu O'Brien")
    assert gift.label == "Lin gave Wu the Sword of Tides at noon."


async def test_predicates_are_named_in_the_language_of_the_work() -> None:
    """Built-in predicates have a Chinese name."""
    tale = lotm()
    tale.facts[1] = replace(tale.facts[1], predicate="leads")

    line = await timeline(await tale.view(), "邓恩·史密斯")

    (shipped,) = (one for one in shipped_predicates() if one.name == "leads")
    assert line.language == CHINESE
    assert shipped.zh
    assert [one.row.predicate for one in line.versions] == [shipped.zh]


def test_user_defined_predicates_determine_exclusive_rows() -> None:
    fact = lotm().facts[4]
    table = PredicateTable([Predicate("序列", cardinality=shipped_predicates()[0].cardinality)])

    own, _ = TimelineRows(table).row_of(fact, CHINESE)
    unknown, _ = TimelineRows(PredicateTable([])).row_of(fact, CHINESE)

    assert (own.kind, unknown.kind) == (TimelineRowKind.EXCLUSIVE, TimelineRowKind.STATE)


def test_the_label_of_a_denied_fact_says_so() -> None:
    fact = replace(harbor().facts[0], denied=True)
    rows = TimelineRows(PredicateTable(shipped_predicates()))

    _, english = rows.row_of(fact, ENGLISH)
    _, chinese = rows.row_of(fact, CHINESE)

    assert (english, chinese) == ("not: Harbor", "并非：Harbor")


async def test_each_version_has_its_narrative_position() -> None:
    tale = wanderer()

    line = await timeline(await tale.view(), "Lin")

    village = line.versions[0].told
    assert village is not None
    assert (village.chapter.ordinal, village.chapter.title, village.frame, village.run) == (
        3,
        "Three",
        FrameKind.FLASHBACK,
        1,
    )
    assert tale.episodes[2].text[village.offset :].startswith("Long ago")


async def test_only_the_flashback_is_marked_as_back() -> None:
    """The facts after the flashback continue the main line."""
    line = await timeline(await wanderer().view(), "Lin")

    assert [None if one.told is None else one.told.turn for one in line.versions] == [
        TimelineTurn.BACK,
        TimelineTurn.ON,
        TimelineTurn.ON,
        TimelineTurn.ON,
    ]


async def test_chapters_come_in_narrative_order_with_their_lengths() -> None:
    tale = planned()

    line = await timeline(await tale.view())

    assert [(one.ref.title, one.length) for one in line.chapters] == [("One", len(tale.episodes[0].text))]
    assert all(one.ref.layer is Layer.CANON for one in line.chapters)


async def test_a_gap_names_the_version_before_it() -> None:
    """No home is known between day 5 and day 10."""
    line = await timeline(await wanderer().view(), "Lin")

    village, first, *rest = line.versions
    assert (first.after_gap, first.gap_after) == (True, village.uuid)
    assert [one.gap_after for one in rest] == [None, None]


async def test_numbers_run_through_dated_undated_and_unchanging_versions() -> None:
    """Every version has one number."""
    tale = wanderer()
    tale.fact("Lin", "holds", "village", quote="She dozed.", text="Lin holds a village.")
    tale.fact("Lin", "born_in", "Harbor", quote="Lin lived in Harbor.", kind=PredicateKind.FIXED)

    line = await timeline(await tale.view(), "Lin")

    listed = [(one.kind.value, len(one.versions)) for one in line.sections]
    assert (listed, len(line.versions)) == ([("placed", 4), ("unplaced", 1), ("fixed", 1)], 6)
    assert sorted(line.numbers.values()) == [1, 2, 3, 4, 5, 6]
    assert line.numbers[line.sections[-1].versions[0].uuid] == 6


async def test_a_timeline_names_its_entity() -> None:
    """The timeline names the main name of its entity, even if the caller gave another alias."""
    line = await timeline(await harbor().view(), "Lin", predicate="lives_in")

    assert (line.work, line.entity, line.predicate, line.scope) == ("harbor", "Lin Marsh", "lives_in", ())
