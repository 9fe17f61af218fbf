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
    """The id of the first fact that is listed."""
    facts = cli.value("facts", *arguments)["facts"]
    assert isinstance(facts, list)
    (one, *_) = facts
    assert isinstance(one, dict)
    return str(one["uuid"])


def command(folder: Path) -> tuple[list[str], dict[str, str]]:
    """The command line as a process of its own, in a folder."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("EPISODIC_")}
    run = "from episodic.cli import main; main()"
    return [sys.executable, "-c", run], {**kept, "PYTHONPATH": str(Path(__file__).parents[3])}


def test_a_fact_is_locked_once(told: CommandLine) -> None:
    """The list marks it, and a second time is no second decision."""
    fact = first_fact(told, "--subject", "林晚")

    first = told.run("lock", fact)
    again = told.run("lock", fact)

    assert first.stdout.startswith("锁定：林晚")
    assert (again.exit_code, again.stdout) == (0, ALREADY)
    assert told.run("facts", "--subject", "林晚").stdout.count("已锁定") == 1
    assert len(told.run("acts").stdout.splitlines()) == 2


def test_a_repeated_decision_says_so_in_json(told: CommandLine) -> None:
    """With the revision that there is."""
    fact = first_fact(told)

    first, again = told.value("lock", fact), told.value("lock", fact)

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
def test_an_edit_says_what_it_did(told: CommandLine, arguments: tuple[str, ...], said: str) -> None:
    """In its first line; what that changed in memory comes after it."""
    result = told.run(*arguments)

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
def test_the_same_edit_again_does_nothing(told: CommandLine, arguments: tuple[str, ...]) -> None:
    """It makes no revision."""
    told.run(*arguments)
    before = told.value("history")

    again = told.run(*arguments)

    assert (again.exit_code, again.stdout) == (0, ALREADY)
    assert told.value("history") == before


def test_chapters_of_several_layers_say_which(told: CommandLine) -> None:
    """Each layer counts its own; of canon alone nothing is said."""
    draft = told.write("draft.txt", "第四章 夜航\n\n林晚说：“走吧。”\n")
    told.run("add", str(draft), "--in-layer", "draft")

    both = told.run("chapters", "--layer", "canon", "--layer", "draft").stdout

    assert [one.split()[-1] for one in both.splitlines()[2:]] == ["正文", "正文", "正文", "草稿"]
    assert "层" not in told.run("chapters").stdout


def test_a_passage_is_listed_without_the_heading_that_stands_above_it(told: CommandLine) -> None:
    """Once is enough."""
    result = told.run("search", "潮水来了", "--kind", "passage", "--limit", "1")

    assert result.stdout.count("第一章 潮屋") == 1
    assert "潮水来了" in result.stdout


def test_nothing_found_is_said_in_words(told: CommandLine) -> None:
    """How much there is, and what was left out."""
    result = told.run("search", "zzzqqq")

    assert result.stdout.startswith("没有找到「zzzqqq」。作品中共有 ")
    assert result.stdout.endswith("范围：正文；不含已终结的事实。\n")


def test_one_of_a_kind_is_not_several(told: CommandLine) -> None:
    """As the language has it."""
    told.run("ingest", str(told.write("key.md", TOM)), "--work", "key", "--yes")

    shown = told.run("show", "Tom Reed", "--work", "key")

    assert "\n1 fact\n" in shown.stdout


def test_what_may_hold_at_a_moment_is_said_in_the_language_of_the_fact(told: CommandLine) -> None:
    """A line is in one language."""
    result = told.run("facts", "--as-of", "day 15")

    assert "（此时可能如此）" in result.stdout
    assert "at that moment" not in result.stdout


def test_a_calendar_that_comes_later_is_kept_with_the_work(told: CommandLine) -> None:
    """Though no chapter changed; what else the work has stays."""
    told.write("tide.json", CALENDAR)

    given = told.run("ingest", "tale.txt", "--calendar", "tide.json", "--yes")

    assert "作品的历法：潮历" in given.stdout
    assert told.run("facts", "--as-of", "潮历三年银鱼月初三").exit_code == 0


def test_a_full_disk_is_an_error_and_no_crash(told: CommandLine) -> None:
    """Of an answer that cannot be written, too."""
    run, environment = command(told.folder)
    with Path("/dev/full").open("w") as full:
        result = subprocess.run(
            [*run, "facts"], cwd=told.folder, env=environment, stdout=full, stderr=subprocess.PIPE, check=False
        )

    assert result.returncode == 3
    assert result.stderr.decode().startswith("error: The output cannot be written")


def test_a_reader_who_has_seen_enough_is_no_error(told: CommandLine) -> None:
    """As `head` does."""
    run, environment = command(told.folder)
    read, write = os.pipe()
    os.close(read)

    result = subprocess.run(
        [*run, "facts"], cwd=told.folder, env=environment, stdout=write, stderr=subprocess.PIPE, check=False
    )
    os.close(write)

    assert (result.returncode, result.stderr) == (0, b"")


def test_a_moment_of_no_known_form_is_shown_as_it_is() -> None:
    """A clock of the caller's own may say anything."""
    assert local_time("the third bell") == "the third bell"
    assert local_time("2026-11-21T18:17:42+00:00").startswith("2026-11-2")


@pytest.mark.parametrize("option", ["--told-by", "--pov", "--as-of"])
def test_an_option_that_is_given_empty_is_not_taken_as_missing(told: CommandLine, option: str) -> None:
    """A variable of a script that was never set would show what nobody was to see."""
    result = told.run("facts", option, "")

    assert result.exit_code == 2
    assert result.stdout == ""


def test_nothing_was_there_at_revision_0(told: CommandLine) -> None:
    """It is not the present one."""
    assert told.value("facts", "--at-revision", "0")["facts"] == []
    assert told.value("facts", "--at-revision", "1")["facts"] != []


def test_options_before_a_command_count_where_it_has_none_of_its_own(told: CommandLine) -> None:
    """And its own go first."""
    elsewhere = told.run("--store", "elsewhere.db", "facts")
    here = told.run("--store", "elsewhere.db", "facts", "--store", "episodic.db")

    assert [elsewhere.exit_code, here.exit_code] == [3, 0]


def test_counts_say_what_was_counted(told: CommandLine) -> None:
    """An ingestion counts facts that have ended, too: the numbers may differ, and nobody should wonder why."""
    assert "范围：正文；不含已终结的事实。" in told.run("stats").stdout
    assert "范围：只讲到第 1 章；正文。" in told.run("stats", "--told-by", "1", "--include-ended").stdout
