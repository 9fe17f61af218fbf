"""The two tracks of a timeline: the row a fact belongs to, and where and which way round it is told."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from episodic.model.episodes import FrameKind, Language, Layer
from episodic.model.moments import TimePoint
from episodic.model.predicates import Predicate, PredicateKind, PredicateTable, shipped_predicates
from episodic.model.readings import StatementScope
from episodic.search.timelines import timeline
from episodic.search.tracks import RowKind, Rows, Turn, longest_rise
from tests.unit.search.telling import Tale, day, harbor, lotm, planned


def wanderer() -> Tale:
    """Four chapters; the third remembers the village of long ago, in a flashback of its own."""
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


async def test_somebodys_homes_are_one_row() -> None:
    """Of which only one can hold at a time; each says its place."""
    line = await timeline(await wanderer().view(), "Lin")

    assert len({one.row.key for one in line.versions}) == 1
    assert {(one.row.kind, one.row.of, one.row.predicate) for one in line.versions} == {
        (RowKind.EXCLUSIVE, "Lin", "lives in")
    }
    assert [one.label for one in line.versions] == ["village", "Harbor", "Capital", "Harbor"]


async def test_the_holders_of_a_sword_are_one_row_of_the_sword() -> None:
    """The row is the sword's, the labels are its holders."""
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


async def test_what_somebody_believes_has_a_row_of_its_own() -> None:
    """A belief never stands on the world's line."""
    line = await timeline(await harbor().view(), "Chen")

    rows = {(one.row.scope, one.row.holder) for one in line.versions}

    assert rows == {(StatementScope.WORLD, None), (StatementScope.BELIEF, "Mei")}
    assert len({one.row.key for one in line.versions}) == 2


async def test_events_are_one_row_of_whom_the_timeline_is_about() -> None:
    """Wu was only given something; on his timeline it is his event."""
    line = await timeline(await harbor().view(), "Wu")

    (gift,) = line.versions
    assert (gift.row.kind, gift.row.of) == (RowKind.EVENT, "Wu O'Brien")
    assert gift.label == "Lin gave Wu the Sword of Tides at noon."


async def test_predicates_are_named_in_the_language_of_the_work() -> None:
    """A shipped predicate has a Chinese name, too."""
    tale = lotm()
    tale.facts[1] = replace(tale.facts[1], predicate="leads")

    line = await timeline(await tale.view(), "邓恩·史密斯")

    (shipped,) = (one for one in shipped_predicates() if one.name == "leads")
    assert line.language is Language.CHINESE
    assert shipped.zh
    assert [one.row.predicate for one in line.versions] == [shipped.zh]


def test_the_callers_own_predicates_say_what_excludes_what() -> None:
    """A predicate that the table does not have is a state of which many hold."""
    fact = lotm().facts[4]
    table = PredicateTable([Predicate("序列", cardinality=shipped_predicates()[0].cardinality)])

    own, _ = Rows(table).row_of(fact, Language.CHINESE)
    unknown, _ = Rows(PredicateTable([])).row_of(fact, Language.CHINESE)

    assert (own.kind, unknown.kind) == (RowKind.EXCLUSIVE, RowKind.STATE)


def test_a_denial_says_so_in_its_label() -> None:
    """In both languages."""
    fact = replace(harbor().facts[0], denied=True)
    rows = Rows(PredicateTable(shipped_predicates()))

    _, english = rows.row_of(fact, Language.ENGLISH)
    _, chinese = rows.row_of(fact, Language.CHINESE)

    assert (english, chinese) == ("not: Harbor", "并非：Harbor")


async def test_each_version_knows_where_it_is_told() -> None:
    """Chapter, offset, and the frame of the passage."""
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


async def test_a_flashback_is_told_back_and_the_rest_on() -> None:
    """What comes after it goes on where the line was."""
    line = await timeline(await wanderer().view(), "Lin")

    assert [None if one.told is None else one.told.turn for one in line.versions] == [
        Turn.BACK,
        Turn.ON,
        Turn.ON,
        Turn.ON,
    ]


