"""Tests of the commands and programs in the README, each started as a new process."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.docs.pages import README, check_page


def started_anew(folder: Path) -> Path:
    """Return a folder with this checkout's command and its Python."""
    commands = folder / "commands"
    commands.mkdir()
    for name, arguments in (("episodic", '-c "from episodic.cli import main; main()"'), ("python", "")):
        script = commands / name
        script.write_text(f'#!/bin/sh\nexec "{sys.executable}" {arguments} "$@"\n')
        script.chmod(0o755)
    return commands


@pytest.mark.timeout(600)
def test_the_code_of_the_readme_runs_from_top_to_bottom(tmp_path: Path) -> None:
    """The blocks run in one empty folder, without a key or a server, and each command is a new process."""
    folder = tmp_path / "folder"
    folder.mkdir()

    check_page(README, folder, started_anew(tmp_path))
