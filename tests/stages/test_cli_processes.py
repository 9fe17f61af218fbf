"""Tests of commands in processes of their own, which are interrupted, have no locale, or write to a pipe."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.forked import commands

CHAPTERS = 30
LONG = 60
"""The number of chapters. After the first are saved, the others take most of a second, so that a signal arrives during
the ingestion.
"""
NAMES = ("林晚", "沈三更", "裴照", "程渡", "何婆", "阿满")


MAIN = """\
import signal

from episodic.cli import main

# Whoever started the tests in the background may have had Ctrl-C ignored, and a process inherits that.
signal.signal(signal.SIGINT, signal.default_int_handler)
main()
"""


def command(*arguments: str) -> list[str]:
    """Return the path of this checkout's command."""
    return [sys.executable, "-c", MAIN, *arguments]


def environment(folder: Path, **settings: str) -> dict[str, str]:
    """Return an environment without the settings of the user who runs the tests."""
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("EPISODIC_", "OPENAI_", "NEO4J_"))
    }
    root = str(Path(__file__).parents[2])
    return {**kept, "EPISODIC_CACHE": str(folder / "cache"), "PYTHONPATH": root, **settings}


def run(folder: Path, *arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run one command in *folder* in a forked process."""
    return _run([str(commands() / "episodic"), *arguments], folder, settings)


def run_anew(folder: Path, *arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run one command in *folder* in a new process, as a user does."""
    return _run(command(*arguments), folder, settings)


def _run(line: list[str], folder: Path, settings: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        line,
        cwd=folder,
        env=environment(folder, **settings),
        capture_output=True,
        encoding="utf-8",
        check=False,
        stdin=subprocess.DEVNULL,
        timeout=120,
    )


def novel(folder: Path, chapters: int = CHAPTERS) -> Path:
    """Return a file of many chapters that rules can read."""
    told: list[str] = []
    for number in range(1, chapters + 1):
        one, other = NAMES[number % 6], NAMES[(number + 1) % 6]
        lines = [f"{one}住在苇港。“潮水来了。”{other}说。{one}笑道：“我去看看第{number}级石阶。”"]
        told.append(f"第{number}章 潮水\n\n" + "\n".join(lines * 8))
    file = folder / "novel.txt"
    file.write_text("\n\n".join(told), encoding="utf-8")
    return file


def interrupted_ingestion(folder: Path) -> tuple[int, str]:
    """Interrupt an ingestion after its first chapters are saved, and return its exit code and output."""
    with subprocess.Popen(
        command("ingest", str(novel(folder, LONG)), "--yes"),
        cwd=folder,
        env=environment(folder),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        assert process.stderr is not None
        said = ""
        for line in process.stderr:
            said += line
            if line.startswith("已读"):
                process.send_signal(signal.SIGINT)
                break
        said += process.stderr.read()
        return process.wait(timeout=120), said


def canonical(folder: Path) -> str:
    """Return the canonical export of the work as lines."""
    return run(folder, "export", "-", "--canonical").stdout


def undisturbed(folder: Path) -> str:
    """Return the canonical export of an uninterrupted ingestion."""
    folder.mkdir()
    run(folder, "ingest", str(novel(folder, LONG)), "--yes")
    return canonical(folder)


def test_an_ingestion_that_was_broken_off_goes_on_where_it_was(tmp_path: Path) -> None:
    """The same command reads the other chapters, and the graph equals that of an uninterrupted run. Kills are tested in
    tests/faults.
    """
    code, said = interrupted_ingestion(tmp_path)
    again = run(tmp_path, "ingest", str(novel(tmp_path, LONG)), "--yes", "--json")

    assert code == 130
    assert "再运行一次同样的命令，就从那里接着读" in said
    chapters = json.loads(again.stdout)["chapters"]
    assert {one["outcome"] for one in chapters} <= {"added", "unchanged"}
    assert "unchanged" in {one["outcome"] for one in chapters}
    assert canonical(tmp_path) == undisturbed(tmp_path / "undisturbed")


def test_chinese_comes_out_without_a_locale(tmp_path: Path) -> None:
    """Servers often have the locale LANG=C."""
    run(tmp_path, "ingest", str(novel(tmp_path)), "--yes")

    result = run_anew(tmp_path, "show", "林晚", LANG="C", LC_ALL="C")

    assert result.returncode == 0
    assert "林晚" in result.stdout


def test_a_reader_that_stops_reading_is_no_error(tmp_path: Path) -> None:
    """The command `episodic export - | head` ends without an error."""
    run(tmp_path, "ingest", str(novel(tmp_path)), "--yes")

    with subprocess.Popen(
        command("export", "-"),
        cwd=tmp_path,
        env=environment(tmp_path),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        said = process.stderr.read()

    assert "Traceback" not in said


def test_an_unreachable_server_is_a_named_error(tmp_path: Path) -> None:
    """The exit code is 3, the error names a remedy, and the password is not printed."""
    result = run(tmp_path, "stats", "--store", "bolt://neo4j@127.0.0.1:9", NEO4J_PASSWORD="verysecret")

    assert result.returncode == 3
    assert result.stderr.startswith("error: ")
    assert "verysecret" not in result.stderr
    assert "Traceback" not in result.stderr
