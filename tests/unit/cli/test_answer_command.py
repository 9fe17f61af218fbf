"""Tests of the command `answer`."""

from __future__ import annotations

from pathlib import Path

from tests.unit.cli.command_line import CommandLine


def test_without_a_model_rules_answer_and_say_so(story_cli: CommandLine) -> None:
    result = story_cli.run("answer", "林晚住在哪里")

    assert result.exit_code == 0, result.stderr
    assert "林晚住在苇港" in result.stdout
    assert "第一章 潮屋" in result.stdout
    assert "按规则摘取" in result.stderr


def test_nothing_told_later_is_in_the_answer(story_cli: CommandLine) -> None:
    result = story_cli.run("answer", "沈三更怎么了", "--told-by", "1")

    assert "死" not in result.stdout


def test_the_json_has_sentences_citations_and_steps(story_cli: CommandLine) -> None:
    found = story_cli.value("answer", "林晚住在哪里")

    assert (found["found"], found["by"], found["by_rules"]) == (True, "rules", True)
    assert found["sentences"]
    assert found["steps"]
    citations = found["citations"]
    assert isinstance(citations, list)
    assert all(isinstance(one, dict) and one["quote"] for one in citations)


def test_what_the_work_does_not_say_is_said(story_cli: CommandLine) -> None:
    result = story_cli.run("answer", "西班牙天气如何？")

    assert (result.exit_code, result.stdout.strip()) == (0, "按规则没有找到回答。")


def test_a_model_without_replies_is_reported_and_rules_answer(story_cli: CommandLine) -> None:
    replies = Path(__file__).parents[3] / "examples" / "zh" / "replies"

    result = story_cli.run("answer", "林晚住在哪里", settings={"EPISODIC_REPLAY": str(replies)})

    assert result.exit_code == 0, result.stderr
    assert "林晚住在苇港" in result.stdout
    assert "No recorded reply" in result.stderr
