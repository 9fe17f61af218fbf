"""Tests of the command `series`."""

from __future__ import annotations

import pytest

from tests.unit.cli.command_line import CommandLine


@pytest.fixture
def two_works(cli: CommandLine) -> CommandLine:
    """Return a store with two works: in the second one, the person of the first one has another name."""
    first = cli.write("first.txt", "第一章 潮屋\n\n林晚住在苇港。“潮水来了。”林晚说。林晚说：“我去看看。”\n")
    second = cli.write("second.txt", "第一章 进城\n\n裴照住在望潮城。“你来了。”裴照说。裴照笑道：“坐。”\n")
    assert cli.run("ingest", str(first), "--work", "上部", "--yes").exit_code == 0
    assert cli.run("ingest", str(second), "--work", "下部", "--yes").exit_code == 0
    return cli


def test_a_series_is_made_linked_searched_and_undone(two_works: CommandLine) -> None:
    cli = two_works
    made = cli.run("series", "潮", "--add", "上部", "--add", "下部")
    linked = cli.run("series", "潮", "--link", "上部", "林晚", "下部", "裴照")
    found = cli.run("series", "潮", "--search", "林晚住在哪里")
    undone = cli.run("series", "潮", "--undo")

    assert (made.exit_code, linked.exit_code, found.exit_code, undone.exit_code) == (0, 0, 0, 0), linked.stderr
    assert "林晚" in linked.stdout
    assert "裴照" in linked.stdout
    assert "[上部]" in found.stdout
    assert "[下部]" in found.stdout
    assert "望潮城" in found.stdout
    assert "裴照" not in undone.stdout
    assert cli.run("series").stdout == "潮\n"


def test_the_json_of_hits_names_their_work(two_works: CommandLine) -> None:
    two_works.run("series", "潮", "--add", "上部", "--add", "下部")

    found = two_works.value("series", "潮", "--search", "住在", "--until", "下部=1")

    hits = found["hits"]
    assert isinstance(hits, list)
    assert all(isinstance(one, dict) and one["work"] in ("上部", "下部") for one in hits)


def test_a_wrong_chapter_bound_is_refused(two_works: CommandLine) -> None:
    two_works.run("series", "潮", "--add", "上部")

    result = two_works.run("series", "潮", "--search", "林晚", "--until", "上部")

    assert result.exit_code == 2
    assert "WORK=CHAPTER" in result.stderr


def test_works_do_not_list_a_series(two_works: CommandLine) -> None:
    two_works.run("series", "潮", "--add", "上部")

    assert "series:" not in two_works.run("works").stdout


@pytest.mark.parametrize("command", [("series", "潮", "--export"), ("backup",)])
def test_an_exported_series_is_imported_with_its_works(two_works: CommandLine, command: tuple[str, ...]) -> None:
    cli, file = two_works, two_works.folder / "saga.jsonl"
    cli.run("series", "潮", "--add", "上部", "--add", "下部", "--link", "上部", "林晚", "下部", "裴照")
    linked = cli.value("series", "潮", "--link", "上部", "林晚", "下部", "裴照")
    written = cli.run(*command, str(file))

    done = cli.value("import", str(file), "--store", str(cli.folder / "copy.db"))
    read = cli.value("series", "潮", "--store", str(cli.folder / "copy.db"))
    found = cli.run("series", "潮", "--search", "林晚住在哪里", "--store", str(cli.folder / "copy.db"))

    assert written.exit_code == 0, written.stderr
    assert done["series"] == ["潮"]
    assert read == linked
    assert "望潮城" in found.stdout


def test_one_imported_work_of_a_series_has_no_link_to_the_others(two_works: CommandLine) -> None:
    cli, file = two_works, two_works.folder / "saga.jsonl"
    cli.run("series", "潮", "--add", "上部", "--add", "下部")
    cli.run("series", "潮", "--link", "上部", "林晚", "下部", "裴照")
    cli.run("backup", str(file))

    imported = cli.run("import", str(file), "--store", str(cli.folder / "copy.db"), "--work", "上部")
    renamed = cli.run("import", str(file), "--store", str(cli.folder / "new.db"), "--work", "上部", "--as", "新")
    read = cli.value("series", "潮", "--store", str(cli.folder / "copy.db"))

    assert "系列：潮。" in imported.stdout
    assert (read["works"], read["links"]) == (["上部"], [])
    assert "系列" not in renamed.stdout


def test_a_question_is_answered_from_all_works(two_works: CommandLine) -> None:
    two_works.run("series", "潮", "--add", "上部", "--add", "下部")
    two_works.run("series", "潮", "--link", "上部", "林晚", "下部", "裴照")

    shown = two_works.run("series", "潮", "--answer", "林晚住在哪里？")
    value = two_works.value("series", "潮", "--answer", "林晚住在哪里？", "--until", "下部=1")

    assert shown.exit_code == 0, shown.stderr
    assert "[上部]" in shown.stdout
    assert "[下部]" in shown.stdout
    citations = value["citations"]
    assert isinstance(citations, list)
    assert {str(one["work"]) for one in citations if isinstance(one, dict)} == {"上部", "下部"}