async def test_days_alone_show_a_look_back_and_a_look_ahead() -> None:
    """No passage is marked as a flashback here."""
    tale = Tale("days")
    tale.chapter("One", "Lin rose.", "One day Lin would reign.", "Lin ate.", "As a child Lin had sung.", "Lin slept.")
    tale.who("Lin")
    told = (("rose", 10), ("reign", 900), ("ate", 10), ("sung", -3000), ("slept", 11))
    for word, number in told:
        quote = next(line for line in tale.episodes[0].text.splitlines() if word in line)
        tale.fact("Lin", word, quote=quote, since=day(number), kind=PredicateKind.EVENT)

    line = await timeline(await tale.view(), "Lin")

    turns = {one.shown.predicate: one.told.turn for one in line.versions if one.told}
    assert turns == {"sung": Turn.BACK, "rose": Turn.ON, "ate": Turn.ON, "slept": Turn.ON, "reign": Turn.AHEAD}


async def test_vague_days_are_no_flashback() -> None:
    """On or before the day that was reached: that may be the same day."""
    tale = harbor()
    tale.facts[2] = replace(tale.facts[2], valid_at=TimePoint(latest=8))

    line = await timeline(await tale.view(), "Lin")

    assert {one.told.turn for one in line.versions if one.told} == {Turn.ON}


async def test_a_plan_for_a_far_day_turns_nothing_that_follows_into_a_flashback() -> None:
    """It stands in somebody's words only."""
    tale = harbor()
    tale.facts[0] = replace(tale.facts[0], scope=StatementScope.PLAN, valid_at=day(9000), invalid_at=None)

    line = await timeline(await tale.view())

    assert {one.told.turn for one in line.versions if one.told} == {Turn.ON}


async def test_the_chapters_come_in_telling_order_with_their_lengths() -> None:
    """Only those of the layers that are read."""
    tale = planned()

    line = await timeline(await tale.view())

    assert [(one.ref.title, one.length) for one in line.chapters] == [("One", len(tale.episodes[0].text))]
    assert all(one.ref.layer is Layer.CANON for one in line.chapters)


async def test_a_gap_names_the_version_after_which_it_lies() -> None:
    """Between day 5 and day 10 nobody says where she lived."""
    line = await timeline(await wanderer().view(), "Lin")

    village, first, *rest = line.versions
    assert (first.after_gap, first.gap_after) == (True, village.uuid)
    assert [one.gap_after for one in rest] == [None, None]


async def test_a_list_counts_what_is_dated_then_what_is_not_then_what_never_changes() -> None:
    """Every version has one number."""
    tale = wanderer()
    tale.fact("Lin", "holds", "village", quote="She dozed.", text="Lin holds a village.")
    tale.fact("Lin", "born_in", "Harbor", quote="Lin lived in Harbor.", kind=PredicateKind.FIXED)

    line = await timeline(await tale.view(), "Lin")

    dated, undated, fixed = line.sections
    assert ([len(dated), len(undated), len(fixed)], len(line.versions)) == ([4, 1, 1], 6)
    assert sorted(line.numbers.values()) == [1, 2, 3, 4, 5, 6]
    assert line.numbers[fixed[0].uuid] == 6


async def test_a_timeline_says_what_it_is_about() -> None:
    """The main name, however it was asked for."""
    line = await timeline(await harbor().view(), "Lin", predicate="lives_in")

    assert (line.work, line.entity, line.predicate, line.scope) == ("harbor", "Lin Marsh", "lives_in", ())


@given(st.lists(st.integers(-5, 5), max_size=9))
def test_the_line_is_a_longest_run_that_never_falls(days: list[int]) -> None:
    """Against every subsequence there is."""
    line = longest_rise(days)

    kept = [days[place] for place in line]
    longest = max(
        sum(mask >> place & 1 for place in range(len(days)))
        for mask in range(1 << len(days))
        if (picked := [one for place, one in enumerate(days) if mask >> place & 1]) == sorted(picked)
    )
    assert line == sorted(line)
    assert kept == sorted(kept)
    assert len(kept) == longest
