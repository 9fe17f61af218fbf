"""Tests of the command `jobs` and of the option `--job`."""

from __future__ import annotations

from typing import cast

from episodic.cli.escaping import Json
from tests.unit.cli.command_line import CommandLine


def rows(cli: CommandLine, command: str, *arguments: str) -> list[dict[str, Json]]:
    """Return the list that a command prints under its own name."""
    return cast("list[dict[str, Json]]", cli.value(command, *arguments)[command])


def test_an_ingestion_as_a_job_gives_the_same_chapters(story_cli: CommandLine) -> None:
    result = story_cli.run("ingest", str(story_cli.tale()), "--yes", "--job", "--work", "other")

    assert result.exit_code == 0, result.stderr
    assert "任务" in result.stdout
    (job,) = rows(story_cli, "jobs", "--work", "other")
    assert (job["state"], job["done"], job["kind"]) == ("succeeded", 3, "ingest")
    titles = [[one["title"] for one in rows(story_cli, "chapters", "--work", work)] for work in ("story", "other")]
    assert titles[0] == titles[1]


def test_a_reread_as_a_job_is_listed_and_shown(story_cli: CommandLine) -> None:
    result = story_cli.run("reread", "1", "--every", "--job")

    assert result.exit_code == 0, result.stderr
    (job,) = rows(story_cli, "jobs")
    chapter = rows(story_cli, "chapters")[0]["uuid"]
    assert job["result"] == {"revision": 3, "outcomes": {"reread": 1}, "chapter": chapter}
    assert story_cli.value("jobs", "show", str(job["id"])[:8]) == job


def test_without_jobs_the_command_says_so(story_cli: CommandLine) -> None:
    assert story_cli.run("jobs").stdout.strip() == "没有任务。"
    assert story_cli.run("jobs", "resume").stdout.strip() == "没有等待继续的任务。"


def test_a_job_that_has_ended_cannot_be_resumed(story_cli: CommandLine) -> None:
    story_cli.run("reread", "--job")
    (job,) = rows(story_cli, "jobs")

    result = story_cli.run("jobs", "resume", str(job["id"]))

    assert result.exit_code == 2
    assert "already ended" in result.stderr
    assert story_cli.value("jobs", "cancel", str(job["id"]))["state"] == "succeeded"


def test_show_and_cancel_need_a_job(story_cli: CommandLine) -> None:
    for action in ("show", "cancel"):
        assert story_cli.run("jobs", action).exit_code == 2, action
        assert story_cli.run("jobs", action, "unknown").exit_code == 2, action


def test_a_chapter_that_is_not_waited_for_is_searchable_at_once_and_read_by_its_job(story_cli: CommandLine) -> None:
    file = story_cli.folder / "four.txt"
    file.write_text("第四章 春\n\n林晚住在杏花村。", encoding="utf-8")

    added = story_cli.run("add", str(file), "--no-wait")
    (job,) = rows(story_cli, "jobs")
    found = story_cli.run("search", "杏花村").stdout
    before = story_cli.run("chapters").stdout
    entry = rows(story_cli, "chapters")[-1]
    resumed = story_cli.run("jobs", "resume", str(job["id"])[:12])

    assert added.exit_code == 0, added.stderr
    assert "排队待读" in added.stdout
    assert f"episodic jobs resume {str(job['id'])[:12]}" in added.stderr
    assert (job["kind"], job["state"], job["total"]) == ("read", "queued", 1)
    assert "林晚住在杏花村" in found
    assert "还没读" in before
    assert "episodic jobs resume" in before
    assert (entry["unread"], entry["facts"], entry["failure"]) == (True, 0, None)
    assert resumed.exit_code == 0, resumed.stderr
    assert "加入" in resumed.stdout
    assert "还没读" not in story_cli.run("chapters").stdout
    assert rows(story_cli, "chapters")[-1]["unread"] is False


def test_a_job_says_that_its_chapter_was_removed(story_cli: CommandLine) -> None:
    file = story_cli.folder / "four.txt"
    file.write_text("第四章 春\n\n林晚住在杏花村。", encoding="utf-8")
    job = str(story_cli.value("add", str(file), "--no-wait")["job"])

    story_cli.run("remove", "4", "--yes")
    resumed = story_cli.run("jobs", "resume", job)

    assert resumed.exit_code == 0, resumed.stderr
    assert "读之前已被移除" in resumed.stdout
    assert len(rows(story_cli, "chapters")) == 3


def test_retry_reads_a_chapter_that_is_not_read_yet(story_cli: CommandLine) -> None:
    file = story_cli.folder / "four.txt"
    file.write_text("第四章 春\n\n林晚住在杏花村。", encoding="utf-8")
    story_cli.run("add", str(file), "--no-wait")

    report = story_cli.value("retry")

    assert [one["outcome"] for one in cast("list[dict[str, Json]]", report["chapters"])] == ["added"]
