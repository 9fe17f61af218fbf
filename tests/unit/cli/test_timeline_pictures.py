"""Tests of the command `timeline`, which prints a list or JSON, or writes an SVG picture."""

from __future__ import annotations

import stat
from dataclasses import replace
from typing import cast

import pytest
from lxml import etree

from episodic.cli.escaping import Json
from episodic.cli.terminal import Terminal
from episodic.cli.timeline_rendering import show_timeline
from episodic.model.graph import TimelineTurn
from episodic.model.moments import TimePoint
from episodic.model.predicates import PredicateKind
from episodic.search.timelines import timeline
from tests.unit.cli.command_line import CommandLine
from tests.unit.search.story_builder import Tale, day, lotm

InStory = dict[str, Json]


def test_the_list_has_headings_with_dates(story_cli: CommandLine) -> None:
    """Each row has the number of the version, the beginning and the text."""
    result = story_cli.run("timeline", "沈三更", "--predicate", "居住于")

    heading, sentence, validity, words = result.stdout.splitlines()[:4]
    assert heading == "── 第1章 ──"
    assert sentence[2:] == "#1 沈三更住在苇港。"
    assert validity.strip().startswith("第1章时如此")
    assert words == "  「沈三更住在苇港」  [1]"


async def test_an_end_shows_what_ended_it_with_the_words_for_both(capsys: pytest.CaptureFixture[str]) -> None:
    line = await timeline(await lotm().view(), "周明瑞", predicate="序列")

    show_timeline(Terminal(language=line.language), line)

    shown = capsys.readouterr().out.splitlines()
    assert shown[:4] == [
        "── 第3章 ──",
        "× #1 克莱恩·莫雷蒂的序列是序列9：占卜家。",
        "  自第3章起，至第4章止",
        "  「他喝下魔药，成为序列9的占卜家。」  [3]",
    ]
    assert "".join(one.strip() for one in shown[4:]).startswith(
        "→ 止于 #2 克莱恩·莫雷蒂的序列是序列8：小丑。 「克莱恩晋升了，现在他是序列8的小丑。」  [4]"
    )


async def test_gaps_and_unknown_times_are_shown_as_such(capsys: pytest.CaptureFixture[str]) -> None:
    """A man left on day 5 and came back on day 9. The text does not say when the man slept, and his place of birth
    never changes.
    """
    tale = Tale("gap")
    tale.chapter("One", "Lin served the king.", "Lin served the king again.", "Lin slept.", "Lin was born at sea.")
    tale.who("Lin")
    tale.fact("Lin", "serves", quote="Lin served the king.", value="king", since=day(1), until=day(5))
    tale.fact("Lin", "serves", quote="Lin served the king again.", value="king", since=day(9))
    tale.fact("Lin", "slept", quote="Lin slept.", kind=PredicateKind.EVENT)
    tale.fact("Lin", "born_in", quote="Lin was born at sea.", value="sea", kind=PredicateKind.FIXED)

    show_timeline(Terminal(), await timeline(await tale.view(), "Lin"))

    shown = capsys.readouterr().out.splitlines()
    heads = [line for line in shown if line.startswith(("──", "·", "×", "•"))]
    assert heads == [
        "── day 1 ──",
        "× #1 Lin served the king.",
        "── day 9 ──",
        "· · · a gap after #1 Lin served the king.",
        "• #2 Lin served the king again.",
        "── when is not known ──",
        "• #3 Lin slept.",
        "── never changes ──",
        "• #4 Lin was born at sea.",
    ]


async def test_facts_with_the_same_sentence_show_what_they_connect(capsys: pytest.CaptureFixture[str]) -> None:
    """One sentence says where two persons live."""
    tale = Tale("pair")
    tale.chapter("One", "Lin and Mei lived in Harbor.", "Lin slept.")
    tale.who("Lin")
    tale.who("Mei")
    for name in ("Lin", "Mei"):
        both = "Lin and Mei lived in Harbor."
        tale.fact(name, "lives_in", quote=both, text=both, value="Harbor", since=day(1))
    tale.fact("Lin", "slept", quote="Lin slept.", kind=PredicateKind.EVENT)

    show_timeline(Terminal(), await timeline(await tale.view()))

    shown = capsys.readouterr().out.splitlines()
    assert sorted(line.strip().removeprefix("= #2 ") for line in shown if "->" in line) == [
        "Lin -lives_in-> Harbor",
        "Mei -lives_in-> Harbor",
    ]


