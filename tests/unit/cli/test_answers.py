"""The printed results of commands, including commands that had nothing to do."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from episodic.cli.terminal import local_time
from tests.unit.cli.command_line import CommandLine

ALREADY = "已经如此，什么也没有做。\n"
TOM = '# Chapter 1: The Ferry\n\nTom Reed lived in Caldmere. "Come in," said Tom.\n'
CALENDAR = '{"name": "潮历", "eras": [{"name": "潮历"}], "months": [{"name": "银鱼月", "days": 28}]}'


def first_fact(cli: CommandLine, *arguments: str) -> str:
    """Return the id of the first listed fact."""
    facts = cli.value("facts", *arguments)["facts"]
    assert isinstance(facts, list)
    (one, *_) = facts
    assert isinstance(one, dict)
    return str(one["uuid"])


def command(folder: Path) -> tuple[list[str], dict[str, str]]:
    """Run the command line in a separate process."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("EPISODIC_")}
    run = "from episodic.cli import main; main()"
    return [sys.executable, "-c", run], {**kept, "PYTHONPATH": str(Path(__file__).parents[3])}


def test_locking_a_fact_again_changes_nothing(story_cli: CommandLine) -> None:
    """A locked fact is marked in the list. Locking it again creates no second override."""
    fact = first_fact(story_cli, "--subject", "林晚")

    first = story_cli.run("lock", fact)
    again = story_cli.run("lock", fact)

    assert first.stdout.startswith("锁定：林晚")
    assert (again.exit_code, again.stdout) == (0, ALREADY)
    assert story_cli.run("facts", "--subject", "林晚").stdout.count("已锁定") == 1
    assert len(story_cli.run("acts").stdout.splitlines()) == 2


def test_json_of_a_repeated_override_has_the_current_revision(story_cli: CommandLine) -> None:
    """The JSON output of a repeated override has the current revision."""
    fact = first_fact(story_cli)

    first, again = story_cli.value("lock", fact), story_cli.value("lock", fact)

    assert [first["already"], again["already"]] == [False, True]
    assert first["revision"] == again["revision"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("remove", "2"), "移除：第二章 进城"),
        (("move", "第三章", "--before", "潮屋"), "移动：第三章 归来，现为 [1]"),
        (("rename", "3", "回家"), "改名：第三章 归来 → 回家"),
        (("correct", "林晚", "--alias", "晚娘"), "更正：林晚，别名 晚娘"),
        (("merge", "沈三更", "裴照"), "合并：沈三更 = 裴照"),
        (("predicate", "lives_in", "--kind", "fixed"), "更正：居住于"),
    ],
)
def test_an_edit_prints_a_summary_and_its_changes(
    story_cli: CommandLine, arguments: tuple[str, ...], said: str
) -> None:
    """The first line of the output names the edit. The changes of the graph follow."""
    result = story_cli.run(*arguments)

    assert result.exit_code == 0, result.stderr
    assert result.stdout.splitlines()[0] == said


@pytest.mark.parametrize(
    "arguments",
    [
        ("rename", "3", "回家"),
        ("correct", "林晚", "--alias", "晚娘"),
        ("merge", "沈三更", "裴照"),
        ("add-fact", "林晚", "怕", "--value", "水", "--quote", "潮水来了"),
    ],
)
def test_a_repeated_edit_creates_no_revision(story_cli: CommandLine, arguments: tuple[str, ...]) -> None:
    story_cli.run(*arguments)
    before = story_cli.value("history")

    again = story_cli.run(*arguments)

    assert (again.exit_code, again.stdout) == (0, ALREADY)
    assert story_cli.value("history") == before


def test_chapters_are_counted_by_layer(story_cli: CommandLine) -> None:
    """Chapters are counted by layer. The layer is not mentioned if all chapters are canon."""
    draft = story_cli.write("draft.txt", "第四章 夜航\n\n林晚说：“走吧。”\n")
    story_cli.run("add", str(draft), "--in-layer", "draft")

    both = story_cli.run("chapters", "--layer", "canon", "--layer", "draft").stdout

    assert [one.split()[-1] for one in both.splitlines()[2:]] == ["正文", "正文", "正文", "草稿"]
    assert "层" not in story_cli.run("chapters").stdout


