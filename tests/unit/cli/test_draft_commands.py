"""Tests of the commands that check drafts and undo edits."""

from __future__ import annotations

import json

from tests.unit.cli.command_line import CommandLine


def test_undo_after_an_ingestion_names_the_rest_and_how_to_undo_it(story_cli: CommandLine) -> None:
    """In Chinese and in English, the message names the command that undoes the whole ingestion."""
    one = story_cli.run("undo")
    another = story_cli.run("undo", settings={"EPISODIC_LANGUAGE": "en"})

    assert "还保留 2 项改动" in one.stderr
    assert "1 edit of it remains" in another.stderr
    assert "episodic undo --ingest" in another.stderr


def test_undo_takes_back_a_whole_ingestion(story_cli: CommandLine) -> None:
    result = story_cli.run("undo", "--ingest")

    assert result.exit_code == 0
    assert result.stderr == ""
    assert story_cli.value("chapters")["chapters"] == []


def test_undo_asks_whether_to_undo_the_whole_ingestion(story_cli: CommandLine) -> None:
    """`--yes` answers the question, which is not asked if the user gives a number of edits."""
    one = story_cli.run("undo", "1", "--yes")
    story_cli.run("redo")
    all_of_it = story_cli.run("undo", "--yes")

    assert "还保留 2 项改动" in one.stderr
    assert all_of_it.stderr == ""
    assert story_cli.value("chapters")["chapters"] == []


def test_redo_makes_a_whole_ingestion_again(story_cli: CommandLine) -> None:
    story_cli.run("undo", "--ingest")

    result = story_cli.run("redo", "--ingest")
    again = story_cli.run("redo", "--ingest")

    assert (result.exit_code, result.stderr) == (0, "")
    assert "重做" in result.stdout, "the output is in the language of the work that is there again"
    assert len(json.loads(story_cli.run("chapters", "--json").stdout)["chapters"]) == 3
    assert again.exit_code != 0


def test_redo_asks_whether_to_redo_the_whole_ingestion(story_cli: CommandLine) -> None:
    story_cli.run("undo", "--ingest")

    one = story_cli.run("redo", settings={"EPISODIC_LANGUAGE": "zh"})
    another = story_cli.run("redo", settings={"EPISODIC_LANGUAGE": "en"})
    story_cli.run("undo", "--ingest")
    all_of_it = story_cli.run("redo", "--yes")
    both = story_cli.run("redo", "2", "--ingest")

    assert "还有 2 项改动没有重做" in one.stderr
    assert "1 edit of it remains undone" in another.stderr
    assert "episodic redo --ingest" in another.stderr
    assert all_of_it.stderr == ""
    assert len(json.loads(story_cli.run("chapters", "--json").stdout)["chapters"]) == 3
    assert both.exit_code == 2


def test_the_undo_of_many_changes_is_summarised(cli: CommandLine) -> None:
    """The summary has the number of all changes and the first ones; with --verbose and --json, all are listed."""
    names = ("Marsh Weller", "Odile Reed", "Tobias Wick", "Kara Holt")
    chapters = (
        f"# Chapter {number}\n\n" + "\n\n".join(f"{name} moved to Port {port}." for name in names)
        for number, port in enumerate(("Ash", "Elm", "Oak", "Yew"), start=1)
    )
    cli.run("ingest", str(cli.write("moves.md", "\n\n".join(chapters))), "--yes")

    english = cli.run("undo", "--ingest", settings={"EPISODIC_LANGUAGE": "en"})
    chinese = cli.run("redo", "--ingest", settings={"EPISODIC_LANGUAGE": "zh"})
    whole = cli.run("undo", "--ingest", "--verbose", settings={"EPISODIC_LANGUAGE": "en"})
    listed = json.loads(cli.run("redo", "--ingest", "--json").stdout)

    assert "and 1 edit more" in " ".join(english.stdout.split())
    assert "16 retired, 8 gone" in english.stdout
    assert "… and 4 more retired" in english.stdout
    assert "--verbose" in english.stderr
    assert "新增 16 项，新出现 8 项" in chinese.stdout
    assert "另有 1 项改动" in "".join(chinese.stdout.split("\n"))
    assert [line.startswith("- retired") for line in whole.stdout.splitlines()].count(True) == 16
    assert "more" not in whole.stdout
    assert len(listed["diff"]["added"]) == 16


def test_a_finding_of_a_check_is_not_listed_again_among_the_changes(story_cli: CommandLine) -> None:
    """沈三更 died in the second chapter and speaks in the draft."""
    draft = "第四章\n\n沈三更说：“我在这里。”林晚住在柳浦。\n"

    shown = story_cli.run("check", "-", said=draft)
    found = json.loads(story_cli.run("check", "-", "--json", said=draft).stdout)

    assert shown.exit_code == 1
    assert shown.stdout.count("此时已死之人仍有行动") == 1
    assert "+ 新增" in shown.stdout
    assert [one["kind"] for one in found["diff"]["issues_new"]] == ["dead_acts"]


def test_a_check_says_who_read_the_draft_and_how_much(story_cli: CommandLine) -> None:
    draft = "林晚住在柳浦。\n"

    one = story_cli.run("check", "-", said=draft)
    another = story_cli.run("check", "-", said=draft, settings={"EPISODIC_LANGUAGE": "en"})
    found = json.loads(story_cli.run("check", "-", "--json", said=draft).stdout)

    assert "由规则读出 1 条陈述。" in one.stdout
    assert "Read by rules: 1 statement." in another.stdout
    assert (found["read_by"], found["statements"]) == ("rules", 1)
