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
def rewritten(told: CommandLine) -> CommandLine:
    """The story, whose second chapter was rewritten: the fourth revision."""
    told.write("new.txt", "林晚离开了苇港。\n")
    assert told.run("replace", "2", "new.txt").exit_code == 0
    return told


def stored(cli: CommandLine) -> bytes:
    """All that stands in the store's files."""
    return b"".join(one.read_bytes() for one in cli.folder.glob("episodic.db*"))


def test_compacting_says_what_went_and_what_can_still_be_read(rewritten: CommandLine) -> None:
    """In words, and as JSON."""
    said = rewritten.run("compact", "--before", "2", "--yes")
    value = rewritten.value("compact", "--keep-revisions", "1", "--yes")

    assert said.exit_code == 0
    assert "版本 2 到 4 仍可读" in said.stdout
    assert (value["revision"], value["readable_from"], value["records_removed"]) == (4, 4, 2)


def test_purging_wipes_what_was_replaced_out_of_store_and_caches(rewritten: CommandLine) -> None:
    """The text that stands now is left."""
    before = SECRET.encode() in stored(rewritten)

    result = rewritten.run("compact", "--purge", "--yes")

    assert result.exit_code == 0
    assert "只有当前的版本 4 仍可读" in result.stdout
    assert before
    assert SECRET.encode() not in stored(rewritten)
    assert "林晚离开了苇港".encode() in stored(rewritten)
    assert list((rewritten.folder / "cache").rglob("*.json")) == []


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
def test_what_cannot_be_meant_is_refused_and_nothing_goes(rewritten: CommandLine, options: tuple[str, ...]) -> None:
    """Too little said, too much said, a revision that never was."""
    result = rewritten.run("compact", *options, "--yes")

    assert result.exit_code == 2
    assert result.stderr.startswith("error: ")
    assert "hint: " in result.stderr
    assert SECRET.encode() in stored(rewritten)


def test_history_goes_only_after_a_yes(rewritten: CommandLine) -> None:
    """Where nobody can be asked, --yes is asked for."""
    result = rewritten.run("compact", "--purge")

    assert result.exit_code == 2
    assert "--yes" in result.stderr
    assert SECRET.encode() in stored(rewritten)


def test_nothing_can_be_undone_beyond_what_was_kept(rewritten: CommandLine) -> None:
    """The error names the first revision that there is."""
    rewritten.run("compact", "--purge", "--yes")

    result = rewritten.run("show", "林晚", "--json")
    undone = rewritten.run("undo") if "undo" in rewritten.run("--help").stdout else None

    assert result.exit_code == 0
    if undone is not None:
        assert undone.exit_code == 2
        assert "revision 4" in undone.stderr


def test_a_backup_opens_as_a_store(rewritten: CommandLine) -> None:
    """With the same chapters, for its owner alone."""
    result = rewritten.run("backup", "copy.db")

    assert result.exit_code == 0
    assert "--store copy.db opens it" in result.stdout
    assert rewritten.value("chapters", "--store", "copy.db") == rewritten.value("chapters")
    assert stat.S_IMODE(Path("copy.db").stat().st_mode) == 0o600


def test_a_backup_as_lines_comes_back_with_every_work(rewritten: CommandLine) -> None:
    """Gzipped where the name says so; from a file and from standard input; one work of them where it is named."""
    rewritten.run("add", "new.txt", "--work", "另一部")

    saved = rewritten.value("backup", "all.jsonl.gz")
    rewritten.run("import", "all.jsonl.gz", "--store", "both.db")
    one = rewritten.run("import", "all.jsonl.gz", "--store", "one.db", "--work", "另一部")
    plain = gzip.decompress(Path("all.jsonl.gz").read_bytes()).decode("utf-8")
    piped = rewritten.run("import", "-", "--store", "piped.db", said=plain)

    assert saved["as_lines"] is True
    assert saved["works"] == ["story", "另一部"]
    assert (one.exit_code, piped.exit_code) == (0, 0)
    works = rewritten.value("works")["works"]
    assert rewritten.value("works", "--store", "both.db")["works"] == works
    assert rewritten.value("works", "--store", "piped.db")["works"] == works
    assert len(str(rewritten.value("works", "--store", "one.db")["works"])) < len(str(works))


