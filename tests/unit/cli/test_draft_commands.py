"""Tests of the commands that undo edits."""

from __future__ import annotations

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
