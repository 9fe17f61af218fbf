"""Tests of what a command says of a limit and of filters."""

from __future__ import annotations

from tests.unit.cli.command_line import CommandLine


def test_a_search_with_a_limit_says_that_there_are_further_hits(story_cli: CommandLine) -> None:
    whole = story_cli.value("search", "林晚", "--limit", "100")
    first = story_cli.value("search", "林晚", "--limit", "1")
    rest = story_cli.value("search", "林晚", "--limit", "100", "--cursor", str(first["cursor"]), "--max-tokens", "8000")

    assert (whole["truncated"], whole["left_out"], whole["cursor"]) == (False, 0, None)
    assert first["truncated"]
    assert int(str(first["left_out"])) > 0
    assert isinstance(whole["hits"], list)
    assert isinstance(rest["hits"], list)
    assert len(rest["hits"]) == len(whole["hits"]) - 1


def test_filters_by_recorded_time_are_named_in_the_language_of_the_work(story_cli: CommandLine) -> None:
    for option, words in {
        "--created-after": "起存入",
        "--created-before": "以前存入",
        "--expired-after": "终结在",
        "--expired-before": "终结在",
    }.items():
        day = "2000-01-01T00:00Z" if option.endswith("before") else "2999-01-01T00:00Z"
        for command in (("search", "林晚"), ("facts",)):
            shown = "".join(story_cli.run(*command, "--include-ended", option, day).stdout.split())
            assert words in shown, (command, shown)
            assert "created" not in shown, command
            assert "expired" not in shown, command
