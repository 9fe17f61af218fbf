"""The next run removes what a killed run left beside a file, and nothing else."""

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
    """The file that is to be written."""
    return tmp_path / "works.jsonl"


def begun(target: Path) -> subprocess.Popen[str]:
    """Another process that is writing it."""
    process = subprocess.Popen([sys.executable, "-c", KILLED, str(target)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "writing\n"
    return process


def left_in(folder: Path) -> list[str]:
    """The names there."""
    return sorted(one.name for one in folder.iterdir())


def ended(process: subprocess.Popen[str]) -> None:
    """Kill it."""
    process.send_signal(signal.SIGKILL)
    process.communicate()


def test_what_a_killed_run_left_is_removed_by_the_next_one(target: Path) -> None:
    """Which says what it removed."""
    ended(begun(target))
    (left,) = left_in(target.parent)

    with temporary_target(target) as place:
        assert place.removed == (left,)
        assert left not in left_in(target.parent)

    assert left_in(target.parent) == []


def test_a_run_that_is_still_writing_is_left_alone(target: Path) -> None:
    """It would lose what it has written."""
    process = begun(target)
    (writing,) = left_in(target.parent)

    with temporary_target(target) as place:
        assert place.removed == ()

    assert left_in(target.parent) == [writing]
    ended(process)


def test_what_earlier_versions_left_goes_when_nobody_can_be_writing_it(target: Path) -> None:
    """They held no lock: it is known by its age."""
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

    assert left_in(target.parent) == [young.name]


def test_files_of_other_names_are_nobody_s_leftovers(target: Path) -> None:
    """Neither those of another target nor the user's own."""
    names = [".works.jsonl.new", ".works.jsonl.gz.abcd1234.new", ".other.abcd1234.new", ".works.jsonl.notes on it.new"]
    hour_ago = time.time() - 3600
    for name in names:
        target.with_name(name).write_text("mine")
        os.utime(target.with_name(name), (hour_ago, hour_ago))

    with temporary_target(target) as place:
        assert place.removed == ()

    assert left_in(target.parent) == sorted(names)


async def test_a_backup_says_what_it_removed(target: Path) -> None:
    """And is whole."""
    ended(begun(target))
    (left,) = left_in(target.parent)
    async with memory_graph() as graph:
        await graph.add_episode("林远住在海门城。", name="第一章")

        done = await backup(graph.store, target)

    assert done.removed == (left,)
    assert left_in(target.parent) == [target.name]