def test_a_passage_is_printed_without_the_chapter_heading(story_cli: CommandLine) -> None:
    result = story_cli.run("search", "潮水来了", "--kind", "passage", "--limit", "1")

    assert result.stdout.count("第一章 潮屋") == 1
    assert "潮水来了" in result.stdout


def test_an_empty_result_says_what_was_searched(story_cli: CommandLine) -> None:
    """The output says how much was searched and what was excluded."""
    result = story_cli.run("search", "zzzqqq")

    assert result.stdout.startswith("没有找到「zzzqqq」。作品中共有 ")
    assert result.stdout.endswith("范围：正文；不含已终结的事实。\n")


def test_counts_of_one_are_in_the_singular(story_cli: CommandLine) -> None:
    story_cli.run("ingest", str(story_cli.write("key.md", TOM)), "--work", "key", "--yes")

    shown = story_cli.run("show", "Tom Reed", "--work", "key")

    assert "\n1 fact\n" in shown.stdout


def test_possible_facts_are_marked_in_the_language_of_the_fact(story_cli: CommandLine) -> None:
    result = story_cli.run("facts", "--as-of", "day 15")

    assert "（此时可能如此）" in result.stdout
    assert "at that moment" not in result.stdout


def test_a_calendar_added_later_is_stored_with_the_work(story_cli: CommandLine) -> None:
    """Adding a calendar stores it with the work, although no chapter changed, and keeps the work's other settings."""
    story_cli.write("tide.json", CALENDAR)

    given = story_cli.run("ingest", "tale.txt", "--calendar", "tide.json", "--yes")

    assert "作品的历法：潮历" in given.stdout
    assert story_cli.run("facts", "--as-of", "潮历三年银鱼月初三").exit_code == 0


def test_a_full_disk_is_reported_as_an_error(story_cli: CommandLine) -> None:
    """The error is also reported if the output of a command cannot be written."""
    run, environment = command(story_cli.folder)
    with Path("/dev/full").open("w") as full:
        result = subprocess.run(
            [*run, "facts"], cwd=story_cli.folder, env=environment, stdout=full, stderr=subprocess.PIPE, check=False
        )

    assert result.returncode == 3
    assert result.stderr.decode().startswith("error: The output cannot be written")


def test_a_closed_pipe_is_no_error(story_cli: CommandLine) -> None:
    """A closed pipe, for example by `head`, ends the command without an error."""
    run, environment = command(story_cli.folder)
    read, write = os.pipe()
    os.close(read)

    result = subprocess.run(
        [*run, "facts"], cwd=story_cli.folder, env=environment, stdout=write, stderr=subprocess.PIPE, check=False
    )
    os.close(write)

    assert (result.returncode, result.stderr) == (0, b"")


def test_an_unknown_time_format_is_printed_unchanged() -> None:
    """A commit time in an unknown format, for example from a custom clock, is printed unchanged."""
    assert local_time("the third bell") == "the third bell"
    assert local_time("2026-11-21T18:17:42+00:00").startswith("2026-11-2")


@pytest.mark.parametrize("option", ["--told-by", "--pov", "--as-of"])
def test_an_empty_option_is_an_error(story_cli: CommandLine, option: str) -> None:
    """An empty option, for example from an unset shell variable, is an error, because ignoring it could show hidden
    facts.
    """
    result = story_cli.run("facts", option, "")

    assert result.exit_code == 2
    assert result.stdout == ""


def test_revision_0_is_an_empty_work(story_cli: CommandLine) -> None:
    """Reading at revision 0 shows nothing, and not the current revision."""
    assert story_cli.value("facts", "--at-revision", "0")["facts"] == []
    assert story_cli.value("facts", "--at-revision", "1")["facts"] != []


def test_options_before_a_command_are_defaults_for_the_command(story_cli: CommandLine) -> None:
    """An option of the command itself takes precedence."""
    elsewhere = story_cli.run("--store", "elsewhere.db", "facts")
    here = story_cli.run("--store", "elsewhere.db", "facts", "--store", "episodic.db")

    assert [elsewhere.exit_code, here.exit_code] == [3, 0]


def test_counts_say_what_was_counted(story_cli: CommandLine) -> None:
    """Counts name what was counted, because an ingestion also counts ended facts and other commands do not."""
    assert "范围：正文；不含已终结的事实。" in story_cli.run("stats").stdout
    assert "范围：只讲到第 1 章；正文。" in story_cli.run("stats", "--told-by", "1", "--include-ended").stdout
