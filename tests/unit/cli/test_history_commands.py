"""Commands `compact`, `backup` and `import`."""

from __future__ import annotations

import gzip
import os
import stat
import time
from pathlib import Path

import pytest

from tests.unit.cli.command_line import TALE, CommandLine

SECRET = "裴照笑道"


@pytest.fixture
def story_with_replaced_chapter(story_cli: CommandLine) -> CommandLine:
    """Ingest the story and replace its second chapter, which gives the fourth revision."""
    story_cli.write("new.txt", "林晚离开了苇港。\n")
    assert story_cli.run("replace", "2", "new.txt").exit_code == 0
    return story_cli


def stored_bytes(cli: CommandLine) -> bytes:
    """Return the content of all files of the store."""
    return b"".join(one.read_bytes() for one in cli.folder.glob("episodic.db*"))


def test_compact_prints_what_was_deleted_and_what_can_still_be_read(story_with_replaced_chapter: CommandLine) -> None:
    said = story_with_replaced_chapter.run("compact", "--before", "2", "--yes")
    value = story_with_replaced_chapter.value("compact", "--keep-revisions", "1", "--yes")

    assert said.exit_code == 0
    assert "版本 2 到 4 仍可读" in said.stdout
    # The replaced chapter, its reading, and the reading of the next chapter, whose known names changed.
    assert (value["revision"], value["readable_from"], value["records_removed"]) == (4, 4, 3)


def test_purge_deletes_replaced_text_from_store_and_caches(story_with_replaced_chapter: CommandLine) -> None:
    """The replaced text is in no file of the store and the cache, and the current text is still stored."""
    before = SECRET.encode() in stored_bytes(story_with_replaced_chapter)

    result = story_with_replaced_chapter.run("compact", "--purge", "--yes")

    assert result.exit_code == 0
    assert "只有当前的版本 4 仍可读" in result.stdout
    assert before
    assert SECRET.encode() not in stored_bytes(story_with_replaced_chapter)
    assert "林晚离开了苇港".encode() in stored_bytes(story_with_replaced_chapter)
    assert list((story_with_replaced_chapter.folder / "cache").rglob("*.json")) == []


@pytest.mark.parametrize(
    "options",
    [
        (),
        ("--purge", "--before", "2"),
        ("--keep-revisions", "1", "--before", "2"),
        ("--keep-revisions", "0"),
        ("--before", "0"),
        ("--before", "5"),
        ("--purge", "--work", "another"),
    ],
)
def test_invalid_options_of_compact_delete_nothing(
    story_with_replaced_chapter: CommandLine, options: tuple[str, ...]
) -> None:
    """The command refuses missing and contradictory options and unknown revisions."""
    result = story_with_replaced_chapter.run("compact", *options, "--yes")

    assert result.exit_code == 2
    assert result.stderr.startswith("error: ")
    assert "hint: " in result.stderr
    assert SECRET.encode() in stored_bytes(story_with_replaced_chapter)


def test_compact_deletes_history_only_after_confirmation(story_with_replaced_chapter: CommandLine) -> None:
    """Without a terminal, the command requires --yes."""
    result = story_with_replaced_chapter.run("compact", "--purge")

    assert result.exit_code == 2
    assert "--yes" in result.stderr
    assert SECRET.encode() in stored_bytes(story_with_replaced_chapter)


def test_undo_beyond_the_kept_history_is_an_error(story_with_replaced_chapter: CommandLine) -> None:
    """The error names the first revision that is still stored."""
    story_with_replaced_chapter.run("compact", "--purge", "--yes")

    result = story_with_replaced_chapter.run("show", "林晚", "--json")
    undone = (
        story_with_replaced_chapter.run("undo") if "undo" in story_with_replaced_chapter.run("--help").stdout else None
    )

    assert result.exit_code == 0
    if undone is not None:
        assert undone.exit_code == 2
        assert "revision 4" in undone.stderr


def test_a_backup_opens_as_a_store(story_with_replaced_chapter: CommandLine) -> None:
    """The backup has the same chapters, and only the owner can read its file."""
    result = story_with_replaced_chapter.run("backup", "copy.db")

    assert result.exit_code == 0
    assert "--store copy.db opens it" in result.stdout
    assert story_with_replaced_chapter.value("chapters", "--store", "copy.db") == story_with_replaced_chapter.value(
        "chapters"
    )
    assert stat.S_IMODE(Path("copy.db").stat().st_mode) == 0o600


def test_a_jsonl_backup_restores_every_work(story_with_replaced_chapter: CommandLine) -> None:
    """A backup can be gzipped, can be imported from a file or from standard input, and one of its works can be
    selected.
    """
    story_with_replaced_chapter.run("add", "new.txt", "--work", "另一部")

    saved = story_with_replaced_chapter.value("backup", "all.jsonl.gz")
    story_with_replaced_chapter.run("import", "all.jsonl.gz", "--store", "both.db")
    one = story_with_replaced_chapter.run("import", "all.jsonl.gz", "--store", "one.db", "--work", "另一部")
    plain = gzip.decompress(Path("all.jsonl.gz").read_bytes()).decode("utf-8")
    piped = story_with_replaced_chapter.run("import", "-", "--store", "piped.db", said=plain)

    assert saved["as_lines"] is True
    assert saved["works"] == ["story", "另一部"]
    assert (one.exit_code, piped.exit_code) == (0, 0)
    works = story_with_replaced_chapter.value("works")["works"]
    assert story_with_replaced_chapter.value("works", "--store", "both.db")["works"] == works
    assert story_with_replaced_chapter.value("works", "--store", "piped.db")["works"] == works
    assert len(str(story_with_replaced_chapter.value("works", "--store", "one.db")["works"])) < len(str(works))


