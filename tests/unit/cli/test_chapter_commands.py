"""Commands `insert`, `move` and `rename`, and `ingest` of a changed manuscript."""

from __future__ import annotations

import json
from typing import cast

import pytest

from episodic.cli.escaping import Json
from tests.unit.cli.command_line import TALE, CommandLine

NEW = "林晚在柳浦等船。“船来了。”裴照说。\n"
PRICED = {"EPISODIC_PRICE_INPUT": "2", "EPISODIC_PRICE_OUTPUT": "8"}


def titles(cli: CommandLine) -> list[str]:
    """Return the titles of the chapters in narrative order."""
    chapters = cast("list[dict[str, Json]]", cli.value("chapters")["chapters"])
    return [str(one["title"]) for one in chapters]


def story_with_inserted_chapter(cli: CommandLine) -> str:
    """Return the story with a chapter inserted before the second, and with new chapter numbers."""
    second, third = TALE["二"].replace("第二章", "第三章"), TALE["三"].replace("第三章", "第四章")
    return str(cli.write("tale.txt", "\n".join((TALE["一"], f"第二章 等船\n\n{NEW}", second, third))))


def test_insert_puts_a_chapter_between_others(story_cli: CommandLine) -> None:
    file = story_cli.write("等船.txt", NEW)

    result = story_cli.run("insert", str(file), "--after", "1", "--title", "等船")

    assert result.exit_code == 0, result.stderr
    assert "加入：等船" in result.stdout
    assert titles(story_cli) == ["第一章 潮屋", "等船", "第二章 进城", "第三章 归来"]


def test_move_changes_the_position_of_a_chapter(story_cli: CommandLine) -> None:
    moved = story_cli.run("move", "3", "--before", "1", "--json")
    again = story_cli.run("move", "第三章 归来", "--before", "第一章 潮屋")

    assert moved.exit_code == 0, moved.stderr
    assert titles(story_cli) == ["第三章 归来", "第一章 潮屋", "第二章 进城"]
    assert again.stdout == "已经如此，什么也没有做。\n"


def test_rename_changes_the_title_of_a_chapter(story_cli: CommandLine) -> None:
    result = story_cli.run("rename", "第二章 进城", "望潮城")

    assert result.exit_code == 0, result.stderr
    assert "第二章 进城 → 望潮城" in result.stdout
    assert titles(story_cli)[1] == "望潮城"
    assert story_cli.run("remove", "望潮城", "--yes").exit_code == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ("move", "1"),
        ("move", "1", "--before", "2", "--after", "3"),
        ("move", "1", "--after", "1"),
        ("move", "9", "--after", "1"),
        ("rename", "1", " "),
        ("insert", "missing.txt", "--after", "1"),
    ],
)
def test_invalid_arguments_are_an_input_error(story_cli: CommandLine, arguments: tuple[str, ...]) -> None:
    """The exit code is 2, one error is printed, and nothing is changed."""
    result = story_cli.run(*arguments)

    assert result.exit_code == 2
    assert result.stderr.startswith("error: ")
    assert titles(story_cli) == ["第一章 潮屋", "第二章 进城", "第三章 归来"]


def test_the_preview_shows_the_change_of_each_chapter(story_cli: CommandLine) -> None:
    """The preview marks new and renamed chapters and counts unchanged chapters."""
    file = story_with_inserted_chapter(story_cli)

    shown = story_cli.run("ingest", file, "--dry-run")
    value = story_cli.run("ingest", file, "--dry-run", "--json")

    assert "改名（原名「第二章 进城」）" in shown.stdout
    assert "第一章 潮屋" not in shown.stdout
    assert "新 1 章，改名 2 章，未变 1 章" in shown.stdout
    preview = json.loads(value.stdout)["preview"]
    assert [(one["plan"], one["was"]) for one in preview["chapters"]] == [
        ("unchanged", None),
        ("new", None),
        ("renamed", "第二章 进城"),
        ("renamed", "第三章 归来"),
    ]
    assert preview["chapters"][2]["key"] == "第二章 进城"


def test_only_changed_chapters_are_processed(story_cli: CommandLine) -> None:
    """Only the new chapter is read, and the other chapters are renamed."""
    result = story_cli.run("ingest", story_with_inserted_chapter(story_cli), "--json")

    report = json.loads(result.stdout)
    assert [one["outcome"] for one in report["chapters"]] == ["unchanged", "added", "renamed", "renamed"]
    assert titles(story_cli) == ["第一章 潮屋", "第二章 等船", "第三章 进城", "第四章 归来"]


def test_only_the_new_chapter_is_counted_in_the_cost(story_cli: CommandLine) -> None:
    """Renamed chapters cost nothing. The preview mentions possible further questions."""
    result = story_cli.run(
        "ingest", story_with_inserted_chapter(story_cli), "--dry-run", "--model", "some-model", settings=PRICED
    )

    assert "读 1 章" in result.stdout
    assert "其他章受到影响的疑问另外计算" in result.stdout.replace("\n", "")


def test_a_missing_chapter_is_removed_only_after_confirmation(story_cli: CommandLine) -> None:
    """The command asks before it removes a chapter. Without a terminal, the command changes nothing."""
    file = str(story_cli.write("tale.txt", "\n".join((TALE["一"], TALE["三"]))))

    preview = story_cli.run("ingest", file, "--dry-run")
    refused = story_cli.run("ingest", file)
    still = titles(story_cli)
    agreed = story_cli.run("ingest", file, "--yes")

    assert "移除：第二章 进城" in preview.stdout
    assert refused.exit_code == 2
    assert "第二章 进城" in refused.stderr
    assert "--keep-removed" in refused.stderr
    assert len(still) == 3
    assert agreed.exit_code == 0
    assert titles(story_cli) == ["第一章 潮屋", "第三章 归来"]