async def test_a_long_inferred_range_is_headed_by_its_chapter(capsys: pytest.CaptureFixture[str]) -> None:
    tale = Tale("range")
    tale.chapter("One", "Lin lived in Harbor.")
    tale.who("Lin")
    years = TimePoint(earliest=1, latest=9000, label="day 1 to day 9000")
    fact = tale.fact("Lin", "lives_in", quote="Lin lived in Harbor.", value="Harbor", since=years)
    worded = replace(years, text="the next day")
    others = ((years, TimelineTurn.BACK), (worded, TimelineTurn.ON), (worded, TimelineTurn.BACK))
    for number, (since, turn) in enumerate(others):
        text = f"Lin lived in house {number}."
        tale.facts.append(replace(fact, uuid=f"{number}", text=text, value=text, valid_at=since, turn=turn))

    show_timeline(Terminal(), await timeline(await tale.view(), "Lin"))

    heads = [line for line in capsys.readouterr().out.splitlines() if line.startswith("──")]
    assert set(heads) == {
        "── before this point in chapter 1 ──", "── chapter 1 ──", "── chapter 1 (“the next day”) ──", "── “the next day” ──"
    }  # fmt: skip


def test_the_json_value_has_rows_positions_and_chapters(story_cli: CommandLine) -> None:
    value = story_cli.value("timeline", "林晚")

    versions = cast("list[InStory]", value["versions"])
    assert cast("InStory", value["entity"])["name"] == "林晚"
    assert [cast("InStory", one)["ordinal"] for one in cast("list[Json]", value["chapters"])] == [1, 2, 3]
    for one in versions:
        row, place = cast("InStory", one["row"]), cast("InStory", one["told"])
        assert row["kind"] in {"exclusive", "state", "fixed", "event"}
        assert cast("InStory", place["chapter"])["ordinal"] in {1, 2, 3}
        assert {"placed", "order_unknown_to", "after_gap", "gap_after", "in_words"} <= one.keys()


def test_a_picture_is_written_and_named(story_cli: CommandLine) -> None:
    """The command writes an SVG file and no other file."""
    before = {one.name for one in story_cli.folder.iterdir()}

    result = story_cli.run("timeline", "林晚", "--picture", "lin.svg")

    assert result.exit_code == 0, result.stderr
    assert "lin.svg" in result.stdout
    assert etree.parse(story_cli.folder / "lin.svg").getroot().tag == "{http://www.w3.org/2000/svg}svg"
    assert {one.name for one in story_cli.folder.iterdir()} - before == {"lin.svg"}


def test_a_picture_may_be_drawn_again(story_cli: CommandLine) -> None:
    story_cli.run("timeline", "--picture", "all.svg")
    first = (story_cli.folder / "all.svg").read_bytes()

    value = story_cli.value("timeline", "--picture", "all.svg")

    assert value["picture"] == "all.svg"
    assert (story_cli.folder / "all.svg").read_bytes() == first


@pytest.mark.parametrize("name", ["notes.txt", "notes", "missing/lin.svg", "folder.svg", "mine.svg", "link.svg"])
def test_only_a_picture_is_overwritten(story_cli: CommandLine, name: str) -> None:
    """If the path is another kind of file, a folder or a link, the command refuses and leaves the path unchanged."""
    notes = story_cli.write("notes.txt", "my notes")
    mine = story_cli.write("mine.svg", "not a picture")
    (story_cli.folder / "folder.svg").mkdir()
    (story_cli.folder / "link.svg").symlink_to(notes)

    result = story_cli.run("timeline", "--picture", name)

    assert result.exit_code == 2
    assert "error:" in result.stderr
    assert (notes.read_text(encoding="utf-8"), mine.read_text(encoding="utf-8")) == ("my notes", "not a picture")


def test_a_folder_that_is_not_writable_is_an_episodic_error(
    story_cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An existing picture is left unchanged."""
    story_cli.run("timeline", "--picture", "lin.svg")
    before = (story_cli.folder / "lin.svg").read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    result = story_cli.run("timeline", "林晚", "--picture", "lin.svg")

    assert result.exit_code == 3
    assert "No space left" in result.stderr
    assert (story_cli.folder / "lin.svg").read_bytes() == before
    assert stat.S_ISREG((story_cli.folder / "lin.svg").stat().st_mode)