def test_a_backup_overwrites_only_with_force(story_with_replaced_chapter: CommandLine) -> None:
    story_with_replaced_chapter.write("mine.txt", "mine")

    refused = story_with_replaced_chapter.run("backup", "mine.txt")
    kept = Path("mine.txt").read_text(encoding="utf-8")
    forced = story_with_replaced_chapter.run("backup", "mine.txt", "--force")
    itself = story_with_replaced_chapter.run("backup", "episodic.db", "--force")

    assert (refused.exit_code, forced.exit_code, itself.exit_code) == (2, 0, 2)
    assert kept == "mine"
    assert story_with_replaced_chapter.run("chapters").exit_code == 0


def test_a_backup_of_a_missing_store_is_an_error(cli: CommandLine) -> None:
    result = cli.run("backup", "copy.db")

    assert result.exit_code == 3
    assert [one.name for one in cli.folder.iterdir() if one.suffix == ".db"] == []


@pytest.mark.parametrize("command", ["backup", "export"])
def test_temporary_files_of_a_killed_run_are_removed_and_named(
    story_with_replaced_chapter: CommandLine, command: str
) -> None:
    left = story_with_replaced_chapter.folder / ".all.jsonl.abcd1234.new"
    left.write_text("half")
    hour_ago = time.time() - 3600
    os.utime(left, (hour_ago, hour_ago))

    first = story_with_replaced_chapter.run(command, "all.jsonl")
    (story_with_replaced_chapter.folder / "all.jsonl").unlink()
    again = story_with_replaced_chapter.run(command, "all.jsonl")

    assert (first.exit_code, again.exit_code) == (0, 0)
    assert left.name in first.stderr.replace("\n", "")
    assert left.name not in again.stderr
    assert not left.exists()


def test_a_repeated_import_says_that_nothing_changed(story_with_replaced_chapter: CommandLine) -> None:
    """Importing the same file again prints one sentence and is no error."""
    story_with_replaced_chapter.run("export", "a.jsonl")
    first = story_with_replaced_chapter.run("import", "a.jsonl", "--store", "other.db")

    again = story_with_replaced_chapter.run("import", "a.jsonl", "--store", "other.db")
    into_itself = story_with_replaced_chapter.run("import", "a.jsonl")

    assert "已把「story」导入" in first.stdout
    for result in (again, into_itself):
        assert result.exit_code == 0
        said = result.stdout.replace("\n", "")
        assert said.startswith("没有变化：")
        assert said.endswith("里已经有「story」。")
        assert result.stderr == ""
    assert story_with_replaced_chapter.value("import", "a.jsonl")["changed"] is False


def test_an_import_can_be_a_durable_job(story_with_replaced_chapter: CommandLine) -> None:
    """The job imports one work of a file, and is listed afterwards."""
    command = story_with_replaced_chapter
    command.run("add", "new.txt", "--work", "另一部")
    command.run("backup", "all.jsonl.gz")
    wanted = command.run("export", "-", "--canonical").stdout

    several = command.run("import", "all.jsonl.gz", "--store", "new.db", "--job")
    renamed = command.run("import", "all.jsonl.gz", "--store", "new.db", "--job", "--work", "story", "--as", "other")
    done = command.value("import", "all.jsonl.gz", "--store", "new.db", "--job", "--work", "story")

    assert (several.exit_code, renamed.exit_code) == (2, 2)
    assert (done["kind"], done["state"]) == ("import", "succeeded")
    assert command.run("export", "-", "--canonical", "--store", "new.db").stdout == wanted
    assert str(done["id"]) in str(command.value("jobs", "--store", "new.db"))


@pytest.mark.parametrize("harm", ["empty", "cut", "no lines", "store", "cut gzip", "missing", "no text"])
def test_a_refused_import_leaves_no_store(story_cli: CommandLine, harm: str) -> None:
    """One error is printed, and no store is created."""
    story_cli.run("backup", "a.jsonl")
    whole = Path("a.jsonl").read_bytes()
    harmed = {
        "empty": b"",
        "cut": whole[: len(whole) // 2],
        "no lines": b"chapter one\n",
        "store": Path("episodic.db").read_bytes(),
        "cut gzip": gzip.compress(whole)[:-40],
        "no text": b"\xff\xfe\x00" + whole,
    }
    if harm in harmed:
        Path("harmed.jsonl").write_bytes(harmed[harm])

    result = story_cli.run("import", "harmed.jsonl", "--store", "new.db")

    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("error: ")
    assert [one.name for one in story_cli.folder.glob("new.db*")] == []


def test_an_import_with_another_embedder_leaves_no_store(story_cli: CommandLine) -> None:
    """The embedder in the settings is compared with the file before a store is created."""
    story_cli.run("export", "a.jsonl")
    other = {"EPISODIC_EMBEDDING_MODEL": "another", "EPISODIC_EMBEDDING_DIMENSION": "8", "OPENAI_API_KEY": "k"}

    result = story_cli.run("import", "a.jsonl", "--store", "new.db", settings=other)

    assert result.exit_code == 2
    assert [one.name for one in story_cli.folder.glob("new.db*")] == []


def test_a_work_that_is_not_in_the_file_is_named(story_cli: CommandLine) -> None:
    """The error names the works in the file."""
    story_cli.run("export", "a.jsonl")

    result = story_cli.run("import", "a.jsonl", "--store", "new.db", "--work", "another")

    assert result.exit_code == 2
    assert "'story'" in result.stderr
    assert TALE["一"][:5] not in result.stderr
    assert [one.name for one in story_cli.folder.glob("new.db*")] == []
