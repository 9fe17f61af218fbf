from pathlib import Path
from typing import cast

from tests.unit.cli.command_line import TALE, CommandLine


def library(cli: CommandLine) -> Path:
    """Write two manuscripts and an empty file to a folder, and return the folder."""
    cli.write("books/潮声.txt", "\n".join(TALE.values()))
    cli.write("books/tale.txt", TALE["一"])
    cli.write("books/empty.txt", "")
    return cli.folder / "books"


def test_every_manuscript_becomes_a_work_and_an_unreadable_one_is_reported(cli: CommandLine) -> None:
    result = cli.run("library", "ingest", str(library(cli)), "--yes")

    assert result.exit_code == 2
    assert "! empty: empty.txt: there is no text to read." in result.stdout
    works = cast("list[dict[str, object]]", cli.value("works")["works"])
    assert [one["work"] for one in works] == ["tale", "潮声"]


def test_a_second_run_reads_nothing(cli: CommandLine) -> None:
    folder = library(cli)
    (folder / "empty.txt").unlink()
    cli.run("library", "ingest", str(folder), "--yes")

    found = cli.value("library", "ingest", str(folder))

    works = cast("list[dict[str, object]]", found["works"])
    assert [(one["work"], one["chapters"]) for one in works] == [("tale", {"unchanged": 1}), ("潮声", {"unchanged": 3})]


def test_the_preview_of_a_library_reads_nothing(cli: CommandLine) -> None:
    folder = library(cli)

    found = cli.value("library", "ingest", str(folder), "--dry-run")

    works = cast("list[dict[str, object]]", found["works"])
    assert [(one["work"], one["to_read"]) for one in works] == [("empty", 0), ("tale", 1), ("潮声", 3)]
    assert not (cli.folder / "episodic.db").exists()


def test_chapters_are_removed_only_with_consent(cli: CommandLine) -> None:
    folder = library(cli)
    (folder / "empty.txt").unlink()
    cli.run("library", "ingest", str(folder), "--yes")
    cli.write("books/潮声.txt", TALE["一"])

    refused = cli.run("library", "ingest", str(folder))

    assert refused.exit_code == 2
    assert "2 chapters are no longer in the manuscripts." in refused.stderr
    assert cli.run("library", "ingest", str(folder), "--yes").exit_code == 0
    assert len(cast("list[object]", cli.value("chapters", "--work", "潮声")["chapters"])) == 1


def test_a_work_of_another_manuscript_is_not_joined(cli: CommandLine) -> None:
    folder = library(cli)
    (folder / "empty.txt").unlink()
    cli.run("ingest", str(cli.write("another.txt", TALE["二"])), "--work", "tale", "--yes")

    result = cli.run("library", "ingest", str(folder), "--yes")

    assert result.exit_code == 2
    assert "The work 'tale' already has the manuscript 'another'." in " ".join(result.stdout.split())


def test_a_cluster_needs_a_store_on_a_server(cli: CommandLine) -> None:
    result = cli.run("library", "ingest", str(library(cli)), "--on", "ray", "--address", "ray://host:1", "--yes")

    assert result.exit_code == 2
    assert "cannot share a store that is a file" in result.stderr
