"""Tests of files that are written completely or not at all, and that only the owner can read."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from episodic.atomic_write import write_atomically


def test_a_file_is_replaced_as_a_whole(tmp_path: Path) -> None:
    """No temporary file is left in the folder."""
    file = tmp_path / "deep" / "er" / "one.json"

    write_atomically(file, b"a long old content")
    write_atomically(file, b"new")

    assert file.read_bytes() == b"new"
    assert list(file.parent.iterdir()) == [file]


def test_only_the_owner_can_read_it(tmp_path: Path) -> None:
    """The umask does not matter."""
    before = os.umask(0)
    try:
        write_atomically(tmp_path / "kept" / "one.json", b"x")
    finally:
        os.umask(before)

    assert stat.S_IMODE((tmp_path / "kept" / "one.json").stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "kept").stat().st_mode) == 0o700


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    """If the path is a folder, the folder is unchanged."""
    taken = tmp_path / "one.json"
    (taken / "inside").mkdir(parents=True)

    with pytest.raises(OSError, match=r"one\.json"):
        write_atomically(taken, b"x")

    assert [one.name for one in tmp_path.iterdir()] == ["one.json"]