def test_a_missing_chapter_can_be_kept(story_cli: CommandLine) -> None:
    """With the option to keep removed chapters, nothing is asked, and the output names the kept chapter."""
    file = str(story_cli.write("tale.txt", "\n".join((TALE["一"], TALE["三"]))))

    result = story_cli.run("ingest", file, "--keep-removed")

    assert result.exit_code == 0, result.stderr
    assert "保留：第二章 进城" in result.stdout
    assert len(titles(story_cli)) == 3


def test_split_and_joined_chapters_are_named(story_cli: CommandLine) -> None:
    """The preview names the chapters from which and into which text was split or joined."""
    first, rest = TALE["二"].split("裴照生", maxsplit=1)
    split = story_cli.write("tale.txt", "\n".join((TALE["一"], first, f"第三章 柳浦\n\n裴照生{rest}", TALE["三"])))
    halves = story_cli.run("ingest", str(split), "--dry-run")
    body = TALE["三"].partition("\n\n")[2]
    joined = story_cli.write("tale.txt", "\n".join((TALE["一"], f"{TALE['二']}\n{body}")))
    whole = story_cli.run("ingest", str(joined), "--dry-run")

    assert "从「第二章 进城」分出" in halves.stdout
    assert "合并：「第三章 归来」并入「第二章 进城」" in whole.stdout
    assert "移除" not in whole.stdout


def test_another_file_adds_chapters_and_a_renamed_file_is_detected(story_cli: CommandLine) -> None:
    """If a file has the chapters of another manuscript, the preview says how to avoid duplicates."""
    other = story_cli.write("other.txt", f"第一章 别处\n\n{NEW}\n第二章 远方\n\n裴照去了远方。\n")
    copied = story_cli.write("tale-2.txt", "\n".join(TALE.values()))

    added = story_cli.run("ingest", str(other), "--yes")
    noticed = story_cli.run("ingest", str(copied), "--dry-run")
    same = story_cli.run("ingest", str(copied), "--manuscript", "tale", "--dry-run")

    assert added.exit_code == 0
    assert len(titles(story_cli)) == 5
    assert "--manuscript 'tale'" in noticed.stdout.replace("\n", "")
    assert "未变 3 章" in same.stdout


ELSEWHERE = "楔子 雪夜\n\n雪下了一夜。\n\n尾声 天明\n\n天亮时，雪停了。\n"


def other_story(cli: CommandLine) -> str:
    """Write another story to a file and return the path."""
    return str(cli.write("other.txt", f"第一章 别处\n\n{NEW}\n第二章 远方\n\n裴照去了远方。\n"))


def test_a_second_manuscript_joins_a_work_only_if_the_user_says_so(story_cli: CommandLine) -> None:
    """The error names the work, the manuscript that the work has, and the ways out."""
    refused = [story_cli.run("ingest", other_story(story_cli), *more) for more in ((), ("--json",))]
    before = titles(story_cli)
    named = story_cli.run("ingest", other_story(story_cli), "--manuscript", "other")
    again = story_cli.run("ingest", other_story(story_cli))

    for result in refused:
        assert result.exit_code == 2
        assert "'tale'" in result.stderr
        assert "'story'" in result.stderr
        assert all(way in result.stderr for way in ("--work", "--yes", "--manuscript 'other'"))
    assert len(before) == 3
    assert named.exit_code == again.exit_code == 0
    assert len(titles(story_cli)) == 5


def test_a_second_manuscript_gets_a_work_of_its_own_without_a_question(story_cli: CommandLine) -> None:
    result = story_cli.run("ingest", other_story(story_cli), "--work", "other")

    assert result.exit_code == 0
    assert len(titles(story_cli)) == 3


def test_the_preview_names_the_manuscripts_that_a_second_one_would_join(story_cli: CommandLine) -> None:
    """The preview does so in Chinese, in English and as JSON."""
    run = ("ingest", other_story(story_cli), "--dry-run")

    chinese = story_cli.run(*run)
    english = story_cli.run(*run, settings={"EPISODIC_LANGUAGE": "en"})
    value = story_cli.value(*run)["preview"]

    assert "作品「story」已有书稿「tale」" in chinese.stdout
    assert "The work 'story' already has 'tale'" in english.stdout
    assert isinstance(value, dict)
    assert value["other_manuscripts"] == ["tale"]


def test_another_story_in_a_file_of_the_same_name_is_a_second_manuscript(story_cli: CommandLine) -> None:
    other = story_cli.write("elsewhere/tale.txt", ELSEWHERE)

    refused = story_cli.run("ingest", str(other))

    assert refused.exit_code == 2
    assert "'tale (2)'" in refused.stderr


def test_a_manuscript_under_another_file_name_is_not_read_twice(story_cli: CommandLine) -> None:
    """The command stops if all chapters are already stored under another manuscript, because the user must say which is
    meant.
    """
    copied = story_cli.write("copy.txt", "\n".join(TALE.values()))

    refused = story_cli.run("ingest", str(copied), "--yes")
    named = story_cli.run("ingest", str(copied), "--yes", "--manuscript", "tale")

    assert refused.exit_code == 2
    assert "'tale'" in refused.stderr
    assert "--manuscript" in refused.stderr
    assert named.exit_code == 0
    assert len(titles(story_cli)) == len(TALE)