def test_a_backup_overwrites_only_with_force(rewritten: CommandLine) -> None:
    """And never the store itself."""
    rewritten.write("mine.txt", "mine")

    refused = rewritten.run("backup", "mine.txt")
    kept = Path("mine.txt").read_text(encoding="utf-8")
    forced = rewritten.run("backup", "mine.txt", "--force")
    itself = rewritten.run("backup", "episodic.db", "--force")

    assert (refused.exit_code, forced.exit_code, itself.exit_code) == (2, 0, 2)
    assert kept == "mine"
    assert rewritten.run("chapters").exit_code == 0


def test_a_backup_of_no_store_is_an_error(cli: CommandLine) -> None:
    """And makes none."""
    result = cli.run("backup", "copy.db")

    assert result.exit_code == 3
    assert [one.name for one in cli.folder.iterdir() if one.suffix == ".db"] == []


@pytest.mark.parametrize("command", ["backup", "export"])
def test_what_a_killed_run_left_is_removed_and_named(rewritten: CommandLine, command: str) -> None:
    """Once: the next run finds nothing any more."""
    left = rewritten.folder / ".all.jsonl.abcd1234.new"
    left.write_text("half")
    hour_ago = time.time() - 3600
    os.utime(left, (hour_ago, hour_ago))

    first = rewritten.run(command, "all.jsonl")
    (rewritten.folder / "all.jsonl").unlink()
    again = rewritten.run(command, "all.jsonl")

    assert (first.exit_code, again.exit_code) == (0, 0)
    assert left.name in first.stderr.replace("\n", "")
    assert left.name not in again.stderr
    assert not left.exists()


def test_the_same_import_again_says_that_nothing_changed(rewritten: CommandLine) -> None:
    """One sentence, and no error."""
    rewritten.run("export", "a.jsonl")
    first = rewritten.run("import", "a.jsonl", "--store", "other.db")

    again = rewritten.run("import", "a.jsonl", "--store", "other.db")
    into_itself = rewritten.run("import", "a.jsonl")

    assert "已把「story」导入" in first.stdout
    for result in (again, into_itself):
        assert result.exit_code == 0
        said = result.stdout.replace("\n", "")
        assert said.startswith("没有变化：")
        assert said.endswith("里已经有「story」。")
        assert result.stderr == ""
    assert rewritten.value("import", "a.jsonl")["changed"] is False


@pytest.mark.parametrize("harm", ["empty", "cut", "no lines", "store", "cut gzip", "missing", "no text"])
def test_a_refused_import_leaves_no_store(told: CommandLine, harm: str) -> None:
    """Whatever is wrong with the file, one error says so and nothing is made."""
    told.run("backup", "a.jsonl")
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

    result = told.run("import", "harmed.jsonl", "--store", "new.db")

    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("error: ")
    assert [one.name for one in told.folder.glob("new.db*")] == []


def test_an_import_with_another_embedder_leaves_no_store(told: CommandLine) -> None:
    """Settings that do not fit the file are found before anything is made."""
    told.run("export", "a.jsonl")
    other = {"EPISODIC_EMBEDDING_MODEL": "another", "EPISODIC_EMBEDDING_DIMENSION": "8", "OPENAI_API_KEY": "k"}

    result = told.run("import", "a.jsonl", "--store", "new.db", settings=other)

    assert result.exit_code == 2
    assert [one.name for one in told.folder.glob("new.db*")] == []


def test_a_work_that_the_file_does_not_hold_is_named(told: CommandLine) -> None:
    """With those that it holds."""
    told.run("export", "a.jsonl")

    result = told.run("import", "a.jsonl", "--store", "new.db", "--work", "another")

    assert result.exit_code == 2
    assert "'story'" in result.stderr
    assert TALE["一"][:5] not in result.stderr
    assert [one.name for one in told.folder.glob("new.db*")] == []
