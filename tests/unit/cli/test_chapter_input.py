"""Tests of chapters from standard input."""

from __future__ import annotations

from tests.unit.cli.command_line import CommandLine


def test_a_chapter_is_added_from_standard_input(story_cli: CommandLine) -> None:
    result = story_cli.run("add", "-", said="# 第四章 春\n\n林晚搬到了柳浦。\n")

    assert result.exit_code == 0
    assert "加入：第四章 春" in result.stdout
    assert "第四章 春" in story_cli.run("chapters").stdout


def test_chapters_without_a_heading_are_added_one_after_the_other_from_standard_input(story_cli: CommandLine) -> None:
    story_cli.run("add", "-", said="林晚搬到了柳浦。\n")
    story_cli.run("add", "-", said="林晚回到了苇港。\n")

    chapters = story_cli.value("chapters")["chapters"]

    assert isinstance(chapters, list)
    assert len(chapters) == 5


def test_a_given_title_is_the_title_of_a_file_without_a_heading(cli: CommandLine) -> None:
    plain, headed = cli.write("one.txt", "林晚住在苇港。\n"), cli.write("two.txt", "第二章 进城\n裴照住在望潮城。\n")
    for file in (plain, headed):
        cli.run("add", str(file), "--title", "第一章 苇港")

    chapters = cli.value("chapters")["chapters"]

    assert isinstance(chapters, list)
    assert [one["title"] for one in chapters if isinstance(one, dict)] == ["第一章 苇港", "第二章 进城"]


def test_a_chapter_is_replaced_from_standard_input_and_keeps_its_title(story_cli: CommandLine) -> None:
    result = story_cli.run("replace", "2", "-", said="裴照生在望潮城。“你来了。”裴照说。裴照笑道：“坐。”\n")

    assert "+ 新增     裴照生在望潮城" in result.stdout
    assert "第二章 进城" in story_cli.run("chapters").stdout


def test_standard_input_without_text_is_an_error_that_names_it(story_cli: CommandLine) -> None:
    for command in [("add", "-"), ("check", "-")]:
        result = story_cli.run(*command, said="\n \n")

        assert result.exit_code == 2, command
        assert "standard input: there is no text to read" in result.stderr, command


def test_standard_input_in_another_encoding_is_an_error(story_cli: CommandLine) -> None:
    """The error names the position of the first byte that is not UTF-8."""
    result = story_cli.run("add", "-", said="ab 林晚".encode("gb18030"))

    assert result.exit_code == 2
    assert "standard input: byte 4 is not UTF-8" in result.stderr


def test_a_draft_is_checked_from_standard_input(story_cli: CommandLine) -> None:
    """The draft names another home, without a move."""
    result = story_cli.run("check", "-", said="第四章\n\n林晚住在柳浦。\n")

    assert result.exit_code == 1
    assert "柳浦" in result.stdout
