"""Tests of temporary files: the next run removes those of a killed run, and no others."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from episodic.pipeline.import_export.backups import backup
from episodic.pipeline.import_export.unfinished import temporary_target
from tests.story import memory_graph

KILLED = """
import sys, time
from pathlib import Path
from episodic.pipeline.import_export.unfinished import temporary_target
with temporary_target(Path(sys.argv[1])) as place:
    place.draft.write_text("half")
    print("writing", flush=True)
    time.sleep(60)
"""


@pytest.fixture
def target(tmp_path: Path) -> Path:
    """Return the path of the file to write."""
    return tmp_path / "works.jsonl"


def start_writer(target: Path) -> subprocess.Popen[str]:
    """Start another process that writes the file."""
    process = subprocess.Popen([sys.executable, "-c", KILLED, str(target)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "writing\n"
    return process


def file_names(folder: Path) -> list[str]:
    """Return the names of the files in the folder."""
    return sorted(one.name for one in folder.iterdir())


def kill_writer(process: subprocess.Popen[str]) -> None:
    """Kill the process."""
    process.send_signal(signal.SIGKILL)
    process.communicate()


def test_temporary_files_of_a_killed_run_are_removed(target: Path) -> None:
    """The run reports which files it removed."""
    kill_writer(start_writer(target))
    (left,) = file_names(target.parent)

    with temporary_target(target) as place:
        assert place.removed == (left,)
        assert left not in file_names(target.parent)

    assert file_names(target.parent) == []


def test_temporary_files_of_a_running_process_are_kept(target: Path) -> None:
    """A temporary file that another process is still writing is kept."""
    process = start_writer(target)
    (writing,) = file_names(target.parent)

    with temporary_target(target) as place:
        assert place.removed == ()

    assert file_names(target.parent) == [writing]
    kill_writer(process)


def test_old_temporary_files_of_earlier_versions_are_removed(target: Path) -> None:
    """Temporary files of earlier versions have no lock, so their age decides."""
    folder, file, young = (
        target.with_name(f".{target.name}.{one}.new") for one in ("abcd_123", "efgh4567", "ijkl8901")
    )
    folder.mkdir()
    (folder / "draft").write_text("half")
    file.write_text("half")
    young.write_text("half")
    hour_ago = time.time() - 3600
    os.utime(folder, (hour_ago, hour_ago))
    os.utime(file, (hour_ago, hour_ago))

    with temporary_target(target) as place:
        assert place.removed == (folder.name, file.name)

    assert file_names(target.parent) == [young.name]


def test_files_with_other_names_are_kept(target: Path) -> None:
    """Files of other targets and files of the user are kept."""
    names = [".works.jsonl.new", ".works.jsonl.gz.abcd1234.new", ".other.abcd1234.new", ".works.jsonl.notes on it.new"]
    hour_ago = time.time() - 3600
    for name in names:
        target.with_name(name).write_text("mine")
        os.utime(target.with_name(name), (hour_ago, hour_ago))

    with temporary_target(target) as place:
        assert place.removed == ()

    assert file_names(target.parent) == sorted(names)


async def test_a_backup_reports_removed_temporary_files(target: Path) -> None:
    """The backup is complete, and the result names the removed file."""
    kill_writer(start_writer(target))
    (left,) = file_names(target.parent)
    async with memory_graph() as graph:
        await graph.add_episode("林远住在海门城。", name="第一章")

        done = await backup(graph.store, target)

    assert done.removed == (left,)
    assert file_names(target.parent) == [target.name]
